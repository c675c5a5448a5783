"""How the cards that were shown look, packed: hundreds of them are at hand at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.comparing import Seen
from vision.cards.looks import FACE, Floats, Picture

LIGHT, TINT = 80.0, 42.0
"""So many levels to one: lightness and colours of a look are logarithms."""
HALF = (FACE[0] // 2, FACE[1] // 2)
QUARTER = (FACE[0] // 4, FACE[1] // 4)

Packed = NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Apart:
    """By what several cards differ from one: its look less each of theirs."""

    light: Floats
    tint: Floats
    """At half the size: two colours each."""


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

    def apart(self, card: int, others: Sequence[int]) -> Apart:
        def less(kept: list[Packed], levels: float) -> Floats:
            own = kept[card].astype(np.int16)
            differ = own - np.array([kept[other] for other in others]).reshape(-1, *own.shape)
            return np.asarray(differ / np.float32(levels), np.float32)

        return Apart(less(self._light, LIGHT), less(self._tint, TINT))


def halved(layers: Floats) -> Floats:
    """Layers at half the size."""
    return np.stack([_shrunk(layer, HALF) for layer in layers])


def _packed(layer: Floats, levels: float) -> Packed:
    return np.asarray(np.clip(np.round(layer * levels), -127, 127), np.int8)


def _shrunk(layer: Floats, size: tuple[int, int]) -> Floats:
    return np.asarray(cv2.resize(layer, size, interpolation=cv2.INTER_AREA), np.float32)


def _whole(layer: Floats) -> Floats:
    return np.asarray(cv2.resize(layer, FACE, interpolation=cv2.INTER_LINEAR), np.float32)
