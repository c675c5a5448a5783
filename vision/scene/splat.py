"""Points onto a picture."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.scene.solids import Cloud

Picture = NDArray[np.float32]

_BLOCK = ((0, 0), (0, 1), (1, 0), (1, 1))


def splat(picture: Picture, at: Cloud, colours: Cloud | float, size: int = 2) -> None:
    """Paints each point as a small square; later points cover earlier ones."""
    height, width = picture.shape[:2]
    column, row = np.floor(at).astype(np.int32).T
    for down, right in _BLOCK if size > 1 else _BLOCK[:1]:
        r, c = row + down, column + right
        keep = (r >= 0) & (r < height) & (c >= 0) & (c < width)
        picture[r[keep], c[keep]] = colours[keep] if isinstance(colours, np.ndarray) else colours


def from_below(points: Cloud) -> NDArray[np.intp]:
    """The order in which to draw points that a camera above sees."""
    return np.argsort(points[:, 2], kind="stable")
