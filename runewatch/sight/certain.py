"""What cannot be as it is seen, although not all of it is in sight."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from typing import Any

from engine.contract import Rules
from engine.table import Layout, TablePlan
from engine.verdict import Breach

_COUNTED = ("place", "places", "count")
"""The facts of a breach that change with what more is found."""


def certain(rules: Rules[Any, Any], plan: TablePlan, seen: Layout, hidden: Collection[str]) -> tuple[Breach, ...]:
    """The breaches that stand whatever lies in the hidden places.

    What is lacking may lie there, so that is certain of none. What lies there is tried one sort after the other:
    no rule asks for two sorts at once.
    """
    found = rules.inspect(seen)
    for filled in _filled(plan, seen, hidden):
        if not found:
            break
        still = {one for breach in rules.inspect(filled) for one in _about(breach)}
        found = tuple(breach for breach in found if not still.isdisjoint(_about(breach)))
    return found


def _filled(plan: TablePlan, seen: Layout, hidden: Collection[str]) -> Iterator[Layout]:
    """The layout with so many of a thing in the hidden places, evenly, for each thing and every number of it."""
    for thing in plan.things:
        takes = [place.name for place in plan.places if place.name in hidden and thing.kind in place.kinds]
        most = max((one.count for one in plan.supply if thing.name in one.things), default=1)
        for number in range(1, max(len(takes), most) + 1) if takes else ():
            lying = [takes[one % len(takes)] for one in range(number)]
            yield {**seen, **{name: (thing,) * lying.count(name) for name in lying}}


def _about(breach: Breach) -> Iterator[Hashable]:
    """What a breach is about, however much of it is in sight: its subject, and the place where it begins."""
    yield breach.rule, frozenset((name, fact) for name, fact in breach.facts.items() if name not in _COUNTED)
    if "place" in breach.facts:
        # of two at one place only one may be told
        yield breach.rule, breach.facts["place"]
