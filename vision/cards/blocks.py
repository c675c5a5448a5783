"""Cells printed without a gap between them: one shape that only fits together from like squares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.lattice import MOST_LONG, Lattice
from vision.cards.marks import LEAST_SIZE

PER_CELL = 8
"""A cell is looked at in so many pixels each way."""
MOST_SHARE = 0.92
"""A shape as wide as the card is its frame."""


def blocks(found: Sequence[NDArray[np.int32]], width: int) -> Iterator[Lattice]:
    """For each shape the coarsest lattice that it may have been cut from."""
    seen: set[tuple[int, ...]] = set()
    for points in found:
        x, y, w, h = box = cv2.boundingRect(points)
        about = tuple(round(side / 5) for side in box)
        if about in seen or min(w, h) < 1.4 * LEAST_SIZE * width or w > MOST_SHARE * width or w + h < 0.3 * width:
            continue
        lattice = _coarsest(points, (x, y, w, h), width)
        if lattice is not None:
            seen.add(about)
            yield lattice


def _coarsest(points: NDArray[np.int32], box: tuple[int, int, int, int], width: int) -> Lattice | None:
    x, y, w, h = box
    mask = np.zeros((h, w), np.uint8)
    cv2.fillPoly(mask, [(points - (x, y)).astype(np.int32)], (255,))
    for rows, columns in _divisions(w, h, width):
        small = cv2.resize(mask, (columns * PER_CELL, rows * PER_CELL), interpolation=cv2.INTER_AREA) / 255.0
        share = small.reshape(rows, PER_CELL, columns, PER_CELL)[:, 1:-1, :, 1:-1].mean(axis=(1, 3))
        if ((share > 0.9) | (share < 0.1)).all():
            across, down = np.array([w / columns, 0.0]), np.array([0.0, h / rows])
            origin = np.array([x - 0.5, y - 0.5]) + across / 2 + down / 2
            return Lattice(origin, across, down, rows, columns, int((share > 0.5).sum()), 0.05, 1.0, is_block=True)
    return None


def _divisions(w: int, h: int, width: int) -> Iterator[tuple[int, int]]:
    """Into how many rows and columns of squares a box may be cut, the fewest first."""
    sizes = [(rows, columns) for rows in range(1, MOST_LONG + 1) for columns in range(1, MOST_LONG + 1)]
    for rows, columns in sorted(sizes, key=lambda size: size[0] * size[1]):
        wide, high = w / columns, h / rows
        if rows * columns > 1 and 0.88 < wide / high < 1.14 and min(wide, high) >= 1.4 * LEAST_SIZE * width:
            yield rows, columns
