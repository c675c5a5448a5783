"""What changed between two glances at a table, whatever the light did in between.

A glance keeps the fine structure of a small grey picture (a band of its frequencies) and how strong that is
around each pixel. Light that grows, fades or slants scales structure but does not replace it, so a place has
changed where the structure of now is not a multiple of the structure of before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Field = NDArray[np.float32]
Mask = NDArray[np.uint8]
"""One where something is so, zero elsewhere."""

WIDE = 160
"""A glance is this many pixels wide."""

LEAST_NOISE = 0.05
"""A camera without noise still rounds to whole steps of grey."""

_AROUND = (7, 7)
"""Structure is compared over this many pixels; a tile of a board that is seen whole is larger."""
_FINE, _COARSE = 1.0, 3.0
_EVERY = 4
_SLIGHT, _BANDED = 0.003, 0.3
_BURNT, _BRIGHT = 245, 150
"""What was bright and is burnt out lost its structure to the light, not to a thing before it."""
_ALIKE = 0.7
_ABOVE_NOISE = 12.0
_TELLING = 4.0
_JOIN = np.ones((5, 5), np.uint8)


@dataclass(frozen=True, slots=True)
class Glance:
    """A small grey picture by its structure."""

    grey: Field
    structure: Field
    strength: Field
    light: Mask
    """The brightest grey around."""
    scale: float
    """How many pixels of the frame one pixel of the glance is."""


@dataclass(frozen=True, slots=True)
class Patch:
    """A connected piece of the picture in which the structure changed."""

    size: int
    rim: int
    """How many pixels of the rim of the zone it touches."""
    kept: float
    """How much of the old structure is still there: near nothing under a hand, more in a shadow."""


@dataclass(frozen=True, slots=True)
class Change:
    """All that changed in a zone."""

    patches: tuple[Patch, ...] = ()
    """The largest first."""
    torn: float = 0.0
    """How much of what showed any structure before changed."""

    @property
    def size(self) -> int:
        return sum(patch.size for patch in self.patches)


def glance(frame: NDArray[np.uint8]) -> Glance:
    """Take a quick look at a frame, grey or in colour."""
    height, width = frame.shape[:2]
    size = (WIDE, max(1, round(WIDE * height / width)))
    small = cv2.resize(frame, size, interpolation=cv2.INTER_AREA)
    grey = (cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small).astype(np.float32)
    light = cv2.dilate(grey.astype(np.uint8), np.ones(_AROUND, np.uint8))
    return seen(grey, _band(grey), np.asarray(light, np.uint8), width / WIDE)


def seen(grey: Field, structure: Field, light: Mask, scale: float) -> Glance:
    """The glance that has this structure."""
    return Glance(grey, structure, _mean(structure * structure), light, scale)


def noise_between(now: Glance, before: Glance) -> float:
    """How strong the structure is that noise alone makes, if less than half of the picture changed.

    Nothing if this is the same frame once more.
    """
    now = _steadied(now, before)
    apart = float(np.median(np.abs(now.structure[::2, ::2] - before.structure[::2, ::2])))
    return max(LEAST_NOISE, (apart / 0.6745) ** 2 / 2) if apart > 0 else 0.0


def change(now: Glance, before: Glance, noise: float, zone: Mask, rim: Mask) -> Change:
    """Where in a zone the structure of now is not that of before."""
    now = _steadied(now, before)
    shared = _mean(now.structure * before.structure)
    found = cv2.bitwise_and(_changed(now, before, shared, noise), zone) > 0
    if not found.any():
        return Change()
    telling = before.strength > _TELLING * noise
    told = found & telling
    count, labels = cv2.connectedComponents(cv2.dilate(found.view(np.uint8), _JOIN), ltype=cv2.CV_16U)
    touching = np.bincount(labels[rim > 0], minlength=count)
    sizes = np.bincount(labels[found], minlength=count)
    old = np.bincount(labels[told], before.strength[told], count)
    kept = np.bincount(labels[told], shared[told], count) / np.maximum(old, noise)
    patches = (Patch(int(sizes[i]), int(touching[i]), float(kept[i])) for i in range(1, count))
    torn = np.count_nonzero(told) / max(1, np.count_nonzero(telling & (zone > 0)))
    return Change(tuple(sorted(patches, key=lambda patch: -patch.size)), torn)


def _steadied(now: Glance, before: Glance) -> Glance:
    """Now without the bands that a flickering lamp lays over whole rows, as a rolling shutter sees it."""
    brighter = (now.grey[:, ::_EVERY] + 1) / (before.grey[:, ::_EVERY] + 1)
    bands = _band(np.median(brighter, axis=1, keepdims=True))
    if np.mean(np.abs(bands) >= _SLIGHT) < _BANDED:  # the edge of a shadow, not bands all over
        return now
    return seen(now.grey, now.structure - bands * before.grey, now.light, now.scale)


def _band(field: NDArray[Any]) -> Field:
    """What is neither too fine nor too coarse."""
    fine = cv2.GaussianBlur(field, (5, 5), _FINE, borderType=cv2.BORDER_REPLICATE)
    coarse = cv2.GaussianBlur(field, (13, 13), _COARSE, borderType=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.subtract(fine, coarse), np.float32)


def _changed(now: Glance, before: Glance, shared: Field, noise: float) -> Mask:
    kept = np.maximum(shared, 0)
    alike = kept * kept / (now.strength * before.strength + 1e-6)  # squared correlation
    unexplained = np.maximum(now.strength, before.strength) * (1 - alike)
    found = (alike < _ALIKE**2) & (unexplained > _ABOVE_NOISE * noise)
    washed_out = (np.maximum(now.light, before.light) >= _BURNT) & (np.minimum(now.light, before.light) >= _BRIGHT)
    return np.asarray(found & ~washed_out).view(np.uint8)


def _mean(field: Field) -> Field:
    return np.asarray(cv2.blur(field, _AROUND, borderType=cv2.BORDER_REPLICATE), np.float32)
