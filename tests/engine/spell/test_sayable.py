"""What is said by a press of a button: how the Gem fell, amulets, runes that are claimed or taken."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.spell import GAME


def said(rules: Any, state: Any) -> list[str]:
    return [rules.write_action(state, action) for action in rules.sayable(state)]


def test_how_the_gem_fell_is_offered() -> None:
    rules: Any = GAME.open({})
    assert said(rules, rules.start()) == ["gem black", "gem violet"]


def test_a_rune_that_matches_is_offered_to_be_claimed_and_nothing_else_of_a_turn() -> None:
    rules: Any = GAME.open({})
    state = rules.read_position(
        "spell 2e | v b b b / V v V V / N Bm V v / b b bM . | turn violet | round 6 | used flip shift"
        " | runes 1O 1S 2U 2F 3R 3C 4T 4W | bag rest"
    )
    assert len(list(rules.legal(state))) > 1
    assert said(rules, state) == ["claim 1S"]


@pytest.mark.parametrize("mode", [{}, {"asymmetric": True}, {"solo": "normal"}, {"tournament": True}], ids=str)
def test_only_what_is_legal_is_offered_and_never_many(mode: dict[str, Any]) -> None:
    rules: Any = GAME.open(mode)
    rng, state, offers = random.Random(5), rules.start(), 0
    for _ in range(300):
        legal = list(rules.legal(state))
        if not legal:
            break
        offered = rules.sayable(state)
        offers += bool(offered)
        assert set(offered) <= set(legal)
        assert len(offered) <= 8
        state = rules.play(state, rng.choice(offered or legal))
    assert offers
