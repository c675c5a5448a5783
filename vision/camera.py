"""Where the camera is: from places of the table plan to pixels of a frame, and back.

The world is the table plan: x right, y down, in its unit, and ``up`` above the table in the same unit.
Pixels are x right, y down, their centres at whole numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Points = NDArray[np.float64]
"""One point a row."""

USUAL_FIELD = 66.0
"""Degrees from left to right that a camera is taken to see until it is known better (Camera Module 3)."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A camera's eye: the size of its frames, its focal length in pixels, and how it bends straight lines."""

    width: int
    height: int
    focal: float
    k1: float = 0.0
    k2: float = 0.0

    @classmethod
    def usual(cls, width: int, height: int, field: float = USUAL_FIELD) -> Lens:
        """What to assume about a camera nobody has measured."""
        return cls(width, height, max(width, height) / 2 / math.tan(math.radians(field) / 2))

    @property
    def matrix(self) -> Points:
        return np.array(
            [[self.focal, 0.0, (self.width - 1) / 2], [0.0, self.focal, (self.height - 1) / 2], [0.0, 0.0, 1.0]]
        )

    @property
    def bending(self) -> Points:
        return np.array([self.k1, self.k2, 0.0, 0.0])

    def scaled(self, width: int, height: int) -> Lens:
        """The same eye on frames of another size but the same shape."""
        return Lens(width, height, self.focal * width / self.width, self.k1, self.k2)


@dataclass(frozen=True, slots=True)
class View:
    """A lens somewhere over the table: how the plan lies before it (OpenCV's rotation vector and translation)."""

    lens: Lens
    turn: tuple[float, float, float]
    shift: tuple[float, float, float]

    def project(self, points: ArrayLike) -> Points:
        """The pixels of points of the plan: (n, 2) on the table, or (n, 3) with their height."""
        at = np.asarray(points, np.float64)
        up = at[:, 2] if at.shape[1] == 3 else np.zeros(len(at))
        world = np.column_stack([at[:, 0], at[:, 1], -up])
        # not cv2.projectPoints, which always makes its derivatives too: 33 MB for the pixels of one cut
        before = world @ self.rotation.T + np.array(self.shift)
        flat = before[:, :2] / before[:, 2:]
        far = (flat**2).sum(axis=1, keepdims=True)
        lens = self.lens
        bent = flat * (1 + far * (lens.k1 + far * lens.k2))
        return np.asarray(lens.focal * bent + lens.matrix[:2, 2], np.float64)

    def ground(self, pixels: ArrayLike, up: float = 0.0) -> Points:
        """The points of the plan, at this height, that the pixels show."""
        at = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        flat = cv2.undistortPoints(at, self.lens.matrix, self.lens.bending).reshape(-1, 2)
        rotation = self.rotation
        rays = np.column_stack([flat, np.ones(len(flat))]) @ rotation
        eye = -rotation.T @ np.array(self.shift)
        reach = (-up - eye[2]) / rays[:, 2]
        return np.asarray((eye + rays * reach[:, None])[:, :2], np.float64)

    @property
    def rotation(self) -> Points:
        return np.asarray(cv2.Rodrigues(np.array(self.turn))[0], np.float64)

    @property
    def eye(self) -> tuple[float, float, float]:
        """Where the camera is: x, y and height."""
        x, y, z = -self.rotation.T @ np.array(self.shift)
        return float(x), float(y), float(-z)

    def scaled(self, width: int, height: int) -> View:
        """The same view on frames of another size but the same shape."""
        return View(self.lens.scaled(width, height), self.turn, self.shift)
