"""Standing things where a camera sees them: folded figures with their pictures, and turned pawns.

A figure leans away from the eye, hides what is behind it and throws a shadow. Its colours are what the table would
need to look as bright, so that it darkens with the table when a hand comes between it and a lamp.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.drawing import Standing
from engine.table import Thing
from vision.camera import Points
from vision.scene.flats import MARGIN, Face, Ink, bgr, colours_of, painted
from vision.scene.layers import NO_PATCH, ROOM, Layer, Mask, Patch, Room, Shade, blurred, soft
from vision.scene.light import Gloss, Lamp, Light, cast, shaded
from vision.scene.seeing import Box, Pose, Seen
from vision.scene.solids import Solid

_OVER = 3
"""Figures are painted so many times larger and shrunk."""
_SHIFT = 4
_FOOT_MM = 1.4
"""How thick a foot is."""
_CARD_MM = 0.9
_UPWARD = 0.25
"""An upright side gets light as if it looked up a little: all that is around it lights it too."""
_PAPER = (205, 214, 218)
_CARD_GLOSS, _PAWN_GLOSS = Gloss(0.02, 0.5), Gloss(0.10, 0.3)
_PAWN = ((0.0, 0.0), (0.25, 0.0), (0.27, 0.05), (0.23, 0.12), (0.13, 0.24), (0.1, 0.42), (0.17, 0.46), (0.1, 0.5),
         (0.155, 0.58), (0.17, 0.66), (0.13, 0.76), (0.06, 0.8), (0.0, 0.81))  # fmt: skip
"""A turned pawn: radius and height, in shares of the room it stands in."""
_COLLAR, _SIDES = 0.46, 40


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """A folded figure, painted: its front, its foot, and its outline as (right, up) from the foot's middle."""

    front: Face
    foot: Face
    outline: NDArray[np.float64]
    unit_mm: float

    @classmethod
    def of(cls, standing: Standing, per_mm: float, unit_mm: float) -> Figure:
        edge = np.array(standing.front.edge, np.float64)
        up = standing.height_mm / 2 - edge[:, 1]
        outline = np.column_stack([edge[:, 0], up]) / unit_mm
        return cls(painted(standing.front, per_mm), painted(standing.foot, per_mm), outline, unit_mm)

    @property
    def radius(self) -> float:
        return self.foot.size_mm[0] / self.unit_mm / 2


def standing_light(light: Light, middle: tuple[float, float]) -> Light:
    """The light as solids want it: a lamp's strength is told for a surface that faces it, not for the table."""
    lamps = []
    for lamp in light.lamps:
        away = math.hypot(lamp.at[0] - middle[0], lamp.at[1] - middle[1])
        slant = max(lamp.at[2] / math.hypot(away, lamp.at[2]), 0.3)
        blue, green, red = (part / slant for part in lamp.colour)
        lamps.append(replace(lamp, colour=(blue, green, red)))
    return Light(light.ambient, tuple(lamps))


def on_table(light: Light) -> NDArray[np.float32]:
    """All light that falls on the middle of the table (linear blue, green, red)."""
    every = np.array([light.ambient, *(lamp.colour for lamp in light.lamps)], np.float32)
    return np.asarray(every.sum(0), np.float32)


# -- folded figures ---------------------------------------------------------------------------------------


def figure(room: Room, made: Figure, pose: Pose) -> Layer:
    """A folded figure that stands so."""
    canvas = Canvas.over(room.seen, _bounds(made, pose))
    if not canvas.box.is_empty:
        foot = Pose(pose.x, pose.y, pose.turn, pose.up + _FOOT_MM / room.unit_mm)
        rim = _disc(pose, made.radius)
        for up in (pose.up, (pose.up + foot.up) / 2):
            canvas.fill(at_height(rim, up), _PAPER)
        canvas.stretch(made.foot.ink, room.seen.corners(foot, room.size_of(made.foot)))
        _card(canvas, room, made, foot)
    shades = [ground_contact(room.seen, pose, made.radius)]
    shades += [_card_shadow(room, made, pose, plane) for plane in room.lamp_planes]
    return Layer(canvas.patch(), tuple(shades), True, order_of(room.seen, pose))


def _card(canvas: Canvas, room: Room, made: Figure, pose: Pose) -> None:
    """The upright picture: the far side's edge, the card's thickness, and the side that faces the eye."""
    along = np.array([math.cos(pose.turn), math.sin(pose.turn)])
    across = np.array([-along[1], along[0]])
    eye = np.array(room.seen.view.eye[:2]) - (pose.x, pose.y)
    facing = 1.0 if eye @ across > 0 else -1.0
    half = _CARD_MM / room.unit_mm / 2
    for step in (-1.0, -0.3, 0.4):
        canvas.fill(_upright(made.outline, pose, along, across * (facing * half * step)), _PAPER)
    width, height = room.size_of(made.front)
    # the picture's left is on the left of whoever looks at that side
    right = width / 2 * facing
    corners = np.array([(-right, height), (right, height), (right, 0), (-right, 0)])
    bright = np.clip(made.front.ink[..., :3] * shading(room, pose, np.append(across * facing, 0.0)), 0, 255)
    picture = np.dstack([np.round(bright).astype(np.uint8), made.front.ink[..., 3]])
    canvas.stretch(picture, _upright(corners, pose, along, across * (facing * half)))


def shading(room: Room, pose: Pose, faces: NDArray[np.float64]) -> NDArray[np.float32]:
    """How bright a side that looks this way is beside the table, per colour as pictures are stored."""
    spot = Solid(
        np.array([[pose.x, pose.y, pose.up + 0.3]], np.float32),
        np.array([[faces[0], faces[1], _UPWARD + (1 - _UPWARD) * faces[2]]], np.float32),
        np.ones((1, 3), np.float32),
    )
    light = standing_light(room.light, room.middle)
    bright = shaded(spot, light, room.seen.view.eye, _CARD_GLOSS)[0] / on_table(room.light)
    return np.asarray(np.clip(bright, 0.12, 1.3) ** (1 / 2.2), np.float32)


def _upright(
    points: NDArray[np.float64], pose: Pose, along: NDArray[np.float64], off: NDArray[np.float64]
) -> Points:
    """Points (right, up) of a board that stands so, on the plan."""
    flat = np.array([pose.x, pose.y]) + points[:, :1] * along + off
    return np.column_stack([flat, points[:, 1] + pose.up])


def _disc(pose: Pose, radius: float) -> Points:
    angle = np.arange(32) * (2 * np.pi / 32)
    return np.column_stack([pose.x + radius * np.cos(angle), pose.y + radius * np.sin(angle)])


def at_height(points: Points, up: float) -> Points:
    return np.column_stack([points, np.full(len(points), up)])


def _bounds(made: Figure, pose: Pose) -> Points:
    disc = _disc(pose, max(made.radius, float(np.abs(made.outline[:, 0]).max())))
    high = pose.up + float(made.outline[:, 1].max()) + _FOOT_MM / made.unit_mm
    return np.concatenate([at_height(disc, pose.up), at_height(disc, high)])


def order_of(seen: Seen, pose: Pose) -> float:
    eye = seen.view.eye
    return -math.hypot(pose.x - eye[0], pose.y - eye[1])


# -- shadows ----------------------------------------------------------------------------------------------


def _card_shadow(room: Room, made: Figure, pose: Pose, plane: int) -> Shade:
    along = np.array([math.cos(pose.turn), math.sin(pose.turn)])
    across = np.array([-along[1], along[0]]) * (_CARD_MM / room.unit_mm / 2)
    sides = [_upright(made.outline, pose, along, across * side) for side in (-1, 1)]
    high = float(made.outline[:, 1].max()) + pose.up
    return shadow(room, [*sides, at_height(_disc(pose, made.radius), pose.up + 0.02)], pose, high, plane)


def shadow(room: Room, outlines: Sequence[Points], pose: Pose, high: float, plane: int) -> Shade:
    """The shadow of outlines on what they stand on."""
    lamp, seen = room.lamp(plane), room.seen
    fallen = [_fallen(outline, pose.up, lamp) for outline in outlines]
    spread = 0.5 + 0.6 * high * soft(lamp, pose.x, pose.y) * seen.scale_at(pose.x, pose.y)
    box = seen.box(np.concatenate(fallen), margin=3 + round(2.5 * spread))
    mask = np.zeros(box.shape, np.uint8)
    if not box.is_empty:
        for outline in fallen:
            at = np.clip(seen.view.project(outline) - (box.left, box.top), -4000, 4000)
            cv2.fillPoly(mask, [_bits(at)], (255,), cv2.LINE_AA, _SHIFT)
        mask = blurred(mask, spread)
    return Shade(box, mask, plane)


def _fallen(points: Points, ground: float, lamp: Lamp) -> Points:
    """Where points over the table throw their shadows, on the height of what they stand on."""
    lowered = np.column_stack([points[:, :2], np.maximum(points[:, 2] - ground, 0)]).astype(np.float32)
    x, y, up = lamp.at
    found = cast(lowered, replace(lamp, at=(x, y, up - ground)))
    return np.column_stack([found, np.full(len(found), ground)]).astype(np.float64)


def ground_contact(seen: Seen, pose: Pose, radius: float) -> Shade:
    """A foot keeps the room's light from what is close to it."""
    spread = 0.35 * radius * seen.scale_at(pose.x, pose.y)
    rim = at_height(_disc(pose, radius * 1.15), pose.up)
    box = seen.box(rim, margin=2 + round(3 * spread))
    mask = np.zeros(box.shape, np.uint8)
    if not box.is_empty:
        at = seen.view.project(rim) - (box.left, box.top)
        cv2.fillPoly(mask, [_bits(at)], (150,), cv2.LINE_AA, _SHIFT)
        mask = blurred(mask, spread)
    return Shade(box, mask, ROOM)


def _bits(at: ArrayLike) -> NDArray[np.int32]:
    return np.asarray(np.round(np.asarray(at, np.float64) * (1 << _SHIFT)), np.int32)


# -- pawns ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Pawn:
    """A turned piece as small flat pieces of its surface, lowest first: their corners, and the solid they make."""

    corners: NDArray[np.float64]
    surface: Solid
    radius: float

    @classmethod
    def of(cls, thing: Thing, room: float) -> Pawn:
        """A pawn for a standing thing nobody drew, as large as its room allows."""
        profile = _rounded(np.array(_PAWN)) * room
        angle = np.arange(_SIDES + 1) * (2 * np.pi / _SIDES)
        ring = np.column_stack([np.cos(angle), np.sin(angle)])
        points = np.concatenate(
            [
                profile[:, None, :1] * ring[None],
                np.broadcast_to(profile[:, None, 1:], (len(profile), len(ring), 1)),
            ],
            axis=2,
        )
        corners = np.stack([points[:-1, :-1], points[:-1, 1:], points[1:, 1:], points[1:, :-1]], axis=2)
        normals = np.cross(corners[:, :, 1] - corners[:, :, 0], corners[:, :, 2] - corners[:, :, 0])
        normals += np.cross(corners[:, :, 2] - corners[:, :, 0], corners[:, :, 3] - corners[:, :, 0])
        ground, ink = colours_of(thing)
        is_collar = np.abs(corners[:, :, :, 2].mean(2) / room - _COLLAR) < 0.035
        colours = np.where(is_collar[..., None], _linear(ink), _linear(ground))
        surface = Solid(
            corners.mean(2).reshape(-1, 3).astype(np.float32),
            _unit(normals.reshape(-1, 3)).astype(np.float32),
            colours.reshape(-1, 3).astype(np.float32),
        )
        return cls(corners.reshape(-1, 4, 3), surface, float(profile[:, 0].max()))


def _rounded(profile: NDArray[np.float64]) -> NDArray[np.float64]:
    """A profile with its corners cut off twice."""
    for _ in range(2):
        near, far = 0.75 * profile[:-1] + 0.25 * profile[1:], 0.25 * profile[:-1] + 0.75 * profile[1:]
        cut = np.stack([near, far], axis=1).reshape(-1, 2)
        profile = np.concatenate([profile[:1], cut, profile[-1:]])
    return profile


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    length = np.linalg.norm(vectors, axis=1, keepdims=True)
    return np.asarray(vectors / np.maximum(length, 1e-9))


def _linear(colour: str) -> NDArray[np.float32]:
    return np.asarray((np.array(bgr(colour), np.float32) / 255) ** 2.2, np.float32)


def pawn(room: Room, made: Pawn, pose: Pose) -> Layer:
    """A turned pawn that stands so."""
    eye, off = room.seen.view.eye, np.array([pose.x, pose.y, pose.up])
    stood = made.surface.moved(pose.x, pose.y, pose.up)
    corners = made.corners + off
    canvas = Canvas.over(room.seen, corners.reshape(-1, 3))
    if not canvas.box.is_empty:
        light = standing_light(room.light, room.middle)
        bright = shaded(stood, light, eye, _PAWN_GLOSS) / on_table(room.light)
        colours = np.clip(bright, 0, 1) ** np.float32(1 / 2.2) * 255
        towards = ((np.array(eye, np.float32) - stood.points) * stood.normals).sum(1) > 0
        canvas.pieces(corners[towards], colours[towards])
    shades = [ground_contact(room.seen, pose, made.radius)]
    for plane in room.lamp_planes:
        high = stood.moved(0, 0, -pose.up).points
        fallen = cast(high, room.lamp(plane))
        hull = np.asarray(cv2.convexHull(fallen.reshape(-1, 1, 2)), np.float64).reshape(-1, 2)
        shades.append(shadow(room, [at_height(hull, pose.up)], pose, float(high[:, 2].max()), plane))
    return Layer(canvas.patch(), tuple(shades), True, order_of(room.seen, pose))


# -- painting ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Canvas:
    """A part of the frame, painted large."""

    seen: Seen
    box: Box
    colour: NDArray[np.float32]
    cover: NDArray[np.float32]

    @classmethod
    def over(cls, seen: Seen, points: Points) -> Canvas:
        box = seen.box(points, margin=3)
        height, width = (side * _OVER for side in box.shape)
        return cls(seen, box, np.zeros((height, width, 3), np.float32), np.zeros((height, width), np.float32))

    def _pixels(self, points: Points) -> Points:
        return (self.seen.view.project(points) - (self.box.left, self.box.top) + 0.5) * _OVER - 0.5

    def fill(self, outline: Points, colour: tuple[float, ...]) -> None:
        bits = _bits(self._pixels(outline))
        cv2.fillPoly(self.colour, [bits], colour, cv2.LINE_8, _SHIFT)
        cv2.fillPoly(self.cover, [bits], (255,), cv2.LINE_8, _SHIFT)

    def stretch(self, picture: Ink, corners: Points) -> None:
        """Lay a picture between four points, unless it is seen from its very edge."""
        height, width = picture.shape[:2]
        low, right, bottom = MARGIN - 0.5, width - MARGIN - 0.5, height - MARGIN - 0.5
        source = np.array([(low, low), (right, low), (right, bottom), (low, bottom)], np.float32)
        target = self._pixels(corners).astype(np.float32)
        if cv2.contourArea(target) < _OVER * _OVER:
            return
        move = cv2.getPerspectiveTransform(source, target)
        size = (self.cover.shape[1], self.cover.shape[0])
        laid = np.asarray(cv2.warpPerspective(picture, move, size, flags=cv2.INTER_AREA), np.float32)
        share = laid[..., 3] / 255
        self.colour[:] += (laid[..., :3] - self.colour) * share[..., None]
        np.maximum(self.cover, laid[..., 3], out=self.cover)

    def pieces(self, corners: NDArray[np.float64], colours: NDArray[np.float32]) -> None:
        """Small flat pieces, later ones over earlier ones."""
        bits = _bits(self._pixels(corners.reshape(-1, 3))).reshape(-1, 4, 2)
        for piece, colour in zip(bits, colours.tolist(), strict=True):
            cv2.fillConvexPoly(self.colour, piece, colour, cv2.LINE_8, _SHIFT)
            cv2.fillConvexPoly(self.cover, piece, (255,), cv2.LINE_8, _SHIFT)

    def patch(self) -> Patch:
        if self.box.is_empty:
            return NO_PATCH
        size = (self.box.shape[1], self.box.shape[0])
        weighed = self.colour * (self.cover[..., None] / 255)
        ink, cover = (cv2.resize(part, size, interpolation=cv2.INTER_AREA) for part in (weighed, self.cover))
        return Patch(self.box, np.round(ink).astype(np.uint8), _mask(np.asarray(cover, np.float32)))


def _mask(cover: NDArray[np.float32]) -> Mask:
    return np.asarray(np.round(np.clip(cover, 0, 255)), np.uint8)
