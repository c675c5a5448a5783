"""Where the pattern is printed on our own cards."""

from __future__ import annotations

from engine.spell.frame import SIDE
from engine.spell.runes import LONGEST, Pattern
from engine.table import Printed

LATTICE_MM = 33.0
LATTICE_Y = 2.5
"""How far below the middle of the card the middle of its lattice is."""


def lattice(pattern: Pattern) -> tuple[int, frozenset[tuple[int, int]]]:
    """How many cells the lattice of a pattern has each way, and which of them (row, column) are needed."""
    height, width = (max(spot[i] for spot in pattern) + 1 for i in (0, 1))
    count = SIDE if max(height, width) <= SIDE else LONGEST
    down, right = (count - height) // 2, (count - width) // 2
    return count, frozenset((row + down, column + right) for row, column in pattern)


def printed(pattern: Pattern, unit_mm: float) -> Printed:
    """The pattern as it is on its card, in the table plan's unit."""
    count, needed = lattice(pattern)
    rows = tuple("".join("#" if (r, c) in needed else "." for c in range(count)) for r in range(count))
    return Printed(rows, 0.0, LATTICE_Y / unit_mm, LATTICE_MM / unit_mm)
