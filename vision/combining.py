"""Several still frames read as one: what each saw, and no more certainty than the best of them had."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.sighting import Belief, Heap, Sighting

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
    names = dict.fromkeys(name for sighting in sightings for name in sighting.places)
    places = {
        name: _belief([(seen.places[name], seen.certainty) for seen in sightings if name in seen.places])
        for name in names
    }
    sure = np.array([sighting.certainty for sighting in sightings])
    certainty = float((sure**2).sum() / sure.sum()) if sure.any() else 0.0
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
    asked = [
        (belief.kinds[kind], weight)
        for (belief, _), weight in zip(told, weights, strict=True)
        if kind in belief.kinds
    ]
    things = list(dict.fromkeys(thing for chances, _ in asked for thing in chances))
    each = np.array([[chances.get(thing, 0.0) for thing in things] for chances, _ in asked])
    share = np.array([weight for _, weight in asked])
    share = share / share.sum() if share.any() else np.full(len(asked), 1 / len(asked))
    most = each[share > 0].max(axis=0)
    together = np.where(most > 0, np.exp(share @ np.log(np.maximum(each, _FLOOR))), 0)
    chances = _capped(together / together.sum(), share @ each, most)
    return dict(zip(things, (float(chance) for chance in chances), strict=True))


def _capped(
    together: NDArray[np.float64], mean: NDArray[np.float64], most: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The averaged odds, drawn towards the plain mean until they are nowhere above what some frame said."""
    # frames that are the very same differ by rounding alone, which leaves nothing to draw towards
    over = together > most + _ROUNDING
    if not over.any():
        return together
    pull = ((together - most)[over] / (together - mean)[over]).max()
    return np.asarray(together + pull * (mean - together), np.float64)
