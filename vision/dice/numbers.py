"""Which number a token bears: compared, in every turn, with those that were shown.

A token is unrolled about its middle, so that a turn is a shift; what is compared is how much each place differs
from the token's body, so that one colour's numbers teach those of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.patches import TOKEN, TOKEN_PATCH, Frame
from vision.lesson import softmax

Plane = NDArray[np.float32]

_ANGLES = 60
_RADII = np.linspace(0.06, 0.9, 13)
"""How far from a token's middle it is looked at, in shares of its radius."""
_INNER = _RADII[:9]
"""The inner ones tell the number: a ring along a token's edge tells nothing of that."""
_OFFSETS = ((0.0, 0.0), (-2.0, 0.0), (2.0, 0.0), (0.0, -2.0), (0.0, 2.0))
"""How far the token's middle may be from where it was found, in pixels of a patch."""
_SIZES = (0.92, 1.0, 1.09)
_FINE = tuple((right, down) for right in (-1.2, 0.0, 1.2) for down in (-1.2, 0.0, 1.2))
_FINE_SIZES = (0.97, 1.03)
"""The same when it is looked at once more."""
_COARSE = tuple((right, down) for right in (-4.5, -1.5, 1.5, 4.5) for down in (-4.5, -1.5, 1.5, 4.5))
"""The same where what was found is a die's middle, not a token's."""
_PALE = 22.0
_INK = 0.96
"""At least so much of a token's middle is body, or a thin number of which all else is a shade."""
_SHARP = 14.0
"""How much likelier the better likeness is."""


class Told(NamedTuple):
    """What a token bears."""

    numbers: dict[int, float]
    """How likely each is."""
    alike: float
    """How alike the likeliest number that was shown is: 1 is the same."""
    whole: float
    """How alike the whole token is to one that was shown, to its very edge: no die is much like that."""
    off: tuple[float, float, float]
    """How far right and down of the patch's middle it is, in its pixels, and how many times larger."""


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """The numbers that were shown, unrolled and as waves, so that all turns are compared at once."""

    names: tuple[int, ...]
    waves: NDArray[np.complex64]
    whole: NDArray[np.complex64]
    """The same to the tokens' very edge."""
    coarse: NDArray[np.complex64]
    """And of that every second place."""

    def likely(self, patch: Frame, *, again: bool = False) -> Told:
        """What a token on this patch bears."""
        if not self.names:
            return Told({}, 0.0, 0.0, (0.0, 0.0, 1.0))
        # every way to look at the token beside every token that was shown
        inner = _alike(_unrolled(patch, _ways(again=again), _INNER), self.waves)
        best = int(inner.max(1).argmax())
        whole = _alike(_unrolled(patch, _wholly(best, again=again)), self.whole)[0]
        alike: dict[int, float] = {}
        for name, one in zip(self.names, (inner.max(0) + whole).tolist(), strict=True):
            alike[name] = max(alike.get(name, -2.0), one)
        shares = softmax(np.array([list(alike.values())], np.float32) * np.float32(_SHARP * 2))[0]
        offsets, sizes = (_FINE, _FINE_SIZES) if again else (_OFFSETS, _SIZES)
        size, place = divmod(best, len(offsets))
        off = (*offsets[place], sizes[size])
        return Told(dict(zip(alike, map(float, shares), strict=True)), float(inner.max()), float(whole.max()), off)

    def nearby(self, patch: Frame) -> tuple[float, tuple[float, float]]:
        """How alike a whole token is whose middle is farther off, and how far right and down, in pixels."""
        alike = _alike(_unrolled(patch, _coarsely(), _RADII[::2]), self.coarse).max(1)
        return float(alike.max()), _COARSE[int(alike.argmax())]

    def roughly(self, patches: Sequence[Frame]) -> NDArray[np.float64]:
        """How alike the likeliest number is on each of many patches, looked at in one way alone."""
        if not self.names or not patches:
            return np.zeros(len(patches))
        planes = np.concatenate([_unrolled(patch, _straight(), _INNER) for patch in patches])
        return np.asarray(_alike(planes, self.waves).max(1))


def numbers_of(shown: Iterable[tuple[int, Frame]]) -> Numbers:
    """What patches of tokens teach about their numbers."""
    every = list(shown)
    if not every:
        none = np.zeros((0, 0, 0), np.complex64)
        return Numbers((), none, none, none)
    planes = np.concatenate([_unrolled(patch, _those([_way((0.0, 0.0), 1.0, _RADII)])) for _, patch in every])
    names = tuple(number for number, _ in every)
    return Numbers(names, *map(_waves, (planes[:, : len(_INNER)], planes, planes[:, ::2, ::2])))


def _waves(planes: Plane) -> NDArray[np.complex64]:
    return np.asarray(np.fft.rfft(_even(planes), axis=2), np.complex64)


def _alike(planes: Plane, shown: NDArray[np.complex64]) -> NDArray[np.float64]:
    """How alike each plane and each token that was shown are, in the turn that fits best."""
    waves = _waves(planes)
    both = np.matmul(waves.transpose(2, 0, 1), np.conj(shown).transpose(2, 1, 0))
    return np.asarray(np.fft.irfft(both, planes.shape[2], axis=0).max(0))


def colour_of(patch: Frame) -> Plane:
    """The colour of a token's body, as the picture shows it: blue, green, red, of 1."""
    return _middle(_core(patch)) / np.float32(255)


def _unrolled(patch: Frame, ways: _Ways, radii: NDArray[np.float64] = _RADII) -> Plane:
    """How unlike the body each place about a token's middle is: rows are distances, columns are angles."""
    core = _core(patch)
    body = _middle(core)
    inner = _far(core, body)
    kth = int(_INK * (len(inner) - 1))
    most = max(float(np.partition(inner, kth)[kth]), _PALE)
    seen = cv2.remap(patch, *ways, cv2.INTER_LINEAR)
    return np.minimum(_far(seen, body) / np.float32(most), 1).reshape(-1, len(radii), ways[0].shape[1])


def _middle(core: Frame) -> Plane:
    """The median of each channel: what lies in the middle of an odd number of pixels."""
    kth = len(core) // 2
    return np.asarray(np.partition(core, kth, axis=0)[kth], np.float32)


def _far(colours: NDArray[np.generic], body: Plane) -> Plane:
    off = colours.astype(np.float32) - body
    return np.asarray(np.sqrt(np.einsum("...c,...c->...", off, off)), np.float32)


_Ways = tuple[NDArray[np.int16], NDArray[np.uint16]]
"""The pixels that show a token in some ways to look at it, as OpenCV wants them."""


def _way(
    off: tuple[float, float], size: float, radii: NDArray[np.float64] = _INNER, step: int = 1
) -> tuple[Plane, Plane]:
    """The pixels that show a token's middle, so far off and so large."""
    middle = (TOKEN_PATCH - 1) / 2
    angle = np.arange(0, _ANGLES, step) * (2 * np.pi / _ANGLES)
    far = (radii * TOKEN / 2 * size)[:, None]
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
def _coarsely() -> _Ways:
    return _those([_way(off, 1.0, _RADII[::2], 2) for off in _COARSE])


@cache
def _wholly(best: int, *, again: bool) -> _Ways:
    """One of the ways, to the token's edge."""
    offsets, sizes = (_FINE, _FINE_SIZES) if again else (_OFFSETS, _SIZES)
    size, place = divmod(best, len(offsets))
    return _those([_way(offsets[place], sizes[size], _RADII)])


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
    radii = _RADII[:: _ANGLES // planes.shape[2]][: planes.shape[1]]
    weight = np.sqrt(radii.astype(np.float32))[None, :, None]
    level = (planes - planes.mean((1, 2), keepdims=True)) * weight
    length = np.sqrt((level**2).sum((1, 2), keepdims=True))
    return np.asarray(level / np.maximum(length, 1e-6), np.float32)
