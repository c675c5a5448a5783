"""Finding the board in a frame: by corners pointed out, by the marks of the mat, or by its tiles alone."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.errors import N_
from engine.table import TablePlan
from vision.board import bare
from vision.board.found import BoardNotFoundError, Found, no_board, too_plain
from vision.board.lattice import lattice
from vision.board.markers import by_marks, marks
from vision.board.pointed import by_corners
from vision.camera import Lens, View
from vision.cells import cells
from vision.picture import PictureError
from vision.stones.table import has_stones

SMALLEST = 64
"""Pixels along a frame's shorter side."""
LONGEST_SIDE = 2000
"""Larger frames are reduced to this before marks are looked for."""
PLAIN = 12
"""Grey levels between the darkest and the lightest hundredth of a picture in which nothing can be told apart."""
ENOUGH = 0.5
"""A board less sure than this is none."""


def find(  # noqa: PLR0913 - what is known beforehand differs from caller to caller
    frame: NDArray[np.uint8],
    plan: TablePlan,
    lens: Lens | None = None,
    *,
    corners: ArrayLike | None = None,
    quarter: int = 0,
    last: View | None = None,
) -> Found:
    """Where the board lies in a frame (blue, green, red), and how sure that is.

    A ``lens`` that is given is believed. Tiles alone do not tell which side of the board is its top: it is the one
    nearest the picture's up, or as in the ``last`` view, and ``quarter`` turns it clockwise from there.
    """
    checked(frame)
    height, width = frame.shape[:2]
    eye = Lens.usual(width, height) if lens is None else lens.scaled(width, height)
    if corners is not None:
        return by_corners(corners, lattice(plan), eye, known=lens is not None)
    if _is_plain(frame):
        raise too_plain()
    return _searched(frame, plan, eye, known=lens is not None, quarter=quarter, last=last)


def _searched(  # noqa: PLR0913
    frame: NDArray[np.uint8], plan: TablePlan, lens: Lens, *, known: bool, quarter: int, last: View | None
) -> Found:
    """What is quick and sure first: clear marks, then tiles, then faint marks."""
    found: list[Found] = []
    trouble = no_board()
    looks: tuple[Callable[[], Found | None], ...] = (
        lambda: on_mat(frame, plan, lens, known=known),
        lambda: on_table(frame, plan, lens, known=known, quarter=quarter, last=last),
        lambda: on_mat(frame, plan, lens, known=known, even=True),
    )
    for look in looks:
        try:
            one = look()
        except BoardNotFoundError as error:
            trouble = error
            continue
        if one is not None and one.certainty >= ENOUGH:
            return one
        found += [one] if one is not None and one.how == "mat" else []
    if not found:
        raise trouble
    return max(found, key=lambda one: one.certainty)


def on_mat(
    frame: NDArray[np.uint8], plan: TablePlan, lens: Lens, *, known: bool, even: bool = False
) -> Found | None:
    """The board by the marks of its mat; None if there is none of them."""
    if not plan.markers:
        return None
    height, width = frame.shape[:2]
    gray = np.asarray(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY), np.uint8)
    if max(height, width) > LONGEST_SIDE:
        share = LONGEST_SIDE / max(height, width)
        size = (round(width * share), round(height * share))
        gray = np.asarray(cv2.resize(gray, size, interpolation=cv2.INTER_AREA), np.uint8)
    eye = lens.scaled(gray.shape[1], gray.shape[0])
    found = by_marks(marks(gray, plan.markers, even=even), plan.markers, eye, known=known)
    return None if found is None else Found(found.view.scaled(width, height), found.certainty, found.how)


def on_table(  # noqa: PLR0913
    frame: NDArray[np.uint8],
    plan: TablePlan,
    lens: Lens,
    *,
    known: bool,
    quarter: int = 0,
    last: View | None = None,
) -> Found | None:
    """The board by its tiles alone, however unsure; None if nothing looks like one."""
    block = lattice(plan)
    if has_stones(plan) or not cells(plan):
        return None  # nothing of it is searched for: without marks, somebody points its corners out
    found = bare.search(frame, block, lens, known=known)
    return None if found is None else Found(bare.as_plan(found, block, quarter, last), found.certainty, "bare")


def checked(frame: object) -> None:
    """A frame has rows, columns and three colours, and is large enough to hold a board."""
    if not isinstance(frame, np.ndarray) or frame.ndim != 3 or frame.shape[2] != 3 or frame.dtype != np.uint8:
        raise PictureError(N_("a frame is rows of pixels of three colours, a byte each"))
    if min(frame.shape[:2]) < SMALLEST:
        raise BoardNotFoundError(
            N_("the picture is too small to show a board: {width} by {height} pixels"),
            width=frame.shape[1],
            height=frame.shape[0],
        )


def _is_plain(frame: NDArray[np.uint8]) -> bool:
    """Whether all is as dark, or as bright, as all else; grains of noise do not count."""
    step = max(1, min(frame.shape[:2]) // 240)
    small = cv2.blur(np.ascontiguousarray(frame[::step, ::step]), (5, 5))
    low, high = np.percentile(small, (1, 99))
    return bool(high - low < PLAIN)
