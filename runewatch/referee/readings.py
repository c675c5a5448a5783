"""Which legal actions since the turn began explain what is seen: ranked, the simplest and best fitting first.

A beam over the states of the turn: from everything played so far, and from every earlier point of it that may be
gone back to, one action more at a time, keeping the states whose table looks most like what is seen. A reading is
good when no place clearly speaks against it; the search ends when nothing deeper could be as likely.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.contract import Rules
from engine.table import Layout
from runewatch.referee.evidence import Evidence

WIDTH = 24
"""How many states are gone on from at each depth."""
DEEPEST = 6
"""More actions than this between two still views are not looked for."""
ACTION = 3.0
"""What one action more costs, as a logarithm of likelihood: three places slightly doubtful."""
TAKEN_BACK = 0.5
"""What it costs to believe that an action was taken back when the table looks as it did before it."""
SCRIPTED_BACK = 6.0
"""The same where a script asked for the action."""
INSTEAD = 2.5
"""What it costs further to believe that something else was done instead, with no look at the table in between."""
PASSED_OVER = math.log(10)
"""A reading so much less likely than another is not worth a question."""
ENOUGH = 40
"""How many readings are kept."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A way to explain what is seen: the turn so far, the state it leads to, and how well it fits."""

    actions: tuple[Any, ...]
    state: Any
    loss: float
    """How much less likely what is seen is under this reading than under one that fits wholly."""
    against: tuple[str, ...]
    """The places that clearly look otherwise."""
    cost: float
    """What its actions cost together."""
    likely: float = 0.0
    """How likely it is among all readings found; they sum to one."""

    @property
    def fits(self) -> bool:
        return not self.against

    @property
    def weight(self) -> float:
        return self.loss + self.cost


@dataclass(frozen=True, slots=True)
class Turn:
    """What a turn is explained from: the state it began with, and what was read of it so far."""

    base: Any
    actions: tuple[Any, ...] = ()
    fixed: int = 0
    """So many of its actions showed something hidden and cannot be taken back."""


def explain(rules: Rules[Any, Any], turn: Turn, seen: Evidence) -> tuple[Reading, ...]:
    """The readings of a turn, the likeliest first; the first may still not fit."""
    search = _Search(rules, seen)
    search.begin(turn)
    for _ in range(DEEPEST):
        if search.done or not search.further():
            break
    return search.ranked()


@dataclass(frozen=True, slots=True)
class _Node:
    """A reading on the way, and what the table then looks like."""

    reading: Reading
    table: Layout


class _Search:
    """The states reached so far and the cheapest way to each."""

    def __init__(self, rules: Rules[Any, Any], seen: Evidence) -> None:
        self.rules, self.seen = rules, seen
        self.found: dict[Any, Reading] = {}
        self.fresh: list[_Node] = []
        self.read = self.depth = 0

    @property
    def done(self) -> bool:
        """Whether whatever comes next is too dear to matter beside what fits already."""
        fitting = min((reading.weight for reading in self.found.values() if reading.fits), default=math.inf)
        next_ = min((node.reading.cost for node in self.fresh), default=math.inf) + ACTION
        return next_ > fitting + PASSED_OVER

    def begin(self, turn: Turn) -> None:
        """What is read already is no new claim: it costs nothing to leave it as it is."""
        tables, states = [self.rules.layout(turn.base)], [turn.base]
        for action in turn.actions:
            states.append(self.rules.play(states[-1], action))
            tables.append(self.rules.traces(states[-2], action, states[-1]))
        cost = 0.0
        for count in range(len(turn.actions), turn.fixed - 1, -1):
            # what left no trace was said, and no look at the table tells that it was taken back
            if count == len(turn.actions) or tables[count] != tables[count + 1]:
                self._add(turn.actions[:count], states[count], cost, tables[count])
            if count:
                cost += SCRIPTED_BACK if self.rules.scripted(states[count - 1]) else TAKEN_BACK
        self.read = len(turn.actions)

    def further(self) -> bool:
        """One action more from the most promising states; False if there is nowhere to go."""
        beam = sorted(self.fresh, key=lambda node: node.reading.weight)[:WIDTH]
        self.fresh = []
        for node in beam:
            reading = node.reading
            # from an earlier point of the turn another way is taken
            back = self.read - len(reading.actions) if self.depth == 0 else 0
            for action in self.rules.legal(reading.state):
                if self.rules.shown(action) != "said":
                    after = self.rules.play(reading.state, action)
                    cost = reading.cost + ACTION * self.rules.effort(action) + INSTEAD * back
                    known = self.found.get(after)
                    if known is None or cost < known.cost:
                        table = self.rules.traces(reading.state, action, after)
                        # what leaves no trace has to be said
                        if table != node.table:
                            self._add((*reading.actions, action), after, cost, table)
        self.depth += 1
        return bool(self.fresh)

    def _add(self, actions: tuple[Any, ...], state: Any, cost: float, table: Layout) -> None:
        loss, against = self.seen.weigh(table)
        reading = Reading(actions, state, loss, against, cost)
        self.found[state] = reading
        self.fresh.append(_Node(reading, table))

    def ranked(self) -> tuple[Reading, ...]:
        best = sorted(self.found.values(), key=lambda reading: reading.weight)[:ENOUGH]
        return shared(best)


def shared(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The same readings, each with its share of the likelihood."""
    if not readings:
        return ()
    least = min(reading.weight for reading in readings)
    shares = [math.exp(least - reading.weight) for reading in readings]
    total = sum(shares)
    return tuple(
        Reading(one.actions, one.state, one.loss, one.against, one.cost, share / total)
        for one, share in zip(readings, shares, strict=True)
    )
