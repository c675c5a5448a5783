"""What is on its way: of all that a legal action puts down, only a part lies there yet.

Hands lay one thing after the other. That is no fault as long as what lies there belongs where it lies; what is
still missing can be told. Where something is taken away there is no halfway: it is where it was, or gone. Of
several sheets one may show an action that the others do not show yet.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.contract import Rules
from engine.table import Difference, Layout, TablePlan, Thing, differences
from runewatch.referee.evidence import Evidence, Seen

Things = tuple[Thing, ...]


def begun(rules: Rules[Any, Any], state: Any, seen: Evidence) -> tuple[Difference, ...] | None:
    """What is missing of the action that was begun, nothing if several may be meant; None if none was.

    What takes more to be believed is meant only if nothing else is.
    """
    now = seen.placed(rules.layout(state))
    every: dict[float, set[tuple[Difference, ...]]] = {}
    for action in rules.toward(state, seen.open_to(rules.plan())):
        if rules.shown(action) != "said":
            after = seen.placed(rules.traces(state, action, rules.play(state, action)))
            for table in _on_the_way(now, after, seen, rules.watched()):
                if seen.weigh(table).fits:
                    every.setdefault(rules.effort(action), set()).add(differences(after, table))
    if not every:
        return None
    found = every[min(every)]
    return found.pop() if len(found) == 1 else ()


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
