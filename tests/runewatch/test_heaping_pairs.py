"""Pairing what is seen with what should lie there costs as little as it can: held against trying every way."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from runewatch.referee.heaping import matched

COST = st.integers(0, 9).map(float)


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[list[float]], list[float], list[float]]:
    """Costs of each pair, and what it costs a row or a column to stay alone."""
    rows, columns = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    costs = [[draw(COST) for _ in range(columns)] for _ in range(rows)]
    return costs, [draw(COST) for _ in range(rows)], [draw(COST) for _ in range(columns)]


def least(costs: list[list[float]], rows: list[float], columns: list[float]) -> float:
    """By trying every way: each row takes a column of its own, or none."""
    chances = [*range(len(columns)), *[None] * len(rows)]
    return min(
        sum(alone if j is None else costs[i][j] for i, (alone, j) in enumerate(zip(rows, way, strict=True)))
        + sum(alone for j, alone in enumerate(columns) if j not in way)
        for way in permutations(chances, len(rows))
    )


@given(tables())
def test_pairs_cost_as_little_as_they_can(table: tuple[list[list[float]], list[float], list[float]]) -> None:
    costs, rows, columns = table
    found = matched(costs, rows, columns)
    assert sorted(i for i, _ in found if i is not None) == list(range(len(rows)))
    assert sorted(j for _, j in found if j is not None) == list(range(len(columns)))
    total = sum(
        costs[i][j] if i is not None and j is not None else rows[i] if i is not None else columns[j or 0]
        for i, j in found
    )
    assert total == least(costs, rows, columns)
