"""The same view of a plan that is placed or turned otherwise."""

from __future__ import annotations

import math

import cv2
import numpy as np

from vision.board.lattice import Lattice
from vision.camera import Points, View


def unit_of(view: View, x: float, y: float) -> float:
    """How many pixels a unit takes around a point of the plan."""
    points = view.project(np.array([[x - 0.5, y], [x + 0.5, y], [x, y - 0.5], [x, y + 0.5]]))
    return float(np.linalg.norm(points[1] - points[0]) + np.linalg.norm(points[3] - points[2])) / 2


def moved(view: View, origin: tuple[float, float], quarters: int) -> View:
    """The same view of a plan that has its origin elsewhere and is turned clockwise by quarters."""
    c, s = round(math.cos(quarters * math.pi / 2)), round(math.sin(quarters * math.pi / 2))
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float64)
    rotation = view.rotation
    shift = np.array(view.shift) + rotation @ np.array([origin[0], origin[1], 0.0])
    x, y, z = np.asarray(cv2.Rodrigues(rotation @ turn)[0], np.float64).ravel().tolist()
    return View(view.lens, (x, y, z), (float(shift[0]), float(shift[1]), float(shift[2])))


def upwards(view: View, block: Lattice) -> Points:
    """Where in the picture the plan's up points, as one direction."""
    x, y = block.middle
    low, high = view.project(np.array([[x, y + 0.5], [x, y - 0.5]]))
    return np.asarray((high - low) / np.linalg.norm(high - low), np.float64)
