"""Pieces as they are seen in a picture, each turned so that it stands upright in its patch.

Seen from above, a piece leans away from the camera: to every side, depending on where it stands. Turned so that it
leans upwards it looks like itself, only seen from higher or lower; how high, the last channel says. Patches come
from the frame, not from a cut of it: pieces are small, and a cut is too coarse to tell them apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import View
from vision.cut import CLOSE, Cut, Eye, Tone, Window, cut_out, eye_over, shown
from vision.way import Way, way_to

PATCH = 80
CHANNELS = 5
WIDE = 0.9
"""How many cells a patch shows across."""
POINTER_WIDE = 1.7
"""The same of a patch that shows something which points; it lies anywhere about the middle."""
_AHEAD = 0.17
"""How many cells to look ahead where things lean far: a piece's head is there, not its foot."""
_FAR = 0.4
_NEAR = 37
"""Pixels around one that its contrast is told by: half a cell."""
_CORNERS = np.array([[0, 0], [PATCH, 0], [PATCH, PATCH], [0, PATCH]], np.float32) - np.float32(0.5)
_PIXELS = np.stack(np.meshgrid(*[np.arange(PATCH, dtype=np.float32)] * 2), axis=-1)

Patch = NDArray[np.float32]
Points = NDArray[np.float64]
Spot = tuple[int, int]
"""A cell of a cut: row and column."""
Where = Callable[[Points], Points]
"""Where in a picture (x, y) the places (column, row) of a cut are."""
Framed = Callable[[Eye, int, int], Points]
"""The corners of a patch about a row and a column of a cut."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of the table: its cut, where the camera is over it, and the picture that shows its pieces best."""

    cut: Cut
    eye: Eye
    picture: Cut
    where: Where


@dataclass(frozen=True, slots=True)
class _InFrame:
    """Where they are in a frame: the same for the next frame of the same view."""

    view: View
    window: Window

    def __call__(self, at: Points) -> Points:
        return self.view.project(at + np.array([self.window.x, self.window.y]))


def _in_close(at: Points) -> Points:
    return (at + 0.5) * CLOSE - 0.5


def part_of(frame: Cut, view: View, window: Window) -> Part:
    """What a frame shows of a window."""
    return Part(cut_out(frame, view, window), eye_over(view, window), frame, _InFrame(view, window))


def part_kept(cut: Cut, close: Cut, eye: Eye) -> Part:
    """What was kept of a photo: the cut, and a closer one."""
    return Part(cut, eye, close, _in_close)


def lean_at(eye: Eye, row: float, column: float) -> float:
    """How far, for each cell of its height, what stands there leans away from the camera."""
    return math.hypot((column - eye[0]) / eye[2], (row - eye[1]) / eye[2])


def corners(eye: Eye, row: float, column: float, wide: float = WIDE) -> Points:
    """The corners of the patch about a place, on the cut; the first is above the piece, to its left."""
    angle = math.atan2(column - eye[0], eye[1] - row)
    ahead = _AHEAD * min(lean_at(eye, row, column) / _FAR, 1.5)
    cos, sin = math.cos(angle), math.sin(angle)
    half = wide / 2
    about = np.array([[-half, -half - ahead], [half, -half - ahead], [half, half - ahead], [-half, half - ahead]])
    return np.asarray(about @ np.array([[cos, sin], [-sin, cos]]) + (column, row), np.float64)


def upright(part: Part, tone: Tone, row: int, column: int) -> Patch:
    """The patch about a cell, (5, side, side)."""
    return _taken(part, tone, (row, column), corners)


def mirrored(patch: Patch) -> Patch:
    """The same piece turned round: most look alike from both sides."""
    return np.ascontiguousarray(patch[..., ::-1])


def level(part: Part, tone: Tone, row: int, column: int) -> Patch:
    """The patch about a cell as the cut shows it, not turned: for what lies flat and points."""
    return _taken(part, tone, (row, column), _level_corners)


def _level_corners(eye: Eye, row: float, column: float) -> Points:
    half = POINTER_WIDE / 2
    about = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return np.asarray(about + np.array([column, row]), np.float64)


def _taken(part: Part, tone: Tone, spot: Spot, framed: Framed) -> Patch:
    """The patch that is framed so about a spot."""
    height, width = part.picture.shape[:2]
    way = _way(part.where, part.eye, spot, framed, (width, height))
    return normal(way.through(part.picture, cv2.BORDER_REPLICATE), tone, lean_at(part.eye, *spot))


@lru_cache(maxsize=64)
def _way(where: Where, eye: Eye, spot: Spot, framed: Framed, size: tuple[int, int]) -> Way:
    """From a patch to its picture; kept, for a camera at rest will ask for it again."""
    matrix = cv2.getPerspectiveTransform(_CORNERS, where(framed(eye, *spot)).astype(np.float32))
    return way_to(np.asarray(cv2.perspectiveTransform(_PIXELS, matrix), np.float32), *size)


def normal(patch: Cut, tone: Tone, lean: float) -> Patch:
    """What the network sees of a patch: colours about the arena's mean, contrast with what is near, lean."""
    found = shown(patch, tone, _NEAR, CHANNELS)
    found[4] = 2 * lean
    return found
