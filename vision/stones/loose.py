"""Where round things may lie beside the board: spots of a body's colour with another all round."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import TablePlan
from vision.stones.lesson import Colours
from vision.stones.measuring import DARK, MARGIN, Doubles, Floats
from vision.stones.table import PITCH, pixels, points

SHRUNK = 1.5
"""Stones are looked for in a picture so many times smaller."""
_MOVES = ((3, 2), (2, 3))
AROUND = tuple((x * right, y * down) for x, y in _MOVES for right in (-1, 1) for down in (-1, 1))
"""Pixels of it that lie on a rim, from its middle: as knights move, or a little further."""
MOST = 64
BODILY = 0.2
"""How much more of a body's colour there is in a body than on the rim about it, at least."""
LENIENT = 3.0
"""How far a body's colour may be from what was taught: pixels are noisier than the darker part of many."""
ALIKE = 0.2
"""Bodies whose colours differ less than this, as logarithms, are looked for as one."""
BLACK = float(np.log(DARK + 1))
"""Where the frame does not reach the table is black."""
APART = 0.46
"""Two stones lie at least so far from each other, in units."""
RIM_OF_BOARD = 0.45
"""So far around its outermost points the board's own ground reaches."""
_REACH = 3
_RIM = np.zeros((2 * _REACH + 1,) * 2, np.float32)
for _x, _y in AROUND:
    _RIM[_y + _REACH, _x + _REACH] = 1 / len(AROUND)
_BODY_ON_RIM = -_RIM
_BODY_ON_RIM[_REACH - 1 : _REACH + 2, _REACH - 1 : _REACH + 2] += 1 / 9
"""What lies in the middle, less what lies about it."""


def coloured(shown: Floats, plan: TablePlan, taught: Colours, light: Doubles) -> Doubles:
    """Pixels of the table's picture that have the colour of a body in this light, but for what is about them."""
    small = _shrunk(shown)
    score = np.zeros(small.shape[:2], np.float32)
    # how brightness and tint of a body vary, as a stretching of colours in which all vary alike
    stretch = np.linalg.cholesky(taught.exact[:3, :3]).T
    for body in _bodies(taught):
        away = cv2.transform(small, np.hstack([stretch, -(stretch @ (body + light))[:, None]]).astype(np.float32))
        match = cv2.exp(_summed(cv2.multiply(away, away)) * np.float32(-1 / (2 * LENIENT)))
        cv2.max(score, cv2.filter2D(match, -1, _BODY_ON_RIM), dst=score)
    blue, green, red = cv2.split(small)
    outside = np.asarray(cv2.max(cv2.max(blue, green), red) < BLACK, np.uint8)
    score[cv2.dilate(outside, np.ones((2 * _REACH + 3,) * 2, np.uint8)) > 0] = 0
    score[score < BODILY] = 0
    _clear_edges(score)
    return _highest(score, plan, _REACH)


def apart(at: Doubles, weight: Doubles) -> NDArray[np.bool_]:
    """Which of the spots may be stones beside each other, the most and likeliest; none that weighs nothing.

    What lies between four stones may look like a fifth. So a spot is worth less the more others it rules out.
    """
    near = ((at[:, None] - at[None]) ** 2).sum(axis=2) < (APART * PITCH) ** 2
    left, kept = weight > 0, np.zeros(len(at), np.bool_)
    while left.any():
        worth = np.where(left, weight / np.maximum(1, (near & left).sum(axis=1)), -np.inf)
        best = int(worth.argmax())
        kept[best] = True
        left &= ~near[best]
    return kept


def _bodies(taught: Colours) -> Doubles:
    """The colours of bodies, those that hardly differ told once: rims tell whose they are."""
    found: list[Doubles] = []
    for body in taught.means[:, :3]:
        if all(float(np.abs(body - other).max()) > ALIKE for other in found):
            found.append(body)
    return np.array(found).reshape(-1, 3)


def _shrunk(shown: Floats) -> Floats:
    side = round((shown.shape[0] - 2 * MARGIN) / SHRUNK)
    inner = shown[MARGIN:-MARGIN, MARGIN:-MARGIN]
    return np.asarray(cv2.resize(inner, (side, side), interpolation=cv2.INTER_AREA), np.float32)


def _highest(score: Floats, plan: TablePlan, reach: int) -> Doubles:
    """Where a score is highest within so many pixels, off the board, as pixels of the table's picture."""
    _clear_board(score, plan)
    highest = cv2.dilate(score, np.ones((2 * reach - 1, 2 * reach - 1), np.uint8))
    y, x = np.nonzero((score == highest) & (score > 0))
    best = np.argsort(score[y, x])[::-1][:MOST]
    return (np.column_stack([x[best], y[best]]) + 0.5) * SHRUNK - 0.5


def _clear_edges(score: Floats) -> None:
    """What lies at the edge has no rim all round."""
    for edge in (score[:_REACH], score[-_REACH:], score[:, :_REACH], score[:, -_REACH:]):
        edge[:] = 0


def _summed(colours: cv2.typing.MatLike) -> Floats:
    """The sum of all three colours of each pixel."""
    return np.asarray(cv2.transform(colours, np.ones((1, 3), np.float32)), np.float32)


def _clear_board(score: Floats, plan: TablePlan) -> None:
    at = pixels(plan, points(plan))
    wide = RIM_OF_BOARD * PITCH
    low, high = ((at.min(axis=0) - wide) / SHRUNK, (at.max(axis=0) + wide) / SHRUNK)
    score[int(low[1]) : int(high[1]) + 1, int(low[0]) : int(high[0]) + 1] = 0
