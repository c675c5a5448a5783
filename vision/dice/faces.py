"""Where the upper faces of dice may be, found by their pips: spots that differ from a taught body as was taught.

A frame is made so small that a die is some fourteen pixels wide. What a morphological opening (for light pips) or
closing (for dark ones) takes away are pips, and what it leaves is the bodies, as if they had none. The middle of a
face is a pip, or lies halfway between the two outermost of a diagonal; everything else follows from how well the
nine spots of a face fit there.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.lesson import Colours, Taught, differing
from vision.dice.network import Spot
from vision.dice.patches import Frame, Layers
from vision.dice.pips import EXPECTED, SHOWN, WEIGHTS, spots_of

Plane = NDArray[np.float32]
Points = NDArray[np.float64]

GRAIN = 14.0
"""Pixels of the small frame that a die's edge takes."""
_LARGEST_PIP = 7
"""What is wider than so many pixels of it is no pip."""
_TURNS = 10
_FAINTEST = 12
"""A pip differs from its body by so much of 255, at least."""
_SHARE = 0.3
"""Of how much pips differed in the lesson, those in a frame do so much at least."""
_MOST_PIPS = 250
"""Of each colour so many pips are looked at, the clearest."""
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
_EVENLY = np.full((1, 3), 0.4, np.float32)
_APART = 0.35
MOST = 40


@dataclass(frozen=True, slots=True, eq=False)
class Inked:
    """A small frame: how many pixels of the frame each of its is wide, and what looks like pips, light or dark."""

    share: float
    is_light: bool
    pips: Frame
    bodies: Frame
    """What is below pips."""
    points: Mapping[str, Points]
    """Where taught pips may be, by the name of the colour they are on; and how much like pips they are."""


def inked(layers: Layers, edge: float, taught: Taught) -> list[Inked]:
    """A frame in which dice have about this edge: what may be pips, and number's strokes, on taught colours."""
    shrunk, share = layers.small(edge, GRAIN)
    kernel = np.ones((_LARGEST_PIP, _LARGEST_PIP), np.uint8)
    found = []
    for is_light in (True, False):
        names = [name for name, pips in taught.pips.items() if (float(pips.sum()) > 0) == is_light]
        if names:
            how = cv2.MORPH_OPEN if is_light else cv2.MORPH_CLOSE
            bodies = np.asarray(cv2.morphologyEx(shrunk, how, kernel), np.uint8)
            over = cv2.subtract(shrunk, bodies) if is_light else cv2.subtract(bodies, shrunk)
            pips = np.asarray(cv2.blur(cv2.transform(over, _EVENLY), (3, 3)), np.uint8)
            found.append(Inked(share, is_light, pips, bodies, _points(shrunk, pips, bodies, names, taught)))
    return found


def _points(shrunk: Frame, pips: Frame, bodies: Frame, names: list[str], taught: Taught) -> dict[str, Points]:
    around = cv2.dilate(pips, np.ones((3, 3), np.uint8))
    ys, xs = np.divmod(np.flatnonzero((pips >= around) & (pips > _FAINTEST)), pips.shape[1])
    at = np.column_stack([xs + _aside(pips, ys, xs, 0, 1), ys + _aside(pips, ys, xs, 1, 0)])
    colours, below = taught.colours["die"], bodies[ys, xs]
    alike = colours.alike(below)
    found = {}
    for name in names:
        on = np.flatnonzero(alike & colours.bit(name))
        usual = taught.pips[name]
        differ = differing(shrunk[ys[on], xs[on]] / np.float32(255), below[on] / np.float32(255))
        like = differ @ (usual / max(float(usual @ usual), 1e-6))
        own = np.flatnonzero(like > _SHARE)
        if len(own) > _MOST_PIPS:
            own = own[np.argsort(-like[own])[:_MOST_PIPS]]
        found[name] = np.column_stack([at[on[own]], np.minimum(like[own], 1.0)])
    return found


def _aside(pips: Frame, ys: NDArray[np.intp], xs: NDArray[np.intp], down: int, right: int) -> Points:
    """How far beside its pixel the top of each pip is, one way: as if it were a parabola."""
    height, width = pips.shape
    before, here, after = (
        pips[(ys + step * down).clip(0, height - 1), (xs + step * right).clip(0, width - 1)].astype(np.float64)
        for step in (-1, 0, 1)
    )
    return np.asarray(np.clip((after - before) / np.maximum(2 * (2 * here - before - after), 1.0), -0.5, 0.5))


# -- how large dice are -------------------------------------------------------------------------------------


def edge_of(seen: list[Inked], taught: Taught) -> float | None:
    """How long a die's edge is in a frame, if any shows four pips or more: a square of pips tells it."""
    found: list[tuple[float, float, float, float]] = []
    for one in seen:
        for name, points in one.points.items():
            at, sizes, ways = _squares(one, points[:, :2], taught.pitch)
            if len(at):
                fits, values = _fitting(one, at, sizes, ways, taught.pitch)
                covered = _covered(one, at, sizes, taught.colours["die"], name)
                own = (fits < _CLEAR) & (values >= 4) & (covered >= _COVERED)
                told = np.column_stack([fits[own], sizes[own], at[own]])
                found.extend((worse, size, x, y) for worse, size, x, y in told.tolist())
    kept: list[tuple[float, float, float, float]] = []
    for wrong, size, x, y in sorted(found):
        if all(math.hypot(x - right, y - down) > _APART * GRAIN * size for _, _, right, down in kept):
            kept.append((wrong, size, x, y))
    if not kept:
        return None
    # where most are alike, those that fit best before all; another size than in the lesson needs more of them
    every, good = np.log([size for _, size, _, _ in kept]), np.exp([-_SURE * wrong for wrong, _, _, _ in kept])
    usual = math.log(taught.edge / seen[0].share / GRAIN)
    are_near = np.abs(every[:, None] - every) < _ALIKE
    best = int(((are_near @ good) * np.exp(-(((every - usual) / _OTHER) ** 2) / 2)).argmax())
    middle = np.average(every[are_near[best]], weights=good[are_near[best]])
    return float(np.exp(middle)) * GRAIN * seen[0].share


def _squares(seen: Inked, pips: Points, pitch: float) -> tuple[Points, Points, NDArray[np.int64]]:
    """Middles, sizes and turns of squares with a pip at each corner."""
    one, other, off, far = _pairs(pips[:_MOST_CORNERS], pitch, _SMALLEST, _LARGEST)
    middles = (pips[one] + pips[other]) / 2
    aside = np.column_stack([-off[:, 1], off[:, 0]]) / 2
    height, width = seen.pips.shape
    value = np.minimum(*(taken(seen.pips, pips[which]) for which in (one, other)))
    own = np.ones(len(middles), bool)
    for corner in (middles + aside, middles - aside):
        own &= ((corner >= 0) & (corner < (width, height))).all(1) & (taken(seen.pips, corner) > value * 0.5)
    return middles[own], far[own], _ways(off[own])


def _pairs(
    pips: Points, pitch: float, least: float, most: float
) -> tuple[NDArray[np.intp], NDArray[np.intp], Points, Points]:
    """Which pips may be ends of a diagonal: the one, the other, how far it is off, and the size of that die."""
    across = 2 * math.sqrt(2) * pitch * GRAIN
    x, y = pips.T.astype(np.float32)
    right, down = x - x[:, None], y - y[:, None]
    far = right * right + down * down
    one, other = np.nonzero((far > (least * across) ** 2) & (far < (most * across) ** 2))
    first = one < other
    one, other = one[first], other[first]
    off = pips[other] - pips[one]
    return one, other, off, np.hypot(off[:, 0], off[:, 1]) / across


def _ways(off: Points) -> NDArray[np.int64]:
    """How faces are turned whose diagonals run so."""
    turns = np.arctan2(off[:, 1], off[:, 0]) - math.pi / 4
    return np.asarray(np.rint(turns / (math.pi / 2 / _TURNS)).astype(np.int64) % _TURNS)


# -- faces --------------------------------------------------------------------------------------------------


def faces_in(seen: list[Inked], edge: float, taught: Taught) -> list[Spot]:
    """Where dice of about this edge may lie, the best fitting first."""
    found: list[Points] = []
    for one in seen:
        for name, points in one.points.items():
            found += _laid(one, points, edge / one.share / GRAIN, (name, taught))
    kept: list[Spot] = []
    every = np.concatenate([np.zeros((0, 4)), *found])
    left = every[np.lexsort(every.T[::-1])]
    while len(left) and len(kept) < MOST:
        wrong, column, row, size = left[0].tolist()
        share = seen[0].share
        x, y = (column + 0.5) * share - 0.5, (row + 0.5) * share - 0.5
        kept.append(Spot("die", x, y, size * GRAIN * share, 1 / (1 + math.exp(_SURE * wrong))))
        far = (left[:, 1] - column) ** 2 + (left[:, 2] - row) ** 2
        left = left[far > (_APART * edge / share) ** 2]
    return kept


def _laid(seen: Inked, points: Points, usual: float, about: tuple[str, Taught]) -> Iterator[Points]:
    """Faces laid over every pip, and over the middle of every two that may be the ends of a diagonal.

    How badly each fits, where, and how large it is.
    """
    name, taught = about
    pips, alike = points[:, :2], points[:, 2]
    one, other, off, far = _pairs(pips, taught.pitch, _SHORTEST * usual, _LONGEST * usual)
    middles, clear = (pips[one] + pips[other]) / 2, (alike[one] + alike[other]) / 2
    alone = np.full(len(pips), usual)
    for at, sizes, ways, share in ((pips, alone, None, alike), (middles, far, _ways(off), clear)):
        covered = _covered(seen, at, sizes, taught.colours["die"], name)
        own = covered >= _COVERED
        if own.any():
            wrong, _ = _fitting(seen, at[own], sizes[own], None if ways is None else ways[own], taught.pitch)
            wrong += _BARE * (1 - covered[own]) + _FAINT * (1 - share[own])
            yield np.column_stack([wrong, at[own], sizes[own]])[wrong < _WORST]


def _covered(seen: Inked, at: Points, sizes: Points, colours: Colours, name: str) -> Points:
    """How much of a face at each point has the body's colour."""
    if not len(at):
        return np.zeros(0)
    return np.asarray(colours.is_like(name, within(seen, at, sizes)).mean(1))


def within(seen: Inked, at: Points, sizes: Points) -> Frame:
    """Bodies' pixels well within a face at each point."""
    return taken(seen.bodies, at[:, None] + _DISC * GRAIN * sizes[:, None, None])


def _fitting(
    seen: Inked, at: Points, sizes: Points, ways: NDArray[np.int64] | None, pitch: float
) -> tuple[Points, NDArray[np.int64]]:
    """How badly the best value fits at each point, in its way to lie or as a single pip; and that value."""
    spots = _turned(pitch) * GRAIN
    # a middle that is a pip among others is that of a diagonal, too; a single one looks alike in any turn
    laid = (spots[None, :: _TURNS // 2] if ways is None else spots[ways][:, None]) * sizes[:, None, None, None]
    values = taken(seen.pips, at[:, None, None] + laid).astype(np.float32)
    base = median(values[..., 9:].reshape(len(at), -1))
    most = np.maximum(values[..., :9].max((1, 2)) - base, _FAINTEST)
    pips = np.clip((values - base[:, None, None]) / most[:, None, None], 0, 1.1)
    wrong = ((pips * pips) @ WEIGHTS)[..., None] - 2 * (pips @ EXPECTED) + (1 - _BONUS) * EXPECTED.sum(0)
    every = wrong.reshape(len(at), -1)
    return every.min(1).astype(np.float64) + _BONUS, np.array(SHOWN)[every.argmin(1) % len(SHOWN)]


def median(values: NDArray[Any]) -> NDArray[Any]:
    """That of each last axis, an even number of values: NumPy's own takes its time with few."""
    half = values.shape[-1] // 2
    return np.asarray(np.partition(values, (half - 1, half))[..., half - 1 : half + 1].mean(-1))


def taken(picture: Frame, at: Points) -> NDArray[np.uint8]:
    """The pixels at these points, or the nearest ones."""
    height, width = picture.shape[:2]
    pixels = np.rint(at).astype(np.intp)
    return np.asarray(picture[pixels[..., 1].clip(0, height - 1), pixels[..., 0].clip(0, width - 1)], np.uint8)


_DISC = np.array(
    [
        (far * math.cos(angle), far * math.sin(angle))
        for far, count in ((0.2, 4), (0.38, 8))
        for angle in np.arange(count) * (2 * math.pi / count)
    ]
)
"""Places well within a face, however it is turned."""


@cache
def _turned(pitch: float) -> Points:
    """The places of a face in every turn."""
    found = []
    for turn in np.arange(_TURNS) * (math.pi / 2 / _TURNS):
        cos, sin = math.cos(turn), math.sin(turn)
        found.append(spots_of(pitch) @ np.array([[cos, sin], [-sin, cos]]))
    return np.array(found)
