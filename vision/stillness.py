"""Stillness: may the table be read now, or does something move over it or cover it?

Frame by frame, cheaply, and without a clock of its own. A picture is quiet while it stays what it was when it
came to rest. How long it must stay so depends on what is different from when the table was read last: a piece
moved needs a moment; a large thing a little longer; and what reaches in from outside, as an arm does, is taken
for a hand until it has lain there so long that it must have been left behind.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.change import LEAST_NOISE, Change, Glance, Mask, change, glance, noise_between
from vision.shift import Shift, moved, shift_between

_STIR = 20
"""Fewer changed pixels of a glance are no motion."""
_SHAKEN = 0.15
"""If so much of the structure is torn it is motion, even if it is only displaced."""
_SHADE = 0.4
"""A patch that keeps more of the old structure is a shadow, a reflection or a trembling edge."""
_LARGE = 0.06
_ARM = 0.016
_ARM_RIM = 8
"""An arm covers at least this share of the zone and this much of its rim."""
_UNLIKE = 0.75
"""If so much of the zone changed, the camera or the light did, not the table."""
_MOVED = 0.45
"""From here on, in pixels of a glance, the view counts as moved."""
_NOISE_PACE = 1.15
_REFRESH = 1.0
_REMEMBERED, _COMPARED = 6, 3


class Stir(Enum):
    """What goes on over the table."""

    MOVING = "moving"
    """Something moves, or did so a moment ago."""
    HAND = "hand"
    """Something reaches in from outside, moving or not."""
    AT_REST = "at rest"


@dataclass(frozen=True, slots=True)
class Patience:
    """For how many seconds the picture must stay the same before it is at rest."""

    piece: float = 0.4
    large: float = 1.5
    """If much changed, or nothing is known yet."""
    arm: float = 8.0
    """If something reaches in from outside."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The answer for one frame."""

    stir: Stir
    still_for: float
    """Seconds since anything moved."""
    number: int
    """Which rest this is, or was the last: whoever read the table at this number need not read it again."""
    anew: bool = False
    """Whether this rest began with the view changed: the board must be looked for again."""
    shift: Shift | None = None
    """How the view moved since the rest before this one, if that can be told."""

    @property
    def at_rest(self) -> bool:
        return self.stir is Stir.AT_REST


@dataclass(frozen=True, slots=True)
class _Zone:
    """The part of the picture that matters, on a glance."""

    inside: Mask
    rim: Mask
    size: int

    @classmethod
    def of(cls, corners: NDArray[np.float64] | None, now: Glance) -> _Zone:
        inside: Mask = np.full(now.structure.shape, corners is None, np.uint8)
        if corners is not None:
            cv2.fillPoly(inside, [np.rint(corners / now.scale).astype(np.int32)], [1])
        framed = cv2.copyMakeBorder(inside, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=[0])
        core = cv2.erode(framed, np.ones((5, 5), np.uint8))[2:-2, 2:-2]
        return cls(inside, np.asarray(cv2.subtract(inside, core), np.uint8), max(1, cv2.countNonZero(inside)))

    def reached_by(self, found: Change) -> bool:
        """Whether something reaches in. If nearly everything changed, it was not an arm."""
        reach = any(
            patch.size >= _ARM * self.size and patch.rim >= _ARM_RIM and patch.kept < _SHADE
            for patch in found.patches
        )
        return reach and found.size < _UNLIKE * self.size


@dataclass(frozen=True, slots=True)
class _Verdict:
    """How a quiet picture differs from the table as it lay at rest before."""

    needs: float
    arm: bool = False
    same: int | None = None
    """Which of the known looks it is."""
    anew: bool = False
    shift: Shift | None = None


@dataclass(slots=True)
class _Table:
    """The table as the frames so far have shown it."""

    zone: _Zone
    before: Glance
    heard: float = 0.0
    known: tuple[Glance, ...] = ()
    """How it lay at rest, the newest first."""

    @property
    def noise(self) -> float:
        return self.heard or LEAST_NOISE

    def hear(self, now: Glance) -> None:
        """Learn how strong the noise is, slowly, or a knock would pass for noise."""
        noise = noise_between(now, self.before)
        if noise:
            known = self.heard or noise
            self.heard = min(max(noise, known / _NOISE_PACE), known * _NOISE_PACE)
        self.before = now

    def change(self, now: Glance, old: Glance, inside: Mask | None = None) -> Change:
        zone = self.zone
        return change(now, old, self.noise, zone.inside if inside is None else inside, zone.rim)

    def stirs(self, now: Glance, anchor: Glance) -> bool:
        found = self.change(now, anchor)
        return found.torn >= _SHAKEN or any(p.size >= _STIR and p.kept < _SHADE for p in found.patches)

    def differs(self, now: Glance, old: Glance) -> bool:
        return any(patch.size >= _STIR for patch in self.change(now, old).patches)

    def arm_over(self, now: Glance) -> bool:
        looks = self.known[:_COMPARED]
        return bool(looks) and all(self.zone.reached_by(self.change(now, old)) for old in looks)

    def judge(self, now: Glance, patience: Patience) -> _Verdict:
        """How this picture differs from the look it is most like."""
        if not self.known:
            return _Verdict(patience.large, anew=True)
        shift = shift_between(now, self.known[0], self.noise)
        if shift and shift.reach(now) < _MOVED:
            shift = None
        verdicts = (self._compared(now, which, shift, patience) for which in range(len(self.known)))
        return min(verdicts, key=lambda verdict: verdict.needs)

    def _compared(self, now: Glance, which: int, shift: Shift | None, patience: Patience) -> _Verdict:
        old, inside = self.known[which], self.zone.inside
        if shift:
            old, inside = moved(old, inside, shift)
        found = self.change(now, old, inside)
        anew = shift is not None
        if found.size >= _UNLIKE * self.zone.size:
            return _Verdict(patience.large, anew=True, shift=shift)
        if self.zone.reached_by(found):
            return _Verdict(patience.arm, arm=True, anew=anew, shift=shift)
        if found.size >= _LARGE * self.zone.size:
            return _Verdict(patience.large, anew=anew, shift=shift)
        same = not any(patch.size >= _STIR for patch in found.patches)
        return _Verdict(patience.piece, same=which if same else None, anew=anew, shift=shift)

    def learn(self, now: Glance, verdict: _Verdict) -> None:
        """Remember this look; what was known of another view is of no use any more."""
        others = () if verdict.anew else tuple(old for i, old in enumerate(self.known) if i != verdict.same)
        self.known = (now, *others)[:_REMEMBERED]


@dataclass(slots=True)
class _Quiet:
    """The time since something last moved."""

    anchor: Glance
    """What the picture must stay like."""
    since: float
    refreshed: float
    arm: bool = False
    verdict: _Verdict | None = None
    resting: bool = False
    read: Glance | None = None
    """How the table lay when it was last said to be worth reading."""


class Stillness:
    """Watches frames go by. ``zone`` holds the corners, in pixels of a frame, of the part that matters."""

    def __init__(self, zone: ArrayLike | None = None, patience: Patience | None = None) -> None:
        self._corners = None if zone is None else np.asarray(zone, np.float64).reshape(-1, 2)
        self._patience = patience or Patience()
        self._table: _Table | None = None
        self._quiet: _Quiet | None = None
        self._number = 0

    def step(self, frame: NDArray[np.uint8], seconds: float) -> Rest:
        """Look at the next frame, grey or in colour and best 640 wide, taken at this time of a steady clock."""
        now = glance(frame)
        table, quiet = self._table, self._quiet
        if table is None or quiet is None or table.before.structure.shape != now.structure.shape:
            self._table, quiet = _Table(_Zone.of(self._corners, now), now), _Quiet(now, seconds, seconds)
        else:
            table.hear(now)
            if seconds < quiet.since or table.stirs(now, quiet.anchor):
                quiet = _Quiet(now, seconds, seconds, arm=table.arm_over(now))
            elif quiet.resting:
                quiet = self._at_rest(table, quiet, now, seconds)
            else:
                self._settle(table, quiet, now, seconds)
        self._quiet = quiet
        return self._answer(quiet, seconds)

    def _at_rest(self, table: _Table, quiet: _Quiet, now: Glance, seconds: float) -> _Quiet:
        """Follow slow changes of the light, and notice what came or moved without being seen to."""
        if seconds - quiet.refreshed < _REFRESH:
            return quiet
        quiet.anchor, quiet.refreshed = now, seconds
        verdict = table.judge(now, self._patience)
        if verdict.needs > self._patience.piece:
            return _Quiet(now, seconds, seconds, arm=verdict.arm)
        if verdict.anew:
            self._rest(table, quiet, now, verdict)
        elif quiet.read and table.differs(now, quiet.read):
            quiet.read, quiet.verdict = now, _Verdict(self._patience.piece)
            self._number += 1
        return quiet

    def _settle(self, table: _Table, quiet: _Quiet, now: Glance, seconds: float) -> None:
        """Come to rest if it has been quiet for long enough for what is different."""
        if seconds - quiet.since < self._patience.piece:
            return
        if quiet.verdict is None:
            quiet.verdict = table.judge(now, self._patience)
            quiet.arm = quiet.verdict.arm
        if seconds - quiet.since >= quiet.verdict.needs:
            self._rest(table, quiet, now, quiet.verdict)

    def _rest(self, table: _Table, quiet: _Quiet, now: Glance, verdict: _Verdict) -> None:
        table.learn(now, verdict)
        quiet.verdict, quiet.resting, quiet.anchor, quiet.read = verdict, True, now, now
        self._number += 1

    def _answer(self, quiet: _Quiet, seconds: float) -> Rest:
        lasted = max(0.0, seconds - quiet.since)
        if quiet.resting and quiet.verdict:
            return Rest(Stir.AT_REST, lasted, self._number, quiet.verdict.anew, quiet.verdict.shift)
        return Rest(Stir.HAND if quiet.arm else Stir.MOVING, lasted, self._number)
