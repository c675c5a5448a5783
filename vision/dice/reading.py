"""Reads a frame: which dice and tokens lie where in it, what they show, and what has to be asked.

Nothing here knows a table: places are sorted out by ``vision.dice.trays``.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeVar

import numpy as np

from vision.dice.faces import Inked, edge_of, faces_in, inked, standing_out
from vision.dice.judging import die_score, log_odds, token_score, values_of
from vision.dice.leaning import Points, Tilted, Undersides, leaning, of_no_neighbour, pips_beside
from vision.dice.lesson import STRANGE, Colour, Taught
from vision.dice.network import DiceNetwork, Kind, Look, Spot, kept, patch_of, scale_of
from vision.dice.numbers import Told, tokens_on
from vision.dice.patches import Frame, Layers
from vision.dice.pips import VALUES, Pips, pips_of

_Key = TypeVar("_Key", str, int)
Doubt = Literal["leaning", "unsure", "colour", "face", "cut"]
"""Why something is asked about: a die leans, is perhaps none, is of no sure colour, shows nothing clear, or lies
across the edge of the frame."""

SURE = 0.8
"""What is less sure than this is asked about."""
_CLEAR = 1.5
"""A score above which it is not asked whether something is there."""
_APART = 0.62
"""Two dice, or two tokens, are never closer together than this, in their sizes."""
_MANY, _MOST_PROMISING, _ALIKENESS, _SOMEHOW = 9, 45, 8.0, 0.25
"""So many spots for tokens are looked at closely, of so many at all; how much it counts how roughly they look like
a number, and how much they have to."""
_SURELY = 3.0
"""Where a die is surer than this, no token and no other die is looked for."""
_AT_ONCE, _BESIDE = 12, 0.5
"""So many spots are looked at together; the next ones, if they are so far from sure dice, in their sizes."""
_ONE_IN = 4
"""Of spots told by pips and by the network one in so many is the network's."""
_SEEMS, _MOST_PRINTED, _PERHAPS_PRINT, _PRINT = 0.3, 24, 0.6, 0.7
"""A spot for a die that is likelier than this may be a token; of so many, one is that, if to its very edge it is
so much like one that was shown, looked at roughly and closely. Dice are at most 0.6 like any."""
_ALIKE = 0.87
"""A token less like one that was shown than this is looked at again."""
_SAME = 0.12
"""Spots nearer together than this, in their sizes, show the same."""
_SMALLEST = 8.0
"""Dice of fewer pixels are not read."""
_NEAR = 0.22
"""Natural logarithm of how much larger or smaller dice may be than they were taken for."""
_FAR_AWAY = 2.8
"""A colour seen from afar, with pips in it, may be so many spreads away from the body's."""
_PERHAPS = 0.25
"""What is less likely a die is not looked at further."""
_TWO_FACES = 0.9
"""Two faces of one die are seen nearer together than this, in its sizes."""
_NOTHING = {"leaning", "unsure", "face"}
"""Doubts that are too many together."""
_LEAST, _MOST = 0.75, 1.4
"""Sizes, as shares of the usual one of its kind in a frame, that something has."""


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

    def read(self, frame: Frame, edge: float | None = None, flat: Undersides | None = None) -> tuple[Piece, ...]:
        """Everything that is likelier a die or a token than not, dice first, row by row.

        ``edge`` is how long a die's edge is about in this frame, in pixels, where somebody knows better than the
        lesson; ``flat`` says the same of where the undersides of dice are seen that lie flat.
        """
        layers = Layers(frame)
        seen, here = self._inked(layers, edge)
        spots = self.network.spots(layers, here)
        faces = faces_in(seen, here, self.taught)
        dice = self._dice(layers, _mixed(faces, self._more(spots, faces, frame)))
        dice = self._asked(layers, seen, dice, flat)
        discs = self._discs(seen, spots, here)
        printed = self._printed(layers, discs, here)
        dice = [die for die in dice if all(_between(die, one) > one.size / 2 for one in printed)]
        tokens = _apart([*printed, *self._tokens(layers, _off(discs, printed), dice, here)])
        every = [*_beside(dice, tokens), *_beside(tokens, dice)]
        return tuple(sorted(every, key=lambda one: (one.kind != "die", one.y, one.x)))

    def _more(self, spots: Sequence[Spot], faces: Sequence[Spot], frame: Frame) -> list[Spot]:
        """Spots for dice where no face was laid."""
        dice = [one for one in spots if one.kind == "die"]
        if not dice:
            return []
        far = self.taught.colours["die"].far(np.array([one.colour for one in dice], np.float32))
        near = [one for one, off in zip(dice, far.tolist(), strict=True) if off < _FAR_AWAY]
        return kept(_far_from(near, faces), frame)

    def _discs(self, seen: list[Inked], spots: Sequence[Spot], edge: float) -> list[Spot]:
        """Spots for tokens, and those for dice that may be tokens, where discs of a taught colour stand out."""
        if not self.taught.numbers.names:
            return []
        every = [one for one in spots if one.kind == "token" or one.likely > _SEEMS]
        return standing_out(seen, every, edge * self.taught.ratio, self.taught)

    def _tokens(self, layers: Layers, discs: Sequence[Spot], dice: Sequence[Piece], edge: float) -> list[Piece]:
        sure = [die for die in dice if die.score >= _SURELY]
        bare = [
            one for one in discs if one.kind == "token" and all(_between(one, die) > die.size / 2 for die in sure)
        ]
        return self._looked_on(layers, self._promising(layers, bare, dice, edge))

    def _printed(self, layers: Layers, discs: Sequence[Spot], edge: float) -> list[Piece]:
        """Tokens that seem dice from afar: dots may be printed on them."""
        dice = [one for one in discs if one.kind == "die"][:_MOST_PRINTED]
        some = [replace(one, kind="token", size=self.taught.ratio * edge) for one in dice]
        near = self.taught.numbers.nearby(tokens_on(patch_of(layers, one) for one in some))
        there = [
            _shifted(one, *off) for one, (alike, off) in zip(some, near, strict=True) if alike > _PERHAPS_PRINT
        ]
        return _apart(self._looked_on(layers, there, _PRINT))

    def _promising(
        self, layers: Layers, spots: Sequence[Spot], dice: Sequence[Piece], edge: float
    ) -> Sequence[Spot]:
        """Those that most likely are tokens: of many, as in a pattern, those that somehow look like a number."""
        first = [replace(one, size=self._width(one, dice, edge)) for one in spots[:_MOST_PROMISING]]
        alike = self.taught.numbers.roughly(tokens_on(patch_of(layers, one) for one in first)).tolist()
        shown = [log_odds(one.likely) + _ALIKENESS * more for one, more in zip(first, alike, strict=True)]
        best = sorted(range(len(first)), key=lambda n: -shown[n])[:_MANY]
        return [first[n] for n in best if alike[n] > _SOMEHOW]

    def _width(self, spot: Spot, dice: Sequence[Piece], edge: float) -> float:
        """How wide a token is there: dice near it tell that better than the spot."""
        near = sorted((math.hypot(die.x - spot.x, die.y - spot.y), die.size) for die in dice if not die.doubts)
        return (
            self.taught.ratio * float(np.median([size for _, size in near[:3]]))
            if near
            else self.taught.ratio * edge
        )

    def _inked(self, layers: Layers, edge: float | None) -> tuple[list[Inked], float]:
        """What may be pips, and how long a die's edge is in this frame."""
        usual = max(edge or self.taught.edge, _SMALLEST)
        seen = inked(layers, usual, self.taught)
        if edge is not None:
            return seen, usual
        here = edge_of(seen, self.taught) or usual
        if abs(math.log(here / usual)) > _NEAR:
            seen = inked(layers, here, self.taught)
        return seen, here

    def _dice(self, layers: Layers, spots: Sequence[Spot]) -> list[Piece]:
        """The dice there are: the likeliest spots are looked at first, others only while more are found."""
        found: list[Piece] = []
        left = list(spots)
        while left:
            some, left = left[:_AT_ONCE], left[_AT_ONCE:]
            more = self._looked_at(layers, some)
            if not any(all(_between(one, other) > _APART * other.size for other in found) for one in more):
                break
            found.extend(more)
            sure = [one for one in found if one.score > _SURELY]
            left = [one for one in left if all(_between(one, die) > _BESIDE * die.size for die in sure)]
        return _of_usual_size(_apart(found))

    def _looked_at(self, layers: Layers, spots: Sequence[Spot]) -> list[Piece]:
        looks = self.network.closely(layers, spots)
        likely = [look for look in looks if look.there + look.leans > _PERHAPS]
        seen = pips_of([patch_of(layers, look.spot) for look in likely], self.taught.pitch)
        found = (self._die(look, pips, layers.frame) for look, pips in zip(likely, seen, strict=True))
        return [one for one in found if one is not None]

    def _asked(
        self, layers: Layers, seen: Sequence[Inked], dice: Sequence[Piece], flat: Undersides | None
    ) -> list[Piece]:
        """The dice, those that lean with a doubt. What is doubtful in every way is none."""
        at = np.array([(one.x, one.y) for one in dice]).reshape(-1, 2)
        under = self.network.undersides(layers, [(one.x, one.y, one.size) for one in dice])
        beside = [
            of_no_neighbour(self._beside(seen, one), at[n], one.size, np.delete(at, n, axis=0))
            for n, one in enumerate(dice)
        ]
        height, width = layers.frame.shape[:2]
        told = [
            replace(one, doubts=("leaning", *one.doubts)) if leans and "leaning" not in one.doubts else one
            for one, leans in zip(dice, leaning(Tilted(at, under, beside), (width, height), flat), strict=True)
        ]
        return _once([one for one in told if not set(one.doubts) >= _NOTHING])

    def _beside(self, seen: Sequence[Inked], die: Piece) -> Points:
        """Light pips beside a die; shadows look like dark ones."""
        light = [one for one in seen if one.is_light and die.colour in one.points]
        return pips_beside(light[0], np.array([die.x, die.y]), die.size) if light else np.zeros((0, 2))

    def _die(self, look: Look, pips: Pips, frame: Frame) -> Piece | None:
        colours, far = self._colours("die", pips.body)
        name = max(colours, key=lambda one: colours[one], default="")
        share, _ = self.taught.like_pips(name, pips)
        score = die_score(look, pips, far, share)
        lit = self.taught.mirrored(name, pips)
        if lit is not None and lit[0] > share:
            score = max(score, die_score(look, pips, min(far, lit[1]), lit[0]))
        if score <= 0 or far > STRANGE:
            return None
        allowed = self.known.faces.get("die") or range(1, VALUES + 1)
        values = values_of(look, pips)
        faces = _shares({face: float(values[face - 1]) for face in allowed if face <= VALUES})
        doubts: list[Doubt] = ["leaning"] if look.leans > look.there else ["unsure"] if score < _CLEAR else []
        place = (look.spot.x, look.spot.y, look.spot.size)
        return Piece("die", *place, colours, faces, score, _doubts(doubts, colours, faces, place, frame))

    def _looked_on(self, layers: Layers, spots: Sequence[Spot], least: float = 0.0) -> list[Piece]:
        """The tokens at these spots, where what is seen is so much like a whole one."""
        seen = tokens_on(patch_of(layers, one) for one in spots)
        colours = [self._colours("token", one) for one in seen.colours]
        own = [n for n, (_, far) in enumerate(colours) if far <= STRANGE]
        there, told = [spots[n] for n in own], self.taught.numbers.likely(seen.only(own))
        # what is little alike perhaps lies a little beside
        beside = [n for n, one in enumerate(told) if one.alike < _ALIKE]
        for n in beside:
            there[n] = _shifted(there[n], *told[n].off)
        again = tokens_on(patch_of(layers, there[n]) for n in beside)
        for n, one in zip(beside, self.taught.numbers.likely(again, again=True), strict=True):
            told[n] = one
        every = zip(there, told, (colours[n] for n in own), strict=True)
        found = (self._token(*one, layers.frame) for one in every if one[1].whole >= least)
        return [one for one in found if one is not None]

    def _token(self, spot: Spot, told: Told, seen: tuple[dict[str, float], float], frame: Frame) -> Piece | None:
        colours, far = seen
        score = token_score(spot, far, told.alike)
        if score <= 0:
            return None
        allowed = self.known.faces.get("token")
        faces = _shares({face: p for face, p in told.numbers.items() if not allowed or face in allowed})
        doubts: list[Doubt] = ["unsure"] if score < _CLEAR else []
        place = (spot.x, spot.y, spot.size)
        return Piece("token", *place, colours, faces, score, _doubts(doubts, colours, faces, place, frame))

    def _colours(self, kind: Kind, colour: Colour) -> tuple[dict[str, float], float]:
        colours, far = self.taught.colours[kind].likely(colour)
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


def _apart(pieces: Iterable[Piece]) -> list[Piece]:
    """Of several in one place the surest."""
    found: list[Piece] = []
    for one in sorted(pieces, key=lambda piece: -piece.score):
        if all(_between(one, other) > _APART * min(one.size, other.size) for other in found):
            found.append(one)
    return found


def _mixed(faces: Sequence[Spot], others: Sequence[Spot]) -> list[Spot]:
    """The likeliest of both first."""
    places = [*range(len(faces)), *(_ONE_IN - 1.5 + (_ONE_IN - 1) * n for n in range(len(others)))]
    every = [*faces, *others]
    return [every[n] for n in sorted(range(len(every)), key=lambda n: places[n])]


def _once(dice: Sequence[Piece]) -> list[Piece]:
    """Without what is another face of one that leans."""
    found: list[Piece] = []
    for one in sorted(dice, key=lambda piece: -piece.score):
        near = [other for other in found if _between(one, other) < _TWO_FACES * other.size]
        if not any("leaning" in each.doubts for each in (one, *near)) or not near:
            found.append(one)
    return found


def _beside(pieces: Sequence[Piece], others: Sequence[Piece]) -> list[Piece]:
    """The pieces without those that lie where surer ones of another kind do."""
    return [
        one
        for one in pieces
        if all(
            _between(one, other) > 0.5 * max(one.size, other.size) or one.score >= other.score for other in others
        )
    ]


def _off(spots: Sequence[Spot], pieces: Sequence[Piece]) -> list[Spot]:
    """The spots where none of these lies."""
    return [spot for spot in spots if all(_between(spot, one) > one.size / 2 for one in pieces)]


def _far_from(spots: Sequence[Spot], others: Sequence[Spot]) -> list[Spot]:
    """The spots that show something else than these."""
    at = np.array([(one.x, one.y) for one in spots]).reshape(-1, 1, 2)
    there = np.array([(one.x, one.y) for one in others]).reshape(-1, 2)
    reach = _SAME * np.array([one.size for one in others])
    is_far = (np.hypot(*(at - there).transpose(2, 0, 1)) > reach).all(1)
    return [one for one, far in zip(spots, is_far.tolist(), strict=True) if far]


def _shifted(spot: Spot, right: float, down: float, larger: float = 1.0) -> Spot:
    """The spot so many pixels of its patch beside, and so many times larger."""
    scale = scale_of(spot)
    return replace(spot, x=spot.x + right / scale, y=spot.y + down / scale, size=spot.size * larger)


def _between(one: Spot | Piece, other: Piece) -> float:
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
