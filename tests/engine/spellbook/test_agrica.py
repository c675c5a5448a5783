"""The Agrica: its lines, its zones, and the two ways to look at it."""

from __future__ import annotations

from itertools import product

import pytest

from engine.spellbook.agrica import (
    ADJACENT,
    ARC,
    EVERYWHERE,
    LINES,
    MAPS,
    NORTH,
    POINTS,
    SOUTH,
    ZONES,
    Sides,
    count_of,
    has_gems,
)
from tests.engine.spellbook.independent import AT
from tests.engine.spellbook.positions import board_of

MORRIS = (1, 2, 3, 9, 10, 11, 17, 18, 19, 8, 16, 24, 20, 12, 4, 23, 22, 21, 15, 14, 13, 7, 6, 5)
"""The points in the reading order that programs for Nine Men's Morris number their cells in."""
MORRIS_MILLS = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8), (9, 10, 11), (12, 13, 14), (15, 16, 17), (18, 19, 20), (21, 22, 23),
    (0, 9, 21), (3, 10, 18), (6, 11, 15), (1, 4, 7), (16, 19, 22), (8, 12, 17), (5, 13, 20), (2, 14, 23),
)  # fmt: skip
"""The sixteen mills of Nine Men's Morris in those cells."""


def test_the_lines_are_the_mills_of_nine_mens_morris() -> None:
    theirs = {frozenset(MORRIS[cell] - 1 for cell in mill) for mill in MORRIS_MILLS}
    assert {frozenset(line) for line in LINES} == theirs


def test_neighbours_are_those_of_the_drawing() -> None:
    """Two points are joined if they share a column or row of the grid with nothing between, nor the hole."""
    for a, b in product(range(POINTS), repeat=2):
        (xa, ya), (xb, yb) = AT[a + 1], AT[b + 1]
        between = {
            (x, y)
            for x in range(min(xa, xb), max(xa, xb) + 1)
            for y in range(min(ya, yb), max(ya, yb) + 1)
        } - {AT[a + 1], AT[b + 1]}  # fmt: skip
        joined = a != b and (xa == xb or ya == yb) and not between & {*AT.values(), (3, 3)}
        assert (b in ADJACENT[a]) is joined
    assert sum(map(len, ADJACENT)) == 64


def test_zones_cover_the_board() -> None:
    assert ZONES["front"] | ZONES["guard"] | ZONES["river"] == EVERYWHERE
    assert ZONES["left"] | ZONES["right"] | ZONES["axis"] == EVERYWHERE
    assert ZONES["angles"] ^ ZONES["intersections"] == EVERYWHERE
    crossing = [point for point in range(POINTS) if len(ADJACENT[point]) == 4]
    assert sum(1 << point for point in crossing) == ZONES["crossroads"]


@pytest.mark.parametrize("name", ["through the centre", "across the axis", "across the river", "next number"])
def test_these_maps_are_permutations(name: str) -> None:
    assert sorted(target for (target,) in MAPS[name]) == list(range(POINTS))


def test_toward_one_master_is_away_from_the_other() -> None:
    for point in range(POINTS):
        for target in MAPS["toward me"][point]:
            assert MAPS["toward the opponent"][target] == (point,)


@pytest.mark.parametrize("mirror", [False, True])
def test_each_seat_sees_the_board_from_its_own_side(mirror: bool) -> None:
    sides = Sides(mirror=mirror)
    board = board_of("iF1 iA10 oE6 oW17 iW24")
    for seat in (SOUTH, NORTH):
        seen = sides.seen(board, seat)
        assert sides.seen(seen, seat) == board
        assert count_of(seen, 0) == count_of(board, seat)
    for point in range(POINTS):
        north = 8 * (point // ARC) + (point % ARC + 4) % ARC
        assert Sides().points[NORTH][point] == north
    assert Sides().seen(board, NORTH)[1] == 4
    assert has_gems(board, NORTH)
    assert not has_gems(board_of("iF1"), NORTH)
    assert not has_gems(board_of("oF1"), SOUTH)
