"""A hand with its arm over the table: drawn once, then laid wherever it reaches.

Its shape is a handful of round bones seen from above; how high each point is gives its light and shade. It is
drawn in millimetres with its fingertips at the origin, pointing up the page; the arm goes on for ever.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.flats import Face
from vision.scene.layers import NO_PATCH, ROOM, Layer, Patch, Room, Shade, blurred, no_shade, soft
from vision.scene.light import Light
from vision.scene.pieces import on_table
from vision.scene.seeing import NOWHERE, Box, Pose, Seen, after, lifting, sampled, to_picture

Rough = NDArray[np.float32]

PER_MM = 1.6
_WIDTH_MM, _ABOVE_MM, _BELOW_MM = 250.0, 30.0, 420.0
_COARSE = 8
_SOFTEN_MM = 40.0

Bone = tuple[float, float, float, float, float, float, float, float]
"""From (x, y, up, radius) to (x, y, up, radius)."""

_ARM: tuple[Bone, ...] = (
    (26, 160, 26, 25, 34, 215, 30, 27),
    (34, 215, 30, 27, 70, 900, 40, 46),
)
_GRIPPING: tuple[Bone, ...] = (
    (1, 3, 6, 7, 11, 24, 16, 8.2), (11, 24, 16, 8.2, 17, 62, 30, 10),
    (-5, 5, 6, 8, -20, 30, 14, 9.5), (-20, 30, 14, 9.5, -14, 78, 20, 13), (-14, 78, 20, 13, 14, 128, 22, 20),
    (15, 18, 6, 7.5, 27, 36, 20, 8.5), (27, 36, 20, 8.5, 36, 66, 31, 10.5),
    (31, 33, 6, 7.2, 42, 48, 19, 8.2), (42, 48, 19, 8.2, 52, 75, 29, 10),
    (46, 52, 6, 6.2, 55, 64, 16, 7), (55, 64, 16, 7, 65, 88, 25, 9),
    (17, 62, 24, 13, 20, 140, 24, 22), (36, 66, 26, 13, 28, 145, 26, 22),
    (52, 75, 24, 13, 34, 145, 25, 22), (65, 88, 20, 12, 38, 150, 23, 20),
)  # fmt: skip
_SPREAD: tuple[Bone, ...] = (
    (-26, 6, 5, 7, -19, 34, 12, 8.2), (-19, 34, 12, 8.2, -9, 78, 22, 10),
    (1, -8, 5, 7.2, 5, 26, 12, 8.6), (5, 26, 12, 8.6, 11, 74, 23, 10.5),
    (29, 0, 5, 7, 30, 32, 12, 8.2), (30, 32, 12, 8.2, 31, 78, 22, 10),
    (54, 24, 5, 6, 52, 48, 11, 7), (52, 48, 11, 7, 49, 88, 19, 9),
    (-62, 66, 5, 8, -46, 92, 11, 9.5), (-46, 92, 11, 9.5, -14, 128, 18, 15), (-14, 128, 18, 15, 14, 150, 22, 20),
    (-9, 78, 18, 13, 12, 150, 24, 20), (11, 74, 19, 13, 22, 150, 25, 22),
    (31, 78, 18, 13, 30, 150, 25, 22), (49, 88, 15, 12, 36, 150, 23, 19),
)  # fmt: skip
_NAILS = {True: (0, 2), False: (0, 2, 4, 6, 8)}
"""Bones at whose begin a nail is seen."""
_CREASED = {True: (0, 2, 5, 7, 9), False: (0, 2, 4, 6, 8)}
"""Bones at whose end a joint is creased."""

_SKINS = ((150, 178, 226), (126, 158, 212), (84, 118, 176), (52, 78, 122))
_SLEEVES = ((72, 48, 36), (44, 58, 112), (60, 84, 52), (120, 116, 112), (38, 36, 40))
_CUFF_MM = 205.0
_BLEND = 3.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose fingertips are over (x, y) of the plan, ``up`` above it.

    It points ``turn`` degrees clockwise from the plan's up, so 0 is the hand of somebody at the lower edge.
    """

    x: float
    y: float
    turn: float = 0.0
    up: float = 0.3
    grips: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Shape:
    """A drawn hand: how high it is, what its surface is like, how much each pixel covers."""

    high: Rough
    colour: NDArray[np.uint8]
    cover: NDArray[np.uint8]


@lru_cache(maxsize=4)
def shape(grips: bool, seed: int) -> Shape:
    """One person's hand; the same seed is the same person."""
    rng = np.random.default_rng([seed, 23])
    size = round((_ABOVE_MM + _BELOW_MM) * PER_MM), round(_WIDTH_MM * PER_MM)
    row, column = np.mgrid[0 : size[0], 0 : size[1]].astype(np.float32)
    x, y = (column + 0.5) / PER_MM - _WIDTH_MM / 2, (row + 0.5) / PER_MM - _ABOVE_MM
    bones = _GRIPPING if grips else _SPREAD
    inside, high = _body(x, y, (*bones, *_ARM))
    skin = np.array(_SKINS[int(rng.integers(len(_SKINS)))], np.float32)
    sleeve = np.array(_SLEEVES[int(rng.integers(len(_SLEEVES)))], np.float32)
    colour = _skin(rng, x, y, skin, grips)
    dressed, cloth, thicker = _sleeve(rng, x, y, sleeve)
    inside = np.maximum(inside, np.where(dressed, _body(x, y, _ARM)[0] + thicker, -99))
    high = np.where(dressed, high + thicker + 2, high)
    colour = colour + (cloth - colour) * cv2.GaussianBlur(dressed.astype(np.float32), (3, 3), 0)[..., None]
    cover = np.clip(inside * PER_MM + 0.5, 0, 1) * 255
    found = Shape(
        np.asarray(cv2.GaussianBlur(high, (0, 0), 1.2), np.float32),
        np.clip(colour, 0, 255).astype(np.uint8),
        cover.astype(np.uint8),
    )
    if rng.random() < 0.4:  # a left hand
        found = Shape(*(np.ascontiguousarray(part[:, ::-1]) for part in (found.high, found.colour, found.cover)))
    return found


def _body(x: Rough, y: Rough, bones: tuple[Bone, ...]) -> tuple[Rough, Rough]:
    """How deep each point is within the outline, and how high the surface is there; bones melt into each other."""
    deep = np.full_like(x, -99.0)
    high = np.zeros_like(x)
    for x0, y0, up0, r0, x1, y1, up1, r1 in bones:
        dx, dy = x1 - x0, y1 - y0
        along = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
        radius = r0 + (r1 - r0) * along
        away = np.hypot(x - x0 - dx * along, y - y0 - dy * along)
        deep = _melted(deep, radius - away, _BLEND)
        dome = np.sqrt(np.maximum(radius * radius - away * away, 0)) - 2 * np.maximum(away - radius, 0)
        high = _melted(high, up0 + (up1 - up0) * along + dome, _BLEND)
    return deep, high


def _melted(first: Rough, second: Rough, blend: float) -> Rough:
    """The greater of two, with a round transition."""
    near = np.maximum(blend - np.abs(first - second), 0)
    return np.asarray(np.maximum(first, second) + near * near / (4 * blend), np.float32)


def _skin(rng: np.random.Generator, x: Rough, y: Rough, tone: Rough, grips: bool) -> Rough:
    """Skin, redder at the joints, with nails and creases."""
    bones = _GRIPPING if grips else _SPREAD
    small = rng.standard_normal((x.shape[0] // 8, x.shape[1] // 8), np.float32)
    mottled = 1 + 0.025 * cv2.resize(small, x.shape[::-1], interpolation=cv2.INTER_CUBIC)
    red = np.zeros_like(x)
    creased = np.zeros_like(x)
    for i, (x0, y0, _, r0, x1, y1, _, r1) in enumerate(bones[:11]):
        for at_x, at_y, radius in ((x0, y0, r0), (x1, y1, r1)):
            red = np.maximum(red, np.exp(-((x - at_x) ** 2 + (y - at_y) ** 2) / (1.2 * radius * radius)))
        if i in _CREASED[grips]:
            length = math.hypot(x1 - x0, y1 - y0)
            ux, uy = (x1 - x0) / length, (y1 - y0) / length
            along, aside = (x - x1) * ux + (y - y1) * uy, (x - x1) * uy - (y - y1) * ux
            for off in (-1.8, 0.0, 1.8):
                line = np.exp(-((along - off + 0.03 * aside * aside) ** 2) / 0.5)
                creased = np.maximum(creased, line * (np.abs(aside) < 0.6 * r1))
    colour = tone * mottled[..., None] * (1 - 0.16 * creased[..., None])
    colour *= 1 - red[..., None] * np.array([0.16, 0.12, 0.0], np.float32)
    for i in _NAILS[grips]:
        colour = _with_nail(colour, x, y, bones[i], tone)
    return np.asarray(colour, np.float32)


def _with_nail(colour: Rough, x: Rough, y: Rough, bone: Bone, tone: Rough) -> Rough:
    x0, y0, _, radius, x1, y1, *_ = bone
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    at_x, at_y = x0 - 0.1 * radius * ux, y0 - 0.1 * radius * uy
    along, aside = (x - at_x) * ux + (y - at_y) * uy, (x - at_x) * uy - (y - at_y) * ux
    away = np.hypot(along / (0.85 * radius), aside / (0.62 * radius))
    share = np.clip((1 - away) * 6, 0, 1)[..., None]
    rim = np.exp(-((away - 1) ** 2) / 0.012)[..., None]
    nail = tone * np.array([0.98, 0.93, 1.02], np.float32) + 26
    return np.asarray((colour + (nail - colour) * share) * (1 - 0.14 * rim), np.float32)


def _sleeve(rng: np.random.Generator, x: Rough, y: Rough, tone: Rough) -> tuple[NDArray[np.bool_], Rough, Rough]:
    """Where the sleeve is, its colour, and how much thicker than the arm."""
    edge = _CUFF_MM + 0.12 * (x - 34) + 1.5 * np.sin(x / 9)
    dressed = y > edge
    inwards = y - edge
    folds = np.zeros_like(x)
    for _ in range(5):
        angle, wave = rng.uniform(-0.5, 0.5), rng.uniform(16, 46)
        phase = rng.uniform(0, 6)
        across = (y * math.cos(angle) + x * math.sin(angle)) * (2 * np.pi / wave)
        folds += np.sin(across + phase + np.sin(x / 23 + phase))
    cuff = inwards < 16
    thicker = np.where(cuff, 9.0, 8.0 + 0.6 * folds * np.clip(inwards / 60, 0, 1)).astype(np.float32)
    thread = rng.standard_normal(x.shape, np.float32) * 0.05
    seam = np.exp(-((inwards - 16) ** 2) / 1.2) + 0.5 * np.exp(-((inwards - 12) ** 2) / 0.6)
    bright = (1.0 + thread + 0.05 * folds * ~cuff) * (1 - 0.35 * seam)
    return dressed, np.asarray(tone * bright[..., None], np.float32), thicker


# -- laid over the table ----------------------------------------------------------------------------------


def dressed(made: Shape, turn: float, light: Light) -> Face:
    """A hand in its light, as bright beside the table as it should be when it points this way.

    Lamps are told from where the hand is.
    """
    down, right = np.gradient(made.high, 1 / PER_MM)
    length = np.sqrt(right * right + down * down + 1)
    normal = np.stack([-right / length, -down / length, 1 / length])
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    creviced = np.clip((cv2.GaussianBlur(made.high, (0, 0), 5 * PER_MM) - made.high) / 14, 0, 0.5)
    total = np.zeros((*made.high.shape, 3), np.float32)
    total += ((0.45 + 0.55 * normal[2]) * (1 - creviced))[..., None] * np.array(light.ambient, np.float32)
    for lamp in light.lamps:
        away = np.array(lamp.at) / np.linalg.norm(lamp.at)
        way = (away[0] * cos + away[1] * sin, -away[0] * sin + away[1] * cos, away[2])
        # light goes a little way through skin and comes round the edge
        hits = sum(part * n for part, n in zip(way, normal, strict=True))
        bright = np.clip((hits + 0.25) / 1.25, 0, 1) / max((away[2] + 0.25) / 1.25, 0.3)
        falls = np.asarray(bright * (1 - 0.6 * creviced), np.float32)
        total += falls[..., None] * np.array(lamp.colour, np.float32)
    bright = np.clip(total / on_table(light), 0.02, 1.6) ** np.float32(1 / 2.2)
    ink = np.clip(made.colour * bright, 0, 255).astype(np.uint8)
    return Face(np.dstack([ink, made.cover]), PER_MM)


def _pose(hand: Hand, unit_mm: float) -> Pose:
    """The middle of the drawing of a hand."""
    off = (_BELOW_MM - _ABOVE_MM) / 2 / unit_mm
    turn = math.radians(hand.turn)
    return Pose(hand.x - off * math.sin(turn), hand.y + off * math.cos(turn), turn, hand.up)


def laid(room: Room, hand: Hand, face: Face) -> Layer:
    """A hand where the camera sees it."""
    seen = room.seen
    mapped = to_picture(_pose(hand, room.unit_mm), face, room.unit_mm)
    to_eye = after(mapped, lifting(seen.view.eye, hand.up))
    box = _box(seen, face, to_eye)
    shown = NO_PATCH
    if not box.is_empty:
        shown = Patch.of(box, sampled(face.ink, seen.at[box.part], to_eye, cv2.BORDER_REPLICATE))
    shades = [_shadow(seen, face, mapped, _SOFTEN_MM / 2.5 * face.per_mm, ROOM)]
    for plane in room.lamp_planes:
        lamp = room.lamp(plane)
        spread = soft(lamp, hand.x, hand.y) * hand.up * room.unit_mm * face.per_mm
        shades.append(_shadow(seen, face, after(mapped, lifting(lamp.at, hand.up)), spread, plane))
    return Layer(shown, tuple(shades), True, math.inf)


def _shadow(seen: Seen, face: Face, move: NDArray[np.float64], spread: float, plane: int) -> Shade:
    """What a hand keeps from the table; ``spread`` is how soft, in pixels of the hand's drawing."""
    box = _box(seen, face, move, spread * 2)
    if box.is_empty:
        return no_shade(plane)
    soft_cover, shrunk, pad = _softened(face, 2 * round(spread / 2) + 1)
    scale = np.array([[shrunk, 0, pad * shrunk], [0, shrunk, pad * shrunk]])
    dark = sampled(soft_cover, seen.at[box.part], after(scale, move), cv2.BORDER_REPLICATE)
    share = 0.55 if plane == ROOM else 0.96
    return Shade(box, np.asarray(cv2.convertScaleAbs(dark, alpha=share), np.uint8), plane)


@lru_cache(maxsize=16)
def _softened(face: Face, spread: int) -> tuple[NDArray[np.uint8], float, int]:
    """A hand's cover, blurred, with room for it all round; at half its size, which blur does not mind."""
    pad = 2 * spread
    alone = np.ascontiguousarray(face.ink[..., 3])
    cover = cv2.copyMakeBorder(alone, pad, 0, pad, pad, cv2.BORDER_CONSTANT, value=(0,))
    small = cv2.resize(cover, (cover.shape[1] // 2, cover.shape[0] // 2), interpolation=cv2.INTER_AREA)
    return blurred(np.asarray(small, np.uint8), spread / 2), 0.5, pad


def _box(seen: Seen, face: Face, move: NDArray[np.float64], more: float = 0.0) -> Box:
    """The part of the frame in which a drawing is seen; hands have no lower end."""
    coarse = cv2.transform(np.ascontiguousarray(seen.at[::_COARSE, ::_COARSE]), move.astype(np.float32))
    width = face.ink.shape[1]
    found = (coarse[..., 0] > -more) & (coarse[..., 0] < width + more) & (coarse[..., 1] > -more)
    rows, columns = np.flatnonzero(found.any(axis=1)), np.flatnonzero(found.any(axis=0))
    if not len(rows):
        return NOWHERE
    box = Box(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
    return Box(*(side * _COARSE for side in box)).grown(_COARSE).within(seen.frame)
