"""What is seen of a place where many things lie side by side, held against what should lie there.

Each thing is paired with the piece that looks most like it, so that all together fit best.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.table import Layout, TablePlan, Thing
from vision.sighting import NOTHING, Heap, One

FLOOR = 1e-3
"""Nothing seen rules a thing out: it may have been misread."""
OVERLOOKED = 0.06
"""How likely it is that something lies there and was not seen at all."""
GRAIN = 4096
"""Losses are told in such fractions, so that their sums are the same in whatever order they are made."""

Things = tuple[Thing, ...]
Names = tuple[str, ...]
Open = Mapping[str, Names]
"""Things that may show as several others: a die whose face does not count, as each of its faces."""
Pair = tuple[str, str]
"""What a thing is, and what it was taken for; NOTHING if it was overlooked, or is none."""


def open_things(plan: TablePlan) -> Open:
    """Which things show as which others."""
    return {
        one.name: tuple(
            other.name
            for other in plan.things
            if other.pips and (other.kind, other.colour) == (one.kind, one.colour)
        )
        for one in plan.things
        if one.pips == 0
    }


@dataclass(frozen=True, slots=True, eq=False)
class SeenHeap:
    """One such place. ``mistaken`` are misreadings that people told of."""

    heap: Heap
    open_to: Open
    mistaken: tuple[Pair, ...] = ()
    told: dict[Things, float] = field(default_factory=dict)
    """What was worked out already."""

    def loss(self, things: Things) -> float:
        """How much less likely these contents are than the likeliest: a logarithm, 0 or more."""
        found = self.told.get(things)
        if found is None:
            total = sum(loss for _, _, loss in self.paired(things))
            found = self.told[things] = round(total * GRAIN) / GRAIN
        return found

    def paired(self, things: Things) -> list[tuple[Thing | None, One | None, float]]:
        """Every thing with the piece it is taken to be, and what that costs; what is left over on either side."""
        excused = Counter(self.mistaken)
        costs = [[self._cost(one, thing) for thing in things] for one in self.heap.each]
        strange = [self._strange(one) for one in self.heap.each]
        counted: Counter[str] = Counter()
        missing = []
        for thing in things:
            counted[thing.name] += 1
            is_told = counted[thing.name] <= excused[thing.name, NOTHING]
            missing.append(0.0 if is_told else -math.log(OVERLOOKED))
        return [
            (
                None if column is None else things[column],
                None if row is None else self.heap.each[row],
                strange[row] if column is None and row is not None
                else missing[column] if row is None and column is not None
                else costs[row][column] if row is not None and column is not None
                else 0.0,
            )
            for row, column in matched(costs, strange, missing)
        ]  # fmt: skip

    def _cost(self, one: One, thing: Thing) -> float:
        if (thing.name, one.best) in self.mistaken:
            return 0.0
        names = self.open_to.get(thing.name, ())
        likely = one.likely.get(thing.name, 0.0) + sum(one.likely.get(name, 0.0) for name in names)
        return max(0.0, believed(one.likely.get(one.best, 1.0)) - believed(likely))

    def _strange(self, one: One) -> float:
        """What it costs that a piece is none."""
        if (NOTHING, one.best) in self.mistaken:
            return 0.0
        return max(0.0, believed(one.likely.get(one.best, 1.0)) - believed(one.likely.get(NOTHING, 0.0)))


def seen_heap(heap: Heap, open_to: Open, mistaken: Sequence[Pair] = ()) -> SeenHeap:
    return SeenHeap(heap, open_to, tuple(mistaken))


def believed(likely: float) -> float:
    """The logarithm of how likely something is, as far as that is believed."""
    return math.log(max(likely, FLOOR))


def misread(expected: Things, seen: Things) -> tuple[Pair, ...]:
    """Which things were taken for which others, as few as can be."""
    lacking = Counter(one.name for one in expected)
    extra = Counter(one.name for one in seen)
    both = lacking & extra
    left, over = sorted((lacking - both).elements()), sorted((extra - both).elements())
    most = max(len(left), len(over))
    left, over = left + [NOTHING] * (most - len(left)), over + [NOTHING] * (most - len(over))
    return tuple(zip(left, over, strict=True))


def still_mistaken(
    mistaken: Mapping[str, Sequence[Pair]], before: Layout, after: Layout
) -> dict[str, tuple[Pair, ...]]:
    """What of the misreadings may still be told after something was done: of what lies there as it did."""
    found = {}
    for place, pairs in mistaken.items():
        there = {thing.name for thing in after.get(place, ())}
        is_same = before.get(place, ()) == after.get(place, ())
        if kept := tuple(pair for pair in pairs if is_same or pair[0] in there):
            found[place] = kept
    return found


# -- pairing ------------------------------------------------------------------------------------------------


def matched(
    costs: Sequence[Sequence[float]], rows_alone: Sequence[float], columns_alone: Sequence[float]
) -> list[tuple[int | None, int | None]]:
    """Rows and columns paired so that it costs least; either may stay alone, at a price."""
    rows, columns = len(rows_alone), len(columns_alone)
    size = rows + columns
    far = 1e6
    square = [
        [
            costs[i][j] if i < rows and j < columns
            else rows_alone[i] if i < rows and j - columns == i
            else columns_alone[j] if j < columns and i - rows == j
            else 0.0 if i >= rows and j >= columns
            else far
            for j in range(size)
        ]
        for i in range(size)
    ]  # fmt: skip
    found = []
    for j, i in enumerate(_assigned(square)):
        if i < rows or j < columns:
            found.append((i if i < rows else None, j if j < columns else None))
    return found


def _assigned(costs: Sequence[Sequence[float]]) -> list[int]:
    """For each column its row, all together at the least cost: augmenting paths, a row at a time."""
    size = len(costs)
    over_rows, over_columns = [0.0] * (size + 1), [0.0] * (size + 1)
    row_of, before = [0] * (size + 1), [0] * (size + 1)
    for row in range(1, size + 1):
        row_of[0], column = row, 0
        least, used = [math.inf] * (size + 1), [False] * (size + 1)
        while row_of[column]:
            used[column] = True
            here, step, following = row_of[column], math.inf, 0
            for j in range(1, size + 1):
                if not used[j]:
                    cost = costs[here - 1][j - 1] - over_rows[here] - over_columns[j]
                    if cost < least[j]:
                        least[j], before[j] = cost, column
                    if least[j] < step:
                        step, following = least[j], j
            for j in range(size + 1):
                if used[j]:
                    over_rows[row_of[j]] += step
                    over_columns[j] -= step
                else:
                    least[j] -= step
            column = following
        while column:
            row_of[column] = row_of[before[column]]
            column = before[column]
    return [row - 1 for row in row_of[1:]]
