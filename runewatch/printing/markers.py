"""The markers of a table plan as shapes."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from engine.drawing import Area, Shape, box
from engine.printed import Ground
from engine.table import TablePlan

CELLS = 6
"""Four cells of a DICT_4X4_50 mark and its border on both sides."""
QUIET_MM = 5.0
"""White around a marker, or its border cannot be told from what is beside it."""
BLACK, WHITE = "#000000", "#ffffff"


def lies_on(ground: Ground, plan: TablePlan) -> bool:
    """Whether the plan's markers are on the ground."""
    wide, high = (side / 2 / plan.unit_mm for side in (ground.drawing.width_mm, ground.drawing.height_mm))
    return all(abs(one.x - ground.x) < wide and abs(one.y - ground.y) < high for one in plan.markers)


def markers(ground: Ground, plan: TablePlan) -> Iterator[Shape]:
    """The plan's markers in millimetres from the middle of the ground."""
    for marker in plan.markers:
        x, y = (marker.x - ground.x) * plan.unit_mm, (marker.y - ground.y) * plan.unit_mm
        yield from _marker(marker.number, x, y, marker.side * plan.unit_mm)


def _marker(number: int, x: float, y: float, side: float) -> Iterator[Shape]:
    yield Area(box(x, y, side + 2 * QUIET_MM, side + 2 * QUIET_MM), WHITE)
    yield Area(box(x, y, side, side), BLACK)
    cell = side / CELLS
    for first_row, first_column, rows, columns in _white(number):
        right = (first_column + columns / 2) * cell - side / 2
        down = (first_row + rows / 2) * cell - side / 2
        yield Area(box(x + right, y + down, columns * cell, rows * cell), WHITE)


def _white(number: int) -> Iterator[tuple[int, int, int, int]]:
    """White runs both ways (row, column, rows, columns): overlapping, they leave no seam between two cells."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    bits = np.asarray(cv2.aruco.generateImageMarker(dictionary, number, CELLS)).reshape(CELLS, CELLS) > 127
    for row in range(CELLS):
        yield from ((row, start, 1, length) for start, length in _runs(bits[row].tolist()))
    for column in range(CELLS):
        yield from ((start, column, length, 1) for start, length in _runs(bits[:, column].tolist()))


def _runs(bits: list[bool]) -> Iterator[tuple[int, int]]:
    start = 0
    for i, bit in enumerate([*bits, False]):
        if not bit:
            if i > start:
                yield start, i - start
            start = i + 1
