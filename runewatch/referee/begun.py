"""What is on its way: of all that a legal action puts down, only a part lies there yet.

Hands lay one thing after the other. That is no fault as long as what lies there belongs where it lies; what is
still missing can be told. Where something is taken away there is no halfway: it is where it was, or gone.
"""

from __future__ import annotations

from typing import Any

from engine.contract import Rules
from engine.table import Difference, Layout, Thing, differences
from runewatch.referee.evidence import Evidence, Seen

Things = tuple[Thing, ...]


def begun(rules: Rules[Any, Any], state: Any, seen: Evidence) -> tuple[Difference, ...] | None:
    """What is missing of the action that was begun, nothing if several may be meant; None if none was."""
    now = seen.placed(rules.layout(state))
    found: set[tuple[Difference, ...]] = set()
    for action in rules.toward(state, seen.open_to(rules.plan())):
        if rules.shown(action) != "said":
            after = seen.placed(rules.traces(state, action, rules.play(state, action)))
            table = _halfway(now, after, seen)
            if table is not None and seen.weigh(table).fits:
                found.add(differences(after, table))
    if not found:
        return None
    return found.pop() if len(found) == 1 else ()


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
