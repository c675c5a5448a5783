"""What people type, as requests."""

from __future__ import annotations

import pytest

from runewatch.live.spoken import WORDS, spoken
from runewatch.referee import requests as ask


@pytest.mark.parametrize("line", ["", "   ", "\n", "\t\r\n"])
def test_an_empty_line_asks_for_nothing(line: str) -> None:
    assert spoken(line) is None


@pytest.mark.parametrize("word", WORDS)
def test_a_word_is_known_in_any_case(word: str) -> None:
    assert spoken(f" {word.upper()} \n") == WORDS[word]


def test_every_request_without_words_of_its_own_can_be_said() -> None:
    assert {type(asked) for asked in WORDS.values()} == {
        ask.EndTurn, ask.StepBack, ask.AcceptTable, ask.Pause, ask.Resume, ask.Abandon, ask.Confirm, ask.Misread
    }  # fmt: skip


@pytest.mark.parametrize(("line", "number"), [("1", 0), (" 12 ", 11), ("0", -1), ("007", 6)])
def test_a_number_chooses_counted_from_one(line: str, number: int) -> None:
    assert spoken(line) == ask.Choose(number)


@pytest.mark.parametrize("line", ["move c3", "End turn", "1000", "٣", "-1", "1.5", "é\ufffd", "end end"])
def test_anything_else_is_an_action_as_it_is_written(line: str) -> None:
    assert spoken(f" {line} ") == ask.Say(line)
