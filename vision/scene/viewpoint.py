"""Where to put a camera that is to see a whole table plan."""

from __future__ import annotations

import math
from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import TablePlan
from vision.camera import Lens, Points, View

MARGIN = 0.02
"""This share of a frame's side stays free at each edge."""


def rim(plan: TablePlan, used: Iterable[str] = ()) -> Points:
    """The corners of everything on a plan that a camera should see; of overlays only the places named."""
    named = frozenset(used)
    corners = [
        (place.x + right * place.width / 2, place.y + down * place.height / 2)
        for place in plan.places
        if not place.overlay or place.name in named
        for right in (-1, 1)
        for down in (-1, 1)
    ]
    for marker in plan.markers:
        half = marker.side * 0.8
        corners += [(marker.x + right * half, marker.y + down * half) for right in (-1, 1) for down in (-1, 1)]
    return np.array(corners or [(-0.5, -0.5), (0.5, 0.5)])


def middle_of(plan: TablePlan, used: Iterable[str] = ()) -> tuple[float, float]:
    """The middle of all that should be seen."""
    corners = rim(plan, used)
    x, y = (corners.min(0) + corners.max(0)) / 2
    return float(x), float(y)


def overlooking(
    plan: TablePlan, lens: Lens, tilt: float = 0.0, turn: float = 0.0, used: Iterable[str] = ()
) -> View:
    """A view of a whole plan: tilted by some degrees from straight above, the plan turned clockwise by some."""
    corners = rim(plan, tuple(used))
    middle = (corners.min(0) + corners.max(0)) / 2
    rotation = _about(0, -math.radians(tilt)) @ _about(2, math.radians(turn))
    near, far = 0.1, 1000.0
    for _ in range(40):
        away = math.sqrt(near * far)
        near, far = (near, away) if _fits(_view(lens, rotation, middle, away), corners) else (away, far)
    return _view(lens, rotation, middle, far)


def bumped(view: View, right: float = 0.0, down: float = 0.0, turn: float = 0.0, tilt: float = 0.0) -> View:
    """A view after a knock: the camera slid along its picture, in the plan's unit, and turned by some degrees."""
    knock = _about(0, math.radians(tilt)) @ _about(2, math.radians(turn))
    (a, b, c) = np.asarray(cv2.Rodrigues(knock @ view.rotation)[0], np.float64).ravel().tolist()
    (x, y, z) = (knock @ np.array(view.shift) - (right, down, 0.0)).tolist()
    return View(view.lens, (a, b, c), (x, y, z))


def _about(axis: int, angle: float) -> NDArray[np.float64]:
    turn = np.zeros(3)
    turn[axis] = angle
    return np.asarray(cv2.Rodrigues(turn)[0], np.float64)


def _view(lens: Lens, rotation: NDArray[np.float64], middle: NDArray[np.float64], away: float) -> View:
    turn = np.asarray(cv2.Rodrigues(rotation)[0], np.float64).ravel()
    shift = np.array([0.0, 0.0, away]) - rotation @ np.array([middle[0], middle[1], 0.0])
    (a, b, c), (x, y, z) = turn.tolist(), shift.tolist()
    return View(lens, (a, b, c), (x, y, z))


def _fits(view: View, corners: Points) -> bool:
    depth = np.column_stack([corners, np.zeros(len(corners))]) @ view.rotation.T + np.array(view.shift)
    if (depth[:, 2] < 0.2).any():
        return False
    at = view.project(corners)
    width, height = view.lens.width, view.lens.height
    free = np.array([width, height]) * MARGIN
    return bool(((at >= free) & (at <= np.array([width - 1, height - 1]) - free)).all())
