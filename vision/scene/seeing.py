"""Which point of the table each pixel of a camera shows, and pictures laid where it sees them.

Whatever lies flat, on the table or over it, is an affine map away from the points of the table; so its picture is
taken straight from its drawing, sharp, with the lens's bending and all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.camera import Points, View
from vision.scene.flats import Face, Ink

Field = NDArray[np.float32]

_STEP = 4
"""Every so many pixels are worked out; between them the bending of a lens is straight."""
_STRAY = 20.0
"""Pixels farther off than this are beyond what the lens's bending describes."""
_FAR = 1e4
"""Where a pixel looks that sees no table."""


_NO_MAP = np.empty(0, np.float32)


class Box(NamedTuple):
    """A part of a picture: its pixels from left to right and top to bottom, the last ones not in it."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def part(self) -> tuple[slice, slice]:
        return slice(self.top, self.bottom), slice(self.left, self.right)

    @property
    def shape(self) -> tuple[int, int]:
        return max(0, self.bottom - self.top), max(0, self.right - self.left)

    @property
    def is_empty(self) -> bool:
        return self.right <= self.left or self.bottom <= self.top

    def within(self, other: Box) -> Box:
        """What both have."""
        return Box(
            max(self.left, other.left),
            max(self.top, other.top),
            min(self.right, other.right),
            min(self.bottom, other.bottom),
        )

    def around(self, other: Box) -> Box:
        """The least box with both in it."""
        if self.is_empty or other.is_empty:
            return other if self.is_empty else self
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )

    def grown(self, by: int) -> Box:
        return Box(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def seen_from(self, other: Box) -> Box:
        """The same box counted from the top left of another."""
        return Box(self.left - other.left, self.top - other.top, self.right - other.left, self.bottom - other.top)


NOWHERE = Box(0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Pose:
    """How a thing lies: its middle on the plan, its turn in radians clockwise, its height.

    A block may lean: so many radians, over its own right edge.
    """

    x: float
    y: float
    turn: float = 0.0
    up: float = 0.0
    lean: float = 0.0


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A view, and the point of the plan that each of its pixels shows."""

    view: View
    at: Field

    @classmethod
    def by(cls, view: View) -> Seen:
        lens = view.lens
        columns, rows = (np.arange(0, size + _STEP, _STEP, dtype=np.float64) for size in (lens.width, lens.height))
        x, y = np.meshgrid(columns, rows)
        pixels = np.column_stack([x.ravel(), y.ravel()])
        found = np.where(_looks_down(view, pixels)[:, None], _ground(view, pixels), _FAR)
        coarse = np.clip(found, -_FAR, _FAR).astype(np.float32).reshape(len(rows), len(columns), 2)
        enlarge = np.array([[1 / _STEP, 0, 0], [0, 1 / _STEP, 0]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        fine = cv2.warpAffine(coarse, enlarge, (lens.width, lens.height), flags=flags)
        return cls(view, np.asarray(fine, np.float32))

    @property
    def frame(self) -> Box:
        return Box(0, 0, self.view.lens.width, self.view.lens.height)

    def box(self, points: ArrayLike, margin: int = 2) -> Box:
        """The part of the frame that shows all these points of the plan."""
        at = self.view.project(points)
        if not np.isfinite(at).all():
            return NOWHERE
        (left, top), (right, bottom) = np.clip([at.min(0), at.max(0)], -_FAR, _FAR)
        found = Box(math.floor(left), math.floor(top), math.ceil(right) + 1, math.ceil(bottom) + 1)
        return found.grown(margin).within(self.frame)

    def scale_at(self, x: float, y: float) -> float:
        """How many pixels a unit of the plan is there."""
        a, b, c = self.view.project([(x, y), (x + 0.1, y), (x, y + 0.1)])
        across, down = b - a, c - a
        return float(math.sqrt(abs(across[0] * down[1] - across[1] * down[0])) / 0.1)

    def corners(self, pose: Pose, size: tuple[float, float]) -> Points:
        """The corners of a rectangle of this size (in the plan's unit) that lies so, with their height."""
        right, down = size[0] / 2, size[1] / 2
        cos, sin = math.cos(pose.turn), math.sin(pose.turn)
        ways = ((-right, -down), (right, -down), (right, down), (-right, down))
        return np.array([(pose.x + dx * cos - dy * sin, pose.y + dx * sin + dy * cos, pose.up) for dx, dy in ways])


def _ground(view: View, pixels: Points) -> Points:
    """The points of the table that pixels show, to a hundredth of a pixel where a wide lens bends most."""
    asked = pixels
    for _ in range(2):
        back = view.project(view.ground(asked))
        away = pixels - back
        asked = asked + np.where(np.abs(away) < _STRAY, away, 0)
    return view.ground(asked)


def _looks_down(view: View, pixels: Points) -> NDArray[np.bool_]:
    """Which pixels look at the table, not over it."""
    flat = cv2.undistortPoints(pixels.reshape(-1, 1, 2), view.lens.matrix, view.lens.bending).reshape(-1, 2)
    rays = np.column_stack([flat, np.ones(len(flat))]) @ view.rotation
    return np.asarray(rays[:, 2] > 0.02, np.bool_)


def lifting(seen_from: ArrayLike, up: float) -> NDArray[np.float64]:
    """From a point of the table to the point at a height that hides it from an eye, or shades it from a lamp."""
    x, y, high = np.asarray(seen_from, np.float64)
    share = 1 - up / high
    return np.array([[share, 0, x * (1 - share)], [0, share, y * (1 - share)]])


def to_picture(pose: Pose, face: Face, unit_mm: float) -> NDArray[np.float64]:
    """From a point of the plan, at the height of the pose, to a pixel of the picture that lies so."""
    height, width = face.ink.shape[:2]
    scale = face.per_mm * unit_mm
    cos, sin = math.cos(pose.turn) * scale, math.sin(pose.turn) * scale
    return np.array(
        [
            [cos, sin, (width - 1) / 2 - cos * pose.x - sin * pose.y],
            [-sin, cos, (height - 1) / 2 + sin * pose.x - cos * pose.y],
        ]
    )


def after(second: NDArray[np.float64], first: NDArray[np.float64]) -> NDArray[np.float64]:
    """Two affine maps one after the other as one."""
    return np.column_stack([second[:, :2] @ first[:, :2], second[:, :2] @ first[:, 2] + second[:, 2]])


def sampled(picture: Ink, at: Field, move: NDArray[np.float64], border: int = cv2.BORDER_CONSTANT) -> Ink:
    """The picture as seen at points of the plan that ``move`` takes to its pixels."""
    where = cv2.transform(at, move.astype(np.float32))
    return np.asarray(cv2.remap(picture, where, _NO_MAP, cv2.INTER_LINEAR, borderMode=border), np.uint8)
