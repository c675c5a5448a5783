"""Which of the cards that were shown lie in a picture: wherever, however turned, in any light, partly covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

import cv2
import numpy as np

from vision.camera import Points
from vision.cards.aligning import Laid, laid, marks_of
from vision.cards.comparing import Held, Matched, Seen, free_of, held, matched
from vision.cards.kept import Apart, Looks
from vision.cards.looks import (
    COARSE,
    FACE,
    PLAIN,
    Floats,
    Picture,
    corners_of,
    cut_out,
    halves,
    in_turns,
    rescaled,
    shrunk,
    warp_to,
)
from vision.cards.quads import Quad, quads
from vision.cards.telling import Told, told

ATTEMPTS = 8
MOST_CARDS = 2
LIKE = 0.3
"""From here on it is worth laying a card over what was found."""
SIBLING, NEARLY_ALL, RELATIVES = 0.6, 0.65, 3
"""Cards that look so much alike are laid over each other if so many marks of one are found on the other."""
AMONG, RELATED, CLOSELY = 14, 0.5, 5
"""So many look-alikes are told from a card: those that look so much like it."""
KEPT = 24
MOST_COVERED = 0.45
"""More than this is not covered but another card: at most a quarter is, and what lies beside it looks strange."""
LEAST_FREE = 0.3
STRANGE = 0.5
"""So much off in two cells, and it is another card."""
TOLD, LEANING, NEITHER = 0.1, 0.55, 0.35
"""Of what tells two cards apart so much must be seen; it must be so much more like the one than the other, and
so little of it like neither."""
EXPECTED = (0.3, 0.7)
"""The last two where a card that was shown is expected to lie: it is seldom a stranger."""
Bounds = tuple[float, float]
CARDLIKE = 3.3
"""Four sides so clearly seen are those of a card."""


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

    @property
    def name(self) -> str:
        return self.names[0] if self.verdict is Verdict.KNOWN else ""


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """How the likeliest card fits in one place, and how it stands out among those that look like it."""

    at: Laid
    card: int
    others: list[int]
    held: Held
    told: Told

    @property
    def leaning(self) -> float:
        """How far the picture leans to this card rather than to any other."""
        return float(self.told.leaning.min(initial=1.0))


class Knower:
    """Cards that were shown, by name, ready to be known again."""

    def __init__(self, faces: Mapping[str, Picture]) -> None:
        self.names = tuple(faces)
        self._looks = Looks()
        self._turned: list[int] = []
        self._frames: list[int] = []
        """Cards with the same number lie over each other exactly."""
        self._marks: list[Points] = []
        self._rows = np.zeros((0, in_turns([np.zeros((COARSE[1], COARSE[0], 3), np.uint8)]).shape[2]), np.float32)
        # those in view are looked at again and again
        self._seen = lru_cache(maxsize=KEPT)(self._looks.seen)
        self._alike = lru_cache(maxsize=KEPT)(self._found_alike)
        for face in faces.values():
            self._add(face)

    def _add(self, face: Picture) -> None:
        """Keeps a face so that it lies as the one does that it looks most like: nobody shows cards quite alike."""
        alike = in_turns([shrunk(face, COARSE)])[0] @ self._rows.T
        turn = int(alike.max(axis=1, initial=LIKE).argmax())
        face, frame = shrunk(np.ascontiguousarray(np.rot90(face, turn)), FACE), len(self._frames)
        for other in np.argsort(-alike[turn])[:RELATIVES]:
            if alike[turn, other] < SIBLING:
                break
            at = self._laid([face], warp_to(corners_of(FACE), PLAIN), int(other), quickly=False)
            if at is not None and at.held > NEARLY_ALL:
                face = cut_out([face], rescaled(at.warp, PLAIN, FACE), FACE)
                frame = self._frames[other]
                break
        self._frames.append(frame)
        self._turned.append(turn)
        seen = self._looks.add(face)
        self._marks.append(marks_of(shrunk_look(seen.look)))
        self._rows = np.vstack([self._rows, in_turns([shrunk(face, COARSE)])[0, :1]])

    def cards(self, picture: Picture) -> tuple[CardKnown, ...]:
        """The cards in a picture, at most ``MOST_CARDS``; none of them if nothing in it looks like a card."""
        found = quads(picture)
        if not self.names:
            return _strangers(found, ())
        pictures = halves(picture)
        likeness = self._likeness(pictures, found)
        known: list[CardKnown] = []
        for _ in range(ATTEMPTS):
            if not likeness.size or likeness.max() < LIKE or len(known) == MOST_CARDS:
                break
            which, turn, card = (int(i) for i in np.unravel_index(int(likeness.argmax()), likeness.shape))
            corners = np.roll(found[which].corners, -turn, axis=0)
            at = self._laid(pictures, warp_to(corners, PLAIN), card)
            if at is None:
                # another of its family may have more marks that are in sight
                likeness[which, turn, card] = 0
                continue
            known.append(self._known(pictures, at, card))
            likeness[[_holds(known[-1].corners, quad.corners.mean(axis=0)) for quad in found]] = 0
        return (*known, *_strangers(found, known))[:MOST_CARDS]

    def card_at(self, picture: Picture, corners: Points, *, expected: bool = False) -> CardKnown:
        """The card whose corners are known, more or less, in whatever turn it lies there.

        ``expected``: one of those that were shown most likely lies there.
        """
        bounds = EXPECTED if expected else (LEANING, NEITHER)
        pictures = halves(picture)
        rows = in_turns([cut_out(pictures, warp_to(corners, COARSE), COARSE)])[0]
        likeness = rows @ self._rows.T
        for turn, card in np.argwhere(likeness >= LIKE)[np.argsort(-likeness[likeness >= LIKE])][:CLOSELY]:
            at = self._laid(pictures, warp_to(np.roll(corners, -int(turn), axis=0), PLAIN), int(card))
            if at is not None:
                return self._known(pictures, at, int(card), bounds)
        return CardKnown(Verdict.UNKNOWN, (), corners)

    def _likeness(self, pictures: list[Picture], found: Sequence[Quad]) -> Floats:
        """How like each card (last) what was found (first) is, in each of four turns."""
        rows = in_turns([cut_out(pictures, warp_to(quad.corners, COARSE), COARSE) for quad in found])
        flat = rows.reshape(-1, rows.shape[2]) @ self._rows.T
        return np.asarray(flat.reshape(len(found), 4, len(self.names)), np.float32)

    def _laid(self, pictures: list[Picture], warp: Points, card: int, *, quickly: bool = True) -> Laid | None:
        return laid(pictures, warp, shrunk_look(self._seen(card).look), self._marks[card], quickly=quickly)

    def _known(
        self, pictures: list[Picture], at: Laid, card: int, bounds: Bounds = (LEANING, NEITHER)
    ) -> CardKnown:
        fit = self._fit(pictures, at, card)
        corners = cv2.perspectiveTransform(corners_of(PLAIN).reshape(-1, 1, 2), fit.at.warp).reshape(4, 2)
        verdict, cards = _verdict(fit, bounds)
        names = tuple(self.names[one] for one in cards)
        return CardKnown(verdict, names, np.roll(np.asarray(corners, np.float64), self._turned[fit.card], axis=0))

    def _fit(self, pictures: list[Picture], at: Laid, first: int) -> _Fit:
        """How the likeliest card fits where ``first`` was laid."""
        seen = Seen.of(cut_out(pictures, rescaled(at.warp, PLAIN, FACE), FACE))
        expected = matched(self._seen(first), seen)
        card = self._likeliest(seen, first, expected)
        if card == first:
            fit = self._held(seen, at, card, expected)
        elif self._frames[card] == self._frames[first]:
            fit = self._held(seen, at, card)
        else:
            fit = self._fit_anew(pictures, at, card)
        if fit.leaning < LEANING:
            other = fit.others[int(fit.told.leaning.argmin())]
            if self._frames[other] != self._frames[fit.card]:
                fit = max(fit, self._fit_anew(pictures, at, other), key=lambda one: one.leaning)
        return fit

    def _fit_anew(self, pictures: list[Picture], at: Laid, card: int) -> _Fit:
        """How a card fits that was not shown in quite the way of the one that was laid there."""
        at = self._laid(pictures, at.warp, card) or at
        return self._held(Seen.of(cut_out(pictures, rescaled(at.warp, PLAIN, FACE), FACE)), at, card)

    def _held(self, seen: Seen, at: Laid, card: int, expected: Matched | None = None) -> _Fit:
        known = self._seen(card)
        fit = held(seen, known, expected or matched(known, seen))
        others, apart = self._alike(card)
        return _Fit(at, card, others, fit, told(seen, fit.matched, apart, free_of(fit.covered, 0)))

    def _found_alike(self, card: int) -> tuple[list[int], list[Apart]]:
        """The cards that look most like one, and by what it differs from each."""
        alike = self._rows @ self._rows[card]
        alike[card] = -1
        others = [int(other) for other in np.argsort(-alike)[:AMONG] if alike[other] > RELATED]
        return others, [self._looks.apart(card, other) for other in others]

    def _likeliest(self, seen: Seen, card: int, expected: Matched) -> int:
        """The one of a card and its look-alikes to which a picture is nearest."""
        others, apart = self._alike(card)
        better = told(seen, expected, apart).better
        return others[int(better.argmin())] if better.min(initial=0) < 0 else card


def shrunk_look(look: Floats) -> Floats:
    """The lightness of a look in the size in which faces are laid over each other."""
    return np.asarray(cv2.resize(look[0], PLAIN, interpolation=cv2.INTER_AREA), np.float32)


def _verdict(fit: _Fit, bounds: Bounds) -> tuple[Verdict, list[int]]:
    leaning, neither = bounds
    covered = fit.held.covered
    from_all_sides = all(line.any() for line in (covered[1], covered[-2], covered[:, 1], covered[:, -2]))
    if covered.mean() > MOST_COVERED or from_all_sides:
        return Verdict.UNKNOWN, []
    free = free_of(fit.held.covered)
    if free.mean() < LEAST_FREE:
        return Verdict.DOUBT, [fit.card, *fit.others]
    # what covers a card casts a shadow around itself
    worst = fit.held.worst[free & free_of(fit.held.covered, 2)]
    if len(worst) < 2 or float(np.sort(worst)[-2]) > STRANGE:
        return Verdict.UNKNOWN, []
    hidden = fit.told.in_sight < TOLD
    if (fit.told.leaning[~hidden] < leaning).any() or (fit.told.strange[~hidden] > neither).any():
        return Verdict.UNKNOWN, []
    if hidden.any():
        return Verdict.DOUBT, [
            fit.card,
            *(other for other, is_so in zip(fit.others, hidden, strict=True) if is_so),
        ]
    return Verdict.KNOWN, [fit.card]


def _strangers(found: Sequence[Quad], known: Sequence[CardKnown]) -> tuple[CardKnown, ...]:
    """What looks like a card, clearly, and is none that was shown."""
    for quad in found:
        middle = quad.corners.mean(axis=0)
        apart = all(
            not _holds(one.corners, middle) and not _holds(quad.corners, one.corners.mean(axis=0)) for one in known
        )
        if quad.held >= CARDLIKE and apart:
            return (CardKnown(Verdict.UNKNOWN, (), quad.corners),)
    return ()


def _holds(corners: Points, point: Points) -> bool:
    return cv2.pointPolygonTest(corners.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0
