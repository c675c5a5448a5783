"""What lies in a place as it lay before anything was to fall there: it was not rolled yet."""

from __future__ import annotations

import math
from collections.abc import Mapping

from engine.table import TablePlan
from runewatch.referee.evidence import HIDDEN
from vision.sighting import Heap, One

NEAR_MM = 4.0
"""What lies no farther off shows the same thing in the same spot: sight wavers less, and no roll ends so near."""

Heaps = Mapping[str, Heap]


def lain(before: Heaps, seen: Heaps) -> dict[str, Heap]:
    """How all lay when it was seen last."""
    return {**before, **{name: heap for name, heap in seen.items() if heap.hidden <= HIDDEN}}


def untaken(before: Heaps, seen: Heaps) -> dict[str, Heap]:
    """What of it was not seen to be taken off the table since."""
    there = lain(before, seen)
    return {name: heap for name, heap in before.items() if len(there[name].each) == len(heap.each)}


def is_unrolled(plan: TablePlan, before: Heap, now: Heap) -> bool:
    """Whether each thing shows what it did, and lies where it did as far as that is known."""
    left = list(before.each)
    for one in now.each:
        same = next((other for other in left if _is_same(plan, one, other)), None)
        if same is None:
            return False
        left.remove(same)
    return bool(now.each) and not left


def _is_same(plan: TablePlan, one: One, other: One) -> bool:
    if one.best != other.best:
        return False
    return one.at is None or other.at is None or math.dist(one.at, other.at) * plan.unit_mm <= NEAR_MM
