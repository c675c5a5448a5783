"""The eighty example spells: they agree with the digest's table, as a second interpreter reads it."""

from __future__ import annotations

from random import Random

import pytest

from engine.spellbook.language.meaning import standing
from tests.engine.spellbook.independent import Row, may_be_cast, outcomes, table
from tests.engine.spellbook.positions import board_of, examples, meaning, random_board, told

TABLE = table()
TRIED = 60
"""Boards for each spell here; bench/spells.py tries ten thousand."""

DIGEST_CASES = [
    ("iF1 oA2", ["iF1 oA3"]),
    ("iF2 oA10", ["iF2 oA10"]),
    ("iF1 oA2 iW3", ["iF1 oA3"]),
    ("iF1 oA2 oE3", ["iF1 oA3"]),
    ("iF1 iF4 oA2 oE3", ["iF1 iF4 oE2 oA3"]),
    ("iF1 iF3 oA2", ["iF1 oA3", "oA1 iF3"]),
    ("iF1 iF5 oA2 oE4", ["iF1 iF5 oA3", "iF1 iF5 oE3"]),
]
"""Worked results of the digest for number 77."""


def suited(random: Random, row: Row) -> bytes:
    """A board on which the spell may well be cast."""
    for _ in range(12):
        board = random_board(random, 1 if row.requirement == "-" else 16)
        if may_be_cast(told(board), row.requirement):
            break
    return board


def test_all_eighty_are_there_by_name() -> None:
    assert [row.name for row in TABLE] == [spell.name for spell in examples()]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: f"{row.number}-{row.name}")
def test_a_spell_agrees_with_the_table(row: Row) -> None:
    random = Random(row.number)
    ours, cast = meaning(row.number), 0
    for tried in range(TRIED):
        board = suited(random, row) if tried % 2 else random_board(random)
        found = ours.cast(board, standing(board))
        wanted = outcomes(told(board), row)
        assert {frozenset(told(after).items()) for after in found.boards} == wanted, told(board)
        assert len(found.boards) == len(set(found.boards))
        cast += bool(wanted)
        if row.choice != "pick" and row.number != 33:
            assert len(wanted) <= 1
            assert not found.ambiguous
        if row.takes == "-":
            assert all(sorted(after) == sorted(board) for after in found.boards)
        if row.takes == "opp":
            assert all(after.count(gem) == board.count(gem) for after in found.boards for gem in range(1, 5))
    assert cast > TRIED // 4


@pytest.mark.parametrize(("before", "after"), DIGEST_CASES)
def test_the_worked_results(before: str, after: list[str]) -> None:
    found = meaning(77).cast(board_of(before))
    assert set(found.boards) == {board_of(one) for one in after}
