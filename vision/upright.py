"""Pieces as they are seen in a picture, each turned so that it stands upright in its patch.

Seen from above, a piece leans away from the camera: to every side, depending on where it stands. Turned so that it
leans upwards it looks like itself, only seen from higher or lower; how high, the last channel says. Patches come
from the frame, not from a cut of it: pieces are small, and a cut is too coarse to tell them apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import View
from vision.cut import CLOSE, Cut, Eye, Tone, Window, colours, contrast, cut_out, eye_over

PATCH = 80
CHANNELS = 5
WIDE = 1.1
"""How many cells a patch shows across."""
POINTER_WIDE = 1.7
"""The same of a patch that shows something which points; it lies anywhere about the middle."""
_AHEAD = 0.17
"""How many cells to look ahead where things lean far: a piece's head is there, not its foot."""
_FAR = 0.4
_NEAR = 37
"""Pixels around one that its contrast is told by: half a cell."""
_FINE_ENOUGH = 1.6
"""How many pixels of the picture may fall on one of a patch before it is shrunk first."""
_CORNERS = np.array([[0, 0], [PATCH, 0], [PATCH, PATCH], [0, PATCH]], np.float32) - np.float32(0.5)

Patch = NDArray[np.float32]
Points = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """A part of the table: its cut, where the camera is over it, and the picture that shows its pieces best.

    ``where`` tells where in the picture (x, y) the cut's places (column, row) are.
    """

    cut: Cut
    eye: Eye
    picture: Cut
    where: Callable[[Points], Points]


def part_of(frame: Cut, view: View, window: Window) -> Part:
    """What a frame shows of a window."""
    corner = np.array([window.x, window.y])
    return Part(cut_out(frame, view, window), eye_over(view, window), frame, lambda at: view.project(at + corner))


def part_kept(cut: Cut, close: Cut, eye: Eye) -> Part:
    """What was kept of a photo: the cut, and a closer one."""
    return Part(cut, eye, close, lambda at: (at + 0.5) * CLOSE - 0.5)


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
    patch = _taken(part.picture, part.where(corners(part.eye, row, column)))
    return normal(patch, tone, lean_at(part.eye, row, column))


def level(part: Part, tone: Tone, row: int, column: int) -> Patch:
    """The patch about a cell as the cut shows it, not turned: for what lies flat and points."""
    half = POINTER_WIDE / 2
    middle = np.array([column, row], np.float64)
    about = middle + np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return normal(_taken(part.picture, part.where(about)), tone, lean_at(part.eye, row, column))


def _taken(picture: Cut, at: Points) -> Cut:
    """What lies between four corners of a picture, as a patch."""
    height, width = picture.shape[:2]
    left, top = np.floor(at.min(0)).astype(int) - 2
    right, bottom = np.ceil(at.max(0)).astype(int) + 3
    left, right = (int(np.clip(x, 0, width)) for x in (left, right))
    top, bottom = (int(np.clip(y, 0, height)) for y in (top, bottom))
    part = picture[top:bottom, left:right]
    if part.size == 0:
        return np.zeros((PATCH, PATCH, 3), np.uint8)
    step = int(math.dist(at[0], at[2]) / (math.sqrt(2) * PATCH) / _FINE_ENOUGH)
    if step > 1:
        size = (max(1, part.shape[1] // step), max(1, part.shape[0] // step))
        part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    scale = np.array([part.shape[1] / (right - left), part.shape[0] / (bottom - top)])
    source = ((at - (left, top) + 0.5) * scale - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(_CORNERS, source)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    taken = cv2.warpPerspective(part, matrix, (PATCH, PATCH), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.uint8)


def normal(patch: Cut, tone: Tone, lean: float) -> Patch:
    """What the network sees of a patch: colours about the arena's mean, contrast with what is near, lean."""
    found = np.empty((CHANNELS, PATCH, PATCH), np.float32)
    found[:3] = colours(patch, tone)
    found[3] = contrast(patch, _NEAR)
    found[4] = 2 * lean
    return found
