"""Which place of the table each die and token lies in, and what of that has to be asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from engine.table import Layout, Place, TablePlan, Thing
from vision.camera import View
from vision.dice.network import Kind
from vision.dice.pieces import Doubt, Known, Piece

_CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))

Words = Mapping[tuple[Kind, str, int], Thing]
"""What a piece of this colour that shows this is called."""


@dataclass(frozen=True, slots=True)
class Question:
    """Something about a piece that only people can say. Its place is empty for what lies beside all places."""

    place: str
    piece: Piece
    doubt: Doubt


@dataclass(frozen=True, slots=True)
class TooMany:
    """More pieces of a colour, or alike, than the box holds: where the last of them was seen."""

    kind: Kind
    colour: str
    number: int | None
    count: int
    most: int
    place: str
    piece: Piece


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies where."""

    places: Mapping[str, tuple[Piece, ...]]
    beside: tuple[Piece, ...]
    questions: tuple[Question, ...]
    too_many: tuple[TooMany, ...]


def words_of(plan: TablePlan) -> Words:
    """The dice and the number tokens of a table."""
    found: dict[tuple[Kind, str, int], Thing] = {}
    for thing in plan.things:
        if thing.pips is not None:
            found["die", thing.colour, thing.pips] = thing
        elif thing.number is not None:
            found["token", thing.colour, thing.number] = thing
    return found


def known_of(plan: TablePlan) -> Known:
    """What may lie on a table, as the reader asks for it."""
    words = words_of(plan)
    kinds: tuple[Kind, ...] = ("die", "token")
    colours = {kind: {colour for own, colour, _ in words if own == kind} for kind in kinds}
    faces = {kind: sorted({face for own, _, face in words if own == kind and face}) for kind in kinds}
    return Known(colours, faces)


def edge_seen(view: View, side: float) -> float:
    """How long the edge of a die with this side, in the plan's unit, is in the middle of a frame, in pixels."""
    middle = (view.lens.width / 2, view.lens.height / 2)
    ((x, y),) = view.ground([middle], side)
    corners = view.project([(x + dx * side / 2, y + dy * side / 2, side) for dx, dy in _CORNERS])
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean())


def laid(plan: TablePlan, view: View, pieces: Iterable[Piece]) -> Lying:
    """Each piece in the place it lies in."""
    places: dict[str, list[Piece]] = {}
    beside: list[Piece] = []
    for piece in pieces:
        place = place_of(plan, view, piece)
        if place is None:
            beside.append(piece)
        else:
            places.setdefault(place.name, []).append(piece)
    named = [(name, piece) for name, lying in places.items() for piece in lying]
    questions = tuple(
        Question(name, piece, doubt)
        for name, piece in [*named, *(("", piece) for piece in beside)]
        for doubt in piece.doubts
        if not (doubt == "face" and name and plan.place(name).blank)
    )
    return Lying(
        {name: tuple(lying) for name, lying in places.items()},
        tuple(beside),
        questions,
        tuple(_too_many(plan, [*named, *(("", piece) for piece in beside)])),
    )


def place_of(plan: TablePlan, view: View, piece: Piece) -> Place | None:
    """The place under a piece: the smallest one for its kind that its middle is in."""
    wanted = {thing.kind for key, thing in words_of(plan).items() if key[0] == piece.kind}
    x, y = on_table(view, piece)
    under = [
        place
        for place in plan.places
        if wanted & set(place.kinds)
        and abs(x - place.x) <= place.width / 2
        and abs(y - place.y) <= place.height / 2
    ]
    return min(under, key=lambda place: place.width * place.height, default=None)


def on_table(view: View, piece: Piece) -> tuple[float, float]:
    """Where on the table a piece lies: a die's upper face is as far above it as a die is wide."""
    (left, right) = view.ground([(piece.x, piece.y), (piece.x + piece.size, piece.y)])
    up = float(np.hypot(*(right - left))) if piece.kind == "die" else 0.0
    ((x, y),) = view.ground([(piece.x, piece.y)], up)
    return float(x), float(y)


def layout_of(plan: TablePlan, lying: Lying) -> Layout:
    """What was seen as a layout tells it: the likeliest, side by side in the order of their names."""
    words = words_of(plan)
    found: dict[str, tuple[Thing, ...]] = {}
    for name, pieces in lying.places.items():
        blank = plan.place(name).blank
        things = [
            thing
            for piece in pieces
            if (thing := words.get((piece.kind, piece.colour, 0 if blank and piece.kind == "die" else piece.face)))
        ]
        if things:
            found[name] = tuple(sorted(things, key=lambda thing: thing.name))
    return found


def _too_many(plan: TablePlan, named: list[tuple[str, Piece]]) -> Iterator[TooMany]:
    """Dice are counted by colour, whatever they show; tokens by colour and number."""
    words = words_of(plan)
    by_name = {thing.name: key for key, thing in words.items()}
    seen = Counter((one.kind, one.colour, one.face if one.kind == "token" else 0) for _, one in named)
    for supply in plan.supply:
        key = by_name.get(supply.things[0])
        if key is None:
            continue
        kind, colour, face = key
        number = face if kind == "token" else None
        count = seen[kind, colour, number or 0]
        if count > supply.count:
            name, piece = [
                (name, one)
                for name, one in named
                if (one.kind, one.colour) == (kind, colour) and number in (None, one.face)
            ][-1]
            yield TooMany(kind, colour, number, count, supply.count, name, piece)
