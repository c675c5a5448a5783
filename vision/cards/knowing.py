"""Which of the cards that were shown lie in a picture: wherever, however turned, in any light, partly covered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.cards.aligning import Laid, laid, marks_of
from vision.cards.comparing import Held, Seen, free_of, held
from vision.cards.looks import (
    COARSE,
    FACE,
    PLAIN,
    QUICK,
    Floats,
    Picture,
    corners_of,
    cut_out,
    halves,
    in_turns,
    look_of,
    rescaled,
    shrunk,
    warp_to,
)
from vision.cards.quads import Quad, quads

ATTEMPTS = 8
MOST_CARDS = 2
LIKE = 0.3
"""From here on it is worth laying a card over what was found."""
SIBLING, NEARLY_ALL = 0.6, 0.8
"""Cards that look so much alike are laid over each other if so many marks of one are found on the other."""
AMONG, CLOSELY = 16, 5
"""So many cards are held against a picture, so many of them closely."""
QUICK_CAP = 0.15
KEPT = 24
MOST_COVERED = 0.45
"""More than this is not covered but another card: at most a quarter is, and what lies beside it looks strange."""
LEAST_FREE = 0.3
STRANGE = 0.5
"""So much off in two cells, and it is another card."""
TOLD, PLAINLY = 0.3, 2.0
"""Of what tells the two likeliest cards apart so much must be seen, as a share, or so much in cells."""
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
    """How well cards fit in one place, the best first."""

    names: tuple[str, ...]
    held: Held
    """How the best one agrees with the picture."""
    free: NDArray[np.bool_]
    """Where it is in sight."""
    told: float
    """How much of what tells the best from the second is seen."""


class Knower:
    """Cards that were shown, by name, ready to be known again."""

    def __init__(self, faces: Mapping[str, Picture]) -> None:
        self.names = tuple(faces)
        self._faces: list[Picture] = []
        self._turned: list[int] = []
        self._marks: list[Points] = []
        self._rows = np.zeros((0, len(in_turns(np.zeros((COARSE[1], COARSE[0], 3), np.uint8))[0])), np.float32)
        for face in faces.values():
            self._add(face)
        self._quick = np.array([_quick(face) for face in self._faces], np.float16)
        # those in view are looked at again and again
        self._plain = lru_cache(maxsize=KEPT)(lambda card: look_of(shrunk(self._faces[card], PLAIN)))
        self._seen = lru_cache(maxsize=KEPT)(lambda card: Seen.of(self._faces[card]))

    def _add(self, face: Picture) -> None:
        """Keeps a face so that it lies as the one does that it looks most like: nobody shows cards quite alike."""
        rows = in_turns(shrunk(face, COARSE))
        alike = rows @ self._rows.T
        turn = int(alike.max(axis=1, initial=LIKE).argmax())
        face = shrunk(np.ascontiguousarray(np.rot90(face, turn)), FACE)
        if alike.max(initial=0.0) > SIBLING:
            other = int(alike[turn].argmax())
            look = look_of(shrunk(self._faces[other], PLAIN))
            at = laid([face], warp_to(corners_of(FACE), PLAIN), look, self._marks[other])
            if at is not None and at.held > NEARLY_ALL:
                face = cut_out([face], rescaled(at.warp, PLAIN, FACE), FACE)
        self._faces.append(face)
        self._turned.append(turn)
        self._marks.append(marks_of(look_of(shrunk(face, PLAIN))))
        self._rows = np.vstack([self._rows, in_turns(shrunk(face, COARSE))[:1]])

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
                likeness[which, turn] = 0
                continue
            known.append(self._known(pictures, at, card))
            likeness[[_holds(known[-1].corners, quad.corners.mean(axis=0)) for quad in found]] = 0
        return (*known, *_strangers(found, known))[:MOST_CARDS]

    def card_at(self, picture: Picture, corners: Points) -> CardKnown:
        """The card whose corners are known, more or less, in whatever turn it lies there."""
        pictures = halves(picture)
        rows = in_turns(cut_out(pictures, warp_to(corners, COARSE), COARSE))
        likeness = rows @ self._rows.T
        for turn, card in np.argwhere(likeness >= LIKE)[np.argsort(-likeness[likeness >= LIKE])][:CLOSELY]:
            at = self._laid(pictures, warp_to(np.roll(corners, -int(turn), axis=0), PLAIN), int(card))
            if at is not None:
                return self._known(pictures, at, int(card))
        return CardKnown(Verdict.UNKNOWN, (), corners)

    def _likeness(self, pictures: list[Picture], found: Sequence[Quad]) -> Floats:
        """How like each card (last) what was found (first) is, in each of four turns."""
        if not found:
            return np.zeros((0, 4, len(self.names)), np.float32)
        rows = np.array([in_turns(cut_out(pictures, warp_to(quad.corners, COARSE), COARSE)) for quad in found])
        return np.asarray(rows @ self._rows.T, np.float32)

    def _laid(self, pictures: list[Picture], warp: Points, card: int) -> Laid | None:
        return laid(pictures, warp, self._plain(card), self._marks[card])

    def _known(self, pictures: list[Picture], at: Laid, card: int) -> CardKnown:
        corners = np.asarray(cv2.perspectiveTransform(corners_of(PLAIN).reshape(-1, 1, 2), at.warp), np.float64)
        fit = self._fit(pictures, at, card)
        turn = self._turned[self.names.index(fit.names[0])]
        return CardKnown(*_verdict(fit), np.roll(corners.reshape(4, 2), turn, axis=0))

    def _fit(self, pictures: list[Picture], at: Laid, first: int) -> _Fit:
        """How the likeliest cards fit where ``first`` was laid."""
        face = cut_out(pictures, rescaled(at.warp, PLAIN, FACE), FACE)
        alike = in_turns(shrunk(face, COARSE))[0] @ self._rows.T
        some = np.argsort(-alike)[:AMONG]
        apart = _quick(face)[None] - self._quick[some].astype(np.float32)
        apart[:, 1:] -= np.median(apart[:, 1:, ::3, ::3], axis=(2, 3), keepdims=True)
        some = some[np.argsort(np.minimum(apart**2, QUICK_CAP).sum(axis=1).mean(axis=(1, 2)))[:CLOSELY]]
        found: list[Held] = []
        for card in some:
            found.append(
                self._held(pictures, at, int(card), found[0].soft if found else None, is_laid=int(card) == first)
            )
        plain = ~np.any([one.glare for one in found], axis=0)
        sums = [one.light + one.tint * plain for one in found]
        # what truly lies over a card does so whichever card it is held against
        free = free_of(found[int(np.argmin([cells.sum() for cells in sums]))].covered)
        costs = [float(cells[free].sum()) for cells in sums]
        order = [int(i) for i in np.argsort(costs)]
        margin = costs[order[1]] - costs[order[0]] if len(order) > 1 else PLAINLY
        told = margin / self._apart(int(some[order[0]]), int(some[order[1]])) if margin < PLAINLY else 1.0
        return _Fit(tuple(self.names[some[i]] for i in order), found[order[0]], free, told)

    def _held(self, pictures: list[Picture], at: Laid, card: int, soft: float | None, *, is_laid: bool) -> Held:
        """A card against the picture, laid over it by its own marks: no two were shown in quite the same way."""
        if not is_laid:
            at = self._laid(pictures, at.warp, card) or at
        face = cut_out(pictures, rescaled(at.warp, PLAIN, FACE), FACE)
        return held(Seen.of(face), self._seen(card), soft)

    def _apart(self, first: int, second: int) -> float:
        """What holding one against the other costs, all of both in sight."""
        one = held(self._seen(first), self._seen(second))
        cells = (one.light + one.tint * ~one.glare)[free_of(np.zeros_like(one.covered))]
        return max(float(cells.sum()), 1e-3)


def _quick(face: Picture) -> Floats:
    """A face in a size in which it is no matter that two do not lie over each other exactly."""
    return np.stack([cv2.GaussianBlur(layer, (0, 0), 0.8) for layer in look_of(shrunk(face, QUICK))[:3]])


def _verdict(fit: _Fit) -> tuple[Verdict, tuple[str, ...]]:
    best = fit.held
    if best.covered.mean() > MOST_COVERED:
        return Verdict.UNKNOWN, ()
    if fit.free.mean() < LEAST_FREE:
        return Verdict.DOUBT, fit.names
    # what covers a card casts a shadow around itself
    worst = best.worst[fit.free & free_of(best.covered, 2)]
    if len(worst) < 2 or float(np.sort(worst)[-2]) > STRANGE:
        return Verdict.UNKNOWN, ()
    if fit.told < TOLD:
        return Verdict.DOUBT, fit.names[:2]
    return Verdict.KNOWN, fit.names[:1]


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
