"""Reads a frame: which dice and tokens lie where in it, what they show, and what has to be asked.

Nothing here knows a table: places are sorted out by ``vision.dice.trays``.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from vision.dice.judging import die_score
from vision.dice.lesson import STRANGE, Taught
from vision.dice.network import DiceNetwork, Kind, Look, patch_of, scale_of
from vision.dice.patches import Frame
from vision.dice.pips import VALUES, Pips, pips_of

_Key = TypeVar("_Key", str, int)
Doubt = Literal["leaning", "unsure", "colour", "face", "cut"]
"""Why something is asked about: a die leans, is perhaps none, is of no sure colour, shows nothing clear, or lies
across the edge of the frame."""

SURE = 0.8
"""What is less sure than this is asked about."""
_LIKE = 0.66
"""A token is as much like one that was shown, at least."""
_TOKEN = 0.4
"""A token is as likely there, at least."""
_FAINTEST = 0.2
"""Pips differ from the body by so much of what they did when they were shown, at least."""
_CLEAR = 1.0
"""A die's score above which it is not asked whether it is one."""
_APART = 0.62
"""Two dice, or two tokens, are never closer together than this, in their sizes."""
_LEAST, _MOST = 0.65, 1.55
"""Sizes, as shares of the usual one of its kind in a frame, that something has."""

_LEAST_TOKEN, _MOST_TOKEN = 0.8, 1.3
"""The same for tokens, whose size follows from that of the dice."""


@dataclass(frozen=True, slots=True)
class Known:
    """What may lie on a table: colours, and what dice and tokens may show."""

    colours: Mapping[Kind, Collection[str]]
    faces: Mapping[Kind, Collection[int]]

    @classmethod
    def usual(cls) -> Known:
        """Any colour and any number that was taught, any pips."""
        return cls({}, {})


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


@dataclass(frozen=True, slots=True, eq=False)
class DiceReader:
    """All that reading takes: the networks, and what was taught."""

    network: DiceNetwork
    taught: Taught
    known: Known

    def read(self, frame: Frame) -> tuple[Piece, ...]:
        """Everything that is likelier a die or a token than not, dice first, row by row."""
        looks = self.network.look(frame)
        dice = _of_usual_size(_apart(self._dice([look for look in looks if look.spot.kind == "die"], frame)))
        tokens = _apart(self._token(look, frame) for look in looks if look.spot.kind == "token")
        tokens = self._token_sized(tokens, dice)
        found = [*_not_on(dice, tokens), *tokens]
        return tuple(sorted(found, key=lambda one: (one.kind != "die", one.y, one.x)))

    def _dice(self, looks: Sequence[Look], frame: Frame) -> list[Piece | None]:
        named = [(look, *self._colours("die", look)) for look in looks]
        near = [(look, colours) for look, colours, far in named if far <= STRANGE]
        seen = pips_of([patch_of(frame, look.spot) for look, _ in near])
        return [self._die(look, colours, pips, frame) for (look, colours), pips in zip(near, seen, strict=True)]

    def _die(self, look: Look, colours: dict[str, float], pips: Pips, frame: Frame) -> Piece | None:
        name = max(colours, key=lambda one: colours[one])
        share, astray = self.taught.like_pips(name, pips)
        score = die_score(look, pips, share, astray)
        if score <= 0 or share < _FAINTEST:
            return None
        allowed = self.known.faces.get("die") or range(1, VALUES + 1)
        faces = _shares({face: float(pips.likely[face - 1]) for face in allowed if face <= VALUES})
        enlarged = scale_of(look.spot)
        x, y = look.spot.x + pips.x / enlarged, look.spot.y + pips.y / enlarged
        size = look.spot.size * pips.size
        doubts: list[Doubt] = ["leaning"] if look.leans > look.there else ["unsure"] if score < _CLEAR else []
        return Piece(
            "die", x, y, size, colours, faces, score, _doubts(doubts, colours, faces, (x, y, size), frame)
        )

    def _token(self, look: Look, frame: Frame) -> Piece | None:
        colours, far = self._colours("token", look)
        if far > STRANGE or look.there < _TOKEN:
            return None
        likely, alike = self.taught.numbers.likely(patch_of(frame, look.spot))
        allowed = self.known.faces.get("token")
        faces = _shares({face: p for face, p in likely.items() if not allowed or face in allowed})
        if alike < _LIKE or not faces:
            return None
        spot = look.spot
        place = (spot.x, spot.y, spot.size)
        score = look.there * spot.likely * alike
        return Piece("token", *place, colours, faces, score, _doubts([], colours, faces, place, frame))

    def _token_sized(self, tokens: Sequence[Piece], dice: Sequence[Piece]) -> list[Piece]:
        """Those that are as large as tokens are beside dice; where that is not known, as large as most of them."""
        sizes = sorted(one.size for one in dice if one.score > _CLEAR)
        if self.taught.ratio is None or not sizes:
            return _of_usual_size(tokens)
        usual = sizes[len(sizes) // 2] * self.taught.ratio
        return [one for one in tokens if _LEAST_TOKEN * usual <= one.size <= _MOST_TOKEN * usual]

    def _colours(self, kind: Kind, look: Look) -> tuple[dict[str, float], float]:
        colours, far = self.taught.colours[kind].likely(look.colour)
        allowed = self.known.colours.get(kind)
        if allowed:
            colours = {name: p for name, p in colours.items() if name in allowed}
        return _shares(colours), far if colours else math.inf


def _doubts(
    first: list[Doubt],
    colours: Mapping[str, float],
    faces: Mapping[int, float],
    place: tuple[float, float, float],
    frame: Frame,
) -> tuple[Doubt, ...]:
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


def _apart(pieces: Iterable[Piece | None]) -> list[Piece]:
    """Of several in one place the surest."""
    found: list[Piece] = []
    every = [one for one in pieces if one is not None]
    for one in sorted(every, key=lambda piece: -piece.score):
        if all(_far(one, other) > _APART * min(one.size, other.size) for other in found):
            found.append(one)
    return found


def _not_on(dice: Sequence[Piece], tokens: Sequence[Piece]) -> list[Piece]:
    """The dice without those that a token's number was taken for."""
    return [one for one in dice if all(_far(one, token) > token.size * 0.5 for token in tokens)]


def _far(one: Piece, other: Piece) -> float:
    return math.hypot(one.x - other.x, one.y - other.y)


def _of_usual_size(pieces: Sequence[Piece]) -> list[Piece]:
    """Without what is much smaller or larger than the others; where there are no more than two, nothing is."""
    sizes = sorted(one.size for one in pieces)
    if len(sizes) <= 2:
        return list(pieces)
    usual = sizes[len(sizes) // 2]
    return [one for one in pieces if _LEAST * usual <= one.size <= _MOST * usual]


def _shares(weights: Mapping[_Key, float]) -> dict[_Key, float]:
    total = sum(weights.values()) or 1.0
    return {key: weight / total for key, weight in weights.items()}
