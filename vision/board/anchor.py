"""Following a board that was found: small patches of the picture say whether camera or table moved since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import TablePlan
from vision.board import bare
from vision.board.finding import ENOUGH, checked, find
from vision.board.fitting import fit
from vision.board.found import Found
from vision.board.lattice import Lattice, lattice
from vision.camera import Lens, Points, View

Gray = NDArray[np.uint8]

SMALL = 480
"""The longer side of the picture in which patches are compared."""
HALF = 6
"""A patch reaches this far from its middle."""
SEARCH = 5
"""How far a patch is looked for around where it was."""
PATCHES = 40
ALIKE = 0.75
"""A patch correlated less with what is there now has changed: a hand, a turned tile."""
STILL = 0.25
"""A patch that moved less, in small pixels, is where it was."""
FEWEST = 6
"""Fewer patches that are still alike say nothing."""
AGREED = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Anchor:
    """What is remembered of a frame in which the board was found, to see whether it still lies there."""

    found: Found
    points: Points
    """The middles of the patches, in small pixels."""
    patches: Sequence[Gray]

    @classmethod
    def of(cls, frame: NDArray[np.uint8], found: Found, plan: TablePlan) -> Anchor:
        """Remember a frame and what was found in it."""
        checked(frame)
        small = _small(frame, _step(frame))
        near = _near(small, found.view, lattice(plan))
        rest = np.asarray(cv2.bitwise_not(near), np.uint8)
        points = np.vstack([_spots(small, near, PATCHES * 3 // 4), _spots(small, rest, PATCHES // 4)])
        return cls(found, points, [_around(small, point, HALF) for point in points])


def follow(frame: NDArray[np.uint8], anchor: Anchor, plan: TablePlan, lens: Lens | None = None) -> Found:
    """Where the board lies now: ``anchor.found`` itself if nothing moved, and what is found anew if it did.

    What covers the board, lies on it now or lights it otherwise is no move. After a move, a new anchor is due.
    A ``lens`` that is given is believed when the board has to be found anew.
    """
    checked(frame)
    if _size(frame) != (anchor.found.view.lens.width, anchor.found.view.lens.height):
        return _anew(frame, anchor, plan, lens)
    then, now = _tracked(frame, anchor)
    if len(then) < FEWEST:
        return _anew(frame, anchor, plan, lens)
    far = np.linalg.norm(now - then, axis=1)
    if np.median(far) < STILL and (far < 4 * STILL).mean() >= AGREED:
        return anchor.found
    return _moved(frame, anchor, plan, then, now) or _anew(frame, anchor, plan, lens)


def _size(frame: NDArray[np.uint8]) -> tuple[int, int]:
    return frame.shape[1], frame.shape[0]


def _step(frame: NDArray[np.uint8]) -> int:
    """How many pixels of a frame, along each side, are averaged to a small one."""
    return max(1, round(max(_size(frame)) / SMALL))


def _small(frame: NDArray[np.uint8], step: int) -> Gray:
    """A small grey picture of whole blocks of pixels."""
    width, height = frame.shape[1] // step, frame.shape[0] // step
    whole = frame[: height * step, : width * step]
    small = cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), np.uint8)


def _near(small: Gray, view: View, block: Lattice) -> Gray:
    """A mask of the block and what lies right around it."""
    middle = np.array(block.middle)
    outline = view.scaled(small.shape[1], small.shape[0]).project(middle + (block.corners - middle) * 1.5)
    mask = np.zeros_like(small)
    cv2.fillConvexPoly(mask, np.rint(outline).astype(np.int32), (255,))
    return mask


def _spots(small: Gray, mask: Gray, most: int) -> Points:
    """Where the picture has corners that can be found again."""
    spots = cv2.goodFeaturesToTrack(small, most, 0.01, 2 * HALF, mask=_inner(mask))
    return np.rint(np.asarray(spots, np.float64).reshape(-1, 2)) if np.size(spots) > 1 else np.zeros((0, 2))


def _inner(mask: Gray) -> Gray:
    """A mask without the rim of the picture, where a patch could not be looked for."""
    rim = HALF + SEARCH
    inner = np.zeros_like(mask)
    inner[rim:-rim, rim:-rim] = mask[rim:-rim, rim:-rim]
    return inner


def _around(small: Gray, point: Points, reach: int) -> Gray:
    x, y = int(point[0]), int(point[1])
    return small[y - reach : y + reach + 1, x - reach : x + reach + 1].copy()


def _tracked(frame: NDArray[np.uint8], anchor: Anchor) -> tuple[Points, Points]:
    """Where the patches that are still alike were, and where they are now, in small pixels."""
    step, reach = _step(frame), HALF + SEARCH
    then, now = [], []
    for point, patch in zip(anchor.points, anchor.patches, strict=True):
        left, top = (int(value) - reach for value in point)
        wide = (2 * reach + 1) * step
        around = _small(frame[top * step : top * step + wide, left * step : left * step + wide], step)
        match = cv2.matchTemplate(around, patch, cv2.TM_CCOEFF_NORMED)
        _, best, _, (x, y) = cv2.minMaxLoc(match)
        if best >= ALIKE and 0 < x < 2 * SEARCH and 0 < y < 2 * SEARCH:
            then.append(point)
            by = (x + _peak(match[y, x - 1 : x + 2]) - SEARCH, y + _peak(match[y - 1 : y + 2, x]) - SEARCH)
            now.append(point + np.array(by))
    return np.array(then).reshape(-1, 2), np.array(now).reshape(-1, 2)


def _peak(three: cv2.typing.MatLike) -> float:
    """Where between three values their curve is highest."""
    before, here, after = (float(value) for value in three)
    bend = before - 2 * here + after
    return 0.5 * (before - after) / bend if bend < -1e-6 else 0.0


def _moved(frame: NDArray[np.uint8], anchor: Anchor, plan: TablePlan, then: Points, now: Points) -> Found | None:
    """The view after a small move that most patches agree on; None if they do not."""
    if anchor.found.how != "bare":
        return None
    last, step = anchor.found.view, _step(frame)
    before, after = ((points + 0.5) * step - 0.5 for points in (then, now))
    found = fit(last.ground(before), after, last.lens, noise=0.3 * step, far=3.0, start=last)
    if found is None or (found.misses < 4 * STILL * step).mean() < AGREED:
        return None
    again = bare.again(frame, lattice(plan), found.view)
    return again if again.certainty >= ENOUGH else None


def _anew(frame: NDArray[np.uint8], anchor: Anchor, plan: TablePlan, lens: Lens | None) -> Found:
    return find(frame, plan, lens, last=anchor.found.view)
