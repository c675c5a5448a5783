"""What is read of a frame: dice and tokens, how sure that is, and which of several readings is kept."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from vision.dice.lesson import Colour, Taught
from vision.dice.network import Kind, Spot
from vision.dice.patches import Frame

_Key = TypeVar("_Key", str, int)
Doubt = Literal["leaning", "unsure", "colour", "face", "cut"]
"""Why something is asked about: a die leans, is perhaps none, is of no sure colour, shows nothing clear, or lies
across the edge of the frame."""

SURE = 0.8
"""What is less sure than this is asked about."""
CLEAR = 1.5
"""A score above which it is not asked whether something is there."""
_APART = 0.62
"""Two dice, or two tokens, are never closer together than this, in their sizes."""


@dataclass(frozen=True, slots=True)
class Known:
    """What may lie on a table: colours, and what dice and tokens may show."""

    colours: Mapping[Kind, Collection[str]]
    faces: Mapping[Kind, Collection[int]]

    @classmethod
    def usual(cls) -> Known:
        """Any colour and any number that was taught, any pips."""
        return cls({}, {})

    def coloured(self, kind: Kind, colours: Colour, taught: Taught) -> list[tuple[dict[str, float], float]]:
        """How likely each name that there may be is each body's, and how far from the nearest its colour is."""
        allowed = self.colours.get(kind)
        every = taught.colours[kind].likely(colours)
        if allowed:
            every = [({name: p for name, p in names.items() if name in allowed}, far) for names, far in every]
        return [(shares(names), far if names else math.inf) for names, far in every]


@dataclass(frozen=True, slots=True)
class Piece:
    """A die or a token in a frame."""

    kind: Kind
    x: float
    y: float
    size: float
    colours: Mapping[str, float]
    """How likely each name of a colour is."""
    faces: Mapping[int, float]
    """How likely each value of a die or number of a token is."""
    score: float
    """How surely it is there at all: above zero."""
    doubts: tuple[Doubt, ...] = ()

    @property
    def colour(self) -> str:
        return max(self.colours, key=lambda name: self.colours[name], default="")

    @property
    def face(self) -> int:
        return max(self.faces, key=lambda face: self.faces[face], default=0)


def doubts_of(
    first: Sequence[Doubt],
    colours: Mapping[str, float],
    faces: Mapping[int, float],
    place: tuple[float, float, float],
    frame: Frame,
) -> tuple[Doubt, ...]:
    """The first ones, and those of what is told of a piece at this place and of this size."""
    found = list(first)
    if max(colours.values(), default=0.0) < SURE:
        found.append("colour")
    if max(faces.values(), default=0.0) < SURE:
        found.append("face")
    height, width = frame.shape[:2]
    x, y, size = place
    if not (size / 2 <= x <= width - 1 - size / 2 and size / 2 <= y <= height - 1 - size / 2):
        found.append("cut")
    return tuple(found)


def doubted(piece: Piece, doubt: Doubt) -> Piece:
    """The same with one more doubt, the first."""
    return piece if doubt in piece.doubts else replace(piece, doubts=(doubt, *piece.doubts))


def apart(pieces: Iterable[Piece]) -> list[Piece]:
    """Of several in one place the surest."""
    found: list[Piece] = []
    for one in sorted(pieces, key=lambda piece: -piece.score):
        if all(between(one, other) > _APART * min(one.size, other.size) for other in found):
            found.append(one)
    return found


def is_elsewhere(one: Spot | Piece, pieces: Sequence[Piece], share: float = _APART) -> bool:
    """Whether it is farther from all of these than such a share of their sizes."""
    return all(between(one, other) > share * other.size for other in pieces)


def is_bare(one: Spot | Piece, pieces: Sequence[Spot | Piece]) -> bool:
    """Whether none of these, which are of another kind, lies there."""
    return all(between(one, other) > 0.5 * max(one.size, other.size) for other in pieces)


def between(one: Spot | Piece, other: Spot | Piece) -> float:
    """How far from one another they are."""
    return math.hypot(one.x - other.x, one.y - other.y)


def shares(weights: Mapping[_Key, float]) -> dict[_Key, float]:
    """The same, summing to one."""
    total = sum(weights.values()) or 1.0
    return {key: weight / total for key, weight in weights.items()}
