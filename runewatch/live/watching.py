"""Shots in, sightings of a table at rest out: a small picture says when to look, the large one is then read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from device.cameras.shot import Frame, Shot
from engine.errors import RunewatchError
from runewatch.live.following import Follower
from runewatch.sight.looking import Corners, Hints, Sights
from vision.board import Found
from vision.combining import combine
from vision.network import EVERY_WAY, ONE_WAY
from vision.picture import PictureError, refuse_blank
from vision.sighting import Sighting
from vision.stillness import Rest, Stillness, Stir

TOGETHER = 5
"""So many frames of one rest are read as one; the later ones in the stead of the earliest."""
QUORUM = 2
"""One frame alone may be misread."""
AGAIN = 0.5
"""Seconds after which a table that has been read enough is looked at again: a reading may be in doubt."""
CALM = 5.0
"""The same once everything there is to say was said: a look costs more than all that goes on between two."""
LAID = 1.2
"""Seconds after which a hand that lies still was laid down; hands at work hardly ever pause for so long."""


class Look(StrEnum):
    """What goes on over the table, as far as reading it goes."""

    MOVING = "moving"
    HAND = "hand"
    LOST = "lost"
    """The board is not found."""
    RESTING = "resting"
    BLIND = "blind"
    """There is no picture."""


@dataclass(frozen=True, slots=True)
class Watched:
    """What one shot gave."""

    look: Look
    sighting: Sighting | None = None
    """What all frames of this rest together show, or the one of a hand laid down; none if there is nothing new."""
    lost: RunewatchError | None = None
    """Why the board is not found."""


class Watcher:
    """Watches one table, of one sheet or several. ``settle`` is how long a moved piece must lie still."""

    def __init__(self, sights: Sights, hints: Hints | None = None, stillness: Stillness | None = None) -> None:
        self.sights = sights
        self.hints = hints or Hints()
        self._still = stillness or Stillness()
        self._sheets = tuple(Follower(one.plan) for one in sights.each)
        self._shape: tuple[int, ...] = ()
        self._rest = -1
        self._read: list[Sighting] = []
        self._read_at = 0.0
        self._looks = -1
        self._overlay = False
        self._is_laid = False
        self._lost: RunewatchError | None = None
        """Why no sheet was found."""

    @property
    def found(self) -> tuple[Found | None, ...]:
        """Where each sheet lies, once it was found."""
        return tuple(one.found for one in self._sheets)

    def point(self, corners: Corners | None) -> None:
        """Somebody says where the board's corners are in the picture; or that it is to be looked for."""
        self.hints = replace(self.hints, corners=corners)
        self._lie_anew()
        self._forget()

    def see(
        self,
        shot: Shot,
        *,
        overlay: bool = False,
        hands: bool = False,
        is_calm: bool = False,
        is_optional: bool = False,
    ) -> Watched:
        """One shot. Raises CameraError if it is to be read and cannot be had.

        ``overlay``: what is read lies over. ``hands``: a hand that is laid down is looked at too, once.
        ``is_calm``: nobody waits for what lies there; what is changed by hand is noticed all the same.
        ``is_optional``: there may be no board at all, so one that is not found is looked for seldom.
        """
        rest = self._still.step(shot.small, shot.seconds)
        if rest.stir is Stir.HAND:
            self._forget()
            return Watched(Look.HAND, self._laid(shot, rest) if hands else None)
        self._is_laid = False
        if not rest.at_rest:
            self._forget()
            return Watched(Look.MOVING)
        if overlay != self._overlay:
            self._overlay = overlay
            self._forget()
        if rest.number != self._rest:
            self._forget()
            self._rest = rest.number
        elif len(self._read) >= TOGETHER and shot.seconds - self._read_at < (CALM if is_calm else AGAIN):
            return Watched(Look.RESTING)
        if is_optional and all(one.is_waiting(shot.seconds) for one in self._sheets):
            return Watched(Look.LOST, lost=self._lost)
        return self._look(shot)

    def _look(self, shot: Shot) -> Watched:
        frame = shot.large()
        found = self._where(frame, shot.seconds)
        if not any(found):
            self._lost = _blank(frame) or next(one.why for one in self._sheets)
            return Watched(Look.LOST, lost=self._lost)
        self._read_at = shot.seconds
        # each frame another way round: together they err less than as many alike
        self._looks += 1
        way = (self._looks % len(EVERY_WAY),)
        self._read = [*self._read, self.sights.seen(frame, found, overlay=self._overlay, turns=way)][-TOGETHER:]
        return Watched(Look.RESTING, combine(self._read) if len(self._read) >= QUORUM else None)

    def _laid(self, shot: Shot, rest: Rest) -> Sighting | None:
        """The table with a hand on it that has just been laid down."""
        was_laid, self._is_laid = self._is_laid, rest.still_for >= LAID
        if was_laid or not self._is_laid or not any(self.found):
            return None
        frame = shot.large()
        if frame.shape != self._shape:
            return None
        return self.sights.seen(frame, self.found, overlay=self._overlay, turns=ONE_WAY)

    def _where(self, frame: Frame, seconds: float) -> tuple[Found | None, ...]:
        """Where each sheet lies. A camera may come back another one."""
        if frame.shape != self._shape:
            self._shape = frame.shape
            self._lie_anew()
        is_alone = len(self._sheets) == 1
        # of several each has its own marks, and nobody points it out
        hints = self.hints if is_alone else replace(self.hints, corners=None)
        return tuple(
            None
            if not is_alone and one.is_waiting(seconds)
            else one.where(frame, hints, seconds, may_lie_elsewhere=not self._read)
            for one in self._sheets
        )

    def _lie_anew(self) -> None:
        for one in self._sheets:
            one.forget()

    def _forget(self) -> None:
        self._read = []


def _blank(frame: Frame) -> PictureError | None:
    """That nothing at all can be made out says more than that there is no board."""
    try:
        refuse_blank(frame)
    except PictureError as error:
        return error
    return None
