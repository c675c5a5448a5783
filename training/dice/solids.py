"""Made-up dice: rounded cubes with sunk or painted pips, as clouds of points or as meshes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from training.faces import Colour, Rng, bgr
from training.figures import linear
from training.meshes import Mesh
from vision.scene.solids import Cloud, Solid

POINTS = 52
"""Points along an edge of a cloud."""
SQUARES = 20
"""Squares along an edge of a mesh."""

_FACES = (((0, 0, 1), (1, 0, 0)), ((0, 0, -1), (1, 0, 0)), ((1, 0, 0), (0, 1, 0)), ((-1, 0, 0), (0, 1, 0)),
          ((0, 1, 0), (0, 0, 1)), ((0, -1, 0), (0, 0, 1)))  # fmt: skip
"""Which way each face looks, and one of its edges; opposite ones are neighbours here."""
_SPOTS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}


@dataclass(frozen=True)
class Die:
    """What dice of one colour look like: linear colours, and shares of the edge."""

    body: Cloud
    pip: Cloud
    edge: float
    rounding: float
    pip_radius: float
    pitch: float
    """How far the outer pips are from the middle."""
    mirrored: bool
    ace: float
    """How much larger the single pip is."""


def dice_of(rng: Rng, colours: list[Colour]) -> list[Die]:
    """Dice of one maker, in these colours."""
    edge, rounding, radius = rng.uniform(0.29, 0.42), rng.uniform(0.05, 0.21), rng.uniform(0.075, 0.125)
    pitch, mirrored = rng.uniform(0.21, 0.29), bool(rng.random() < 0.5)
    ace = 1.0 if rng.random() < 0.8 else rng.uniform(1.0, 1.7)
    return [Die(linear(bgr(c)), _pip(rng, c), edge, rounding, radius, pitch, mirrored, ace) for c in colours]


def _pip(rng: Rng, body: Colour) -> Cloud:
    _, s, v = body
    bright = np.mean(bgr(body)) / 255
    is_light = bright < 0.45 or (s > 0.5 and v < 0.9 and bright < 0.6 and rng.random() < 0.7)
    if rng.random() < 0.04:
        return linear(bgr((rng.random(), rng.uniform(0.2, 1), 0.95 if is_light else 0.15)))
    bright = rng.uniform(0.85, 1) if is_light else rng.uniform(0.02, 0.16)
    return linear(bgr((rng.random(), rng.uniform(0, 0.08), bright)))


@lru_cache(maxsize=4)
def _grid(n: int) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Points on a cube of half size 1, where on their faces they are, and which face."""
    axis = np.linspace(-1, 1, n + 1)
    u, v = (part.ravel() for part in np.meshgrid(axis, axis))
    points, spots, faces = [], [], []
    for number, (up, side) in enumerate(_FACES):
        other = np.cross(up, side)
        points.append(np.array(up) + u[:, None] * np.array(side) + v[:, None] * other)
        spots.append(np.column_stack([u, v]))
        faces.append(np.full(len(u), number))
    return np.concatenate(points), np.concatenate(spots), np.concatenate(faces)


def solid_of(rng: Rng, die: Die, value: int, *, meshed: bool) -> Solid:
    """A die that shows a value, its foot at the origin, turned any way."""
    n = SQUARES if meshed else POINTS
    points, spots, faces = _grid(n)
    half, round_ = die.edge / 2, die.rounding * die.edge
    core = np.clip(points * half, -(half - round_), half - round_)
    normals = points * half - core
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    values = _values(rng, value)
    if die.mirrored:
        spots = spots[:, ::-1]
    at = spots / 2
    is_pip = np.zeros(len(points), bool)
    for number in range(6):
        own = faces == number
        turned = at[own] if rng.random() < 0.5 else at[own][:, ::-1] * (1, -1)
        shown = values[number]
        radius = die.pip_radius * (die.ace if shown == 1 else 1.0)
        far = [np.hypot(*(turned - np.array(spot) * die.pitch).T) for spot in _SPOTS[shown]]
        is_pip[own] = np.min(far, axis=0) < radius
    colours = np.where(is_pip[:, None], die.pip, die.body).astype(np.float32)
    surface = core + normals * round_ + np.array([0, 0, half])
    if not meshed:
        return Solid(surface.astype(np.float32), normals.astype(np.float32), colours)
    wide = n + 1
    corners = [number * wide * wide + y * wide + x for number in range(6) for y in range(n) for x in range(n)]
    square = tuple((at, at + wide, at + wide + 1, at + 1) for at in corners)
    return Mesh(surface.astype(np.float32), normals.astype(np.float32), colours, square)


def _values(rng: Rng, top: int) -> list[int]:
    """What the six faces show, the first one being up; opposite ones make seven."""
    rest = [number for number in (1, 2, 3) if number not in (top, 7 - top)]
    found = [top, 7 - top]
    for number in rng.permutation(rest):
        pair = [int(number), 7 - int(number)]
        found += pair if rng.random() < 0.5 else pair[::-1]
    return found


def tipped(solid: Solid, angle: float, way: float) -> Solid:
    """Leaning by an angle, towards somewhere, with its lowest point on the table."""
    lean = solid.turned(-way)
    cos, sin = math.cos(angle), math.sin(angle)
    tip = np.array([[cos, 0, -sin], [0, 1, 0], [sin, 0, cos]], np.float32)
    points, normals = lean.points @ tip, lean.normals @ tip
    points[:, 2] -= points[:, 2].min()
    if isinstance(solid, Mesh):
        return Mesh(points, normals, solid.colours, solid.faces).turned(way)
    return Solid(points, normals, solid.colours).turned(way)
