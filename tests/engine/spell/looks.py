"""Layouts of looks and random matches, for the tests of plan, inspect and diagnose."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.spell import GAME
from engine.spell.frame import NAMES
from engine.spell.layouts import plan
from engine.spell.layouts.look import Look
from engine.spell.state import Phase, State, hand_of
from engine.table import Layout
from tests.engine.spell.positions import random_action

SETUPS: dict[str, dict[str, Any]] = {
    "2e": {},
    "1e": {"edition": "1e"},
    "2e asymmetric": {"asymmetric": True},
    "1e asymmetric": {"edition": "1e", "asymmetric": True, "zero-slide": True},
    "tournament": {"tournament": True},
    "1e tournament asymmetric": {"edition": "1e", "tournament": True, "asymmetric": True},
    "normal": {"solo": "normal"},
    "hard": {"solo": "hard", "opening": "siege"},
}


def random_states(setup: str, seed: int, most: int = 250) -> Iterator[tuple[Any, State]]:
    """The states of a random match; now and then the player in turn is given other cards."""
    chance = random.Random(seed)
    rules: Any = GAME.open(SETUPS[setup])
    state = rules.start()
    for _ in range(most):
        if state.stage.phase is Phase.OVER:
            return
        if state.stage.phase is Phase.TURN and chance.random() < 0.2:
            cards = (chance.randint(0, 2), chance.randint(0, 2), chance.randint(0, 2))
            state = state._replace(hands=hand_of(cards, state.stage.seat))
        yield rules, state
        state = rules.play(state, random_action(rules, chance, state))


def layout_of_look(look: Look, around: Layout) -> Layout:
    """The layout of a look, with everything else as it is in another layout."""
    found = {name: things for name, things in around.items() if name not in NAMES}
    for place, (tile, standing) in enumerate(zip(look.tiles, look.figures, strict=True)):
        if things := plan.pieces(tile + standing):
            found[NAMES[place]] = things
    return found | {name: plan.pieces(letters) for name, letters in look.ring}
