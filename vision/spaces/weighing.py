"""How far what is seen on a space is from each thing that may be there: smaller is likelier, in levels of colour.

A camera lifts what is dark, and a lamp that is mirrored adds white: so what is seen may be a little paler, and
differ a little less, than what was drawn.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.sighting import NOTHING
from vision.spaces.cuts import PER_MM, Colours, Cut, soft
from vision.spaces.looks import (
    ANGLES,
    WEIGHTS,
    Cards,
    Foot,
    Round,
    cut_small,
    unrolled,
    waves_of,
)

LEAST_GAIN, MOST_GAIN = 0.55, 1.12
LEAST_LIFT, MOST_LIFT = -12.0, 75.0
_STEPS = np.array([(right, down) for right in (-1.0, 0.0, 1.0) for down in (-1.0, 0.0, 1.0)])
BESIDE = np.array([(right, down) for right in range(-4, 5, 2) for down in range(-4, 5, 2)])
_WIDE = np.array([(right, down) for right in range(-5, 6) for down in range(-5, 6)])
"""How far beside the middle of its space a thing may lie, in pixels."""
_SIGHT = math.cos(math.radians(70))
"""Of a foot only the side is looked at that the standing card does not hide."""
_BEYOND_MM = 0.7

Mask = NDArray[np.bool_]
Floats = NDArray[np.floating[Any]]
Told = dict[str, float]


def residue(mean_t: Floats, mean_o: Floats, both_t: Floats, both_o: Floats, cross: Floats) -> Floats:
    """How far things are from what is seen, by the means of both, of their squares, and of their product."""
    spread = np.maximum(both_t - mean_t**2, 1e-3)
    gain = np.clip((cross - mean_t * mean_o) / spread, LEAST_GAIN, MOST_GAIN)
    lift = np.clip(mean_o - gain * mean_t, LEAST_LIFT, MOST_LIFT)
    square = both_o - 2 * lift * mean_o - 2 * gain * cross + lift**2 + 2 * lift * gain * mean_t + gain**2 * both_t
    return np.asarray(np.sqrt(np.maximum(square, 0.0)), np.float64)


def off(things: Colours, seen: Colours, weights: NDArray[np.float32]) -> Floats:
    """The same for things and what is seen as rows of values, whose weights sum to one."""
    weighed = things * weights
    return residue(
        weighed.sum(-1)[:, None],
        (seen * weights).sum(-1)[None],
        (weighed * things).sum(-1)[:, None],
        (seen * seen * weights).sum(-1)[None],
        weighed @ seen.T,
    )


def _around(cut: Cut, offsets: NDArray[np.float64], picture: Colours | None = None) -> Colours:
    high, wide = cut.ground.shape
    middle = np.array([(wide - 1) / 2, (high - 1) / 2])
    return unrolled(cut.seen if picture is None else picture, middle + offsets)


_MIDDLE = np.zeros((1, 2))


def tokens(cut: Cut, known: Round) -> Told:
    """How far each token is, in whatever turn, a little beside the middle or not."""
    found: Told = {}
    middle, picture = np.zeros(2), soft(cut.seen)
    for offsets in (2.0 * _STEPS, _STEPS):
        far = turned(_around(cut, middle + offsets, picture), known)
        middle = middle + offsets[int(far.min(axis=0).argmin())]
        for name, one in _named(known.names, far.min(axis=1)).items():
            found[name] = min(found.get(name, math.inf), one)
    return found


def turned(rings: Colours, known: Round) -> Floats:
    """How far each token is from rings of colours, in the turn in which it is nearest."""
    waves = waves_of(rings, known.weights).transpose(2, 0, 1)
    cross = np.fft.irfft(np.matmul(waves, known.waves).transpose(2, 1, 0), ANGLES, axis=2).max(axis=2)
    weights = known.weights[:, None, None] / np.float32(3 * ANGLES)
    return residue(
        known.means[:, None],
        (rings * weights).sum(axis=(1, 2, 3))[None],
        known.squares[:, None],
        (rings**2 * weights).sum(axis=(1, 2, 3))[None],
        cross / ANGLES,
    )


def bare(cut: Cut, shown: Mask | None = None) -> float:
    """How far the print is."""
    angles = slice(None) if shown is None else shown
    seen = _around(cut, 1.5 * _STEPS)[:, :, angles]
    drawn = _around(cut, _MIDDLE, cut.ground.bare)[:, :, angles]
    weights = np.broadcast_to(WEIGHTS[:, None, None], drawn.shape[1:]).ravel()
    return float(off(drawn.reshape(1, -1), seen.reshape(len(seen), -1), weights / weights.sum()).min())


def in_sight(towards: NDArray[np.float64]) -> Mask:
    """The angles about a figure that its standing card leaves in sight: those towards the camera."""
    angles = np.arange(ANGLES) * (2 * np.pi / ANGLES)
    way = towards / max(float(np.linalg.norm(towards)), 1e-6)
    return np.asarray(np.cos(angles) * way[0] + np.sin(angles) * way[1] > _SIGHT)


def feet(
    cut: Cut, known: tuple[Foot, ...], shown: Mask, *, on_print: bool = True, under: Sequence[Colours] = ()
) -> tuple[Told, NDArray[np.float64]]:
    """How far each figure's foot is, with what it stands on around it; where it would be.

    It stands on the bare print, if on a print at all, or on something round of these plain rings.
    """
    seen, drawn = (_around(cut, _WIDE, one)[:, :, shown].astype(np.float64) for one in (cut.seen, cut.ground.bare))
    many = seen.shape[2]
    # of each ring in each place, what sums are made of: a foot covers some of them with one colour each
    bright, seen_twice = seen.sum(axis=2), np.einsum("orac,orac->or", seen, seen)
    grounds = [(drawn.sum(axis=(2, 3)), np.einsum("orac,orac->or", drawn, drawn),
                np.einsum("orac,orac->or", seen, drawn))]  # fmt: skip
    grounds += [(many * one.sum(axis=1)[None], many * (one**2).sum(axis=1)[None],
                 np.einsum("orc,rc->or", bright, one)) for one in under]  # fmt: skip
    found, best = {}, (math.inf, np.zeros(2))
    for foot in known:
        counts = WEIGHTS if on_print else WEIGHTS * foot.covers
        weights = counts / max(float(counts.sum()) * many * 3, 1e-6)
        on, beside = weights * foot.covers, weights * ~foot.covers
        once, twice = (many * sums.sum(axis=1) @ on for sums in (foot.rings, foot.rings**2))
        both = np.einsum("orc,rc->or", bright, foot.rings) @ on
        far = np.min(
            [
                residue(once + mean @ beside, bright.sum(axis=2) @ weights, twice + square @ beside,
                        seen_twice @ weights, both + cross @ beside)
                for mean, square, cross in grounds
            ],
            axis=0,
        )  # fmt: skip
        number = int(far.argmin())
        found[foot.name] = float(far[number])
        best = min(best, (found[foot.name], _WIDE[number]), key=lambda one: one[0])
    return found, best[1]


def beneath(cut: Cut, known: Round, hidden: Mask) -> Told:
    """How far tokens and the bare print are where a figure leaves them in sight: numbers may be hidden by it."""
    seen = _around(cut, _MIDDLE)[0]
    drawn = _around(cut, 1.5 * _STEPS, cut.ground.bare)
    covered = np.repeat(hidden.astype(np.float32)[..., None], 3, axis=2)
    free = (_around(cut, _MIDDLE, covered)[0, ..., 0] < 0.01) * known.weights[:, None]
    free = free / max(float(free.sum()), 1e-6)
    found = {NOTHING: float((np.abs(seen - drawn).mean(axis=3) * free).sum(axis=(1, 2)).min())}
    # whichever way it lies, at each distance it has a colour of its own
    for name, rings in zip(known.names, known.rings, strict=True):
        away = np.abs(seen - np.median(rings, axis=1, keepdims=True)).mean(axis=2)
        found[name] = min(found.get(name, math.inf), float((away * free).sum()))
    return found


def cards(cut: Cut, known: Cards, hidden: Mask | None = None) -> Told:
    """How far each card is, upright or upside down, a little beside its place or not; and the bare print."""
    if hidden is not None:
        known = _in_sight_of(known, hidden)
    found: Told = {}
    middle = np.zeros(2)
    for offsets in (BESIDE, _STEPS):
        far = cards_off(cut_small(cut.seen, known.size_mm, middle + offsets), known)
        middle = middle + offsets[int(far.min(axis=0).argmin())]
        for name, one in _named(known.names, far.min(axis=1)).items():
            found[name] = min(found.get(name, math.inf), one)
    seen = cut_small(cut.seen, known.size_mm, _MIDDLE + BESIDE[6:19:3] / 2)
    print_ = cut_small(cut.ground.bare, known.size_mm, _MIDDLE)
    even = (known.weights > 0).astype(np.float32)
    nothing = off(print_, seen, even / max(float(even.sum()), 1.0)).min()
    return {NOTHING: float(nothing), **found}


def cards_off(seen: Colours, known: Cards) -> Floats:
    """How far each card is from each of some rows of values."""
    weighed = seen * known.weights
    return residue(
        known.means[:, None],
        weighed.sum(axis=1)[None],
        known.squares[:, None],
        (weighed * seen).sum(axis=1)[None],
        known.weighed @ seen.T,
    )


def _in_sight_of(known: Cards, hidden: Mask) -> Cards:
    """The cards as far as they are in sight."""
    covered = np.repeat(hidden.astype(np.float32)[..., None], 3, axis=2)
    weights = known.weights * (cut_small(covered, known.size_mm, _MIDDLE)[0] < 0.01)
    weights = np.asarray(weights / max(float(weights.sum()), 1e-6), np.float32)
    weighed = known.faces * weights
    return replace(
        known,
        weights=weights,
        weighed=weighed,
        means=weighed.sum(axis=1),
        squares=(weighed * known.faces).sum(axis=1),
    )


def _named(names: tuple[str, ...], far: Floats) -> Told:
    found: Told = {}
    for name, one in zip(names, far.tolist(), strict=True):
        found[name] = min(found.get(name, math.inf), one)
    return found


def behind(cut: Cut, foot: Foot, at: NDArray[np.float64], lean: NDArray[np.float64]) -> Mask:
    """The pixels that a figure hides which stands there; ``lean``: how far its top is seen from its foot."""
    high, wide = cut.ground.shape
    down, right = np.mgrid[:high, :wide].astype(np.float64)
    right, down = right - (wide - 1) / 2 - at[0], down - (high - 1) / 2 - at[1]
    along = np.clip((right * lean[0] + down * lean[1]) / max(float(lean @ lean), 1e-6), 0, 1)
    away = np.hypot(right - along * lean[0], down - along * lean[1])
    return np.asarray(away <= (max(foot.radius_mm, foot.width_mm / 2) + _BEYOND_MM) * PER_MM)
