"""Walking through what is legal, for any game: counting, collecting, playing along."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from engine.contract import Action, Rules, State


def perft(rules: Rules[State, Action], state: State, depth: int) -> int:
    """How many sequences of ``depth`` legal actions there are; every one of them is played."""
    if depth == 0:
        return 1
    play = rules.play
    return sum(perft(rules, play(state, action), depth - 1) for action in rules.legal(state))


def divide(rules: Rules[State, Action], state: State, depth: int) -> Iterator[tuple[Action, int]]:
    """The same count, for each first action apart: what one compares to find a difference."""
    for action in rules.legal(state):
        yield action, perft(rules, rules.play(state, action), depth - 1)


def reachable(
    rules: Rules[State, Action], state: State, within: Callable[[State, Any], bool], most: int = 1_000_000
) -> set[State]:
    """Every state that legal actions lead to, the first included, going only by actions that are ``within``."""
    found = {state}
    fresh = [state]
    play, legal = rules.play, rules.legal
    while fresh and len(found) < most:
        here = fresh.pop()
        for action in legal(here):
            if within(here, action):
                after = play(here, action)
                if after not in found:
                    found.add(after)
                    fresh.append(after)
    return found
