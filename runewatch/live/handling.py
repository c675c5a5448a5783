"""What hands do with the things on a table: take, put, push, turn over. Whether they may, the referee says.

Pure: layouts in, layouts out. A hand can only put things where the plan has room for their kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Any

from engine.contract import Rules
from engine.errors import N_, RunewatchError, shown
from engine.table import Layout, Place, TablePlan, Thing, differences

WAYS = 30
"""So many ways to go on tell what is wanted next."""
CROWD = 3
"""So many pieces that stand have room in one place."""
_NEAR = 0.02
"""Places less than this apart, in the plan's unit, are the same spot."""

Stacks = dict[str, tuple[Thing, ...]]


class HandlingError(RunewatchError, ValueError):
    """No hand can do this with what lies there."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Alike pieces of the box: the faces each can show, and how many there are."""

    faces: tuple[Thing, ...]
    count: int = 1


# -- what there is ------------------------------------------------------------------------------------------


def pieces(plan: TablePlan) -> tuple[Piece, ...]:
    """All pieces of a plan. Of what is not counted there is one; what points somewhere is one piece."""
    things = {thing.name: thing for thing in plan.things}
    counted = [Piece(tuple(things[name] for name in one.things), one.count) for one in plan.supply]
    known = {face for piece in counted for face in piece.faces}
    pointers: dict[str, tuple[Thing, ...]] = {}
    single: list[Piece] = []
    for thing in plan.things:
        if thing in known:
            continue
        if thing.turn is None:
            single.append(Piece((thing,)))
        else:
            pointers[thing.kind] = (*pointers.get(thing.kind, ()), thing)
    return (*counted, *(Piece(faces) for faces in pointers.values()), *single)


def piece_of(plan: TablePlan, thing: Thing) -> Piece:
    """The piece that shows as this thing."""
    return next(piece for piece in pieces(plan) if thing in piece.faces)


def aside(plan: TablePlan, layout: Layout) -> tuple[Piece, ...]:
    """What does not lie on the table, and how many of each; what no place has room for is not told."""
    lying = Counter(thing for things in layout.values() for thing in things)
    kinds = {kind for place in plan.places for kind in place.kinds}
    left = (
        replace(piece, count=piece.count - sum(lying[face] for face in piece.faces))
        for piece in pieces(plan)
        if piece.faces[0].kind in kinds
    )
    return tuple(piece for piece in left if piece.count > 0)


def places_in_use(plan: TablePlan, *, overlay: bool, layout: Layout) -> tuple[Place, ...]:
    """The places that hands put things on: those below an overlay, or it and what it leaves free; and whatever
    else holds something."""
    over = [place for place in plan.places if place.overlay]
    if overlay:
        beside = (place for place in plan.places if not place.overlay and not any(_meet(place, o) for o in over))
        found = [*over, *beside]
    else:
        found = [place for place in plan.places if not place.overlay]
    names = {place.name for place in found}
    return (*found, *(place for place in plan.places if layout.get(place.name) and place.name not in names))


def as_laid(plan: TablePlan, layout: Layout) -> Stacks:
    """A layout as hands lay it: where a die has to show something, it does, and what nobody knows is not there."""
    laid = {
        name: tuple(_as_shown(plan, thing, plan.place(name)) for thing in things if not thing.unknown)
        for name, things in _stacks(layout).items()
    }
    return _clean(laid)


def settled(plan: TablePlan, *, overlay: bool, layout: Layout) -> Stacks:
    """The same table, told in the places that are in use: a spot may have one name in an overlay and one below."""
    used = {place.name: place for place in places_in_use(plan, overlay=overlay, layout={})}
    found: Stacks = {}
    for name, things in _stacks(layout).items():
        if name in used:
            found[name] = things
            continue
        place = plan.place(name)
        free = (p.name for p in used.values() if _is_same_spot(p, place) and not layout.get(p.name))
        found[next(free, name)] = things
    return found


def _meet(one: Place, other: Place) -> bool:
    across, down = (one.width + other.width) / 2, (one.height + other.height) / 2
    return abs(one.x - other.x) < across - _NEAR and abs(one.y - other.y) < down - _NEAR


def _is_same_spot(one: Place, other: Place) -> bool:
    return abs(one.x - other.x) < _NEAR and abs(one.y - other.y) < _NEAR


def wanted(rules: Rules[Any, Any], state: Any) -> frozenset[str]:
    """The kinds of things that what may be done next puts down; the first ways to do it tell."""
    now = rules.layout(state)
    return frozenset(
        thing.kind
        for action in islice(rules.legal(state), WAYS)
        for one in differences(now, rules.layout(rules.play(state, action)))
        for thing in one.seen
        if thing not in one.expected
    )


# -- what is done with it -----------------------------------------------------------------------------------


def moved(plan: TablePlan, layout: Layout, thing: str, source: str, target: str) -> Stacks:
    """A thing is carried from a place to another, with all that stands on it; ``""`` is beside the table.

    Put against one that lies next to it, it pushes the whole row if there is a gap to push it into.
    """
    if source == target:
        return _stacks(layout)
    taken = _taken(plan, layout, thing, source) if source else (_fetched(plan, layout, thing),)
    left = {**_stacks(layout), **({source: _below(layout, source, taken)} if source else {})}
    if not target:
        return _clean(left)
    place = _place(plan, target)
    taken = tuple(_as_shown(plan, one, place) for one in taken)
    if source and (row := _row(plan, left, plan.place(source), place, taken[0])):
        return _clean(_pushed(left, source, row, taken))
    there = left.get(target, ())
    if taken[0].round and any(target in link for link in plan.links):
        # a stone put down on a point where another lies takes its place; the other is taken up
        there = tuple(thing for thing in there if not thing.round)
    return _clean({**left, target: _put(place, there, taken)})


def turned(plan: TablePlan, layout: Layout, thing: str, place: str) -> Stacks:
    """A thing shows its next face: it is turned over, or points the next way."""
    stack = layout.get(_place(plan, place).name, ())
    at = _level(stack, thing, place)
    faces = _faces(plan, stack[at], plan.place(place))
    if len(faces) < 2:
        raise HandlingError(N_("this has no other side"))
    face = faces[(faces.index(stack[at]) + 1) % len(faces)] if stack[at] in faces else faces[0]
    after = (*stack[:at], face, *stack[at + 1 :])
    return {**_stacks(layout), place: _side_by_side(after) if plan.place(place).many else after}


def rolled(plan: TablePlan, layout: Layout, place: str, chance: Random) -> Stacks:
    """All dice of a place fall anew."""
    there = layout.get(_place(plan, place).name, ())
    dice = [_faces(plan, thing, plan.place(place)) if thing.pips is not None else () for thing in there]
    if not any(len(faces) > 1 for faces in dice):
        raise HandlingError(N_("there is no die to roll"))
    fell = (chance.choice(faces) if len(faces) > 1 else thing for thing, faces in zip(there, dice, strict=True))
    return {**_stacks(layout), place: _side_by_side(tuple(fell))}


def _faces(plan: TablePlan, thing: Thing, place: Place) -> tuple[Thing, ...]:
    """What a piece can show in a place: in some a die shows nothing that counts, in others always something."""
    faces = piece_of(plan, thing).faces
    if thing.pips is None:
        return faces
    return tuple(face for face in faces if (face.pips == 0) == place.blank)


def _as_shown(plan: TablePlan, thing: Thing, place: Place) -> Thing:
    """A thing as it shows once it lies in a place."""
    faces = _faces(plan, thing, place)
    return thing if thing in faces or not faces else faces[0]


def _side_by_side(things: tuple[Thing, ...]) -> tuple[Thing, ...]:
    return tuple(sorted(things, key=lambda thing: thing.name))


def _taken(plan: TablePlan, layout: Layout, thing: str, source: str) -> tuple[Thing, ...]:
    """What comes along if this is taken: a piece that stands comes alone, what lies with all that is on it."""
    place = _place(plan, source)
    stack = layout.get(place.name, ())
    at = _level(stack, thing, source)
    return (stack[at],) if stack[at].tall or place.many else stack[at:]


def _fetched(plan: TablePlan, layout: Layout, thing: str) -> Thing:
    for piece in aside(plan, layout):
        for face in piece.faces:
            if face.name == thing:
                return face
    raise HandlingError(N_("there is no {thing} beside the table"), thing=shown(thing))


def _put(place: Place, there: Sequence[Thing], things: Sequence[Thing]) -> tuple[Thing, ...]:
    """A stack with more on it, in the order in which kinds lie on each other."""
    for thing in things:
        if thing.kind not in place.kinds:
            raise HandlingError(N_("that cannot be put on {place}"), place=place.name)
    if place.many:
        return _side_by_side((*there, *things))
    together = [*there, *things]
    for kind in place.kinds:
        alike = [thing for thing in together if thing.kind == kind]
        if len(alike) > (CROWD if alike and alike[0].tall else 1):
            raise HandlingError(N_("there is no room on {place}: something lies there already"), place=place.name)
    return tuple(sorted(together, key=lambda thing: place.kinds.index(thing.kind)))


# -- pushing ------------------------------------------------------------------------------------------------


def _row(plan: TablePlan, left: Layout, source: Place, target: Place, first: Thing) -> tuple[str, ...]:
    """The places that a push from one to the next goes through, the last of them free; none if it is no push."""
    way = target.x - source.x, target.y - source.y
    if first.tall or max(map(abs, way)) > max(source.width, source.height) * 1.01 or not _is_straight(way):
        return ()
    found = []
    for place in _onwards(plan, target, way):
        if first.kind not in place.kinds:
            return ()
        found.append(place.name)
        if not any(thing.kind == first.kind for thing in left.get(place.name, ())):
            return tuple(found) if len(found) > 1 else ()
    return ()


def _is_straight(way: tuple[float, float]) -> bool:
    """Whether a way goes straight across or straight down."""
    return min(map(abs, way)) < _NEAR


def _onwards(plan: TablePlan, place: Place, way: tuple[float, float]) -> Iterator[Place]:
    """This place and those behind it, each as far from the one before, as long as they are of its sort."""
    found: Place | None = place
    while found is not None:
        yield found
        spot = replace(found, x=found.x + way[0], y=found.y + way[1])
        found = next((p for p in plan.places if p.kind == place.kind and _is_same_spot(p, spot)), None)


def _pushed(left: Stacks, source: str, row: Sequence[str], taken: tuple[Thing, ...]) -> Stacks:
    """Every stack of a row goes one on; what stood in the gap stays where it is, and is pushed under."""
    found = dict(left)
    carried = taken
    for name in row:
        there = left.get(name, ())
        is_last = name == row[-1]
        found[name] = (*carried, *there) if is_last else carried
        carried = there
    return found


# -- stacks -------------------------------------------------------------------------------------------------


def _stacks(layout: Layout) -> Stacks:
    return {name: tuple(things) for name, things in layout.items() if things}


def _clean(stacks: Stacks) -> Stacks:
    return {name: things for name, things in stacks.items() if things}


def _below(layout: Layout, source: str, taken: tuple[Thing, ...]) -> tuple[Thing, ...]:
    left = list(layout.get(source, ()))
    for thing in taken:
        left.reverse()
        left.remove(thing)
        left.reverse()
    return tuple(left)


def _level(stack: Sequence[Thing], thing: str, place: str) -> int:
    """Which of a stack it is, the topmost of several alike."""
    found = [i for i, one in enumerate(stack) if one.name == thing]
    if not found:
        raise HandlingError(N_("this does not lie on {place} any more"), place=shown(place))
    return found[-1]


def _place(plan: TablePlan, name: str) -> Place:
    try:
        return plan.place(name)
    except KeyError:
        raise HandlingError(N_("there is no place {name}"), name=shown(name)) from None
