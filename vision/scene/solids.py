"""Standing things as clouds of surface points: cheap to turn, to light, and to see from any side.

Measures are those of the table plan; a solid stands with its foot at the origin. No mesh, no depth buffer: of all
points on one line of sight the highest is the one a camera above the table sees, so points are drawn lowest first.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

Cloud = NDArray[np.float32]

POINTS = 5000


@dataclass(frozen=True, slots=True)
class Solid:
    """Points (x, y, up), which way the surface faces there, and its colour (linear BGR)."""

    points: Cloud
    normals: Cloud
    colours: Cloud

    def turned(self, angle: float) -> Solid:
        """Turned about its own upright axis."""
        cos, sin = math.cos(angle), math.sin(angle)
        spin = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]], np.float32)
        return replace(self, points=self.points @ spin, normals=self.normals @ spin)

    def laid(self) -> Solid:
        """Fallen over, on its side."""
        tip = np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]], np.float32)
        points, normals = self.points @ tip.T, self.normals @ tip.T
        points = points - np.array([points[:, 0].mean(), 0, points[:, 2].min()], np.float32)
        return replace(self, points=points, normals=normals)

    def moved(self, x: float, y: float, up: float = 0.0) -> Solid:
        return replace(self, points=self.points + np.array([x, y, up], np.float32))

    def painted(self, colour: Sequence[float] | Cloud) -> Solid:
        tint = np.asarray(colour, np.float32)
        return replace(self, colours=np.broadcast_to(tint, self.points.shape).astype(np.float32))

    @property
    def height(self) -> float:
        return float(self.points[:, 2].max())


def joined(*solids: Solid) -> Solid:
    return Solid(
        np.concatenate([solid.points for solid in solids]),
        np.concatenate([solid.normals for solid in solids]),
        np.concatenate([solid.colours for solid in solids]),
    )


def _solid(points: Cloud, normals: Cloud) -> Solid:
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return Solid(
        points.astype(np.float32),
        (normals / np.maximum(length, 1e-6)).astype(np.float32),
        np.full(points.shape, 0.5, np.float32),
    )


def revolved(profile: Sequence[tuple[float, float]], rng: np.random.Generator, n: int = POINTS) -> Solid:
    """A turned piece: a profile of (radius, height), from the foot to the top, spun about the upright axis."""
    line = np.array(profile, np.float64)
    steps = np.diff(line, axis=0)
    area = (line[1:, 0] + line[:-1, 0] + 1e-6) * np.hypot(steps[:, 0], steps[:, 1])
    piece = rng.choice(len(area), n, p=area / area.sum())
    along = rng.random(n)
    radius, up = (line[piece] + steps[piece] * along[:, None]).T
    angle = rng.random(n) * 2 * np.pi
    cos, sin = np.cos(angle), np.sin(angle)
    slope = steps[piece]
    points = np.column_stack([radius * cos, radius * sin, up])
    # outwards is to the right of the way up the profile
    normals = np.column_stack([slope[:, 1] * cos, slope[:, 1] * sin, -slope[:, 0]])
    return _solid(points, normals)


def prism(outline: Cloud, height: float, rng: np.random.Generator, n: int = POINTS, taper: float = 1.0) -> Solid:
    """An outline (x, y) drawn upwards; ``taper`` is how large its top is."""
    wall, face = _outline_points(outline, rng, n)
    (edge, out), up = wall, rng.random(len(wall[0]))
    scale = 1 + (taper - 1) * up[:, None]
    sides = np.column_stack([edge * scale, up * height])
    lean = (1 - taper) * np.linalg.norm(edge, axis=1) / max(height, 1e-6)
    top = np.column_stack([face * taper, np.full(len(face), height)])
    return _solid(
        np.concatenate([sides, top]),
        np.concatenate([np.column_stack([out, lean]), np.tile([0.0, 0.0, 1.0], (len(face), 1))]),
    )


def upright(outline: Cloud, depth: float, rng: np.random.Generator, n: int = POINTS) -> Solid:
    """An outline (x, up) cut from a board of this thickness and stood on its edge."""
    (edge, out), face = _outline_points(outline, rng, n)
    across = (rng.random(len(edge)) - 0.5) * depth
    rim = np.column_stack([edge[:, 0], across, edge[:, 1]])
    side = np.where(rng.random(len(face)) < 0.5, 1.0, -1.0)
    faces = np.column_stack([face[:, 0], side * depth / 2, face[:, 1]])
    return _solid(
        np.concatenate([rim, faces]),
        np.concatenate(
            [
                np.column_stack([out[:, 0], np.zeros(len(edge)), out[:, 1]]),
                np.column_stack([np.zeros(len(face)), side, np.zeros(len(face))]),
            ]
        ),
    )


def _outline_points(outline: Cloud, rng: np.random.Generator, n: int) -> tuple[tuple[Cloud, Cloud], Cloud]:
    """Points on the rim with their outward direction, and points within, of an outline."""
    corners = np.asarray(outline, np.float64)
    if cv2.contourArea(corners.astype(np.float32), oriented=True) < 0:
        corners = corners[::-1]
    steps = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    piece = rng.choice(len(corners), n // 2, p=lengths / lengths.sum())
    edge = corners[piece] + steps[piece] * rng.random((n // 2, 1))
    out = np.column_stack([steps[piece, 1], -steps[piece, 0]])
    low, span = corners.min(0), np.ptp(corners, axis=0)
    grid = 64
    mask = np.zeros((grid, grid), np.uint8)
    cv2.fillPoly(mask, [np.round((corners - low) / span * (grid - 1)).astype(np.int32)], (255,))
    inside = np.argwhere(mask)[:, ::-1]
    picked = inside[rng.integers(len(inside), size=n // 2)] + rng.random((n // 2, 2)) - 0.5
    return (edge.astype(np.float32), out.astype(np.float32)), (picked / (grid - 1) * span + low).astype(np.float32)
