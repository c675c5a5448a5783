"""Faults that no action of the notation expresses: half a line pulled, a rider left behind, two tiles swapped.

Each is tried as hands would do it, and the look it leads to is compared with what is seen.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations

from engine.spell.actions import shifts
from engine.spell.arena import free, shifted
from engine.spell.frame import INNER, NAMES
from engine.spell.layouts.acts import COLOURED, DIRECTIONS, carried, line_of, placed, pulled, swapped, turned
from engine.spell.layouts.inspect import broken
from engine.spell.layouts.look import FRAME, Look, arena_of_look
from engine.spell.notation import cells
from engine.spell.state import State
from engine.verdict import Breach

Faults = Iterator[tuple[tuple[Breach, ...], Look]]

_PLAINEST = (
    "spell.shift.slide-whole",
    "spell.shift.riders",
    "spell.shift.face-kept",
    "spell.shift.tile-empty",
    "spell.shift.slide-one-step",
    "spell.shift.slide-line",
    "spell.shift.into-gap",
)
"""Of several explanations, the one told."""


def of_a_shift(before: Look, seen: Look, hole: int) -> tuple[Breach, ...]:
    """The plainest way in which a shift went wrong; empty if none explains what is seen."""
    return _plainest(_all_shifts(before, hole), seen)


def of_a_slide(before: Look, seen: Look, hole: int) -> tuple[Breach, ...]:
    """The same for the second half of a shift, the tile being carried already."""
    return _plainest(_slides(before, hole, None), seen)


def _plainest(faults: Faults, seen: Look) -> tuple[Breach, ...]:
    found = [breaches for breaches, look in faults if look == seen]
    return min(found, key=lambda said: (len(said), _PLAINEST.index(said[0].rule)), default=())


def _all_shifts(before: Look, hole: int) -> Faults:
    for place in range(FRAME):
        if place == hole:
            continue
        carry = carried(before, hole, place)
        if not before.figures[place]:
            yield from _slides(carry, place, hole)
            continue
        lifted = (broken("shift.tile-empty", place=NAMES[place]),)
        for breaches, look in _slides(carry, place, hole):
            yield lifted + breaches, look
        yield from ((lifted, look) for look in _left_behind(before, carry, hole, place))
    yield from _misplaced(before, hole)


def _left_behind(before: Look, carry: Look, hole: int, place: int) -> Iterator[Look]:
    """The tile was carried from under its figures: they stay in mid air, or stand on what slid there."""
    bare = list(carry.figures)
    bare[hole], bare[place] = before.figures[hole], before.figures[place]
    yield carry._replace(figures=tuple(bare))
    for direction in DIRECTIONS:
        if line := line_of(place, direction):
            yield _standing(pulled(carry._replace(figures=tuple(bare)), place, line), place, before.figures[place])


def _standing(look: Look, place: int, letters: str) -> Look:
    for letter in letters:
        look = placed(look, letter, place)
    return look


def _slides(carry: Look, hole: int, filled: int | None) -> Faults:
    """Every wrong way to close a hole. ``filled`` is where the carried tile lies now, if there is one."""
    where = NAMES[hole]
    for direction in DIRECTIONS:
        line = line_of(hole, direction)
        if not line:
            continue
        whole = pulled(carry, hole, line)
        for count in range(1, len(line)):
            end = line[count - 1]
            halfway: tuple[Breach, ...] = (broken("shift.slide-whole", place=where, count=count, most=len(line)),)
            if INNER >> end & 1:
                halfway += (broken("shift.gap-on-border", place=NAMES[end]),)
            yield halfway, pulled(carry, hole, line[:count])
        yield from _riders(carry, whole, hole, line)
        for place in (*((filled,) if filled is not None else ()), hole, *line[:-1]):
            if whole.tiles[place] in COLOURED:
                yield (broken("shift.face-kept", place=NAMES[place]),), turned(whole, place)
        yield from _out_of_order(whole, hole, line)
        for second in DIRECTIONS:
            if further := line_of(line[-1], second):
                yield (broken("shift.slide-line", place=where),), pulled(whole, line[-1], further)
    yield from _wrong_tile(carry, hole, filled)


def _riders(carry: Look, whole: Look, hole: int, line: tuple[int, ...]) -> Faults:
    """Figures stay where they were while the tiles under them slide on."""
    riding = [(place, letter) for place in line for letter in carry.figures[place]]
    ahead = dict(zip(line, (hole, *line), strict=False))
    for count in range(1, len(riding) + 1):
        for staying in combinations(riding, count):
            figures = list(whole.figures)
            for place, letter in staying:
                figures[ahead[place]] = figures[ahead[place]].replace(letter, "", 1)
            for place, letter in staying:
                figures[place] = "".join(sorted(figures[place] + letter))
            spots = tuple(NAMES[place] for place, _ in staying)
            breach = broken("shift.riders", place=spots[0], places=spots, count=count)
            yield (breach,), whole._replace(figures=tuple(figures))


def _out_of_order(whole: Look, hole: int, line: tuple[int, ...]) -> Faults:
    """The tiles of the line, with their riders, in another order than before."""
    spots = (hole, *line[:-1])
    for order in permutations(spots):
        if order == spots:
            continue
        tiles, figures = list(whole.tiles), list(whole.figures)
        for to, source in zip(spots, order, strict=True):
            tiles[to], figures[to] = whole.tiles[source], whole.figures[source]
        breach = broken("shift.slide-one-step", place=NAMES[hole])
        yield (breach,), Look("".join(tiles), tuple(figures), whole.ring)


def _wrong_tile(carry: Look, hole: int, filled: int | None) -> Faults:
    """The hole is closed by one tile that was not next to it: from its line, or from anywhere else."""
    in_line = {place for direction in DIRECTIONS for place in line_of(hole, direction)[1:]}
    beside = {line[0] for direction in DIRECTIONS if (line := line_of(hole, direction))}
    for place in range(FRAME):
        if place in (hole, filled) or place in beside:
            continue
        rule = "shift.slide-one-step" if place in in_line else "shift.slide-line"
        yield (broken(rule, place=NAMES[place]),), carried(carry, hole, place)


def _misplaced(before: Look, hole: int) -> Faults:
    """The carried tile went elsewhere: it changed places with another, or was pushed into a line."""
    tiles = [place for place in range(FRAME) if place != hole]
    for one, other in combinations(tiles, 2):
        if before.tiles[one] == before.tiles[other]:
            continue
        spots = (NAMES[one], NAMES[other])
        breach = broken("shift.into-gap", place=spots[0], places=spots)
        yield (breach,), swapped(before, one, other)
        figures = list(before.figures)
        figures[one], figures[other] = figures[other], figures[one]
        yield (breach,), swapped(before, one, other)._replace(figures=tuple(figures))
    for direction in DIRECTIONS:
        line = line_of(hole, direction)
        for count in range(1, len(line) + 1):
            opened = pulled(before, hole, line[:count])
            for place in tiles:
                if place in line[:count] or before.figures[place]:
                    continue
                put = carried(opened, line[count - 1], place)
                breach = broken("shift.into-gap", place=NAMES[place])
                yield (breach,), put
                for back in DIRECTIONS:
                    if closing := line_of(place, back):
                        yield (breach,), pulled(put, place, closing)


def two_shifts(state: State, before: Look, seen: Look) -> tuple[Breach, ...]:
    """Two shifts one after the other, where the turn has only one left."""
    target = arena_of_look(seen)
    if target is None or state.shifts != 1 or before.ring != seen.ring:
        return ()
    firsts = {after for _, after in _shifts_of(state.arena)}
    for between in firsts:
        for place, after in _shifts_of(between):
            if after == target:
                return (broken("turn.shift-once", place=NAMES[place]), broken("turn.action-card"))
    return ()


def _shifts_of(arena: int) -> Iterator[tuple[int, int]]:
    for action in shifts(free(arena), False):
        yield action.place, shifted(arena, action.place, action.other)


def gap_inside(look: Look) -> str:
    """The inner place where the look has its gap; empty if it lies on the border."""
    place = look.tiles.find(cells.BLANK)
    return NAMES[place] if place >= 0 and INNER >> place & 1 else ""
