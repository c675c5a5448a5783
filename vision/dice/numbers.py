"""Which number a token bears: compared, in every turn, with those that were shown.

A token is unrolled about its middle, so that a turn is a shift; what is compared is how much each place differs
from the token's body, so that one colour's numbers teach those of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.patches import TOKEN, TOKEN_PATCH, Frame
from vision.lesson import softmax

Plane = NDArray[np.float32]

_ANGLES, _RADII = 60, 9
_INNER, _OUTER = 0.06, 0.62
"""From where to where numbers reach, in shares of a token's radius: a ring along its edge tells nothing."""
_OFFSETS = ((0.0, 0.0), (-2.0, 0.0), (2.0, 0.0), (0.0, -2.0), (0.0, 2.0))
"""How far the token's middle may be from where it was found, in pixels of a patch."""
_SIZES = (0.92, 1.0, 1.09)
_FINE = tuple((right, down) for right in (-1.2, 0.0, 1.2) for down in (-1.2, 0.0, 1.2))
_FINE_SIZES = (0.97, 1.03)
"""The same when it is looked at once more."""
_PALE = 22.0
_INK = 0.96
"""At least so much of a token's middle is body, or a thin number of which all else is a shade."""
_SHARP = 14.0
"""How much likelier the better likeness is."""


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """The numbers that were shown, unrolled and as waves, so that all turns are compared at once."""

    names: tuple[int, ...]
    waves: NDArray[np.complex64]

    def likely(
        self, patch: Frame, *, again: bool = False
    ) -> tuple[dict[int, float], float, tuple[float, float, float]]:
        """How likely each number is, how alike the likeliest is (1 is the same), how far off and how large."""
        if not self.names:
            return {}, 0.0, (0.0, 0.0, 1.0)
        # every way to look at the token beside every token that was shown
        every = self._alike(_even(_unrolled(patch, _ways(again=again))))
        alike = every.max(0)
        offsets, sizes = (_FINE, _FINE_SIZES) if again else (_OFFSETS, _SIZES)
        size, place = divmod(int(every.max(1).argmax()), len(offsets))
        off = (*offsets[place], sizes[size])
        best: dict[int, float] = {}
        for name, one in zip(self.names, alike, strict=True):
            best[name] = max(best.get(name, -1.0), float(one))
        shares = softmax(np.array([list(best.values())], np.float32) * np.float32(_SHARP * 2))[0]
        return dict(zip(best, map(float, shares), strict=True)), max(best.values()), off

    def roughly(self, patches: Sequence[Frame]) -> NDArray[np.float64]:
        """How alike the likeliest number is on each of many patches, looked at in one way alone."""
        if not self.names or not patches:
            return np.zeros(len(patches))
        planes = _even(np.concatenate([_unrolled(patch, _straight()) for patch in patches]))
        return np.asarray(self._alike(planes).max(1))

    def _alike(self, planes: Plane) -> NDArray[np.float64]:
        """How alike each plane and each token that was shown are, in the turn that fits best."""
        waves = np.fft.rfft(planes, axis=2).astype(np.complex64)
        both = np.matmul(waves.transpose(2, 0, 1), np.conj(self.waves).transpose(2, 1, 0))
        return np.asarray(np.fft.irfft(both, _ANGLES, axis=0).max(0))


def numbers_of(shown: Iterable[tuple[int, Frame]]) -> Numbers:
    """What patches of tokens teach about their numbers."""
    every = list(shown)
    if not every:
        return Numbers((), np.zeros((0, _RADII, _ANGLES // 2 + 1), np.complex64))
    planes = _even(np.concatenate([_unrolled(patch, _straight()) for _, patch in every]))
    waves = np.asarray(np.fft.rfft(planes, axis=2), np.complex64)
    return Numbers(tuple(number for number, _ in every), waves)


def colour_of(patch: Frame) -> Plane:
    """The colour of a token's body, as the picture shows it: blue, green, red, of 1."""
    return _middle(_core(patch)) / np.float32(255)


def _unrolled(patch: Frame, ways: _Ways) -> Plane:
    """How unlike the body each place about a token's middle is: rows are distances, columns are angles."""
    core = _core(patch)
    body = _middle(core)
    inner = _far(core, body)
    kth = int(_INK * (len(inner) - 1))
    most = max(float(np.partition(inner, kth)[kth]), _PALE)
    seen = cv2.remap(patch, *ways, cv2.INTER_LINEAR)
    return np.minimum(_far(seen, body) / np.float32(most), 1).reshape(-1, _RADII, _ANGLES)


def _middle(core: Frame) -> Plane:
    """The median of each channel: what lies in the middle of an odd number of pixels."""
    kth = len(core) // 2
    return np.asarray(np.partition(core, kth, axis=0)[kth], np.float32)


def _far(colours: NDArray[np.generic], body: Plane) -> Plane:
    off = colours.astype(np.float32) - body
    return np.asarray(np.sqrt(np.einsum("...c,...c->...", off, off)), np.float32)


_Ways = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""The pixels that show a token in some ways to look at it, as OpenCV wants them."""


def _way(off: tuple[float, float], size: float) -> tuple[Plane, Plane]:
    """The pixels that show a token's middle, so far off and so large."""
    middle = (TOKEN_PATCH - 1) / 2
    angle = np.arange(_ANGLES) * (2 * np.pi / _ANGLES)
    far = (np.linspace(_INNER, _OUTER, _RADII) * TOKEN / 2 * size)[:, None]
    x, y = middle + off[0] + far * np.cos(angle), middle + off[1] + far * np.sin(angle)
    return x.astype(np.float32), y.astype(np.float32)


def _those(every: Sequence[tuple[Plane, Plane]]) -> _Ways:
    x, y = (np.concatenate(part) for part in zip(*every, strict=True))
    found = cv2.convertMaps(x, y, cv2.CV_16SC2)
    return np.asarray(found[0], np.int16), np.asarray(found[1], np.uint16)


@cache
def _straight() -> _Ways:
    return _those([_way((0.0, 0.0), 1.0)])


@cache
def _ways(*, again: bool) -> _Ways:
    offsets, sizes = (_FINE, _FINE_SIZES) if again else (_OFFSETS, _SIZES)
    return _those([_way(off, size) for size in sizes for off in offsets])


def _core(patch: Frame) -> Frame:
    """What is well within the token, pixel by pixel."""
    middle, reach = (TOKEN_PATCH - 1) / 2, TOKEN / 2 * 0.66
    low, high = round(middle - reach), round(middle + reach) + 1
    return patch[low:high, low:high].reshape((high - low) ** 2, -1)


def _even(planes: Plane) -> Plane:
    """Of mean 0 and length 1, each ring weighing as much as it is long."""
    weight = np.sqrt(np.linspace(_INNER, _OUTER, _RADII, dtype=np.float32))[None, :, None]
    level = (planes - planes.mean((1, 2), keepdims=True)) * weight
    length = np.sqrt((level**2).sum((1, 2), keepdims=True))
    return np.asarray(level / np.maximum(length, 1e-6), np.float32)
