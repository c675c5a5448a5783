"""Bodies as meshes, for pictures that are traced: the same shapes as the clouds of ``vision.scene.solids``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray

from training.figures import Workshop
from vision.scene.solids import Cloud, Solid

AROUND = 40
"""Corners of a turned piece's circle."""
FINE = 0.07
"""No edge along a body is longer."""
GRID = 36
"""Squares across the flat side of what is sawn out."""

Faces = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Mesh(Solid):
    """A solid whose points are corners of faces."""

    faces: Faces = field(default=())


def _mesh(points: NDArray[np.float64], faces: list[tuple[int, ...]]) -> Mesh:
    blank = np.zeros(points.shape, np.float32)
    return Mesh(points.astype(np.float32), blank, blank + np.float32(0.5), tuple(faces))


def _band(below: int, above: int, n: int) -> list[tuple[int, ...]]:
    """The faces between two rings of n corners."""
    return [(below + i, below + (i + 1) % n, above + (i + 1) % n, above + i) for i in range(n)]


def _finely(line: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same line with more corners."""
    found = [line[:1]]
    for a, b in pairwise(line):
        steps = max(1, int(np.ceil(np.hypot(*(b - a)) / FINE)))
        found.append(a + (b - a) * (np.arange(1, steps + 1) / steps)[:, None])
    return np.concatenate(found)


def revolved(profile: Sequence[tuple[float, float]], _rng: np.random.Generator, _n: int = 0) -> Mesh:
    line = _finely(np.array(profile, np.float64))
    angle = np.arange(AROUND) * 2 * np.pi / AROUND
    rings = [np.column_stack([r * np.cos(angle), r * np.sin(angle), np.full(AROUND, up)]) for r, up in line]
    faces = [face for i in range(len(line) - 1) for face in _band(i * AROUND, (i + 1) * AROUND, AROUND)]
    return _mesh(np.concatenate(rings), faces)


def prism(outline: Cloud, height: float, _rng: np.random.Generator, _n: int = 0, taper: float = 1.0) -> Mesh:
    corners = np.asarray(outline, np.float64)
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[::-1]
    n, levels = len(corners), 8
    rings = [
        np.column_stack([corners * (1 + (taper - 1) * up), np.full(n, up * height)])
        for up in np.linspace(0, 1, levels)
    ]
    faces = [face for i in range(levels - 1) for face in _band(i * n, (i + 1) * n, n)]
    faces += [tuple(range((levels - 1) * n, levels * n)), tuple(range(n))[::-1]]
    return _mesh(np.concatenate(rings), faces)


def upright(outline: Cloud, depth: float, _rng: np.random.Generator, _n: int = 0) -> Mesh:
    corners = np.asarray(outline, np.float64)
    n = len(corners)
    parts = [np.column_stack([corners[:, 0], np.full(n, side * depth / 2), corners[:, 1]]) for side in (-1, 1)]
    faces = _band(0, n, n)
    faces += [tuple(range(n)), tuple(range(n, 2 * n))[::-1]]
    flat, squares = _squares(corners)
    for side in (-0.505, 0.505):
        # a fine side over the plain one, which paint can follow
        start = sum(len(part) for part in parts)
        parts.append(np.column_stack([flat[:, 0], np.full(len(flat), side * depth), flat[:, 1]]))
        faces += [tuple(start + i for i in square) for square in squares]
    return _mesh(np.concatenate(parts), faces)


def _squares(corners: NDArray[np.float64]) -> tuple[NDArray[np.float64], list[tuple[int, ...]]]:
    """A grid over an outline, and those of its squares that are within."""
    low, span = corners.min(0), np.ptp(corners, axis=0)
    axis = np.arange(GRID + 1) / GRID
    points = np.stack(np.meshgrid(axis, axis), -1).reshape(-1, 2) * span + low
    mask = np.zeros((GRID * 8, GRID * 8), np.uint8)
    cv2.fillPoly(mask, [np.round((corners - low) / span * (GRID * 8 - 1)).astype(np.int32)], (255,))
    within = cv2.resize(mask, (GRID, GRID), interpolation=cv2.INTER_AREA) > 230
    wide = GRID + 1
    return points, [
        (y * wide + x, y * wide + x + 1, (y + 1) * wide + x + 1, (y + 1) * wide + x)
        for y, x in np.argwhere(within).tolist()
    ]


def joined(*bodies: Mesh) -> Mesh:
    faces: list[tuple[int, ...]] = []
    start = 0
    for body in bodies:
        faces += [tuple(start + i for i in face) for face in body.faces]
        start += len(body.points)
    return replace(
        bodies[0],
        points=np.concatenate([body.points for body in bodies]),
        normals=np.concatenate([body.normals for body in bodies]),
        colours=np.concatenate([body.colours for body in bodies]),
        faces=tuple(faces),
    )


MESHES = Workshop(revolved, prism, upright, joined)
