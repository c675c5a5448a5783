"""Light on a made-up board: lamps by chance, shadows, reflections."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from training.covers import Cover
from training.faces import Rng, clouds
from training.ground import Flat
from training.plane import Field, Spot
from vision.scene.light import Gloss, Lamp, Light, Plane, cast, glint, lit, softened
from vision.scene.solids import Cloud
from vision.scene.splat import splat

LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)


@dataclass(frozen=True)
class Staging:
    """Under which light, from where, and past what the ground is seen."""

    light: Light
    eye: Spot
    standing: Cloud
    """Points of all that stands: they throw shadows."""
    over: Cover | None
    gloss: Gloss
    thickness: float


def light(rng: Rng) -> Light:
    """Day, lamp, evening, and mixtures of them."""
    warm = rng.uniform(-1, 1)
    tint = np.array([1 - 0.3 * warm, 1.0, 1 + 0.25 * warm])
    share = rng.uniform(0.08, 0.85)
    lamps: list[Lamp] = []
    n = int(rng.choice([0, 1, 1, 1, 2, 2, 3]))
    for _ in range(n):
        angle, high = rng.uniform(0, 2 * np.pi), rng.uniform(0.25, 1.4)
        away = rng.uniform(6, 40)
        at = (1.5 + away * math.cos(angle) * math.cos(high), 1.5 + away * math.sin(angle) * math.cos(high),
              max(away * math.sin(high), 4.0))  # fmt: skip
        own = rng.uniform(-1, 1)
        colour = np.array([1 - 0.35 * own, 1.0, 1 + 0.3 * own]) * (1 - share) * rng.uniform(0.4, 1.2) / n
        lamps.append(
            Lamp(
                at,
                (float(colour[0]), float(colour[1]), float(colour[2])),
                float(rng.choice([rng.uniform(0.1, 0.6), rng.uniform(0.3, 3)])) * away / 12,
            )
        )
    ambient = tint * (share if n else 1.0)
    return Light((float(ambient[0]), float(ambient[1]), float(ambient[2])), tuple(lamps))


def eye(rng: Rng) -> Spot:
    """Where a camera may hang."""
    up, angle = rng.uniform(6, 14), rng.uniform(0, 2 * np.pi)
    away = math.tan(math.radians(rng.uniform(0, 27))) * up
    return (
        1.5 + away * math.cos(angle) + rng.normal(0, 1.2),
        1.5 + away * math.sin(angle) + rng.normal(0, 1.2),
        up,
    )


def _gloss_map(raised: Plane, top: Gloss, table: Gloss) -> Plane:
    return np.asarray(table.strength + (top.strength - table.strength) * raised, np.float32)


def _veil(rng: Rng, field: Field) -> Plane:
    """A bright ceiling or window, blurred, as a flat glossy thing shows it."""
    strength = float(rng.choice([0.0, 0.01, 0.03, 0.08, 0.2])) * rng.uniform(0.3, 1.5)
    if strength == 0:
        return np.zeros((field.size, field.size), np.float32)
    x, y = field.ground
    rough = clouds(rng, len(x), int(rng.integers(1, 3)))
    slope = x * rng.normal(0, 0.15) + y * rng.normal(0, 0.15)
    return _enlarged(np.asarray(np.clip(0.7 + 0.5 * rough + slope, 0, 3) * strength, np.float32), field)


def _enlarged(low: Plane, field: Field) -> Plane:
    return np.asarray(cv2.resize(low, (field.size, field.size), interpolation=cv2.INTER_LINEAR), np.float32)


def _shadow(lamp: Lamp, raised: Plane, stage: Staging, field: Field) -> Plane:
    """How much of a lamp reaches each point of the ground (0 in full shadow)."""
    size, fine = field.size, field.fine
    half = size // 2
    blocked = np.zeros((half, half), np.float32)
    if len(stage.standing):
        splat(blocked, field.px(cast(stage.standing, lamp)[:, :2]) / 2, 1.0)
        blocked = np.asarray(cv2.dilate(blocked, np.ones((2, 2), np.uint8)), np.float32)
    distance = math.dist(lamp.at, (1.5, 1.5, 0))
    blocked = softened(blocked, lamp.size / distance * 0.45 * fine / 2)
    blocked = np.asarray(cv2.resize(blocked, (size, size)), np.float32)
    away = np.array([1.5 - lamp.at[0], 1.5 - lamp.at[1]]) / lamp.at[2]
    step = np.float32([[1, 0, away[0] * stage.thickness * fine], [0, 1, away[1] * stage.thickness * fine]])
    edge = cv2.warpAffine(raised, step, (size, size))
    blocked = np.maximum(blocked, np.clip(edge - raised, 0, 1) * 0.8)
    if stage.over is not None:
        step = np.float32([[1, 0, away[0] * stage.over.height * fine], [0, 1, away[1] * stage.over.height * fine]])
        hand = cv2.warpAffine(stage.over.mask, step, (size, size))
        blocked = np.maximum(blocked, softened(hand, 1 + lamp.size / distance * stage.over.height * fine))
    return np.asarray(1 - blocked, np.float32)


def lit_ground(rng: Rng, flat: Flat, stage: Staging) -> tuple[Plane, Plane]:
    """The ground under its light, and how bright the lamps are there."""
    albedo = LINEAR[flat.canvas]
    raised = flat.raised.astype(np.float32) / 255
    table = Gloss(float(rng.choice([0.01, 0.04, 0.15, 0.4])), rng.uniform(0.06, 0.5))
    gloss = _gloss_map(raised, stage.gloss, table)
    near = softened(raised, 0.05 * flat.field.fine)
    close = 1 - 0.5 * np.clip(near - raised, 0, 1)
    total = np.empty_like(albedo)
    total[:] = np.array(stage.light.ambient, np.float32) * close[..., None]
    glare = np.zeros_like(albedo)
    # where tiles mirror the room and where the table does need not be the same
    room = _veil(rng, flat.field) * raised + _veil(rng, flat.field) * (1 - raised)
    glare += room[..., None] * np.array(stage.light.ambient, np.float32)
    bright = np.zeros_like(raised)
    ground_x, ground_y = flat.field.ground
    for lamp in stage.light.lamps:
        reach = _enlarged(lit(ground_x, ground_y, lamp), flat.field) * _shadow(lamp, raised, stage, flat.field)
        colour = np.array(lamp.colour, np.float32)
        total += reach[..., None] * colour
        bright += reach / len(stage.light.lamps)
        low = glint(ground_x, ground_y, lamp, stage.eye, stage.gloss.roughness)
        base = glint(ground_x, ground_y, lamp, stage.eye, table.roughness)
        spot = _enlarged(low, flat.field) * raised + _enlarged(base, flat.field) * (1 - raised)
        glare += (spot * gloss * 6)[..., None] * colour
    return np.asarray(albedo * total + glare, np.float32), bright
