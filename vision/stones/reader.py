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
from vision.stones.lesson import Colours, colours
from vision.stones.light import FAR, STARTS, Named, light_of, named
from vision.stones.lines import Flags, lines
from vision.stones.loose import apart, coloured
from vision.stones.measuring import Doubles, Floats, Looks, logs, looks
from vision.stones.supply import prices
from vision.stones.table import beside, in_frame, pixels, points, stones, table_of

LEAST = 1e-4
"""The likelihood left to what was never shown, and to what looks like nothing that was."""
BESIDE = 30.0
"""Beside the board, what is further from every stone than this is none."""
FADING = 8.0
"""Of spots too close together, one so much further from every stone counts for a third of the other."""
TELLING = 3
"""So many stones on the board tell the light in which those beside it are looked for."""
HIDDEN = 0.95
HALF = 0.5
ENDING = 6.0
"""How much it speaks against a bare point that the lines which lead to it end before they arrive."""


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """What a frame shows of a table."""

    shown: Floats
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

    def read(self, frame: Cut, view: View, certainty: float = 1.0, *, overlay: bool = False) -> Sighting:
        """What lies where. Boards of points have no overlay: nothing is told for one."""
        found: dict[str, Belief] = {}
        if not overlay:
            shown = logs(table_of(frame, view, self.plan))
            own = points(self.plan)
            seen, drawn = looks(shown, pixels(self.plan, own)), lines(shown, self.plan, own)
            table = _Table(
                shown,
                seen,
                drawn.end,
                drawn.covered(seen.ground),
                ~in_frame(view, own),
            )
            for kind, things in stones(self.plan).items():
                found |= self._of_kind(kind, things, table)
        return Sighting(found, certainty, view)

    def _of_kind(self, kind: str, things: Sequence[Thing], table: _Table) -> dict[str, Belief]:
        taught, own = self.taught[kind], points(self.plan)
        told = self._named(taught, table)
        bare = told.bare + np.pad(ENDING * table.ending, (0, len(told.bare) - len(own)))
        told = self._settled(taught.names, Named(told.stones, bare), len(own))
        likely = told.likely
        # a stone may hide the lines that lead to it, a bare point does not
        hidden = table.outside | table.covered & (likely[: len(own), -2] > HALF)
        found = {
            place.name: _belief(kind, things, taught.names, row, is_hidden)
            for place, row, is_hidden in zip(own, likely, hidden.tolist(), strict=False)
            if kind in place.kinds
        }
        loose = _loose(taught.names, Named(told.stones[len(own) :], told.bare[len(own) :]))
        return found | dict(self._beside(kind, things, loose))

    def _named(self, taught: Colours, table: _Table) -> Named:
        """How the points, and after them the spots beside the board, go with each name."""
        if not taught.names:
            return named(taught, table.points, np.zeros(3))
        light = light_of(taught, table.points)
        first = named(taught, table.points, light)
        is_told = int((first.stones.min(axis=1) < first.bare).sum()) >= TELLING
        lights = (light,) if is_told else tuple(np.full(3, start) for start in STARTS)
        around, light, _ = max((self._around(taught, table, one) for one in lights), key=lambda found: found[2])
        every = table.points.and_also(around)
        return named(taught, every, light_of(taught, every, light))

    def _around(self, taught: Colours, table: _Table, light: Doubles) -> tuple[Looks, Doubles, float]:
        """What looks like stones beside the board in a light, that light, and how much speaks for them."""
        at = coloured(table.shown, self.plan, taught, light)
        seen = looks(table.shown, at)
        told = named(taught, seen, light)
        far = told.stones.min(axis=1)
        likely = np.where(far < np.minimum(told.bare, BESIDE), np.exp(-far / FADING), 0.0)
        kept = apart(at, likely)
        return seen.only(kept), light, float(likely[kept].sum())

    def _settled(self, names: Sequence[str], told: Named, own: int) -> Named:
        """The same, with no more of a thing than the box holds; what lies beside the board is never bare."""
        most = [
            next((one.count for one in self.plan.supply if name in one.things), len(told.bare)) for name in names
        ]
        other = np.minimum(told.bare, FAR)
        other[own:] = np.minimum(other[own:], BESIDE)
        wanted = told.stones.min(axis=1, initial=np.inf) < other
        return Named(told.stones + prices(told.stones[wanted], other[wanted], most), told.bare)

    def _beside(self, kind: str, things: Sequence[Thing], found: Counter[str]) -> Iterator[tuple[str, Belief]]:
        """What lies beside the board, owner by owner."""
        for owner in dict.fromkeys(thing.owner for thing in things):
            waiting = [thing.name for thing in things if thing.owner == owner for _ in range(found[thing.name])]
            trays = [place for place in beside(self.plan) if place.owner == owner and kind in place.kinds]
            for number, place in enumerate(trays):
                name = waiting[number] if number < len(waiting) else NOTHING
                yield place.name, _sure(kind, things, name)


def stone_reader(plan: TablePlan, profile: Profile) -> StoneReader:
    return StoneReader(plan, colours(plan, profile))


def _belief(kind: str, things: Sequence[Thing], names: Sequence[str], row: Doubles, is_hidden: bool) -> Belief:
    """How likely each thing is on a point; the last two of a row are nothing, and what looks like neither."""
    other = float(row[-1])
    hidden = HIDDEN if is_hidden else other
    shares = dict(zip(names, row[:-2].tolist(), strict=True))
    told = {thing.name: max(shares.get(thing.name, 0.0), LEAST) for thing in things}
    told[NOTHING] = max(float(row[-2]), LEAST)
    total = sum(told.values())
    even = hidden / len(told)
    return Belief({kind: {name: (1 - hidden) * p / total + even for name, p in told.items()}}, hidden)


def _sure(kind: str, things: Sequence[Thing], name: str) -> Belief:
    told = {thing.name: LEAST for thing in things} | {NOTHING: LEAST}
    told[name] = 1 - LEAST * len(things)
    return Belief({kind: told})


def _loose(names: Sequence[str], told: Named) -> Counter[str]:
    """The stones among the spots beside the board."""
    if not names:
        return Counter()
    best = told.stones.argmin(axis=1)
    near = told.stones.min(axis=1)
    kept = near < np.minimum(told.bare, BESIDE)
    return Counter(names[number] for number in best[kept])
