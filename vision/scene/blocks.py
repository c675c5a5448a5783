"""Dice where a camera sees them: blocks with a picture on each side, which hide what is behind them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.drawing import Drawing
from engine.table import TablePlan, Thing
from vision.camera import Points
from vision.scene.flats import Face, painted
from vision.scene.layers import NO_PATCH, Layer, Room
from vision.scene.light import cast
from vision.scene.pieces import Canvas, at_height, ground_contact, order_of, shading, shadow
from vision.scene.seeing import Pose

_OPPOSITE = 7
"""Opposite sides of a die make so much together."""
_SIDES = 4


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A die, painted: its upper side, and the four round it, clockwise from the plan's upper one."""

    top: Face
    sides: tuple[Face, ...]
    width: float
    height: float
    """Across and up, in the plan's unit."""

    @classmethod
    def of(cls, thing: Thing, plan: TablePlan, draw: Callable[[Thing], object], per_mm: float) -> Block | None:
        """A die as its game draws its upper side; the others are those of its fellows. None if nobody drew it."""
        fellows = {one.pips: one for one in plan.things if one.pips is not None and one.colour == thing.colour}
        up = thing.pips or 1
        round_about = [pips for pips in range(1, _OPPOSITE) if pips not in (up, _OPPOSITE - up)]
        # so that what is opposite is: the first two, then what goes with each
        first, second = round_about[0], round_about[1]
        ring = (first, second, _OPPOSITE - first, _OPPOSITE - second)
        faces: list[Face] = []
        for pips in (up, *ring):
            drawing = draw(fellows.get(pips, thing))
            if not isinstance(drawing, Drawing):
                return None
            faces.append(painted(drawing, per_mm))
        wide, _ = faces[0].size_mm
        return cls(faces[0], tuple(faces[1:]), wide / plan.unit_mm, wide / plan.unit_mm)


def block(room: Room, made: Block, pose: Pose) -> Layer:
    """A die that lies so."""
    low, high = corners_of(made, pose)
    canvas = Canvas.over(room.seen, np.concatenate([low, high]))
    if not canvas.box.is_empty:
        eye = np.array(room.seen.view.eye)
        up = _unit(high[0] - low[0])
        for number in range(_SIDES):
            a, b = number, (number + 1) % _SIDES
            middle = (low[a] + low[b] + high[a] + high[b]) / 4
            faces = _unit(middle - (low + high).mean(0) / 2)
            if float((eye - middle) @ faces) > 0:
                quad = np.array([high[b], high[a], low[a], low[b]])
                _lay(canvas, made.sides[number], quad, shading(room, pose, faces))
        _lay(canvas, made.top, high, shading(room, pose, up) if pose.lean else np.ones(3, np.float32))
    shades = [ground_contact(room.seen, pose, made.width * 0.55)]
    for plane in room.lamp_planes:
        lamp = room.lamp(plane)
        fallen = cast(np.concatenate([low, high]).astype(np.float32) - np.array([0, 0, pose.up], np.float32), lamp)
        hull = np.asarray(cv2.convexHull(fallen.reshape(-1, 1, 2)), np.float64).reshape(-1, 2)
        shades.append(shadow(room, [at_height(hull, pose.up)], pose, made.height, plane))
    return Layer(
        canvas.patch() if not canvas.box.is_empty else NO_PATCH, tuple(shades), True, order_of(room.seen, pose)
    )


def corners_of(made: Block, pose: Pose) -> tuple[Points, Points]:
    """The corners of its underside and of its upper side, clockwise from the top left.

    What leans touches with its lowest edge what it lies on.
    """
    half = made.width / 2
    flat = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    low, high = (np.column_stack([flat, np.full(4, up)]) for up in (0.0, made.height))
    sides = np.concatenate([low, high]) - (0, 0, made.height / 2)
    cos, sin = math.cos(pose.lean), math.sin(pose.lean)
    tipped = sides @ np.array([[cos, 0, -sin], [0, 1, 0], [sin, 0, cos]])
    tipped[:, 2] -= tipped[:, 2].min()
    cos, sin = math.cos(pose.turn), math.sin(pose.turn)
    stood = tipped @ np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1]]) + (pose.x, pose.y, pose.up)
    return stood[:4], stood[4:]


def _unit(way: Points) -> Points:
    return np.asarray(way / max(float(np.linalg.norm(way)), 1e-9))


def _lay(canvas: Canvas, face: Face, corners: Points, bright: NDArray[np.float32]) -> None:
    """A side's picture, as bright as light makes it, on its body's colour."""
    ink = face.ink.copy()
    body = np.median(ink[ink[..., 3] > 0][:, :3], axis=0)
    shade = np.clip(ink[..., :3] * bright, 0, 255)
    canvas.fill(corners, tuple(float(part) for part in np.clip(body * bright, 0, 255)))
    canvas.stretch(np.dstack([np.round(shade).astype(np.uint8), ink[..., 3]]), corners)
