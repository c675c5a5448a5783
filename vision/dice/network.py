"""The networks of dice, run by OpenCV: where dice and tokens lie, what each die looks like, and how it lies.

``training/dice`` makes them. A file whose hash is not the one written beside it is not loaded.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, Literal, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.patches import (
    DIE,
    PATCH,
    SMALL,
    STEP,
    TOKEN,
    TOKEN_PATCH,
    Frame,
    Layers,
    middle_of,
    prepared,
    told,
)
from vision.lesson import softmax
from vision.model import loaded, shipped

Kind = Literal["die", "token"]
KINDS: tuple[Kind, ...] = ("die", "token")
NAMES = ("dice-spots", "dice-faces", "dice-undersides")
"""What the files are called."""
_FACE = (3, 6, 3)
"""Said of a die's patch: it lies flat, leans, is none; what it shows; where its middle is and how large it is."""
_PERHAPS = 0.12
"""A spot less likely than this is not looked at closely."""
_APART = {"die": 0.5, "token": 0.5}
"""Two of a kind are never closer together than this, in their sizes."""
_MOST = {"die": 10, "token": 12}
"""So many spots of a kind are looked at closely, the likeliest."""
_NEAR = 2
"""A spot's colour is that of so many pixels of the small frame to all sides."""
_LARGEST = 1.2
"""Natural logarithm of how much larger or smaller than expected something is told to be, at most."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What goes with the networks' files: their hashes, and how far to trust their answers."""

    spots_sha256: str
    faces_sha256: str
    undersides_sha256: str
    state_scale: float = 1.0
    face_scale: float = 1.0


class Spot(NamedTuple):
    """Where a die's upper face or a token seems to lie, in pixels of the frame."""

    kind: Kind
    x: float
    y: float
    size: float
    """A die's edge, a token's width."""
    likely: float
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """What its middle looks like from afar: blue, green, red, of 1."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a spot for a die looks like from close by."""

    spot: Spot
    """Where it is when looked at closely."""
    there: float
    """How likely a die lies flat there."""
    leans: float
    """How likely a die there leans on something."""
    faces: NDArray[np.float32]
    """How likely each value is, counted from 1."""


class DiceNetwork:
    """The loaded networks."""

    def __init__(self, spots: bytes, faces: bytes, undersides: bytes, fit: Fit) -> None:
        self.fit = fit
        self._spots = loaded(spots, fit.spots_sha256)
        self._faces = loaded(faces, fit.faces_sha256)
        self._undersides = loaded(undersides, fit.undersides_sha256)
        self._lock = Lock()

    def spots(self, layers: Layers, edge: float) -> list[Spot]:
        """Everything that may be a die of about this edge, or a token beside such dice, the likeliest first."""
        with self._lock:
            shrunk, share = layers.small(edge)
            assert shrunk.shape[0] % STEP == 0
            self._spots.setInput(prepared(shrunk))
            answer = np.asarray(self._spots.forward(), np.float32)[0]
        found = [spot for kind in KINDS for spot in _spots(kind, answer, shrunk, share)]
        return sorted(found, key=lambda spot: -spot.likely)

    def closely(self, layers: Layers, spots: Sequence[Spot]) -> list[Look]:
        """What the spots for dice look like. Several threads may ask; one waits for the other."""
        patches = [patch_of(layers, one) for one in spots]
        if not patches:
            return []
        with self._lock:
            self._faces.setInput(told(middle_of(patches)))
            answers = np.asarray(self._faces.forward(), np.float32).reshape(len(patches), -1)
        states, values, places = np.split(answers, np.cumsum(_FACE)[:-1], axis=1)
        likely = softmax(states * np.float32(self.fit.state_scale)).tolist()
        shown = softmax(values * np.float32(self.fit.face_scale))
        moves = np.clip(places, -_LARGEST, _LARGEST).tolist()
        return [
            Look(_moved(one, move), flat, leans, faces)
            for one, (flat, leans, _), faces, move in zip(spots, likely, shown, moves, strict=True)
        ]

    def undersides(self, layers: Layers, places: Sequence[tuple[float, float, float]]) -> NDArray[np.float64]:
        """How far right and down of their upper faces' middles dice's undersides are seen, in edges.

        Of a die is given where it is and how long its edge is.
        """
        patches = [patch_of(layers, Spot("die", *place, 1.0)) for place in places]
        if not patches:
            return np.zeros((0, 2))
        with self._lock:
            self._undersides.setInput(told(middle_of(patches)))
            return np.asarray(self._undersides.forward(), np.float64)


def scale_of(spot: Spot) -> float:
    """How much larger a patch shows what is there."""
    return (DIE if spot.kind == "die" else TOKEN) / spot.size


def patch_of(layers: Layers, spot: Spot) -> Frame:
    """The patch about a spot."""
    return layers.cut(spot.x, spot.y, scale_of(spot), PATCH if spot.kind == "die" else TOKEN_PATCH)


def kept(spots: Sequence[Spot], frame: Frame) -> list[Spot]:
    """Of several in one place the likeliest, no more than can be looked at, and none beside the frame."""
    height, width = frame.shape[:2]
    found: dict[Kind, list[Spot]] = {kind: [] for kind in KINDS}
    for one in sorted(spots, key=lambda spot: -spot.likely):
        if not (0 <= one.x < width and 0 <= one.y < height):
            continue
        own, least = found[one.kind], _APART[one.kind]
        if len(own) < _MOST[one.kind] and all(
            math.hypot(one.x - other.x, one.y - other.y) > least * min(one.size, other.size) for other in own
        ):
            own.append(one)
    return [one for own in found.values() for one in own]


def _moved(spot: Spot, place: Sequence[float]) -> Spot:
    """The spot where it really is, by what is said of its place."""
    right, down, larger = place
    return spot._replace(
        x=spot.x + right * spot.size, y=spot.y + down * spot.size, size=spot.size * math.exp(larger)
    )


def _spots(kind: Kind, answer: NDArray[np.float32], shrunk: Frame, share: float) -> Iterator[Spot]:
    """Where one of this kind is likelier than all around."""
    heat = answer[KINDS.index(kind)]
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= around) & (heat > math.log(_PERHAPS / (1 - _PERHAPS))))
    likely = 1 / (1 + np.exp(-heat[rows, columns].astype(np.float64)))
    right, down, larger = answer[2:, rows, columns].astype(np.float64)
    middle = (STEP - 1) / 2
    at = np.column_stack([STEP * columns + middle + right * SMALL, STEP * rows + middle + down * SMALL])
    sizes = SMALL * np.exp(np.clip(larger, -_LARGEST, _LARGEST)) * share
    told = np.column_stack([(at + 0.5) * share - 0.5, sizes, likely]).tolist()
    for (x, y, size, sure), (blue, green, red) in zip(told, _colours(at, shrunk).tolist(), strict=True):
        yield Spot(kind, x, y, size, sure, (blue, green, red))


def _colours(at: NDArray[np.float64], shrunk: Frame) -> NDArray[np.float64]:
    """What is about these points of the small frame."""
    height, width = shrunk.shape[:2]
    pixels, near = at.round().astype(int), np.arange(-_NEAR, _NEAR + 1)
    rows = np.clip(pixels[:, 1, None] + near, 0, height - 1)
    columns = np.clip(pixels[:, 0, None] + near, 0, width - 1)
    seen = shrunk[rows[:, :, None], columns[:, None, :]].reshape(len(at), len(near) ** 2, 3)
    kth = seen.shape[1] // 2
    return np.asarray(np.partition(seen, kth, axis=1)[:, kth] / 255)


@cache
def dice_network() -> DiceNetwork:
    """The networks that come with the program. Raises ModelError if they are not there, or are others."""
    return shipped("dice.toml", NAMES, _network)


def _network(found: Sequence[bytes], fit: Mapping[str, Any]) -> DiceNetwork:
    spots, faces, undersides = found
    return DiceNetwork(spots, faces, undersides, Fit(**fit))
