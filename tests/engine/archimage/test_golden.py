"""Whole matches as records, one for each number of players: played again they come to the same end."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.archimage.flow import points
from engine.record import final_state, read_record, replay, result_text, write_record

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("name", ["two", "three", "four", "five"])
def test_a_golden_match_comes_to_the_same_end(name: str) -> None:
    text = (GOLDEN / f"{name}.rwr").read_text(encoding="utf-8")
    record = read_record(text)
    assert write_record(record) == text
    rules = record.open()
    assert len(rules.seats) == {"two": 2, "three": 3, "four": 4, "five": 5}[name]
    for step in replay(record, rules):
        assert step.is_legal, (step.entry.line, step.verdict)
    state = final_state(record, rules)
    assert result_text(rules, state) == record.result
    # the score once more, by hand: powers, Bond, and one point for each scroll of a Synergy's colour
    for seat, owned in enumerate(state.owned):
        cards = [one.card for one in owned]
        plain = 1 + sum(card // 5 % 5 + 2 for card in cards)
        bonus = sum(
            sum(other % 5 == card % 5 for other in cards) + (card % 5 == 4) for card in cards if card // 5 == 4
        )
        assert points(state, seat) == plain + bonus
