"""The level on a card, where it is told by pips: one to four small like marks in a row, in the card's margin."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.marks import Floats
from vision.cards.reading import Reading, ink_of

MOST_PIPS = 4
LEAST_SIZE, MOST_SIZE = 0.028, 0.13
"""How wide a pip may be, as a share of the card's width."""
RIM = 0.05
"""A frame may run this near to the card's edge; what is there is no pip."""

Pip = tuple[float, float, float, float]
"""x, y, width, height of the box around it."""


def read_level(lab: Floats, reading: Reading) -> int | None:
    """The number of pips above or below the pattern; None where that cannot be told."""
    ink = ink_of(lab, reading)
    height, width = ink.shape
    top, bottom = _ends(reading)
    rim = round(RIM * width)
    bands = [ink[rim : max(rim, round(top))], ink[min(height - rim, round(bottom)) : height - rim]]
    counts = {_pips(band[:, rim : width - rim], width) for band in bands if band.shape[0] > LEAST_SIZE * width}
    told = counts - {0}
    return told.pop() if len(told) == 1 else None


def _ends(reading: Reading) -> tuple[float, float]:
    """Where on the face the pattern begins and ends."""
    rows = len(reading.pattern)
    lattice = reading.lattice
    return float(lattice.at(reading.top - 0.55, 0)[1]), float(lattice.at(reading.top + rows - 0.45, 0)[1])


def _pips(ink: Floats, width: int) -> int:
    """How many pips a band holds, 0 if what it holds is something else."""
    mask = (ink > 0.55).astype(np.uint8)
    _, _, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    boxes = np.asarray(stats, np.int32)[1:]
    left, right = boxes[:, 0] > 0, boxes[:, 0] + boxes[:, 2] < mask.shape[1]
    frameless = left & right & (boxes[:, 2] < 0.5 * width)
    boxes = boxes[frameless & (boxes[:, 4] > (0.012 * width) ** 2)]
    pips = [_pip(box) for box in boxes if _is_pip(box, width)]
    best = 0
    for row in _rows(pips):
        if _alone(row, boxes):
            if best:
                return 0
            best = len(row)
    return best


def _pip(box: NDArray[np.int32]) -> Pip:
    x, y, w, h = (float(value) for value in box[:4])
    return x, y, w, h


def _is_pip(box: NDArray[np.int32], width: int) -> bool:
    _, _, w, h, area = (float(value) for value in box)
    if not LEAST_SIZE * width <= min(w, h) <= max(w, h) <= MOST_SIZE * width:
        return False
    return 0.65 <= w / h <= 1.55 and area >= 0.42 * w * h


def _rows(pips: list[Pip]) -> list[list[Pip]]:
    """Pips beside each other, alike and evenly apart."""
    rows: list[list[Pip]] = []
    for pip in sorted(pips):
        for row in rows:
            if _continues(row, pip):
                row.append(pip)
                break
        else:
            rows.append([pip])
    return [row for row in rows if len(row) <= MOST_PIPS]


def _continues(row: list[Pip], pip: Pip) -> bool:
    x, y, w, h = row[-1]
    if abs(pip[1] - y) > 0.35 * h or not 0.75 < pip[2] / w < 1.33 or not 0.75 < pip[3] / h < 1.33:
        return False
    step = pip[0] - x
    return abs(step - (x - row[-2][0])) < 0.2 * step if len(row) > 1 else step < 3.0 * w


def _alone(row: list[Pip], boxes: NDArray[np.int32]) -> bool:
    """Whether nothing else is printed on the line of these pips: letters would be."""
    middle = row[0][1] + row[0][3] / 2
    on_line = [box for box in boxes if box[1] - 0.3 * box[3] < middle < box[1] + 1.3 * box[3]]
    return len(on_line) == len(row)
