"""What is seen of a stone: the colour of its body, of its rim, and of the ground around it.

Colours are logarithms, so that another light adds the same to all of them. Parts of a row of values, instead of
their mean, do not mind a reflection or a shade.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut import Cut
from vision.stones.rings import all_round, ring
from vision.stones.table import PITCH

Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Flags = NDArray[np.bool_]
Spots = NDArray[np.intp]
"""Pixels of the table's picture, x and y, a row each."""

WIDTH = 9
"""How many numbers a look has: three of the body, and twice three of the rim."""
DARK = 20.0
"""Keeps the darkest colours from running away: about what is noise and stray light."""
BODY, RIM, GROUND = (0.0, 0.115), (0.185, 0.25), (0.31, 0.40)
"""From which radius to which each is looked for, in units."""
BODY_PART = 0.35
"""Of a body the darker part counts: what is lighter may be a reflection."""
RIM_PARTS = (0.3, 0.7)
"""Of a rim both: a white one may lie in shade, a black one may shine."""
ASIDE = 2
"""Pixels by which a stone may lie beside its point."""
UNPULLED = 0.02
"""How much more even a stone must look a pixel further aside, squared."""
MARGIN = 14
LOGS = np.log(np.arange(256, dtype=np.float32) + np.float32(DARK))

STEPS: Spots = np.array(
    [(x, y) for y in range(-ASIDE, ASIDE + 1) for x in range(-ASIDE, ASIDE + 1) if x**2 + y**2 <= ASIDE**2 + 1],
    np.intp,
)
"""Where about a spot a stone may lie."""


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What there is to see at some spots."""

    colours: Doubles
    """(spots, steps, WIDTH)"""
    ground: Doubles
    """(spots, 3)"""
    step: NDArray[np.intp]
    """At which step body and rim are most even, each in itself."""

    @property
    def even(self) -> Doubles:
        """What is seen there; (spots, WIDTH)."""
        return np.asarray(self.colours[np.arange(len(self.step)), self.step], np.float64)


def logs(table: Cut) -> Floats:
    """The table's colours as logarithms, widened so that stones at its edge can be looked at."""
    wide = cv2.copyMakeBorder(table, MARGIN, MARGIN, MARGIN, MARGIN, cv2.BORDER_REPLICATE)
    return np.asarray(cv2.LUT(wide, LOGS), np.float32)


def looks(shown: Floats, spots: Doubles) -> Looks:
    """What there is to see at these spots, and a little beside them."""
    near = np.rint(spots).astype(np.intp).reshape(-1, 2)
    at = (near[:, None] + STEPS[None]).reshape(-1, 2)
    body, rim = (np.sort(taken(shown, at, ring), axis=1) for ring in (_BODY, _RIM))
    ground = np.sort(taken(shown, near, _GROUND), axis=1)
    uneven = (_range(body) + _range(rim)).reshape(len(near), len(STEPS)) + UNPULLED * (STEPS**2).sum(axis=1)
    colours = np.hstack([_part(body, BODY_PART), *(_part(rim, part) for part in RIM_PARTS)])
    return Looks(
        colours.reshape(len(near), len(STEPS), WIDTH).astype(np.float64),
        _part(ground, 0.5).astype(np.float64),
        uneven.argmin(axis=1),
    )


def taken(shown: Floats, at: Spots, ring: Spots) -> Floats:
    """What lies around pixels of the table: a row each, in the order of the ring."""
    height, width = shown.shape[:2]
    # nothing in a ring is further from its middle than the table was widened
    near = np.clip(at, 0, [width - 1 - 2 * MARGIN, height - 1 - 2 * MARGIN]) + MARGIN
    where = (near @ (1, width))[:, None] + (ring @ (1, width))[None]
    return np.asarray(shown.reshape(-1, 3)[where], np.float32)


def _part(values: Floats, part: float) -> Floats:
    """The value that so large a part of a row's values is below, colour by colour."""
    return values[:, int(part * (values.shape[1] - 1))]


def _range(values: Floats) -> Floats:
    """How far a row's brightness ranges, its outermost eighths aside."""
    green = values[..., 1]
    count = green.shape[1]
    return np.asarray(green[:, count - 1 - count // 8] - green[:, count // 8], np.float32)


def _ring(band: tuple[float, float], every: int = 1) -> Spots:
    found = ring(band, PITCH)
    return found[all_round(found)][::every]


_BODY, _RIM, _GROUND = _ring(BODY), _ring(RIM, 2), _ring(GROUND, 2)
