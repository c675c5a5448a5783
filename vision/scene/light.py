"""Lamps over a table, and what they do to flat things and to solids."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.solids import Cloud, Solid

Plane = NDArray[np.float32]
Spot = tuple[float, float, float]
"""A point over the plan: x, y, up."""


@dataclass(frozen=True, slots=True)
class Lamp:
    """Something that shines: where, how strongly (linear BGR at the origin of the plan), how large."""

    at: Spot
    colour: tuple[float, float, float]
    size: float = 0.3


@dataclass(frozen=True, slots=True)
class Light:
    """All that shines on a table: what comes from everywhere, and the lamps."""

    ambient: tuple[float, float, float]
    lamps: tuple[Lamp, ...]


@dataclass(frozen=True, slots=True)
class Gloss:
    """How a surface shines back: how much, and how blurred (0 is a mirror)."""

    strength: float
    roughness: float


def lit(x: Plane, y: Plane, lamp: Lamp) -> Plane:
    """How strongly a lamp shines on each point of the table; 1 where the plan's middle is."""
    lx, ly, up = lamp.at
    near = (x - lx) ** 2 + (y - ly) ** 2 + up * up
    middle = (1.5 - lx) ** 2 + (1.5 - ly) ** 2 + up * up
    return np.asarray((middle / near) ** 1.5, np.float32)


def glint(x: Plane, y: Plane, lamp: Lamp, eye: Spot, roughness: float) -> Plane:
    """The lamp's reflection in a flat surface, as the eye sees it at each point."""
    (lx, ly, lu), (ex, ey, eu) = lamp.at, eye
    to_lamp = np.stack([lx - x, ly - y, np.full_like(x, lu)])
    to_eye = np.stack([ex - x, ey - y, np.full_like(x, eu)])
    half = to_lamp / np.sqrt((to_lamp**2).sum(0)) + to_eye / np.sqrt((to_eye**2).sum(0))
    slope = (half[0] ** 2 + half[1] ** 2) / half[2] ** 2
    spread = roughness * roughness + (lamp.size / max(lu, 0.1)) ** 2 * 0.25
    return np.asarray(np.exp(-slope / spread) * (roughness * roughness / spread), np.float32)


def shaded(solid: Solid, light: Light, eye: Spot, gloss: Gloss) -> Cloud:
    """The colour of each point of a solid (linear BGR)."""
    to_eye = np.array(eye, np.float32) - solid.points
    to_eye /= np.linalg.norm(to_eye, axis=1, keepdims=True)
    facing = np.clip((solid.normals * to_eye).sum(1), 0, 1)
    glancing = gloss.strength * (0.15 + 0.85 * (1 - facing) ** 3)
    sky = (0.45 + 0.55 * solid.normals[:, 2]).clip(0.1)
    ambient = np.array(light.ambient, np.float32)
    diffuse = sky[:, None] * ambient
    shine = glancing[:, None] * sky[:, None] * ambient
    for lamp in light.lamps:
        to_lamp = np.array(lamp.at, np.float32) - solid.points
        to_lamp /= np.linalg.norm(to_lamp, axis=1, keepdims=True)
        colour = np.array(lamp.colour, np.float32)
        diffuse = diffuse + np.clip((solid.normals * to_lamp).sum(1), 0, 1)[:, None] * colour
        half = to_lamp + to_eye
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        peak = np.clip((solid.normals * half).sum(1), 0, 1) ** (2 / max(gloss.roughness, 0.03) ** 2)
        shine = shine + (gloss.strength / max(gloss.roughness, 0.1) * peak)[:, None] * colour
    return np.asarray(solid.colours * diffuse + shine, np.float32)


def cast(points: Cloud, lamp: Lamp) -> Cloud:
    """Where on the table the shadows of points fall."""
    lx, ly, up = lamp.at
    reach = up / np.maximum(up - points[:, 2], 0.05)
    return np.column_stack([lx + (points[:, 0] - lx) * reach, ly + (points[:, 1] - ly) * reach]).astype(np.float32)


def softened(mask: Plane, blur: float) -> Plane:
    """A shadow with an edge as soft as the lamp is large."""
    if blur < 0.4:
        return mask
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.float32)
