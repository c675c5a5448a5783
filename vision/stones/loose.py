"""Where round things may lie beside the board: light or dark spots with a rim all round."""

from __future__ import annotations

import cv2
import numpy as np

from engine.table import TablePlan
from vision.stones.measuring import MARGIN, Doubles, Floats
from vision.stones.table import PITCH, pixels, points

SHRUNK = 1.5
"""Stones are looked for in a picture so many times smaller."""
_MOVES = ((3, 2), (2, 3))
AROUND = tuple((x * right, y * down) for x, y in _MOVES for right in (-1, 1) for down in (-1, 1))
"""Pixels of it that lie on a rim, from its middle: as knights move, or a little further."""
MOST = 48
CLEAR = 1.2
"""Body and rim differ so much more than a rim does within itself, or it is no stone."""
APART = 0.42
"""Two stones lie at least so far from each other, in units."""
RIM_OF_BOARD = 0.45
"""So far around its outermost points the board's own ground reaches."""
_REACH = 3
LEAST = 0.12
"""Body and rim differ at least so much, as a logarithm."""


def spots(shown: Floats, plan: TablePlan) -> Doubles:
    """Pixels of the table's picture at which a stone may lie beside the board, the likeliest first."""
    side = round((shown.shape[0] - 2 * MARGIN) / SHRUNK)
    small = cv2.resize(shown[MARGIN:-MARGIN, MARGIN:-MARGIN], (side, side), interpolation=cv2.INTER_AREA)
    score = _roundness(np.asarray(small, np.float32))
    _clear_board(score, plan)
    reach = max(1, int(APART * PITCH / SHRUNK))
    highest = cv2.dilate(score, np.ones((2 * reach - 1, 2 * reach - 1), np.uint8))
    y, x = np.nonzero((score == highest) & (score > 0))
    best = np.argsort(score[y, x])[::-1][:MOST]
    return (np.column_stack([x[best], y[best]]) + 0.5) * SHRUNK - 0.5


def _roundness(small: Floats) -> Floats:
    """How much body and rim differ about each pixel, beside how much the rim differs within itself."""
    score = np.zeros(small.shape[:2], np.float32)
    inner = cv2.blur(small, (3, 3))[_REACH:-_REACH, _REACH:-_REACH]
    total, squares = np.zeros_like(inner), np.zeros_like(inner)
    side = len(small)
    for x, y in AROUND:
        here = small[_REACH + y : side - _REACH + y, _REACH + x : side - _REACH + x]
        total += here
        squares += here * here
    outer = total / len(AROUND)
    uneven = np.maximum(squares / len(AROUND) - outer * outer, 0).sum(axis=2)
    apart = ((inner - outer) ** 2).sum(axis=2)
    found = apart / (uneven + LEAST**2)
    found[found < CLEAR] = 0
    score[_REACH:-_REACH, _REACH:-_REACH] = found
    return score


def _clear_board(score: Floats, plan: TablePlan) -> None:
    at = pixels(plan, points(plan))
    wide = RIM_OF_BOARD * PITCH
    low, high = ((at.min(axis=0) - wide) / SHRUNK, (at.max(axis=0) + wide) / SHRUNK)
    score[int(low[1]) : int(high[1]) + 1, int(low[0]) : int(high[0]) + 1] = 0
