"""The board that a camera looks at: its spaces, between four marks, with what lies and stands on them.

A camera sees this or the sheet of dice, as the table chooses; what it does not see is said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.archimage.board import Board
from engine.archimage.layouts import plan
from engine.table import Marker, TablePlan

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

MARK_MM = 24.0
MARGIN_MM = 12.0
"""Between the outermost space and the edge of the board."""
_ROOM_MM = 19.0
"""Between the middle of a mark and the edge of the board."""
_FIRST_MARKER = 44


def half(board: Board) -> float:
    """Half the side of the printed board."""
    return max(plan.outermost(board) + MARGIN_MM, _mark_at(board) * plan.UNIT_MM + _ROOM_MM)


def _mark_at(board: Board) -> float:
    """How far marks are from the middle, in units: from mark to mark it is a whole number."""
    return (plan.outermost(board) + MARGIN_MM - _ROOM_MM) * 2 // plan.UNIT_MM / 2


def markers(board: Board) -> tuple[Marker, ...]:
    far, side = _mark_at(board), MARK_MM / plan.UNIT_MM
    corners = ((-far, -far), (far, -far), (far, far), (-far, far))
    return tuple(Marker(_FIRST_MARKER + number, x, y, side) for number, (x, y) in enumerate(corners))


def field(rules: ArchimageRules) -> TablePlan:
    """The part of the table plan that is printed on the board and holds no dice."""
    whole = rules.plan()
    names = {space.name for space in rules.board.spaces if space.kind != "hub"}
    kinds = ("seal", plan.SCROLL, "figure")
    return TablePlan(
        tuple(place for place in whole.places if place.name in names),
        tuple(thing for thing in whole.things if thing.kind in kinds),
        whole.unit_mm,
        links=whole.links,
        walls=whole.walls,
        markers=whole.markers,
        supply=tuple(one for one in whole.supply if not one.things[0].startswith(("die", "bond", "first"))),
        cards=(plan.SCROLL,),
    )
