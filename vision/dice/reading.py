"""Reads a frame: which dice and tokens lie where in it, what they show, and what has to be asked.

Nothing here knows a table: places are sorted out by ``vision.dice.trays``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.faces import edge_of, faces_in
from vision.dice.inked import Inked, inked
from vision.dice.judging import die_score, is_spoilt, values_of
from vision.dice.leaning import Points, Tilted, Undersides, leaning, of_no_neighbour, pips_beside
from vision.dice.lesson import STRANGE, Taught
from vision.dice.network import DiceNetwork, Look, Spot, kept, patch_of
from vision.dice.patches import Frame, Layers
from vision.dice.pieces import (
    CLEAR,
    Doubt,
    Known,
    Piece,
    apart,
    between,
    doubted,
    doubts_of,
    is_bare,
    is_elsewhere,
    shares,
)
from vision.dice.pips import VALUES, Pips, pips_of
from vision.dice.tokens import TokenReader

_SURELY = 3.0
"""Where a die is surer than this, no other die is looked for."""
_AT_ONCE, _BESIDE = 10, 0.5
"""So many spots are looked at together; the next ones, if they are so far from sure dice, in their sizes."""
_ONE_IN = 4
"""Of spots told by pips and by the network one in so many is the network's."""
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
_TWO_FACES, _TWO_FACES_AT_MOST = 0.9, 1.1
"""Two faces of one die are seen nearer together than this, in its sizes; the latter where one is unsure."""
_NOTHING = {"leaning", "unsure", "face"}
"""Doubts that are too many together."""
_LEAST, _MOST = 0.75, 1.4
"""Sizes, as shares of the usual one of its kind in a frame, that something has."""


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
        tokens = TokenReader(self.taught, self.known).read(layers, seen, spots, dice, here)
        every = [*(die for die in dice if is_bare(die, tokens)), *tokens]
        return tuple(sorted(every, key=lambda one: (one.kind != "die", one.y, one.x)))

    def _more(self, spots: Sequence[Spot], faces: Sequence[Spot], frame: Frame) -> list[Spot]:
        """Spots for dice where no face was laid."""
        dice = [one for one in spots if one.kind == "die"]
        if not dice:
            return []
        far = self.taught.colours["die"].far(np.array([one.colour for one in dice], np.float32))
        near = [one for one, off in zip(dice, far.tolist(), strict=True) if off < _FAR_AWAY]
        return kept(_far_from(near, faces), frame)

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
            if not any(is_elsewhere(one, found) for one in more):
                break
            found.extend(more)
            sure = [one for one in found if one.score > _SURELY]
            left = [one for one in left if is_elsewhere(one, sure, _BESIDE)]
        return _of_usual_size(apart(found))

    def _looked_at(self, layers: Layers, spots: Sequence[Spot]) -> list[Piece]:
        looks = self.network.closely(layers, spots)
        likely = [look for look in looks if look.there + look.leans > _PERHAPS]
        seen = pips_of([patch_of(layers, look.spot) for look in likely], self.taught.pitch)
        bodies = np.array([pips.body for pips in seen], np.float32).reshape(-1, 3)
        colours = self.known.coloured("die", bodies, self.taught)
        every = zip(likely, seen, colours, strict=True)
        found = (self._die(look, pips, named, layers.frame) for look, pips, named in every)
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
            doubted(one, "leaning") if leans else one
            for one, leans in zip(dice, leaning(Tilted(at, under, beside), (width, height), flat), strict=True)
        ]
        return _once([one for one in told if not set(one.doubts) >= _NOTHING])

    def _beside(self, seen: Sequence[Inked], die: Piece) -> Points:
        """Light pips beside a die; shadows look like dark ones."""
        light = [one for one in seen if one.is_light and die.colour in one.points]
        return pips_beside(light[0], np.array([die.x, die.y]), die.size) if light else np.zeros((0, 2))

    def _die(self, look: Look, pips: Pips, named: tuple[dict[str, float], float], frame: Frame) -> Piece | None:
        colours, far = named
        name = max(colours, key=lambda one: colours[one], default="")
        share, _ = self.taught.like_pips(name, pips)
        score = die_score(look, pips, far, share)
        lit = self.taught.mirrored(name, pips) if is_spoilt(far, share) else None
        if lit is not None and lit[0] > share:
            score = max(score, die_score(look, pips, min(far, lit[1]), lit[0]))
        if score <= 0 or far > STRANGE:
            return None
        allowed = self.known.faces.get("die") or range(1, VALUES + 1)
        values = values_of(look, pips)
        faces = shares({face: float(values[face - 1]) for face in allowed if face <= VALUES})
        doubts: list[Doubt] = ["leaning"] if look.leans > look.there else ["unsure"] if score < CLEAR else []
        place = (look.spot.x, look.spot.y, look.spot.size)
        return Piece("die", *place, colours, faces, score, doubts_of(doubts, colours, faces, place, frame))


def _mixed(faces: Sequence[Spot], others: Sequence[Spot]) -> list[Spot]:
    """The likeliest of both first."""
    places = [*range(len(faces)), *(_ONE_IN - 1.5 + (_ONE_IN - 1) * n for n in range(len(others)))]
    every = [*faces, *others]
    return [every[n] for n in sorted(range(len(every)), key=lambda n: places[n])]


def _far_from(spots: Sequence[Spot], others: Sequence[Spot]) -> list[Spot]:
    """The spots that show something else than these."""
    at = np.array([(one.x, one.y) for one in spots]).reshape(-1, 1, 2)
    there = np.array([(one.x, one.y) for one in others]).reshape(-1, 2)
    reach = _SAME * np.array([one.size for one in others])
    is_far = (np.hypot(*(at - there).transpose(2, 0, 1)) > reach).all(1)
    return [one for one, far in zip(spots, is_far.tolist(), strict=True) if far]


def _once(dice: Sequence[Piece]) -> list[Piece]:
    """Without what is another face of one that leans."""
    found: list[Piece] = []
    for one in sorted(dice, key=lambda piece: -piece.score):
        if not any(_are_one(one, other) for other in found):
            found.append(one)
    return found


def _are_one(one: Piece, other: Piece) -> bool:
    """Whether they may be two faces of one die that leans."""
    doubts = {*one.doubts, *other.doubts}
    is_doubtful = "unsure" in doubts and one.colour == other.colour
    reach = (_TWO_FACES_AT_MOST if is_doubtful else _TWO_FACES) * other.size
    return "leaning" in doubts and between(one, other) < reach


def _of_usual_size(pieces: Sequence[Piece]) -> list[Piece]:
    """Without what is much smaller or larger than the others; where there are no more than two, nothing is."""
    sizes = sorted(one.size for one in pieces)
    if len(sizes) <= 2:
        return list(pieces)
    usual = sizes[len(sizes) // 2]
    return [one for one in pieces if _LEAST * usual <= one.size <= _MOST * usual]
