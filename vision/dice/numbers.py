"""Which number a token bears: compared, in every turn, with those that were shown.

A token is unrolled about its middle, so that a turn is a shift; what is compared is how much each place differs
from the token's body, so that one colour's numbers teach those of all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
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
_MIDDLE, _REACH = (TOKEN_PATCH - 1) / 2, TOKEN / 2 * 0.66
_CORE = slice(round(_MIDDLE - _REACH), round(_MIDDLE + _REACH) + 1, 2)
"""Every second of the pixels, across and down, that are well within a token."""
_CORE_PIXELS = len(range(TOKEN_PATCH)[_CORE]) ** 2
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

    def likely(self, seen: Tokens, *, again: bool = False) -> list[Told]:
        """What each token bears."""
        if not self.names or not len(seen):
            return [Told({}, 0.0, 0.0, (0.0, 0.0, 1.0)) for _ in range(len(seen))]
        # every way to look at a token beside every token that was shown
        inner = _alike(_unrolled(seen, [_ways(again=again)] * len(seen)), self.waves)
        best = inner.max(2).argmax(1).tolist()
        whole = _alike(_unrolled(seen, [_wholly(one, again=again) for one in best]), self.whole)[:, 0]
        both = inner.max(1) + whole
        names = sorted(set(self.names))
        numbers = [both[:, [one == name for one in self.names]].max(1) for name in names]
        shares = softmax(np.array(numbers, np.float32).T * np.float32(_SHARP * 2)).tolist()
        most = zip(inner.max((1, 2)).tolist(), whole.max(1).tolist(), strict=True)
        return [
            Told(dict(zip(names, share, strict=True)), alike, wholly, _off(one, again=again))
            for share, (alike, wholly), one in zip(shares, most, best, strict=True)
        ]

    def nearby(self, seen: Tokens) -> list[tuple[float, tuple[float, float]]]:
        """How alike whole tokens are whose middles are farther off, and how far right and down, in pixels."""
        if not self.names or not len(seen):
            return [(0.0, (0.0, 0.0))] * len(seen)
        alike = _alike(_unrolled(seen, [_coarsely()] * len(seen)), self.coarse).max(2)
        return [(most, _COARSE[best]) for most, best in zip(alike.max(1).tolist(), alike.argmax(1), strict=True)]

    def roughly(self, seen: Tokens) -> NDArray[np.float64]:
        """How alike the likeliest number is on each of many tokens, looked at in one way alone."""
        if not self.names or not len(seen):
            return np.zeros(len(seen))
        way = _straight()
        # of so few places it is worked out alone how unlike the body they are
        pixels = np.array([cv2.remap(one, *way.maps, cv2.INTER_LINEAR) for one in seen.patches], np.uint8)
        return np.asarray(_alike(seen.differing(pixels)[:, None], self.waves).max((1, 2)))


def numbers_of(shown: Iterable[tuple[int, Frame]]) -> Numbers:
    """What patches of tokens teach about their numbers."""
    every = list(shown)
    if not every:
        none = np.zeros((0, 0, 0), np.complex64)
        return Numbers((), none, none, none)
    planes = _unrolled(tokens_on([patch for _, patch in every]), [_straight(whole=True)] * len(every))[:, 0]
    names = tuple(number for number, _ in every)
    return Numbers(names, *map(_waves, (planes[:, : len(_INNER)], planes, planes[:, ::2, ::2])))


def _waves(planes: Plane) -> NDArray[np.complex64]:
    """For each wave about the middle: its share in each ring of each token."""
    return np.ascontiguousarray(np.fft.rfft(_even(planes), axis=2).transpose(2, 0, 1), np.complex64)


def _alike(planes: Plane, shown: NDArray[np.complex64]) -> NDArray[np.float64]:
    """How alike each token in each of its ways and each that was shown are, in the turn that fits best."""
    count, ways, rings, angles = planes.shape
    waves = _waves(planes.reshape(-1, rings, angles))
    both = np.matmul(waves, np.conj(shown).transpose(0, 2, 1)).reshape(len(waves), -1)
    return np.asarray(np.fft.irfft(both, angles, axis=0).max(0).reshape(count, ways, -1))


@dataclass(frozen=True, eq=False)
class Tokens:
    """Patches of tokens, the colours of their bodies, and how much a number differs from each, of 255."""

    patches: Frame
    bodies: Plane
    ink: Plane

    def __len__(self) -> int:
        return len(self.bodies)

    @property
    def colours(self) -> Plane:
        """Those of the bodies, as the picture shows them: blue, green, red, of 1."""
        return self.bodies / np.float32(255)

    @cached_property
    def unlike(self) -> Plane:
        """How unlike its body each pixel of a patch is, of 1."""
        return self.differing(self.patches)

    def differing(self, pixels: Frame) -> Plane:
        """The same of any pixels of each patch."""
        far = _far(pixels, self.bodies[:, None, None]) / self.ink[:, None, None]
        return np.asarray(np.minimum(far, 1), np.float32)

    def only(self, which: Sequence[int]) -> Tokens:
        return Tokens(self.patches[which], self.bodies[which], self.ink[which])


def tokens_on(patches: Iterable[Frame]) -> Tokens:
    """The tokens on these patches."""
    every = np.array([*patches], np.uint8).reshape(-1, TOKEN_PATCH, TOKEN_PATCH, 3)
    cores = every[:, _CORE, _CORE].reshape(len(every), _CORE_PIXELS, 3)
    # the median of each channel, and what differs from all but a thin number
    middle, kth = _CORE_PIXELS // 2, int(_INK * (_CORE_PIXELS - 1))
    bodies = np.partition(cores, middle, axis=1)[:, middle].astype(np.float32)
    inner = np.partition(_far(cores, bodies[:, None]), kth, axis=1)[:, kth]
    return Tokens(every, bodies, np.maximum(inner, np.float32(_PALE)))


def _unrolled(seen: Tokens, ways: Sequence[_Ways]) -> Plane:
    """How unlike the body each place about each token's middle is, in each of the ways to look at it.

    The last two axes are distances and angles.
    """
    found = np.asarray(
        [cv2.remap(one, *way.maps, cv2.INTER_LINEAR) for one, way in zip(seen.unlike, ways, strict=True)],
        np.float32,
    )
    return found.reshape(len(found), -1, ways[0].rings, found.shape[2])


def _far(colours: NDArray[np.generic], body: Plane) -> Plane:
    off = colours.astype(np.float32) - body
    return np.asarray(np.sqrt(np.einsum("...c,...c->...", off, off)), np.float32)


class _Ways(NamedTuple):
    """Some ways to look at a token: the pixels that show it, as OpenCV wants them, and how many rings they are."""

    maps: tuple[NDArray[np.int16], NDArray[np.uint16]]
    rings: int


def _way(
    off: tuple[float, float], size: float, radii: NDArray[np.float64] = _INNER, step: int = 1
) -> tuple[Plane, Plane]:
    """The pixels that show a token's middle, so far off and so large."""
    angle = np.arange(0, _ANGLES, step) * (2 * np.pi / _ANGLES)
    far = (radii * TOKEN / 2 * size)[:, None]
    x, y = _MIDDLE + off[0] + far * np.cos(angle), _MIDDLE + off[1] + far * np.sin(angle)
    return x.astype(np.float32), y.astype(np.float32)


def _those(every: Sequence[tuple[Plane, Plane]]) -> _Ways:
    x, y = (np.concatenate(part) for part in zip(*every, strict=True))
    found = cv2.convertMaps(x, y, cv2.CV_16SC2)
    return _Ways((np.asarray(found[0], np.int16), np.asarray(found[1], np.uint16)), len(every[0][0]))


@cache
def _straight(*, whole: bool = False) -> _Ways:
    return _those([_way((0.0, 0.0), 1.0, _RADII if whole else _INNER)])


@cache
def _coarsely() -> _Ways:
    return _those([_way(off, 1.0, _RADII[::2], 2) for off in _COARSE])


@cache
def _wholly(best: int, *, again: bool) -> _Ways:
    """One of the ways, to the token's edge."""
    right, down, size = _off(best, again=again)
    return _those([_way((right, down), size, _RADII)])


@cache
def _ways(*, again: bool) -> _Ways:
    offsets, sizes = (_FINE, _FINE_SIZES) if again else (_OFFSETS, _SIZES)
    return _those([_way(off, size) for size in sizes for off in offsets])


def _off(way: int, *, again: bool) -> tuple[float, float, float]:
    """How far right and down the token is in one of the ways, and how many times larger."""
    offsets, sizes = (_FINE, _FINE_SIZES) if again else (_OFFSETS, _SIZES)
    size, place = divmod(way, len(offsets))
    return (*offsets[place], sizes[size])


def _even(planes: Plane) -> Plane:
    """Of mean 0 and length 1, each ring weighing as much as it is long."""
    radii = _RADII[:: _ANGLES // planes.shape[2]][: planes.shape[1]]
    weight = np.sqrt(radii.astype(np.float32))[None, :, None]
    level = (planes - planes.mean((1, 2), keepdims=True)) * weight
    length = np.sqrt((level**2).sum((1, 2), keepdims=True))
    return np.asarray(level / np.maximum(length, 1e-6), np.float32)
