"""Laying a card's known face exactly over what may be the card in a picture, by its corners and crossings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.camera import Points
from vision.cards.layers import Layers
from vision.cards.looks import PLAIN, Floats, corners_of, light_of

RIM = 8
"""So much around the card is looked at: it is not yet known exactly where it lies."""
MOST_MARKS = 40
HALF = 8
"""A mark is looked for by what is around it, so many pixels to each side."""
APART, CLEAR = 9.0, 0.008
COARSELY, FINELY = (8, 3.0), (3, 1.3)
"""How far a mark is looked for, and how far from where the others say it is it may be."""
ALIKE = 0.5
"""From this correlation on a mark was found."""
LEVELS, UNLIKE = 80, 40
STOP = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 12, 0.03)
LEAST_HELD = 7
MOST_ARE, AGAIN = 0.85, 2
"""A face on which so many marks are found is laid; else, perhaps, only its middle is."""
MOST_OFF = 20.0


Finding = Callable[[Floats, Floats, Points, int], tuple[Points, Points]]


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """How a face lies in a picture: from its pixels to the picture's; the share of it that is found there."""

    warp: Points
    held: float


def marks_of(light: Floats) -> Points:
    """Where a face has corners and crossings that can be found again."""
    inner = np.zeros(light.shape, np.uint8)
    inner[HALF:-HALF, HALF:-HALF] = 1
    found: Any = cv2.goodFeaturesToTrack(light, MOST_MARKS, CLEAR, APART, mask=inner, blockSize=7)
    return np.round(np.zeros((0, 2)) if found is None else np.asarray(found, np.float64).reshape(-1, 2))


def laid(layers: Layers, warp: Points, light: Floats, marks: Points) -> Laid | None:
    """The face laid over the picture, beginning with ``warp``; None if it does not fit there at all."""
    hidden = layers.hidden(warp, PLAIN)
    if hidden is not None:
        x, y = marks.astype(int).T
        marks = marks[~hidden[y, x]]
    if len(marks) < LEAST_HELD:
        return None
    best = _laid(layers, warp, (light, marks), _followed)
    # following the marks is quick; looking for each all around is not led astray so easily
    for _ in range(AGAIN):
        if best is not None and best.held > MOST_ARE:
            break
        found = _laid(layers, warp, (light, marks), _sought)
        if found is None or (best is not None and found.held <= best.held):
            break
        best, warp = found, found.warp
    return best


def _laid(layers: Layers, warp: Points, card: tuple[Floats, Points], find: Finding) -> Laid | None:
    share = 0.0
    for search, off in (COARSELY, FINELY):
        seen = light_of(layers.cut(warp, PLAIN, RIM), RIM)
        spots, moves = find(seen, *card, search)
        if len(spots) < LEAST_HELD:
            return None
        better: Any  # there may be none, whatever its type says
        better, held = cv2.findHomography(spots, spots + moves, cv2.RANSAC, off, maxIters=400)
        if better is None or held.sum() < LEAST_HELD or not _is_slight(better):
            return None
        share = float(held.sum()) / len(card[1])
        warp = warp @ better
    return Laid(warp, share)


def _followed(seen: Floats, known: Floats, marks: Points, search: int) -> tuple[Points, Points]:
    """Marks that are found by the way things slope there, and by how much they are off."""
    before, after = (np.asarray(np.clip(layer * LEVELS + 128, 0, 255), np.uint8) for layer in (known, seen))
    before = np.asarray(cv2.copyMakeBorder(before, RIM, RIM, RIM, RIM, cv2.BORDER_REPLICATE), np.uint8)
    at = (marks + RIM).astype(np.float32).reshape(-1, 1, 2)
    around = (2 * HALF - 1, 2 * HALF - 1)
    to, found, off = cv2.calcOpticalFlowPyrLK(
        before,
        after,
        at,
        np.empty_like(at),
        winSize=around,
        maxLevel=2 if search > HALF // 2 else 0,
        criteria=STOP,
    )
    moves = (to - at).reshape(-1, 2).astype(np.float64)
    good = (found.ravel() > 0) & (np.abs(moves).max(axis=1) < 2 * search) & (off.ravel() < UNLIKE)
    return marks[good], moves[good]


def _sought(seen: Floats, known: Floats, marks: Points, search: int) -> tuple[Points, Points]:
    """Marks that are found, and by how much they are off."""
    spots, moves = [], []
    for x, y in marks.astype(int):
        patch = known[y - HALF : y + HALF + 1, x - HALF : x + HALF + 1]
        rim = RIM - search
        window = seen[
            y - HALF + rim : y + HALF + 1 + rim + 2 * search, x - HALF + rim : x + HALF + 1 + rim + 2 * search
        ]
        alike = np.asarray(cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED), np.float32)
        _, best, _, at = cv2.minMaxLoc(alike)
        if best >= ALIKE:
            spots.append((x, y))
            moves.append(
                (at[0] - search + _between(alike[at[1]], at[0]), at[1] - search + _between(alike[:, at[0]], at[1]))
            )
    return np.array(spots, np.float64).reshape(-1, 2), np.array(moves, np.float64).reshape(-1, 2)


def _between(row: Floats, at: int) -> float:
    """Where between the steps the top of a row lies."""
    if not 0 < at < len(row) - 1:
        return 0.0
    before, top, after = (float(value) for value in row[at - 1 : at + 2])
    bend = before - 2 * top + after
    return 0.0 if bend > -1e-6 else min(max(0.5 * (before - after) / bend, -0.5), 0.5)


def _is_slight(better: Points) -> bool:
    corners = corners_of(PLAIN).reshape(-1, 1, 2)
    return float(np.abs(cv2.perspectiveTransform(corners, better) - corners).max()) < MOST_OFF
