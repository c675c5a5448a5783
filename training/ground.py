"""The ground of a made-up table: its top, perhaps a mat, the tiles, and what lies about."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from training.arranging import beside
from training.faces import SIZE as ART
from training.faces import Colour, Face, Rng, bgr, face, motif, style, table_top
from training.plane import Field

_FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX)


@dataclass(frozen=True)
class Lie:
    """How a flat thing lies: its middle, its turn, its width and height in pitches."""

    at: NDArray[np.float64]
    turn: float
    size: tuple[float, float]


@dataclass(frozen=True)
class Flat:
    """The table with its flat things, before light falls on it; ``raised`` is where something lies."""

    field: Field
    canvas: Face
    raised: NDArray[np.uint8]

    def lay(self, art: Face, how: Lie) -> None:
        """Lays a face on the ground."""
        height, width = art.shape[:2]
        fine, size = self.field.fine, self.field.size
        cos, sin = math.cos(how.turn), math.sin(how.turn)
        across, down = how.size[0] * fine / width, how.size[1] * fine / height
        x, y = self.field.px(how.at)
        reach = int(math.hypot(*how.size) * fine / 2) + 2
        left, top = max(int(x) - reach, 0), max(int(y) - reach, 0)
        right, bottom = min(int(x) + reach, size), min(int(y) + reach, size)
        if right <= left or bottom <= top:
            return
        move = np.array(
            [[cos * across, -sin * down, x - left - (cos * across * width - sin * down * height) / 2],
             [sin * across, cos * down, y - top - (sin * across * width + cos * down * height) / 2]]
        )  # fmt: skip
        roi, part = self.canvas[top:bottom, left:right], self.raised[top:bottom, left:right]
        area = (right - left, bottom - top)
        mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), move, area, flags=cv2.INTER_LINEAR)
        warped = cv2.warpAffine(art, move, area, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        share = mask[..., None].astype(np.float32) / 255
        roi[:] = (roi + (warped.astype(np.float32) - roi) * share).astype(np.uint8)
        np.maximum(part, mask, out=part)


def ground(rng: Rng, field: Field) -> Flat:
    """A table top, with the mat on it or without."""
    top = table_top(rng, 512)
    if rng.random() < 0.5:
        top = np.ascontiguousarray(top.transpose(1, 0, 2))
    zoom = rng.uniform(0.9, 2.2) * field.fine / 50
    spin = cv2.getRotationMatrix2D((256, 256), rng.uniform(0, 360), zoom)
    spin[:, 2] = spin[:, 2] + field.size / 2 - 256
    whole = cv2.warpAffine(top, spin, (field.size, field.size), borderMode=cv2.BORDER_REFLECT)
    canvas = np.asarray(whole, np.uint8)
    if rng.random() < 0.45:
        _mat(rng, canvas, field)
    return Flat(field, canvas, np.zeros((field.size, field.size), np.uint8))


def _mat(rng: Rng, canvas: Face, field: Field) -> None:
    """A printed sheet below the arena, its cells drawn or not."""
    paper = (rng.random(), rng.uniform(0, 0.25), float(rng.choice([rng.uniform(0.75, 1), rng.uniform(0.1, 0.5)])))
    shift = rng.normal(0, 0.05, 2)
    low = field.px(np.array([-1.68, -0.75]) * rng.uniform(0.9, 1.1) + shift)
    high = field.px(np.array([4.68, 3.75]) * rng.uniform(0.95, 1.05) + shift)
    corners = tuple(int(v) for v in low), tuple(int(v) for v in high)
    cv2.rectangle(canvas, corners[0], corners[1], bgr(paper), -1)
    h, s, v = paper
    ink = bgr((h, s, v + (0.3 if v < 0.5 else -0.3) * rng.uniform(0.3, 1.5)))
    if rng.random() < 0.4:
        _printed_cells(rng, canvas, shift, paper, field)
    if rng.random() < 0.5:
        _written(rng, canvas, shift, ink, field)
    if rng.random() < 0.8:
        for i in range(5):
            a, b = (
                field.px(np.array([i - 0.5, -0.5]) + shift).astype(int),
                field.px(np.array([i - 0.5, 3.5]) + shift).astype(int),
            )
            cv2.line(canvas, (int(a[0]), int(a[1])), (int(b[0]), int(b[1])), ink, 1, cv2.LINE_AA)
            cv2.line(canvas, (int(a[1]), int(a[0])), (int(b[1]), int(b[0])), ink, 1, cv2.LINE_AA)
    _marks(rng, canvas, shift, field)


def _printed_cells(rng: Rng, canvas: Face, shift: NDArray[np.float64], paper: Colour, field: Field) -> None:
    """What is printed where tiles will lie, within the arena or also about it: easily taken for a tile."""
    h, s, v = paper
    tint = bgr((h, s + rng.uniform(0, 0.2), v + rng.uniform(0.02, 0.14) * (1 if v < 0.5 else -1)))
    half, thick = rng.uniform(0.3, 0.49), int(rng.choice([-1, -1, 1, 2, 3]))
    mark = rng.random()
    cells = range(-1, 5) if rng.random() < 0.3 else range(4)
    for column, row in product(cells, cells):
        middle = np.array([column, row]) + shift
        low, high = field.px(middle - half).astype(int), field.px(middle + half).astype(int)
        cv2.rectangle(canvas, (int(low[0]), int(low[1])), (int(high[0]), int(high[1])), tint, thick, cv2.LINE_AA)
        if mark < 0.35:
            x, y = (int(value) for value in field.px(middle))
            cv2.circle(
                canvas, (x, y), round(field.fine * half * 2 * mark), tint, 1 if thick < 0 else -1, cv2.LINE_AA
            )


def _written(rng: Rng, canvas: Face, shift: NDArray[np.float64], ink: tuple[int, int, int], field: Field) -> None:
    """Letters and ornaments round the arena."""
    size, bold = rng.uniform(0.15, 0.5), int(rng.integers(1, 4))
    for _ in range(int(rng.integers(1, 12))):
        sign(rng, canvas, field.px(beside(rng, rng.uniform(2.15, 3.3)) + shift), ink, (size * field.fine, bold))


def sign(
    rng: Rng, canvas: Face, at: NDArray[np.float32], ink: tuple[int, int, int], drawn: tuple[float, int]
) -> None:
    """A letter, a word, a square, so many pixels high, with so bold a pen: it points nowhere."""
    high, bold = drawn
    if rng.random() < 0.8:
        text = "".join(chr(int(rng.integers(65, 91))) for _ in range(int(rng.choice([1, 1, 1, 3, 6]))))
        font = int(rng.choice(_FONTS))
        scale = cv2.getFontScaleFromHeight(font, max(int(high), 6), bold)
        cv2.putText(canvas, text, (int(at[0]), int(at[1])), font, scale, ink, bold, cv2.LINE_AA)
    else:
        corners = cv2.boxPoints(((float(at[0]), float(at[1])), (high, high), rng.uniform(0, 90)))
        cv2.polylines(canvas, [corners.astype(np.int32)], True, ink, bold, cv2.LINE_AA)


def _marks(rng: Rng, canvas: Face, shift: NDArray[np.float64], field: Field) -> None:
    """The mat's markers, or what looks like them."""
    side = round(0.45 * field.fine)
    for x, y in ((-1.3, -0.37), (4.3, -0.37), (-1.3, 3.37), (4.3, 3.37)):
        bits = np.zeros((8, 8), np.uint8)
        bits[2:6, 2:6] = rng.integers(0, 2, (4, 4)) * 255
        bits[[0, -1]] = bits[:, [0, -1]] = 255
        art = cv2.cvtColor(cv2.resize(bits, (side, side), interpolation=cv2.INTER_NEAREST), cv2.COLOR_GRAY2BGR)
        left, top = (field.px(np.array([x, y]) + shift) - side / 2).astype(int)
        part = canvas[max(top, 0) : max(top + side, 0), max(left, 0) : max(left + side, 0)]
        part[:] = art[: part.shape[0], : part.shape[1]]


def clutter(rng: Rng, flat: Flat) -> None:
    """Things that belong to nothing, round the arena: cards, dice, markers, pencils."""
    for _ in range(int(rng.choice([0, 1, 1, 2, 3, 4]))):
        size = float(rng.choice([0.2, 0.35, 0.6, 1.0, 1.4]))
        across = size * rng.uniform(0.6, 1)
        base = (rng.random(), rng.uniform(0, 1), rng.uniform(0.05, 1))
        art = face(rng, base, (rng.random(), rng.random(), rng.random()), motif(rng), style(rng))
        if rng.random() < 0.2:
            size, across = rng.uniform(1.2, 2.6), 0.12
            tip = np.array([[0, ART // 2], [ART // 8, 0], [ART // 8, ART]], np.int32)
            cv2.fillPoly(art, [tip], (150, 190, 220))
        elif rng.random() < 0.4:
            cv2.circle(art, (ART // 2, ART // 2), ART // 2, (0, 0, 0), 2)
        reach = 2.0 + math.hypot(size, across) / 2 + rng.exponential(0.5)
        flat.lay(art, Lie(beside(rng, reach), rng.uniform(0, 2 * np.pi), (size, across)))
