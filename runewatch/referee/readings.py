"""Which legal actions since the turn began explain what is seen: ranked, the simplest and best fitting first.

A beam over the states of the turn: from everything played so far, and from every earlier point of it that may be
gone back to, one action more at a time, keeping the states whose table looks most like what is seen. A reading is
good when no place clearly speaks against it; the search ends when nothing deeper could be as likely.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.contract import Rules
from engine.table import Layout
from engine.verdict import Accepted
from runewatch.referee.evidence import Evidence, Weighed

WIDTHS = (24, 48)
"""How many states are gone on from at each depth; more of them only if nothing fits."""
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
OTHERS = 4
"""So many other readings of one table are remembered."""


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
    others: tuple[Reading, ...] = ()
    """What else explained the last table; their cost is how much less likely they were."""


def explain(rules: Rules[Any, Any], turn: Turn, seen: Evidence) -> tuple[Reading, ...]:
    """The readings of a turn, those that fit first and the likeliest of them first; perhaps none fits."""
    found: tuple[Reading, ...] = ()
    for width in WIDTHS:
        search = _Search(rules, seen, width)
        search.begin(turn)
        for _ in range(DEEPEST):
            if not search.further():
                break
        found = search.ranked()
        if any(reading.fits for reading in found):
            break
    return found


def rivals_of(rules: Rules[Any, Any], meant: Reading, fitting: Sequence[Reading]) -> tuple[Reading, ...]:
    """What else explains the table that is read as ``meant``: the same table, another state.

    What is done next may be legal only there. They cost what they are less likely, but no less than any
    change of mind; so until then the simplest is believed.
    """
    table = rules.layout(meant.state)
    others = (other for other in fitting if other.state != meant.state and rules.layout(other.state) == table)
    ranked = sorted(others, key=lambda other: other.cost)[:OTHERS]
    return tuple(replace(other, cost=max(INSTEAD, other.cost - meant.cost)) for other in ranked)


def carried_on(
    rules: Rules[Any, Any], others: Sequence[Reading], action: Any, table: Layout
) -> tuple[Reading, ...]:
    """The other readings after an action, as far as it is legal in them and leaves this table."""
    found = []
    for other in others:
        verdict = rules.judge(other.state, action)
        if isinstance(verdict, Accepted) and rules.layout(verdict.state) == table:
            found.append(replace(other, actions=(*other.actions, action), state=verdict.state))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Node:
    """A reading on the way, and what the table then looks like."""

    reading: Reading
    table: Weighed
    back: int = 0
    """How many actions of the draft are taken back for it."""


class _Search:
    """The states reached so far and the cheapest way to each."""

    def __init__(self, rules: Rules[Any, Any], seen: Evidence, width: int) -> None:
        self.rules, self.seen, self.width = rules, seen, width
        self.found: dict[Any, Reading] = {}
        self.fresh: list[_Node] = []

    @property
    def dearest(self) -> float:
        """What costs more does not matter beside what fits already."""
        fitting = (reading.weight for reading in self.found.values() if reading.fits)
        return min(fitting, default=math.inf) + PASSED_OVER

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
                back = len(turn.actions) - count
                self._add(turn.actions[:count], states[count], cost, self.seen.weigh(tables[count]), back)
            if count:
                cost += SCRIPTED_BACK if self.rules.scripted(states[count - 1]) else TAKEN_BACK
        for other in turn.others:
            if other.state not in self.found:
                table = self.seen.weigh(self.rules.layout(other.state))
                self._add(other.actions, other.state, other.cost, table)

    def further(self) -> bool:
        """One action more from the most promising states; False if there is nowhere to go that matters."""
        rules, dearest = self.rules, self.dearest
        hopeful = [node for node in self.fresh if node.reading.cost + ACTION <= dearest]
        self.fresh = []
        for node in sorted(hopeful, key=lambda node: node.reading.weight)[: self.width]:
            reading = node.reading
            # from an earlier point of the turn another way is taken
            so_far = reading.cost + INSTEAD * node.back
            for action in rules.legal(reading.state):
                cost = so_far + ACTION * rules.effort(action)
                if cost > dearest or rules.shown(action) == "said":
                    continue
                after = rules.play(reading.state, action)
                known = self.found.get(after)
                if known is None or cost < known.cost:
                    table = rules.traces(reading.state, action, after)
                    # what leaves no trace has to be said
                    if table != node.table.layout:
                        self._add((*reading.actions, action), after, cost, self.seen.weigh(table, node.table))
        return bool(self.fresh)

    def _add(self, actions: tuple[Any, ...], state: Any, cost: float, table: Weighed, back: int = 0) -> None:
        reading = Reading(actions, state, table.loss, table.against, cost)
        self.found[state] = reading
        self.fresh.append(_Node(reading, table, back))

    def ranked(self) -> tuple[Reading, ...]:
        """Those that fit come first, however dear they are."""
        best = sorted(self.found.values(), key=lambda reading: (not reading.fits, reading.weight))[:ENOUGH]
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
