"""How the whole view moved between two glances: a knocked camera, a pushed table."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change import Field, Glance, Mask, seen

_WINDOW = 40
_STEP = 26
_TAPER = cv2.createHanningWindow((_WINDOW, _WINDOW), cv2.CV_32F)
_EDGE = np.ones((9, 9), np.uint8)
_NEAR = 0.6
"""Windows that moved within so many pixels of what the whole did agree with it."""
_AGREEING = 0.5
_LEAST = 5
_FAR = 1.0
"""Moves from here on, in pixels of the glance, blur the comparison and are measured again once undone."""
_TELLING = 2.0


@dataclass(frozen=True, slots=True)
class Shift:
    """How far the picture slid, in pixels of the frame, and turned (radians, clockwise) about its middle."""

    x: float
    y: float
    turn: float

    def then(self, other: Shift) -> Shift:
        """Both, one after the other; turns are small."""
        x = self.x - other.turn * self.y + other.x
        y = self.y + other.turn * self.x + other.y
        return Shift(x, y, self.turn + other.turn)

    def reach(self, view: Glance) -> float:
        """How far the middle of an edge of the picture went, in pixels of the glance."""
        return math.hypot(self.x, self.y) / view.scale + abs(self.turn) * view.structure.shape[1] / 2


def shift_between(now: Glance, before: Glance, noise: float) -> Shift | None:
    """How the view moved as a whole, or None if most of the picture does not tell the same."""
    shift = _estimate(now, before, noise)
    if shift is None or shift.reach(now) < _FAR:
        return shift
    rest = _estimate(now, moved(before, np.ones_like(before.light), shift)[0], noise)
    return shift.then(rest) if rest else shift


def _estimate(now: Glance, before: Glance, noise: float) -> Shift | None:
    at, moves = _moves(now, before, _coarse(now, before), noise)
    if len(at) < _LEAST:
        return None
    agree = np.hypot(*(moves - _predicted(at, _fit(at, moves))).T) < _NEAR
    if agree.sum() < max(_LEAST, _AGREEING * len(at)):
        return None
    x, y, turn = _fit(at[agree], moves[agree])
    return Shift(x * now.scale, y * now.scale, turn)


def moved(before: Glance, zone: Mask, shift: Shift) -> tuple[Glance, Mask]:
    """The glance as it would be after the shift, and what of the zone was in view before it too."""
    height, width = before.structure.shape
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    sin, cos = math.sin(shift.turn), math.cos(shift.turn)
    turning = np.array([[cos, -sin], [sin, cos]])
    slide = middle + np.array([shift.x, shift.y]) / before.scale - turning @ middle
    how = np.column_stack([turning, slide])
    size = (width, height)
    structure = cv2.warpAffine(before.structure, how, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    grey = cv2.warpAffine(before.grey, how, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light = cv2.warpAffine(before.light, how, size, flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
    inside = cv2.warpAffine(np.ones_like(zone), how, size, flags=cv2.INTER_NEAREST)
    inside = cv2.erode(inside, _EDGE, borderType=cv2.BORDER_REPLICATE)
    old = seen(
        np.asarray(grey, np.float32), np.asarray(structure, np.float32), np.asarray(light, np.uint8), before.scale
    )
    return old, np.asarray(cv2.bitwise_and(zone, inside), np.uint8)


def _coarse(now: Glance, before: Glance) -> NDArray[np.int64]:
    height, width = now.structure.shape
    taper = cv2.createHanningWindow((width, height), cv2.CV_32F)
    return np.rint(_phase(now.structure, before.structure, taper)).astype(np.int64)


def _moves(
    now: Glance, before: Glance, coarse: NDArray[np.int64], noise: float
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The middle of each window that shows enough, from the picture's middle, and how far it moved."""
    height, width = now.structure.shape
    x, y = (int(part) for part in coarse)
    at, moves = [], []
    for top in range(max(0, -y), min(height, height - y) - _WINDOW + 1, _STEP):
        for left in range(max(0, -x), min(width, width - x) - _WINDOW + 1, _STEP):
            old = before.structure[top : top + _WINDOW, left : left + _WINDOW]
            if _detail(old) < _TELLING * noise:
                continue
            new = now.structure[top + y : top + y + _WINDOW, left + x : left + x + _WINDOW]
            at.append((left + (_WINDOW - width) / 2, top + (_WINDOW - height) / 2))
            moves.append(coarse + _phase(new, old, _TAPER))
    return np.array(at, np.float64).reshape(-1, 2), np.array(moves, np.float64).reshape(-1, 2)


def _detail(window: Field) -> float:
    """How much a window varies in the direction in which it varies least: streaks slide unseen."""
    across, down = np.diff(window, axis=1)[:-1].ravel(), np.diff(window, axis=0)[:, :-1].ravel()
    xx, yy, xy = (float(a @ b) / len(across) for a, b in ((across, across), (down, down), (across, down)))
    return (xx + yy - math.hypot(xx - yy, 2 * xy)) / 2


def _phase(now: Field, before: Field, taper: NDArray[Any]) -> NDArray[np.float64]:
    # copies, for OpenCV lays the taper over what it is given
    (x, y), _ = cv2.phaseCorrelate(before.copy(), now.copy(), taper)
    return np.array([x, y])


def _fit(at: NDArray[np.float64], moves: NDArray[np.float64]) -> tuple[float, float, float]:
    """The slide and small turn that explain most moves; medians, so that a moved piece counts little."""
    slide = np.median(moves, axis=0)
    for _ in range(3):
        rest = moves - slide
        far = np.maximum((at**2).sum(axis=1), 1)
        turns = (at[:, 0] * rest[:, 1] - at[:, 1] * rest[:, 0]) / far
        order = np.argsort(turns)
        weight = np.cumsum(np.sqrt(far)[order])
        turn = float(turns[order][np.searchsorted(weight, weight[-1] / 2)])
        slide = np.median(moves - turn * np.column_stack([-at[:, 1], at[:, 0]]), axis=0)
    return float(slide[0]), float(slide[1]), turn


def _predicted(at: NDArray[np.float64], fitted: tuple[float, float, float]) -> NDArray[np.float64]:
    x, y, turn = fitted
    return np.asarray(np.array([x, y]) + turn * np.column_stack([-at[:, 1], at[:, 0]]), np.float64)
