"""What the box holds: no more of a thing than there is of it, and no less where all of it lies on the table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.table import Supply, TablePlan
from vision.stones.measuring import Doubles, Spots

STEP = 0.5
"""How much dearer a name becomes beyond what its least sure stone would pay."""
DEAREST = 30.0
"""A name is made no dearer than this: pieces of another box may lie on the table."""
DOUBTFUL = 12.0
"""What is missing is not believed to be where more than this speaks against it: it may be in a pocket."""
_ROUNDS = 60


@dataclass(frozen=True, slots=True, eq=False)
class Stock:
    """How many of each name there are; ``laid``: whether they all lie where they are seen."""

    most: Doubles
    laid: NDArray[np.bool_]

    def lacking(self, which: NDArray[np.intp]) -> Spots:
        """How many of each name are seen nowhere, though they lie on the table, if these are the names seen."""
        seen = np.bincount(which, minlength=len(self.most) + 1)[: len(self.most)]
        return np.where(self.laid, np.maximum(0, np.where(self.laid, self.most, 0) - seen), 0).astype(np.intp)


def stock(plan: TablePlan, names: Sequence[str], *, is_all_seen: bool = True) -> Stock:
    """What a plan says of things; of what it says nothing there is no end."""
    supply = {name: one for one in plan.supply for name in one.things}
    return Stock(
        np.array([supply[name].count if name in supply else np.inf for name in names], np.float64),
        # of what shows as several things nobody knows which of them is missing
        np.array([is_all_seen and name in supply and _is_laid(supply[name]) for name in names], np.bool_),
    )


def _is_laid(supply: Supply) -> bool:
    return supply.least == supply.count and len(supply.things) == 1


def settled(far: Doubles, other: Doubles, there: Stock) -> Doubles:
    """How far each look is from each name, with no more taken for a name than there are, and none missing.

    ``far``: how far each is; ``other``: from being none.
    """
    found = far + _prices(far, other, there.most)
    every = np.hstack([found, other[:, None]])
    while True:
        best = every.argmin(axis=1)
        may = (best == found.shape[1])[:, None] & (there.lacking(best) > 0)
        against = np.where(may, found - other[:, None], np.inf)
        if against.min(initial=np.inf) > DOUBTFUL:
            return found
        look, name = np.unravel_index(int(against.argmin()), against.shape)
        found[look, name] = every[look, name] = other[look] - STEP


def _prices(far: Doubles, other: Doubles, most: Doubles) -> Doubles:
    """What each name has to cost so that no more looks are taken for it than there are of it.

    As at an auction, a name that too many want becomes dearer until one of them is as well off with another.
    """
    found = np.zeros(far.shape[1])
    every = np.hstack([far, other[:, None]])
    for _ in range(_ROUNDS):
        best = every.argmin(axis=1)
        counts = np.bincount(best, minlength=every.shape[1])[:-1]
        over = [name for name, count in enumerate(counts) if count > most[name] and found[name] < DEAREST]
        if not over:
            break
        name = over[0]
        mine = every[best == name]
        paid = mine[:, name].copy()
        mine[:, name] = np.inf
        dearer = min(DEAREST, found[name] + float((mine.min(axis=1) - paid).min()) + STEP) - found[name]
        found[name] += dearer
        every[:, name] += dearer
    return found
