"""Lattices: rows and columns that many like marks stand in."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards.marks import Flags, Floats

MOST_LONG = 5
"""A lattice has at most so many rows and columns; a longer one is an ornament."""
LEAST_MARKS = 3
OFF = 0.17
"""How far a mark may be from its node, in pitches."""
SLIMMEST, FATTEST = 0.4, 1.12
"""How wide a mark may be, in pitches."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """Where the nodes of a lattice are on the face: the node (row, column) is at ``at(row, column)``."""

    origin: Floats
    across: Floats
    down: Floats
    rows: int
    columns: int
    marks: int
    """How many nodes bear a mark."""
    residual: float
    """How far the marks are from their nodes, in pitches."""
    size: float
    """How wide the marks are, in pitches."""
    is_block: bool = False
    """Whether only the outline of several cells together was seen."""

    @property
    def pitch(self) -> float:
        return float((np.linalg.norm(self.across) + np.linalg.norm(self.down)) / 2)

    def at(self, row: float, column: float) -> Floats:
        return np.asarray(self.origin + column * self.across + row * self.down)

    def widened(self, top: int, bottom: int, left: int, right: int) -> Lattice:
        """The same lattice with more rows and columns."""
        return Lattice(
            self.at(-top, -left), self.across, self.down, self.rows + top + bottom, self.columns + left + right,
            self.marks, self.residual, self.size, self.is_block,
        )  # fmt: skip


def lattices(found: Floats) -> Iterator[Lattice]:
    """The lattices that these marks may stand in, one or none for each size of mark and each pitch."""
    if len(found) == 0:
        return
    sizes = np.sqrt(found[:, 2] * found[:, 3])
    size = float(sizes.min())
    while size <= sizes.max():
        alike = found[(sizes >= size / 1.13) & (sizes <= size * 1.13)]
        centres = _apart(alike, 0.3 * size)
        if len(centres) >= LEAST_MARKS:
            for pitch in _pitches(centres, size):
                lattice = _fitted(centres, size, pitch)
                if lattice is not None:
                    yield lattice
        size *= 1.12


def _apart(alike: Floats, near: float) -> Floats:
    """Middles of the marks; of several in one place the mean."""
    left = alike[:, :2]
    middles: list[Floats] = []
    while len(left) and len(middles) < 120:
        close = np.abs(left - left[0]).max(axis=1) < near
        middles.append(left[close].mean(axis=0))
        left = left[~close]
    return np.array(middles)


def _pitches(centres: Floats, size: float) -> list[float]:
    """Distances at which marks stand beside, above or aslant from each other."""
    apart = np.abs(centres[:, None] - centres[None]).reshape(-1, 2)
    x, y = apart[:, 0], apart[:, 1]
    straight = np.concatenate([x[y < 0.2 * size], y[x < 0.2 * size]])
    aslant = np.minimum(x, y)[np.abs(x - y) < 0.2 * size]
    steps = np.concatenate([straight, aslant])
    steps = np.sort(steps[(steps >= size / FATTEST) & (steps <= size / SLIMMEST)])
    kept: list[float] = []
    for step in steps:
        if not kept or step > kept[-1] * 1.06:
            kept.append(float(step))
    return kept


def _fitted(centres: Floats, size: float, pitch: float) -> Lattice | None:
    """The lattice of about this pitch that holds the most marks."""
    best = np.zeros(0, int)
    nodes = np.zeros((0, 2), int)
    for centre in centres:
        places = (centres - centre) / pitch
        near = np.round(places)
        # the further from the first mark, the more a pitch not quite right is felt
        held = (np.abs(places - near) < OFF + 0.03 * np.abs(near)).all(axis=1) & (np.abs(near) < MOST_LONG).all(
            axis=1
        )
        held = _window(near, held)
        if held.sum() > len(best):
            best, nodes = np.flatnonzero(held), near[held].astype(int)
    if len(best) < LEAST_MARKS:
        return None
    return _settled(centres[best], nodes, size)


def _window(near: Floats, held: Flags) -> Flags:
    """Of the marks held, those within as many rows and columns as a lattice may have, as many as can be."""
    for axis in (0, 1):
        lines = near[:, axis]
        if not held.any() or np.ptp(lines[held]) < MOST_LONG:
            continue
        starts = range(int(lines[held].min()), 1)
        start = max(starts, key=lambda s: int((held & (lines >= s) & (lines < s + MOST_LONG)).sum()))
        held = held & (lines >= start) & (lines < start + MOST_LONG)
    return held


def _settled(centres: Floats, nodes: NDArray[np.int64], size: float) -> Lattice | None:
    """The lattice through these marks, a little askew if need be."""
    low = nodes.min(axis=0)
    nodes = nodes - low
    columns, rows = (int(n) + 1 for n in nodes.max(axis=0))
    origin, across, down = _axes(nodes.astype(np.float64), centres)
    if max(rows, columns) < 2 or not _is_square(across, down):
        return None
    pitch = (np.linalg.norm(across) + np.linalg.norm(down)) / 2
    left = centres - origin - nodes[:, :1] * across - nodes[:, 1:] * down
    residual = float(np.sqrt((left**2).sum(axis=1).mean()) / pitch)
    if residual > OFF * 0.75:
        return None
    marks = len({(int(c), int(r)) for c, r in nodes})
    if marks < LEAST_MARKS:
        return None
    return Lattice(origin, across, down, rows, columns, marks, residual, float(size / pitch))


def _axes(nodes: Floats, centres: Floats) -> tuple[Floats, Floats, Floats]:
    """Origin, step across and step down; square to each other where the marks leave it open."""
    terms = np.column_stack([np.ones(len(nodes)), nodes])
    if len(nodes) > 4 and np.linalg.matrix_rank(terms) == 3:
        origin, across, down = np.linalg.lstsq(terms, centres, rcond=None)[0]
        return origin, across, down
    ones, none = np.ones(len(nodes)), np.zeros(len(nodes))
    column, row = nodes[:, 0], nodes[:, 1]
    x, y = np.column_stack([ones, none, column, -row]), np.column_stack([none, ones, row, column])
    ox, oy, a, b = np.linalg.lstsq(np.concatenate([x, y]), centres.T.reshape(-1), rcond=None)[0]
    return np.array([ox, oy]), np.array([a, b]), np.array([-b, a])


def _is_square(across: Floats, down: Floats) -> bool:
    wide, high = float(np.linalg.norm(across)), float(np.linalg.norm(down))
    if min(wide, high) < 1:
        return False
    upright = abs(across[1]) < 0.12 * wide and abs(down[0]) < 0.12 * high
    return upright and across[0] > 0 and down[1] > 0 and 0.8 < wide / high < 1.25
