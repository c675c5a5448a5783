"""Evidence for tiles: how well the sides of a square show around each slot of a lattice seen from above."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points, View

Canvas = NDArray[np.float32]

NEARER = 3.0
"""How fast evidence fades with the distance, in units, from the middle of the slot, squared."""
NOISE_FLOOR = 10.0
"""A change of brightness over one pixel, in Sobel's scale, that means little."""


WEIGHTS = (0.25, 0.42, 0.23, 0.1)
"""How much a square's sides count, the faintest first: one may be covered, or join a table of its own colour."""
CLEAR = 0.45
"""A side this much clearer than what is around it is as clear as can be asked."""


@dataclass(frozen=True, slots=True)
class Look:
    """How closely to look: pixels a unit, the sizes a tile may have in them, how far from its slot it may lie."""

    pitch: int
    sides: Sequence[int]
    reach: float = 0.19
    most: float = CLEAR


GLANCE = Look(28, (25, 27))
COARSE = Look(28, (24, 25, 26, 27))


@dataclass(frozen=True, slots=True)
class Window:
    """Columns and rows of slots, from the first to before the last."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def shape(self) -> tuple[int, int]:
        return self.bottom - self.top, self.right - self.left

    def widened(self, by: int) -> Window:
        return Window(self.left - by, self.top - by, self.right + by, self.bottom + by)


@dataclass(frozen=True, slots=True)
class Evidence:
    """For every slot of a window (rows by columns): how much speaks for a tile, and where its middle lies."""

    window: Window
    side: float
    strength: NDArray[np.float64]
    middles: Points
    """(rows, columns, 2), in units of the lattice."""
    looks: Points
    """(rows, columns, 6): what is seen in the middle of each slot."""


def from_above(picture: NDArray[np.uint8], view: View, window: Window, pitch: int) -> NDArray[np.uint8]:
    """The lattice as seen straight from above, with half a unit around it."""
    rows, columns = window.shape
    height, width = (rows + 1) * pitch, (columns + 1) * pitch
    # A lens bends so little between these that the map may be interpolated.
    knots_x, knots_y = 2 * columns + 3, 2 * rows + 3
    x = window.left - 1 + (np.linspace(0, width - 1, knots_x) + 0.5) / pitch
    y = window.top - 1 + (np.linspace(0, height - 1, knots_y) + 0.5) / pitch
    at = view.project(np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)).reshape(knots_y, knots_x, 2)
    return _sampled(picture, at.astype(np.float32), width, height)


def _sampled(picture: NDArray[np.uint8], knots: NDArray[np.float32], width: int, height: int) -> NDArray[np.uint8]:
    """Looks up the picture through a map given at knots that are evenly spread from edge to edge."""
    down, across = _between(knots.shape[0], height), _between(knots.shape[1], width)
    # Not a matrix product: its threads would fight over the one core that is ours.
    maps = [np.einsum("yi,xi->yx", np.einsum("yj,ji->yi", down, knots[:, :, i]), across) for i in (0, 1)]
    return np.asarray(
        cv2.remap(picture, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _between(knots: int, count: int) -> NDArray[np.float32]:
    """The matrix that interpolates so many values between knots."""
    at = np.linspace(0, knots - 1, count)
    return np.maximum(0, 1 - np.abs(at[:, None] - np.arange(knots)[None])).astype(np.float32)


def evidence(picture: NDArray[np.uint8], view: View, window: Window, look: Look) -> Evidence:
    """What speaks for tiles in the slots of a window; of several sizes of tile the best."""
    flat = from_above(picture, view, window, look.pitch)
    upright, level = _edges(flat, look.pitch)
    length = round(0.85 * look.pitch) | 1
    around = look.pitch + 1
    posts = _contrast(cv2.blur(_broad(upright, (3, 1)), (1, length)), (around, 1))
    beams = _contrast(cv2.blur(_broad(level, (1, 3)), (length, 1)), (1, around))
    found = [_by_side(posts, beams, window, side, look) for side in look.sides]
    # Half of the slots may be covered: the clearer half says how large tiles are.
    half = found[0].strength.size // 2
    best = max(found, key=lambda item: float(np.sort(item.strength, axis=None)[half:].sum()))
    return replace(best, looks=_looks(flat, window, look.pitch))


def _edges(flat: NDArray[np.uint8], pitch: int) -> tuple[Canvas, Canvas]:
    """How clearly each pixel lies on an upright edge, and on a level one, next to what is usual around it."""
    smooth = cv2.GaussianBlur(flat, (3, 3), 0)
    across, down = _steepest(smooth, (1, 0)), _steepest(smooth, (0, 1))
    steep = np.asarray(np.sqrt(across**2 + down**2) + 1e-3, np.float32)
    usual = np.asarray(cv2.blur(steep, (2 * pitch, 2 * pitch)) * 0.7 + NOISE_FLOOR, np.float32)
    return across * across / steep / (across + usual), down * down / steep / (down + usual)


def _steepest(smooth: cv2.typing.MatLike, way: tuple[int, int]) -> Canvas:
    """How steep each pixel is this way, in the colour in which it is steepest."""
    blue, green, red = cv2.split(np.abs(cv2.Sobel(smooth, cv2.CV_32F, *way)))
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.float32)


def _broad(edges: Canvas, size: tuple[int, int]) -> Canvas:
    """Edges widened a little, highest in their middle: a side may be crooked, but straight is better."""
    wide = cv2.dilate(edges, np.ones(size[::-1], np.uint8))
    return np.asarray(cv2.GaussianBlur(wide, size, 0), np.float32)


def _contrast(support: cv2.typing.MatLike, around: tuple[int, int]) -> Canvas:
    return np.asarray(support - cv2.blur(support, around), np.float32)


def _by_side(posts: Canvas, beams: Canvas, window: Window, side: int, look: Look) -> Evidence:
    """The best place for a tile of so many pixels near the middle of every slot."""
    rows, columns = window.shape
    reach = round(look.reach * look.pitch)
    off_y, off_x = np.meshgrid(*[np.arange(-reach, reach + 1)] * 2, indexing="ij")
    at_y, at_x = (np.arange(count) * look.pitch + look.pitch for count in (rows, columns))
    y, x = at_y[:, None, None, None] + off_y, at_x[None, :, None, None] + off_x
    before, after = side // 2, side - side // 2
    four = np.stack([posts[y, x - before], posts[y, x + after], beams[y - before, x], beams[y + after, x]])
    four = np.sort(np.clip(four, -0.1, look.most), axis=0)
    square = (four * np.array(WEIGHTS)[:, None, None, None, None]).sum(axis=0) / CLEAR
    square -= NEARER / look.pitch**2 * (off_y**2 + off_x**2)
    flat = square.reshape(rows, columns, -1)
    best = flat.argmax(axis=2)
    # Between pixels: the middle of a tile an odd number of pixels wide, and of the pixel itself.
    half = 0.5 + (side % 2) / 2
    middle_x = window.left - 1 + (at_x[None, :] + off_x.ravel()[best] + half) / look.pitch
    middle_y = window.top - 1 + (at_y[:, None] + off_y.ravel()[best] + half) / look.pitch
    strength = np.take_along_axis(flat, best[:, :, None], axis=2)[:, :, 0]
    middles = np.stack([middle_x, middle_y], axis=-1)
    return Evidence(window, side / look.pitch, strength.astype(np.float64), middles, np.zeros((rows, columns, 6)))


def _looks(flat: NDArray[np.uint8], window: Window, pitch: int) -> Points:
    """For every slot the colour of its middle and how much that varies."""
    rows, columns = window.shape
    colours = cv2.cvtColor(flat, cv2.COLOR_BGR2LAB)
    wide = (round(0.6 * pitch) | 1,) * 2
    mean = np.asarray(cv2.boxFilter(colours, cv2.CV_32F, wide), np.float32)
    square = np.asarray(cv2.sqrBoxFilter(colours, cv2.CV_32F, wide), np.float32)
    spread = np.sqrt(np.maximum(square - mean * mean, 0))
    spots = np.ix_(np.arange(rows) * pitch + pitch, np.arange(columns) * pitch + pitch)
    return np.asarray(np.concatenate([mean[spots], 0.7 * spread[spots]], axis=-1), np.float64)
