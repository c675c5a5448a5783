"""How the cards that were shown look, packed: hundreds of them are at hand at once."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.comparing import EDGE, Seen
from vision.cards.looks import FACE, Floats, Picture

LIGHT, TINT = 80.0, 42.0
"""So many levels to one: lightness and colours of a look are logarithms."""
HALF = (FACE[0] // 2, FACE[1] // 2)
QUARTER = (FACE[0] // 4, FACE[1] // 4)

DIFFERS, ABOUT = 0.15, (5, 5)
"""What differs by less does so by chance."""
ENOUGH = 2500
"""Of what differs in more pixels only some are looked at."""

Packed = NDArray[np.int8]
Places = NDArray[np.intp]


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """By what a card differs from another, and where: lightness, and two colours at half the size."""

    at: Places
    light: Floats
    tint_at: Places
    tint: Floats
    every: int = 1
    """Of so many pixels in which lightness differs one is kept."""


class Looks:
    """The looks of cards, by their numbers."""

    def __init__(self) -> None:
        self._light: list[Packed] = []
        self._tint: list[Packed] = []
        self._lamp: list[NDArray[np.float16]] = []
        self._glaring: list[NDArray[np.bool_]] = []

    def add(self, face: Picture) -> Seen:
        seen = Seen.of(face)
        self._light.append(_packed(seen.look[0], LIGHT))
        self._tint.append(np.stack([_packed(tint, TINT) for tint in halved(seen.look[1:3])]))
        self._lamp.append(_shrunk(seen.look[3], QUARTER).astype(np.float16))
        self._glaring.append(_shrunk(seen.glaring.astype(np.float32), QUARTER) > 0)
        return seen

    def seen(self, card: int) -> Seen:
        tints = self._tint[card].astype(np.float32) / TINT
        layers = [self._light[card].astype(np.float32) / LIGHT]
        layers += [_whole(layer) for layer in (*tints, self._lamp[card].astype(np.float32))]
        glaring = cv2.resize(self._glaring[card].astype(np.uint8), FACE, interpolation=cv2.INTER_NEAREST)
        return Seen(np.stack(layers), np.asarray(glaring > 0))

    def apart(self, card: int, other: int) -> Apart:
        off = cv2.absdiff(self._light[card].view(np.uint8) ^ 128, self._light[other].view(np.uint8) ^ 128)
        at, every = _about(off > DIFFERS * LIGHT)
        light = self._light[card].ravel()[at].astype(np.float32) - self._light[other].ravel()[at]
        tint = (self._tint[card].astype(np.float32) - self._tint[other]).reshape(2, -1) / np.float32(TINT)
        tint_at, _ = _about((np.abs(tint) > DIFFERS).any(axis=0).reshape(HALF[1], HALF[0]))
        return Apart(at, light / np.float32(LIGHT), tint_at, tint[:, tint_at], every)


def _about(differs: NDArray[np.bool_]) -> tuple[Places, int]:
    """The pixels where something differs, and those next to them; of how many each is one."""
    near = cv2.dilate(differs.astype(np.uint8), np.ones(ABOUT, np.uint8))
    near[:EDGE], near[-EDGE:], near[:, :EDGE], near[:, -EDGE:] = 0, 0, 0, 0
    places = np.flatnonzero(near)
    every = 1 + len(places) // ENOUGH
    return places[::every], every


def halved(layers: Floats) -> Floats:
    """Layers at half the size."""
    return np.stack([_shrunk(layer, HALF) for layer in layers])


def _packed(layer: Floats, levels: float) -> Packed:
    return np.asarray(np.clip(np.round(layer * levels), -127, 127), np.int8)


def _shrunk(layer: Floats, size: tuple[int, int]) -> Floats:
    return np.asarray(cv2.resize(layer, size, interpolation=cv2.INTER_AREA), np.float32)


def _whole(layer: Floats) -> Floats:
    return np.asarray(cv2.resize(layer, FACE, interpolation=cv2.INTER_LINEAR), np.float32)
