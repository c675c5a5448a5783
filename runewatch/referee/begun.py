"""What is on its way: of all that a legal action puts down, only a part lies there yet.

Hands lay one thing after the other. That is no fault as long as what lies there belongs where it lies; what is
still missing can be told. Where something is taken away there is no halfway: it is where it was, or gone. Of
several sheets one may show an action that the others do not show yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.contract import Rules
from engine.table import Difference, Layout, TablePlan, Thing, differences
from runewatch.referee.evidence import Evidence, Seen

Things = tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Begun:
    """An action that may have been begun, where it leads, and what is missing of it."""

    action: Any
    state: Any
    missing: tuple[Difference, ...]


def begun(rules: Rules[Any, Any], state: Any, seen: Evidence) -> tuple[Begun, ...]:
    """The actions that may have been begun, one for each way in which something may be missing.

    What takes more to be believed is meant only if nothing else is.
    """
    now = seen.placed(rules.layout(state))
    every: dict[float, dict[tuple[Difference, ...], Begun]] = {}
    for action in rules.toward(state, seen.open_to(rules.plan())):
        if rules.shown(action) != "said":
            reached = rules.play(state, action)
            after = seen.placed(rules.traces(state, action, reached))
            for table in _on_the_way(now, after, seen, rules.watched()):
                if seen.weigh(table).fits:
                    missing = differences(after, table)
                    every.setdefault(rules.effort(action), {}).setdefault(missing, Begun(action, reached, missing))
    return tuple(every[min(every)].values()) if every else ()


def _on_the_way(now: Layout, after: Layout, seen: Evidence, plan: TablePlan) -> Iterator[Layout]:
    """What the table may look like between the two."""
    table = _halfway(now, after, seen)
    if table is not None:
        yield table
    changed = {one.place for one in differences(now, after)}
    for sheet in plan.sheets:
        here = changed.intersection(place.name for place in sheet.places)
        # of what is not seen nothing is awaited
        missing = (changed & seen.places.keys()) - here
        if here and missing:
            yield {**after, **{name: now.get(name, ()) for name in missing}}


def _halfway(now: Layout, after: Layout, seen: Evidence) -> Layout | None:
    """What the table looks most like between the two; None if the way is no longer than one thing put down."""
    table = dict(now)
    changed = differences(after, now)
    if sum(len(one.expected) - len(one.seen) for one in changed) < 2:
        return None
    for one in changed:
        there = seen.places.get(one.place)
        if one.expected[: len(one.seen)] != one.seen or not isinstance(there, Seen | None):
            return None
        ways = [one.expected[:count] for count in range(len(one.seen), len(one.expected) + 1)]
        # what is hidden is taken to be done
        table[one.place] = ways[-1] if there is None else min(ways, key=there.loss)
    return table
