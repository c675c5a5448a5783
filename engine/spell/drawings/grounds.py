"""What things lie on: the mat with the arena in its middle, and the strip of the library beside it.

Both are drawn faintly, so that the camera sees the things and not the ground.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.drawing import Area, Drawing, Line, Shape, Text, around, box, lozenge, placed
from engine.spell.drawings.inks import crystal_edge, petal
from engine.spell.frame import COLUMNS, SIDE
from engine.spell.layouts.plan import CARD_MM, LIBRARY_FROM_MM, LIBRARY_PITCH_MM, MAT_MM, SLOTS, UNIT_MM
from engine.spell.runes import LEVELS

FAINT, FAINTER = "#cdc7b8", "#e2ddd1"
CELL_MM = 62.0
"""A place is drawn a little larger than its tile."""
STRIP_AT_MM = 205.0
"""From the middle of the mat to the strip: where a mat glued from two sheets of A4 ends."""
STRIP_MM = (115.0, 297.0)
SLOT_MARGIN_MM = 2.0

HALF = SIDE * UNIT_MM / 2
MIDDLE = (SIDE - 1) / 2


def mat() -> Drawing:
    """The arena's sixteen places, their names, and where the strip goes."""
    return Drawing((*_arena(), *_rosettes(), *_names(), *_ring(), *_strip_mark()), *MAT_MM)


def _arena() -> Iterator[Shape]:
    for row in range(SIDE):
        for column in range(SIDE):
            x, y = ((i - MIDDLE) * UNIT_MM for i in (column, row))
            yield Line(box(x, y, CELL_MM, CELL_MM, radius=3.0), FAINT, 0.4, closed=True)
            yield from placed(around((Area(crystal_edge(6, 1, 1.2), FAINTER),), 4), x, y)
            yield from placed(around((Area(petal(34, 29, 1.0), FAINTER),), 4, turn=45), x, y)


def _rosettes() -> Iterator[Shape]:
    """Both owners' motifs at the corners of the arena."""
    for i, (right, down) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        leaf = crystal_edge(4.4, 0.7, 1.2) if i % 2 else petal(4.2, 0.9, 1.3)
        edge = HALF + 2.5
        yield from placed(around((Area(leaf, FAINT),), 4 if i % 2 else 5), right * edge, down * edge)


def _names() -> Iterator[Shape]:
    edge = HALF + 4.5
    for i in range(SIDE):
        at = (i - MIDDLE) * UNIT_MM
        yield Text(COLUMNS[i + 1], at, edge + 1.6, 4.4, FAINT, is_bold=True)
        for side in (-1, 1):
            yield Text(str(i + 1), side * edge, at + 1.6, 4.4, FAINT, is_bold=True)


def _ring() -> Iterator[Shape]:
    """Corners of the places left and right where a special tile may lie; above and below they are off the mat."""
    for row in range(SIDE):
        for side in (-1, 1):
            x, y = side * (HALF + UNIT_MM / 2), (row - MIDDLE) * UNIT_MM
            reach, arm = CELL_MM / 2 - 2, 5.0
            corner = Line(((-reach, -reach + arm), (-reach, -reach), (-reach + arm, -reach)), FAINTER, 0.4)
            yield from placed(around((corner,), 4), x, y)


def _strip_mark() -> Iterator[Shape]:
    for y in (-60.0, 60.0):
        yield Line(((STRIP_AT_MM, y - 8), (STRIP_AT_MM, y + 8)), FAINT, 0.3)
    yield from placed((_arrow(-1),), STRIP_AT_MM, 0)


def _arrow(side: int) -> Area:
    """A tip that points at the join, long enough to show beside a margin that stays blank."""
    return Area(((0, 0), (side * 10, -3), (side * 10, 3)), FAINT)


def strip() -> Drawing:
    """Eight slots for cards, two of each level."""
    across, down = LIBRARY_PITCH_MM
    first = LIBRARY_FROM_MM - STRIP_AT_MM - STRIP_MM[0] / 2
    shapes: list[Shape] = []
    for level in LEVELS:
        y = (level - 2.5) * down
        for i in range(len(SLOTS)):
            shapes += placed(_slot(level), first + i * across, y)
    shapes += placed((_arrow(1),), -STRIP_MM[0] / 2, 0)
    return Drawing(tuple(shapes), *STRIP_MM)


def _slot(level: int) -> Iterator[Shape]:
    width, height = (side + SLOT_MARGIN_MM for side in CARD_MM)
    yield Line(box(0, 0, width, height, radius=3.0), FAINT, 0.4, closed=True)
    for i in range(level):
        yield Area(lozenge((i - (level - 1) / 2) * 6.0, 0, 2.0, 2.4), FAINTER)


STRIP_X = MIDDLE + (STRIP_AT_MM + STRIP_MM[0] / 2) / UNIT_MM
"""Where the middle of the strip lies in the table plan."""
BESIDE_Y = MIDDLE + MAT_MM[1] / UNIT_MM
"""Where the middle of a sheet before the mat lies."""
