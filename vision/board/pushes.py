"""Rows and columns of tiles that were pushed a little along themselves, told apart from a camera that moved."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.camera import Points

LIKELY = 0.02
"""How far, in units, a tile lies off its slot anyway."""
SPARSE = 0.2
"""How much a push has to explain before it is believed: higher is more."""
TURNS = 12


def pushes(off: NDArray[np.float64], trust: NDArray[np.float64]) -> Points:
    """How far each slot's tile lies off because its row or its column was pushed.

    ``off`` (rows, columns, 2) is how far tiles lie from the middles of their slots. What a move of the camera can
    explain is explained so; of the rest as few pushes as will do.
    """
    rows, columns = off.shape[:2]
    y, x = np.meshgrid(np.arange(rows) - (rows - 1) / 2, np.arange(columns) - (columns - 1) / 2, indexing="ij")
    one, none = np.ones_like(x), np.zeros_like(x)
    # The ways a picture of a plane shifts, turns, grows and tilts, to first order.
    moves = [(one, none), (none, one), (-y, x), (x, y), (x * x, x * y), (x * y, y * y)]
    along = [(one * (y == y[i, 0]), none) for i in range(rows)] + [
        (none, one * (x == x[0, i])) for i in range(columns)
    ]
    ways = np.array([np.stack(way, axis=-1).ravel() for way in (*moves, *along)]).T / LIKELY
    wanted = off.ravel() / LIKELY
    found = _sparse(ways, wanted, np.repeat(trust.ravel(), 2), len(moves))
    return np.asarray((ways[:, len(moves) :] @ found[len(moves) :] * LIKELY).reshape(off.shape), np.float64)


def _sparse(ways: Points, wanted: Points, trust: Points, free: int) -> Points:
    """As few of the ways after the free ones as explain what is wanted; what nothing explains counts little."""
    cost = np.zeros(ways.shape[1])
    found = np.zeros(ways.shape[1])
    for turn in range(TURNS):
        rest = wanted - ways @ found
        weight = trust / (1 + (rest / 3) ** 2) if turn else trust
        scaled = ways * weight[:, None]
        found = np.linalg.solve(scaled.T @ ways + np.diag(cost + 1e-6), scaled.T @ wanted)
        # Re-weighted, this becomes a price on the size of a push, and small ones vanish.
        cost[free:] = SPARSE / (np.abs(found[free:]) + 1e-3) / LIKELY
    small = np.abs(found) < LIKELY
    small[:free] = False
    found = found.copy()
    found[small] = 0.0
    return found
