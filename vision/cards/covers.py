"""What lies over a card and is not known: a thumb, a strange card, one that is hardly in the picture.

Where a card looks otherwise than it should, that is either a cover or another print. A cover is one piece without
dents, so a few straight cuts tell it from the rest; along them an edge is seen; and within them nothing of the
card's print is.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.cards.comparing import CELL, COLUMNS, ROWS, Held, elsewise, open_at
from vision.cards.cut_edges import at_edges, is_seen, needed, slopes_of
from vision.cards.cuts import BEYOND, STEP, Cut, fewer, left, outline_of, worthiest
from vision.cards.looks import FACE, PLAIN, Floats, rescaled

MOST_COVERED = 0.62
"""Of a card over which more lies, nothing is said."""
MOST_DENTED = 0.6
"""So much of what lies within a cover's outline may look as the card does, as a share of what does not."""
ROUGHLY = 1.5
"""So many times as much before its sides are moved to edges."""
LEAST_COVER = 8
"""A cover shows so much that is strange, in steps of ``STEP`` pixels each way."""
HARDLY, MOSTLY = 0.2, 0.4
"""Of all that looks strange so much is its, and of what hangs together so much lies within straight cuts."""
PRICE, EMPTY = 1.0, 0.01
"""So much a pixel that shows the card's print speaks against being covered, by one that looks strange; and one
that shows nothing."""
LEAST_ISLAND, LEAST_STRANGE, LEAST_SHEET = 0.04, 0.5, 0.02
"""Of a card so much is covered by what does not come in over its edge, of which so much is strange in one piece;
and by what has four sides of its own."""
ASKEW = np.radians(6)
"""Frames are printed parallel to a card's sides; what is turned by more lies over it."""
ON, OVER = 8, 0.8
"""A cover lies over a cell of the card's edge if it covers so much of it and so many pixels beyond, as one."""
EDGES, LEAST_OPEN = 4, 0.15
"""Of so many such cells so many must not show the card's edge."""


def cover_of(held: Held) -> Points | None:
    """The outline, in pixels of the face, of the one thing that lies over a card beside what is known to."""
    if held.wide is None:
        return None
    slopes = slopes_of(held.wide)
    cover = _crossing(held, slopes)
    cover = _island(held, slopes) if cover is None else cover
    return None if cover is None or _shows_edge(cover, held) else cover


def _shows_edge(cover: Points, held: Held) -> bool:
    """Whether the card's edge is seen all along where the cover is said to lie over it: then nothing does."""
    if held.wide is None:
        return False
    below = _edge_below(cover)
    goes_on = open_at(held.wide) | elsewise(held.wide, below)
    return bool(below.sum() >= EDGES and goes_on[below].mean() < LEAST_OPEN)


def _edge_below(cover: Points) -> NDArray[np.bool_]:
    """Cells of the card's edge over which a cover goes on."""
    wide = np.zeros((FACE[1] + 2 * ON, FACE[0] + 2 * ON), np.uint8)
    cv2.fillConvexPoly(wide, np.round(np.clip(cover, -9999, 9999) + ON).astype(np.int32), (1,))
    found = np.zeros((ROWS, COLUMNS), bool)
    for turn in range(4):
        # the side that is turned to the top
        strip = np.rot90(wide, turn)[: ON + CELL, ON:-ON].astype(np.float32)
        np.rot90(found, turn)[0] |= strip.mean(axis=0).reshape(-1, CELL).mean(axis=1) > OVER
    found[:: ROWS - 1, :: COLUMNS - 1] = False
    return found


def _crossing(held: Held, slopes: Floats) -> Points | None:
    """What comes in over the card's edge."""
    found = held.covered & ~held.over
    if not found.any():
        return None
    strange = held.strange & _on_pixels(found)
    cuts = _cuts_about(strange, held, slopes)
    return outline_of(cuts) if cuts else None


def _island(held: Held, slopes: Floats) -> Points | None:
    """What is not seen to come in over the edge: a card if its sides are askew, for so nothing is printed."""
    strange = np.asarray(held.strange & ~_on_pixels(held.covered), np.uint8)
    count, labels, stats, _ = cv2.connectedComponentsWithStats(strange, connectivity=8)
    areas = stats[1:, cv2.CC_STAT_AREA]
    if count < 2 or float(areas.max()) < LEAST_STRANGE * LEAST_ISLAND * strange.size:
        return None
    cuts = _cuts_about(np.asarray(labels == 1 + int(areas.argmax())), held, slopes)
    if not cuts or left(cuts).mean() < LEAST_ISLAND:
        return None
    outline = outline_of(cuts)
    return outline if _is_askew(outline) else None


def _on_pixels(cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    return np.asarray(cv2.resize(cells.astype(np.uint8), FACE, interpolation=cv2.INTER_NEAREST) > 0)


def _cuts_about(pixels: NDArray[np.bool_], held: Held, slopes: Floats) -> list[Cut]:
    """The sides of a cover that shows these pixels, if it looks like one."""
    strange, agreeing = fewer(pixels), fewer(held.agreeing)
    if float(strange.sum()) < HARDLY * float(fewer(held.strange).sum()):
        return []
    worth = strange - PRICE * agreeing
    cuts = worthiest(worth - EMPTY)
    if not cuts or float(strange[left(cuts)].sum()) < MOSTLY * float(strange.sum()):
        return []
    if not _is_covered(strange, agreeing, cuts, ROUGHLY):
        return []
    cuts = needed(at_edges(cuts, slopes), slopes, worth)
    return cuts if _is_covered(strange, agreeing, cuts) and is_seen(cuts, slopes) else []


def _is_covered(strange: Floats, agreeing: Floats, cuts: Sequence[Cut], slack: float = 1.0) -> bool:
    """Whether enough of what cuts leave looks strange, and not too much as the card does."""
    within = left(cuts)
    speaks_for, against = slack * float(strange[within].sum()), float(agreeing[within].sum())
    if speaks_for < LEAST_COVER or within.mean() > slack * MOST_COVERED:
        return False
    return against <= MOST_DENTED * speaks_for


def sheet_over(held: Held, sheets: Sequence[Points]) -> Points | None:
    """Of what has four sides, in pixels of the face, what lies over the card: a frame printed on it does not.

    A frame is parallel to the card's sides, and never reaches beyond them.
    """
    strange, agreeing = fewer(held.strange & ~_on_pixels(held.over)), fewer(held.agreeing)
    best, least = None, float(LEAST_COVER)
    for corners in sheets:
        within = _within(corners)
        if not LEAST_SHEET < within.mean() < MOST_COVERED or not (_is_askew(corners) or _is_across(corners)):
            continue
        speaks_for, against = float(strange[within].sum()), float(agreeing[within].sum())
        if speaks_for > least and against < MOST_DENTED * speaks_for and not _shows_edge(corners, held):
            best, least = corners, speaks_for
    return best


def _within(corners: Points) -> NDArray[np.bool_]:
    found = np.zeros((FACE[1] // STEP, FACE[0] // STEP), np.uint8)
    cv2.fillConvexPoly(found, np.round(np.clip(corners, -9999, 9999) / STEP - 0.5).astype(np.int32), (1,))
    return np.asarray(found.ravel() > 0)


def _is_askew(corners: Points) -> bool:
    """Whether the longest side on the card, but for the card's own, goes neither along nor across it."""
    ends, starts = np.clip(corners, 0, FACE), np.clip(np.roll(corners, 1, axis=0), 0, FACE)
    middles, sides = (starts + ends) / 2, ends - starts
    within = ((middles > 1) & (middles < np.array(FACE) - 1)).all(axis=1)
    x, y = sides[int(((sides**2).sum(axis=1) * within).argmax())]
    turn = float(np.arctan2(y, x)) % (np.pi / 2)
    return bool(min(turn, np.pi / 2 - turn) > ASKEW)


def _is_across(corners: Points) -> bool:
    """Whether some of it lies well beyond the card, and some on it."""
    beyond = np.maximum(-corners, corners - np.array(FACE)).max(axis=1)
    return bool(beyond.max() > BEYOND / 2 and beyond.min() < -BEYOND)


def on_face(corners: Points, warp: Points) -> Points:
    """Corners in a picture, in pixels of the face that ``warp`` lays there."""
    back = np.linalg.inv(rescaled(warp, PLAIN, FACE))
    return np.asarray(cv2.perspectiveTransform(corners.reshape(-1, 1, 2).astype(np.float64), back).reshape(-1, 2))


def in_picture(outline: Points, warp: Points) -> Points:
    """Such an outline in the picture in which ``warp`` lays the card."""
    seen = cv2.perspectiveTransform(outline.reshape(-1, 1, 2), rescaled(warp, PLAIN, FACE))
    return np.asarray(seen.reshape(-1, 2))
