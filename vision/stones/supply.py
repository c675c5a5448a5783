"""No more of a thing than the box holds: what is one too many is taken for what it looks like next."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.stones.measuring import Doubles

STEP = 0.5
"""How much dearer a name becomes beyond what its least sure stone would pay."""
DEAREST = 30.0
"""A name is made no dearer than this: pieces of another box may lie on the table."""
_ROUNDS = 60


def prices(far: Doubles, other: Doubles, most: Sequence[float]) -> Doubles:
    """What each name has to cost so that no more looks are taken for it than there are of it.

    ``far``: how far each look is from each name; ``other``: from being none. As at an auction, a name that too
    many want becomes dearer until one of them is as well off with another.
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
