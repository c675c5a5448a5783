"""Made-up art for flat things: faces of tiles, backs of cards, table tops. All of it is drawn here."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Face = NDArray[np.uint8]
Colour = tuple[float, float, float]
"""Hue, saturation, value, each 0 to 1."""
Rng = np.random.Generator

SIZE = 96
"""Pixels of a face's side."""


def bgr(colour: Colour) -> tuple[int, int, int]:
    h, s, v = colour
    r, g, b = colorsys.hsv_to_rgb(h % 1, min(max(s, 0), 1), min(max(v, 0), 1))
    return int(b * 255), int(g * 255), int(r * 255)


def clouds(rng: Rng, size: int, octaves: int = 4, stretch: float = 1.0) -> NDArray[np.float32]:
    """Smooth noise of mean 0 and about unit spread."""
    total = np.zeros((size, size), np.float32)
    for octave in range(octaves):
        n = 2 ** (octave + 2)
        rough = rng.standard_normal((max(2, round(n / stretch)), n), np.float32)
        total += cv2.resize(rough, (size, size), interpolation=cv2.INTER_CUBIC) * 0.6**octave
    return np.asarray(total / max(float(total.std()), 1e-6), np.float32)


# -- motifs: each returns strokes, closed outlines within the unit circle --------------------------------


def _ring(n: int, radius: float = 1.0, start: float = 0.0) -> NDArray[np.float64]:
    angle = start + np.arange(n) * 2 * np.pi / n
    return np.column_stack([np.cos(angle), np.sin(angle)]) * radius


def _star(rng: Rng) -> list[NDArray[np.float64]]:
    n = int(rng.integers(4, 9))
    outline = np.empty((2 * n, 2))
    outline[::2], outline[1::2] = _ring(n), _ring(n, rng.uniform(0.25, 0.6), math.pi / n)
    return [outline]


def _pentagram(rng: Rng) -> list[NDArray[np.float64]]:
    n = int(rng.choice([5, 7, 8]))
    return [_ring(n)[np.arange(n) * int(rng.choice([2, 3])) % n], _ring(36)]


def _moon(rng: Rng) -> list[NDArray[np.float64]]:
    angle = np.linspace(-2.2, 2.2, 24)
    outer = np.column_stack([np.cos(angle), np.sin(angle)])
    inner = outer[::-1] * [0.75, 0.8] + [rng.uniform(0.25, 0.5), 0]
    found = [np.concatenate([outer, inner])]
    return found + [_ring(40, 1.3)] * int(rng.random() < 0.5)


def _rings(rng: Rng) -> list[NDArray[np.float64]]:
    return [_ring(40, radius) for radius in np.linspace(1, rng.uniform(0.2, 0.7), int(rng.integers(1, 4)))]


def _polygon(rng: Rng) -> list[NDArray[np.float64]]:
    n = int(rng.integers(3, 7))
    return [_ring(n), _ring(n, rng.uniform(0.4, 0.8), rng.uniform(0, 1))][: int(rng.integers(1, 3))]


def _rays(rng: Rng) -> list[NDArray[np.float64]]:
    n = int(rng.integers(6, 14))
    inner = rng.uniform(0.3, 0.6)
    lines = [np.stack([point * inner, point]) for point in _ring(n)]
    return [*lines, _ring(30, inner * 0.9)]


def _scrawl(rng: Rng) -> list[NDArray[np.float64]]:
    n = int(rng.integers(2, 6))
    return [rng.uniform(-0.8, 0.8, (int(rng.integers(2, 5)), 2)) for _ in range(n)]


def _spiral(rng: Rng) -> list[NDArray[np.float64]]:
    angle = np.linspace(0, rng.uniform(8, 18), 60)
    return [np.column_stack([np.cos(angle), np.sin(angle)]) * (angle / angle[-1])[:, None]]


def _mirrored(rng: Rng) -> list[NDArray[np.float64]]:
    n = int(rng.integers(3, 7))
    half = np.column_stack([rng.uniform(0.05, 0.9, n), np.linspace(-0.95, 0.95, n)])
    return [np.concatenate([half, half[::-1] * [-1, 1]])]


def _dots(rng: Rng) -> list[NDArray[np.float64]]:
    n = int(rng.integers(3, 9))
    return [_ring(12, rng.uniform(0.1, 0.25)) + point for point in _ring(n, 0.75)]


def _cross(rng: Rng) -> list[NDArray[np.float64]]:
    a = rng.uniform(0.15, 0.4)
    quarter = np.array([[a, 1], [a, a], [1, a]])
    turned = [quarter @ np.array([[c, s], [-s, c]]).T for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    return [np.concatenate([turned[i] for i in (0, 3, 2, 1)])]


MOTIFS: tuple[Callable[[Rng], list[NDArray[np.float64]]], ...] = (
    _star, _pentagram, _moon, _rings, _polygon, _rays, _scrawl, _spiral, _mirrored, _dots, _cross,
)  # fmt: skip


@dataclass(frozen=True)
class Motif:
    """Something drawn in the middle of a face."""

    strokes: tuple[NDArray[np.float64], ...]
    scale: float
    filled: bool
    width: int


def motif(rng: Rng) -> Motif:
    kinds = rng.choice(len(MOTIFS), int(rng.choice([1, 1, 2])), replace=False)
    strokes = [stroke for kind in kinds for stroke in MOTIFS[kind](rng)]
    return Motif(tuple(strokes), rng.uniform(0.22, 0.42), bool(rng.random() < 0.4), int(rng.integers(1, 5)))


def drawn(face: Face, what: Motif, ink: Colour) -> None:
    for stroke in what.strokes:
        points = np.round((stroke * what.scale + 0.5) * SIZE * 16).astype(np.int32)
        if what.filled and len(stroke) > 2:
            cv2.fillPoly(face, [points], bgr(ink), cv2.LINE_AA, 4)
        else:
            cv2.polylines(face, [points], len(stroke) > 4, bgr(ink), what.width, cv2.LINE_AA, 4)


@dataclass(frozen=True)
class Style:
    """What the faces of a set have in common."""

    mottle: float
    grain: float
    border: int
    inset: float
    corners: bool


def style(rng: Rng) -> Style:
    return Style(
        mottle=float(rng.choice([0, 0.02, 0.06, 0.12])) * rng.uniform(0.5, 1.5),
        grain=float(rng.choice([0, 0.01, 0.03])),
        border=int(rng.choice([0, 0, 1, 2, 4, 8])),
        inset=float(rng.choice([0, 0.03, 0.06])),
        corners=bool(rng.random() < 0.25),
    )


def face(rng: Rng, base: Colour, ink: Colour, what: Motif | None, how: Style, edge: Colour | None = None) -> Face:
    """One side of a tile."""
    ground = np.empty((SIZE, SIZE, 3), np.uint8)
    ground[:] = bgr(base)
    if rng.random() < 0.2:
        _vignette(ground, rng)
    if how.mottle:
        change = 1 + clouds(rng, SIZE, int(rng.integers(2, 6)))[..., None] * how.mottle
        change = change + rng.standard_normal((SIZE, SIZE, 1), np.float32) * how.grain
        ground = np.clip(ground * change + change * 6 - 6, 0, 255).astype(np.uint8)
    if edge is not None and how.border:
        low = int(how.inset * SIZE)
        cv2.rectangle(ground, (low, low), (SIZE - 1 - low, SIZE - 1 - low), bgr(edge), how.border)
    if how.corners and what is not None:
        for x in (0.12, 0.88):
            for y in (0.12, 0.88):
                cv2.circle(ground, (int(x * SIZE), int(y * SIZE)), 4, bgr(ink), -1, cv2.LINE_AA)
    if what is not None:
        drawn(ground, what, ink)
    return ground


def _vignette(ground: Face, rng: Rng) -> None:
    y, x = np.mgrid[-1 : 1 : SIZE * 1j, -1 : 1 : SIZE * 1j]
    fall = 1 - rng.uniform(-0.25, 0.4) * (x * x + y * y) / 2
    ground[:] = np.clip(ground * fall[..., None], 0, 255).astype(np.uint8)


# -- table tops ------------------------------------------------------------------------------------------


def table_top(rng: Rng, size: int = 512) -> Face:
    """A piece of wood, cloth, stone or paint."""
    kind = rng.choice(
        ["wood", "wood", "plain", "plain", "cloth", "check", "plaid", "plaid", "spots", "stone", "dark", "dark"]
    )
    base: Colour = (rng.random(), rng.uniform(0, 0.8), rng.uniform(0.08, 0.95))
    if kind == "wood":
        base = (rng.uniform(0.02, 0.12), rng.uniform(0.2, 0.75), rng.uniform(0.12, 0.85))
    if kind == "dark":
        base = (rng.random(), rng.uniform(0, 0.4), rng.uniform(0.02, 0.15))
    ground = np.full((size, size, 3), bgr(base), np.float32)
    if kind in ("wood", "dark"):
        grain = clouds(rng, size, 6, stretch=rng.uniform(6, 30))
        if rng.random() < 0.5:
            grain = np.sin(grain * rng.uniform(1, 4))
        ground *= 1 + grain[..., None] * rng.uniform(0.03, 0.2)
        for at in rng.uniform(0, size, int(rng.integers(0, 5))):
            ground[int(at) : int(at) + 2] *= 0.5
    elif kind == "stone":
        ground *= 1 + np.abs(clouds(rng, size, 6))[..., None] * rng.uniform(-0.3, 0.3)
    elif kind == "check":
        ground = _checked(rng, ground, size)
    elif kind == "plaid":
        ground = _plaid(rng, ground, size)
    elif kind == "spots":
        _spotted(rng, ground, size)
    if kind in ("cloth", "check", "plaid", "spots", "plain"):
        weave = rng.standard_normal((size // 2, size // 2, 1), np.float32)
        ground *= 1 + cv2.resize(weave, (size, size))[..., None] * rng.uniform(0, 0.08)
        ground *= 1 + clouds(rng, size, 2)[..., None] * rng.uniform(0, 0.08)
    return np.clip(ground, 0, 255).astype(np.uint8)


def _checked(rng: Rng, ground: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    period = int(rng.integers(14, 90))
    for _ in range(int(rng.integers(1, 4))):
        other = np.array(bgr((rng.random(), rng.uniform(0, 0.8), rng.uniform(0.1, 0.95))), np.float32)
        width, start = int(rng.integers(1, period)), int(rng.integers(period))
        band = ((np.arange(size) + start) % period < width).astype(np.float32) * rng.uniform(0.3, 0.6)
        for cover in (band[None, :, None], band[:, None, None]):
            ground = np.asarray(ground * (1 - cover) + other * cover, np.float32)
    return ground


def _plaid(rng: Rng, ground: NDArray[np.float32], size: int) -> NDArray[np.float32]:
    """Broad and narrow stripes across each other, the same both ways."""
    period = int(rng.integers(30, 110))
    inks = [np.array(bgr((rng.random(), rng.uniform(0, 0.9), rng.uniform(0.1, 1))), np.float32) for _ in range(3)]
    stripes = np.zeros((period, 4), np.float32)
    for _ in range(int(rng.integers(2, 7))):
        start, width = int(rng.integers(period)), max(1, int(period * rng.choice([0.02, 0.05, 0.12, 0.3])))
        stripes[start : start + width, :3] = inks[int(rng.integers(3))]
        stripes[start : start + width, 3] = rng.uniform(0.35, 0.95)
    run = np.tile(stripes, (size // period + 1, 1))[:size]
    for cover, ink in ((run[None, :, 3:], run[None, :, :3]), (run[:, None, 3:], run[:, None, :3])):
        ground = np.asarray(ground * (1 - cover * 0.6) + ink * (cover * 0.6), np.float32)
    return ground


def _spotted(rng: Rng, ground: NDArray[np.float32], size: int) -> None:
    what = motif(rng)
    period = int(rng.integers(24, 90))
    inks = [bgr((rng.random(), rng.uniform(0, 0.9), rng.uniform(0.2, 1))) for _ in range(3)]
    for row, y in enumerate(range(0, size, period)):
        for x in range(0, size, period):
            at = np.array([x + (row % 2) * period / 2, y]) + rng.uniform(-0.15, 0.15, 2) * period
            radius = period * rng.uniform(0.12, 0.3)
            for stroke in what.strokes[:2]:
                points = np.round(stroke * radius + at).astype(np.int32)
                cv2.fillPoly(ground, [points], inks[int(rng.integers(3))], cv2.LINE_AA)
