"""What a sighting says for or against a layout."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import permutations

from engine.table import Layout, TablePlan, Thing
from vision.sighting import NOTHING, Belief, Sighting

FLOOR = 1e-3
"""Nothing seen rules a thing out: a place may have been misread."""
AGAINST = math.log(20)
"""A place that looks so many times likelier to hold something else speaks against a layout."""
PERHAPS = 0.15
"""A thing this likely may well be there."""
HIDDEN = 0.5
"""A place likelier hidden than this says nothing."""

Things = tuple[Thing, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One place: how likely each thing of each kind is, and how likely at most the whole of it."""

    kinds: Mapping[str, Mapping[str, float]]
    best: float
    """The logarithm of what the likeliest contents reach."""
    told: dict[Things, float] = field(default_factory=dict)
    """What was worked out already."""

    def loss(self, things: Things) -> float:
        """How much less likely these contents are than the likeliest: a logarithm, 0 or more."""
        found = self.told.get(things)
        if found is None:
            found = self.told[things] = self._loss(things)
        return found

    def _loss(self, things: Things) -> float:
        names = {thing.kind: thing.name for thing in things}
        if len(names) < len(things) or not names.keys() <= self.kinds.keys():
            return -math.log(FLOOR)
        total = sum(_log(likely.get(names.get(kind, NOTHING), 0.0)) for kind, likely in self.kinds.items())
        return max(0.0, self.best - total)


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """All places that were seen. What was hidden is left out: it speaks neither for nor against anything."""

    places: Mapping[str, Seen]
    alike: tuple[tuple[str, ...], ...] = ()
    """Places among which it means nothing where a thing lies."""
    told: dict[tuple[Things, ...], tuple[Things, ...]] = field(default_factory=dict, repr=False)
    """How things are placed best, worked out already."""

    def placed(self, layout: Layout) -> Layout:
        """The layout with the things on places that are alike where they are seen best."""
        found = dict(layout)
        for names in self.alike:
            here = tuple(layout.get(name, ()) for name in names)
            best = self.told.get(here)
            if best is None:
                best = self.told[here] = min(permutations(here), key=lambda way: self._loss(names, way))
            found.update(zip(names, best, strict=True))
        return found

    def _loss(self, names: tuple[str, ...], things: tuple[Things, ...]) -> float:
        laid = zip(names, things, strict=True)
        return sum(self.places[name].loss(one) for name, one in laid if name in self.places)

    def weigh(self, layout: Layout) -> tuple[float, tuple[str, ...]]:
        """How much less likely a layout is than the likeliest there could be (a logarithm, 0 or more).

        And the places that clearly look otherwise.
        """
        total, against = 0.0, []
        get = (self.placed(layout) if self.alike else layout).get
        for name, seen in self.places.items():
            things = get(name, ())
            loss = seen.told.get(things)
            if loss is None:
                loss = seen.loss(things)
            total += loss
            if loss > AGAINST:
                against.append(name)
        return total, tuple(against)


def evidence(plan: TablePlan, sighting: Sighting) -> Evidence:
    """What a sighting says about every place that it shows; how a pointer lies is no part of a state."""
    pointers = {thing.kind for thing in plan.things if thing.turn is not None}
    names = {place.name for place in plan.places if not pointers.issuperset(place.kinds)}
    return Evidence(
        {
            name: Seen(belief.kinds, sum(_most(likely) for likely in belief.kinds.values()))
            for name, belief in sighting.places.items()
            if name in names and belief.kinds and belief.hidden <= HIDDEN
        },
        plan.alike,
    )


def likeliest(plan: TablePlan, sighting: Sighting) -> Layout:
    """What the table looks like, place by place; hidden places are left out."""
    things = {thing.name: thing for thing in plan.things}
    found: dict[str, Things] = {}
    for name, belief in sighting.places.items():
        here = tuple(_found(belief, things))
        if here and belief.hidden <= HIDDEN:
            found[name] = here
    return found


def options(plan: TablePlan, belief: Belief) -> list[Things]:
    """What a place may well hold, the likeliest first."""
    things = {thing.name: thing for thing in plan.things}
    found: list[tuple[float, Things]] = [(0.0, ())]
    for likely in belief.kinds.values():
        open_to = [(name, _log(p)) for name, p in likely.items() if p >= PERHAPS]
        found = [
            (told + chance, (*here, things[name]) if name != NOTHING else here)
            for told, here in found
            for name, chance in open_to
        ]
    return [here for _, here in sorted(found, key=lambda one: -one[0])]


def gist(sighting: Sighting) -> frozenset[tuple[str, ...]]:
    """What every place looks most like: two sightings with the same gist show the same table."""
    return frozenset(
        (name, "hidden") if belief.hidden > HIDDEN else (name, *(belief.best(kind)[0] for kind in belief.kinds))
        for name, belief in sighting.places.items()
    )


def shows(sighting: Sighting, names: Collection[str]) -> bool:
    """Whether any of these places is in view."""
    return any(name in sighting.places and sighting.places[name].hidden <= HIDDEN for name in names)


def _found(belief: Belief, things: Mapping[str, Thing]) -> Iterator[Thing]:
    for kind in belief.kinds:
        name, _ = belief.best(kind)
        if name != NOTHING:
            yield things[name]


def _most(likely: Mapping[str, float]) -> float:
    return _log(max(likely.values(), default=1.0))


def _log(likely: float) -> float:
    return math.log(max(likely, FLOOR))
