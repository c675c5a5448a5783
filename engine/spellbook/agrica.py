"""The Agrica: twenty-four points, the lines between them, the zones, and how points map onto points.

Inside the engine points count from 0; people, books and notation count from 1. A board is 24 bytes: 0 for an empty
point, else a gem's code. Codes 1 to 4 are South's fire, air, water and earth, 5 to 8 North's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from operator import itemgetter
from typing import Final

POINTS: Final = 24
ARC: Final = 8
SEATS: Final = ("south", "north")
SOUTH, NORTH = 0, 1
KINDS: Final = ("fire", "air", "water", "earth")
LETTERS: Final = "FAWE"
GEMS: Final = 12
"""Gems of each master, three of each kind."""
EACH: Final = 3
EMPTY: Final = bytes(POINTS)

LINES: Final[tuple[tuple[int, int, int], ...]] = tuple(
    (a - 1, b - 1, c - 1)
    for a, b, c in (
        (1, 2, 3), (3, 4, 5), (5, 6, 7), (7, 8, 1), (9, 10, 11), (11, 12, 13), (13, 14, 15), (15, 16, 9),
        (17, 18, 19), (19, 20, 21), (21, 22, 23), (23, 24, 17), (2, 10, 18), (4, 12, 20), (6, 14, 22), (8, 16, 24),
    )
)  # fmt: skip


def _neighbours() -> tuple[tuple[int, ...], ...]:
    found: list[set[int]] = [set() for _ in range(POINTS)]
    for line in LINES:
        for a, b in pairwise(line):
            found[a].add(b)
            found[b].add(a)
    return tuple(tuple(sorted(points)) for points in found)


ADJACENT: Final = _neighbours()


def code(seat: int, kind: int) -> int:
    """The code of a master's gem of a kind, both counted from 0."""
    return 1 + 4 * seat + kind


def owner(gem: int) -> int:
    return (gem - 1) // 4


def kind(gem: int) -> int:
    return (gem - 1) % 4


def _mask(points: Iterable[int]) -> int:
    return sum(1 << point - 1 for point in points)


ZONES: Final[dict[str, int]] = {
    "outer arc": _mask(range(1, 9)),
    "middle arc": _mask(range(9, 17)),
    "inner arc": _mask(range(17, 25)),
    "front": _mask((1, 2, 3, 9, 10, 11, 17, 18, 19)),
    "guard": _mask((5, 6, 7, 13, 14, 15, 21, 22, 23)),
    "river": _mask((4, 12, 20, 8, 16, 24)),
    "axis": _mask((2, 10, 18, 6, 14, 22)),
    "left": _mask((1, 8, 7, 9, 16, 15, 17, 24, 23)),
    "right": _mask((3, 4, 5, 11, 12, 13, 19, 20, 21)),
    "angles": _mask(range(1, 25, 2)),
    "intersections": _mask(range(2, 25, 2)),
    "crossroads": _mask((10, 12, 14, 16)),
}
"""Sets of points, as bits; bit 0 is point 1. Front, guard, left and right are those of whoever looks."""
EVERYWHERE: Final = (1 << POINTS) - 1


# -- from point to point --------------------------------------------------------------------------------

Map = tuple[tuple[int, ...], ...]
"""For each point where it leads: usually one point, none beyond the board, several where one may choose."""


def turned(point: int, steps: int) -> int:
    """So many points clockwise on the same arc."""
    return point - point % ARC + (point + steps) % ARC


def mirrored(point: int) -> int:
    """Across the axis: left and right change over."""
    return point - point % ARC + (2 - point) % ARC


def _flipped(point: int) -> int:
    """Across the river: front and guard change over."""
    return point - point % ARC + (6 - point) % ARC


def _map(where: Callable[[int], int | None]) -> Map:
    found = (where(point) for point in range(POINTS))
    return tuple(() if target is None else (target,) for target in found)


def _columns() -> dict[int, int]:
    """One point toward the invoker, column by column; the hole is passed from 18 to 22."""
    columns = ((1, 8, 7), (9, 16, 15), (17, 24, 23), (3, 4, 5), (11, 12, 13), (19, 20, 21), (2, 10, 18, 22, 14, 6))
    return {a - 1: b - 1 for column in columns for a, b in pairwise(column)}


def _corner(point: int) -> tuple[int, ...]:
    """The three angles of a point's corner; none for an intersection."""
    return tuple(point % ARC + ARC * arc for arc in range(3)) if point % 2 == 0 else ()


def _beside(point: int) -> int | None:
    """The river point on the arc beside an angle."""
    return point - point % ARC + (3 if point % ARC in (2, 4) else 7) if point % 2 == 0 else None


_DOWN = _columns()
_UP = {after: before for before, after in _DOWN.items()}

MAPS: Final[dict[str, Map]] = {
    "inward": _map(lambda point: point + ARC if point < 2 * ARC else None),
    "outward": _map(lambda point: point - ARC if point >= ARC else None),
    "through the centre": _map(lambda point: turned(point, 4)),
    "across the axis": _map(mirrored),
    "across the river": _map(_flipped),
    "next number": _map(lambda point: (point + 1) % POINTS),
    "previous number": _map(lambda point: (point - 1) % POINTS),
    "toward me": _map(_DOWN.get),
    "toward the opponent": _map(_UP.get),
    "to the river beside": _map(_beside),
    "neighbours": tuple((turned(point, -1), turned(point, 1)) for point in range(POINTS)),
    "diagonal": tuple(map(_corner, range(POINTS))),
    "clockwise": tuple(tuple(turned(point, steps) for steps in range(1, ARC)) for point in range(POINTS)),
    "counterclockwise": tuple(tuple(turned(point, -steps) for steps in range(1, ARC)) for point in range(POINTS)),
}
"""The ways a spell may send a gem, in its invoker's numbers. Turning without a distance leads to seven points."""


# -- who looks ------------------------------------------------------------------------------------------

_CHANGE_OWNER = bytes([0, 5, 6, 7, 8, 1, 2, 3, 4]) + bytes(range(9, 256))


class Sides:
    """How the seats number the points: the board of each in its own numbers, and back.

    ``mirror`` is the other reading of the missing picture: numbers run anticlockwise.
    """

    def __init__(self, *, mirror: bool = False) -> None:
        south = tuple(mirrored(point) if mirror else point for point in range(POINTS))
        self.points = (south, tuple(turned(point, 4) for point in south))
        """For each seat the absolute point of each own number. Each is its own inverse."""
        self._pick = tuple(itemgetter(*points) for points in self.points)
        self._plain = not mirror

    def seen(self, board: bytes, seat: int) -> bytes:
        """A board as a seat sees it: its own numbers, its own gems 1 to 4, the rival's 5 to 8. Its own inverse."""
        if seat == SOUTH:
            return board if self._plain else bytes(self._pick[SOUTH](board))
        return bytes(self._pick[NORTH](board)).translate(_CHANGE_OWNER)


def has_gems(board: bytes, seat: int) -> bool:
    """Whether a master has a gem on the board."""
    return max(board) > 4 if seat else bool(board.translate(None, b"\x00\x05\x06\x07\x08"))


def count_of(board: bytes, seat: int) -> int:
    """How many gems a master has on the board."""
    return POINTS - len(board.translate(None, b"\x05\x06\x07\x08" if seat else b"\x01\x02\x03\x04"))
