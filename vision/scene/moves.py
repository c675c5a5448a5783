"""From one layout to the next by hand: who goes where, in an order that hands can do."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from engine.table import Layout, Place, Thing

Things = tuple[Thing, ...]
Stacks = dict[str, Things]


@dataclass(frozen=True, slots=True)
class Move:
    """Things that leave one place for another, bottom first. Without a source they are brought, without a
    target taken away."""

    things: Things
    source: str | None
    target: str | None

    def done(self, stacks: Mapping[str, Things]) -> Stacks:
        """The layout after it."""
        return self.put(self.taken(stacks))

    def taken(self, stacks: Mapping[str, Things]) -> Stacks:
        """The layout while they are in the air."""
        found = dict(stacks)
        if self.source is not None:
            found[self.source] = _without(found.get(self.source, ()), self.things)
        return found

    def put(self, stacks: Mapping[str, Things]) -> Stacks:
        """The layout once they are put down."""
        found = dict(stacks)
        if self.target is not None:
            found[self.target] = (*found.get(self.target, ()), *self.things)
        return found


@dataclass(frozen=True, slots=True)
class Turned:
    """Things on one place that become others under the hand: turned over, or exchanged."""

    place: str
    before: Things
    after: Things

    def done(self, stacks: Mapping[str, Things]) -> Stacks:
        """The layout after it."""
        return {**stacks, self.place: (*_without(stacks.get(self.place, ()), self.before), *self.after)}


@dataclass(frozen=True, slots=True)
class Slide:
    """Several stacks pushed the same way at once."""

    moves: tuple[Move, ...]

    def done(self, stacks: Mapping[str, Things]) -> Stacks:
        """The layout after it."""
        return self.put(self.taken(stacks))

    def taken(self, stacks: Mapping[str, Things]) -> Stacks:
        """The layout without what is being pushed."""
        found = dict(stacks)
        for move in self.moves:
            found = move.taken(found)
        return found

    def put(self, stacks: Mapping[str, Things]) -> Stacks:
        """The layout once they have arrived."""
        found = dict(stacks)
        for move in self.moves:
            found = move.put(found)
        return found


Step = Move | Turned | Slide


def steps(before: Layout, after: Layout, places: Mapping[str, Place]) -> tuple[Step, ...]:
    """What hands do to get from one layout to the other."""
    pushed = tuple(_pushes(before, after, places))
    stacks = {name: tuple(things) for name, things in before.items()}
    for push in pushed:
        stacks = push.done(stacks)
    found = list(_in_order(list(_moves(stacks, after, places)), stacks, after))
    return (*pushed, *_slid(found, places))


def _pushes(before: Layout, after: Layout, places: Mapping[str, Place]) -> Iterator[Slide]:
    """Rows that went one place on: each stack lies where its neighbour lay, the last where nothing was."""
    changed = {name for name in {*before, *after} if tuple(before.get(name, ())) != tuple(after.get(name, ()))}
    at = {(places[name].x, places[name].y): name for name in sorted(changed)}
    for (x, y), start in list(at.items()):
        if after.get(start) or not before.get(start):
            continue
        for right, down in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            width, height = right * places[start].width, down * places[start].height
            row = [start]
            while (name := at.get((x + width * len(row), y + height * len(row)))) and (
                tuple(after.get(name, ())) == tuple(before[row[-1]])
            ):
                row.append(name)
                if not before.get(name):
                    break
            if len(row) > 2 and not before.get(row[-1]):
                pairs = reversed(list(pairwise(row)))
                yield Slide(tuple(Move(tuple(before[name]), name, to) for name, to in pairs))
                break


def _moves(before: Layout, after: Layout, places: Mapping[str, Place]) -> Iterator[Move | Turned]:
    """What leaves a place, paired with the nearest place where the same arrives."""
    gone: Stacks = {}
    come: Stacks = {}
    for name in sorted({*before, *after}):
        old, new = tuple(before.get(name, ())), tuple(after.get(name, ()))
        same = 0
        while same < min(len(old), len(new)) and old[same] == new[same]:
            same += 1
        gone[name], come[name] = old[same:], new[same:]
    # whole stacks first: who stands on a tile goes with it
    for parts in (_whole, _single):
        for _, source, target, things in sorted(_pairs(gone, come, places, parts), key=lambda pair: pair[:3]):
            if _has(gone[source], things) and _has(come[target], things):
                gone[source], come[target] = _without(gone[source], things), _without(come[target], things)
                yield Move(things, source, target)
    for name in gone:
        if gone[name] and come[name]:
            yield Turned(name, gone[name], come[name])
        elif gone[name]:
            yield Move(gone[name], name, None)
        elif come[name]:
            yield Move(come[name], None, name)


def _whole(things: Things) -> list[Things]:
    return [things] if things else []


def _single(things: Things) -> list[Things]:
    return [(thing,) for thing in things]


def _pairs(
    gone: Stacks, come: Stacks, places: Mapping[str, Place], parts: Callable[[Things], list[Things]]
) -> Iterator[tuple[float, str, str, Things]]:
    for source, leaving in gone.items():
        for target, arriving in come.items():
            if source != target:
                away = math.dist(*((places[name].x, places[name].y) for name in (source, target)))
                yield from ((away, source, target, part) for part in parts(leaving) if part in parts(arriving))


def _has(stack: Things, things: Things) -> bool:
    return all(stack.count(thing) >= things.count(thing) for thing in things)


def _without(stack: Things, things: Things) -> Things:
    """A stack without these, the topmost of several like them."""
    left = list(reversed(stack))
    for thing in things:
        if thing in left:
            left.remove(thing)
    return tuple(reversed(left))


# -- in which order ---------------------------------------------------------------------------------------


def _in_order(waiting: list[Move | Turned], before: Layout, after: Layout) -> Iterator[Move | Turned]:
    """Nothing is put where something else still lies, unless it cannot be helped."""
    stacks = {name: tuple(things) for name, things in before.items()}
    while waiting:
        step = next((step for step in waiting if _is_free(step, stacks, after)), waiting[0])
        waiting.remove(step)
        stacks = step.done(stacks)
        yield step


def _is_free(step: Move | Turned, stacks: Stacks, after: Layout) -> bool:
    if isinstance(step, Turned):
        return True
    if step.source is not None and stacks.get(step.source, ())[-len(step.things) :] != step.things:
        return False
    if step.target is None:
        return True
    there = (*stacks.get(step.target, ()), *step.things)
    return there == tuple(after.get(step.target, ()))[: len(there)]


def _slid(steps: list[Move | Turned], places: Mapping[str, Place]) -> Iterator[Step]:
    """Neighbours that go the same short way one after the other are pushed together."""
    row: list[Move] = []
    for step in steps:
        if row and not (isinstance(step, Move) and _way(step, places) == _way(row[-1], places)):
            yield _together(row)
            row = []
        if isinstance(step, Move) and _way(step, places):
            row.append(step)
        else:
            yield step
    if row:
        yield _together(row)


def _together(row: list[Move]) -> Step:
    return row[0] if len(row) == 1 else Slide(tuple(row))


def _way(move: Move, places: Mapping[str, Place]) -> tuple[float, float] | None:
    """The way a thing goes, if it is short enough for a push."""
    if move.source is None or move.target is None:
        return None
    source, target = places[move.source], places[move.target]
    way = (target.x - source.x, target.y - source.y)
    return way if max(abs(way[0]), abs(way[1])) <= max(source.width, source.height) * 1.01 else None
