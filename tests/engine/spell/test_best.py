"""The best of a turn, held against trying everything."""

from __future__ import annotations

from typing import Any

import pytest

from engine.catalogue import game_named
from engine.search import reachable
from engine.spell.best import best
from engine.spell.game import SpellRules
from engine.spell.state import Phase, State
from engine.verdict import Accepted
from tests.engine.spell.positions import random_position

MODES: list[dict[str, Any]] = [
    {"edition": "2e"},
    {"edition": "1e"},
    {"edition": "2e", "zero-slide": True},
    {"edition": "2e", "asymmetric": True},
    {"edition": "1e", "asymmetric": True},
    {"edition": "2e", "tournament": True},
    {"edition": "1e", "tournament": True, "asymmetric": True, "one-meeple-per-tile": True},
]


def tried_everything(rules: SpellRules, state: State) -> int:
    """The most points of any legal line of this turn, by visiting every position."""
    seat = state.stage.seat
    ends = reachable(rules, state, lambda _, action: action.kind != "end")
    return max(end.points[seat] for end in ends) - state.points[seat]


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: " ".join(f"{k}={v}" for k, v in mode.items()))
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("cards", [0, 1])
def test_never_wrong_against_trying_everything(mode: dict[str, Any], seed: int, cards: int) -> None:
    rules, state = random_position(seed, cards, **mode)
    if cards and any(state.stage.amulets):
        state = state._replace(shifts=1)  # two shifts and a card are too many positions for a test
    found = best(rules, state)
    assert found.proven
    assert found.points == tried_everything(rules, state)


@pytest.mark.parametrize("seed", range(6))
def test_the_line_is_legal_and_gains_what_it_says(seed: int) -> None:
    rules, state = random_position(seed, 2, edition="2e")
    found = best(rules, state)
    for action in found.actions:
        verdict = rules.judge(state, action)
        assert isinstance(verdict, Accepted), rules.write_action(state, action)
        state = verdict.state
    start = random_position(seed, 2, edition="2e")[1]
    assert state.points[state.stage.seat] - start.points[state.stage.seat] == found.points


def test_a_search_that_is_stopped_says_so() -> None:
    rules, state = random_position(0, 3, edition="2e")
    assert not best(rules, state, out_of_time=lambda: True).proven
    assert best(rules, state).proven


def test_outside_a_turn_there_is_nothing_to_gain() -> None:
    rules = game_named("spell").open({"first": "black"})
    state = rules.start()
    assert state.stage.phase is Phase.REVEAL
    assert rules.best(state) is None
