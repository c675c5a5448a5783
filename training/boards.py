"""Pictures of made-up boards as sight would cut them out of a frame, with their truth.

Everything is drawn in the plane of the table, where a standing thing leans away from the eye. What a camera adds
(blur, grain, balance, JPEG) comes last, at the camera's own fineness, and the cut is a little off, as cuts are.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from training.arranging import Arrangement, arrange, jewel, spares, stood
from training.covers import Cover, cover
from training.faces import Rng
from training.figures import CLOUDS, Workshop
from training.ground import Flat, Lie, clutter, ground
from training.lighting import Staging, eye, light, lit_ground
from training.plane import FIRST, WHOLE, Field, Spot, seen_from
from training.sets import Set
from vision.cut import CELLS, CLOSE_SIDE, SIDE
from vision.scene.light import Lamp, Light, Plane, shaded
from vision.scene.sensor import Sensor, taken
from vision.scene.solids import Solid
from vision.scene.splat import from_below, splat

GONE = 0.35
"""A piece is not asked about when a larger share of it is covered."""


@dataclass(frozen=True)
class Board:
    """A cut with its truth: 0 for nothing, else a face's or a figure's number + 1."""

    cut: NDArray[np.uint8]
    close: NDArray[np.uint8]
    """The same as finely as a lesson keeps it."""
    eye: tuple[float, float, float]
    tiles: NDArray[np.int8]
    figures: NDArray[np.int8]
    hidden: NDArray[np.float32]
    """The share that something covers."""
    gem: NDArray[np.float32]
    """The gem's middle (column, row) and how many quarters it is turned to the right; -1 if there is none."""


@dataclass(frozen=True)
class Scene:
    """All there is to show of a board: its table without the tiles, what lies and stands, the light, the eye."""

    made: Set
    plan: Arrangement
    flat: Flat
    solids: list[Solid]
    light: Light
    eye: Spot
    over: Cover | None


def drawn(rng: Rng, scene: Scene) -> Plane:
    """The scene in the plane of the table, drawn fast."""
    made, plan, flat, shine, solids = scene.made, scene.plan, scene.flat, scene.light, scene.solids
    for row, column in np.argwhere(plan.tiles > 0):
        art = made.faces[plan.tiles[row, column] - 1]
        flat.lay(art, Lie(plan.middles[row, column], plan.turns[row, column], (made.tile_size,) * 2))
    points = np.concatenate([solid.points for solid in solids]) if solids else np.zeros((0, 3), np.float32)
    stage = Staging(shine, scene.eye, points, scene.over, made.tile_gloss, made.thickness)
    picture, bright = lit_ground(rng, flat, stage)
    stand(picture, bright, solids, Showing(made, shine, scene.eye, flat.field))
    return picture


Shown = Callable[[Rng, Scene], Plane]
"""How a scene becomes a picture."""


@dataclass(frozen=True)
class Shot:
    """A board in the plane of its table, before a camera takes it, and its truth."""

    picture: Plane
    field: Field
    eye: Spot
    plan: Arrangement
    standing: tuple[tuple[int, int], ...]
    """The cells whose pieces can be seen."""
    hidden: NDArray[np.float32]
    gem: NDArray[np.float32]


def shot(rng: Rng, made: Set, plan: Arrangement, field: Field, shown: Shown = drawn, by: Workshop = CLOUDS,
         *, clean: bool = False) -> Shot:  # fmt: skip
    """A set's board, shown; ``clean`` is how a lesson is photographed: no hand, fair light."""
    at, shine = eye(rng), light(rng)
    flat = ground(rng, field)
    clutter(rng, flat)
    solids, cells = stood(rng, plan, made)
    gem, pointing = jewel(rng, plan, by)
    solids += [*spares(rng, made), *([gem] if gem else [])]
    over = None if clean or rng.random() < 0.6 else cover(rng, field.size, field.fine)
    picture = shown(rng, Scene(made, plan, flat, solids, shine, at, over))
    hidden, gone = _hidden(plan, over, solids[: len(cells)], at, field)
    if over is not None:
        picture = picture * (1 - over.mask[..., None]) + over.light(shine) * over.mask[..., None]
        pointing = _unless_covered(pointing, over, field)
    for i, cell in enumerate(cells):
        hidden[cell] = max(hidden[cell], 1.0 if gone[i] >= 0.7 else 0.0)
    seen = tuple(cell for cell, share in zip(cells, gone, strict=True) if share < GONE)
    return Shot(picture, field, at, plan, seen, hidden, pointing)


def board(rng: Rng, made: Set, clean: bool = False, field: Field = WHOLE,
          shown: Shown = drawn, by: Workshop = CLOUDS) -> Board:  # fmt: skip
    """One picture of a set."""
    return board_of(rng, shot(rng, made, arrange(rng, made), field, shown, by, clean=clean), clean)


def board_of(rng: Rng, one: Shot, clean: bool) -> Board:
    """What a camera sees of a board, cut out."""
    cut, close = _photographed(rng, one.picture, one.field, clean)
    at = (one.eye[0] + FIRST, one.eye[1] + FIRST, one.eye[2])
    return Board(cut, close, at, one.plan.tiles, one.plan.figures, one.hidden, one.gem)


def _unless_covered(pointing: NDArray[np.float32], over: Cover, field: Field) -> NDArray[np.float32]:
    if pointing[0] < 0:
        return pointing
    x, y = field.px(pointing[:2].astype(np.float64) - FIRST).astype(int).clip(0, field.size - 1)
    return np.full(3, -1, np.float32) if over.mask[y, x] > 0.5 else pointing


@dataclass(frozen=True)
class Showing:
    """What standing things are drawn with."""

    made: Set
    light: Light
    eye: Spot
    field: Field


def stand(picture: Plane, bright: Plane, solids: list[Solid], how: Showing) -> None:
    """Draws what stands over the ground."""
    if not solids:
        return
    made, shine, at, field = how.made, how.light, how.eye, how.field
    points, colours = [], []
    for solid in solids:
        foot = field.px(solid.points[:, :2].mean(0)[None])[0].astype(int).clip(0, field.size - 1)
        dim = float(bright[foot[1], foot[0]]) if shine.lamps else 1.0
        local = Light(shine.ambient, tuple(replace(lamp, colour=_dimmed(lamp, dim)) for lamp in shine.lamps))
        visible = (solid.normals * (np.array(at, np.float32) - solid.points)).sum(1) > 0
        kept = Solid(solid.points[visible], solid.normals[visible], solid.colours[visible])
        points.append(kept.points)
        colours.append(shaded(kept, local, at, made.figure_gloss))
    every, paint = np.concatenate(points), np.concatenate(colours)
    order = from_below(every)
    splat(picture, field.px(seen_from(every, at))[order], paint[order])


def _dimmed(lamp: Lamp, share: float) -> tuple[float, float, float]:
    # a figure's own shadow darkens its foot: never take that for the whole figure
    kept = max(share, 0.35)
    return (lamp.colour[0] * kept, lamp.colour[1] * kept, lamp.colour[2] * kept)


def _hidden(plan: Arrangement, over: Cover | None, solids: list[Solid], at: Spot,
            field: Field) -> tuple[NDArray[np.float32], list[float]]:  # fmt: skip
    """Per cell the share that is covered, and per figure the share of it that is."""
    hidden = np.zeros((CELLS, CELLS), np.float32)
    if over is None:
        return hidden, [0.0] * len(solids)
    half = 0.48 * field.fine
    for row in range(CELLS):
        for column in range(CELLS):
            x, y = field.px(plan.middles[row, column])
            part = over.mask[max(int(y - half), 0) : int(y + half), max(int(x - half), 0) : int(x + half)]
            hidden[row, column] = float((part > 0.5).mean()) if part.size else 0.0
    return hidden, [covered(over, solid, at, field) for solid in solids]


def covered(over: Cover, solid: Solid, at: Spot, field: Field) -> float:
    """The share of a standing thing that is."""
    where = field.px(seen_from(solid.points[::4], at)).astype(int).clip(0, field.size - 1)
    return float((over.mask[where[:, 1], where[:, 0]] > 0.5).mean())


def _sensor(rng: Rng, clean: bool) -> Sensor:
    bad = 0.5 if clean else 1.0
    gains = rng.normal(0, 0.07 * bad, 3)
    return Sensor(
        exposure=float(2 ** rng.normal(0, 0.5 * bad)),
        balance=(float(1 + gains[0]), 1.0, float(1 + gains[2])),
        saturation=rng.uniform(0.75, 1.3),
        contrast=rng.uniform(0.85, 1.35),
        blur=rng.uniform(0.2, 0.9),
        grain=float(rng.choice([0.004, 0.01, 0.02, 0.035])) * bad,
        sharpening=rng.uniform(0, 0.7),
        quality=int(rng.choice([70, 82, 90, 95, 100])),
    )


def _photographed(
    rng: Rng, picture: Plane, field: Field, clean: bool
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """What a camera makes of it, cut out a little off, as finely as the network sees it and closer."""
    fineness = float(np.exp(rng.uniform(math.log(48 if not clean else 75), math.log(150))))
    photo = photo_of(rng, picture, field, fineness, clean)
    scale = photo.shape[0] / field.size
    low, high = -FIRST - 0.5, CELLS - FIRST - 0.5
    corners = np.array([[low, low], [high, low], [high, high], [low, high]])
    wrong = corners + rng.normal(0, rng.choice([0.01, 0.03, 0.05]), 2) + rng.normal(0, 0.02, (4, 2))
    source = (field.px(wrong) * scale - 0.5).astype(np.float32)
    return _cut(photo, source, SIDE), _cut(photo, source, CLOSE_SIDE)


def _cut(photo: NDArray[np.uint8], corners: NDArray[np.float32], side: int) -> NDArray[np.uint8]:
    target = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float32) - 0.5
    shrunk = photo
    if (step := int(math.dist(corners[0], corners[1]) / side / 1.6)) > 1:
        shrunk = cv2.resize(photo, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
        corners = ((corners + 0.5) / step - 0.5).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, target)
    return np.asarray(cv2.warpPerspective(shrunk, matrix, (side, side), flags=cv2.INTER_LINEAR), np.uint8)


def photo_of(rng: Rng, picture: Plane, field: Field, fineness: float, clean: bool) -> NDArray[np.uint8]:
    """What a camera makes of it that sees a cell ``fineness`` pixels wide; no finer than it was drawn."""
    middle = float(np.median(picture.mean(axis=2)))
    sensor = _sensor(rng, clean)
    # the camera's automatic exposure: neither blind nor blinded
    picture = picture * min(max(0.16 / max(middle, 1e-3), 0.5), 4.0)
    small = min(fineness / field.fine, 1.0)
    if small < 0.98:
        side = round(field.size * small)
        picture = np.asarray(cv2.resize(picture, (side, side), interpolation=cv2.INTER_AREA), np.float32)
    elif fineness > field.fine * 1.3:
        coarser = field.fine / fineness
        sensor = replace(sensor, grain=sensor.grain * coarser, blur=sensor.blur * coarser)
    return taken(picture, sensor, rng)
