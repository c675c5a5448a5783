"""Cuts of the table: eight by eight cells seen from straight above, and what the network is shown of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import View
from vision.way import Way, way_to

CELLS = 8
"""The four by four of an arena, its ring, and one more all round for what lies beside it."""
RIM = 1
"""Cells at the rim are too near the cut's edge to be read."""
MIDDLE = slice(2, 6)
"""The cells in the middle of a cut, by whose light the whole is seen."""
CELL = 48
"""Pixels of a cell's side in a cut."""
SIDE = CELLS * CELL
CLOSE = 96
"""Pixels of a cell's side in a close cut: kept of a lesson's photo, for its pieces are small."""
CLOSE_SIDE = CELLS * CLOSE
CHANNELS = 6

Cut = NDArray[np.uint8]
Eye = tuple[float, float, float]
"""Where the camera is over a cut: cells right of and below its top left cell's middle, cells above the table."""

_NEAR = 25
"""Pixels around one that its contrast is told by: half a cell."""
_GRAIN = 12.0
"""The square of what is likely noise, in grey levels."""
_ROWS = 16
"""So many rows of a cut are projected at once."""
_UNEVEN = 0.05
"""Keeps an evenly dark arena from being blown up to noise."""


@dataclass(frozen=True, slots=True)
class Window:
    """Which cells a cut shows: the top left one's place on the plan."""

    x: int = -2
    y: int = -2


def eye_over(view: View, window: Window) -> Eye:
    x, y, up = view.eye
    return x - window.x, y - window.y, up


def _way(view: View, window: Window, cell: int) -> Way:
    side = CELLS * cell
    axis = (np.arange(side) + 0.5) / cell - 0.5
    at = np.empty((side, side, 2), np.float32)
    for row in range(0, side, _ROWS):
        # all at once would take a hundred megabytes for a moment
        x, y = np.meshgrid(axis + window.x, axis[row : row + _ROWS] + window.y)
        at[row : row + _ROWS] = view.project(np.column_stack([x.ravel(), y.ravel()])).reshape(-1, side, 2)
    return way_to(at, view.lens.width, view.lens.height)


@lru_cache(maxsize=4)
def _usual_way(view: View, window: Window) -> Way:
    """The way of a usual cut: kept, for a camera at rest will ask for it again."""
    return _way(view, window, CELL)


def cut_out(frame: Cut, view: View, window: Window, cell: int = CELL) -> Cut:
    """The cells of a window, seen from straight above; black where the frame ends."""
    way = _usual_way(view, window) if cell == CELL else _way(view, window, cell)
    return way.through(frame)


@lru_cache(maxsize=4)
def inside(view: View, window: Window) -> NDArray[np.bool_]:
    """Which cells of a window lie within the frame, (row, column)."""
    row, column = np.mgrid[0:CELLS, 0:CELLS]
    x, y = column.ravel() + window.x, row.ravel() + window.y
    corners = [view.project(np.column_stack([x + dx, y + dy])) for dx in (-0.4, 0.4) for dy in (-0.4, 0.4)]
    limit = np.array([view.lens.width, view.lens.height])
    within = np.all([(at >= 0) & (at < limit) for at in corners], axis=(0, 2))
    return np.asarray(within.reshape(CELLS, CELLS), np.bool_)


@dataclass(frozen=True, slots=True)
class Tone:
    """The light of an arena: its mean colour, and how far its colours lie from it, in units of full light."""

    mean: tuple[float, float, float]
    spread: float


def tone_of(arena: Cut) -> Tone:
    mean, spread = cv2.meanStdDev(arena)
    return tone(np.ravel(mean), np.ravel(spread))


def tone(mean: NDArray[np.float64], spread: NDArray[np.float64]) -> Tone:
    """The light of an arena whose colours have these means and spreads."""
    # the spread of all channels about their common mean
    common = float(np.sqrt((spread**2).mean() + mean.var())) / 255 + _UNEVEN
    return Tone((float(mean[0]), float(mean[1]), float(mean[2])), common)


def arena_of(cut: Cut) -> Cut:
    """The middle of a cut."""
    return cut[MIDDLE.start * CELL : MIDDLE.stop * CELL, MIDDLE.start * CELL : MIDDLE.stop * CELL]


def without_rim(cut: Cut, eye: Eye) -> tuple[Cut, Eye]:
    """What of a cut can be read."""
    rim = RIM * CELL
    return cut[rim:-rim, rim:-rim], (eye[0] - RIM, eye[1] - RIM, eye[2])


def prepared(cut: Cut, eye: Eye, tone: Tone) -> NDArray[np.float32]:
    """What the network sees: colours about the middle's mean, contrast with what is near, and how things lean."""
    found = shown(cut, tone, _NEAR, CHANNELS)
    axis = (np.arange(len(cut), dtype=np.float32) + 0.5) / CELL - 0.5
    found[4] = (axis - np.float32(eye[0])) / np.float32(eye[2])
    found[5] = ((axis - np.float32(eye[1])) / np.float32(eye[2]))[:, None]
    return found


def turned(planes: NDArray[np.float32], quarters: int) -> NDArray[np.float32]:
    """What the network sees of a cut that is turned to the left by so many quarters."""
    for _ in range(quarters % 4):
        planes = np.rot90(planes, axes=(1, 2))
        # what leaned to the right leans to the top
        planes = np.concatenate([planes[:4], planes[5:], -planes[4:5]])
    return planes


def shown(picture: Cut, tone: Tone, near: int, channels: int) -> NDArray[np.float32]:
    """The first channels of what a network is shown: colours about the light's mean, contrast with what is near.

    The others are for whoever asks to fill.
    """
    found = np.empty((channels, *picture.shape[:2]), np.float32)
    for plane, colour, mean in zip(found, cv2.split(picture), tone.mean, strict=False):
        np.subtract(colour, mean, out=plane, dtype=np.float32)
    found[:3] *= np.float32(1 / (255 * tone.spread))
    found[3] = _contrast(picture, near)
    return found


def _contrast(picture: Cut, near: int) -> NDArray[np.float32]:
    """How each pixel differs from those around it, as much in the dark as in the light."""
    grey, around = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (near, near)
    mean = np.asarray(cv2.boxFilter(grey, cv2.CV_32F, around), np.float32)
    spread = np.asarray(cv2.sqrBoxFilter(grey, cv2.CV_32F, around), np.float32) - mean * mean
    return np.asarray((grey - mean) / np.sqrt(spread + _GRAIN), np.float32)
