"""What lies over a card and is not known: a thumb, a strange card, one that is hardly in the picture.

Where a card looks otherwise than it should, that is either a cover or another print. A cover has a shape of its
own: it is one piece, without dents, and within it nothing of the card's print is seen.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.camera import Points
from vision.cards.comparing import Held
from vision.cards.looks import FACE, PLAIN, Picture, rescaled

MOST_COVERED = 0.62
"""Of a card over which more lies, nothing is said."""
MOST_DENTED = 0.45
"""So much of what lies within a cover's outline may look as the card does, as a share of what does not."""
SPECK, BESIDE = 3, 7
"""What is narrower, in pixels of a face, is no part of it; half of this much beside it is none either."""
LEAST_COVER = 50
"""Of fewer pixels nothing is drawn."""


def cover_of(held: Held) -> Points | None:
    """The outline, in pixels of the face, of the one thing that lies over a card beside what is known to."""
    found = held.covered & ~held.over
    if not found.any():
        return None
    whole = cv2.resize(found.astype(np.uint8), FACE, interpolation=cv2.INTER_NEAREST)
    strange = np.asarray(held.strange & (whole > 0), np.uint8)
    narrow = np.ones((SPECK, SPECK), np.uint8)
    cover = _largest(np.asarray(cv2.morphologyEx(strange, cv2.MORPH_OPEN, narrow), np.uint8))
    # what is next to a cover looks strange, too
    rows, columns = np.nonzero(cv2.erode(cover, np.ones((BESIDE, BESIDE), np.uint8)))
    if len(rows) < LEAST_COVER:
        return None
    hull = cv2.convexHull(np.stack([columns, rows], axis=1).astype(np.float32)).reshape(-1, 2)
    within = np.zeros_like(strange)
    cv2.fillConvexPoly(within, np.round(hull).astype(np.int32), (1,))
    if within.mean() > MOST_COVERED or (held.agreeing & (within > 0)).sum() > MOST_DENTED * cover.sum():
        return None
    return np.asarray(hull, np.float64)


def _largest(strange: Picture) -> Picture:
    """The largest piece of what is strange: what lies apart from it may be printed otherwise."""
    count, labels, stats, _ = cv2.connectedComponentsWithStats(strange, connectivity=8)
    if count < 2:
        return strange
    return np.asarray(labels == 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax()), np.uint8)


def in_picture(outline: Points, warp: Points) -> Points:
    """Such an outline in the picture in which ``warp`` lays the card."""
    seen = cv2.perspectiveTransform(outline.reshape(-1, 1, 2), rescaled(warp, PLAIN, FACE))
    return np.asarray(seen.reshape(-1, 2))
