"""A few straight cuts across a face, so that of its pixels just those are left that are worth most together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.cards.looks import FACE, Floats, corners_of

STEP = 4
"""Of so many pixels of a face, each way, one is asked."""
ANGLES, CUTS, AGAIN = 48, 6, 4
"""The ways a cut may go; so many are made, and moved so often in the light of the others."""
WORTHY, GAIN = 0.5, 1.0
"""The first cuts hold all pixels worth more; what moving them has to bring."""
BEYOND = 12.0
"""An outline reaches so far beyond the face, in its pixels."""

Bins = NDArray[np.intp]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Cut:
    """A line across a face: what lies along its way, from so far on, is left."""

    turn: float
    away: float

    @property
    def way(self) -> Points:
        return np.array([np.cos(self.turn), np.sin(self.turn)])


def fewer(pixels: Flags) -> Floats:
    """How many of each ``STEP`` by ``STEP`` pixels, as a share, all in a row."""
    size = FACE[0] // STEP, FACE[1] // STEP
    return np.asarray(
        cv2.resize(pixels.astype(np.float32), size, interpolation=cv2.INTER_AREA), np.float32
    ).ravel()


def worthiest(worth: Floats) -> list[Cut]:
    """Cuts that leave of the pixels what is worth most."""
    bins = _bins()
    some = worth > WORTHY
    if not some.any():
        return []
    cuts = [(angle, int(bins[angle, some].min())) for angle in range(0, ANGLES, ANGLES // CUTS)]
    best = -np.inf
    for _ in range(AGAIN):
        before = best
        for i in range(len(cuts)):
            rest = np.ones(len(worth), bool)
            for angle, first in [*cuts[:i], *cuts[i + 1 :]]:
                rest &= bins[angle] >= first
            cuts[i], best = _best_cut(worth, np.flatnonzero(rest))
        if best <= before + GAIN:
            break
    turns = np.arange(ANGLES) * 2 * np.pi / ANGLES
    return [Cut(float(turns[angle]), float(_least()[angle] + first * STEP)) for angle, first in cuts]


def _best_cut(worth: Floats, rest: Bins) -> tuple[tuple[int, int], float]:
    """The cut that leaves the most of those pixels of ``rest``, and what they are worth."""
    numbered, most = _numbered()
    weights = np.tile(worth[rest].astype(np.float64), ANGLES)
    sums = np.bincount(numbered[:, rest].ravel(), weights, ANGLES * most).reshape(ANGLES, most)
    beyond = sums[:, ::-1].cumsum(axis=1)[:, ::-1]
    angle, first = np.unravel_index(int(beyond.argmax()), beyond.shape)
    return (int(angle), int(first)), float(beyond[angle, first])


@lru_cache(maxsize=1)
def _bins() -> Bins:
    """How far along each of the angles each of the pixels lies, in steps."""
    return np.asarray(np.floor((_ways() @ _pixels().T - _least()[:, None]) / STEP), np.intp)


@lru_cache(maxsize=1)
def _numbered() -> tuple[Bins, int]:
    """The same, counted on from angle to angle, and how many there are of each."""
    most = int(_bins().max()) + 1
    return _bins() + most * np.arange(ANGLES)[:, None], most


@lru_cache(maxsize=1)
def _pixels() -> Points:
    rows, columns = np.mgrid[0 : FACE[1] // STEP, 0 : FACE[0] // STEP]
    return np.column_stack([columns.ravel(), rows.ravel()]) * STEP + (STEP - 1) / 2


def _ways() -> Points:
    turns = np.arange(ANGLES) * 2 * np.pi / ANGLES
    return np.column_stack([np.cos(turns), np.sin(turns)])


@lru_cache(maxsize=1)
def _least() -> Points:
    """How far along each way the face begins."""
    return np.asarray((corners_of(FACE) @ _ways().T).min(axis=0))


def left(cuts: Sequence[Cut]) -> Flags:
    """Which pixels cuts leave."""
    return np.asarray(np.all([_pixels() @ cut.way >= cut.away for cut in cuts], axis=0))


def outline_of(cuts: Sequence[Cut]) -> Points:
    """What the cuts leave of the face and a little around it, clockwise."""
    right, down = FACE[0] + BEYOND, FACE[1] + BEYOND
    outline = np.array([(-BEYOND, -BEYOND), (right, -BEYOND), (right, down), (-BEYOND, down)])
    for cut in cuts:
        away = outline @ cut.way - cut.away
        kept = []
        for i in range(len(outline)):
            here, there = away[i - 1], away[i]
            if (here < 0) != (there < 0):
                kept.append(outline[i - 1] + (outline[i] - outline[i - 1]) * here / (here - there))
            if there >= 0:
                kept.append(outline[i])
        outline = np.array(kept).reshape(-1, 2)
    return outline
