"""The printed Agrica: its lines lead where the board's do, and its marks lie where the plan has them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine.drawing import Line, Text
from engine.printed import Batch, Ground
from engine.spellbook.agrica import LINES
from engine.spellbook.layouts import NAMES, table_plan
from engine.spellbook.sheets import SIDE_MM, printed
from engine.table import Marker

(SHEET,) = (part for part in printed() if isinstance(part, Ground))
(GEMS,) = (part for part in printed() if isinstance(part, Batch))
PLAN = table_plan()


def millimetres(x: float, y: float) -> tuple[float, float]:
    return (x - SHEET.x) * PLAN.unit_mm, (y - SHEET.y) * PLAN.unit_mm


def test_every_line_of_the_board_is_drawn_once() -> None:
    drawn = {frozenset(shape.points) for shape in SHEET.drawing.shapes if isinstance(shape, Line)}
    ends = [(PLAN.place(NAMES[first]), PLAN.place(NAMES[last])) for first, _, last in LINES]
    assert drawn == {frozenset(millimetres(one.x, one.y) for one in pair) for pair in ends}


def test_every_point_is_numbered_beside_its_gem() -> None:
    numbers = {shape.text: (shape.x, shape.y) for shape in SHEET.drawing.shapes if isinstance(shape, Text)}
    assert set(numbers) == set(NAMES)
    for name, (x, y) in numbers.items():
        place = PLAN.place(name)
        aside = [a - b for a, b in zip((x, y), millimetres(place.x, place.y), strict=True)]
        assert 10 < sum(a * a for a in aside) ** 0.5 < PLAN.unit_mm / 2


@pytest.mark.parametrize("marker", PLAN.markers, ids=lambda marker: str(marker.number))
def test_marks_lie_on_the_sheet_and_off_the_board(marker: Marker) -> None:
    assert SHEET.marked
    for at in (marker.x, marker.y):
        far = abs(at - SHEET.x)
        assert far + marker.side / 2 < SIDE_MM / 2 / PLAN.unit_mm
        assert far - marker.side / 2 > 3.5


def test_there_are_three_of_every_gem_to_cut_out_and_they_fit_into_the_tray() -> None:
    plan = table_plan()
    assert [(piece.name, piece.count) for piece in GEMS.pieces] == [(thing.name, 3) for thing in plan.things]
    slots = [place for place in plan.places if place.kind == "tray"]
    apart = min(abs(one.x - other.x) for one, other in pairwise(slots) if one.owner == other.owner) * plan.unit_mm
    assert max(piece.front.width_mm for piece in GEMS.pieces) < apart
