"""Simple drawings of tables for the tests of the board: textures, tiles, a mat, seen through a view."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import Marker, Place, TablePlan, Thing
from vision.camera import Lens, View

Picture = NDArray[np.uint8]
Colour = tuple[int, int, int]

SCALE = 64
"""Pixels a unit on the drawing of the table, before it is seen."""
MARGIN = 4.5
"""Units of table drawn around the block."""

MARKERS = tuple(
    Marker(i, x, y, 0.45) for i, (x, y) in enumerate([(-1.0, 0.0), (4.0, 0.0), (4.0, 3.0), (-1.0, 3.0)])
)


def a_plan(*, mat: bool = False, columns: int = 4, rows: int = 4) -> TablePlan:
    """A table with a block of places, a ring around it and something beside it."""
    block = [Place(f"{x}{y}", "frame", float(x), float(y), ("tile",)) for x in range(columns) for y in range(rows)]
    ring = [Place(f"r{x}", "ring", float(x), -1.0, ("tile",)) for x in range(columns)]
    cards = [Place(f"c{i}", "cards", 6.0, float(i) * 1.5, ("card",)) for i in range(3)]
    return TablePlan((*block, *ring, *cards), (Thing("tile", "tile"),), 66.0, markers=MARKERS if mat else ())


@dataclass(frozen=True)
class Style:
    """How a set of tiles and the table under it look."""

    tiles: tuple[Colour, ...] = ((40, 36, 38), (130, 60, 90), (225, 228, 230))
    table: str = "wood"
    tint: Colour = (70, 110, 160)
    side: float = 0.93
    border: Colour | None = None
    noise: float = 3.0
    light: float = 1.0


def a_view(  # noqa: PLR0913
    *,
    width: int = 800,
    height: int = 600,
    field: float = 66.0,
    tilt: float = 8.0,
    toward: float = 40.0,
    turn: float = 6.0,
    away: float = 8.5,
    bend: float = 0.0,
    middle: tuple[float, float] = (1.5, 1.5),
) -> View:
    """A camera so many units above the middle of the block, tilted toward a direction, turned (degrees)."""
    usual = Lens.usual(width, height, field)
    lens = Lens(width, height, usual.focal, bend)
    axis = math.radians(toward)
    lean = cv2.Rodrigues(np.array([math.cos(axis), math.sin(axis), 0.0]) * math.radians(tilt))[0]
    spin = cv2.Rodrigues(np.array([0.0, 0.0, math.radians(turn)]))[0]
    rotation = np.asarray(lean @ spin, np.float64)
    x, y, z = np.array([0.0, 0.0, away]) - rotation @ np.array([*middle, 0.0])
    a, b, c = np.asarray(cv2.Rodrigues(rotation)[0], np.float64).ravel().tolist()
    return View(lens, (a, b, c), (float(x), float(y), float(z)))


def table(style: Style, rng: np.random.Generator, columns: int = 4, rows: int = 4) -> Picture:
    """A bare table."""
    width, height = (round((count + 2 * MARGIN) * SCALE) for count in (columns, rows))
    grain = rng.normal(0, 1, (height, width)).astype(np.float32)
    if style.table == "wood":
        shade = cv2.GaussianBlur(grain, (0, 0), sigmaX=40, sigmaY=1.2) * 160
    elif style.table == "cloth":
        shade = cv2.GaussianBlur(grain, (0, 0), 1.0) * 25
    elif style.table == "checks":
        y, x = np.mgrid[:height, :width] // 50
        shade = ((x + y) % 2 * 50 + (x % 2) * 20 + grain * 4).astype(np.float32)
    else:
        shade = cv2.GaussianBlur(grain, (0, 0), 24) * 180
    return np.asarray(np.clip(np.array(style.tint) + np.asarray(shade)[:, :, None], 0, 255), np.uint8)


def lay(  # noqa: PLR0913
    on: Picture,
    style: Style,
    rng: np.random.Generator,
    *,
    gap: tuple[int, int] | None = (2, 1),
    pushed: dict[int, float] | None = None,
    columns: int = 4,
    rows: int = 4,
) -> None:
    """Tiles on a table, a little crooked, one slot left bare; rows may be pushed sideways."""
    for y in range(rows):
        for x in range(columns):
            if (x, y) == gap:
                continue
            off = rng.normal(0, 0.01, 2)
            off[0] += (pushed or {}).get(y, 0.0)
            colour = style.tiles[int(rng.integers(len(style.tiles)))]
            tile(on, (x + off[0], y + off[1]), style, colour, float(rng.normal(0, 1.0)))


def tile(on: Picture, at: tuple[float, float], style: Style, colour: Colour, turn: float = 0.0) -> None:
    """One tile with some art on it."""
    middle = ((at[0] + 0.5 + MARGIN) * SCALE, (at[1] + 0.5 + MARGIN) * SCALE)
    side = style.side * SCALE
    shape = np.rint(cv2.boxPoints((middle, (side, side), turn)) * 16).astype(np.int32)
    cv2.fillConvexPoly(on, shape, colour, cv2.LINE_AA, 4)
    ink = tuple(min(255, value + 60) if sum(colour) < 450 else value - 60 for value in colour)
    cv2.circle(on, (round(middle[0]), round(middle[1])), round(0.3 * side), ink, 2, cv2.LINE_AA)
    if style.border is not None:
        inner = cv2.boxPoints((middle, (side * 0.88, side * 0.88), turn))
        cv2.polylines(on, [np.rint(inner * 16).astype(np.int32)], True, style.border, 3, cv2.LINE_AA, 4)


def mat(on: Picture, markers: tuple[Marker, ...] = MARKERS, paper: Colour = (235, 235, 235)) -> None:
    """A printed mat: paper and its marks."""
    left, top, right, bottom = -1.8, -0.8, 4.8, 3.8
    corners = [
        (round((x + 0.5 + MARGIN) * SCALE), round((y + 0.5 + MARGIN) * SCALE))
        for x, y in ((left, top), (right, bottom))
    ]
    cv2.rectangle(on, corners[0], corners[1], paper, -1)
    marks = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in markers:
        side = round(marker.side * SCALE)
        x, y = (round((value + 0.5 + MARGIN) * SCALE - side / 2) for value in (marker.x, marker.y))
        drawn = cv2.aruco.generateImageMarker(marks, marker.number, side)
        on[y : y + side, x : x + side] = cv2.cvtColor(drawn, cv2.COLOR_GRAY2BGR)


def seen(on: Picture, view: View, style: Style, rng: np.random.Generator) -> Picture:
    """A table as a camera sees it."""
    lens, step = view.lens, 8
    across, down = (np.arange(size // step) * step + (step - 1) / 2 for size in (lens.width, lens.height))
    knots = np.stack(np.meshgrid(across, down), axis=-1)
    ground = (view.ground(knots.reshape(-1, 2)) + 0.5 + MARGIN) * SCALE - 0.5
    # Between knots the lens bends nothing that matters.
    where = cv2.resize(ground.reshape(knots.shape).astype(np.float32), (lens.width, lens.height))
    picture = cv2.remap(on, where[..., 0], where[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    smooth = cv2.GaussianBlur(picture, (0, 0), 0.8).astype(np.float32) * style.light
    return np.asarray(np.clip(smooth + rng.normal(0, style.noise, smooth.shape), 0, 255), np.uint8)


def worst(found: View, true: View, columns: int = 4, rows: int = 4) -> float:
    """How far, in units, the found view has a slot's middle from where it is."""
    slots = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1).reshape(-1, 2).astype(np.float64)
    return float(np.linalg.norm(true.ground(found.project(slots)) - slots, axis=1).max())
