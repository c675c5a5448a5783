"""The arena as one integer: tiles, faces, figures and the gap, in eight lanes of sixteen places.

Sliding a line moves the same places of every lane, so one shift of the whole integer carries tiles,
their faces and whoever rides on them. That is what makes searching a turn cheap.
"""

from __future__ import annotations

from engine.spell.frame import DIRECTIONS, FULL, PLACE_AT, SIDE, SPOTS

BLACK, VIOLET = 0, 1
"""The two seats; lanes of a seat are addressed by adding LANE * seat."""

LANE = 16
TILES = 0
ACTIVE = 2 * LANE
MAGES = 3 * LANE
ELEMENTALS = 5 * LANE
GAP = 7 * LANE

CARRIED = sum(1 << lane for lane in range(0, GAP, LANE))
"""The first place of every lane that moves with a tile."""


def tiles(arena: int, seat: int) -> int:
    """The tiles of a seat's colour."""
    return arena >> TILES + LANE * seat & FULL


def neutral(arena: int) -> int:
    return FULL & ~(arena | arena >> LANE | arena >> GAP)


def active(arena: int) -> int:
    """The tiles that show their active face, of both colours."""
    return arena >> ACTIVE & FULL


def mages(arena: int, seat: int) -> int:
    return arena >> MAGES + LANE * seat & FULL


def elementals(arena: int, seat: int) -> int:
    return arena >> ELEMENTALS + LANE * seat & FULL


def gap(arena: int) -> int:
    """The place without a tile, as a set of one."""
    return arena >> GAP


def occupied(arena: int) -> int:
    """The places with a figure on them."""
    return (arena >> MAGES | arena >> MAGES + LANE | arena >> ELEMENTALS | arena >> ELEMENTALS + LANE) & FULL


def free(arena: int) -> int:
    """The tiles without a figure."""
    return FULL & ~(
        arena >> MAGES | arena >> MAGES + LANE | arena >> ELEMENTALS | arena >> ELEMENTALS + LANE | arena >> GAP
    )


def _line(place: int, direction: int) -> list[int]:
    """The places that slide when the hole at ``place`` is closed by things travelling in ``direction``."""
    rows, columns = list(DIRECTIONS.values())[direction]
    row, column = SPOTS[place]
    line: list[int] = []
    while True:
        row, column = row - rows, column - columns
        found = PLACE_AT.get((row, column))
        if found is None or found >= SIDE * SIDE:
            return line
        line.append(found)


def _slide(place: int, direction: int) -> tuple[int, int, int, int]:
    """(sliding places of all lanes, steps to the left, steps to the right, the new gap) of a slide."""
    line = _line(place, direction)
    rows, columns = list(DIRECTIONS.values())[direction]
    step = rows * SIDE + columns
    end = line[-1] if line else place
    return (sum(CARRIED << p for p in line), max(step, 0), max(-step, 0), 1 << end + GAP)


LINES: tuple[tuple[int, ...], ...] = tuple(tuple(_line(p, d)) for p in range(SIDE * SIDE) for d in range(4))
_SLIDES = tuple(_slide(p, d) for p in range(SIDE * SIDE) for d in range(4))
_LANES = (1 << GAP) - 1


def shifted(arena: int, place: int, direction: int) -> int:
    """Carry the tile of ``place`` to the gap, then close the hole by sliding a line in ``direction``."""
    line, left, right, end = _SLIDES[4 * place + direction]
    carried = arena >> place & CARRIED
    here = (arena & _LANES ^ carried << place) | carried * (arena >> GAP)
    sliding = here & line
    return (here ^ sliding) | sliding << left >> right | end


def carried(arena: int, place: int) -> int:
    """Only the first half of a shift: the tile of ``place`` is in the gap, the hole is open."""
    tile = arena >> place & CARRIED
    return (arena & _LANES ^ tile << place) | tile * (arena >> GAP) | 1 << place + GAP


def slid(arena: int, direction: int) -> int:
    """Only the second half of a shift: the hole is closed by sliding a line in ``direction``."""
    hole = gap(arena).bit_length() - 1
    line, left, right, end = _SLIDES[4 * hole + direction]
    here = arena & _LANES
    sliding = here & line
    return (here ^ sliding) | sliding << left >> right | end
