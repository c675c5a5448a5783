"""Laying a card's known face exactly over what may be the card in a picture, by its corners and crossings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.camera import Points
from vision.cards.looks import PLAIN, Floats, Picture, corners_of, cut_out, look_of

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
LEAST_HELD = 7
MOST_ARE = 0.8
"""A face on which so many marks are found is laid; else, perhaps, only its middle is."""
MOST_OFF = 20.0


@dataclass(frozen=True, slots=True, eq=False)
class Laid:
    """How a face lies in a picture: from its pixels to the picture's; the share of its marks that are found."""

    warp: Points
    held: float


def marks_of(look: Floats) -> Points:
    """Where a face has corners and crossings that can be found again."""
    inner = np.zeros(look.shape[1:], np.uint8)
    inner[HALF:-HALF, HALF:-HALF] = 1
    found: Any = cv2.goodFeaturesToTrack(look[0], MOST_MARKS, CLEAR, APART, mask=inner, blockSize=7)
    return np.round(np.zeros((0, 2)) if found is None else np.asarray(found, np.float64).reshape(-1, 2))


def laid(pictures: list[Picture], warp: Points, look: Floats, marks: Points) -> Laid | None:
    """The face laid over the picture, beginning with ``warp``; None if it does not fit there at all."""
    first = _laid(pictures, warp, look, marks)
    if first is None or first.held > MOST_ARE:
        return first
    again = _laid(pictures, first.warp, look, marks)
    return again if again is not None and again.held > first.held else first


def _laid(pictures: list[Picture], warp: Points, look: Floats, marks: Points) -> Laid | None:
    share = 0.0
    for search, off in (COARSELY, FINELY):
        seen = look_of(cut_out(pictures, warp, PLAIN, RIM), RIM)[0]
        spots, moves = _found(seen, look[0], marks, search)
        if len(spots) < LEAST_HELD:
            return None
        better: Any  # there may be none, whatever its type says
        better, held = cv2.findHomography(spots, spots + moves, cv2.RANSAC, off, maxIters=400)
        if better is None or held.sum() < LEAST_HELD or not _is_slight(better):
            return None
        share = float(held.sum()) / len(marks)
        warp = warp @ better
    return Laid(warp, share)


def _found(seen: Floats, known: Floats, marks: Points, search: int) -> tuple[Points, Points]:
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
