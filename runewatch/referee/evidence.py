"""What a sighting says for or against a layout."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
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

GRAIN = 4096
"""Losses are told in such fractions, so that their sums are the same in whatever order they are made."""

Things = tuple[Thing, ...]
Names = tuple[str, ...]


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
        there: dict[str, set[str]] = {}
        for thing in things:
            there.setdefault(thing.kind, set()).add(thing.name)
        if not there.keys() <= self.kinds.keys():
            return -math.log(FLOOR)
        # of several things of a kind sight tells one: any of them will do
        total = sum(
            _log(sum(likely.get(name, 0.0) for name in there.get(kind, (NOTHING,))))
            for kind, likely in self.kinds.items()
        )
        return round(max(0.0, self.best - total) * GRAIN) / GRAIN


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A layout held against what was seen."""

    layout: Layout
    loss: float
    """How much less likely it is than the likeliest there could be: a logarithm, 0 or more."""
    against: Names
    """The places that clearly look otherwise."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """All places that were seen. What was hidden is left out: it speaks neither for nor against anything."""

    places: Mapping[str, Seen]
    alike: tuple[Names, ...] = ()
    """Places among which it means nothing where a thing lies."""
    told: dict[tuple[Names, tuple[Things, ...]], tuple[float, Names, tuple[Things, ...]]] = field(
        default_factory=dict, repr=False
    )
    """What was worked out already: the loss, the places against it, and how the things are placed best."""

    @cached_property
    def groups(self) -> Mapping[str, Names]:
        """The places that are weighed with each place: those that are alike, or the place alone."""
        alone = {name: (name,) for name in self.places}
        return alone | {name: names for names in self.alike for name in names}

    def placed(self, layout: Layout) -> Layout:
        """The layout with the things on places that are alike where they are seen best."""
        found = dict(layout)
        for names in self.alike:
            found.update(zip(names, self._weighed(names, layout)[2], strict=True))
        return found

    def weigh(self, layout: Layout, near: Weighed | None = None) -> Weighed:
        """How well a layout agrees with what was seen. From one that is ``near`` it is told sooner."""
        loss, against = (near.loss, near.against) if near else (0.0, ())
        for names in self._changed(layout, near):
            more, new, _ = self._weighed(names, layout)
            loss += more
            if near:
                loss -= self._weighed(names, near.layout)[0]
                against = tuple(name for name in against if name not in names)
            against += new
        return Weighed(layout, loss, against)

    def _changed(self, layout: Layout, near: Weighed | None) -> Iterable[Names]:
        """What is to be weighed anew."""
        if near is None:
            return dict.fromkeys(self.groups.values())
        was, groups = near.layout, self.groups
        changed = [name for name, things in layout.items() if was.get(name) is not things]
        changed += was.keys() - layout.keys()
        return {groups[name] for name in changed if name in groups}

    def _weighed(self, names: Names, layout: Layout) -> tuple[float, Names, tuple[Things, ...]]:
        here = tuple([layout.get(name, ()) for name in names])
        known = self.told.get((names, here))
        if known is None:
            ways = ((*self._loss(names, way), way) for way in permutations(here))
            known = self.told[names, here] = min(ways, key=lambda way: way[0])
        return known

    def _loss(self, names: Names, things: tuple[Things, ...]) -> tuple[float, Names]:
        losses = {
            name: self.places[name].loss(one)
            for name, one in zip(names, things, strict=True)
            if name in self.places
        }
        return sum(losses.values()), tuple(name for name, loss in losses.items() if loss > AGAINST)


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
