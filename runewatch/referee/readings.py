"""Which legal actions since the turn began explain what is seen: ranked, the simplest and best fitting first.

A beam over the states of the turn: from everything played so far, and from every earlier point of it that may be
gone back to, one action more at a time, keeping the states whose table looks most like what is seen. A reading is
good when no place clearly speaks against it; the search ends when nothing deeper could be as likely.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

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
    fits: bool
    """No place clearly looks otherwise."""
    cost: float
    """What its actions cost together."""
    likely: float = 0.0
    """How likely it is among all readings found; they sum to one."""

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
    ways = _Ways(rules, seen)
    for width in WIDTHS:
        search = _Search(ways, width)
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


class _Node(NamedTuple):
    """A reading on the way: a plain tuple, thousands of which are made for one look."""

    actions: tuple[Any, ...]
    state: Any
    table: Weighed
    cost: float
    came: tuple[Any, Any] | None = None
    """The state before and the action that led here: the table is told in the places that these tell it in."""
    back: int = 0
    """How many actions of the draft are taken back for it."""

    @property
    def weight(self) -> float:
        return self.table.loss + self.cost

    @property
    def reading(self) -> Reading:
        return Reading(self.actions, self.state, self.table.loss, self.table.fits, self.cost)


class _Way:
    """What one action more leads to, from whichever reading that has the same state."""

    __slots__ = ("action", "after", "effort", "is_weighed", "table")

    def __init__(self, action: Any, after: Any, effort: float) -> None:
        self.action, self.after, self.effort = action, after, effort
        self.is_weighed = False
        self.table: Weighed | None = None
        """None if it leaves no trace: then it has to be said."""


class _Ways:
    """Where states lead, worked out once for all widths. Tables are weighed only where no cheaper way leads."""

    def __init__(self, rules: Rules[Any, Any], seen: Evidence) -> None:
        self.rules, self.seen = rules, seen
        self._table = seen.open_to(rules.plan())
        self._known: dict[Any, tuple[Layout, list[_Way]]] = {}

    def of(self, node: _Node) -> tuple[Layout, list[_Way]]:
        """The table, made again for the few that are gone on from; and the ways by all that can be seen."""
        found = self._known.get(node.state)
        if found is None:
            rules, state = self.rules, node.state
            layout = rules.layout(state) if node.came is None else rules.traces(*node.came, state)
            ways = [
                _Way(action, rules.play(state, action), ACTION * rules.effort(action))
                for action in rules.toward(state, self._table)
                if rules.shown(action) != "said"
            ]
            found = self._known[state] = layout, ways
        return found

    def weigh(self, state: Any, layout: Layout, way: _Way) -> Weighed | None:
        if not way.is_weighed:
            table = self.rules.traces(state, way.action, way.after)
            way.table = None if table == layout else self.seen.weigh(table)
            way.is_weighed = True
        return way.table


class _Search:
    """The states reached so far and the cheapest way to each."""

    def __init__(self, ways: _Ways, width: int) -> None:
        self.ways, self.width = ways, width
        self.found: dict[Any, _Node] = {}
        self.fresh: list[_Node] = []

    @property
    def dearest(self) -> float:
        """What costs more does not matter beside what fits already."""
        return (
            min((node.weight for node in self.found.values() if node.table.fits), default=math.inf) + PASSED_OVER
        )

    def begin(self, turn: Turn) -> None:
        """What is read already is no new claim: it costs nothing to leave it as it is."""
        rules, weigh = self.ways.rules, self.ways.seen.weigh
        tables, states = [rules.layout(turn.base)], [turn.base]
        for action in turn.actions:
            states.append(rules.play(states[-1], action))
            tables.append(rules.traces(states[-2], action, states[-1]))
        cost = 0.0
        for count in range(len(turn.actions), turn.fixed - 1, -1):
            # what left no trace was said, and no look at the table tells that it was taken back
            if count == len(turn.actions) or tables[count] != tables[count + 1]:
                came = (states[count - 1], turn.actions[count - 1]) if count else None
                back = len(turn.actions) - count
                self._add(_Node(turn.actions[:count], states[count], weigh(tables[count]), cost, came, back))
            if count:
                cost += SCRIPTED_BACK if rules.scripted(states[count - 1]) else TAKEN_BACK
        for other in turn.others:
            if other.state not in self.found:
                self._add(_Node(other.actions, other.state, weigh(rules.layout(other.state)), other.cost))

    def further(self) -> bool:
        """One action more from the most promising states; False if there is nowhere to go that matters."""
        dearest = self.dearest
        hopeful = [node for node in self.fresh if node.cost + ACTION <= dearest]
        self.fresh = []
        for node in sorted(hopeful, key=lambda node: node.weight)[: self.width]:
            # from an earlier point of the turn another way is taken
            so_far = node.cost + INSTEAD * node.back
            layout, ways = self.ways.of(node)
            for way in ways:
                cost = so_far + way.effort
                known = self.found.get(way.after)
                if cost <= dearest and (known is None or cost < known.cost):
                    table = self.ways.weigh(node.state, layout, way)
                    if table is not None:
                        self._add(
                            _Node((*node.actions, way.action), way.after, table, cost, (node.state, way.action))
                        )
        return bool(self.fresh)

    def _add(self, node: _Node) -> None:
        self.found[node.state] = node
        self.fresh.append(node)

    def ranked(self) -> tuple[Reading, ...]:
        """Those that fit come first, however dear they are."""
        best = sorted(self.found.values(), key=lambda node: (not node.table.fits, node.weight))[:ENOUGH]
        return shared([node.reading for node in best])


def shared(readings: Sequence[Reading]) -> tuple[Reading, ...]:
    """The same readings, each with its share of the likelihood."""
    if not readings:
        return ()
    least = min(reading.weight for reading in readings)
    shares = [math.exp(least - reading.weight) for reading in readings]
    total = sum(shares)
    return tuple(replace(one, likely=share / total) for one, share in zip(readings, shares, strict=True))
