"""Drawings and pages as pictures, for tests that look at them."""

from __future__ import annotations

from collections.abc import Iterable

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.drawing import Drawing, Line, Points, Shape, Text, placed
from runewatch.printing.pages import Page, Room

Picture = NDArray[np.uint8]
CLOSE_UP = 8.0
"""Pixels a millimetre, so that thin lines are not painted too thick."""
FINE = 4
"""OpenCV takes fractions of a pixel as so many bits."""


def painted(drawing: Drawing, per_mm: float) -> Picture:
    """A drawing without its bleed, in grey."""
    shapes = placed(drawing.shapes, drawing.width_mm / 2, drawing.height_mm / 2)
    fine = _painted(((shape, None) for shape in shapes), drawing.width_mm, drawing.height_mm, CLOSE_UP)
    size = (round(drawing.width_mm * per_mm), round(drawing.height_mm * per_mm))
    return np.asarray(cv2.resize(fine, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def painted_page(page: Page, per_mm: float) -> Picture:
    """A page, in grey."""
    return _painted(page.painted(), page.width, page.height, per_mm)


def _painted(shapes: Iterable[tuple[Shape, Room | None]], width: float, height: float, per_mm: float) -> Picture:
    whole = np.full((round(height * per_mm), round(width * per_mm)), 255, np.uint8)
    for shape, room in shapes:
        if isinstance(shape, Text):
            continue
        picture = whole
        if room:
            rows = slice(max(round(room.top * per_mm), 0), max(round(room.bottom * per_mm), 0))
            columns = slice(max(round(room.left * per_mm), 0), max(round(room.right * per_mm), 0))
            picture = whole.copy()
        _paint(picture, shape, per_mm)
        if room:
            whole[rows, columns] = picture[rows, columns]
    return whole


def _paint(picture: Picture, shape: Shape, per_mm: float) -> None:
    assert not isinstance(shape, Text)
    colour = round(255 * luminance(shape.colour))
    points = _pixels(shape.points, per_mm)
    if isinstance(shape, Line):
        thick = max(1, round(shape.width * per_mm))
        cv2.polylines(picture, [points], shape.closed, (colour,), thick, cv2.LINE_AA, FINE)
    else:
        cv2.fillPoly(picture, [points], (colour,), cv2.LINE_AA, FINE)


def _pixels(points: Points, per_mm: float) -> NDArray[np.int32]:
    # the middle of a pixel is a whole number, the corner of a page is not
    found: NDArray[np.int32] = np.round((np.array(points) * per_mm - 0.5) * (1 << FINE)).astype(np.int32)
    return found


def luminance(colour: str) -> float:
    """How bright a colour is to any eye, 0 to 1 (sRGB, gamma kept: as a camera's grey picture has it)."""
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue
