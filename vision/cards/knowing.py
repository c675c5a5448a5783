"""Which of the cards that were shown lie in a picture: wherever, however turned, in any light, partly covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import cv2
import numpy as np

from vision.camera import Points
from vision.cards.comparing import COLUMNS, RIM, ROWS, Flags
from vision.cards.faces import LIKE, Faces
from vision.cards.fitting import Fit
from vision.cards.layers import Layers
from vision.cards.lines import Lines, lines_in
from vision.cards.looks import PLAIN, Picture, laid_corners, light_of, warp_to
from vision.cards.open_ended import open_ended
from vision.cards.quads import Quad, holds, quads_of
from vision.cards.trial import CLOSELY, Trial

MOST_CARDS = 2
GROWN, CLEAREST = (1.07, 1.14), 3
"""So much larger than a frame on it a card may be."""
SAME = 0.15
"""Places whose corners differ by less, as a share of the shorter side, are not looked at twice."""
EXPECTED = 1.7
"""So many times as much where a card that was shown is expected to lie: it is seldom a stranger."""
CARDLIKE = 3.3
"""Four sides so clearly seen are those of a card."""
PRINTED = 0.07
"""What varies by less, in logarithms of lightness, has nothing on it."""


LEAST_HIDDEN, MOST_HIDDEN = 0.02, 0.65
"""Of a card over which another one lies, so much is out of sight; of which more is, nothing is said."""


class Verdict(StrEnum):
    """What is said of a card in a picture."""

    KNOWN = "known"
    DOUBT = "doubt"
    """It is one of several that look alike, and what tells them apart is not seen."""
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class CardKnown:
    """A card in a picture: what it is, and where. In doubt all it may be is named, the likeliest first."""

    verdict: Verdict
    names: tuple[str, ...]
    corners: Points = field(repr=False, compare=False)
    """Clockwise, from the card's own top left; of an unknown card from any."""
    doubts: float = field(default=0.0, compare=False)
    """How much speaks against what is named: 0 for nothing, 1 for so much that more would make it unknown."""
    is_whole: bool = field(default=False, compare=False)
    """Whether nothing lies over it, as far as is seen."""

    @property
    def name(self) -> str:
        return self.names[0] if self.verdict is Verdict.KNOWN else ""


@dataclass(frozen=True, slots=True)
class _Trying:
    """How often, and from which likeness on, a card is laid over what was found.

    ``is_guessed``: nobody saw how far it reaches; and no other one is laid if too much speaks against it.
    """

    times: int
    like: float
    is_guessed: bool


CLOSED, OPEN, MORE = _Trying(8, LIKE, False), _Trying(6, 0.5, True), _Trying(6, 0.55, True)
"""Where four sides are seen, and where three: most of these are no card's; the fewer are where one is known."""


class Knower:
    """Cards that were shown, by name, ready to be known again; a card may have several faces."""

    def __init__(self, faces: Mapping[str, Picture | Sequence[Picture]]) -> None:
        self._faces = Faces(faces)

    def cards(self, picture: Picture) -> tuple[CardKnown, ...]:
        """The cards in a picture, at most ``MOST_CARDS``; none of them if nothing in it looks like a card."""
        lines = lines_in(picture)
        found = quads_of(lines)
        layers = replace(Layers.of(picture), sheets=tuple(quad.corners for quad in found if quad.held >= CARDLIKE))
        if lines is None or not self._faces.names:
            return _strangers(layers, found, ())
        places = [quad.corners for quad in found]
        known = self._among(layers, places, CLOSED)
        if not known:
            # of a card on a ground of its own colour only a frame within is seen
            clear = [quad.corners for quad in found[:CLEAREST] if quad.held >= CARDLIKE]
            known = self._among(layers, [_grown(corners, by) for corners in clear for by in GROWN], CLOSED)
        known = [one for one in known if one.names or _is_printed(layers, one.corners)]
        known = self._with_below(layers, found, known)
        # what is found in one round may lie over what was not
        while _named(known) < MOST_CARDS:
            more = self._open_ended(layers, lines, found, known) or self._by_spots(layers, known)
            if not more:
                break
            known = self._with_below(layers, found, _together(known, more))
        return (*known, *_strangers(layers, found, known))[:MOST_CARDS]

    def _with_below(self, layers: Layers, found: Sequence[Quad], known: list[CardKnown]) -> list[CardKnown]:
        """With the cards below those that are known."""
        over = _on_top(known)
        if not over or _named(known) == MOST_CARDS:
            return known
        under = layers.below(over)
        places = [quad.corners for quad in found]
        left = [at for at in places if LEAST_HIDDEN < under.share_hidden(at) < MOST_HIDDEN]
        return _together(known, [one for one in self._among(under, left, CLOSED) if one.names])

    def _open_ended(
        self, layers: Layers, lines: Lines, found: Sequence[Quad], known: Sequence[CardKnown]
    ) -> list[CardKnown]:
        """Cards of which an end is covered, beside those that are known."""
        named, over = [one.corners for one in known if one.names], _on_top(known)
        ends = open_ended(lines, named)
        # with nothing over it, what was looked at is no card
        looked_at = [*(one.corners for one in known), *(quad.corners for quad in found if quad.held >= CARDLIKE)]
        for other in [] if over else looked_at:
            ends = [ends[i] for i in np.flatnonzero(~_like(ends, other))] if ends else []
        return [one for one in self._among(layers.below(over), ends, MORE if named else OPEN) if one.names]

    def _by_spots(self, layers: Layers, known: Sequence[CardKnown]) -> list[CardKnown]:
        """A card of which too few sides are in sight."""
        under = layers.below(_on_top(known))
        trial = Trial(self._faces, under)
        tried = [one.corners for one in known]
        for warp, card in self._faces.spots.guesses(layers.pictures, tried):
            if tried and _like(tried, laid_corners(warp)).any():
                continue
            at = self._faces.laid(under, warp, card)
            if at is None:
                continue
            one = self._known(under, trial.in_sight(trial.settled(at, card)))
            if one.names:
                return [one]
        return []

    def _among(self, layers: Layers, found: Sequence[Points], trying: _Trying) -> list[CardKnown]:
        """What is made of those places in a picture that look most like cards that were shown."""
        if not found:
            return []
        trial = Trial(self._faces, layers)
        likeness = self._faces.likeness(layers, found)
        known: list[CardKnown] = []
        for _ in range(trying.times):
            if likeness.max() < trying.like or len(known) == MOST_CARDS:
                break
            which, turn, card = (int(i) for i in np.unravel_index(int(likeness.argmax()), likeness.shape))
            sides = warp_to(np.roll(found[which], -turn, axis=0), PLAIN)
            at = self._faces.laid(layers, sides, card)
            if at is None and trying.is_guessed:
                at = self._faces.laid_from_afar(layers, sides, card)
            if at is None:
                # where its sides are seen, another of its family may be nearer to what is in sight
                is_alone = bool(layers.over) or not trying.is_guessed
                likeness[(which, turn, card) if is_alone else _like(found, found[which])] = 0
                continue
            fit = trial.in_sight(trial.settled(at, card)) if trying.is_guessed else trial.fit(at, card, sides)
            known.append(self._known(layers, fit))
            likeness[[holds(known[-1].corners, corners.mean(axis=0)) for corners in found]] = 0
        return known

    def card_at(self, picture: Picture, corners: Points, *, expected: bool = False) -> CardKnown:
        """The card whose corners are known, more or less, in whatever turn it lies there.

        ``expected``: one of those that were shown most likely lies there.
        """
        trial = Trial(self._faces, Layers.of(picture), EXPECTED if expected else 1.0)
        likeness = self._faces.likeness(trial.layers, [corners])[0]
        for turn, card in np.argwhere(likeness >= LIKE)[np.argsort(-likeness[likeness >= LIKE])][:CLOSELY]:
            at = self._faces.laid(trial.layers, warp_to(np.roll(corners, -int(turn), axis=0), PLAIN), int(card))
            if at is not None:
                return self._known(trial.layers, trial.fit(at, int(card)), trial.most)
        return CardKnown(Verdict.UNKNOWN, (), corners)

    def _known(self, layers: Layers, fit: Fit, most: float = 1.0) -> CardKnown:
        names = tuple(dict.fromkeys(self._faces.names[one] for one in fit.named(most)))
        verdict = Verdict.DOUBT if len(names) > 1 else Verdict.KNOWN if names else Verdict.UNKNOWN
        corners = np.roll(laid_corners(fit.at.warp), self._faces.turned[fit.card], axis=0)
        is_whole = not (fit.held.covered & _in_picture(layers, fit.at.warp)).any()
        return CardKnown(verdict, names, corners, fit.doubts, is_whole)


def _in_picture(layers: Layers, warp: Points) -> Flags:
    """Which cells of a face that is laid there are in the picture, all of them."""
    down, across = np.mgrid[0 : ROWS + 1, 0 : COLUMNS + 1]
    at = np.stack([across * (PLAIN[0] / COLUMNS), down * (PLAIN[1] / ROWS)], axis=-1).reshape(-1, 1, 2)
    seen = cv2.perspectiveTransform(at.astype(np.float64), warp).reshape(ROWS + 1, COLUMNS + 1, 2)
    size = np.array(layers.pictures[0].shape[1::-1])
    inside = ((seen >= 0) & (seen < size)).all(axis=-1)
    return np.asarray(inside[1:, 1:] & inside[1:, :-1] & inside[:-1, 1:] & inside[:-1, :-1])


def _is_printed(layers: Layers, corners: Points) -> bool:
    """Whether anything is on what may be a card: a sheet and a block have four sides, too."""
    light = light_of(layers.cut(warp_to(corners, PLAIN), PLAIN))
    return float(light[RIM:-RIM, RIM:-RIM].std()) > PRINTED


def _like(places: Sequence[Points], other: Points) -> Flags:
    """Which places are about where the other one is, in any turn."""
    size = float(np.linalg.norm(other - np.roll(other, 1, axis=0), axis=1).min())
    turned = np.stack([np.roll(np.array(places), turn, axis=1) for turn in range(4)])
    return np.asarray(np.abs(turned - other).max(axis=(2, 3)).min(axis=0) < SAME * size)


def _together(known: list[CardKnown], more: list[CardKnown]) -> list[CardKnown]:
    """Cards found by four sides and by three: what is named by three stands where nothing is by four."""
    for one in more:
        middle = one.corners.mean(axis=0)
        known = [
            other
            for other in known
            if other.names or not (holds(other.corners, middle) or holds(one.corners, other.corners.mean(axis=0)))
        ]
    return sorted([*known, *more], key=lambda one: not one.names)[:MOST_CARDS]


def _named(known: Sequence[CardKnown]) -> int:
    return sum(bool(one.names) for one in known)


def _on_top(known: Sequence[CardKnown]) -> list[Points]:
    return [one.corners for one in known if one.names and one.is_whole]


def _grown(corners: Points, by: float) -> Points:
    middle = corners.mean(axis=0)
    return np.asarray(middle + by * (corners - middle))


def _strangers(layers: Layers, found: Sequence[Quad], known: Sequence[CardKnown]) -> tuple[CardKnown, ...]:
    """What looks like a card, clearly, and is none that was shown."""
    for quad in found:
        middle = quad.corners.mean(axis=0)
        apart = all(
            not holds(one.corners, middle) and not holds(quad.corners, one.corners.mean(axis=0)) for one in known
        )
        if quad.held >= CARDLIKE and apart and _is_printed(layers, quad.corners):
            return (CardKnown(Verdict.UNKNOWN, (), quad.corners),)
    return ()
