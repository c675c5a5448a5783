"""The page about Spellbook Master: its samples are read, checked and played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.record import read_record, replay, write_record
from engine.spellbook import GAME
from engine.spellbook.books import read_book
from engine.spellbook.checking import review

PAGE = (Path(__file__).parents[3] / "docs" / "spellbook.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("text", blocks("position"))
def test_positions_are_read_and_written_as_they_stand(text: str) -> None:
    rules, state = GAME.read_position(text)
    assert rules.write_position(state) == text.strip()


@pytest.mark.parametrize("text", blocks("record"))
def test_records_are_legal(text: str) -> None:
    record = read_record(text)
    assert all(step.is_legal for step in replay(record, record.open()))
    assert write_record(record) == text


def test_books_are_clear_and_mean_the_same_in_both_languages() -> None:
    english, french = map(read_book, blocks("book"))
    assert not any(review(text).findings for text in blocks("book"))
    for ours, theirs in zip(english.spells, french.spells, strict=True):
        assert ours.text.needs == theirs.text.needs
        assert [one.effect for one in ours.text.effects] == [one.effect for one in theirs.text.effects]


GEMS = re.compile(r"\bGEMS\b")
LINES = [
    code
    for row in re.findall(r"^\| (`.*?) \|", PAGE, re.MULTILINE)
    for code in re.findall(r"`([^`]*)`", row)
    if re.match(r"(move|place|swap|push|needs|if|let|choose|where) ", code)
    and not re.search(r"\d-\d|fire 2 10", code)
]


def test_the_tables_have_lines() -> None:
    assert len(LINES) > 20


@pytest.mark.parametrize("line", LINES)
def test_every_line_of_the_tables_is_read(line: str) -> None:
    line = line.replace("…", "my fire")
    swap = line.startswith(("swap", "push"))
    gems = iter(["their gems" if line.startswith("push") else "my water", "my fire"] if swap else ["my earth"] * 2)
    line = GEMS.sub(lambda _: next(gems), line)
    if "ward" in line.split()[-1] or "beside" in line or "toward" in line:
        line = line.replace("my earth", "my earth on point 11")
    more = "" if line.startswith(("move", "place", "swap", "push", "if")) else "\nmove my fire clockwise by 1"
    read_book(f"book: B\nspell: S\n{line}{more}")
