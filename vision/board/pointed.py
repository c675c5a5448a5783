"""Four corners pointed out by hand, and the view they give."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from engine.errors import N_
from vision.board.fitting import fit, fit_unknown
from vision.board.found import CornersError, Found
from vision.board.lattice import Lattice
from vision.camera import Lens, Points

NOISE = 2.0
"""Pixels that a finger is off, on a frame 1280 pixels wide."""
SURE = 0.97
SMALLEST = 0.03
"""The shortest side of a board that is worth reading, as a share of the frame's longer side."""


def by_corners(corners: ArrayLike, block: Lattice, lens: Lens, *, known: bool) -> Found:
    """The view in which the block's outer corners (clockwise from its top left) are at these pixels."""
    at = _checked(corners, lens)
    size = max(lens.width, lens.height)
    noise = NOISE * size / 1280
    found = (fit if known else fit_unknown)(block.corners, at, lens, noise=noise)
    if found is None:
        raise CornersError(N_("no camera sees a board with these corners; set them again"))
    return Found(found.view, SURE * math.exp(-max(0.0, found.spread / noise - 1) / 6), "corners")


def _checked(corners: ArrayLike, lens: Lens) -> Points:
    """The corners, if they go around a board that is in the frame."""
    try:
        at = np.asarray(corners, np.float64)
    except (TypeError, ValueError):
        at = np.zeros((0, 2))
    if at.shape != (4, 2) or not np.all(np.isfinite(at)):
        raise CornersError(N_("a board has four corners, each an x and a y in pixels"))
    if (at < -0.5).any() or (at[:, 0] > lens.width - 0.5).any() or (at[:, 1] > lens.height - 0.5).any():
        raise CornersError(
            N_("a corner lies outside the frame of {width} by {height} pixels"),
            width=lens.width,
            height=lens.height,
        )
    sides = np.roll(at, -1, axis=0) - at
    lengths = np.linalg.norm(sides, axis=1)
    if lengths.min() < SMALLEST * max(lens.width, lens.height):
        raise CornersError(N_("two corners lie too close together"))
    after = np.roll(sides, -1, axis=0)
    bends = (sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0]) / (lengths * np.roll(lengths, -1))
    if (bends < 0).all():
        raise CornersError(N_("the corners go the wrong way around: name them clockwise from the top left"))
    if (bends < 0).any():
        raise CornersError(N_("the corners do not go around a board: name them clockwise from the top left"))
    if bends.min() < 0.1:
        raise CornersError(N_("three corners lie almost in one line"))
    return at
