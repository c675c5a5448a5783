"""What was seen: for every place how likely each thing is, whether it is hidden, and how sure the geometry is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.table import TablePlan, Thing
    from vision.camera import View

NOTHING = ""
"""The name under which a belief keeps how likely it is that no thing of a kind is there."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What one place may hold: for each kind of thing that can be there, how likely each is. They sum to one."""

    kinds: Mapping[str, Mapping[str, float]]
    hidden: float = 0.0
    """How likely it is that a hand, an arm or a cup covers the place. What is hidden is not known."""

    def best(self, kind: str) -> tuple[str, float]:
        """The likeliest thing of a kind, or NOTHING, and how likely it is.

        First whether something is there at all: five things may share what makes nothing unlikely.
        """
        likely = self.kinds[kind]
        things = {name: share for name, share in likely.items() if name != NOTHING}
        if not things or likely.get(NOTHING, 0.0) > sum(things.values()):
            return NOTHING, likely.get(NOTHING, 0.0)
        return max(things.items(), key=lambda item: item[1])


@dataclass(frozen=True, slots=True)
class One:
    """One of the things that lie side by side: how likely it is each thing, NOTHING if there is perhaps none.

    ``doubts`` are reasons to ask people about it. ``at`` is where it lies, in the plan's units, if that is told.
    """

    likely: Mapping[str, float]
    doubts: tuple[str, ...] = ()
    at: tuple[float, float] | None = None

    @property
    def best(self) -> str:
        """What it most likely is, if it is anything."""
        return max(
            (name for name in self.likely if name != NOTHING), key=lambda name: self.likely[name], default=NOTHING
        )


@dataclass(frozen=True, slots=True)
class Heap:
    """What lies on a place where many things lie side by side, in no order."""

    each: tuple[One, ...] = ()
    hidden: float = 0.0

    def things(self, plan: TablePlan) -> tuple[Thing, ...]:
        """What it most likely holds, in the order of names."""
        known = {thing.name: thing for thing in plan.things}
        return tuple(known[name] for name in sorted(one.best for one in self.each))


@dataclass(frozen=True, slots=True)
class Sighting:
    """One frame, or several still ones together, read."""

    places: Mapping[str, Belief]
    certainty: float
    """How sure it is that the board lies where it was taken to lie, 0 to 1."""
    view: View | None = field(default=None, repr=False)
    heaps: Mapping[str, Heap] = field(default_factory=dict)
    """The places where many things may lie."""
    sheets: tuple[Sighting | None, ...] = ()
    """What each of several sheets shows, in the plan's order; None for one that is not in view."""


def joined(sheets: Sequence[Sighting | None]) -> Sighting:
    """The sighting of a table of several sheets; of one that is not in view nothing is told."""
    seen = [one for one in sheets if one is not None]
    return Sighting(
        {name: belief for one in seen for name, belief in one.places.items()},
        min((one.certainty for one in seen), default=0.0),
        None,
        {name: heap for one in seen for name, heap in one.heaps.items()},
        tuple(sheets),
    )
