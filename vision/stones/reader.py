"""What stands on the points of a board, and what lies beside it, in one frame."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from engine.table import TablePlan, Thing
from vision.camera import View
from vision.cut import Cut
from vision.profile import Profile
from vision.sighting import NOTHING, Belief, Sighting
from vision.stones.beside import Beside, Known
from vision.stones.lesson import Colours, colours
from vision.stones.light import FAR, STARTS, Named, light_of, named
from vision.stones.lines import lines
from vision.stones.loose import Around, around
from vision.stones.measuring import Doubles, Flags, Looks, logs, looks
from vision.stones.sought import Sought, owners_of, sought
from vision.stones.supply import stock
from vision.stones.table import beside, in_frame, pixels, points, stones, table_of

LEAST = 1e-4
"""The likelihood left to what was never shown, and to what looks like nothing that was."""
TELLING = 3
"""So many stones on the board tell the light in which those beside it are looked for."""
HIDDEN = 0.95
HALF = 0.5
ENDING = 6.0
"""How much it speaks against a bare point that the lines which lead to it end before they arrive."""


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """What a frame shows of a table."""

    frame: Cut
    view: View
    around: Around
    """The table around the board."""
    points: Looks
    ending: Flags
    """The points at which lines end."""
    covered: Flags
    """The points that something strange hides, unless it is a stone."""
    outside: Flags
    """The points that are not in the picture."""


@dataclass(frozen=True, slots=True, eq=False)
class StoneReader:
    """All that reading takes: the plan, and what a profile taught of its round things."""

    plan: TablePlan
    taught: Mapping[str, Colours]
    look_for: Mapping[str, Sought]
    """By kind, what is looked for beside the board."""

    def read(self, frame: Cut, view: View, certainty: float = 1.0, *, overlay: bool = False) -> Sighting:
        """What lies where. Boards of points have no overlay: nothing is told for one."""
        found: dict[str, Belief] = {}
        if not overlay:
            cut = table_of(frame, view, self.plan)
            shown = logs(cut)
            own = points(self.plan)
            seen, drawn = looks(shown, pixels(self.plan, own)), lines(shown, self.plan, own)
            outside = ~in_frame(view, own)
            table = _Table(
                frame, view, around(cut, self.plan), seen, drawn.end, drawn.covered(seen.ground), outside
            )
            for kind, things in stones(self.plan).items():
                found |= self._of_kind(kind, things, table)
        return Sighting(found, certainty, view)

    def _of_kind(self, kind: str, things: Sequence[Thing], table: _Table) -> dict[str, Belief]:
        taught, own = self.taught[kind], points(self.plan)
        light = light_of(taught, table.points)
        told = named(taught, table.points, light)
        bare = told.bare + ENDING * table.ending
        # a stone may hide the lines that lead to it, a bare point does not
        hidden = table.outside | table.covered & (Named(told.stones, bare).likely[:, -2] > HALF)
        far, counts = told.stones, np.zeros(0, np.intp)
        if taught.names:
            there = stock(self.plan, taught.names, is_all_seen=not hidden.any())
            is_told = int((far.min(axis=1) < told.bare).sum()) >= TELLING
            lights = (light,) if is_told else tuple(np.full(3, start) for start in STARTS)
            look = Beside(table.frame, table.view, self.plan, table.around, self.look_for[kind])
            far, counts = look.found(Known(far, np.minimum(bare, FAR), there), lights)
        found = {
            place.name: _belief(kind, things, taught.names, row, is_hidden)
            for place, row, is_hidden in zip(own, Named(far, bare).likely, hidden.tolist(), strict=True)
            if kind in place.kinds
        }
        return found | dict(
            self._beside(kind, things, Counter(dict(zip(taught.names, counts.tolist(), strict=True))))
        )

    def _beside(self, kind: str, things: Sequence[Thing], found: Counter[str]) -> Iterator[tuple[str, Belief]]:
        """What lies beside the board, owner by owner."""
        for owner in dict.fromkeys(thing.owner for thing in things):
            waiting = [thing.name for thing in things if thing.owner == owner for _ in range(found[thing.name])]
            trays = [place for place in beside(self.plan) if place.owner == owner and kind in place.kinds]
            for number, place in enumerate(trays):
                name = waiting[number] if number < len(waiting) else NOTHING
                yield place.name, _sure(kind, things, name)


def stone_reader(plan: TablePlan, profile: Profile) -> StoneReader:
    taught = colours(plan, profile)
    look_for = {kind: sought(taught[kind], owners_of(things)) for kind, things in stones(plan).items()}
    return StoneReader(plan, taught, look_for)


def _belief(kind: str, things: Sequence[Thing], names: Sequence[str], row: Doubles, is_hidden: bool) -> Belief:
    """How likely each thing is on a point; the last two of a row are nothing, and what looks like neither."""
    *stones, bare, other = row.tolist()
    hidden = HIDDEN if is_hidden else other
    told = dict.fromkeys([thing.name for thing in things], LEAST)
    told |= {name: share for name, share in zip(names, stones, strict=True) if share > LEAST}
    told[NOTHING] = bare if bare > LEAST else LEAST
    open_to, even = (1 - hidden) / sum(told.values()), hidden / len(told)
    return Belief({kind: {name: open_to * share + even for name, share in told.items()}}, hidden)


def _sure(kind: str, things: Sequence[Thing], name: str) -> Belief:
    told = {thing.name: LEAST for thing in things} | {NOTHING: LEAST}
    told[name] = 1 - LEAST * len(things)
    return Belief({kind: told})
