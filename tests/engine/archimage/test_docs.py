"""What docs/archimage.md shows can be typed in: positions, actions, boards, and all options."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.archimage import GAME
from engine.archimage.board import read_board
from engine.archimage.fitness import needs
from engine.archimage.house import DOUBTS
from engine.errors import DataError

PAGE = (Path(__file__).parents[3] / "docs" / "archimage.md").read_text(encoding="utf-8")


def test_positions_are_read_and_written_the_same() -> None:
    (text,) = re.findall(r"```position\n(.*?)\n```", PAGE, re.DOTALL)
    rules, state = GAME.read_position(text)
    assert rules.write_position(state) == text


def test_actions_are_read_and_written_the_same() -> None:
    _, _, rest = PAGE.partition("## Actions")
    rows = rest.partition("## A board")[0]
    rules = GAME.open({"circle": "4"})
    cells = re.findall(r"^\| (`.*?) \|", rows, re.MULTILINE)
    told = [text for cell in cells for text in re.findall(r"`(.*?)`", cell)]
    assert len(told) >= 30
    for text in told:
        action = rules.read_action(rules.start(), text)
        assert rules.write_action(rules.start(), action) == text


def test_every_option_and_every_need_of_a_board_is_told() -> None:
    for option in DOUBTS:
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| {option.source} |"))
        assert f"`{option.name}`" in row
    _, _, rest = PAGE.partition("| `archimage.board.req.` |")
    told = re.findall(r"^\| `([a-z0-9-]+)` \|", rest, re.MULTILINE)
    assert [f"archimage.board.req.{name}" for name in told] == list(needs())


def test_the_board_that_is_shown_has_the_right_form() -> None:
    """It is only the beginning of a board: what the circle leads to is left out."""
    (text,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    with pytest.raises(DataError, match="there is no space '1a'"):
        read_board(text, "shown")
