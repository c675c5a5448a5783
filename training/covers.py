"""What may lie or reach over a board: hands with their arms, cups, paper, a cat's paw."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces import Rng, bgr, clouds
from vision.scene.light import Light, Plane

Mask = NDArray[np.uint8]
Point = NDArray[np.float64]


@dataclass(frozen=True)
class Cover:
    """Where it is (1 where it covers), what colour (linear BGR), and how high it is over the table."""

    mask: Plane
    albedo: Plane
    height: float

    def light(self, shine: Light) -> Plane:
        total = np.array(shine.ambient, np.float32) + sum(
            (np.array(lamp.colour, np.float32) for lamp in shine.lamps), np.zeros(3, np.float32)
        )
        return np.asarray(self.albedo * total, np.float32)


def _linear(colour: tuple[float, float, float]) -> NDArray[np.float32]:
    return np.asarray((np.array(bgr(colour), np.float32) / 255) ** 2.2, np.float32)


def _skin(rng: Rng) -> tuple[float, float, float]:
    return (rng.uniform(0.02, 0.08), rng.uniform(0.2, 0.65), rng.uniform(0.25, 1.0))


def cover(rng: Rng, size: int, unit: float) -> Cover:
    """Something at random over the board. ``unit`` is the pixels of one pitch."""
    mask = np.zeros((size, size), np.uint8)
    paint = np.zeros((size, size, 3), np.float32)
    kind = rng.choice(["hand", "hand", "hand", "hand", "cup", "paper", "blob"])
    if kind == "hand":
        for _ in range(int(rng.choice([1, 1, 1, 2]))):
            _hand(rng, mask, paint, unit)
    elif kind == "cup":
        _cup(rng, mask, paint, unit)
    elif kind == "paper":
        _paper(rng, mask, paint, unit)
    else:
        _blob(rng, mask, paint, unit)
    soft = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 1.5)).astype(np.float32) / 255
    return Cover(soft, _rounded(rng, mask, paint, unit), rng.uniform(0.2, 1.6))


def _rounded(rng: Rng, mask: Mask, paint: Plane, unit: float) -> Plane:
    """Darkens what turns away towards the rim, and mottles it a little."""
    inside = np.asarray(cv2.distanceTransform(mask, cv2.DIST_L2, 3), np.float32)
    round_ = 0.5 + 0.5 * np.clip(inside / (unit * rng.uniform(0.08, 0.25)), 0, 1)
    mottled = 1 + clouds(rng, mask.shape[0], 3) * 0.05
    return np.asarray(paint * (round_ * mottled)[..., None], np.float32)


def _limb(mask: Mask, paint: Plane, a: Point,
          b: Point, width: float, colour: NDArray[np.float32]) -> None:  # fmt: skip
    start, end = (int(a[0]), int(a[1])), (int(b[0]), int(b[1]))
    tint = [float(v) for v in colour]
    cv2.line(mask, start, end, 255, max(1, int(width)))
    cv2.line(paint, start, end, tint, max(1, int(width)) + 2)


def _hand(rng: Rng, mask: Mask, paint: Plane, unit: float) -> None:
    """An arm from beyond the picture's edge, a palm, fingers."""
    size = mask.shape[0]
    skin = _linear(_skin(rng))
    sleeve = _linear((rng.random(), rng.uniform(0, 0.9), rng.uniform(0.05, 0.95)))
    angle = rng.uniform(0, 2 * np.pi)
    into = np.array([math.cos(angle), math.sin(angle)])
    aside = np.array([-into[1], into[0]])
    scale = unit * rng.uniform(0.85, 1.35)
    palm = np.array([size / 2, size / 2]) + rng.normal(0, 1.6, 2) * unit - into * scale
    wrist = palm - into * scale * 0.8
    elbow = palm - into * size * 1.6 + aside * rng.normal(0, 1) * unit
    _limb(mask, paint, wrist, elbow, scale * 1.0, skin)
    if rng.random() < 0.7:
        cuff = wrist + (elbow - wrist) / np.linalg.norm(elbow - wrist) * scale * rng.uniform(0.1, 1.5)
        _limb(mask, paint, cuff, elbow, scale * rng.uniform(1.2, 1.7), sleeve)
    cv2.ellipse(
        mask,
        (int(palm[0]), int(palm[1])),
        (int(scale * 0.75), int(scale * 0.62)),
        math.degrees(angle),
        0,
        360,
        255,
        -1,
    )
    cv2.ellipse(
        paint,
        (int(palm[0]), int(palm[1])),
        (int(scale * 0.77), int(scale * 0.64)),
        math.degrees(angle),
        0,
        360,
        [float(v) for v in skin],
        -1,
    )
    spread, curled = rng.uniform(0.1, 0.3), rng.random() < 0.4
    for i in range(4):
        lean = (i - 1.5) * spread
        way = into * math.cos(lean) + aside * math.sin(lean)
        root = palm + into * scale * 0.55 + aside * (i - 1.5) * scale * 0.3
        long = scale * rng.uniform(0.75, 1.1) * (0.45 if curled and i != 1 else 1)
        _limb(mask, paint, root, root + way * long, scale * 0.24, skin * rng.uniform(0.9, 1.1))
    side = 1 if rng.random() < 0.5 else -1
    thumb = palm + aside * side * scale * 0.5
    _limb(mask, paint, thumb, thumb + (into * 0.8 + aside * side * 0.6) * scale * 0.8, scale * 0.28, skin)


def _cup(rng: Rng, mask: Mask, paint: Plane, unit: float) -> None:
    size = mask.shape[0]
    at = rng.uniform(0.1, 0.9, 2) * size
    radius = int(unit * rng.uniform(0.5, 0.9))
    middle = (int(at[0]), int(at[1]))
    wall = [float(v) for v in _linear((rng.random(), rng.random(), rng.uniform(0.1, 1)))]
    drink = [float(v) for v in _linear((rng.uniform(0, 0.12), rng.uniform(0.3, 0.9), rng.uniform(0.1, 0.7)))]
    cv2.circle(mask, middle, radius, 255, -1)
    cv2.circle(paint, middle, radius + 2, wall, -1)
    cv2.circle(paint, middle, int(radius * 0.85), drink, -1)
    handle = at + rng.normal(0, 1, 2) * radius
    cv2.line(mask, middle, (int(handle[0]), int(handle[1])), 255, radius // 3)
    cv2.line(paint, middle, (int(handle[0]), int(handle[1])), wall, radius // 3)
    cv2.circle(paint, middle, int(radius * 0.85), drink, -1)


def _paper(rng: Rng, mask: Mask, paint: Plane, unit: float) -> None:
    size = mask.shape[0]
    box = (
        (rng.uniform(0, size), rng.uniform(0, size)),
        (unit * rng.uniform(1, 3), unit * rng.uniform(1, 3)),
        rng.uniform(0, 180),
    )
    corners = np.round(cv2.boxPoints(box)).astype(np.int32)
    cv2.fillPoly(mask, [corners], 255)
    cv2.fillPoly(
        paint, [corners], [float(v) for v in _linear((rng.random(), rng.uniform(0, 0.6), rng.uniform(0.3, 1)))]
    )


def _blob(rng: Rng, mask: Mask, paint: Plane, unit: float) -> None:
    """A paw, a sleeve, a head: large, soft, of one colour."""
    size = mask.shape[0]
    rough = clouds(rng, size, 2)
    y, x = np.mgrid[0:size, 0:size]
    at = rng.uniform(0, 1, 2) * size
    near = np.hypot(x - at[0], y - at[1]) / (unit * rng.uniform(0.8, 2.2))
    mask[(near + rough * 0.15) < 1] = 255
    paint[:] = _linear((rng.uniform(0, 0.15), rng.uniform(0, 0.6), rng.uniform(0.05, 0.9)))
