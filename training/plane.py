"""The plane that boards are drawn in: where the cells of a cut are, before a camera takes them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cut import CELLS
from vision.scene.solids import Cloud

FIRST = 2
"""How many cells are left of and above the arena in a cut: the ring, and one more for what lies beside it."""
FINE = 50
"""Pixels of a cell's side while drawing."""
MARGIN = 0.5
LOW = -FIRST - 0.5 - MARGIN
CANVAS = round((CELLS + 2 * MARGIN) * FINE)

_COARSE = CANVAS // 4
_AXIS = (np.arange(_COARSE, dtype=np.float32) + 0.5) * (CANVAS / _COARSE) / FINE + LOW
GROUND_X, GROUND_Y = np.meshgrid(_AXIS, _AXIS)
"""Places of the plane, a quarter as fine: light changes slowly."""

Spot = tuple[float, float, float]


def px(at: Cloud | NDArray[np.float64]) -> NDArray[np.float32]:
    return np.asarray((at - LOW) * FINE, np.float32)


def seen_from(points: Cloud, at: Spot) -> NDArray[np.float32]:
    """Where on the table a camera there sees points that are above it."""
    reach = at[2] / np.maximum(at[2] - points[:, 2], 0.2)
    x, y = at[0] + (points[:, 0] - at[0]) * reach, at[1] + (points[:, 1] - at[1]) * reach
    return np.column_stack([x, y]).astype(np.float32)
