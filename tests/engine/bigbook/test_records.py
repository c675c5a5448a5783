"""Whole matches on paper: replayed, judged, written back; and what statistics count in them."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from engine.catalogue import game_named
from engine.record import final_state, read_record, replay, write_record
from engine.verdict import Accepted, Refusal

GOLDEN = sorted(Path(__file__).parent.glob("golden-*.rwr"))
ENDS = {
    "golden-2": "bigbook.end.lose-last-monster",
    "golden-3": "bigbook.end.win",
    "golden-5": "bigbook.end.lose-madness",
}


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_match_comes_out_as_it_did(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = read_record(text)
    rules = match.open()
    assert write_record(match) == text
    told: Counter[str] = Counter()
    for step in replay(match, rules):
        assert isinstance(step.verdict, Accepted), (step.entry, step.verdict)
        told.update(event.name for event in step.verdict.events)
    end = final_state(match, rules)
    result = rules.result(end)
    assert result is not None
    assert result.rule == ENDS[path.stem]
    assert match.ended(rules, end) == match
    assert told["triggered"] + told["destroyed"] >= 18
    assert told["failed"] + told["vanquished"] == 5
    assert set(told) & set(rules.game.tallies)


def test_a_wrong_action_is_named_and_the_rest_still_judged() -> None:
    text = GOLDEN[0].read_text(encoding="utf-8")
    match = read_record(text.replace("book 2", "book 4", 1))
    refused = [step.verdict for step in replay(match, match.open()) if isinstance(step.verdict, Refusal)]
    assert refused[0].rules == ("bigbook.invocation.advance",)


def test_it_stands_on_the_shelf() -> None:
    assert game_named("bigbook").title == "The Big Book of Madness"


def test_the_page_about_it_is_true() -> None:
    page = (Path(__file__).parents[3] / "docs" / "bigbook.md").read_text(encoding="utf-8")
    game = game_named("bigbook")
    (position,) = re.findall(r"```position\n(.*?)\n```", page)
    rules, state = game.read_position(position)
    assert rules.write_position(state) == position
    (cards,) = re.findall(r"```toml\n(.*?)```", page, re.DOTALL)
    assert game.open({"cards": cards}).setup["cards"] == cards
    for option in game.options:
        assert f"`{option.name}" in page, option.name
