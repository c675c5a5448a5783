"""A space cut out of a frame from straight above, and in the light in which the board is printed.

All around a space the board's own print is in sight, and how bright it is there tells the light. So what lies on
the space is seen in the colours in which it was drawn, whatever lamp is lit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import Place
from vision.camera import View
from vision.picture import Picture

PER_MM = 1.5
"""Pixels to a millimetre in which everything is compared."""
MARGIN_MM = 7.0
"""So much of the board is looked at around a space."""
SOFT = 0.9
"""By so many pixels what is printed is blurred, as a camera far above blurs it."""
_FREE_MM = 1.5
_PALE = 110.0
"""Print at least so bright tells the light."""
_UNEVEN = 0.2
"""Where the light differs by so much around a space, something lies over what is around it."""
_INNER = 0.85
"""So much of a space has to be in the frame."""

Colours = NDArray[np.float32]
"""Rows of pixels of three colours, 0 to 255, or a list of such."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """A space as it is printed."""

    place: Place
    bare: Colours
    """What is seen where nothing lies."""
    around: NDArray[np.bool_]
    """The pixels around it that tell the light."""
    inside: NDArray[np.bool_]

    @property
    def shape(self) -> tuple[int, int]:
        high, wide = self.inside.shape
        return high, wide


@dataclass(frozen=True, slots=True, eq=False)
class Cut:
    """A space as it is seen, its light taken off, and whether the light could be told."""

    ground: Ground
    seen: Colours
    light: NDArray[np.float32]
    is_even: bool


def soft(picture: Picture | Colours) -> Colours:
    return np.asarray(cv2.GaussianBlur(picture.astype(np.float32), (0, 0), SOFT), np.float32)


def grounds(
    places: Sequence[Place], printed: Picture, middle: tuple[float, float], unit_mm: float
) -> dict[str, Ground]:
    """The spaces of a board that is printed like this, ``PER_MM``, and has its middle there."""
    whole = soft(printed)
    found = {}
    for place in places:
        wide, high = (round((side * unit_mm + 2 * MARGIN_MM) * PER_MM) for side in (place.width, place.height))
        x = (place.x - middle[0]) * unit_mm * PER_MM + (printed.shape[1] - 1) / 2
        y = (place.y - middle[1]) * unit_mm * PER_MM + (printed.shape[0] - 1) / 2
        move = np.array([[1, 0, x - (wide - 1) / 2], [0, 1, y - (high - 1) / 2]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        bare = cv2.warpAffine(whole, move, (wide, high), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        down, right = np.mgrid[:high, :wide].astype(np.float32)
        right, down = (right - (wide - 1) / 2) / PER_MM, (down - (high - 1) / 2) / PER_MM
        inside = _within(place, right, down, unit_mm, 0.0)
        around = ~_within(place, right, down, unit_mm, _FREE_MM) & (bare.min(axis=2) > _PALE)
        found[place.name] = Ground(place, np.asarray(bare, np.float32), around, inside)
    return found


def is_round(place: Place) -> bool:
    return place.width == place.height


def _within(
    place: Place, right: NDArray[np.float32], down: NDArray[np.float32], unit_mm: float, more: float
) -> NDArray[np.bool_]:
    across, high = place.width * unit_mm / 2 + more, place.height * unit_mm / 2 + more
    if is_round(place):
        return np.asarray(np.hypot(right, down) <= across)
    return np.asarray((np.abs(right) <= across) & (np.abs(down) <= high))


def seen_in(frame: Picture, view: View, known: Mapping[str, Ground], unit_mm: float) -> dict[str, Picture | None]:
    """Each space as a frame shows it, from straight above; None where it is not in view."""
    around = np.concatenate([_CORNERS, _CORNERS * _INNER])
    points = [
        around * np.array([ground.shape[1], ground.shape[0]]) / (2 * PER_MM * unit_mm)
        + np.array([ground.place.x, ground.place.y])
        for ground in known.values()
    ]
    pixels = view.project(np.concatenate(points)).reshape(len(points), len(around), 2)
    return {name: _cut(frame, ground, at) for (name, ground), at in zip(known.items(), pixels, strict=True)}


_CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])


def _cut(frame: Picture, ground: Ground, at: NDArray[np.float64]) -> Picture | None:
    if (at[4:] < 0).any() or (at[4:] > (frame.shape[1] - 1, frame.shape[0] - 1)).any():
        return None
    high, wide = ground.shape
    to = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(at[:4].astype(np.float32), to)
    return np.asarray(cv2.warpPerspective(frame, warp, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.uint8)


def lit(picture: Picture, ground: Ground) -> Cut:
    """A space with the light taken off."""
    seen = picture.astype(np.float32)
    shares = seen[ground.around] / ground.bare[ground.around]
    light = np.maximum(np.median(shares, axis=0), 0.02).astype(np.float32)
    off = np.abs(shares - light).max(axis=1) / light.max()
    return Cut(ground, seen / light, light, float(np.median(off)) < _UNEVEN)
