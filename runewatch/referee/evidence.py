"""What a sighting says for or against a layout."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations
from typing import NamedTuple

from engine.table import Layout, TablePlan, Thing
from runewatch.referee.heaping import (
    FLOOR,
    GRAIN,
    Names,
    Pair,
    SeenHeap,
    Things,
    believed,
    open_things,
    seen_heap,
)
from vision.sighting import NOTHING, Belief, Heap, Sighting

AGAINST = math.log(20)
"""A place that looks so many times likelier to hold something else speaks against a layout."""
PERHAPS = 0.15
"""A thing this likely may well be there."""
HIDDEN = 0.5
"""A place likelier hidden than this says nothing."""

CLEARLY = 1 << 40
"""Counts the places that speak against a layout, above all that losses add up to."""
MOST_KNOWN = 1024
"""So many contents of a place are remembered at a time; a game may make the same ones anew for each layout."""

MOST_ALIKE = 6
"""Among more places than this nobody counts the ways in which things may lie: such heaps are no evidence."""

_Known = dict[object, tuple[int, object]]
"""What contents weigh, by the number of the object, and the object itself."""


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
        # where nobody knows what lies, anything may, or nothing yet
        unknown = {thing.kind for thing in things if thing.unknown}
        # of several things of a kind sight tells one: any of them will do
        total = sum(
            _most(likely)
            if kind in unknown
            else believed(sum(likely.get(name, 0.0) for name in there.get(kind, (NOTHING,))))
            for kind, likely in self.kinds.items()
        )
        return round(max(0.0, self.best - total) * GRAIN) / GRAIN


class Weighed(NamedTuple):
    """What a layout held against what was seen comes to."""

    loss: float
    """How much less likely it is than the likeliest there could be: a logarithm, 0 or more."""
    fits: bool
    """No place clearly looks otherwise."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """All places that were seen. What was hidden is left out: it speaks neither for nor against anything.

    A search weighs thousands of layouts, so what any contents of a place weigh is worked out once. It is found
    again by which object they are, far sooner than by what they are equal to; layouts of a game mostly share them.
    """

    places: Mapping[str, Seen | SeenHeap]
    alike: tuple[Names, ...] = ()
    """Places among which it means nothing where a thing lies."""

    @cached_property
    def _single(self) -> Mapping[str, _Known]:
        """What is known of each place that is weighed by itself."""
        together = {name for names in self.alike for name in names}
        return {name: {} for name in self.places if name not in together}

    @cached_property
    def _together(self) -> tuple[Names, _Known]:
        """The same for all that are alike, told at once."""
        return tuple(name for names in self.alike for name in names), {}

    @cached_property
    def _bare(self) -> int:
        """What a table weighs on which nothing lies, as far as places are weighed by themselves."""
        return sum(_weight(self.places[name].loss(())) for name in self._single)

    def weigh(self, layout: Layout) -> Weighed:
        """How well a layout agrees with what was seen."""
        total, single = self._bare, self._single
        for name, things in layout.items():
            known = single.get(name)
            if known is not None:
                found = known.get(id(things))
                total += self._more(name, things, known) if found is None else found[0]
        names, known = self._together
        here = [layout.get(name, ()) for name in names]
        found = known.get(tuple(map(id, here)))
        total += self._of_all(layout, here, known) if found is None else found[0]
        return Weighed((total & CLEARLY - 1) / GRAIN, total < CLEARLY)

    def against(self, layout: Layout) -> Names:
        """The places that clearly look otherwise, whichever way things lie on those that are alike."""
        laid = self.placed(layout)
        return tuple(name for name, seen in self.places.items() if seen.loss(laid.get(name, ())) > AGAINST)

    def open_to(self, plan: TablePlan) -> Mapping[str, list[Things]]:
        """What each place that was seen may well hold, the likeliest first."""
        return {
            name: options(plan, Belief(seen.kinds)) if isinstance(seen, Seen) else [seen.heap.things(plan)]
            for name, seen in self.places.items()
        }

    def placed(self, layout: Layout) -> Layout:
        """The layout with the things on places that are alike where they are seen best."""
        found = dict(layout)
        for names in self.alike:
            found.update(zip(names, self._best(names, layout), strict=True))
        return found

    def _more(self, name: str, things: Things, known: _Known) -> int:
        """What these contents weigh beyond an empty place."""
        seen = self.places[name]
        return _kept(known, id(things), _weight(seen.loss(things)) - _weight(seen.loss(())), things)

    def _of_all(self, layout: Layout, here: list[Things], known: _Known) -> int:
        weight = sum(self._weight_of(names, self._best(names, layout)) for names in self.alike)
        return _kept(known, tuple(map(id, here)), weight, here)

    def _best(self, names: Names, layout: Layout) -> tuple[Things, ...]:
        ways = permutations(layout.get(name, ()) for name in names)
        return min(ways, key=lambda way: self._weight_of(names, way) & CLEARLY - 1)

    def _weight_of(self, names: Names, way: tuple[Things, ...]) -> int:
        told = ((self.places.get(name), things) for name, things in zip(names, way, strict=True))
        return sum(_weight(seen.loss(things)) for seen, things in told if seen)


def _weight(loss: float) -> int:
    """A loss in grains, and one ``CLEARLY`` more if it speaks against what lies there: sums of both are exact."""
    return round(loss * GRAIN) + (CLEARLY if loss > AGAINST else 0)


def _kept(known: _Known, key: object, weight: int, things: object) -> int:
    """Remembers a weight, and the things: the number of an object that is gone may become that of another."""
    if len(known) >= MOST_KNOWN:
        known.clear()
    known[key] = weight, things
    return weight


def evidence(
    plan: TablePlan, sighting: Sighting, mistaken: Mapping[str, Sequence[Pair]] | None = None
) -> Evidence:
    """What a sighting says about every place that it shows; how a pointer lies is no part of a state.

    ``mistaken`` is what people told to be misread, place by place.
    """
    wrong, open_to = mistaken or {}, open_things(plan)
    pointers = {thing.kind for thing in plan.things if thing.turn is not None}
    heaped = {name for names in plan.alike if len(names) > MOST_ALIKE for name in names}
    names = {place.name for place in plan.places if not pointers.issuperset(place.kinds)} - heaped
    places: dict[str, Seen | SeenHeap] = {
        name: _seen(belief, wrong.get(name, ()))
        for name, belief in sighting.places.items()
        if name in names and belief.kinds and belief.hidden <= HIDDEN
    }
    for name, heap in sighting.heaps.items():
        if heap.hidden <= HIDDEN:
            places[name] = seen_heap(heap, open_to, wrong.get(name, ()))
    return Evidence(places, tuple(names for names in plan.alike if len(names) <= MOST_ALIKE))


def _seen(belief: Belief, mistaken: Sequence[Pair]) -> Seen:
    """What was misread is as likely as what it was taken for."""
    kinds = {
        kind: {
            **likely,
            **{
                told: likely[belief.best(kind)[0]]
                for told, taken in mistaken
                if told in likely and taken == belief.best(kind)[0]
            },
        }
        for kind, likely in belief.kinds.items()
    }
    return Seen(kinds, sum(_most(likely) for likely in kinds.values()))


def likeliest(plan: TablePlan, sighting: Sighting) -> Layout:
    """What the table looks like, place by place; hidden places are left out."""
    things = {thing.name: thing for thing in plan.things}
    found: dict[str, Things] = {}
    for name, belief in sighting.places.items():
        here = tuple(_found(belief, things))
        if here and belief.hidden <= HIDDEN:
            found[name] = here
    for name, heap in sighting.heaps.items():
        if heap.each and heap.hidden <= HIDDEN:
            found[name] = heap.things(plan)
    return found


def vouched_for(plan: TablePlan, seen: Mapping[str, Belief], heaps: Mapping[str, Heap]) -> frozenset[str]:
    """The places of which is known what lies there, by what is seen."""
    unknown = {thing.name for thing in plan.things if thing.unknown}
    return frozenset(
        name
        for name, belief in seen.items()
        if belief.hidden <= HIDDEN and not any(belief.best(kind)[0] in unknown for kind in belief.kinds)
    ) | frozenset(name for name, heap in heaps.items() if heap.hidden <= HIDDEN)


def unvouched(plan: TablePlan, relied: Collection[str]) -> tuple[TablePlan, ...]:
    """The sheets of which nothing is known by what is seen."""
    return tuple(one for one in plan.sheets if not any(place.name in relied for place in one.places))


def known_before(was: Layout, plan: TablePlan, seen: Mapping[str, Belief]) -> Layout:
    """A layout with what is seen where nobody knew what would lie there."""
    unknown = {name for name, things in was.items() if any(thing.unknown for thing in things)}
    if not unknown:
        return was
    shown = likeliest(plan, Sighting(seen, 1.0))
    return {name: shown.get(name, ()) if name in unknown else things for name, things in was.items()}


def options(plan: TablePlan, belief: Belief) -> list[Things]:
    """What a place may well hold, the likeliest first."""
    things = {thing.name: thing for thing in plan.things}
    found: list[tuple[float, Things]] = [(0.0, ())]
    for likely in belief.kinds.values():
        least = min(PERHAPS, max(likely.values(), default=0.0))
        open_to = [(name, believed(p)) for name, p in likely.items() if p >= least]
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
    ) | frozenset(
        (name, "hidden") if heap.hidden > HIDDEN else (name, *sorted(one.best for one in heap.each))
        for name, heap in sighting.heaps.items()
    )


def shows(sighting: Sighting, names: Collection[str]) -> bool:
    """Whether any of these places is in view."""
    told: dict[str, Belief | Heap] = {**sighting.places, **sighting.heaps}
    return any(name in told and told[name].hidden <= HIDDEN for name in names)


def _found(belief: Belief, things: Mapping[str, Thing]) -> Iterator[Thing]:
    for kind in belief.kinds:
        name, _ = belief.best(kind)
        if name != NOTHING:
            yield things[name]


def _most(likely: Mapping[str, float]) -> float:
    return believed(max(likely.values(), default=1.0))
