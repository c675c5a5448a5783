"""The printed mat: its four square marks, and the view they give."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import N_
from engine.table import Marker
from vision.board.fitting import Fit, fit, fit_unknown
from vision.board.found import BoardNotFoundError, Found
from vision.camera import Lens, Points

Gray = NDArray[np.uint8]
Marks = Mapping[int, Points]
"""The four corners of each mark that is seen, by its number."""

NOISE = 0.4
"""Pixels that a mark's corner is off."""
SURE_BY_MARKS = (0.0, 0.35, 0.9, 0.97, 0.995)
"""How sure so many marks make the view, with a camera that is known."""
UNSURE_BY_MARKS = (0.0, 0.0, 0.6, 0.93, 0.99)
MOST_COPIES = 2
"""So many marks of one number are tried; more are noise."""


def detector() -> cv2.aruco.ArucoDetector:
    options = cv2.aruco.DetectorParameters()
    options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    options.cornerRefinementWinSize = 4
    options.minMarkerPerimeterRate = 0.02
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), options)


def corners_of(marker: Marker) -> Points:
    """A mark's corners in the plan, clockwise from its top left, as they are detected."""
    half = marker.side / 2
    middle = np.array([marker.x, marker.y])
    return np.asarray(middle + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]), np.float64)


def marks(gray: Gray, wanted: Sequence[Marker], *, even: bool = False) -> list[tuple[int, Points]]:
    """Every mark with a number that is wanted; a number may come more than once.

    If some are missing, or ``even`` says so, the picture's light is evened out for a second look.
    """
    numbers = {marker.number for marker in wanted}
    found = [] if even else _detected(gray, numbers)
    have = {number for number, _ in found}
    if even or 0 < len(have) < len(numbers):
        evened = np.asarray(cv2.createCLAHE(4.0, (8, 8)).apply(gray), np.uint8)
        found += [item for item in _detected(evened, numbers) if item[0] not in have]
    return found


def _detected(gray: Gray, numbers: set[int]) -> list[tuple[int, Points]]:
    shapes, ids, _ = detector().detectMarkers(gray)
    if ids is None:
        return []
    named = zip(np.asarray(ids).ravel().tolist(), shapes, strict=True)
    return [(number, np.asarray(shape, np.float64).reshape(4, 2)) for number, shape in named if number in numbers]


def by_marks(
    seen: Sequence[tuple[int, Points]], wanted: Sequence[Marker], lens: Lens, *, known: bool
) -> Found | None:
    """The view that most marks agree on; None if there are none, an error if they are too few."""
    best: tuple[int, Fit] | None = None
    for chosen in _choices(seen) if seen else []:
        found = _agreed(chosen, wanted, lens, known=known)
        if found is not None and (best is None or (found[0], -found[1].cost) > (best[0], -best[1].cost)):
            best = found
    if best is None:
        return None
    count, fitted = best
    if count == 1 and not known:
        raise BoardNotFoundError(N_("only one mark of the mat is in view, and this camera is not known yet"))
    sure = (SURE_BY_MARKS if known else UNSURE_BY_MARKS)[min(count, 4)]
    return Found(fitted.view, sure * math.exp(-max(0.0, fitted.spread - 1.0) / 3), "mat")


def _choices(seen: Sequence[tuple[int, Points]]) -> list[Marks]:
    """Each way to take one mark of every number."""
    copies: dict[int, list[Points]] = {}
    for number, shape in seen:
        copies.setdefault(number, []).append(shape)
    picks = itertools.product(*(shapes[:MOST_COPIES] for shapes in copies.values()))
    return [dict(zip(copies, pick, strict=True)) for pick in picks]


def _agreed(chosen: Marks, wanted: Sequence[Marker], lens: Lens, *, known: bool) -> tuple[int, Fit] | None:
    """How many of the marks agree on one view, and the view. Strangers are dropped one at a time."""
    left = dict(chosen)
    while left:
        found = _fitted(left, wanted, lens, known=known)
        if found is not None and _agree(found, list(left.values())):
            return len(left), found
        rest = [{one: shape for one, shape in left.items() if one != stranger} for stranger in left]
        tried = [
            (again.spread, i) for i, some in enumerate(rest) if (again := _fitted(some, wanted, lens, known=known))
        ]
        if not tried:
            return None
        left = rest[min(tried)[1]]
    return None


def _agree(found: Fit, shapes: Sequence[Points]) -> bool:
    """Whether every mark lies where the view has it, to a part of its side."""
    sides = [float(np.linalg.norm(shape[0] - shape[1])) for shape in shapes]
    off = found.misses.reshape(-1, 4).max(axis=1)
    return all(miss < max(3.0, 0.12 * side) for miss, side in zip(off.tolist(), sides, strict=True))


def _fitted(chosen: Marks, wanted: Sequence[Marker], lens: Lens, *, known: bool) -> Fit | None:
    if not chosen:
        return None
    places = {marker.number: corners_of(marker) for marker in wanted}
    plan = np.vstack([places[number] for number in chosen])
    pixels = np.vstack(list(chosen.values()))
    return fit(plan, pixels, lens, noise=NOISE) if known else fit_unknown(plan, pixels, lens, noise=NOISE)
