"""The readings of a face, put in order: which lattice is the rune's, and how sure that is."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from vision.cards.blocks import blocks
from vision.cards.lattice import Lattice, lattices
from vision.cards.marks import Floats, marks, shapes
from vision.cards.reading import Reading, read_lattice

SOLID = 0.06
"""Marks so near to their nodes, in pitches, are a lattice even if nobody can read it."""
SUREST = 0.99
"""Nobody has measured that more could be said: some hundred pictures without a fault."""
DOUBTED = 0.3
"""A reading of less quality is none."""
LEAST_EXTENT = 0.24
"""A pattern is at least as long as this share of its card's width: pips and titles are not."""
LEAST_LINE = 0.13
"""Marks in one line are a pattern only if they are so far apart, as a share of the card's width; else pips."""
EDGE = 0.25
"""Marks in one line nearer to the card's edge are pips too."""


def readings(lab: Floats) -> tuple[tuple[Reading, float], ...]:
    """Every way to read a face that has something for it, and how likely each is, the likeliest first."""
    printed = shapes(lab)
    # blocks come second: any letter may be cut into squares somehow
    width = lab.shape[1]
    return _ranked(lab, list(lattices(marks(printed, width)))) or _ranked(lab, list(blocks(printed, width)))


def _ranked(lab: Floats, tried: list[Lattice]) -> tuple[tuple[Reading, float], ...]:
    found = [reading for lattice in tried for reading in read_lattice(lab, lattice)]
    solid = [lattice for lattice in tried if lattice.residual < SOLID and min(lattice.rows, lattice.columns) > 1]
    height, width = lab.shape[:2]
    return _likely(list(_standing(found, solid, height, width)), width)


def _standing(found: list[Reading], solid: list[Lattice], height: int, width: int) -> Iterable[Reading]:
    """The readings that no fuller lattice in the same place explains better, and that are large enough."""
    for reading in found:
        extent = max(len(reading.pattern), len(reading.pattern[0])) * reading.lattice.pitch
        if reading.quality < DOUBTED or extent < LEAST_EXTENT * width or _is_pips(reading, height, width):
            continue
        better = [other.lattice for other in found if other.quality >= 0.5]
        if not any(_explains(other, reading.lattice, 1.0) for other in better) and not any(
            _explains(other, reading.lattice, 1.5) for other in solid
        ):
            yield reading


def _is_pips(reading: Reading, height: int, width: int) -> bool:
    """Whether this is a row of small marks, or of any marks near the card's edge."""
    rows, columns = len(reading.pattern), len(reading.pattern[0])
    if min(rows, columns) > 1:
        return False
    x, y = reading.lattice.at(reading.top + (rows - 1) / 2, reading.left + (columns - 1) / 2)
    edge = min(y, height - y) if rows == 1 else min(x, width - x)
    return bool(reading.lattice.pitch < LEAST_LINE * width or edge < EDGE * width)


def _explains(other: Lattice, mine: Lattice, times: float) -> bool:
    """Whether another lattice has more marks where this one is: some were left out, or its cells were several."""
    finer = other.pitch / mine.pitch
    if finer > 1.15 or other.marks <= mine.marks * (times if finer < 0.75 else 1.5):
        return False
    low, high = _box(other)
    first, last = _box(mine)
    shared = np.clip(np.minimum(high, last) - np.maximum(low, first), 0, None).prod()
    return bool(shared > 0.3 * (last - first).prod())


def _box(lattice: Lattice) -> tuple[Floats, Floats]:
    corners = np.array([lattice.at(-0.5, -0.5), lattice.at(lattice.rows - 0.5, lattice.columns - 0.5)])
    return corners.min(axis=0), corners.max(axis=0)


def _likely(found: list[Reading], width: int) -> tuple[tuple[Reading, float], ...]:
    """Readings with the share of all that speaks for each; little if even the best is poor."""
    best: dict[tuple[str, ...], tuple[float, Reading]] = {}
    for reading in found:
        cells = sum(row.count("#") for row in reading.pattern)
        worth = reading.quality**2 * cells * (reading.lattice.pitch / width) ** 2
        if reading.pattern not in best or worth > best[reading.pattern][0]:
            best[reading.pattern] = (worth, reading)
    ordered = sorted(best.values(), key=lambda item: -item[0])
    total = sum(worth for worth, _ in ordered)
    return tuple((reading, min(worth / total * reading.quality, SUREST)) for worth, reading in ordered)
