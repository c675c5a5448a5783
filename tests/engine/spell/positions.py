"""Positions taken from random play: what tests and benchmarks use when any position will do, reproducibly."""

from __future__ import annotations

import random
from typing import Any

from engine.catalogue import game_named
from engine.spell.game import SpellRules
from engine.spell.state import Amulet, Phase, State, hand_of

AMULETS = [amulet for amulet in Amulet if amulet]


def random_position(seed: int, cards: int, **choices: Any) -> tuple[SpellRules, State]:
    """A player about to act in some round of a random match, holding ``cards`` unspent cards.

    Players prefer flips and claims, so that arenas come to life as they do on a real table.
    """
    chance = random.Random(seed)
    choices = {"deck": chance.choice(["basic", "advanced"]), "first": "black", **choices}
    if choices.get("solo", "no") != "no":
        del choices["first"]
    rules: Any = game_named("spell").open(choices)
    last = chance.randint(1, 6)
    state = _played_until(rules, chance, last)
    while state is None:
        state = _played_until(rules, chance, last)
    counts = [0, 0, 0]
    for _ in range(cards):
        counts[chance.randrange(3)] += 1
    return rules, state._replace(hands=hand_of((counts[0], counts[1], counts[2]), state.stage.seat))


def _played_until(rules: SpellRules, chance: random.Random, last: int) -> State | None:
    state = rules.start()
    while state.stage.phase is not Phase.OVER:
        at_start = state.stage.phase is Phase.TURN and not state.mage_used and not state.claimed
        if at_start and state.stage.round == last and not state.special:
            return state
        state = rules.play(state, random_action(rules, chance, state))
    return None


def random_action(rules: SpellRules, chance: random.Random, state: State) -> Any:
    """A random action of somebody who means to play."""
    actions = list(rules.legal(state))
    if state.stage.phase is not Phase.TURN:
        return chance.choice(actions)
    lively = [action for action in actions if action.kind in ("flip", "claim")]
    other = [action for action in actions if action.kind != "end"]
    if lively and chance.random() < 0.6:
        return chance.choice(lively)
    return chance.choice(other) if other and chance.random() < 0.7 else actions[-1]
