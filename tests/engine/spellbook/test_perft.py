"""How many sequences of legal actions there are: fixed, to notice any change."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.catalogue import game_of
from engine.search import perft

FIXED = [
    line.split(maxsplit=2)
    for line in (Path(__file__).parent / "perft.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]
IDS = [str(number) for number in range(1, len(FIXED) + 1)]


@pytest.mark.parametrize(("depth", "expected", "position"), FIXED, ids=IDS)
def test_fixed_counts(depth: str, expected: str, position: str) -> None:
    rules, state = game_of(position).read_position(position)
    assert perft(rules, state, int(depth)) == int(expected)
    assert rules.write_position(state) == position


@pytest.mark.parametrize("position", [position for _, _, position in FIXED[1:]], ids=IDS[1:])
def test_every_legal_action_is_accepted(position: str) -> None:
    rules, state = game_of(position).read_position(position)
    for action in rules.legal(state):
        assert rules.played(state, action) == rules.play(state, action)
