"""The two networks of dice, run by OpenCV: where dice and tokens lie, and what each looks like from close by.

``training/dice`` makes them. A file whose hash is not the one written beside it is not loaded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from threading import Lock
from typing import Any, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.patches import DIE, STEP, TOKEN, Frame, Shown, cut, prepared, shown_mean, small, told
from vision.lesson import softmax
from vision.model import loaded, shipped

Kind = Literal["die", "token"]
KINDS: tuple[Kind, ...] = ("die", "token")
NAMES = ("dice-spots", "dice-close")
"""What the files are called."""

_PARTS = (3, 2, 14, 3)
"""Said of a patch: a die lies flat, leans, is none; no token, a token; what only learning needs; its colour."""
_SPOT = 5
_PITCH = 4
"""Pixels of the small frame from one spot to the next."""
_SIZE = 16.0
"""Pixels of the small frame that a size of 0 stands for, and half of what the middles are told in."""
_PERHAPS = 0.05
"""A spot less likely than this is not looked at closely."""
_APART = {"die": 0.6, "token": 0.45}
"""Two of a kind are never closer together than this, in their sizes."""
_MOST = {"die": 40, "token": 16}
"""So many spots of a kind are looked at closely, the likeliest."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What goes with the networks' files: their hashes, and how far to trust their answers."""

    spots_sha256: str
    close_sha256: str
    state_scale: float


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a die's upper face or a token seems to lie, in pixels of the frame."""

    kind: Kind
    x: float
    y: float
    size: float
    """A die's edge, a token's width."""
    likely: float


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What a spot looks like from close by."""

    spot: Spot
    there: float
    """How likely what is looked for is there, lying flat."""
    leans: float
    """How likely a die there leans on something."""
    colour: NDArray[np.float32]
    """The body's colour in plain light: blue, green, red, from 0 to 1."""


class DiceNetwork:
    """The loaded networks."""

    def __init__(self, spots: bytes, close: bytes, fit: Fit) -> None:
        self.fit = fit
        self._spots = loaded(spots, fit.spots_sha256)
        self._close = loaded(close, fit.close_sha256)
        self._lock = Lock()

    def look(self, frame: Frame) -> tuple[Look, ...]:
        """Everything that may be a die or a token. Several threads may ask; one waits for the other."""
        with self._lock:
            shrunk, share = small(frame)
            return self._closely(frame, shown_mean(cv2.mean(shrunk)), self._found(shrunk, share, frame))

    def at(self, frame: Frame, spots: Sequence[Spot], mean: tuple[float, float, float]) -> tuple[Look, ...]:
        """The same of places that somebody points at, in a part of a picture of this mean colour."""
        with self._lock:
            return self._closely(frame, shown_mean(mean), spots)

    def _found(self, shrunk: Frame, share: float, frame: Frame) -> list[Spot]:
        assert shrunk.shape[0] % STEP == 0
        self._spots.setInput(prepared(shrunk))
        answer = np.asarray(self._spots.forward(), np.float32)[0]
        high, wide = answer.shape[1:]
        spread = (
            answer.reshape(2, 2, _SPOT, high, wide).transpose(2, 3, 0, 4, 1).reshape(_SPOT, 2 * high, 2 * wide)
        )
        found: list[Spot] = []
        for kind, heat in zip(KINDS, spread, strict=False):
            found += _kept([_spot(kind, spread, at, share) for at in _peaks(heat)], frame)[: _MOST[kind]]
        return found

    def _closely(self, frame: Frame, mean: Shown, spots: Sequence[Spot]) -> tuple[Look, ...]:
        if not spots:
            return ()
        shown = np.stack([told(patch_of(frame, one), mean) for one in spots])
        self._close.setInput(shown)
        answers = np.asarray(self._close.forward(), np.float32).reshape(len(spots), -1)
        return tuple(self._told(one, row) for one, row in zip(spots, answers, strict=True))

    def _told(self, spot: Spot, row: NDArray[np.float32]) -> Look:
        state, token, _, colour = np.split(row, np.cumsum(_PARTS)[:-1])
        fit = self.fit
        if spot.kind == "die":
            flat, leans, _ = map(float, _shares(state, fit.state_scale))
            return Look(spot, flat, leans, colour)
        return Look(spot, float(_shares(token, fit.state_scale)[1]), 0.0, colour)


def scale_of(spot: Spot) -> float:
    """How much larger a patch shows what is there."""
    return (DIE if spot.kind == "die" else TOKEN) / spot.size


def patch_of(frame: Frame, spot: Spot) -> Frame:
    """The patch about a spot."""
    return cut(frame, spot.x, spot.y, scale_of(spot))


def _shares(logits: NDArray[np.float32], scale: float) -> NDArray[np.float32]:
    return np.asarray(softmax(logits[None] * np.float32(scale))[0], np.float32)


def _peaks(heat: NDArray[np.float32]) -> list[tuple[int, int]]:
    """Where it is likelier than all around."""
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    least = np.log(_PERHAPS / (1 - _PERHAPS))
    return [(int(row), int(column)) for row, column in np.argwhere((heat >= around) & (heat > least))]


def _spot(kind: Kind, spread: NDArray[np.float32], at: tuple[int, int], share: float) -> Spot:
    row, column = at
    likely = 1 / (1 + float(np.exp(-spread[KINDS.index(kind), row, column])))
    right, down, size = (float(value) for value in spread[2:, row, column])
    middle = (_PITCH - 1) / 2
    x, y = _PITCH * column + middle + right * _SIZE / 2, _PITCH * row + middle + down * _SIZE / 2
    return Spot(kind, (x + 0.5) * share - 0.5, (y + 0.5) * share - 0.5,
                _SIZE * float(np.exp(min(max(size, -1.5), 1.5))) * share, likely)  # fmt: skip


def _kept(spots: Sequence[Spot], frame: Frame) -> list[Spot]:
    """Of several in one place the likeliest; none whose middle is not in the frame."""
    height, width = frame.shape[:2]
    found: list[Spot] = []
    for one in sorted(spots, key=lambda spot: -spot.likely):
        if not (0 <= one.x < width and 0 <= one.y < height):
            continue
        least = _APART[one.kind]
        if all(np.hypot(one.x - other.x, one.y - other.y) > least * min(one.size, other.size) for other in found):
            found.append(one)
    return found


@cache
def dice_network() -> DiceNetwork:
    """The networks that come with the program. Raises ModelError if they are not there, or are others."""
    return shipped("dice.toml", NAMES, _network)


def _network(found: Sequence[bytes], fit: Mapping[str, Any]) -> DiceNetwork:
    spots, close = found
    return DiceNetwork(spots, close, Fit(**fit))
