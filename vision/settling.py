"""Beliefs about single places, settled by what the box holds: two neutral tiles are unlikely where there is one.

Over all places of a kind the likelihood of every way to fill them is weighed by how well it goes with the supply,
exactly, by counting from place to place how many pieces of each sort are used up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from engine.table import Supply
from vision.sighting import Belief

_EXTRA = 0.02
"""How likely it is, next to as many as there are, that there are more: pieces of another box."""
_MISSING = 0.05
"""How likely it is that one that belongs on the table is just not there: in a hand, on the floor."""
_HIDDEN = 0.5
"""A place likelier hidden than this is not told by what is left over: nobody saw it."""

Counts = NDArray[np.float64]
"""How likely each combination of counts is, an axis for each sort; the last of an axis is more than there are."""


def settled(places: Mapping[str, Belief], supply: Sequence[Supply]) -> dict[str, Belief]:
    """The beliefs, each seen together with all others."""
    found = dict(places)
    for kind in dict.fromkeys(kind for belief in places.values() for kind in belief.kinds):
        there = [name for name, belief in found.items() if kind in belief.kinds]
        known = {name for place in there for name in found[place].kinds[kind]}
        meant = [one for one in supply if known.issuperset(one.things)]
        if meant:
            chances = _settled([found[name].kinds[kind] for name in there], meant)
            for name, likely in zip(there, chances, strict=True):
                belief = found[name]
                if belief.hidden <= _HIDDEN:
                    found[name] = Belief({**belief.kinds, kind: likely}, belief.hidden)
    return found


def _settled(told: Sequence[Mapping[str, float]], supply: Sequence[Supply]) -> list[dict[str, float]]:
    """One kind's chances on each of its places."""
    sorts = {name: axis for axis, one in enumerate(supply) for name in one.things}
    shares = [_shares(chances, sorts, len(supply)) for chances in told]
    before = _forward(shares, supply)
    found: list[dict[str, float]] = [{} for _ in told]
    after = _weights(supply)
    for i in range(len(told) - 1, -1, -1):
        fits = [before[i], *(_used(before[i], axis) for axis in range(len(supply)))]
        weighed = {name: p * float((fits[sorts.get(name, -1) + 1] * after).sum()) for name, p in told[i].items()}
        total = sum(weighed.values())
        found[i] = {name: p / total for name, p in weighed.items()} if total > 0 else dict(told[i])
        after = _back(after, shares[i])
    return found


def _shares(chances: Mapping[str, float], sorts: Mapping[str, int], count: int) -> Counts:
    """How likely a place uses up none of the supply, or one of each sort."""
    found = np.zeros(count + 1)
    for name, p in chances.items():
        found[sorts.get(name, -1) + 1] += p
    return found


def _forward(shares: Sequence[Counts], supply: Sequence[Supply]) -> list[Counts]:
    """How likely each combination of counts is before each place."""
    now = np.zeros([one.count + 2 for one in supply])
    now[(0,) * len(supply)] = 1.0
    found = []
    for share in shares:
        found.append(now)
        now = share[0] * now + sum(share[axis + 1] * _used(now, axis) for axis in range(len(supply)))
        now = now / max(now.sum(), 1e-300)
    return found


def _weights(supply: Sequence[Supply]) -> Counts:
    """How well each combination of counts goes with what is there."""
    found = np.ones([one.count + 2 for one in supply])
    for axis, one in enumerate(supply):
        missing = one.count - np.arange(one.count + 2.0)
        line = np.where(missing < 0, _EXTRA, _MISSING**missing if one.laid else 1.0)
        found = found * line.reshape([-1 if i == axis else 1 for i in range(len(supply))])
    return found


def _used(counts: Counts, axis: int) -> Counts:
    """One more of a sort was used up."""
    moved = np.moveaxis(counts, axis, 0)
    found = np.zeros_like(moved)
    found[1:] = moved[:-1]
    found[-1] += moved[-1]
    return np.moveaxis(found, 0, axis)


def _back(after: Counts, share: Counts) -> Counts:
    """How well things go from before a place on, given how well they go from after it."""
    total = share[0] * after
    for axis in range(after.ndim):
        moved = np.moveaxis(after, axis, 0)
        total = total + share[axis + 1] * np.moveaxis(np.concatenate([moved[1:], moved[-1:]]), 0, axis)
    return np.asarray(total / max(total.max(), 1e-300))
