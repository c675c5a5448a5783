"""Cards laid out beside the board: which of the places holds one, and which.

Each place is looked at from straight above, with room for a card that lies a little beside it and a little
crooked, either way up. A card is known by the cells of its printed pattern and by its straight edges.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import Place, Printed, TablePlan
from vision.camera import View
from vision.cards.marks import Floats, Picture
from vision.sighting import NOTHING, Belief

PER_MM = 1.5
MARGIN_MM = 9.0
"""So much is looked at around a place."""
SHIFTS_MM = tuple(float(mm) for mm in range(-8, 9))
TURNS = (0.0, -3.0, 3.0, -6.0, 6.0, -9.0, 9.0)
INSETS_MM = (0.0, 1.0, 2.0, 3.0)
"""A frame may be printed so far inside the edge."""
EDGES = 0.35
"""How much straight edges count beside the cells."""
SLACK = 0.1
"""So much less may a card score where its cells fit best."""
PLAIN_SCORE = 0.9 + 0.6 * EDGES
"""A card that fits so well as it should lie need not be tried crooked."""
STEEPNESS = 80.0
"""How fast the odds fall with the score of a card: what is called 99 % sure was right 188 times of 188."""
LIKENESS, LIKENESS_STEP = 0.94, 0.008
"""The cells of a card that is whole in view correlate so well with its pattern."""
DEPTH, DEPTH_STEP = 0.35, 0.04
"""By so much of the ground's brightness ink is darker."""
FRAMED, FRAMED_STEP = 0.32, 0.03
"""Edges less clear than this are those of fingers."""
BARE_SPREAD, BARE_STEP = 16.0, 2.0
"""Grey levels by which the bare table may vary within a place."""
STRANGE, STRANGE_STEP = 13.0, 2.5
"""How far in colour a bare place may be from the table around all of them."""
VARIED = 1.5
"""How much further, for each step by which that table itself varies."""
STRANGEST = 26.0
EVEN = 9.0
"""Places whose surroundings differ by no more lie on the same table, with nothing over them."""
MOST_DOUBT = 0.3
PLAINLY = 0.97
LEAST_VISIBLE = 0.8
INNER_MM = 6.0
"""A neighbour's card may reach so far into a place."""
LEAST_CONTRAST = 18.0


Grey = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Deck:
    """All patterns that may lie on a place, either way up, those of equal lattices together."""

    names: tuple[str, ...]
    lattices: tuple[_Lattice, ...]


@dataclass(frozen=True, slots=True)
class _Lattice:
    """Patterns on lattices in the same place of the card."""

    offsets: Floats
    """The cells' middles from the middle of the card, in millimetres."""
    cell: float
    """How wide a cell is, in millimetres."""
    shapes: Floats
    """A column for each pattern: its cells, evened and of unit length."""
    members: NDArray[np.int64]
    """Which name each column belongs to."""


@dataclass(frozen=True, slots=True)
class _Spot:
    """A place seen from straight above, with a margin around it."""

    kind: str
    size: tuple[float, float]
    """Width and height of the place in millimetres."""
    grey: Grey
    inner: Floats
    """The mean colour of its middle, in Lab."""
    around: Floats
    """The usual colour of the margin."""
    visible: float
    """The share of it that is in the frame."""


@dataclass(frozen=True, slots=True)
class _Table:
    """What lies bare around the places."""

    colour: Floats
    reach: float
    """How far in colour a bare place may be from that."""
    trust: float
    """Less than one where the places differ so much that something may cover some of them."""


def read_library(frame: Picture, view: View, plan: TablePlan) -> dict[str, Belief]:
    """What lies on each place for printed cards. Empty for a game without them."""
    beliefs: dict[str, Belief] = {}
    for kind in dict.fromkeys(thing.kind for thing in plan.things if thing.name in plan.printed):
        known = {t.name: plan.printed[t.name] for t in plan.things if t.kind == kind and t.name in plan.printed}
        deck = _deck(tuple(known.items()), plan.unit_mm)
        spots = {
            place.name: _seen(frame, view, place, plan.unit_mm) for place in plan.places if place.kinds == (kind,)
        }
        if not spots:
            continue
        table = _table(list(spots.values()))
        beliefs |= {name: _belief(spot, deck, table) for name, spot in spots.items()}
    return beliefs


def _table(spots: list[_Spot]) -> _Table:
    around = np.array([spot.around for spot in spots])
    colour = np.median(around, axis=0)
    apart = np.linalg.norm(around - colour, axis=1)
    doubt = min(max((float(np.percentile(apart, 75)) - EVEN) / EVEN, 0.0), 1.0) * MOST_DOUBT
    return _Table(colour, min(STRANGE + VARIED * float(np.median(apart)), STRANGEST), 1 - doubt)


@lru_cache(maxsize=8)
def _deck(printed: tuple[tuple[str, Printed], ...], unit_mm: float) -> _Deck:
    groups: dict[tuple[int, float, float, float], list[tuple[int, Floats]]] = {}
    for number, (_, pattern) in enumerate(printed):
        cells = np.array([[cell == "#" for cell in row] for row in pattern.rows], np.float64)
        for sign, lying in ((1, cells), (-1, cells[::-1, ::-1])):
            key = (len(cells), sign * pattern.x * unit_mm, sign * pattern.y * unit_mm, pattern.size * unit_mm)
            groups.setdefault(key, []).append((number, lying.ravel()))
    return _Deck(tuple(name for name, _ in printed), tuple(_lattice(key, found) for key, found in groups.items()))


def _lattice(key: tuple[int, float, float, float], found: list[tuple[int, Floats]]) -> _Lattice:
    count, x, y, size = key
    steps = (np.arange(count) - (count - 1) / 2) * size / count
    offsets = np.array([(x + across, y + down) for down in steps for across in steps])
    shapes = np.array([cells - cells.mean() for _, cells in found]).T
    lengths = np.maximum(np.linalg.norm(shapes, axis=0), 1e-9)
    return _Lattice(offsets, size / count, shapes / lengths, np.array([number for number, _ in found]))


# -- one place ------------------------------------------------------------------------------------------


def _belief(spot: _Spot, deck: _Deck, table: _Table) -> Belief:
    even = np.ones(len(deck.names))
    if spot.visible < LEAST_VISIBLE:
        return _mixed(spot, deck, even, 0.0, 0.0)
    strange = float(np.linalg.norm(spot.inner - table.colour)) - table.reach
    bare = 1 - max(_rise((_spread(spot) - BARE_SPREAD) / BARE_STEP), _rise(strange / STRANGE_STEP))
    if bare > PLAINLY:
        return _mixed(spot, deck, even, 0.0, bare * table.trust)
    scores, likeness, depth, framed = _scores(spot, deck)
    read = _rise((likeness - LIKENESS) / LIKENESS_STEP) * _rise((depth - DEPTH) / DEPTH_STEP)
    read *= _rise((framed - FRAMED) / FRAMED_STEP)
    odds = np.exp(STEEPNESS * (scores - scores.max()))
    return _mixed(spot, deck, odds, read, bare * table.trust * (1 - read))


def _mixed(spot: _Spot, deck: _Deck, odds: Floats, read: float, bare: float) -> Belief:
    """A belief: a card read, or nothing there, or neither, which then is covered by something."""
    hidden = max(0.0, 1 - read - bare)
    shares = read * odds / odds.sum() + hidden / (len(odds) + 1)
    found = {name: float(share) for name, share in zip(deck.names, shares, strict=True)}
    return Belief({spot.kind: {**found, NOTHING: max(1 - float(shares.sum()), 0.0)}}, hidden=hidden)


def _rise(value: float) -> float:
    return 1 / (1 + math.exp(-min(max(value, -30.0), 30.0)))


def _seen(frame: Picture, view: View, place: Place, unit_mm: float) -> _Spot:
    size = (place.width * unit_mm, place.height * unit_mm)
    wide, high = (side + 2 * MARGIN_MM for side in size)
    x, y = np.meshgrid(np.linspace(-0.5, 0.5, 7) * wide / unit_mm, np.linspace(-0.5, 0.5, 9) * high / unit_mm)
    pixels = view.project(np.column_stack([x.ravel() + place.x, y.ravel() + place.y])).astype(np.float32)
    height, width = frame.shape[:2]
    inside = ((pixels >= 0) & (pixels < (width - 1, height - 1))).all(axis=1).mean()
    shape = (round(wide * PER_MM), round(high * PER_MM))
    at_x, at_y = (cv2.resize(pixels[:, i].reshape(9, 7), shape, interpolation=cv2.INTER_LINEAR) for i in (0, 1))
    patch = cv2.remap(frame, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    lab = cv2.cvtColor(
        cv2.resize(patch, (20, 27), interpolation=cv2.INTER_AREA).astype(np.float32) / 255, cv2.COLOR_BGR2LAB
    )
    inner, rim = lab[8:-8, 6:-6].reshape(-1, 3), np.concatenate([lab[:, :1], lab[:, -1:]]).reshape(-1, 3)
    grey = np.asarray(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), np.float32)
    return _Spot(place.kinds[0], size, grey, inner.mean(axis=0), np.median(rim, axis=0), float(inside))


def _spread(spot: _Spot) -> float:
    """How much the place differs from itself, finer things than a cell left out."""
    margin = round((MARGIN_MM + INNER_MM) * PER_MM)
    inner = spot.grey[margin:-margin, margin:-margin]
    shape = (round((spot.size[0] - 2 * INNER_MM) / 3), round((spot.size[1] - 2 * INNER_MM) / 3))
    soft = cv2.resize(cv2.blur(inner, (5, 5)), shape, interpolation=cv2.INTER_AREA)
    return float(np.std(soft))


def _scores(spot: _Spot, deck: _Deck) -> tuple[Floats, float, float, float]:
    """How well each card fits where it fits best.

    Of the best of all: how alike its cells are to its pattern, how much darker the filled ones are, and how
    clear the edges around them.
    """
    best = np.full(len(deck.names), -1.0)
    likeness = depth = framed = 0.0
    for turn in TURNS:
        lying = _turned(spot.grey, turn)
        edges = EDGES * _edges(lying, spot.size)
        for lattice in deck.lattices:
            cells = _cells(lying, lattice)
            alike = _alike(cells, lattice)
            found = alike + edges[:, None]
            tops = found.max(axis=0)
            winner = int(tops.argmax())
            if tops[winner] > best.max():
                # the edges may be found a little beside, at a frame on one side and the cut on the other
                fits = np.where(found[:, winner] > tops[winner] - SLACK, alike[:, winner], -1.0)
                likeness = float(fits.max())
                framed = float(edges[int(found[:, winner].argmax())]) / EDGES
                depth = _depth(cells[int(fits.argmax())], lattice.shapes[:, winner] > 0)
            np.maximum.at(best, lattice.members, tops)
        if best.max() > PLAIN_SCORE:
            break
    return best, likeness, depth, framed


def _depth(cells: Floats, filled: NDArray[np.bool_]) -> float:
    bright = float(cells[~filled].mean()) if not filled.all() else 255.0
    return 1 - float(cells[filled].mean()) / max(bright, 1.0)


def _turned(patch: Grey, degrees: float) -> Grey:
    if degrees == 0:
        return patch
    height, width = patch.shape
    warp = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), degrees, 1.0)
    return np.asarray(cv2.warpAffine(patch, warp, (width, height), borderMode=cv2.BORDER_REPLICATE), np.float32)


def _cells(lying: Grey, lattice: _Lattice) -> Floats:
    """For every shift (rows) how bright each cell is (columns)."""
    height, width = lying.shape
    kernel = max(1, round(0.55 * lattice.cell * PER_MM)) | 1
    soft = cv2.blur(lying, (kernel, kernel))
    at = _shifts()[:, None, :] + lattice.offsets[None]
    x = np.clip(np.round(at[..., 0] * PER_MM + (width - 1) / 2).astype(int), 0, width - 1)
    y = np.clip(np.round(at[..., 1] * PER_MM + (height - 1) / 2).astype(int), 0, height - 1)
    return np.asarray(soft[y, x], np.float64)


def _alike(cells: Floats, lattice: _Lattice) -> Floats:
    """For every shift (rows) and pattern (columns): the correlation of dark cells with the pattern."""
    off = cells.mean(axis=1, keepdims=True) - cells
    length = np.linalg.norm(off, axis=1, keepdims=True)
    least = LEAST_CONTRAST * math.sqrt(cells.shape[1]) / 2
    return np.asarray(off / np.maximum(length, least) @ lattice.shapes)


@lru_cache(maxsize=1)
def _shifts() -> Floats:
    x, y = np.meshgrid(SHIFTS_MM, SHIFTS_MM)
    return np.column_stack([x.ravel(), y.ravel()])


def _edges(lying: Grey, size: tuple[float, float]) -> Floats:
    """For every shift: how clearly four straight edges lie where the card's would, 0 to 1."""
    height, width = lying.shape
    steps = (
        np.abs(np.diff(lying, axis=1, append=lying[:, -1:])),
        np.abs(np.diff(lying, axis=0, append=lying[-1:])),
    )
    along = (np.pad(steps[0].cumsum(axis=0), ((1, 0), (0, 0))), np.pad(steps[1].cumsum(axis=1), ((0, 0), (1, 0))))
    middle = _shifts() * PER_MM + ((width - 1) / 2, (height - 1) / 2)
    sharp = max(float(np.percentile(lying, 95) - np.percentile(lying, 5)), LEAST_CONTRAST)
    best = np.zeros(len(middle))
    for inset in INSETS_MM:
        half = np.array([size[0] / 2 - inset, size[1] / 2 - inset]) * PER_MM
        low, high = middle - half, middle + half
        total = np.zeros(len(middle))
        for side in (low[:, 0], high[:, 0]):
            total += _summed(along[0], side, low[:, 1], high[:, 1]) / (2 * half[1])
        for side in (low[:, 1], high[:, 1]):
            total += _summed(along[1].T, side, low[:, 0], high[:, 0]) / (2 * half[0])
        best = np.maximum(best, total / 4)
    return np.asarray(np.clip(best / (0.5 * sharp), 0, 1))


def _summed(sums: Floats, across: Floats, start: Floats, end: Floats) -> Floats:
    """The steps met along lines at ``across`` from ``start`` to ``end``; the best of three neighbouring lines."""
    first = np.clip(np.round(start).astype(int), 0, sums.shape[0] - 1)
    last = np.clip(np.round(end).astype(int), 0, sums.shape[0] - 1)
    found = np.zeros(len(across))
    for beside in (-1, 0, 1):
        line = np.clip(np.round(across + beside).astype(int), 0, sums.shape[1] - 1)
        found = np.maximum(found, sums[last, line] - sums[first, line])
    return found
