"""What lies bare: learnt from the places of a lesson on which nothing lay.

The network says whether something lies on a cell by how arenas look that are full, or nearly. While one is being
built, ground that is printed on misleads it. Ground that was shown is known again, though, in any light: its
colour is that of the ground around the arena, and nothing is to be seen on it but what is printed there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut import CELL, CELLS, MIDDLE, Cut, Tone, Window, tone

Grey = NDArray[np.float32]
Looks = NDArray[np.float64]
"""A row for each cell: how much is to be seen on it, how far brightness and colour are from the ground's."""
Cells = NDArray[np.bool_]
Pixel = TypeVar("Pixel", bound=np.generic)

_HALF = CELL // 2
_INSET = 2
"""Pixels that are left out at each edge of a cell, of half-sized ones."""
_ASIDE = range(-1, 2)
"""How many pixels what is printed may lie off."""
_STRIP = slice(2, 6)
"""How far from the arena the ground around it is looked at, in half-sized pixels."""
_DARK = 6.0
"""Grey levels below which differences are noise."""
_LOGARITHMS = np.log(np.arange(256, dtype=np.float32) + np.float32(_DARK))
"""Of every brightness, for differences that are the same in any light."""
_LEAST = np.array([0.008, 0.03, 0.02])
"""Looks smaller than this do not differ."""
_SPREAD = np.array([0.5, 0.6, 0.6])
"""How far looks of one kind lie apart, as far as a lesson does not say otherwise."""
_WORTH = 48
"""So many examples that spread counts for."""
_KINDS = 2.0
"""How many times as far things lie apart that cover it: of what was never shown nothing is known."""
_FARTHEST = 12.0, 3.0
"""The most that may be said for bare ground, and against it: what was never shown is not ruled out by it."""
_SURELY = 2.0
"""What is taken for bare where the light is told."""
_GAPS = 2
"""An arena with more bare places than these looks otherwise than a full one."""
_IN_ARENA = np.zeros((CELLS, CELLS), np.bool_)
_IN_ARENA[MIDDLE, MIDDLE] = True
_BESIDE = np.zeros((CELLS, CELLS), np.bool_)
_BESIDE[[MIDDLE.start - 1, MIDDLE.stop], MIDDLE] = True
_BESIDE[MIDDLE, [MIDDLE.start - 1, MIDDLE.stop]] = True


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A photo's cut, and of which cells it is known that nothing flat lies there, or that something does."""

    cut: Cut
    bare: Cells
    covered: Cells


@dataclass(frozen=True, slots=True, eq=False)
class Bare:
    """How much speaks for each cell's being bare, as a logarithm; the light, unless the arena is nearly full."""

    told: NDArray[np.float64]
    tone: Tone | None


@dataclass(frozen=True, slots=True, eq=False)
class _Half:
    """A cut at half its size: its colours, and the logarithm of its grey."""

    colours: Cut
    grey: Grey

    @classmethod
    def of(cls, cut: Cut) -> _Half:
        return cls(_halved(cut), _LOGARITHMS[_halved(np.asarray(cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY), np.uint8))])


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """How bare places look, and how covered ones do."""

    window: Window
    art: Grey
    """What is printed on each cell."""
    mean: Looks
    spread: Looks
    covered: Looks
    body: NDArray[np.float64]
    """The mean of what lies on places, and of its square, as shares of the ground's light, for each colour."""

    def bare(self, cut: Cut) -> Bare:
        """What a cut shows of the ground."""
        half = _Half.of(cut)
        around = _around(half.colours)
        told = self._told(_looks(half, self.art, around))
        return Bare(told, self._tone(half, around, told))

    def _told(self, looks: Looks) -> NDArray[np.float64]:
        # to show even less than what was bare is no sign of anything else
        away = np.maximum(looks - self.mean, 0) / self.spread
        as_bare = -0.5 * (away**2).sum(-1) - np.log(self.spread).sum()
        wide = _KINDS * _SPREAD
        apart = (looks[:, None] - self.covered) / wide
        nearness = -0.5 * np.einsum("ijk,ijk->ij", apart, apart)
        nearest = nearness.max(axis=1)
        # powers are added with the largest taken out, or they would come to nothing
        shares = np.exp(nearness - nearest[:, None]).sum(axis=1)
        as_covered = nearest + np.log(shares / (len(self.covered) * wide.prod()))
        told = (as_bare - as_covered).reshape(CELLS, CELLS)
        # where no ground is known again, and beside the arena, it may be ground that nobody showed
        is_known = bool((told[MIDDLE, MIDDLE] > _SURELY).any())
        least = np.where(_IN_ARENA, -_FARTHEST[1], 0) if is_known else 0.0
        return np.asarray(np.clip(told, least, _FARTHEST[0]), np.float64)

    def _tone(self, half: _Half, around: Grey, told: NDArray[np.float64]) -> Tone | None:
        """The light of an arena that is not full, as it would be if it were."""
        empty = told[MIDDLE, MIDDLE].ravel() > _SURELY
        if empty.sum() <= _GAPS:
            return None
        lies = _moments(half)[_IN_ARENA.ravel()]
        lies[empty] = self.body * _light(around)
        mean, square = lies.mean(0)
        return tone(mean, np.sqrt(np.maximum(square - mean * mean, 0)))


def ground(window: Window, photos: Sequence[Shown]) -> Ground | None:
    """What photos teach; None if in no arena a place is bare, or in none something lies there."""
    photos = [photo for photo in photos if (photo.bare & _BESIDE).any()]
    bare = [(photo.bare & _IN_ARENA).ravel() for photo in photos]
    covered = [(photo.covered & _IN_ARENA).ravel() for photo in photos]
    if not any(map(np.any, bare)) or not any(map(np.any, covered)):
        return None
    halves = [_Half.of(photo.cut) for photo in photos]
    art = _art([half.grey for half in halves], [photo.bare.ravel() for photo in photos], bare)
    around = [_around(half.colours, photo.bare) for half, photo in zip(halves, photos, strict=True)]
    looks = [_looks(half, art, light) for half, light in zip(halves, around, strict=True)]
    empty = np.concatenate([look[some] for look, some in zip(looks, bare, strict=True)])
    mean = empty.mean(0)
    spread = np.sqrt((((empty - mean) ** 2).sum(0) + _WORTH * _SPREAD**2) / (len(empty) + _WORTH))
    filled = np.concatenate([look[some] for look, some in zip(looks, covered, strict=True)])
    bodies = [
        _moments(half)[some] / _light(light) for half, some, light in zip(halves, covered, around, strict=True)
    ]
    return Ground(window, art, mean, spread, filled, np.concatenate(bodies).mean(0))


def _light(around: Grey) -> NDArray[np.float64]:
    """How bright the ground is, and its square."""
    light = np.exp(around).astype(np.float64)
    return np.stack([light, light * light])


def _art(greys: Sequence[Grey], bare: Sequence[Cells], in_arena: Sequence[Cells]) -> Grey:
    """What is printed on each cell; where it was never seen, what is printed in the arena."""
    patches = np.stack([_patches(grey) for grey in greys])
    known = np.stack(bare)[..., None]
    usual = patches[np.stack(in_arena)].mean(0)
    times = known.sum(0)
    return np.asarray(np.where(times > 0, (patches * known).sum(0) / np.maximum(times, 1), usual), np.float32)


def _looks(half: _Half, art: Grey, around: Grey) -> Looks:
    """The looks of all cells of a cut."""
    apart = _middle(_cells(half.colours)) - around
    brighter = apart.mean(1)
    found = np.column_stack(
        [_shown(half.grey, art), np.abs(brighter), np.linalg.norm(apart - brighter[:, None], axis=1)]
    )
    return np.asarray(np.log(found + _LEAST), np.float64)


def _halved(cut: Cut) -> Cut:
    side = CELLS * _HALF
    return np.asarray(cv2.resize(cut, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def _moments(half: _Half) -> NDArray[np.float64]:
    """The mean of each cell's colours, and of their squares; with the ground that shows around what lies there."""
    cells = _cells(half.colours, 0).astype(np.float64)
    return np.stack([cells.mean(1), (cells * cells).mean(1)], axis=1)


def _cells(picture: NDArray[Pixel], inset: int = _INSET, down: int = 0, right: int = 0) -> NDArray[Pixel]:
    """The pixels of each cell's inner part, or of one a little off, a row of them each."""
    rows, columns = (slice(inset + off, _HALF - inset + off) for off in (down, right))
    parts = picture.reshape(CELLS, _HALF, CELLS, _HALF, -1)[:, rows, :, columns]
    return parts.transpose(0, 2, 1, 3, 4).reshape(CELLS * CELLS, -1, parts.shape[-1])


def _middle(pixels: Cut) -> Grey:
    """The median of each colour of each row of pixels, of which there is an even number, as a logarithm."""
    # bytes are sorted by counting them, which takes a tenth of the time of looking for their middle
    ordered = np.sort(pixels.transpose(0, 2, 1), axis=2, kind="stable")
    half = ordered.shape[2] // 2
    return np.asarray(_LOGARITHMS[ordered[..., half - 1 : half + 1]].mean(2), np.float32)


def _patches(grey: Grey, down: int = 0, right: int = 0) -> Grey:
    """The same of a grey picture, each about its own mean."""
    patches = _cells(grey, _INSET, down, right)[..., 0]
    return np.asarray(patches - patches.mean(1, keepdims=True), np.float32)


def _shown(grey: Grey, art: Grey) -> Grey:
    """How much is to be seen on each cell besides what is printed there, or at all if that is less."""
    plain = _spread_of(_patches(grey))
    moved = [_spread_of(_patches(grey, down, right) - art) for down in _ASIDE for right in _ASIDE]
    return np.asarray(np.minimum.reduce([plain, *moved]), np.float32)


def _spread_of(patches: Grey) -> Grey:
    """How far pixels lie about their mean, which is nothing."""
    return np.asarray(np.sqrt(np.einsum("ij,ij->i", patches, patches) / patches.shape[1]), np.float32)


def _around(colours: Cut, bare: Cells | None = None) -> Grey:
    """The colour of the ground about the arena: of the strips along its edge, the middle one.

    Of a lesson it is known where they are bare.
    """
    low, high = MIDDLE.start * _HALF, MIDDLE.stop * _HALF
    before = slice(low - _STRIP.stop, low - _STRIP.start)
    after = slice(high + _STRIP.start, high + _STRIP.stop)
    found = []
    for cell in range(MIDDLE.start, MIDDLE.stop):
        along = slice(cell * _HALF + _INSET, (cell + 1) * _HALF - _INSET)
        strips = {
            (MIDDLE.start - 1, cell): colours[before, along], (MIDDLE.stop, cell): colours[after, along],
            (cell, MIDDLE.start - 1): colours[along, before], (cell, MIDDLE.stop): colours[along, after],
        }  # fmt: skip
        found += [strip.reshape(-1, 3) for at, strip in strips.items() if bare is None or bare[at]]
    return np.asarray(np.median(_middle(np.stack(found)), axis=0), np.float32)
