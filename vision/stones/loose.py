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
_RIM = np.zeros((2 * _REACH + 1,) * 2, np.float32)
for _x, _y in AROUND:
    _RIM[_y + _REACH, _x + _REACH] = 1 / len(AROUND)


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
    mean = cv2.blur(small, (3, 3))
    outer = cv2.filter2D(small, -1, _RIM)
    uneven = np.maximum(_summed(cv2.filter2D(small * small, -1, _RIM) - outer * outer), 0)
    apart = mean - outer
    score = _summed(apart * apart) / (uneven + LEAST**2)
    score[score < CLEAR] = 0
    # what lies at the edge has no rim all round
    for edge in (score[:_REACH], score[-_REACH:], score[:, :_REACH], score[:, -_REACH:]):
        edge[:] = 0
    return score


def _summed(colours: cv2.typing.MatLike) -> Floats:
    """The sum of all three colours of each pixel."""
    return np.asarray(cv2.transform(colours, np.ones((1, 3), np.float32)), np.float32)


def _clear_board(score: Floats, plan: TablePlan) -> None:
    at = pixels(plan, points(plan))
    wide = RIM_OF_BOARD * PITCH
    low, high = ((at.min(axis=0) - wide) / SHRUNK, (at.max(axis=0) + wide) / SHRUNK)
    score[int(low[1]) : int(high[1]) + 1, int(low[0]) : int(high[0]) + 1] = 0
