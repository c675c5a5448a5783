"""Boards: those that come with the game are fit for play, spoiled ones are refused with the place named."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine.archimage import GAME
from engine.archimage.board import PLAYERS, bits, board_names, load_board, own_board, read_board, stand_in
from engine.archimage.elements import HIGHEST
from engine.archimage.fitness import NEEDS, breaches, fit, needs
from engine.archimage.flow import FEWER_THAN
from engine.archimage.ways import floor
from engine.datafile import packaged
from engine.errors import DataError, NotationError, SetupError
from engine.words import Words

TEXT = packaged("engine.archimage", "fan-2.toml")
COUNTS = {2: (24, 12, 12, 6, 6, 6), 3: (28, 14, 14, 7, 7, 7), 4: (32, 16, 16, 8, 8, 8), 5: (36, 18, 18, 9, 9, 9)}
"""By players: the circles of powers 2 to 6, and the spaces for scrolls of each power."""


@pytest.mark.parametrize("players", PLAYERS)
def test_a_board_that_comes_with_the_game_is_fit(players: int) -> None:
    board = load_board("", players)
    assert board.name == stand_in(players)
    assert board.origin == "stand-in"
    assert breaches(board) == ()
    circles = Counter(board.spaces[number].power for number in board.circles)
    scrolls = Counter(board.spaces[number].power for number in board.scrolls)
    assert tuple(circles[power] for power in range(2, 7)) == COUNTS[players][:5]
    assert set(scrolls.values()) == {COUNTS[players][5]}


@pytest.mark.parametrize("players", PLAYERS)
def test_a_game_can_always_end(players: int) -> None:
    """Whatever a lone mage breaks first, it always finds another seal, until all are broken."""
    board = load_board("", players)
    seals = sum(1 << number for number in (*board.circles, *board.scrolls))
    for order in (bits, lambda mask: reversed(list(bits(mask)))):
        left = seals
        while left:
            walked = floor(board.beside, board.starts[0], left)
            near = [number for number in order(left) if board.beside[number] & walked]
            assert near, board.names(left)
            left &= ~(1 << near[0])
    highest = [number for number in board.scrolls if board.spaces[number].power == HIGHEST]
    assert len(highest) >= FEWER_THAN[players]


def space(text: str, name: str) -> str:
    """The entry of a space."""
    found = re.search(rf'\[\[space\]\]\nname = "{name}"\n(?:(?!\[\[).*\n)*', text)
    assert found
    return found[0]


def changed(name: str, old: str, new: str) -> str:
    entry = space(TEXT, name)
    assert old in entry
    return TEXT.replace(entry, entry.replace(old, new))


def all_of(pattern: str, new: str) -> str:
    return re.sub(pattern, new, TEXT)


def more_circles(text: str) -> str:
    """So many circles of power 6 that the tokens do not suffice."""
    return re.sub(
        r'(kind = "circle"\npower = )3', r"\g<1>6", re.sub(r'(kind = "circle"\npower = )4', r"\g<1>6", text)
    )


def few_doors(text: str) -> str:
    """Only two circles next to the chamber are left."""
    text = re.sub(r'to = \["hub", "([1-6])2"', r'to = ["\g<1>2"', text)
    return re.sub(r'to = \["hub", "([1-4])b"', r'to = ["\g<1>b"', text)


SPOILED: dict[str, tuple[Callable[[], str], str]] = {
    "archimage.board.req.capacity": (lambda: more_circles(TEXT), "not 30"),
    "archimage.board.req.scrolls": (lambda: all_of(r'(kind = "scroll"\npower = )5', r"\g<1>4"), "12"),
    "archimage.board.req.level6": (lambda: changed("16", "power = 6", "power = 5"), "5"),
    "archimage.board.req.connected": (
        lambda: changed("1e", '"15", "16"', '"16"'),
        "15 cannot be reached",
    ),
    "archimage.board.req.start": (lambda: changed("v5", '"hub"', '"1p"'), "v5"),
    "archimage.board.req.doors": (lambda: few_doors(TEXT), "at least 3"),
    "archimage.board.req.depth": (lambda: changed("1q", '"1b"', '"1b", "16"'), "16 is too near"),
    "archimage.board.req.loops": (lambda: changed("1h", 'to = ["16"]', "to = []"), "16 needs a second approach"),
    "archimage.board.req.through-scroll": (lambda: all_of(r'to = \["([1-6])6"\]', "to = []"), "on a passage"),
    "archimage.board.req.planar": (lambda: changed("1a", '"13", "1c"', '"13", "1c", "1f"'), "cross"),
    "archimage.board.req.print": (lambda: changed("12", space(TEXT, "12").split("at = ")[1].split("\n")[0],
                              space(TEXT, "1p").split("at = ")[1].split("\n")[0]), "1p and 12"),
}  # fmt: skip


@pytest.mark.parametrize("need", SPOILED)
def test_a_spoiled_board_is_refused_with_the_place(need: str) -> None:
    spoil, told = SPOILED[need]
    text = spoil()
    assert text != TEXT
    board = read_board(text, "mine.toml")
    found = [breach for breach in breaches(board) if breach.rule == need]
    assert found
    assert any(told in NEEDS[need.removeprefix("archimage.board.req.")].format(**breach.facts) for breach in found)
    with pytest.raises(DataError, match=r"mine\.toml: ") as caught:
        fit(board, "mine.toml")
    for words in (Words("en"), Words("fr")):
        said = words.error(caught.value)
        assert "{" not in said
    assert Words("fr").error(caught.value) != str(caught.value)


def test_every_need_has_a_fit_and_a_spoiled_board() -> None:
    assert list(SPOILED) == list(needs())


FAULTS = {
    "no TOML": (TEXT[:400] + "\n[[", "TOML"),
    "unknown key": (changed("1p", "power = 2", "power = 2\nwidth = 3"), "width"),
    "unknown space": (changed("1p", '"1a"', '"1z"'), "1z"),
    "token that cannot be": (changed("1p", "power = 2", "power = 7"), "1p"),
    "kind": (changed("1p", '"circle"', '"square"'), "square"),
    "name": (TEXT.replace('name = "1p"', 'name = "1-p"'), "1-p"),
    "twice": (TEXT.replace('name = "1q"', 'name = "1p"'), "1p"),
    "no hub": (TEXT.replace(space(TEXT, "hub"), "").replace('"hub", ', "").replace('"hub"', '"v1"'), "hub"),
    "at": (changed("1p", "at = [", "at = [1, "), "at"),
    "to itself": (changed("1p", '"1a"', '"1p"'), "itself"),
    "wall": (TEXT + '\n[[wall]]\nbetween = ["1p", "1a"]\n', "1p"),
    "wall of one": (TEXT + '\n[[wall]]\nbetween = ["1p"]\n', "1p"),
    "players": (TEXT.replace("players = 2", "players = 6"), "players"),
    "power of a spot": (changed("v1", "at =", "power = 2\nat ="), "v1"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_faulty_file_is_refused_with_the_place(fault: str) -> None:
    text, told = FAULTS[fault]
    with pytest.raises(DataError) as caught:
        read_board(text, "mine.toml")
    assert "mine.toml" in str(caught.value)
    assert told in str(caught.value)
    assert "{" not in Words("fr").error(caught.value)


def test_a_board_of_ones_own_is_played_on() -> None:
    mine = TEXT.replace('name = "fan-2"', 'name = "mine"').replace('"stand-in"', '"our tower"')
    rules: Any = GAME.open({"board": mine})
    assert rules.board.name == "mine"
    start = rules.start()
    text = rules.write_position(start)
    assert "board=own-" in text
    assert rules.read_position(text) == start
    with pytest.raises(NotationError, match="somebody's own"):
        GAME.read_position(text)
    with pytest.raises(NotationError, match="another setup"):
        rules.read_position("archimage circle=2 | phase deal")
    assert own_board(mine) is rules.board


def test_figures_on_the_violet_spots_bar_the_way_only_where_it_was_agreed() -> None:
    """A spot that is also a passage: the only way to a scroll of power 2 leads over it."""
    mine = TEXT.replace('to = ["hub", "12", "1a"]', 'to = ["hub", "1a"]').replace('"stand-in"', '"our tower"')
    at = space(TEXT, "12").split("at = [")[1].split("]")[0]
    entry = space(mine, "12")
    mine = mine.replace(entry, entry.rstrip() + '\nto = ["v1"]\n\n')
    assert at in mine
    for bars in (False, True):
        rules = GAME.open({"board": mine, "chamber-bars": bars})
        head = rules.write_position(rules.start()).partition(" | ")[0]
        state = rules.read_position(
            f"{head} | board 12=transmutation-fire | mages shaman=v2 witch=v1 | dice shaman=r2"
        )
        action = rules.read_action(state, "break 12 with r2")
        assert bool(rules.judge(state, action)) != bars
        assert (action in set(rules.legal(state))) != bars


def test_a_board_of_ones_own_has_to_be_fit() -> None:
    with pytest.raises(SetupError, match="cannot be reached") as caught:
        GAME.open({"board": SPOILED["archimage.board.req.connected"][0]()})
    assert "15" in Words("fr").error(caught.value)
    with pytest.raises(SetupError, match="fan-2, fan-3"):
        GAME.open({"board": "tower"})


def test_boards_are_on_the_shelf() -> None:
    assert [(one.option, one.name, one.origin) for one in GAME.stock()] == [
        ("board", name, "stand-in") for name in board_names()
    ]
