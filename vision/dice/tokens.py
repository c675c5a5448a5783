"""Reads the tokens of a frame: discs of a taught colour that look like one that was shown.

What the first network takes for a die, and even what is read as one, may be a token with dots: it is one if it
looks like one to its very edge, where beside a die the table would be seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.dice.discs import standing_out
from vision.dice.inked import Inked
from vision.dice.judging import log_odds, token_score
from vision.dice.lesson import STRANGE, Taught
from vision.dice.network import Spot, patch_of, scale_of
from vision.dice.numbers import Told, tokens_on
from vision.dice.patches import Frame, Layers
from vision.dice.pieces import CLEAR, Doubt, Known, Piece, apart, between, doubts_of, is_bare, shares

_MOST, _SOME, _MANY = 100, 20, 12
"""Of so many spots so many are looked at roughly, and so many of them closely."""
_ALIKENESS, _SOMEHOW = 16.0, {"token": 0.35, "die": 0.5}
"""How much it counts how roughly they look like a token that was shown, and how much what seems this has to."""
_SEEMS, _WHOLLY = 0.3, 0.7
"""A spot for a die that is likelier than this may be a token: it is one if it is so much like one that was shown,
to its very edge. Dice are mostly at most 0.6 like any."""
_NO_DIE, _SURELY_NO_DIE = 0.75, 0.84
"""What was read as a die is a token if it is so much like one; between these it is asked about."""
_PERHAPS = 0.6
"""What looks so much like a token, roughly, does not tell how large dice are."""
_UNLIKE, _ALIKE = 0.6, 0.87
"""A token whose likeness to one that was shown is between these is looked at again."""
_SAME = 0.12
"""Spots nearer together than this, in their sizes, show the same."""


@dataclass(frozen=True, slots=True, eq=False)
class TokenReader:
    """What was taught about tokens, and which there may be."""

    taught: Taught
    known: Known

    def read(
        self, layers: Layers, seen: Sequence[Inked], spots: Sequence[Spot], dice: Sequence[Piece], edge: float
    ) -> list[Piece]:
        """The tokens at these spots, where dice were read and an edge is about so long."""
        if not self.taught.numbers.names:
            return []
        some = self._promising(layers, self._discs(seen, spots, edge), dice)
        return apart(self._looked_on(layers, some, dice))

    def _discs(self, seen: Sequence[Inked], spots: Sequence[Spot], edge: float) -> list[Spot]:
        """Where discs of a taught colour stand out, the likeliest first."""
        width = edge * self.taught.ratio
        every = [one for one in spots if one.kind == "token" or one.likely > _SEEMS]
        found = [one._replace(size=width) for one in standing_out(seen, every, width, self.taught)]
        return sorted(_merged(found, _SAME * width), key=lambda one: -one.likely)[:_MOST]

    def _promising(self, layers: Layers, spots: Sequence[Spot], dice: Sequence[Piece]) -> list[Spot]:
        """Those that most likely are tokens: of many, as in a pattern, those that look most like one."""
        some, seen = list(spots), tokens_on(patch_of(layers, _token(one)) for one in spots)
        if len(spots) > _SOME:
            best = _likeliest(spots, self.taught.numbers.roughly(seen).tolist())[:_SOME]
            some, seen = [spots[n] for n in best], seen.only(best)
        near = self.taught.numbers.nearby(seen)
        alike = [more for more, _ in near]
        best = [n for n in _likeliest(some, alike) if alike[n] > _SOMEHOW[some[n].kind]][:_MANY]
        # what is little like a token is rather where it was seen than where it is likest
        there = [_shifted(some[n], *near[n][1]) if alike[n] > _PERHAPS else some[n] for n in best]
        printed = [one for n, one in zip(best, there, strict=True) if alike[n] > _PERHAPS]
        sound = [die for die in dice if not die.doubts and is_bare(die, printed)]
        return [one._replace(size=self._width(one, sound)) for one in there]

    def _width(self, spot: Spot, dice: Sequence[Piece]) -> float:
        """How wide a token is there: dice near it tell that better than the spot."""
        near = sorted((between(die, spot), die.size) for die in dice)[:3]
        return self.taught.ratio * float(np.median([size for _, size in near])) if near else spot.size

    def _looked_on(self, layers: Layers, spots: Sequence[Spot], dice: Sequence[Piece]) -> list[Piece]:
        """The tokens at these spots."""
        seen = tokens_on(patch_of(layers, _token(one)) for one in spots)
        colours = self.known.coloured("token", seen.colours, self.taught)
        own = [n for n, (_, far) in enumerate(colours) if far <= STRANGE]
        there, told = [spots[n] for n in own], self.taught.numbers.likely(seen.only(own))
        # what is little alike perhaps lies a little beside
        beside = [n for n, one in enumerate(told) if _UNLIKE < one.alike < _ALIKE]
        for n in beside:
            there[n] = _shifted(there[n], *told[n].off)
        again = tokens_on(patch_of(layers, _token(there[n])) for n in beside)
        for n, one in zip(beside, self.taught.numbers.likely(again, again=True), strict=True):
            told[n] = one
        every = zip(there, told, (colours[n] for n in own), (not is_bare(one, dice) for one in there), strict=True)
        found = (self._piece(*one, layers.frame) for one in every)
        return [one for one in found if one is not None]

    def _piece(
        self, spot: Spot, told: Told, seen: tuple[dict[str, float], float], is_on_die: bool, frame: Frame
    ) -> Piece | None:
        colours, far = seen
        score = token_score(spot, far, told.alike)
        least = _NO_DIE if is_on_die else _WHOLLY if spot.kind == "die" else 0.0
        if score <= 0 or told.whole < least:
            return None
        allowed = self.known.faces.get("token")
        faces = shares({face: p for face, p in told.numbers.items() if not allowed or face in allowed})
        is_doubtful = score < CLEAR or (is_on_die and told.whole < _SURELY_NO_DIE)
        doubts: list[Doubt] = ["unsure"] if is_doubtful else []
        place = (spot.x, spot.y, spot.size)
        return Piece("token", *place, colours, faces, score, doubts_of(doubts, colours, faces, place, frame))


def _merged(spots: Sequence[Spot], reach: float) -> list[Spot]:
    """The spots, those of both kinds in one place as one: the likelier kind, where the token was seen."""
    tokens, dice = ([one for one in spots if one.kind == kind] for kind in ("token", "die"))
    if not tokens or not dice:
        return [*tokens, *dice]
    at, there = (np.array([(one.x, one.y) for one in some]) for some in (dice, tokens))
    far = np.hypot(*(at[:, None] - there).transpose(2, 0, 1))
    for die, nearest, off in zip(dice, far.argmin(1).tolist(), far.min(1).tolist(), strict=True):
        if off >= reach:
            tokens.append(die)
        elif die.likely > tokens[nearest].likely:
            tokens[nearest] = tokens[nearest]._replace(kind="die", likely=die.likely)
    return tokens


def _likeliest(spots: Sequence[Spot], alike: Sequence[float]) -> list[int]:
    """Their numbers, the likeliest first, by how much they are like a token that was shown."""
    told = [log_odds(one.likely) + _ALIKENESS * more for one, more in zip(spots, alike, strict=True)]
    return sorted(range(len(spots)), key=lambda n: -told[n])


def _token(spot: Spot) -> Spot:
    return spot if spot.kind == "token" else spot._replace(kind="token")


def _shifted(spot: Spot, right: float, down: float, larger: float = 1.0) -> Spot:
    """The spot so many pixels of its patch beside, and so many times larger."""
    scale = scale_of(_token(spot))
    return spot._replace(x=spot.x + right / scale, y=spot.y + down / scale, size=spot.size * larger)
