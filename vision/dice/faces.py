"""Where the upper faces of dice may be, found by their pips: spots that differ from a taught body as was taught.

The middle of a face is a pip, or lies halfway between the two outermost of a diagonal; everything else follows
from how well the nine spots of a face fit there.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from vision.dice.inked import FAINTEST, GRAIN, Inked, Points, median, taken
from vision.dice.lesson import Colours, Taught
from vision.dice.network import Spot
from vision.dice.pips import EXPECTED, SHOWN, WEIGHTS, spots_of

_TURNS = 10
_SHORTEST, _LONGEST = 0.8, 1.22
"""Sizes of a face, as shares of the one that is expected."""
_SMALLEST, _LARGEST = 0.5, 2.6
"""The same where nothing is known but the lesson."""
_MOST_CORNERS = 150
_CLEAR = 0.35
_ALIKE, _OTHER = 0.1, 0.4
"""Natural logarithms of how much dice of one frame differ in size, and from those of the lesson."""
_COVERED = 0.9
"""So much of a face, at least, has the colour of its body."""
_BONUS = 0.12
"""How much likelier a face is for each pip that it explains."""
_SURE = 2.0
_BARE, _FAINT = 3.0, 0.5
_WORST = 1.6
"""A face that fits worse than this is none."""
_APART = 0.35
MOST = 40


_Pairs = tuple[NDArray[np.intp], NDArray[np.intp], Points]


class _Laid(NamedTuple):
    """Faces as they may lie on pips: where, how large, turned which way, on which body, how clear the pips are.

    Sizes are shares of the one that the small frame is made for, bodies are the bits of their colours' names.
    """

    at: Points
    sizes: Points
    ways: NDArray[np.int64]
    bits: NDArray[np.uint32]
    clear: Points

    def only(self, which: NDArray[np.bool_] | NDArray[np.intp]) -> _Laid:
        return _Laid(self.at[which], self.sizes[which], self.ways[which], self.bits[which], self.clear[which])


def _together(some: Sequence[_Laid]) -> _Laid:
    at, sizes, ways, bits, clear = zip(*some, strict=True)
    return _Laid(*map(np.concatenate, (at, sizes, ways, bits, clear)))


# -- how large dice are -------------------------------------------------------------------------------------


def edge_of(seen: Sequence[Inked], taught: Taught) -> float | None:
    """How long a die's edge is in a frame, if any shows four pips or more: a square of pips tells it."""
    found: list[tuple[float, float, float, float]] = []
    colours = taught.colours["die"]
    for one in seen:
        every = [_squares(one, points, taught.pitch, colours.bit(name)) for name, points in one.points.items()]
        laid = _together(every)
        laid = laid.only(_covered(one, laid, colours) >= _COVERED)
        wrong, values = _fitting(one, laid, taught.pitch, is_turned=True)
        own = (wrong < _CLEAR) & (values >= 4)
        found.extend(np.column_stack([wrong[own], laid.sizes[own], laid.at[own]]).tolist())
    kept: list[tuple[float, float, float, float]] = []
    for worse, size, x, y in sorted(found):
        if all(math.hypot(x - right, y - down) > _APART * GRAIN * size for _, _, right, down in kept):
            kept.append((worse, size, x, y))
    if not kept:
        return None
    # where most are alike, those that fit best before all; another size than in the lesson needs more of them
    sizes, good = np.log([size for _, size, _, _ in kept]), np.exp([-_SURE * worse for worse, _, _, _ in kept])
    usual = math.log(taught.edge / seen[0].share / GRAIN)
    are_near = np.abs(sizes[:, None] - sizes) < _ALIKE
    best = int(((are_near @ good) * np.exp(-(((sizes - usual) / _OTHER) ** 2) / 2)).argmax())
    middle = np.average(sizes[are_near[best]], weights=good[are_near[best]])
    return float(np.exp(middle)) * GRAIN * seen[0].share


def _squares(seen: Inked, points: Points, pitch: float, bit: int) -> _Laid:
    """Squares with a pip at each corner."""
    pips = points[:_MOST_CORNERS]
    one, other, off = _pairs(pips, pitch, _SMALLEST, _LARGEST)
    laid = _between(pips, one, other, off, (pitch, bit))
    aside = np.column_stack([-off[:, 1], off[:, 0]]) / 2
    height, width = seen.pips.shape
    corners = np.stack([laid.at + aside, laid.at - aside], 1)
    least = np.minimum(*(taken(seen.pips, pips[which, :2]) for which in (one, other)))[:, None] * 0.5
    is_one = ((corners >= 0) & (corners < (width, height))).all(2) & (taken(seen.pips, corners) > least)
    return laid.only(is_one.all(1))


def _pairs(
    pips: Points, pitch: float, least: float, most: float
) -> tuple[NDArray[np.intp], NDArray[np.intp], Points]:
    """Which pips may be ends of a diagonal of dice of these sizes: the one, the other, how far it is off."""
    across = _across(pitch)
    x, y = pips[:, 0], pips[:, 1]
    far = (x - x[:, None]) ** 2 + (y - y[:, None]) ** 2
    one, other = np.nonzero((far > (least * across) ** 2) & (far < (most * across) ** 2))
    first = one < other
    one, other = one[first], other[first]
    return one, other, pips[other, :2] - pips[one, :2]


def _between(
    pips: Points, one: NDArray[np.intp], other: NDArray[np.intp], off: Points, about: tuple[float, int]
) -> _Laid:
    """The faces whose diagonals' ends these pips are."""
    pitch, bit = about
    turns = np.arctan2(off[:, 1], off[:, 0]) - math.pi / 4
    ways = np.rint(turns / (math.pi / 2 / _TURNS)).astype(np.int64) % _TURNS
    sizes = np.hypot(off[:, 0], off[:, 1]) / np.float32(_across(pitch))
    both = (pips[one] + pips[other]) / 2
    return _Laid(both[:, :2], sizes, ways, np.full(len(one), bit, np.uint32), both[:, 2])


def _across(pitch: float) -> float:
    """How far the ends of a diagonal are apart, in pixels of the small frame."""
    return 2 * math.sqrt(2) * pitch * GRAIN


# -- faces --------------------------------------------------------------------------------------------------


def faces_in(seen: Sequence[Inked], edge: float, taught: Taught) -> list[Spot]:
    """Where dice of about this edge may lie, the best fitting first."""
    found = [_fitted(one, edge / one.share / GRAIN, taught) for one in seen]
    every = np.concatenate([np.zeros((0, 4)), *found])
    left = every[np.lexsort(every.T[::-1])]
    kept: list[Spot] = []
    while len(left) and len(kept) < MOST:
        worse, column, row, size = left[0].tolist()
        share = seen[0].share
        x, y = (column + 0.5) * share - 0.5, (row + 0.5) * share - 0.5
        kept.append(Spot("die", x, y, size * GRAIN * share, 1 / (1 + math.exp(_SURE * worse))))
        far = (left[:, 1] - column) ** 2 + (left[:, 2] - row) ** 2
        left = left[far > (_APART * edge / share) ** 2]
    return kept


def _fitted(seen: Inked, usual: float, taught: Taught) -> NDArray[np.float64]:
    """Faces laid over every pip, and over the middle of every two that may be the ends of a diagonal.

    How badly each fits, where, and how large it is.
    """
    colours, pitch, alone, turned = taught.colours["die"], taught.pitch, [], []
    for name, points in seen.points.items():
        bit, count = colours.bit(name), len(points)
        alone.append(
            _Laid(points[:, :2], np.full(count, usual, np.float32), np.zeros(count, np.int64),
                  np.full(count, bit, np.uint32), points[:, 2])
        )  # fmt: skip
        turned.append(_between(points, *_pairs(points, pitch, _SHORTEST * usual, _LONGEST * usual), (pitch, bit)))
    found = []
    for some, is_turned in ((alone, False), (turned, True)):
        laid = _together(some)
        covered = _covered(seen, laid, colours)
        own = covered >= _COVERED
        laid, covered = laid.only(own), covered[own]
        wrong, _ = _fitting(seen, laid, pitch, is_turned=is_turned)
        wrong = wrong + _BARE * (1 - covered) + _FAINT * (1 - laid.clear)
        found.append(np.column_stack([wrong, laid.at, laid.sizes])[wrong < _WORST])
    return np.asarray(np.concatenate(found), np.float64)


def _covered(seen: Inked, laid: _Laid, colours: Colours) -> NDArray[np.float64]:
    """How much of each face has the body's colour."""
    alike = colours.alike(seen.within(laid.at, laid.sizes))
    return np.asarray((alike & laid.bits[:, None] != 0).mean(1))


def _fitting(seen: Inked, laid: _Laid, pitch: float, *, is_turned: bool) -> tuple[Points, NDArray[np.int64]]:
    """How badly the best value fits each face, in its way to lie or as a single pip; and that value."""
    if not len(laid.at):
        return np.zeros(0, np.float32), np.zeros(0, np.int64)
    spots = _turned(pitch)
    # a middle that is a pip among others is that of a diagonal, too; a single one looks alike in any turn
    over = spots[laid.ways][:, None] if is_turned else spots[None, :: _TURNS // 2]
    values = taken(seen.pips, laid.at[:, None, None] + over * laid.sizes[:, None, None, None]).astype(np.float32)
    base = median(values[..., 9:].reshape(len(values), -1))
    most = np.maximum(values[..., :9].max((1, 2)) - base, FAINTEST)
    pips = np.clip((values - base[:, None, None]) / most[:, None, None], 0, np.float32(1.1))
    wrong = ((pips * pips) @ WEIGHTS)[..., None] - 2 * (pips @ EXPECTED) + (1 - _BONUS) * EXPECTED.sum(0)
    every = wrong.reshape(len(values), -1)
    return every.min(1) + np.float32(_BONUS), _SHOWN[every.argmin(1) % len(_SHOWN)]


_SHOWN = np.array(SHOWN)


@cache
def _turned(pitch: float) -> Points:
    """The places of a face in every turn, in pixels of the small frame."""
    found = []
    for turn in np.arange(_TURNS) * (math.pi / 2 / _TURNS):
        cos, sin = math.cos(turn), math.sin(turn)
        found.append(spots_of(pitch) @ np.array([[cos, sin], [-sin, cos]]) * GRAIN)
    return np.array(found, np.float32)
