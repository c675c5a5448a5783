"""What to lay out for a photo that teaches a set: out of the box, everything where it can be seen."""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from engine.contract import Rules
from engine.table import Layout, Place, TablePlan, Thing
from runewatch.sight.heap_lessons import colours_of
from runewatch.sight.looking import board_places
from vision.cells import cells, vocabulary
from vision.heaps import has_heaps, trays
from vision.spaces import has_spaces
from vision.stones import has_stones, points, stones

LESSONS = 3
"""So many boards are worth showing; a later one hardly adds anything."""
STANDING = 2
"""So many of each standing piece are shown, if there are as many: more would hide what they stand on."""


def lesson_layout(rules: Rules[Any, Any], number: int = 0, plan: TablePlan | None = None) -> Layout:
    """The board for this photo of a lesson, counted from 0: each lies otherwise and shows other sides.

    ``plan`` is the one sheet to be shown, where there are several.
    """
    plan = plan or rules.watched().apart[0]
    words, rng = vocabulary(plan), random.Random(number)
    board = board_places(plan)
    if has_stones(plan):
        return _stones_laid(plan, rng)
    if has_heaps(plan):
        return _dice_laid(plan, number)
    if has_spaces(plan):
        return _spaces_filled(plan, number)
    around = tuple(place for place in cells(plan) if place not in board)
    found: dict[str, tuple[Thing, ...]] = {}
    for kind, things in words.faces.items():
        spots = _spots(kind, board) or _spots(kind, around)
        _lay(found, rng.sample(spots, len(spots)), _pieces(plan, things, number, len(spots)))
    for kind, things in words.pieces.items():
        pieces = _pieces(plan, things, number, STANDING * len(things))
        _lay(found, rng.sample(board, len(board)), [one for one in pieces if kind in _kinds(board)], on_top=True)
    return {place.name: found[place.name] for place in (*board, *around) if place.name in found}


def _stones_laid(plan: TablePlan, rng: random.Random) -> Layout:
    """Every stone twice, wherever chance has it; the points that stay bare are shown, too."""
    every = [thing for things in stones(plan).values() for thing in things] * STANDING
    own = points(plan)
    spots = rng.sample(own, min(len(own), len(every)))
    found = {place.name: (thing,) for place, thing in zip(spots, every, strict=False)}
    return {place.name: found[place.name] for place in own if place.name in found}


def _spaces_filled(plan: TablePlan, number: int) -> Layout:
    """Each figure on a space of its own, and on all others what lies there, as far as the box goes."""
    known = [thing for thing in plan.things if not thing.unknown]
    figures = deque(thing for thing in known if thing.tall)
    flat = {
        kind: _every_side(plan, [thing for thing in known if thing.kind == kind and not thing.tall], number)
        for kind in _kinds(plan.places)
    }
    found: dict[str, tuple[Thing, ...]] = {}
    for place in random.Random(number).sample(plan.places, len(plan.places)):
        if figures and figures[0].kind in place.kinds:
            found[place.name] = (figures.popleft(),)
            continue
        heap = next((flat[kind] for kind in place.kinds if flat[kind]), None)
        if heap:
            found[place.name] = (heap.popleft(),)
    return {place.name: found[place.name] for place in plan.places if place.name in found}


def _every_side(plan: TablePlan, things: Sequence[Thing], number: int) -> deque[Thing]:
    """The pieces that the box holds of these, one of them another time with the side up that no other shows."""
    pieces = _pieces(plan, things, 0, len(plan.places))
    for at, thing in enumerate(thing for thing in things if thing not in pieces):
        pieces[(number + at) % len(pieces)] = thing
    return deque(pieces)


def _dice_laid(plan: TablePlan, number: int) -> Layout:
    """A die in every tray, each time of another colour and with another side up."""
    every = colours_of(plan)
    return {
        place.name: (every[(at + number) % len(every)][(at + 2 * number) % len(every[0])],)
        for at, place in enumerate(trays(plan))
    }


def _spots(kind: str, places: Sequence[Place]) -> tuple[Place, ...]:
    return tuple(place for place in places if kind in place.kinds)


def _kinds(places: Sequence[Place]) -> set[str]:
    return {kind for place in places for kind in place.kinds}


def _pieces(plan: TablePlan, things: Sequence[Thing], number: int, most: int) -> list[Thing]:
    """What is taken out of the box, one of each in turn, each copy of a piece with its next side up."""
    by_name = {thing.name: thing for thing in things}
    heaps = [
        [by_name[supply.things[(copy + number) % len(supply.things)]] for copy in range(supply.count)]
        for supply in plan.supply
        if set(supply.things) <= by_name.keys()
    ] or [[thing] * most for thing in things]
    turns = (one for taken in zip_longest(*heaps) for one in taken if one is not None)
    return [one for one, _ in zip(turns, range(most), strict=False)]


def _lay(
    found: dict[str, tuple[Thing, ...]], spots: Sequence[Place], pieces: Sequence[Thing], *, on_top: bool = False
) -> None:
    """Lays the pieces on these places; on top of others only where as much is to be seen elsewhere."""
    free = iter(list(_free(found, spots)) if on_top else spots)
    for piece, place in zip(pieces, free, strict=False):
        found[place.name] = (*found.get(place.name, ()), piece)


def _free(found: Mapping[str, tuple[Thing, ...]], spots: Sequence[Place]) -> Iterator[Place]:
    """The places on which something may stand: every thing stays in sight at least once."""
    seen = Counter(thing.name for things in found.values() for thing in things)
    for place in spots:
        lying = [thing.name for thing in found.get(place.name, ())]
        if lying and all(seen[name] > 1 for name in lying):
            seen.subtract(lying)
            yield place
