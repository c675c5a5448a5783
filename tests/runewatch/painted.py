"""A table painted in plain colours under a camera, whose film the referee watches: quick, and read without art.

Board, stillness, hands and pieces are found in its frames by the same code as ever; only the network is a plain
one, so nothing here depends on how well the real one sees. Cards are not painted: whoever takes one says so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from device.cameras.shot import Shot, shrunk
from engine.contract import Rules
from engine.table import Layout, Thing, differences
from runewatch.live.service import Service
from runewatch.live.watching import Watcher
from runewatch.settings import Settings
from runewatch.sight.lessons import photos_of
from runewatch.sight.looking import Sight, Sights
from tests.clock import Clock
from tests.runewatch.acted import RATE, Room
from tests.sighted import Plain, photo, view
from vision.camera import View
from vision.cells import is_cell
from vision.network import EVERY_WAY, Turns
from vision.profile import Profile
from vision.reader import reader

Frame = NDArray[np.uint8]

CARRY = 0.8
"""Seconds that a hand is over the table for what it does."""


UP = 12.0
"""How far above the table the camera hangs: all of the sheet is in view."""


def seen_from(turn: float = 0.0) -> View:
    return view(tilt=0.1 + turn / 4, twist=0.05 + turn, up=UP)


@dataclass(frozen=True, slots=True)
class _Act:
    begin: float
    end: float
    before: Layout
    after: Layout
    under: tuple[str, ...]


class PaintedTable:
    """What lies on it, what a hand does, and how the camera over it hangs."""

    def __init__(self, rules: Rules[Any, Any], layout: Layout) -> None:
        self.rules, self._acts, self._now = rules, list[_Act](), 0.0
        self._start = layout
        self._view, self._light = seen_from(), 1.0
        self._known: tuple[object, Frame] | None = None

    @property
    def goal(self) -> Layout:
        return self._acts[-1].after if self._acts else self._start

    def show(self, layout: Layout, side: float = 0.0, pace: float = 1.0) -> float:
        """Hands change what lies there; gives when they are gone."""
        changed = [one.place for one in differences(self.goal, layout)]
        return self._add(layout, changed or ["b2"], CARRY)

    def reach(self, place: str, side: float = 0.0, stay: float = 1.0) -> float:
        """A hand comes, stays for a while, and goes."""
        return self._add(self.goal, [place], stay)

    def bump(self, turn: float) -> None:
        """The camera is knocked."""
        self._view = seen_from(turn)

    def dim(self, share: float) -> None:
        self._light *= share

    def frame(self, seconds: float) -> Frame:
        self._now = max(self._now, seconds)
        layout, under = self._start, tuple[str, ...]()
        for act in self._acts:
            if seconds >= act.end:
                layout = act.after
            elif seconds >= act.begin:
                done = (seconds - act.begin) / (act.end - act.begin)
                # the hand comes from one place to the next, so that something moves
                layout = act.before if done < 0.5 else act.after
                under = act.under[int(done * len(act.under)) :]
        key = (tuple(sorted((name, things) for name, things in layout.items())), under, self._view, self._light)
        if self._known is None or self._known[0] != key:
            self._known = key, self._painted(layout, under)
        return self._known[1]

    def _painted(self, layout: Layout, under: tuple[str, ...]) -> Frame:
        painted = photo(self.rules, layout, under, self._view)
        return painted if self._light == 1 else np.asarray(painted * self._light, np.uint8)

    def _add(self, after: Layout, under: list[str], stay: float) -> float:
        begin = max(self._now, self._acts[-1].end if self._acts else 0.0)
        self._acts.append(_Act(begin, begin + stay, self.goal, after, tuple(under)))
        return begin + stay


class PaintedCamera:
    """Frames of it, on the clock that it is given."""

    trouble = None
    is_stuck = False

    def __init__(self, table: PaintedTable, hours: Clock) -> None:
        self.table, self.now = table, hours
        self._sleep = hours.sleep
        self._last: tuple[Frame, Frame] | None = None

    def shot(self) -> Shot:
        self._sleep(1 / RATE)
        frame = self.table.frame(self.now())
        # a table on which nothing happens is one picture, and made small once
        if self._last is None or self._last[0] is not frame:
            self._last = frame, shrunk(frame)
        return Shot(self.now(), self._last[1], lambda: frame)

    def ease(self, is_calm: bool) -> None:
        """It has a pace of its own."""

    def wake(self) -> None:
        """It never waits."""

    def close(self) -> None:
        """There is nothing to close."""


class PlainSight(Sight):
    """Sees all but the cards: nothing is known of those."""

    def seen(self, picture: Any, found: Any, *, overlay: bool = False, turns: Turns = EVERY_WAY) -> Any:
        return self.reader.read(picture, found.view, found.certainty, overlay=overlay)


def sight_of(rules: Rules[Any, Any]) -> Sight:
    """Eyes for it, taught by one look at a table on which everything lies."""
    plan = rules.plan()
    profile = Profile("painted")
    for layout in _lessons(rules):
        profile = profile.with_photo(*photos_of(photo(rules, layout, seen=seen_from()), seen_from(), layout, plan))
    plain: Any = Plain()
    return PlainSight(rules, plan, plain, reader(plan, profile, plain))


def _lessons(rules: Rules[Any, Any]) -> list[Layout]:
    things = {
        one.kind: [other for other in rules.plan().things if other.kind == one.kind] for one in rules.plan().things
    }
    cells = [place for place in rules.plan().places if is_cell(place) and not place.overlay]
    found: list[Layout] = []
    for turn in range(2):
        layout: dict[str, tuple[Thing, ...]] = {}
        for number, place in enumerate(cells):
            on = [things.get(kind, []) for kind in place.kinds]
            layout[place.name] = tuple(some[(number + turn) % len(some)] for some in on if some)
        found.append(layout)
    return found


class PaintedRoom(Room):
    """A painted table with people at it, and the referee."""

    def _watched(self, settings: Settings) -> tuple[Any, Service]:
        rules = self.sitting.match.rules
        source = PaintedCamera(PaintedTable(rules, rules.layout(self.sitting.match.state)), self.hours)
        return source, Service(self.sitting, Watcher(Sights(rules, (sight_of(rules),))), source)
