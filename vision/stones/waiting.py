"""Which spots beside the board are stones: those that lie apart, and with others of their owner."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.stones.closely import Close
from vision.stones.measuring import Doubles
from vision.stones.supply import DOUBTFUL
from vision.stones.table import PITCH

APART = 0.46
"""Two stones lie at least so far from each other, in units."""
BESIDE, AWAY = 0.85, 1.6
"""Stones that wait lie in rows or heaps, owner by owner: so near the next, and hardly further, in units."""
TOGETHER, ALONE = 2.0, 4.0
"""How much the company of others speaks for a stone's being of their owner, and against it that there is none."""
SURE = 2.0
"""Once so much more speaks for one owner than for all others, a spot is surely theirs."""
COMPANY = 2.0
"""So many sure ones are a row, from which others do not lie far."""
NONE = 30.0
"""What is further from every stone than this is none."""
ODDS = 4.0
"""How much nearer a stone is for each unit of odds, as logarithms, by which more speaks for it."""


@dataclass(frozen=True, slots=True, eq=False)
class Loose:
    """What lies beside the board: where, in pixels of the table's picture, and how far it is from each name."""

    at: Doubles
    far: Doubles

    @property
    def none(self) -> Doubles:
        """How far it is from being no stone."""
        return np.full(len(self.far), NONE)

    @property
    def weight(self) -> float:
        """How much speaks for there being stones at all."""
        return float(np.maximum(0, NONE - self.far.min(axis=1, initial=NONE)).sum())


def waiting(seen: Close, rim: NDArray[np.intp]) -> Loose:
    """What may be stones beside each other; ``rim``: by name, whose they are."""
    speaks = _together(seen.at, seen.speaks, rim)
    kept = _apart(seen.at, speaks.max(axis=1, initial=-np.inf) + DOUBTFUL / ODDS)
    return Loose(seen.at[kept], NONE - ODDS * speaks[kept])


def _together(at: Doubles, speaks: Doubles, rim: NDArray[np.intp]) -> Doubles:
    """What speaks for each name, with what lies near: a stone among an owner's others is likely theirs."""
    owners = int(rim.max(initial=-1)) + 1
    if not len(at) or not owners:
        return speaks
    best = np.array([speaks[:, rim == owner].max(axis=1) for owner in range(owners)])
    sure = np.clip(best - np.array([_rest(best, owner) for owner in range(owners)]), 0, SURE) / SURE
    far = np.sqrt(((at[:, None] - at[None]) ** 2).sum(axis=2)) / PITCH
    beside = sure @ ((far > APART) & (far < BESIDE))
    found = speaks.copy()
    for owner in range(owners):
        more = np.clip(beside[owner] - _rest(beside, owner), -1, 1)
        found[:, rim == owner] += TOGETHER * more[:, None]
        if sure[owner].sum() >= COMPANY:
            others = (sure[owner] > 0.5) & ~np.eye(len(at), dtype=np.bool_)
            alone = ~(others & (far < AWAY)).any(axis=1)
            found[:, rim == owner] -= ALONE * alone[:, None]
    return found


def in_company(at: Doubles) -> Doubles:
    """Those that lie together, or the only one: of some that lie far apart none tells where others are."""
    near = ((at[:, None] - at[None]) ** 2).sum(axis=2) < (AWAY * PITCH) ** 2
    return at[near.sum(axis=1) > 1] if len(at) > 1 else at


def _rest(values: Doubles, owner: int) -> Doubles:
    """The most of all other owners, nothing at least."""
    return np.asarray(np.delete(values, owner, axis=0).max(axis=0, initial=0.0), np.float64)


def _apart(at: Doubles, weight: Doubles) -> NDArray[np.bool_]:
    """Which of the spots may be stones beside each other, the most and likeliest; none that weighs nothing.

    What lies between four stones may look like a fifth. So a spot is worth less the more others it rules out.
    """
    near = ((at[:, None] - at[None]) ** 2).sum(axis=2) < (APART * PITCH) ** 2
    left, kept = weight > 0, np.zeros(len(at), np.bool_)
    while left.any():
        worth = np.where(left, weight / np.maximum(1, (near & left).sum(axis=1)), -np.inf)
        best = int(worth.argmax())
        kept[best] = True
        left &= ~near[best]
    return kept
