"""The geometry of the arena: places, names, neighbours, directions.

Frame places are numbered 0 (a1) to 15 (d4), row by row; the sixteen places of the ring around it, where
a special tile may lie, are 16 to 31, clockwise from a0. A set of places is an integer, bit by place.
"""

from __future__ import annotations

from collections.abc import Iterator

SIDE = 4
FULL = 0xFFFF
"""All sixteen places of the frame."""

DIRECTIONS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
"""The way things travel, as (rows, columns)."""
DIRECTION_NAMES = tuple(DIRECTIONS)

COLUMNS = "zabcde"


def place_name(row: int, column: int) -> str:
    """The name of a place: a1 is (0, 0); the ring lies at -1 and 4."""
    return f"{COLUMNS[column + 1]}{row + 1}"


def _ring() -> list[tuple[int, int]]:
    side = range(SIDE)
    return (
        [(-1, i) for i in side] + [(i, SIDE) for i in side] + [(SIDE, i) for i in side] + [(i, -1) for i in side]
    )


SPOTS: tuple[tuple[int, int], ...] = tuple([(i // SIDE, i % SIDE) for i in range(SIDE * SIDE)] + _ring())
"""(row, column) of every place, frame first, then ring."""
NAMES: tuple[str, ...] = tuple(place_name(*spot) for spot in SPOTS)
PLACES: dict[str, int] = {name: index for index, name in enumerate(NAMES)}
PLACE_AT: dict[tuple[int, int], int] = {spot: index for index, spot in enumerate(SPOTS)}
RING = ((1 << len(SPOTS)) - 1) ^ FULL
RING_SIZE = RING.bit_count()


def _around(place: int, steps: list[tuple[int, int]]) -> int:
    row, column = SPOTS[place]
    found = (PLACE_AT.get((row + r, column + c)) for r, c in steps)
    return sum(1 << n for n in found if n is not None and n < SIDE * SIDE)


EDGES: tuple[int, ...] = tuple(_around(p, list(DIRECTIONS.values())) for p in range(len(SPOTS)))
"""Frame places that share an edge with a place (also with one of the ring)."""
KINGS: tuple[int, ...] = tuple(
    _around(p, [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]) for p in range(SIDE * SIDE)
)
"""Frame places one king's step away."""
INNER = sum(1 << p for p in range(SIDE * SIDE) if EDGES[p].bit_count() == len(DIRECTIONS))
BORDER = FULL ^ INNER


def places(mask: int) -> Iterator[int]:
    """The places of a set, in order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def names(mask: int) -> tuple[str, ...]:
    """The names of the places of a set."""
    return tuple(NAMES[p] for p in places(mask))


def king_distance(a: int, b: int) -> int:
    (r1, c1), (r2, c2) = SPOTS[a], SPOTS[b]
    return max(abs(r1 - r2), abs(c1 - c2))


def edge_distance(a: int, b: int) -> int:
    (r1, c1), (r2, c2) = SPOTS[a], SPOTS[b]
    return abs(r1 - r2) + abs(c1 - c2)
