"""Several still frames read as one: what each saw, and no more certainty than the best of them had."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

from vision.sighting import Belief, Heap, Sighting, joined

_FLOOR = 1e-4
"""No frame alone can rule a thing out."""
_ROUNDING = 1e-9
_SHOWN = 4
"""One frame in so many must show a place for it to count as seen."""

Chances = Mapping[str, float]


def combine(sightings: Sequence[Sighting]) -> Sighting:
    """One sighting from several of the same table at rest.

    Frames of a camera that stands still err alike, so they are not counted as independent witnesses: their odds
    are averaged, and nothing becomes likelier than some frame had it. A place hidden in some takes the others'.
    """
    if not sightings:
        raise ValueError("there is nothing to combine")
    if len(sightings) == 1:
        return sightings[0]
    if any(sighting.sheets for sighting in sightings):
        each = zip(*(sighting.sheets for sighting in sightings), strict=True)
        seen = [[one for one in some if one is not None] for some in each]
        return joined([combine(some) if some else None for some in seen])
    names = dict.fromkeys(name for sighting in sightings for name in sighting.places)
    places = {
        name: _belief([(seen.places[name], seen.certainty) for seen in sightings if name in seen.places])
        for name in names
    }
    sure = [sighting.certainty for sighting in sightings]
    certainty = sum(one * one for one in sure) / sum(sure) if any(sure) else 0.0
    best = max(reversed(sightings), key=lambda sighting: (sighting.view is not None, sighting.certainty))
    return Sighting(places, certainty, best.view, _heaps(sightings))


def _heaps(sightings: Sequence[Sighting]) -> dict[str, Heap]:
    """Each heap as most frames read it, the latest of those: what lies in no order cannot be averaged."""
    names = dict.fromkeys(name for sighting in sightings for name in sighting.heaps)
    return {name: _commonest([seen.heaps[name] for seen in sightings if name in seen.heaps]) for name in names}


def _commonest(heaps: Sequence[Heap]) -> Heap:
    hidden = sorted(heap.hidden for heap in heaps)[len(heaps) // _SHOWN]
    told = [tuple(sorted(one.best for one in heap.each)) for heap in heaps]
    counted = Counter(told)
    number = max(range(len(heaps)), key=lambda i: (counted[told[i]], i))
    return Heap(heaps[number].each, hidden)


def _belief(told: Sequence[tuple[Belief, float]]) -> Belief:
    """What the frames together believe of one place, each weighed by its certainty and by how openly it saw it."""
    hidden = sorted(belief.hidden for belief, _ in told)[len(told) // _SHOWN]
    weights = [certainty * (1 - belief.hidden) for belief, certainty in told]
    if not any(weights):
        weights = [1.0] * len(told)
    kinds = dict.fromkeys(kind for belief, _ in told for kind in belief.kinds)
    return Belief({kind: _pooled(kind, told, weights) for kind in kinds}, hidden)


def _pooled(kind: str, told: Sequence[tuple[Belief, float]], weights: Sequence[float]) -> Chances:
    # a few numbers at a time, which arrays would only make slower
    asked = [
        (belief.kinds[kind], weight)
        for (belief, _), weight in zip(told, weights, strict=True)
        if kind in belief.kinds
    ]
    total = sum(weight for _, weight in asked)
    shares = [weight / total if total else 1 / len(asked) for _, weight in asked]
    each = {
        thing: [
            (chances.get(thing, 0.0), share) for (chances, _), share in zip(asked, shares, strict=True) if share
        ]
        for thing in dict.fromkeys(thing for chances, _ in asked for thing in chances)
    }
    most = {thing: max(chance for chance, _ in seen) for thing, seen in each.items()}
    odds = {thing: _averaged(seen) if most[thing] > 0 else 0.0 for thing, seen in each.items()}
    every = sum(odds.values())
    together = {thing: share / every for thing, share in odds.items()}
    mean = {thing: sum(chance * share for chance, share in seen) for thing, seen in each.items()}
    return _capped(together, mean, most)


def _averaged(seen: Sequence[tuple[float, float]]) -> float:
    return math.exp(sum(share * math.log(max(chance, _FLOOR)) for chance, share in seen))


def _capped(together: Chances, mean: Chances, most: Chances) -> Chances:
    """The averaged odds, drawn towards the plain mean until they are nowhere above what some frame said."""
    # frames that are the very same differ by rounding alone, which leaves nothing to draw towards
    over = [thing for thing, chance in together.items() if chance > most[thing] + _ROUNDING]
    if not over:
        return together
    pull = max((together[thing] - most[thing]) / (together[thing] - mean[thing]) for thing in over)
    return {thing: chance + pull * (mean[thing] - chance) for thing, chance in together.items()}
