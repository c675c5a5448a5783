"""Drawings as pictures: what is printed on flat things, fine enough for the camera that looks at them."""

from __future__ import annotations

import colorsys
import math
import re
import unicodedata
from dataclasses import dataclass, replace
from zlib import crc32

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.drawing import Area, Drawing, Line, Points, Shape, Text, box, disc, moved, placed, star
from engine.table import Place, Thing

Ink = NDArray[np.uint8]
"""A picture with how much each pixel covers: blue, green, red, cover."""

MARGIN = 2
"""Pixels all round a picture that cover nothing, so that its edge is smooth however it lies."""
_OVER = 3
"""Pictures are painted so many times larger and shrunk: then thin lines are thin and edges soft."""
_SHIFT = 4
"""OpenCV takes fractions of a pixel as so many bits."""
_LARGEST = 1600
_LETTERS = cv2.FONT_HERSHEY_DUPLEX
_LETTER_HEIGHT = 22
"""Pixels of a capital letter of OpenCV's font at scale 1."""
_WORD = re.compile(r"\S+")
_LIKE = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "×": "x", "œ": "oe", "Œ": "OE"})


@dataclass(frozen=True, slots=True, eq=False)
class Face:
    """A flat thing's picture and how many pixels of it a millimetre is."""

    ink: Ink
    per_mm: float

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height without the margin."""
        height, width = self.ink.shape[:2]
        return (width - 2 * MARGIN) / self.per_mm, (height - 2 * MARGIN) / self.per_mm


def painted(drawing: Drawing, per_mm: float) -> Face:
    """The picture of a drawing, cut along its edge."""
    per_mm = min(per_mm, _LARGEST / max(drawing.width_mm, drawing.height_mm))
    width, height = (max(4, round(side * per_mm)) for side in (drawing.width_mm, drawing.height_mm))
    scale = per_mm * _OVER
    large = np.full(((height + 2 * MARGIN) * _OVER, (width + 2 * MARGIN) * _OVER, 3), 255, np.uint8)
    middle = (large.shape[1] / 2, large.shape[0] / 2)
    for shape in placed(drawing.shapes, *middle, scale=scale):
        _paint(large, shape)
    cover = np.zeros(large.shape[:2], np.uint8)
    cv2.fillPoly(cover, [_bits(moved(drawing.edge, *middle, scale=scale))], (255,), cv2.LINE_AA, _SHIFT)
    size = (width + 2 * MARGIN, height + 2 * MARGIN)
    return Face(np.asarray(cv2.resize(cv2.merge([large, cover]), size, interpolation=cv2.INTER_AREA)), per_mm)


def _paint(picture: NDArray[np.uint8], shape: Shape) -> None:
    colour = bgr(shape.colour)
    if isinstance(shape, Text):
        _write(picture, shape, colour)
    elif isinstance(shape, Line):
        thick = max(1, round(shape.width))
        cv2.polylines(picture, [_bits(shape.points)], shape.closed, colour, thick, cv2.LINE_AA, _SHIFT)
    elif isinstance(shape, Area):
        cv2.fillPoly(picture, [_bits(shape.points)], colour, cv2.LINE_AA, _SHIFT)


def _bits(points: Points) -> NDArray[np.int32]:
    # the middle of a pixel is a whole number, the corner of a picture is not
    return np.asarray(np.round((np.array(points) - 0.5) * (1 << _SHIFT)), np.int32)


def _write(picture: NDArray[np.uint8], text: Text, colour: tuple[int, int, int]) -> None:
    mask, x, y = _line_of(text)
    cos, sin = math.cos(math.radians(text.turn)), math.sin(math.radians(text.turn))
    reach = math.ceil(math.hypot(*mask.shape)) + 1
    left, top = max(0, int(text.x) - reach), max(0, int(text.y) - reach)
    part = picture[top : max(0, int(text.y) + reach), left : max(0, int(text.x) + reach)]
    if not part.size:
        return
    begin_x, begin_y = text.x - left, text.y - top
    move = np.array([[cos, -sin, begin_x - cos * x + sin * y], [sin, cos, begin_y - sin * x - cos * y]])
    share = cv2.warpAffine(mask, move, part.shape[1::-1])[..., None].astype(np.float32) / 255
    part[:] = np.round(part + (np.array(colour, np.float32) - part) * share).astype(np.uint8)


def _line_of(text: Text) -> tuple[NDArray[np.uint8], float, float]:
    """A line of letters, and where in it its (x, y) is.

    Each word is where and as long as it is in print: else a camera would not know a printed card by a painted one.
    A sign by itself keeps its shape.
    """
    scale = text.size * 0.7 / _LETTER_HEIGHT
    thick = max(1, round(text.size * (0.11 if text.is_bold else 0.06)))
    pad, height = thick + 2, math.ceil(text.size)
    long = text.width if len(text.text) > 1 else _size_of(text.text, scale, thick)
    line = np.zeros((2 * (height + pad), math.ceil(long) + 2 * pad), np.uint8)
    for word in _WORD.finditer(text.text):
        begin, end = (replace(text, text=text.text[:at]).width for at in word.span())
        said = _typed(word[0])
        width = _size_of(said, scale, thick)
        mask = np.zeros((line.shape[0], width + 2 * pad), np.uint8)
        cv2.putText(mask, said, (pad, height + pad), _LETTERS, scale, (255,), thick, cv2.LINE_AA)
        narrow = (end - begin) / max(width, 1) if len(text.text) > 1 else 1.0
        move = np.array([[narrow, 0, begin + pad * (1 - narrow)], [0, 1.0, 0]])
        line = np.maximum(line, cv2.warpAffine(mask, move, line.shape[1::-1]))
    anchor = {"left": 0.0, "middle": long / 2, "right": float(long)}[text.anchor]
    return line, pad + anchor, height + pad


def _size_of(said: str, scale: float, thick: int) -> int:
    """How many pixels wide letters of OpenCV's font are."""
    (width, _), _ = cv2.getTextSize(said, _LETTERS, scale, thick)
    return int(width)


def _typed(text: str) -> str:
    """A text in the letters that OpenCV has; those with marks lose them."""
    bare = unicodedata.normalize("NFKD", text).translate(_LIKE)
    return bare.encode("ascii", "ignore").decode()


def bgr(colour: str) -> tuple[int, int, int]:
    """The values of a colour written '#rrggbb'."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return blue, green, red


# -- things that nobody drew ------------------------------------------------------------------------------


def colours_of(thing: Thing) -> tuple[str, str]:
    """A ground and an ink for a thing nobody drew: always the same ones for the same name."""
    told = crc32(thing.name.encode())
    hue = (told % 997) / 997
    is_dark = told % 3 == 0
    ground = _hex(hue, 0.55, 0.28) if is_dark else _hex(hue, 0.45, 0.82)
    return ground, _hex(hue + 0.07, 0.25, 0.95) if is_dark else _hex(hue, 0.8, 0.3)


def generated(thing: Thing, place: Place, unit_mm: float) -> Drawing:
    """A plain face for a thing nobody drew: a star, a frame, and the first letters of its name."""
    width, height = (0.86 * side * unit_mm for side in (place.width, place.height))
    ground, ink = colours_of(thing)
    least = min(width, height)
    count = 3 + crc32(thing.name.encode(), 7) % 6
    turn = float(thing.turn or 0)
    pointer = moved(((0.0, -0.46 * least), (0.12 * least, -0.3 * least), (-0.12 * least, -0.3 * least)), turn=turn)
    shapes: list[Shape] = [
        Area(box(0, 0, width + 4, height + 4), ground),
        Line(box(0, 0, width * 0.9, height * 0.9, least * 0.08), ink, least * 0.02, closed=True),
        Area(moved(star(0, 0, count, 0.36 * least, 0.2 * least), turn=turn), ink),
        Area(disc(0, 0, 0.17 * least), ground),
        Text(thing.name[:2].upper(), 0, 0.07 * least, 0.2 * least, ink, is_bold=True),
    ]
    if thing.turn is not None:
        shapes.append(Area(pointer, ink))
    return Drawing(tuple(shapes), width, height, box(0, 0, width, height, least * 0.06))


def _hex(hue: float, saturation: float, value: float) -> str:
    red, green, blue = (round(255 * part) for part in colorsys.hsv_to_rgb(hue % 1, saturation, value))
    return f"#{red:02x}{green:02x}{blue:02x}"
