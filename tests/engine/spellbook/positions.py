"""Random boards and helpers for the tests and benches of Spellbook Master."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.spellbook import GAME
from engine.spellbook.books import packaged_book
from engine.spellbook.language.meaning import PLAIN, Law, Meaning
from engine.spellbook.language.spells import Spell
from tests.engine.spellbook.independent import Board

BOOKS = ("elements", "formations")
LETTERS = "FAWE"


def examples() -> list[Spell]:
    """The eighty example spells, in order."""
    return [spell for name in BOOKS for spell in packaged_book(name).spells]


def meaning(number: int, law: Law = PLAIN) -> Meaning:
    return Meaning(examples()[number - 1].text, law)


def random_board(random: Random, least: int = 1) -> bytes:
    """Any number of gems of both masters on any points; dense and sparse ones alike."""
    gems = [code for code in range(1, 9) for _ in range(3)]
    random.shuffle(gems)
    count = random.randint(least, len(gems))
    board = gems[:count] + [0] * (24 - count)
    random.shuffle(board)
    return bytes(board)


def told(board: bytes) -> Board:
    """A board of the invoker's as the independent interpreter writes it."""
    return {point: ("i" if gem < 5 else "o") + LETTERS[(gem - 1) % 4] for point, gem in enumerate(board, 1) if gem}


def board_of(text: str) -> bytes:
    """``iF1 oA2``: the invoker's fire on 1, the opponent's air on 2."""
    board = bytearray(24)
    for word in text.split():
        board[int(word[2:]) - 1] = 1 + 4 * (word[0] == "o") + LETTERS.index(word[1])
    return bytes(board)


def opened(position: str) -> tuple[Any, Any]:
    return GAME.read_position(position)
