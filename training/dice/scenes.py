"""Pictures of made-up dice, tokens and trays with their truth, drawn fast or traced.

Run: python -m training.dice.scenes drawn|leaning|traced FOLDER FIRST COUNT. One file a picture; its number is its
seed.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from training.arranging import Arrangement
from training.boards import Scene, Shown, drawn, photo_of
from training.covers import cover
from training.dice.solids import Die, dice_of, solid_of, tipped
from training.dice.tokens import NUMBERS, lay, token
from training.faces import Colour, Rng, bgr, clouds
from training.figures import CLOUDS, FIGURES, Workshop, linear
from training.ground import Flat, Lie, clutter, ground
from training.lessons import write
from training.lighting import light
from training.plane import Field, Spot, seen_from
from training.sets import made_up
from vision.cut import CELLS
from vision.scene.solids import Cloud, Solid

DRAWN, TRACED = Field(1, 6, 92), Field(1, 6, 80)
"""A square of table, its middle where lamps are aimed at; a unit is about 45 mm."""
MIDDLE = 1.5
SIDE = 416
"""Pixels across a picture."""
NEAREST, FARTHEST = 43.0, 20.0
"""Pixels of a die's edge."""
REACH = 2.3
FEW_LEAN, MANY_LEAN = 0.06, 0.25
"""The share of the dice that lean: mostly, and where it is their leaning that is learnt."""


@dataclass
class Truth:
    """What lies in a picture.

    Each die: x, y, edge, value, flat, hidden, colour, and how far right and down its underside is seen, in edges.
    Each token: x, y, radius, number, hidden, colour.
    """

    dice: list[tuple[float, ...]] = field(default_factory=list)
    tokens: list[tuple[float, ...]] = field(default_factory=list)


@dataclass
class _Table:
    """What was put down so far."""

    flat: Flat
    leaning: float = FEW_LEAN
    solids: list[Solid] = field(default_factory=list)
    taken: list[tuple[float, float, float]] = field(default_factory=list)
    """Middles and how far they reach."""
    dice: list[tuple[Cloud, int, bool, Colour]] = field(default_factory=list)
    """Corners and middle of the upper face, what it shows, whether it lies flat, its colour."""
    tokens: list[tuple[NDArray[np.float64], float, int, Colour]] = field(default_factory=list)

    def spot(self, rng: Rng, reach: float, among: float = REACH) -> NDArray[np.float64] | None:
        for _ in range(12):
            at = MIDDLE + rng.uniform(-among, among, 2)
            if self.is_free(at, reach):
                return at
        return None

    def is_free(self, at: NDArray[np.float64], reach: float) -> bool:
        return all(math.dist(at, (x, y)) > reach + other for x, y, other in self.taken)


def palette(rng: Rng) -> list[Colour]:
    """The colours of a set of dice, as unlike as makers make them; mostly the usual ones."""
    usual = [(0.0, 0.85, 0.75), (0.62, 0.85, 0.65), (0.14, 0.9, 0.9), (0.38, 0.8, 0.5)]
    rare = [
        (0.77, 0.7, 0.5),
        (0.06, 0.9, 0.9),
        (0.9, 0.5, 0.85),
        (0.5, 0.7, 0.7),
        (0.1, 0.04, 0.93),
        (0.6, 0.1, 0.1),
    ]
    chosen = usual if rng.random() < 0.7 else usual[:2] + rare
    found = []
    for h, s, v in chosen:
        found.append(
            (h + rng.normal(0, 0.018), min(1, s * rng.uniform(0.75, 1.15)), min(1, v * rng.uniform(0.6, 1.25)))
        )
    return found


def _tray(rng: Rng, table: _Table, by: Workshop) -> None:
    """A tray: felt, and a rim round it."""
    wide, high = rng.uniform(1.0, 2.2, 2)
    at = MIDDLE + rng.uniform(-1.6, 1.6, 2)
    if not table.is_free(at, 0.8):
        return
    turn = rng.uniform(0, np.pi)
    felt: Colour = (
        rng.random(),
        rng.uniform(0, 0.8),
        float(rng.choice([rng.uniform(0.05, 0.4), rng.uniform(0.1, 0.9)])),
    )
    art = np.full((128, 128, 3), bgr(felt), np.float32)
    art *= 1 + 0.06 * clouds(rng, 128, 5)[..., None] * rng.uniform(0, 1.5)
    face = np.clip(art, 0, 255).astype(np.uint8)
    wood: Colour = (rng.uniform(0.03, 0.12), rng.uniform(0.2, 0.8), rng.uniform(0.1, 0.8))
    paint = linear(bgr(wood if rng.random() < 0.6 else felt))
    thick, up = rng.uniform(0.05, 0.16), rng.uniform(0.06, 0.3)
    if rng.random() < 0.4:
        radius = (wide + high) / 4
        disc = np.zeros((128, 128), np.uint8)
        cv2.circle(disc, (64, 64), 63, 255, -1, cv2.LINE_AA)
        lay(table.flat, face, disc, Lie(at, turn, (2 * radius, 2 * radius)))
        ring = [(radius, 0.0), (radius, up), (radius + thick, up), (radius + thick, 0.0)]
        table.solids.append(by.revolved(ring, rng, 24000).painted(paint).moved(float(at[0]), float(at[1])))
        return
    table.flat.lay(face, Lie(at, turn, (wide, high)))
    for dx, dy, sx, sy in ((0, -1, wide, thick), (0, 1, wide, thick), (-1, 0, thick, high), (1, 0, thick, high)):
        outline = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) / 2 * (sx + thick * (sy == thick), sy)
        bar = by.prism(outline.astype(np.float32), up, rng, 9000).painted(paint)
        bar = bar.moved(dx * (wide + thick) / 2, dy * (high + thick) / 2)
        cos, sin = math.cos(turn), math.sin(turn)
        spin = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]], np.float32)
        bar = type(bar)(*(bar.points @ spin, bar.normals @ spin, bar.colours), *_faces(bar))
        table.solids.append(bar.moved(float(at[0]), float(at[1])))


def _faces(solid: Solid) -> tuple[object, ...]:
    faces = getattr(solid, "faces", None)
    return () if faces is None else (faces,)


def _put_die(
    rng: Rng, table: _Table, die: Die, colour: Colour, at: NDArray[np.float64], yaw: float, by: Workshop
) -> None:
    value = int(rng.integers(1, 7))
    solid = solid_of(rng, die, value, meshed=by is not CLOUDS)
    half = die.edge / 2
    quad = np.array([[-half, -half], [half, -half], [half, half], [-half, half], [0, 0]], np.float32)
    top = Solid(
        np.column_stack([quad, np.full(5, die.edge)]).astype(np.float32),
        np.zeros((5, 3), np.float32),
        np.zeros((5, 3), np.float32),
    )
    flat = rng.random() > table.leaning
    if not flat:
        angle, way = (
            rng.uniform(math.radians(14), math.radians(44)),
            rng.choice(4) * np.pi / 2 + rng.normal(0, 0.2),
        )
        every = Solid(
            np.concatenate([top.points, solid.points]),
            np.concatenate([top.normals, solid.normals]),
            np.concatenate([top.colours, solid.colours]),
        )
        leaning = tipped(every, angle, way)
        top = Solid(leaning.points[:5], leaning.normals[:5], leaning.colours[:5])
        solid = type(solid)(leaning.points[5:], leaning.normals[5:], solid.colours, *_faces(solid))
    place = (float(at[0]), float(at[1]))
    table.solids.append(solid.turned(yaw).moved(*place))
    table.dice.append((top.turned(yaw).moved(*place).points, value, flat, colour))
    table.taken.append((*place, die.edge * 0.5))


def _throw(rng: Rng, table: _Table, by: Workshop) -> None:
    """Dice by themselves, and side by side."""
    colours = palette(rng)
    dice = dice_of(rng, colours)
    for _ in range(int(rng.integers(3, 12))):
        which = int(rng.integers(len(dice)))
        at = table.spot(rng, dice[which].edge * 0.75)
        if at is None:
            continue
        yaw = rng.uniform(0, 2 * np.pi)
        _put_die(rng, table, dice[which], colours[which], at, yaw, by)
        for _ in range(int(rng.choice([0, 0, 1, 1, 2, 3]))):
            way = yaw + rng.integers(4) * np.pi / 2
            edge = dice[which].edge * rng.choice([1.005, 1.02, 1.1])
            aside = rng.choice([0, rng.uniform(-0.7, 0.7)]) * edge
            # the plan's y runs downwards, as turned() turns
            step = (
                np.array([math.cos(way), math.sin(way)]) * edge + np.array([-math.sin(way), math.cos(way)]) * aside
            )
            other = at + step
            if table.is_free(other, dice[which].edge * 0.49):
                which = int(rng.integers(len(dice)))
                at = other
                _put_die(rng, table, dice[which], colours[which], at, yaw, by)


def _number(rng: Rng, table: _Table) -> None:
    colours = palette(rng)
    size = rng.uniform(0.42, 0.75)
    for _ in range(int(rng.integers(1, 9))):
        at = table.spot(rng, size * 0.5)
        if at is None:
            continue
        colour, number = colours[int(rng.integers(len(colours)))], int(NUMBERS[int(rng.integers(len(NUMBERS)))])
        if rng.random() < 0.6:
            number = int(rng.integers(2, 7))
        art, shape = token(rng, colour, number)
        lay(table.flat, art, shape, Lie(at, rng.uniform(0, 2 * np.pi), (size, size)))
        table.taken.append((float(at[0]), float(at[1]), size / 2))
        table.tokens.append((at, size / 2, number, colour))


def _others(rng: Rng, table: _Table, by: Workshop) -> None:
    """What is neither die nor token: figures, plain cubes, beads, in the same colours."""
    made = made_up(rng, by)
    colours = palette(rng)
    for _ in range(int(rng.integers(0, 6))):
        at = table.spot(rng, 0.3)
        if at is None:
            continue
        kind, paint = rng.random(), linear(bgr(colours[int(rng.integers(len(colours)))]))
        if kind < 0.55:
            solid = made.figures[int(rng.integers(FIGURES))]
            solid = solid.painted(paint) if rng.random() < 0.7 else solid
        elif kind < 0.8:
            half = rng.uniform(0.1, 0.25)
            outline = np.array([[-half, -half], [half, -half], [half, half], [-half, half]], np.float32)
            solid = by.prism(outline, 2 * half, rng, 9000).painted(paint)
        else:
            radius = rng.uniform(0.08, 0.2)
            solid = by.revolved(
                [(radius, 0.0), (radius, 0.06), (radius * 0.7, 0.12), (0, 0.14)], rng, 6000
            ).painted(paint)
        solid = solid.turned(rng.uniform(0, 2 * np.pi))
        table.solids.append((solid.laid() if rng.random() < 0.3 else solid).moved(float(at[0]), float(at[1])))
        table.taken.append((float(at[0]), float(at[1]), 0.3))


def _eye(rng: Rng) -> Spot:
    up, angle = rng.uniform(8, 17), rng.uniform(0, 2 * np.pi)
    away = math.tan(math.radians(min(abs(rng.normal(0, 17)), 32))) * up
    return (MIDDLE + away * math.cos(angle), MIDDLE + away * math.sin(angle), up)


def _way(rng: Rng, at: Spot, pixels: float) -> NDArray[np.float64]:
    """The homography from the plane of the table to a picture in which a unit is so many pixels wide."""
    away = math.dist(at, (MIDDLE, MIDDLE, 0))
    eye, target = np.array(at), np.array([MIDDLE + rng.normal(0, 0.3), MIDDLE + rng.normal(0, 0.3), 0])
    ahead = (target - eye) / np.linalg.norm(target - eye)
    angle = rng.uniform(0, 2 * np.pi)
    right = np.cross(ahead, np.array([math.cos(angle), math.sin(angle), 0.0]))
    right /= np.linalg.norm(right)
    # heights run upwards while the plan's y runs downwards: what is on the right of x is down
    turn = np.stack([right, -np.cross(ahead, right), ahead])
    focal = pixels * away
    lens = np.array([[focal, 0, SIDE / 2], [0, focal, SIDE / 2], [0, 0, 1]])
    flat = np.column_stack([turn[:, 0], turn[:, 1], -turn @ eye])
    found = lens @ flat
    if np.linalg.det(found) * (found[2] @ (MIDDLE, MIDDLE, 1)) < 0:
        raise AssertionError("a picture would be mirrored")
    return np.asarray(found, np.float64)


def scene(
    number: int, shown: Shown, where: Field, by: Workshop, leaning: float = FEW_LEAN
) -> dict[str, np.ndarray]:
    """The picture of this number."""
    rng = np.random.default_rng(number)
    at, shine = _eye(rng), light(rng)
    table = _Table(ground(rng, where), leaning)
    clutter(rng, table.flat)
    for _ in range(int(rng.choice([0, 0, 1, 2, 3]))):
        _tray(rng, table, by)
    if rng.random() < 0.93:
        _throw(rng, table, by)
    if rng.random() < 0.8:
        _number(rng, table)
    _others(rng, table, by)
    nothing = np.zeros((CELLS, CELLS))
    empty = Arrangement(nothing.astype(np.int8), nothing.astype(np.int8), np.zeros((CELLS, CELLS, 2)), nothing)
    made = made_up(rng, by)
    over = cover(rng, where.size, where.fine * 1.3) if rng.random() < 0.18 else None
    plane = shown(rng, Scene(made, empty, table.flat, table.solids, shine, at, over))
    if over is not None:
        plane = plane * (1 - over.mask[..., None]) + over.light(shine) * over.mask[..., None]
    edge = table.dice[0][0] if table.dice else None
    die = float(np.linalg.norm(edge[0] - edge[1])) if edge is not None else 0.36
    pixels = float(np.exp(rng.uniform(math.log(FARTHEST), math.log(NEAREST)))) / die
    way = _way(rng, at, min(pixels, where.fine * 1.25))
    to_plane = np.array(
        [[where.fine, 0, -where.low * where.fine - 0.5], [0, where.fine, -where.low * where.fine - 0.5], [0, 0, 1]]
    )
    move = way @ np.linalg.inv(to_plane)
    grown = math.sqrt(abs(np.linalg.det(move[:2, :2] / move[2, 2])))
    if grown < 0.75:
        plane = cv2.GaussianBlur(plane, (0, 0), 0.45 / grown)
    seen = np.asarray(
        cv2.warpPerspective(
            plane.astype(np.float32), move, (SIDE, SIDE), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REFLECT
        ),
        np.float32,
    )
    photo = photo_of(rng, np.maximum(seen, 0), Field(0, 1, SIDE // 2), SIDE // 2, clean=False)
    return {"picture": photo, **_truth(table, at, way, over, where)}


def _truth(table: _Table, at: Spot, way: NDArray[np.float64], over: object, where: Field) -> dict[str, np.ndarray]:
    mask = getattr(over, "mask", None)

    def covered(spots: NDArray[np.float32]) -> float:
        if mask is None:
            return 0.0
        px = where.px(spots).astype(int).clip(0, where.size - 1)
        return float((mask[px[:, 1], px[:, 0]] > 0.5).mean())

    def seen(spots: NDArray[np.float32]) -> NDArray[np.float64]:
        found = np.column_stack([spots, np.ones(len(spots))]) @ way.T
        return np.asarray(found[:, :2] / found[:, 2:], np.float64)

    truth = Truth()
    for quad, value, flat, colour in table.dice:
        spots = seen_from(quad.astype(np.float32), at)
        corners = seen(spots)
        edge = float(np.linalg.norm(corners[:4] - np.roll(corners[:4], 1, 0), axis=1).mean())
        finer = np.concatenate([spots, (spots[:4] + spots[4]) / 2])
        under = (seen(seen_from(_under(quad)[None], at))[0] - corners[4]) / edge
        truth.dice.append((*corners[4], edge, value, float(flat), covered(finer), *bgr(colour), *under))
    for middle, radius, number, colour in table.tokens:
        angle = np.arange(12) * np.pi / 6
        rim = np.column_stack([np.cos(angle), np.sin(angle)])
        spots = np.concatenate([middle + rim * radius, middle + rim * radius / 2, middle[None]]).astype(np.float32)
        px = seen(spots)
        size = float(np.linalg.norm(px[:12] - px[-1], axis=1).mean())
        truth.tokens.append((*px[-1], size, number, covered(spots), *bgr(colour)))
    return {
        "dice": np.array(truth.dice, np.float32).reshape(-1, 11),
        "tokens": np.array(truth.tokens, np.float32).reshape(-1, 8),
    }


def _under(quad: NDArray[np.float32]) -> NDArray[np.float32]:
    """The middle of a die's underside."""
    along, down = quad[1] - quad[0], quad[3] - quad[0]
    normal = np.cross(along, down) / np.linalg.norm(along)
    return np.asarray(quad[4] - normal, np.float32)


def drawn_scene(number: int) -> dict[str, np.ndarray]:
    return scene(number, drawn, DRAWN, CLOUDS)


def leaning_scene(number: int) -> dict[str, np.ndarray]:
    return scene(number, drawn, DRAWN, CLOUDS, MANY_LEAN)


def traced_scene(number: int) -> dict[str, np.ndarray]:
    from training.meshes import MESHES  # noqa: PLC0415
    from training.traced import traced  # noqa: PLC0415  only where there is a Blender

    return scene(number, traced, TRACED, MESHES)


if __name__ == "__main__":
    write({"drawn": drawn_scene, "leaning": leaning_scene, "traced": traced_scene}[sys.argv.pop(1)])
