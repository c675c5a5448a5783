"""Which dice lean: where the underside of a die is seen says which way its upper face looks.

Of all dice that lie flat it is seen towards one point, the one straight below the camera. The dice of a frame tell
that point together, and those lean whose undersides are seen elsewhere. Sides of a flat die are seen only towards
that point, too: pips beside an upper face, where no side can be in sight, speak for leaning.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import USUAL_FIELD, View
from vision.dice.inked import Inked

Points = NDArray[np.float64]

LEANS = 0.3
"""An underside that is seen so many edges from where a flat die's would be is that of a die that leans."""
_BESIDE, _MOST_BESIDE = 0.12, 2
"""A pip beside the upper face counts for so many edges, and no more of them than so many."""
_SIDE = (0.55, 0.78)
"""So many edges from the middle of the upper face pips are seen on a side of a die that leans."""
_WITHIN, _SHARE, _FAINTEST = 0.42, 0.5, 12
"""Pips of the face are seen within so many edges; of the clearest of them those of a side have such a share."""
_IN_SIGHT, _TOWARDS = 0.08, 0.03
"""A flat die's side is out of sight where its underside reaches no farther, in edges; this one's has to so far."""
_ASUNDER = 0.2
"""Two pips are so many edges apart."""
_NEIGHBOUR = 1.7
"""Where another die is so near, pips beside this one may be its."""
_FEW, _STEEP = 2, 0.75
"""No more dice than so many do not tell how an unknown camera looks, and have to be seen so far off."""
_SPREAD = 0.15
"""How far beside undersides are mostly taken to be, in edges."""
_GENTLY = 0.25
_KNOWN, _UNKNOWN = 1.5, 0.25
"""Knowing how the camera looks counts for so many dice, and that cameras mostly look straight down for so many."""


@dataclass(frozen=True, slots=True)
class Undersides:
    """Where those of flat dice are seen from the middles of their upper faces, in edges.

    At the frame's corner it is so far right and down, and one edge less for so many pixels from there.
    """

    right: float
    down: float
    reach: float

    def off(self, at: Points, seen: Points) -> Points:
        """How far from that place those of dice at these pixels are."""
        return np.asarray(np.hypot(*(seen + at / self.reach - (self.right, self.down)).T))

    def seen_from(self, left: float, top: float) -> Undersides:
        """The same counted from there instead of the frame's corner."""
        return Undersides(self.right - left / self.reach, self.down - top / self.reach, self.reach)

    def strange(self, at: Points, seen: Points, pips: Points) -> int:
        """How many pips are beside a die on sides that are in sight only if it leans as it seems to."""
        flat = (self.right, self.down) - at / self.reach
        found: list[Points] = []
        for one in pips:
            way = one / np.linalg.norm(one)
            is_strange = way @ flat < _IN_SIGHT and one @ (seen - flat) > _TOWARDS
            if is_strange and all(np.linalg.norm(one - other) > _ASUNDER for other in found):
                found.append(one)
        return min(len(found), _MOST_BESIDE)


def undersides_of(view: View, side: float) -> Undersides:
    """Where they are seen of dice with this side, in the plan's unit."""
    at = np.array([view.lens.width / 2, view.lens.height / 2])
    ((x, y),) = view.ground([at], side)
    low, high, beside = view.project([(x, y, 0.0), (x, y, side), (x + side, y, side)])
    right, down = (low - high) / np.linalg.norm(beside - high) + at / view.lens.focal
    return Undersides(float(right), float(down), view.lens.focal)


@dataclass(frozen=True, slots=True, eq=False)
class Tilted:
    """What is seen of the dice of a frame: where they and their undersides are, and what pips are beside them."""

    at: Points
    under: Points
    beside: Sequence[Points]
    """For each die, in edges from the middle of its upper face."""


def leaning(seen: Tilted, size: tuple[int, int], flat: Undersides | None = None) -> list[bool]:
    """Which dice lean in a frame of this width and height.

    ``flat`` is where flat ones' undersides are seen, where the camera is known.
    """
    at, under = seen.at, seen.under
    if not len(at):
        return []
    if flat is None and len(at) <= _FEW:
        # of two that disagree nobody knows which one leans, and one alone agrees with itself
        return [bool(off > _STEEP) for off in _straight_down(size).off(at, under)]
    usual, trust = (_straight_down(size), _UNKNOWN) if flat is None else (flat, _KNOWN)
    agreed = _agreed(at, under, usual, trust)
    more = [_BESIDE * agreed.strange(*one) for one in zip(at, under, seen.beside, strict=True)]
    return [bool(off > LEANS) for off in agreed.off(at, under) + more]


def pips_beside(seen: Inked, at: Points, edge: float) -> Points:
    """What looks like pips of a side of the die whose upper face is there, in edges from its middle."""
    size, (x, y) = edge / seen.share, (at + 0.5) / seen.share - 0.5
    left, top = max(math.floor(x - size), 0), max(math.floor(y - size), 0)
    part = seen.pips[top : math.ceil(y + size) + 1, left : math.ceil(x + size) + 1]
    if not part.size:
        return np.zeros((0, 2))
    rows, columns = np.nonzero((part >= cv2.dilate(part, np.ones((3, 3), np.uint8))) & (part > _FAINTEST))
    off = np.column_stack([columns + left - x, rows + top - y]) / size
    far, clear = np.hypot(*off.T), part[rows, columns]
    least = _SHARE * clear[far < _WITHIN].max(initial=0)
    return np.asarray(off[(far > _SIDE[0]) & (far < _SIDE[1]) & (clear > max(least, _FAINTEST))])


def of_no_neighbour(pips: Points, at: Points, edge: float, others: Points) -> Points:
    """Those of the pips beside a die that are on no side where another die is near."""
    if not len(pips) or not len(others):
        return pips
    ways = pips / np.linalg.norm(pips, axis=1, keepdims=True)
    off = (others - at) / edge
    far = np.linalg.norm(off, axis=1)
    is_its = (ways @ off.T > far / 2) & (far < _NEIGHBOUR)
    return np.asarray(pips[~is_its.any(1)])


def _agreed(at: Points, seen: Points, usual: Undersides, trust: float) -> Undersides:
    """Where undersides are seen, as most dice say; what was known before counts for so many of them."""
    told = np.concatenate([seen + at / usual.reach, [(usual.right, usual.down)]])
    counts = np.append(np.ones(len(at)), trust)
    alike = np.exp(-((told[:, None] - told) ** 2).sum(-1) / (2 * _SPREAD**2))
    # those twice as far from what most say still count a little
    shares = counts * alike[int((alike @ counts).argmax())] ** _GENTLY
    right, down = shares @ told / shares.sum()
    return Undersides(float(right), float(down), usual.reach)


def _straight_down(size: tuple[int, int]) -> Undersides:
    """Where a camera sees them that looks straight down."""
    reach = max(size) / 2 / math.tan(math.radians(USUAL_FIELD) / 2)
    return Undersides(size[0] / 2 / reach, size[1] / 2 / reach, reach)
