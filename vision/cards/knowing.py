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
from vision.cards.comparing import RIM, Flags, Matched, Seen, free_of, held, matched
from vision.cards.fitting import Fit
from vision.cards.kept import Apart, Looks
from vision.cards.lines import Lines, lines_in
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
    light_of,
    rescaled,
    shrunk,
    warp_to,
)
from vision.cards.nestling import Slopes, nestled, slopes_of
from vision.cards.open_ended import open_ended
from vision.cards.quads import Quad, holds, quads_of
from vision.cards.telling import Told, told

MOST_CARDS = 2
LIKE = 0.3
"""From here on it is worth laying a card over what was found."""
SIBLING, NEARLY_ALL, RELATIVES = 0.5, 0.55, 3
"""Cards that look so much alike are laid over each other if so much of one agrees with the other."""
NEARBY = 3.0
"""Cards that are shown are cut out at most so many pixels beside each other; what is laid farther lies wrong."""
AMONG, RELATED, CLOSELY = 14, 0.5, 5
"""So many look-alikes are told from a card: those that look so much like it."""
KEPT = 24
GROWN, CLEAREST = (1.07, 1.14), 3
"""So much larger than a frame on it a card may be."""
SAME = 0.15
"""Places whose corners differ by less, as a share of the shorter side, are not looked at twice."""
CLOSELY_LAID, WELL, LEAST_LAID = 0.8, 0.6, 0.45
"""So much of a card agrees where it could not be laid better; where it is laid well; if it is laid at all."""
EXPECTED = 1.7
"""So many times as much where a card that was shown is expected to lie: it is seldom a stranger."""
CARDLIKE = 3.3
"""Four sides so clearly seen are those of a card."""
PRINTED = 0.07
"""What varies by less, in logarithms of lightness, has nothing on it."""


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

    @property
    def name(self) -> str:
        return self.names[0] if self.verdict is Verdict.KNOWN else ""


@dataclass(frozen=True, slots=True)
class _Trying:
    """How often, and from which likeness on, a card is laid over what was found.

    ``is_thorough``: another one is, too, if too much speaks against it.
    """

    times: int
    like: float
    is_thorough: bool


CLOSED, OPEN = _Trying(8, LIKE, True), _Trying(6, 0.5, False)
"""Where four sides are seen, and where three: most of these are no card's."""


class Knower:
    """Cards that were shown, by name, ready to be known again; a card may have several faces."""

    def __init__(self, faces: Mapping[str, Picture | Sequence[Picture]]) -> None:
        self._names: list[str] = []
        """Of each face: what follows is by the number of a face, too."""
        self._looks = Looks()
        self._turned: list[int] = []
        self._frames: list[int] = []
        """Faces with the same number lie over each other exactly."""
        self._marks: list[Points] = []
        self._rows = np.zeros((0, in_turns([np.zeros((COARSE[1], COARSE[0], 3), np.uint8)]).shape[2]), np.float32)
        # those in view are looked at again and again
        self._seen = lru_cache(maxsize=KEPT)(self._looks.seen)
        self._alike = lru_cache(maxsize=KEPT)(self._found_alike)
        self._slopes = lru_cache(maxsize=KEPT)(self._found_slopes)
        for name, own in faces.items():
            for face in [own] if isinstance(own, np.ndarray) else own:
                self._add(name, face)

    def _add(self, name: str, face: Picture) -> None:
        """Keeps a face so that it lies as the one does that it looks most like: nobody shows cards quite alike."""
        alike = in_turns([shrunk(face, COARSE)])[0] @ self._rows.T
        turn = int(alike.max(axis=1, initial=LIKE).argmax())
        face, frame = shrunk(np.ascontiguousarray(np.rot90(face, turn)), FACE), len(self._frames)
        for other in np.argsort(-alike[turn])[:RELATIVES]:
            if alike[turn, other] < SIBLING:
                break
            at = self._laid([face], warp_to(corners_of(FACE), PLAIN), int(other))
            if at is not None and at.held > NEARLY_ALL and _is_nearby(rescaled(at.warp, PLAIN, FACE)):
                face = cut_out([face], rescaled(at.warp, PLAIN, FACE), FACE)
                frame = self._frames[other]
                break
        self._names.append(name)
        self._frames.append(frame)
        self._turned.append(turn)
        seen = self._looks.add(face)
        self._marks.append(marks_of(shrunk_look(seen.look)))
        self._rows = np.vstack([self._rows, in_turns([shrunk(face, COARSE)])[0, :1]])

    def cards(self, picture: Picture) -> tuple[CardKnown, ...]:
        """The cards in a picture, at most ``MOST_CARDS``; none of them if nothing in it looks like a card."""
        lines = lines_in(picture)
        found, pictures = quads_of(lines), halves(picture)
        if lines is None or not self._names:
            return _strangers(pictures, found, ())
        known = self._among(pictures, [quad.corners for quad in found], CLOSED)
        if not known:
            # of a card on a ground of its own colour only a frame within is seen
            clear = [quad.corners for quad in found[:CLEAREST] if quad.held >= CARDLIKE]
            known = self._among(pictures, [_grown(corners, by) for corners in clear for by in GROWN], CLOSED)
        known = [one for one in known if one.names or _is_printed(pictures, one.corners)]
        tried = [one.corners for one in known] + [quad.corners for quad in found if quad.held >= CARDLIKE]
        known = _together(known, self._open_ended(pictures, lines, known, tried))
        return (*known, *_strangers(pictures, found, known))[:MOST_CARDS]

    def _open_ended(
        self, pictures: list[Picture], lines: Lines, known: Sequence[CardKnown], tried: Sequence[Points]
    ) -> list[CardKnown]:
        """Cards of which an end is covered, beside those that are known and not where others were ``tried``."""
        ends = open_ended(lines, [one.corners for one in known if one.names])
        for other in tried:
            ends = [ends[i] for i in np.flatnonzero(~_like(ends, other))] if ends else []
        return [one for one in self._among(pictures, ends, OPEN) if one.names]

    def _among(self, pictures: list[Picture], found: Sequence[Points], trying: _Trying) -> list[CardKnown]:
        """What is made of those places in a picture that look most like cards that were shown."""
        likeness = self._likeness(pictures, found)
        known: list[CardKnown] = []
        for _ in range(trying.times):
            if not likeness.size or likeness.max() < trying.like or len(known) == MOST_CARDS:
                break
            which, turn, card = (int(i) for i in np.unravel_index(int(likeness.argmax()), likeness.shape))
            at = self._laid(pictures, warp_to(np.roll(found[which], -turn, axis=0), PLAIN), card)
            if at is None and trying.is_thorough:
                # another of its family may be nearer to what is in sight
                likeness[which, turn, card] = 0
            elif at is None:
                likeness[_like(found, found[which])] = 0
            if at is None:
                continue
            known.append(self._known(pictures, at, card, is_thorough=trying.is_thorough))
            likeness[[holds(known[-1].corners, corners.mean(axis=0)) for corners in found]] = 0
        return known

    def card_at(self, picture: Picture, corners: Points, *, expected: bool = False) -> CardKnown:
        """The card whose corners are known, more or less, in whatever turn it lies there.

        ``expected``: one of those that were shown most likely lies there.
        """
        most = EXPECTED if expected else 1.0
        pictures = halves(picture)
        likeness = self._likeness(pictures, [corners])[0]
        for turn, card in np.argwhere(likeness >= LIKE)[np.argsort(-likeness[likeness >= LIKE])][:CLOSELY]:
            at = self._laid(pictures, warp_to(np.roll(corners, -int(turn), axis=0), PLAIN), int(card))
            if at is not None:
                return self._known(pictures, at, int(card), most)
        return CardKnown(Verdict.UNKNOWN, (), corners)

    def _likeness(self, pictures: list[Picture], found: Sequence[Points]) -> Floats:
        """How like each face (last) what was found (first) is, in each of four turns."""
        rows = in_turns([cut_out(pictures, warp_to(corners, COARSE), COARSE) for corners in found])
        flat = rows.reshape(-1, rows.shape[2]) @ self._rows.T
        return np.asarray(flat.reshape(len(found), 4, len(self._names)), np.float32)

    def _laid(self, pictures: list[Picture], warp: Points, card: int) -> Laid | None:
        """A card laid over a picture, beginning with ``warp``; None if it does not fit there at all."""
        slopes = self._slopes(card)
        best = nestled(pictures, warp, slopes)
        if best is None or best.held < WELL:
            # far off, or covered: single marks may be found all the same
            found = self._laid_by_marks(pictures, warp, card)
            if found is not None and (best is None or found.held > best.held):
                best = found
        return best if best is not None and best.held > LEAST_LAID else None

    def _laid_by_marks(self, pictures: list[Picture], warp: Points, card: int) -> Laid | None:
        found = laid(pictures, warp, shrunk_look(self._seen(card).look), self._marks[card])
        return nestled(pictures, found.warp, self._slopes(card)) if found else None

    def _found_slopes(self, card: int) -> tuple[Slopes, ...]:
        return slopes_of(shrunk_look(self._seen(card).look))

    def _known(
        self, pictures: list[Picture], at: Laid, card: int, most: float = 1.0, *, is_thorough: bool = True
    ) -> CardKnown:
        fit = self._fit(pictures, at, card, most) if is_thorough else self._settled(pictures, at, card)
        corners = cv2.perspectiveTransform(corners_of(PLAIN).reshape(-1, 1, 2), fit.at.warp).reshape(4, 2)
        names = tuple(dict.fromkeys(self._names[one] for one in fit.named(most)))
        verdict = Verdict.DOUBT if len(names) > 1 else Verdict.KNOWN if names else Verdict.UNKNOWN
        turned = np.roll(np.asarray(corners, np.float64), self._turned[fit.card], axis=0)
        return CardKnown(verdict, names, turned, fit.doubts)

    def _fit(self, pictures: list[Picture], at: Laid, first: int, most: float) -> Fit:
        """How the likeliest card fits where ``first`` was laid; more are tried if too much speaks against it."""
        fit = self._settled(pictures, at, first)
        tried = {self._frames[first], self._frames[fit.card]}
        for other in (self._better_laid, self._leant_to, self._nearest):
            if fit.named(most):
                break
            found = other(pictures, fit, tried)
            if found is not None:
                fit = max(fit, found, key=lambda one: (bool(one.named(most)), one.at.held))
        return self._least_covered(pictures, fit)

    def _least_covered(self, pictures: list[Picture], fit: Fit) -> Fit:
        """Of a card and those from which a cover hides it, the one of which least is covered.

        By what a card differs, next to a cover, is taken for a part of it.
        """
        best = fit
        for other in [fit.others[i] for i in np.flatnonzero(fit.hidden)][:CLOSELY]:
            is_alike = self._frames[other] == self._frames[fit.card]
            at = fit.at if is_alike else self._laid(pictures, fit.at.warp, other)
            found = None if at is None else self._held(_seen_at(pictures, at), at, other)
            if found is not None and found.held.covered.sum() < best.held.covered.sum():
                best = found
        return best

    def _better_laid(self, pictures: list[Picture], fit: Fit, _: set[int]) -> Fit | None:
        """The same card by its marks, if it may have been laid wrongly."""
        if fit.at.held >= CLOSELY_LAID:
            return None
        at = self._laid_by_marks(pictures, fit.at.warp, fit.card)
        return self._settled(pictures, at, fit.card) if at is not None and at.held > fit.at.held else None

    def _leant_to(self, pictures: list[Picture], fit: Fit, _: set[int]) -> Fit | None:
        """The look-alike to which the picture leans most."""
        if not fit.others:
            return None
        other = fit.others[int(fit.told.leaning.argmin())]
        at = self._laid(pictures, fit.at.warp, other)
        return None if at is None else self._held(_seen_at(pictures, at), at, other)

    def _nearest(self, pictures: list[Picture], fit: Fit, tried: set[int]) -> Fit | None:
        """The card that looks most like what is seen there, but for those that lie as one that was tried."""
        row = in_turns([cut_out(pictures, rescaled(fit.at.warp, PLAIN, COARSE), COARSE)])[0, 0]
        likeness = self._rows @ row
        likeness[np.isin(self._frames, list(tried))] = 0
        card = int(likeness.argmax())
        at = self._laid(pictures, fit.at.warp, card) if likeness[card] >= LIKE else None
        return None if at is None else self._settled(pictures, at, card)

    def _settled(self, pictures: list[Picture], at: Laid, first: int) -> Fit:
        """How the likeliest of a card and its look-alikes fits where that card was laid."""
        seen = _seen_at(pictures, at)
        expected = matched(self._seen(first), seen)
        others, apart = self._alike(first)
        among = told(seen, expected, apart)
        if among.better.min(initial=0) >= 0:
            return self._held(seen, at, first, (expected, among))
        card = others[int(among.better.argmin())]
        if self._frames[card] == self._frames[first]:
            return self._held(seen, at, card)
        at = self._laid(pictures, at.warp, card) or at
        return self._held(_seen_at(pictures, at), at, card)

    def _held(self, seen: Seen, at: Laid, card: int, ready: tuple[Matched, Told] | None = None) -> Fit:
        """How a card fits; ``ready`` is what was found out already, as if nothing covered it."""
        known = self._seen(card)
        fit = held(seen, known, ready[0] if ready else matched(known, seen))
        others, apart = self._alike(card)
        among = ready[1] if ready else None
        if among is None or fit.covered.any():
            among = told(seen, fit.matched, apart, free_of(fit.covered, 0))
        # of one card there may be several faces, and nobody wants to know by which it was known
        strangers = [i for i, other in enumerate(others) if self._names[other] != self._names[card]]
        return Fit(at, card, [others[i] for i in strangers], fit, among.of(strangers))

    def _found_alike(self, card: int) -> tuple[list[int], list[Apart]]:
        """The cards that look most like one, and by what it differs from each."""
        alike = self._rows @ self._rows[card]
        alike[card] = -1
        others = [int(other) for other in np.argsort(-alike)[:AMONG] if alike[other] > RELATED]
        return others, [self._looks.apart(card, other) for other in others]


def shrunk_look(look: Floats) -> Floats:
    """The lightness of a look in the size in which faces are laid over each other."""
    return np.asarray(cv2.resize(look[0], PLAIN, interpolation=cv2.INTER_AREA), np.float32)


def _is_nearby(warp: Points) -> bool:
    """Whether a face laid over another one of its size lies nearly as that does."""
    corners = corners_of(FACE)
    moved = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), warp).reshape(4, 2)
    return float(np.abs(moved - corners).max()) < NEARBY * FACE[0] / PLAIN[0]


def _seen_at(pictures: list[Picture], at: Laid) -> Seen:
    return Seen.within(cut_out(pictures, rescaled(at.warp, PLAIN, FACE), FACE, RIM))


def _is_printed(pictures: list[Picture], corners: Points) -> bool:
    """Whether anything is on what may be a card: a sheet and a block have four sides, too."""
    light = light_of(cut_out(pictures, warp_to(corners, PLAIN), PLAIN))
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


def _grown(corners: Points, by: float) -> Points:
    middle = corners.mean(axis=0)
    return np.asarray(middle + by * (corners - middle))


def _strangers(
    pictures: list[Picture], found: Sequence[Quad], known: Sequence[CardKnown]
) -> tuple[CardKnown, ...]:
    """What looks like a card, clearly, and is none that was shown."""
    for quad in found:
        middle = quad.corners.mean(axis=0)
        apart = all(
            not holds(one.corners, middle) and not holds(quad.corners, one.corners.mean(axis=0)) for one in known
        )
        if quad.held >= CARDLIKE and apart and _is_printed(pictures, quad.corners):
            return (CardKnown(Verdict.UNKNOWN, (), quad.corners),)
    return ()
