"""Pictures and shadows laid one over the other where a camera sees them, before light falls on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.flats import Face, Ink
from vision.scene.light import Lamp, Light
from vision.scene.seeing import NOWHERE, Box, Pose, Seen, after, lifting, sampled, to_picture

Mask = NDArray[np.uint8]

ROOM = 0
"""The first of the planes that say how much light comes through: what comes from everywhere. The lamps follow."""

THICK_MM = 1.8
"""Tiles and cards are so thick that their edges are seen."""
_PAPER_MM = 0.6
"""What is thinner shows no edge."""
_EDGE = (176, 186, 190)
"""The core of cardboard."""
_CLOSE_MM = 2.2
"""So near to an edge less of the room's light reaches the table."""


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A picture of a thing where the camera sees it. ``ink`` is already weighed by ``cover``."""

    box: Box
    ink: NDArray[np.uint8]
    cover: Mask

    @classmethod
    def of(cls, box: Box, picture: Ink) -> Patch:
        cover = np.ascontiguousarray(picture[..., 3])
        ink = cv2.multiply(picture[..., :3], cv2.merge([cover] * 3), scale=1 / 255)
        return cls(box, np.asarray(ink, np.uint8), cover)


@dataclass(frozen=True, slots=True, eq=False)
class Shade:
    """Where a thing keeps light away: 255 is all of it."""

    box: Box
    dark: Mask
    plane: int


NO_PATCH = Patch(NOWHERE, np.zeros((0, 0, 3), np.uint8), np.zeros((0, 0), np.uint8))
"""What is out of the picture."""


def no_shade(plane: int) -> Shade:
    """A shadow that falls beside the picture."""
    return Shade(NOWHERE, np.zeros((0, 0), np.uint8), plane)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """A thing with its shadows. What stands is drawn after what lies, the nearest to the eye last."""

    patch: Patch
    shades: tuple[Shade, ...]
    stands: bool = False
    order: float = 0.0

    @property
    def box(self) -> Box:
        """All that it changes of a picture."""
        found = self.patch.box
        for shade in self.shades:
            found = found.around(shade.box)
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Stack:
    """A part of the frame: what colour each pixel is, how far a thing covers the table, what light gets there."""

    box: Box
    colour: NDArray[np.uint8]
    things: Mask
    reach: tuple[Mask, ...]

    @classmethod
    def bare(cls, colour: NDArray[np.uint8], planes: int) -> Stack:
        height, width = colour.shape[:2]
        reach = tuple(np.full((height, width), 255, np.uint8) for _ in range(planes))
        return cls(Box(0, 0, width, height), colour.copy(), np.zeros((height, width), np.uint8), reach)

    def thinned(self, every: int) -> Stack:
        """Every so many-th pixel, across and down."""
        colour, things, *reach = (
            np.ascontiguousarray(plane[::every, ::every]) for plane in (self.colour, self.things, *self.reach)
        )
        return Stack(Box(0, 0, things.shape[1], things.shape[0]), colour, things, tuple(reach))

    def cut(self, box: Box) -> Stack:
        """A copy of a part."""
        part = box.seen_from(self.box).part
        return Stack(
            box,
            self.colour[part].copy(),
            self.things[part].copy(),
            tuple(plane[part].copy() for plane in self.reach),
        )

    def put(self, other: Stack) -> None:
        """Another stack's part of the frame in place of the own."""
        part = other.box.seen_from(self.box).part
        self.colour[part], self.things[part] = other.colour, other.things
        for mine, its in zip(self.reach, other.reach, strict=True):
            mine[part] = its

    def shade(self, shade: Shade) -> None:
        """Take away light."""
        box = shade.box.within(self.box)
        if not box.is_empty:
            plane = self.reach[shade.plane][box.seen_from(self.box).part]
            dark = shade.dark[box.seen_from(shade.box).part]
            plane[:] = np.minimum(plane, 255 - dark)

    def lay(self, patch: Patch) -> None:
        """Lay a picture on top; what it covers is in the light again."""
        box = patch.box.within(self.box)
        if box.is_empty:
            return
        mine, its = box.seen_from(self.box).part, box.seen_from(patch.box).part
        cover = np.ascontiguousarray(patch.cover[its])
        through = cv2.merge([255 - cover] * 3)
        colour = self.colour[mine]
        colour[:] = cv2.add(cv2.multiply(np.ascontiguousarray(colour), through, scale=1 / 255), patch.ink[its])
        for plane in (self.things, *self.reach):
            np.maximum(plane[mine], cover, out=plane[mine])

    def build(self, layers: Sequence[Layer]) -> None:
        """Lay everything in order: shadows of standing things fall on all that lies."""
        near = [layer for layer in layers if not layer.box.within(self.box).is_empty]
        for layer in near:
            if not layer.stands:
                for shade in layer.shades:
                    self.shade(shade)
                self.lay(layer.patch)
        standing = sorted((layer for layer in near if layer.stands), key=lambda layer: layer.order)
        for layer in standing:
            for shade in layer.shades:
                self.shade(shade)
        for layer in standing:
            self.lay(layer.patch)


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """Where things are seen: the view, the light in the plan's unit, the plan's middle and its unit."""

    seen: Seen
    light: Light
    middle: tuple[float, float]
    unit_mm: float

    @property
    def lamp_planes(self) -> range:
        """The planes of a stack that tell of lamps."""
        return range(ROOM + 1, ROOM + 1 + len(self.light.lamps))

    def lamp(self, plane: int) -> Lamp:
        """The lamp of which a plane tells."""
        return self.light.lamps[plane - ROOM - 1]

    def size_of(self, face: Face) -> tuple[float, float]:
        """A face's width and height on the plan."""
        width, height = face.size_mm
        return width / self.unit_mm, height / self.unit_mm


def blurred(mask: Mask, spread: float) -> Mask:
    """A mask with a soft edge."""
    return mask if spread < 0.4 else np.asarray(cv2.GaussianBlur(mask, (0, 0), spread), np.uint8)


def flat(room: Room, face: Face, pose: Pose, thick_mm: float = THICK_MM) -> Layer:
    """A thing that lies, or is carried flat: its top, its edges, its shadows."""
    seen, size = room.seen, room.size_of(face)
    thick = thick_mm / room.unit_mm
    top = Pose(pose.x, pose.y, pose.turn, pose.up + thick)
    box = seen.box(np.concatenate([seen.corners(top, size), seen.corners(pose, size)]))
    if box.is_empty:
        return Layer(NO_PATCH, (), order=pose.up)
    at, mapped = seen.at[box.part], to_picture(top, face, room.unit_mm)
    picture = sampled(face.ink, at, after(mapped, lifting(seen.view.eye, top.up)))
    for share in (0.5, 1.0) if thick_mm > _PAPER_MM else ():
        low = sampled(face.ink, at, after(mapped, lifting(seen.view.eye, top.up - thick * share)))
        picture = _edged(picture, np.ascontiguousarray(low[..., 3]))
    shades = [_close(room, face, top)] if pose.up * room.unit_mm < _CLOSE_MM * 4 else []
    shades += [_thrown(room, face, top, plane) for plane in room.lamp_planes]
    return Layer(Patch.of(box, picture), tuple(shades), order=pose.up)


def _edged(picture: Ink, low: Mask) -> Ink:
    """A picture with the edge of cardboard where its lower side shows."""
    cover = picture[..., 3]
    more = np.where(low > cover, low - cover, 0).astype(np.float32)[..., None]
    share = more / np.maximum(np.maximum(cover, low)[..., None], 1)
    mixed = picture[..., :3] + (np.array(_EDGE, np.float32) - picture[..., :3]) * share
    return np.dstack([np.round(mixed).astype(np.uint8), np.maximum(cover, low)])


def _close(room: Room, face: Face, top: Pose) -> Shade:
    """A thing keeps the room's light from what is close to its edge."""
    spread = _CLOSE_MM / room.unit_mm * room.seen.scale_at(top.x, top.y)
    ground = Pose(top.x, top.y, top.turn)
    box = room.seen.box(room.seen.corners(ground, room.size_of(face)), margin=2 + round(3 * spread))
    if box.is_empty:
        return no_shade(ROOM)
    cover = sampled(face.ink, room.seen.at[box.part], to_picture(ground, face, room.unit_mm))[..., 3]
    return Shade(box, np.asarray(cv2.convertScaleAbs(blurred(cover, spread), alpha=0.7), np.uint8), ROOM)


def _thrown(room: Room, face: Face, top: Pose, plane: int) -> Shade:
    """The shadow of something flat on the table."""
    lamp = room.lamp(plane)
    to_table = lifting(lamp.at, top.up)
    corners = room.seen.corners(top, room.size_of(face))[:, :2]
    fallen = (corners - to_table[:, 2]) / to_table[0, 0]
    spread = 0.4 + top.up * soft(lamp, top.x, top.y) * room.seen.scale_at(top.x, top.y)
    box = room.seen.box(fallen, margin=2 + round(2 * spread))
    if box.is_empty:
        return no_shade(plane)
    mask = sampled(face.ink, room.seen.at[box.part], after(to_picture(top, face, room.unit_mm), to_table))[..., 3]
    return Shade(box, blurred(np.ascontiguousarray(mask), spread), plane)


def soft(lamp: Lamp, x: float, y: float) -> float:
    """How quickly shadows of this lamp grow soft with height."""
    away = np.hypot(np.hypot(lamp.at[0] - x, lamp.at[1] - y), lamp.at[2])
    return float(0.45 * lamp.size / away)
