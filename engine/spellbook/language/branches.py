"""Branches: the ways a text may go on, and the boards that gems on their way leave behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

Moves = tuple[tuple[int, int], ...]
"""Where gems go: from a point to a point, in the order of the text."""


class Branch(NamedTuple):
    """Several ways to go on; ``declared``: the text leaves it to the caster."""

    ways: tuple[Moves, ...]
    declared: bool


def seated(points: Sequence[int], onto: tuple[int, ...], *, declared: bool) -> Iterator[Branch]:
    """Alike gems onto points: who is there already stays, the others fill what is left, in any order."""
    if not points or not onto:
        return
    if len(points) == len(onto):
        yield Branch((_dealt(points, onto),), declared)
        return
    ways: list[Moves] = []
    if len(points) < len(onto):
        for seats in combinations(onto, len(points)):
            ways.append(_dealt(points, seats))
    else:
        for movers in combinations(points, len(onto)):
            ways.append(_dealt(movers, onto))
    yield Branch(tuple(dict.fromkeys(ways)), declared)


def _dealt(points: Sequence[int], seats: Sequence[int]) -> Moves:
    kept = set(points) & set(seats)
    moving = [point for point in points if point not in kept]
    free = [seat for seat in seats if seat not in kept]
    return (*((point, point) for point in sorted(kept)), *zip(moving, free, strict=True))


def settled(landed: bytes, meetings: Mapping[int, tuple[int, ...]]) -> Iterator[bytes]:
    """Every way to say who is left where gems meet."""
    for stayed in product(*meetings.values()):
        after = bytearray(landed)
        for point, gem in zip(meetings, stayed, strict=True):
            after[point] = gem
        yield bytes(after)


def one_by_one(board: bytes, moves: Moves) -> bytes:
    """The other way to read a text: in its order, each arrival taking whatever is there just then."""
    after = bytearray(board)
    gone: set[int] = set()
    stands = {source: source for source, _ in moves}
    for source, target in moves:
        if source in gone or target == stands[source]:
            continue
        gem = board[source]
        if after[target]:
            gone |= {other for other, here in stands.items() if here == target and other != source}
        after[stands[source]] = 0
        after[target] = gem
        stands[source] = target
    return bytes(after)
