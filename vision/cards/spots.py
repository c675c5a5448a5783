"""Spots of cards that are found again anywhere in a picture: for a card of which hardly a side is in sight.

A spot tells of which cards it may be, and where the middle of each would be then. Where many agree a card may lie;
laying it there tells.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.cards.looks import FACE, PLAIN, Floats, Picture, rescaled

ON_FACE, IN_PICTURE = 60, 250
"""So many spots, the clearest, are kept of a face, and looked for in a picture."""
AROUND = 31
"""A spot is known by so many pixels around it."""
WIDEST = 900
"""In a wider picture they are looked for at half the size: there a card is about as large as a face is kept."""
ALIKE, TIMES = 64, 4
"""Of 256 comparisons at most so many differ; a spot may be one of so many that were shown."""
TURNS, NEAR = 12, 40.0
"""Spots of one card agree about its turn, in so many steps, and its middle, in pixels."""
LEAST_VOTES, LEAST_AGREEING, OFF = 3, 5, 8.0
FACES, MOST_GUESSES = 2, 6
"""So many faces are guessed of in each place, and in all."""

Guess = tuple[Points, int]
"""From the pixels of a face in the plain size to the picture, and which face."""


@dataclass(frozen=True, slots=True, eq=False)
class _Found:
    """Spots: where, how they are turned, how large they are, and what is around them."""

    at: Points
    turn: Points
    size: Points
    around: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.at)

    def of(self, free: Picture) -> _Found:
        """Those where a picture is free."""
        x, y = self.at.astype(int).T
        some = free[y, x] > 0
        return _Found(self.at[some], self.turn[some], self.size[some], self.around[some])


def _spots(picture: Picture, most: int) -> _Found:
    """The clearest spots of a picture."""
    edge = AROUND // 2 + 1
    orb = cv2.ORB.create(most, 1.2, 6, edge, 0, 2, cv2.ORB_HARRIS_SCORE, AROUND, 8)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    points, around = orb.detectAndCompute(grey, np.full(grey.shape, 255, np.uint8))
    at = np.array([one.pt for one in points], np.float64).reshape(-1, 2)
    turn, size = (np.array([getattr(one, part) for one in points], np.float64) for part in ("angle", "size"))
    return _Found(at, turn, size, np.zeros((0, 32), np.uint8) if not len(points) else np.asarray(around, np.uint8))


@dataclass(slots=True, eq=False)
class Spots:
    """The spots of all faces that were shown."""

    _kept: list[_Found] = field(default_factory=list)
    _all: _Found | None = None
    _face: NDArray[np.intp] = field(default_factory=lambda: np.zeros(0, np.intp))

    def add(self, face: Picture) -> None:
        """The next face, of the size faces have."""
        self._kept.append(_spots(face, ON_FACE))
        self._all = None

    def guesses(self, pictures: Sequence[Picture], known: Sequence[Points]) -> list[Guess]:
        """Which faces may lie where, the likeliest first, but for what these corners hold."""
        half = int(pictures[0].shape[1] > WIDEST and len(pictures) > 1)
        free = np.full(pictures[half].shape[:2], 255, np.uint8)
        for corners in known:
            cv2.fillConvexPoly(free, np.round(corners / 2**half).astype(np.int32), (0,))
        if not self._kept:
            return []
        # the clearest of the whole picture: of a table beside a card that is known hardly any is left
        kept, found = self._together(), _spots(pictures[half], IN_PICTURE).of(free)
        seen = _Found(found.at * 2**half, found.turn, found.size * 2**half, found.around)
        if len(seen) < LEAST_AGREEING or len(kept) < TIMES:
            return []
        return self._agreeing(kept, seen)

    def _together(self) -> _Found:
        if self._all is None:
            parts = ("at", "turn", "size", "around")
            self._all = _Found(*(np.concatenate([getattr(one, part) for one in self._kept]) for part in parts))
            self._face = np.repeat(np.arange(len(self._kept)), [len(one) for one in self._kept])
        return self._all

    def _agreeing(self, kept: _Found, seen: _Found) -> list[Guess]:
        matches = cv2.BFMatcher(cv2.NORM_HAMMING).knnMatch(seen.around, kept.around, k=TIMES)
        pairs = [(m.queryIdx, m.trainIdx) for row in matches for m in row if m.distance < ALIKE]
        if not pairs:
            return []
        own, other = np.array(pairs, np.intp).T
        face, turn = self._face[other], (seen.turn[own] - kept.turn[other]) % 360
        middle = seen.at[own] + _turned(
            (np.array(FACE) / 2 - kept.at[other]) * (seen.size[own] / kept.size[other])[:, None], np.radians(turn)
        )
        steps = np.round(turn * TURNS / 360).astype(int) % TURNS
        where = np.round(middle / NEAR).astype(int)
        votes = Counter(zip(face.tolist(), steps.tolist(), *where.T.tolist(), strict=True))
        found: list[tuple[int, Guess]] = []
        tried: list[tuple[int, int, int]] = []
        for (card, step, x, y), count in votes.most_common():
            if count < LEAST_VOTES or len(found) == MOST_GUESSES:
                break
            if sum(_is_same((step, x, y), other) for other in tried) == FACES:
                continue
            tried.append((step, x, y))
            near = (face == card) & (np.abs((steps - step + TURNS // 2) % TURNS - TURNS // 2) <= 1)
            near &= np.abs(middle - np.array([x, y]) * NEAR).max(axis=1) < 1.6 * NEAR
            guess = _laid(kept.at[other[near]], seen.at[own[near]])
            if guess is not None:
                found.append((guess[0], (guess[1], card)))
        return [guess for _, guess in sorted(found, key=lambda one: -one[0])]


def _is_same(one: tuple[int, int, int], other: tuple[int, int, int]) -> bool:
    """Whether two places are nearly the same, in steps."""
    turn = abs((one[0] - other[0] + TURNS // 2) % TURNS - TURNS // 2)
    return turn <= 1 and abs(one[1] - other[1]) <= 1 and abs(one[2] - other[2]) <= 1


def _turned(ways: Points, turn: Floats | Points) -> Points:
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(np.column_stack([cos * ways[:, 0] - sin * ways[:, 1], sin * ways[:, 0] + cos * ways[:, 1]]))


def _laid(face: Points, picture: Points) -> tuple[int, Points] | None:
    """How a face lies if these of its spots are there, by most of them, and by how many."""
    if len(face) < LEAST_AGREEING:
        return None
    moved: Any  # there may be none, whatever its type says
    moved, held = cv2.estimateAffinePartial2D(face, picture, ransacReprojThreshold=OFF)
    if moved is None or int(held.sum()) < LEAST_AGREEING:
        return None
    return int(held.sum()), rescaled(np.vstack([moved, [0.0, 0.0, 1.0]]), FACE, PLAIN)
