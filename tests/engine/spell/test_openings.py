"""The stand-in openings are arenas that a set-up could have led to, and faulty ones are refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from itertools import combinations

import pytest

from engine.errors import DataError
from engine.spell.frame import EDGES, SPOTS, king_distance
from engine.spell.openings import Opening, load_openings, opening, read_openings

ALL = load_openings()
EVERY = pytest.mark.parametrize("found", ALL, ids=[found.name for found in ALL])


def cells(found: Opening) -> list[str]:
    return found.arena.replace(" / ", " ").split(" ")


def active(found: Opening, tile: str) -> list[int]:
    return [place for place, cell in enumerate(cells(found)) if cell[0] == tile]


def spread(places: list[int]) -> int:
    return sum(king_distance(a, b) for a, b in combinations(places, 2))


def test_there_are_six() -> None:
    assert [found.name for found in ALL] == ["meadow", "crossroads", "islands", "lanterns", "comets", "siege"]
    assert len({found.arena for found in ALL}) == 6


@EVERY
def test_an_opening_says_what_it_is(found: Opening) -> None:
    assert found.origin == "stand-in"
    assert set(found.title) == {"en", "fr"}
    assert opening(found.name) is found
    assert hash(found) == hash(opening(found.name))


@EVERY
def test_the_arena_is_one_line_of_cells(found: Opening) -> None:
    rows = found.arena.split(" / ")
    assert [len(row.split(" ")) for row in rows] == [4, 4, 4, 4]


@EVERY
def test_the_pieces_are_complete(found: Opening) -> None:
    """spell.setup.pieces, spell.setup.one-gap"""
    tiles = Counter(cell[0].lower() for cell in cells(found))
    assert tiles == {"b": 7, "v": 7, "n": 1, ".": 1}


@EVERY
def test_each_mage_stands_on_an_active_tile_of_its_colour(found: Opening) -> None:
    """spell.setup.core-mages, spell.tournament.mages-last"""
    assert sorted(cell for cell in cells(found) if len(cell) > 1) == ["BM", "Vm"]


@EVERY
def test_both_colours_have_as_many_active_tiles(found: Opening) -> None:
    """One each as in a built arena (spell.setup.inactive), or three (spell.tournament.three-active)."""
    assert len(active(found, "B")) == len(active(found, "V")) in (1, 3)


@EVERY
def test_the_neutral_tile_lies_between_the_colours(found: Opening) -> None:
    """Between the mages in a built arena (spell.setup.core), else between the first tiles laid."""
    laid = dict(zip(SPOTS, cells(found), strict=False))
    row, column = SPOTS[cells(found).index("N")]
    lines = [
        {laid.get((row, column - 1)), laid.get((row, column + 1))},
        {laid.get((row - 1, column)), laid.get((row + 1, column))},
    ]
    assert ({"BM", "Vm"} if len(active(found, "B")) == 1 else {"b", "v"}) in lines


def test_the_two_kinds_grow_harder() -> None:
    """What violet works with lies farther apart from opening to opening."""
    calm = [spread(active(found, "v") + active(found, "V")) for found in ALL[:3]]
    lively = [spread(active(found, "V")) for found in ALL[3:]]
    assert calm == sorted(set(calm))
    assert lively == sorted(set(lively))


@EVERY
def test_the_arena_could_have_been_built(found: Opening) -> None:
    """Tile by tile, colours in turn, each beside one that lies already (spell.setup.order, .adjacent)."""
    colours = "".join(cell[0].lower() for cell in cells(found))
    core = [place for place, cell in enumerate(cells(found)) if cell in ("N", "BM", "Vm")]
    laid = sum(1 << place for place in (core if len(active(found, "B")) == 1 else [colours.index("n")]))
    assert any(buildable(colours, laid, turn) for turn in ("bv", "vb"))


def buildable(colours: str, laid: int, turn: str) -> bool:
    open_places = [p for p in range(16) if colours[p] == turn[0] and not laid >> p & 1]
    if not open_places:
        return laid.bit_count() == 15
    return any(buildable(colours, laid | 1 << p, turn[::-1]) for p in open_places if EDGES[p] & laid)


def test_some_openings_have_their_gap_inside() -> None:
    gaps = {cells(found).index(".") in (5, 6, 9, 10) for found in ALL}
    assert gaps == {True, False}


def test_an_unknown_opening() -> None:
    with pytest.raises(DataError, match="there is no opening 'attic'; the openings are: meadow, crossroads"):
        opening("attic")


# -- faulty openings ------------------------------------------------------------------------------------

FILE = (files("engine.spell") / "data" / "openings.toml").read_text(encoding="utf-8")
GOOD = FILE[FILE.index("origin") : FILE.index("[[opening]]", FILE.index("[[opening]]") + 1)]


def swap(old: str, new: str) -> Callable[[], str]:
    assert GOOD.count(old) >= 1, old
    return lambda: GOOD.replace(old, new, 1)


HERE = "my.toml, [[opening]] 1 'meadow'"
FAULTS: dict[str, tuple[Callable[[], str], str]] = {
    "no TOML": (swap("[[opening]]", "[[opening"), "my.toml, line 3, column 10: this is not TOML"),
    "no origin": (swap("origin =", "from ="), "my.toml: the key origin is missing"),
    "no opening": (lambda: 'origin = "mine"', "my.toml: the key opening is missing"),
    "none at all": (
        lambda: 'origin = "mine"\nopening = []',
        "there must be 1 to 60 entries [[opening]], not 0",
    ),
    "an unknown key": (swap("arena =", "level = 1\narena ="), f"{HERE}: there is no key 'level'"),
    "no arena": (swap("arena =", "board ="), f"{HERE}: the key arena is missing"),
    "no name": (swap("name =", "#"), "my.toml, [[opening]] 1: the key name is missing"),
    "a number as name": (
        swap('name = "meadow"', "name = 1"),
        "my.toml, [[opening]] 1 '1': name must be a text",
    ),
    "no English title": (swap("en =", "de ="), f"{HERE} [title]: the key en is missing"),
    "a title without languages": (
        swap('title = { en = "The meadow", fr = "La prairie" }', 'title = "The meadow"'),
        f"{HERE}: title must be a table, not 'The meadow'",
    ),
    "a name twice": (
        lambda: GOOD + GOOD[GOOD.index("[[") :],
        "my.toml, [[opening]] 2 'meadow': every opening needs a name of its own; meadow was there before",
    ),
    "a row short": (
        swap("v v  v v\n", ""),
        f"{HERE}: an arena has 4 rows of 4 cells, not rows of '4, 4, 4'",
    ),
    "a cell more": (swap("v v  v v\n", "v v  v v v\n"), "not rows of '4, 4, 4, 5'"),
    "an empty arena": (lambda: GOOD[: GOOD.index("arena")] + 'arena = ""', "not rows of ''"),
    "a wrong tile": (
        swap("b b  b .", "b x  b ."),
        f"{HERE}: b1 must be . or a tile (B b V v N), perhaps with a mage (M m), not 'x'",
    ),
    "a wrong figure": (swap("Vm", "VE"), f"{HERE}: d2 must be . or a tile"),
    "two mages on a tile": (swap("Vm", "VMm"), "d2 must be . or a tile"),
    "a mage on the gap": (swap("b b  b .", "b b  b .m"), "d1 must be . or a tile"),
    "no gap": (swap("b b  b .", "b b  b b"), f"{HERE}: an arena has 7 of B b, not 8"),
    "a tile short": (swap("b b  b .", "b b  . ."), f"{HERE}: an arena has 7 of B b, not 6"),
    "a colour short": (swap("v v  v v\n", "v v  v N\n"), f"{HERE}: an arena has 7 of V v, not 6"),
    "two mages of a colour": (swap("BM", "Bm"), f"{HERE}: an arena has 1 of M, not 0"),
    "a mage more": (swap("b b  b .", "bm b b ."), f"{HERE}: an arena has 1 of m, not 2"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_opening_is_refused(fault: str) -> None:
    make, told = FAULTS[fault]
    with pytest.raises(DataError) as error:
        read_openings(make(), "my.toml")
    assert told in str(error.value)
    assert error.value.facts["source"] == "my.toml"


def test_a_good_file_is_read() -> None:
    assert read_openings(GOOD, "my.toml") == ALL[:1]
