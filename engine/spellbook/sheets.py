"""What Spellbook Master gives to the printer: the Agrica, with marks by which a camera finds it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.drawing import Area, Drawing, Line, Shape, Text, disc, star
from engine.errors import N_
from engine.printed import Batch, Ground, Piece
from engine.spellbook import gems
from engine.spellbook.agrica import EACH, LINES
from engine.spellbook.layouts import GRID, MARKER_AT, MIDDLE, NAMES, THINGS, UNIT_MM

PAPER, INK, FAINT = "#f4efe2", "#4a3f33", "#b9ab94"
SIDE_MM = 2 * (MIDDLE - MARKER_AT + 0.55) * UNIT_MM
"""From edge to edge; the marks have white around them."""
LINE_MM, POINT_MM = 1.6, 3.0
NUMBER_MM = 3.6
ASIDE_MM = 8.5
"""From a point to its number: beside a gem, not under it."""


def printed() -> tuple[Batch | Ground, ...]:
    return (
        Ground(
            "agrica",
            N_("Agrica"),
            N_("South sits at point 6. The camera finds the board by the four squares: leave them uncovered."),
            Drawing(tuple(_shapes()), SIDE_MM, SIDE_MM),
            MIDDLE,
            MIDDLE,
            (SIDE_MM, SIDE_MM),
            marked=True,
        ),
        Batch(
            "gems",
            N_("Gems"),
            N_("Glue the sheet onto cardboard before you cut. South has the white bases, North the black ones."),
            tuple(Piece(thing.name, gems.drawing(thing), count=EACH) for thing in THINGS),
            apart=2.0,
        ),
    )


def _shapes() -> Iterator[Shape]:
    half = SIDE_MM / 2
    yield Area(((-half, -half), (half, -half), (half, half), (-half, half)), PAPER)
    spots = [((x - MIDDLE) * UNIT_MM, (y - MIDDLE) * UNIT_MM) for x, y in GRID]
    for first, _, last in LINES:
        yield Line((spots[first], spots[last]), INK, LINE_MM)
    yield Area(star(0, 0, 8, 9.0, 3.5), FAINT)
    for name, (x, y) in zip(NAMES, spots, strict=True):
        yield Area(disc(x, y, POINT_MM), INK)
        yield Text(name, x + ASIDE_MM, y - ASIDE_MM, NUMBER_MM, FAINT)
