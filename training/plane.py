"""The plane that boards are drawn in: which cells it shows and how finely, before a camera takes them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from vision.cut import CELLS
from vision.scene.solids import Cloud

FIRST = 2
"""How many cells are left of and above the arena in a cut: the ring, and one more for what lies beside it."""
MARGIN = 0.5

Spot = tuple[float, float, float]


@dataclass(frozen=True)
class Field:
    """A square of the table: ``cells`` wide, and a margin all round. The arena's first cell is the ``first``."""

    first: int
    cells: int
    fine: int
    """Pixels of a cell's side while drawing."""

    @property
    def low(self) -> float:
        return -self.first - 0.5 - MARGIN

    @property
    def size(self) -> int:
        """Pixels across."""
        return round((self.cells + 2 * MARGIN) * self.fine)

    @cached_property
    def ground(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """x and y of its places, a quarter as fine: light changes slowly."""
        coarse = self.size // 4
        axis = (np.arange(coarse, dtype=np.float32) + 0.5) * (self.size / coarse) / self.fine + self.low
        x, y = np.meshgrid(axis, axis)
        return x, y

    def px(self, at: Cloud | NDArray[np.float64]) -> NDArray[np.float32]:
        return np.asarray((at - self.low) * self.fine, np.float32)


WHOLE = Field(FIRST, CELLS, 50)
"""All that a cut shows."""
FINELY = Field(FIRST, CELLS, 96)
"""The same, as finely as a good camera shows it: slow, for trials."""
CLOSE = Field(0, 4, 96)
"""The arena alone, fine enough to see its pieces well."""


def seen_from(points: Cloud, at: Spot) -> NDArray[np.float32]:
    """Where on the table a camera there sees points that are above it."""
    reach = at[2] / np.maximum(at[2] - points[:, 2], 0.2)
    x, y = at[0] + (points[:, 0] - at[0]) * reach, at[1] + (points[:, 1] - at[1]) * reach
    return np.column_stack([x, y]).astype(np.float32)
