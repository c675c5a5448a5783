"""The shift: counted by brute force, and held against a plain implementation of its definition."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.spell import arena
from engine.spell.actions import shifts
from engine.spell.frame import DIRECTION_NAMES, FULL, INNER, PLACES
from engine.spell.notation.cells import read_arena, write_arena
from engine.text import words
from tests.engine.spell.oracle import FRAME, TRAVEL, Spot, name, shift

CORNERS = ["a1", "a4", "d1", "d4"]
EDGES = ["a2", "a3", "b1", "b4", "c1", "c4", "d2", "d3"]
INNERS = ["b2", "b3", "c2", "c3"]
LANES = range(0, 64, 16)
"""Four lanes that travel with a tile; read as one, they tell fifteen tiles apart."""


def numbered(gap: int) -> int:
    """An arena of fifteen tiles that all differ, with nobody on them."""
    tiles = enumerate((place for place in range(16) if place != gap), 1)
    marked = sum(1 << lane + place for number, place in tiles for i, lane in enumerate(LANES) if number >> i & 1)
    return marked | 1 << arena.GAP + gap


def engine_results(gap: int, zero: bool) -> list[int]:
    """The arena after each shift that the engine lists, fifteen different tiles lying there."""
    before = numbered(gap)
    return [
        arena.shifted(before, action.place, action.other)
        if action.other >= 0
        else arena.carried(before, action.place)
        for action in shifts(FULL ^ 1 << gap, zero)
    ]


def plain_results(gap: Spot) -> list[tuple[tuple[str, ...], Spot]]:
    """The same by the plain implementation: what lies where, and where the gap is."""
    results = []
    for carried in FRAME:
        for travel in TRAVEL.values():
            behind = (carried[0] - travel[0], carried[1] - travel[1])
            if carried != gap and behind in FRAME:
                tiles = {spot: "." if spot == gap else name(spot) for spot in FRAME}
                after = shift(tiles, dict.fromkeys(FRAME, ""), gap, carried, travel)
                results.append((tuple(tiles[spot] for spot in FRAME), after))
    return results


@pytest.mark.parametrize(
    ("gaps", "strict", "unchanged", "loose"),
    [(CORNERS, (46, 45), 2, (57, 56)), (EDGES, (45, 44), 1, (56, 54)), (INNERS, (44, 42), 0, (56, 52))],
    ids=["corner", "edge", "inner"],
)
def test_how_many_shifts_there_are(
    gaps: list[str], strict: tuple[int, int], unchanged: int, loose: tuple[int, int]
) -> None:
    """Actions and different arenas, by the place of the gap; loosely, a border tile needs no slide."""
    for place in gaps:
        gap = PLACES[place]
        results = engine_results(gap, zero=False)
        assert (len(results), len(set(results))) == strict
        assert results.count(numbered(gap)) == unchanged
        with_zero = engine_results(gap, zero=True)
        assert (len(with_zero), len(set(with_zero))) == loose
        plain = plain_results(FRAME[gap])
        assert (len(plain), len(set(plain))) == strict


def test_every_place_and_way_is_counted_once() -> None:
    assert len(shifts(FULL, False)) == 48
    for places, ways in ((CORNERS, 2), (EDGES, 3), (INNERS, 4)):
        for place in places:
            assert len(shifts(1 << PLACES[place], False)) == ways


def after(gap: str, carried: str, way: str) -> int:
    return arena.shifted(numbered(PLACES[gap]), PLACES[carried], DIRECTION_NAMES.index(way))


Symmetry = Callable[[Spot], Spot]
SYMMETRIES: list[Symmetry] = [
    lambda s: (s[0], s[1]), lambda s: (s[0], 3 - s[1]), lambda s: (3 - s[0], s[1]), lambda s: (3 - s[0], 3 - s[1]),
    lambda s: (s[1], s[0]), lambda s: (s[1], 3 - s[0]), lambda s: (3 - s[1], s[0]), lambda s: (3 - s[1], 3 - s[0]),
]  # fmt: skip


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=map(str, range(8)))
def test_different_shifts_with_the_same_outcome(symmetry: Symmetry) -> None:
    """With the gap at a corner, on an edge and inside; and the same seen from elsewhere."""

    def seen(gap: str, carried: str, way: str) -> tuple[int, int]:
        spots = {place: FRAME[PLACES[place]] for place in (gap, carried)}
        behind = (spots[carried][0] - TRAVEL[way][0], spots[carried][1] - TRAVEL[way][1])
        there, from_there = symmetry(spots[carried]), symmetry(behind)
        travel = (there[0] - from_there[0], there[1] - from_there[1])
        turned_way = next(told for told, step in TRAVEL.items() if step == travel)
        where = name(symmetry(spots[gap]))
        return after(where, name(there), turned_way), numbered(PLACES[where])

    for carried, way in (("b1", "right"), ("a2", "down")):
        outcome, before = seen("a1", carried, way)
        assert outcome == before
    outcome, before = seen("b1", "b2", "down")
    assert outcome == before
    assert seen("b1", "a1", "left") == seen("b1", "c1", "left")
    assert seen("b2", "b1", "up") == seen("b2", "b3", "up")
    assert seen("b2", "a2", "left") == seen("b2", "c2", "left")


@pytest.mark.parametrize(("gaps", "least", "most"), [(CORNERS, 38, 42), (EDGES, 37, 41), (INNERS, 36, 40)])
def test_two_mages_leave_fewer(gaps: list[str], least: int, most: int) -> None:
    for gap in gaps:
        others = [place for place in range(16) if place != PLACES[gap]]
        counts = {
            len(shifts(FULL ^ 1 << PLACES[gap] ^ 1 << one ^ 1 << other, False))
            for one, other in combinations(others, 2)
        }
        assert (min(counts), max(counts)) == (least, most)


@st.composite
def arenas(draw: st.DrawFn) -> dict[Spot, str]:
    """Any arena: tiles anyhow, a gap anywhere, figures on some of the tiles."""
    letters = draw(
        st.permutations(["B", "b", "b", "b", "B", "b", "B", "V", "v", "v", "V", "v", "v", "v", "N", "."])
    )
    cells = dict(zip(FRAME, letters, strict=True))
    for figure in draw(st.permutations(["M", "m", *draw(st.sampled_from([[], ["E"], ["e", "E"], ["e"]]))])):
        spot = draw(st.sampled_from([spot for spot in FRAME if cells[spot] != "." and len(cells[spot]) == 1]))
        cells[spot] += figure
    return cells


def written(cells: dict[Spot, str]) -> str:
    return " / ".join(" ".join(cells[row, column] for column in range(4)) for row in range(4))


@given(arenas(), st.data())
def test_a_shift_is_what_it_is_said_to_be(cells: dict[Spot, str], data: st.DataObject) -> None:
    before = read_arena(words(written(cells)))
    gap = next(spot for spot in FRAME if cells[spot] == ".")
    pairs = [
        (spot, way)
        for spot in FRAME
        for way, (down, right) in TRAVEL.items()
        if len(cells[spot]) == 1 and spot != gap and (spot[0] - down, spot[1] - right) in FRAME
    ]
    listed = {(FRAME[a.place], DIRECTION_NAMES[a.other]) for a in shifts(arena.free(before), False)}
    assert listed == set(pairs)
    for carried, way in data.draw(st.lists(st.sampled_from(pairs), min_size=4, max_size=12)):
        tiles = {spot: cell[0] for spot, cell in cells.items()}
        standing = {spot: cell[1:] for spot, cell in cells.items()}
        place, direction = PLACES[name(carried)], DIRECTION_NAMES.index(way)
        new_gap = shift(tiles, standing, gap, carried, TRAVEL[way])
        found = arena.shifted(before, place, direction)
        assert write_arena(found) == written({spot: tiles[spot] + standing[spot] for spot in FRAME})
        assert arena.gap(found) == 1 << PLACES[name(new_gap)]
        assert not arena.gap(found) & INNER
        # the two halves of it, as the solo rival plays them, make the same whole
        assert arena.slid(arena.carried(before, place), direction) == found
