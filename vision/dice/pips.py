"""How many pips a die's upper face shows: the face is laid over its picture in every way it may lie there.

Pips are where dice of all makers have them: on nine spots, in even steps. So nothing has to be learnt. Each way
to lay the face is judged by whether the spots that should be pips differ from the body as much as pips do, whether
the others and the rim do not, and how far it is from where the die was found.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.patches import DIE, PATCH, Frame
from vision.lesson import softmax

Plane = NDArray[np.float32]

VALUES = 6
_CORNERS, _SIDES, _OTHER_SIDES, _MIDDLE = (0, 2, 6, 8), (1, 7), (3, 5), (4,)
_SHOWN: tuple[tuple[int, tuple[int, ...]], ...] = (
    (1, _MIDDLE),
    (2, (0, 8)),
    (2, (2, 6)),
    (3, (0, 4, 8)),
    (3, (2, 4, 6)),
    (4, _CORNERS),
    (5, (*_CORNERS, *_MIDDLE)),
    (6, (*_CORNERS, *_SIDES)),
    (6, (*_CORNERS, *_OTHER_SIDES)),
)
"""Which of the nine spots, row by row, are pips; the two of a value are a quarter turn apart."""
PITCH = 0.255
"""From one spot to the next, in edges, on most dice."""
_LEAST_PITCH, _MOST_PITCH = 0.2, 0.3
_WITHIN, _WIDE = 0.48, 0.13
"""Pips lie within so many edges of the middle, and are farther apart than this."""
_RIM = 0.41
"""So far from the middle, between the spots, there is body."""
_OUT = 0.72
"""So far from the middle there is none."""
_TURNS = 10
_OFFSETS = (-0.11, 0.0, 0.11)
"""How far the face may be from where it was found, in edges."""
_SIZES = (0.95, 1.05)
_TRUST = 0.16
"""How far, in edges, it usually is."""
_BLUR = 0.055
_NOISE = 0.3
"""How much a spot may differ from what it should be."""
_RIM_WEIGHT = 0.35
_PALE = 28.0
"""A pip differs from its body by so much of 255, or cannot be told."""
_SURE = 1.0
"""How far to trust the difference between two values: neighbouring spots are not quite independent."""


@dataclass(frozen=True, slots=True, eq=False)
class Inked:
    """A body and what is on it, as the picture shows them: blue, green, red, of 1."""

    body: NDArray[np.float32]
    pip: NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Pips(Inked):
    """How likely each value is, and how well the best way to lay the face fits: 1 is perfectly."""

    likely: NDArray[np.float32]
    fit: float
    x: float
    y: float
    """Where the face's middle then is, in pixels of the patch from the patch's."""
    size: float
    """How large the face then is, in the size it was found in."""
    contrast: float
    """How much pips and body differ, of 1."""
    around: float
    """How much what is around the face differs from the body, as a share of what pips do."""


def pips_of(patches: Sequence[Frame], pitch: float = PITCH) -> list[Pips]:
    """What the die in the middle of each patch shows, its spots being so many edges apart."""
    if not patches:
        return []
    colours = np.stack(patches).astype(np.float32)
    ways = _ways(pitch)
    return _best(_wrong(_unlike(colours), ways), colours, ways)


def pitch_of(shown: Sequence[tuple[int, Frame]]) -> float:
    """How many edges the spots of these dice are apart, whose values are known: a diagonal is the longest way."""
    known = [(value, patch) for value, patch in shown if value > 1]
    if not known:
        return PITCH
    seen = _unlike(np.stack([patch for _, patch in known]).astype(np.float32))
    found = [_across(one.reshape(PATCH, PATCH), value) for one, (value, _) in zip(seen.share, known, strict=True)]
    return min(max(float(np.median(found)) / (2 * math.sqrt(2) * DIE), _LEAST_PITCH), _MOST_PITCH)


def _across(unlike: Plane, pips: int) -> float:
    """How far the two outermost of so many pips are apart."""
    y, x = np.mgrid[:PATCH, :PATCH]
    middle = (PATCH - 1) / 2
    left = np.where(np.hypot(x - middle, y - middle) < _WITHIN * DIE, unlike, 0)
    places = []
    for _ in range(pips):
        row, column = np.unravel_index(int(left.argmax()), left.shape)
        places.append((float(column), float(row)))
        left[np.hypot(x - column, y - row) < _WIDE * DIE] = 0
    return max(math.dist(one, other) for one in places for other in places)


class _Unlike(NamedTuple):
    """Of each die: the body's colour, how much pips differ from it, and what share of that each pixel does."""

    body: Plane
    most: Plane
    share: Plane
    """Row by row."""


def _unlike(colours: Plane) -> _Unlike:
    middle, reach = (PATCH - 1) / 2, 0.36 * DIE
    low, high = round(middle - reach), round(middle + reach) + 1
    core = colours[:, low:high, low:high].reshape(len(colours), -1, 3)
    halves = ((core.shape[1] - 1) // 2, core.shape[1] // 2)
    body = np.partition(core, halves, axis=1)[:, halves].mean(1)
    off = colours - body[:, None, None]
    far = np.sqrt(np.einsum("nhwc,nhwc->nhw", off, off))
    soft = np.stack([cv2.GaussianBlur(one, (0, 0), _BLUR * DIE) for one in far])
    inner = soft[:, low:high, low:high].reshape(len(colours), -1)
    kth = int(0.97 * (inner.shape[1] - 1))
    most = np.maximum(np.partition(inner, kth, axis=1)[:, kth], _PALE)
    share = np.minimum(soft / most[:, None, None], np.float32(1.15))
    return _Unlike(body, most, np.asarray(share.reshape(len(colours), -1), np.float32))


class _Wrong(NamedTuple):
    """What is seen of each die, and how badly each way and each of the values fits it."""

    seen: _Unlike
    wrong: Plane


def _wrong(seen: _Unlike, ways: _Ways) -> _Wrong:
    spots = seen.share[:, ways.pixels]
    count, many, places = spots.shape
    # (seen - expected)^2 summed over the nine spots, for every way and every value at once
    own = (spots * spots).reshape(-1, places) @ ways.weights
    both = spots.reshape(-1, places) @ ways.expected
    return _Wrong(seen, (own[:, None] + both + ways.least).reshape(count, many * len(_SHOWN)))


def _best(told: _Wrong, colours: Plane, ways: _Ways) -> list[Pips]:
    """Each die in the way, and with the value, that fits best."""
    seen, wrong = told
    every = np.arange(len(wrong))
    score = wrong * np.float32(-1 / (2 * _NOISE**2)) - np.repeat(ways.prior, len(_SHOWN))
    best = score.argmax(1)
    way, number = np.divmod(best, len(_SHOWN))
    likely = np.maximum.reduceat(score.reshape(len(wrong), -1, len(_SHOWN)).max(1), _FIRST, axis=1)
    shares = softmax(np.float32(_SURE) * likely)
    fit = 1 - wrong[every, best] / (float(ways.weights.sum()) * _NOISE)
    pixels = colours.reshape(len(colours), -1, 3)[every[:, None], ways.pixels[way, :9]]
    are_pips = EXPECTED[:9, number].T[..., None]
    pips = (pixels * are_pips).sum(1) / are_pips.sum(1)
    around = seen.share[every[:, None], ways.outs[way]].mean(1)
    told_of = zip(fit.tolist(), ways.off[way].tolist(), (seen.most / 255).tolist(), around.tolist(), strict=True)
    return [
        Pips(seen.body[n] / 255, pips[n] / 255, shares[n], fits, x, y, size, contrast, outside)
        for n, (fits, (x, y, size), contrast, outside) in enumerate(told_of)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Ways:
    """For each way to lay a face: the pixels of its spots and its rim, those around it, and what way it is."""

    pixels: NDArray[np.int32]
    outs: NDArray[np.int32]
    weights: Plane
    expected: Plane
    least: Plane
    """What the pixels count, and what comes of it that a value expects pips on some of them."""
    prior: Plane
    """How unlikely it is."""
    off: Plane
    """How far right and down its middle is, and how large it is."""


def spots_of(pitch: float) -> NDArray[np.float64]:
    """The nine spots of a face, row by row, and twelve places about them that are no pips; in edges."""
    lattice = np.array([(x, y) for y in (-1, 0, 1) for x in (-1, 0, 1)], np.float64) * pitch
    between = np.array([(x, y) for x in (-1, 1) for y in (-1, 1)], np.float64) * pitch / 2
    border = np.array([(a, b) for a in (-pitch / 2, pitch / 2) for b in (-_RIM, _RIM)], np.float64)
    return np.concatenate([lattice, between, border, border[:, ::-1]])


WEIGHTS = np.array([1.0] * 9 + [_RIM_WEIGHT] * 12, np.float32)
"""What each of these places counts."""
EXPECTED = np.zeros((21, len(_SHOWN)), np.float32)
"""Where each value, in each of its ways to lie, has a pip."""
for _column, (_, _spots) in enumerate(_SHOWN):
    EXPECTED[list(_spots), _column] = 1
SHOWN = tuple(value for value, _ in _SHOWN)
_FIRST = [SHOWN.index(value) for value in range(1, VALUES + 1)]
"""Where the ways of each value to lie begin."""


@cache
def _ways(pitch: float) -> _Ways:
    beyond = np.array([(a, b) for a in (-0.25, 0.0, 0.25) for b in (-_OUT, _OUT)], np.float64)
    every = np.concatenate([spots_of(pitch), beyond, beyond[:, ::-1]])
    pixels, prior, off = [], [], []
    for turn in np.arange(_TURNS) * (math.pi / 2 / _TURNS):
        cos, sin = math.cos(turn), math.sin(turn)
        turned = every @ np.array([[cos, sin], [-sin, cos]])
        for size in _SIZES:
            for right in _OFFSETS:
                for down in _OFFSETS:
                    at = (turned * size + (right, down)) * DIE + (PATCH - 1) / 2
                    pixel = np.clip(np.round(at), 0, PATCH - 1).astype(np.int32)
                    pixels.append(pixel[:, 1] * PATCH + pixel[:, 0])
                    prior.append((right**2 + down**2) / (2 * _TRUST**2))
                    off.append((right * DIE, down * DIE, size))
    found = np.array(pixels, np.int32)
    inner = np.ascontiguousarray(found[:, :21])
    return _Ways(inner, found[:, 21:], WEIGHTS, -2 * EXPECTED, EXPECTED.sum(0), np.array(prior, np.float32),
                 np.array(off, np.float32))  # fmt: skip
