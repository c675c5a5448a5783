"""Whole matches on paper, kept as they were once played: nothing in them may change unnoticed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine.record import read_record, replay, result_text, write_record
from engine.spellbook import GAME
from engine.verdict import Accepted
from engine.words import Words

GOLDEN = Path(__file__).parent / "golden"
ENDS = {
    name: (tallies, position)
    for name, tallies, position in (
        line.split(" # ") for line in (GOLDEN / "ends.txt").read_text(encoding="utf-8").splitlines()
    )
}
"""For each match what happened in it, counted, and where it ended."""


@pytest.mark.parametrize("name", sorted(ENDS))
def test_a_match_goes_as_it_went(name: str) -> None:
    text = (GOLDEN / f"{name}.rwr").read_text(encoding="utf-8")
    record = read_record(text)
    rules = record.open()
    counted: Counter[str] = Counter()
    for step in replay(record, rules):
        assert isinstance(step.verdict, Accepted), (step.entry, step.verdict)
        for event in step.verdict.events:
            counted[event.name] += 1
            for language in ("en", "fr"):
                assert "{" not in Words(language).event(GAME, event)
        for notice in step.verdict.notices:
            assert "{" not in Words("fr").sentence(GAME, notice)
        end = step.after
    tallies, position = ENDS[name]
    assert " ".join(f"{event}={count}" for event, count in sorted(counted.items())) == tallies
    assert rules.write_position(end) == position
    assert result_text(rules, end) == record.result
    assert write_record(record) == text
