"""Taking a card's face from a picture in which it is shown once, whole, to be known from then on."""

from __future__ import annotations

import cv2
import numpy as np

from engine.errors import N_
from vision.camera import Points
from vision.cards.aligning import marks_of
from vision.cards.edges import edged
from vision.cards.looks import FACE, PLAIN, Picture, corners_of, cut_out, halves, light_of, shrunk, warp_to
from vision.cards.quads import holds, quads
from vision.cards.spot import CardNotReadError

CLEAR = 3.2
"""So much of a card's four sides is to be seen, of 4."""
SURE, PLAINLY = 0.5, 0.1
"""So sure it must be where the card ends, and so much surer than that it ends elsewhere."""
WHOLE, SHARED, LARGER = 3.95, 0.08, 1.08
"""If so much is seen of the sides of a larger one that has three of them in common with what may be a card, but
for such a share of its width, they do not end where that ends: its fourth side is a line printed across."""
LEAST_PX = 130.0
"""A card's longer side needs so many pixels."""
LEAST_MARKS = 7
"""A card with fewer corners and crossings on it is not told from others."""
ALSO = 0.3
"""What is smaller than this, as a share, is no second card."""
OBLONG = 1.12
NO_EDGE = N_(
    "where the card ends cannot be told: lay it alone on something plain, of quite another colour than its edge"
)


def face_shown(picture: Picture, *, whole: bool = False) -> tuple[Picture, Points]:
    """The face of the one card in a picture, upright, and its corners. Raises CardNotReadError.

    ``whole``: the picture is nothing but the card.
    """
    corners = corners_of((picture.shape[1], picture.shape[0])) if whole else _upright(_only(picture))
    if max(float(np.linalg.norm(corners[i] - corners[i - 1])) for i in range(4)) < LEAST_PX:
        raise CardNotReadError(
            N_("the card is too small in the picture: its longer side needs {least} pixels"), least=int(LEAST_PX)
        )
    face = cut_out(halves(picture), warp_to(corners, FACE), FACE)
    if len(marks_of(light_of(shrunk(face, PLAIN)))) < LEAST_MARKS:
        raise CardNotReadError(
            N_("hardly anything is to be seen on the card: show its printed side, in good light")
        )
    return face, corners


def _only(picture: Picture) -> Points:
    """The corners of the one card in view: its own edge, not a line printed on it. Raises CardNotReadError."""
    found = quads(picture)
    clear = [quad for quad in found if quad.held >= CLEAR]
    if not clear:
        raise CardNotReadError(
            N_("no card is in view: show it whole, with a little of the table around it, on another colour")
        )
    edges = edged(picture, found)
    if not edges or edges[0].sure < SURE:
        raise CardNotReadError(NO_EDGE)
    card = edges[0].corners
    # first, for what is left of a card beyond a line across it looks like another card
    if any(other.held >= WHOLE and _is_part(card, other.corners) for other in clear):
        raise CardNotReadError(NO_EDGE)
    for other in clear:
        apart = not holds(card, other.corners.mean(axis=0))
        if apart and _area(other.corners) > ALSO * _area(card):
            raise CardNotReadError(N_("more than one card is in view: show one at a time"))
    if len(edges) > 1 and edges[0].worth - edges[1].worth < PLAINLY:
        raise CardNotReadError(NO_EDGE)
    return card


def _is_part(card: Points, larger: Points) -> bool:
    """Whether one is the other up to a line across it."""
    if _area(larger) < LARGER * _area(card):
        return False
    near = SHARED * min(float(np.linalg.norm(card[i] - card[i - 1])) for i in range(4))
    turned, around = ([np.roll(one, -turn, axis=0) for turn in range(4)] for one in (card, larger))
    for own in turned:
        for other in around:
            has_end = np.linalg.norm(own[:2] - other[:2], axis=1).max() <= near
            if has_end and _reaches(own[2], other[1:3], near) and _reaches(own[3], other[[0, 3]], near):
                return True
    return False


def _reaches(corner: Points, side: Points, near: float) -> bool:
    """Whether a corner lies on a side, before its end."""
    way = side[1] - side[0]
    long = float(np.linalg.norm(way))
    x, y = corner - side[0]
    return bool(abs(way[0] * y - way[1] * x) < near * long and x * way[0] + y * way[1] < long * long)


def _upright(card: Points) -> Points:
    """The corners from the top left of the card on, if it stands upright in the picture, more or less."""
    turns = [np.roll(card, -turn, axis=0) for turn in range(4)]
    sides = sorted(_side(four, 0) for four in turns)
    if sides[-1] > OBLONG * sides[0]:
        turns = [four for four in turns if _side(four, 0) < _side(four, 1)]
    return max(turns, key=lambda four: float((four[1] - four[0])[0] + (four[2] - four[3])[0]))


def _side(four: Points, at: int) -> float:
    ends = (four[at + 1] - four[at], four[(at + 3) % 4] - four[(at + 2) % 4])
    return float(sum(np.linalg.norm(end) for end in ends))


def _area(corners: Points) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))
