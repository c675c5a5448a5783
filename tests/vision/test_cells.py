"""Which places lie on the lattice, and in which cuts they are looked for."""

from __future__ import annotations

from engine.catalogue import game_named, games
from engine.table import Place, TablePlan, Thing
from vision.cells import cells, vocabulary, windows
from vision.cut import CELLS, RIM

TILE, PAWN = Thing("red", "tile", 0), Thing("pawn", "piece", 0, tall=True)
NORTH, EAST = Thing("north", "arrow", turn=0), Thing("east", "arrow", turn=90)
CARD = Thing("ace", "card")


def plan(side: int) -> TablePlan:
    places = [Place(f"p{x}-{y}", "p", x, y, ("tile", "piece")) for x in range(side) for y in range(side)]
    places += [
        Place("arrow", "arrow", -3.0, 1.5, ("arrow",)),
        Place("deck", "deck", 9.0, 0.0, ("card",), 0.7, 1.1),
    ]
    places += [Place("sheet", "sheet", 0, 0, ("tile",), overlay=True)]
    return TablePlan(tuple(places), (TILE, PAWN, NORTH, EAST, CARD), 50.0)


def test_things_are_sorted_by_how_they_are_told_apart() -> None:
    words = vocabulary(plan(2))
    assert words.faces == {"tile": (TILE,)}
    assert words.pieces == {"piece": (PAWN,)}
    assert words.pointers == {"arrow": (NORTH, EAST)}


def test_what_is_beside_the_lattice_is_no_cell() -> None:
    assert {place.name for place in cells(plan(2))} == {"p0-0", "p0-1", "p1-0", "p1-1"}
    assert {place.name for place in cells(plan(2), overlay=True)} == {"sheet"}


def test_every_place_is_in_one_cut_away_from_its_rim() -> None:
    for side in (1, 3, 6, 7, 13):
        found = windows(cells(plan(side)))
        placed = [(place, row, column) for places in found.values() for place, row, column in places]
        assert len(placed) == side * side
        assert all(RIM <= at < CELLS - RIM for _, *spot in placed for at in spot)
        for window, places in found.items():
            assert all((place.x, place.y) == (window.x + column, window.y + row) for place, row, column in places)


def test_small_boards_need_one_cut() -> None:
    assert len(windows(cells(plan(6)))) == 1
    assert len(windows(cells(plan(7)))) == 4
    assert windows([]) == {}


def test_every_game_of_the_box_has_words_for_its_lattice() -> None:
    for game in map(game_named, games()):
        rules = game.open()
        words = vocabulary(rules.plan())
        for place in cells(rules.plan()):
            assert any(kind in words.faces or kind in words.pieces for kind in place.kinds)
