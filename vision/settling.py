"""Beliefs about single places, settled by what the box holds: two neutral tiles are unlikely where there is one.

Over all places of a kind the likelihood of every way to fill them is weighed by how well it goes with the supply,
exactly, by counting from place to place how many pieces of each sort are used up.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from engine.table import Supply
from vision.sighting import Belief

_EXTRA = 0.02
"""How likely it is, next to as many as there are, that there are more: pieces of another box."""
_MISSING = 0.05
"""How likely it is that one that belongs on the table is just not there: in a hand, on the floor."""
_BUILDING = 1e-3
"""How likely it is that any number of them is missing: the table is being laid, or cleared."""
_NONE = 1e-7
"""What is less likely than this on a place is not counted there."""
_CERTAIN = 1 - 1e-3
"""A place surer than this is only counted: the supply could not change what it is."""
_HIDDEN = 0.5
"""A place likelier hidden than this is not told by what is left over: nobody saw it."""

Counts = NDArray[np.float64]
"""How likely each combination of counts is, in one row; the highest count of a sort means more than there are."""
Shares = NDArray[np.float64]
"""For each place, in a row: how likely it uses up none of the supply, or one of each sort."""


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
    every = np.array([_shares(chances, sorts, len(supply)) for chances in told])
    certain = every.max(axis=1) >= _CERTAIN
    unsure = np.flatnonzero(~certain).tolist()
    steps = _steps(tuple(one.count for one in supply))
    shares = np.where(every > _NONE, every, 0.0)[unsure]
    before = _forward(_counted(every[certain], supply), shares, steps)
    found = [dict(chances) for chances in told]
    after = _weights(tuple(supply))
    for now, share, i in zip(before[::-1], shares[::-1], unsure[::-1], strict=True):
        # how well things go from here on, if one of each sort is used up here
        used = after[steps.next]
        unused = float(now @ after)
        weights = [unused, *np.where(share[1:] > 0, used @ now, unused).tolist()]
        weighed = {name: p * weights[sorts.get(name, -1) + 1] for name, p in told[i].items()}
        total = sum(weighed.values())
        if total > 0:
            found[i] = {name: p / total for name, p in weighed.items()}
        after = share[0] * after + share[1:] @ used
        after = after / max(float(after.max()), 1e-300)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Steps:
    """Where combinations of counts lead to, all of them in one row: a line of numbers for each sort."""

    next: NDArray[np.intp]
    """What a combination becomes when one more is used up; more than there are stay more than there are."""
    last: NDArray[np.intp]
    """From which one it comes, or the place behind the row if from none."""
    is_more: Counts
    """1 where more of the sort are used up than there are, which one more does not change."""


@cache
def _steps(counts: tuple[int, ...]) -> _Steps:
    shape = [count + 2 for count in counts]
    every, row = np.indices(shape).reshape(len(counts), -1), np.arange(math.prod(shape))
    strides = np.array([math.prod(shape[axis + 1 :]) for axis in range(len(counts))])[:, None]
    is_more = every == np.array(shape)[:, None] - 1
    return _Steps(
        np.where(is_more, row, row + strides),
        np.where(every == 0, len(row), row - strides),
        is_more.astype(np.float64),
    )


def _counted(certain: Shares, supply: Sequence[Supply]) -> Counts:
    """What the places use up that are certain: one combination."""
    used = np.bincount(certain.argmax(axis=1), minlength=len(supply) + 1)
    found = np.zeros([one.count + 2 for one in supply])
    found[tuple(min(n, one.count + 1) for n, one in zip(used[1:].tolist(), supply, strict=True))] = 1.0
    return found.ravel()


def _shares(chances: Mapping[str, float], sorts: Mapping[str, int], count: int) -> list[float]:
    """How likely a place uses up none of the supply, or one of each sort."""
    found = [0.0] * (count + 1)
    for name, p in chances.items():
        found[sorts.get(name, -1) + 1] += p
    return found


def _forward(now: Counts, shares: Shares, steps: _Steps) -> list[Counts]:
    """How likely each combination of counts is before each place, given what it is before the first."""
    found = []
    for share in shares:
        found.append(now)
        used = np.append(now, 0.0)[steps.last]
        now = (share[0] + share[1:] @ steps.is_more) * now + share[1:] @ used
        now = now / max(float(now.sum()), 1e-300)
    return found


@cache
def _weights(supply: tuple[Supply, ...]) -> Counts:
    """How well each combination of counts goes with what is there."""
    found = np.ones([one.count + 2 for one in supply])
    for axis, one in enumerate(supply):
        used = np.arange(one.count + 2.0)
        missing = np.maximum(one.least - used, 0)
        line = np.where(used > one.count, _EXTRA, np.maximum(_MISSING**missing, _BUILDING))
        found = found * line.reshape([-1 if i == axis else 1 for i in range(len(supply))])
    return found.ravel()
