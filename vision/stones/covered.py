"""Which bare points are not bare but covered: where a line of the board leads to a point, it can be seen."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.table import Place, TablePlan
from vision.stones.measuring import Floats, Spots, taken
from vision.stones.table import PITCH, pixels

ALONG = (0.30, 0.36, 0.42)
"""Where a line is looked for, in units from its point: beyond a stone's rim."""
ASIDE = 0.17
"""And how far beside it the ground is."""
CLEAR = 0.3
"""A line that is so much as clear as is usual is seen."""
FAINT = 0.04
"""Lines fainter than this, as a logarithm, tell nothing."""
STRANGE = 0.2
"""Ground this far from the board's own, as a logarithm, is no ground."""


def covered(
    shown: Floats, plan: TablePlan, places: tuple[Place, ...], ground: NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Which of these points no line is seen to lead to, though lines do, and whose ground is not the board's."""
    strange = np.abs(ground - np.median(ground, axis=0)).max(axis=1) > STRANGE
    return np.asarray(strange & _lineless(shown, plan, places), np.bool_)


def _lineless(shown: Floats, plan: TablePlan, places: tuple[Place, ...]) -> NDArray[np.bool_]:
    at = dict(zip((place.name for place in places), pixels(plan, places), strict=True))
    ways = [
        (number, at[other] - at[place.name])
        for number, place in enumerate(places)
        for link in plan.links
        for one, other in (link, link[::-1])
        if one == place.name and other in at
    ]
    found = np.zeros(len(places), np.bool_)
    if not ways:
        return found
    clear = _clearness(shown, pixels(plan, places), ways)
    usual = float(np.median(clear))
    if abs(usual) < FAINT:
        return found
    seen = clear / usual > CLEAR
    numbers = np.array([number for number, _ in ways])
    for number in set(numbers.tolist()):
        found[number] = not seen[numbers == number].any()
    return found


def _clearness(shown: Floats, at: NDArray[np.float64], ways: list[tuple[int, NDArray[np.float64]]]) -> Floats:
    """How much lighter or darker each line is than the ground on both of its sides."""
    grey = shown.mean(axis=2)
    start = np.array([at[number] for number, _ in ways])
    along = np.array([way / np.linalg.norm(way) for _, way in ways])
    across = along[:, ::-1] * np.array([1.0, -1.0])
    line, sides = [], []
    for far in ALONG:
        spot = start + along * far * PITCH
        line.append(_at(grey, spot))
        sides += [_at(grey, spot + side * ASIDE * PITCH * across) for side in (-1, 1)]
    return np.asarray(np.median(line, axis=0) - np.median(sides, axis=0), np.float32)


def _at(grey: Floats, spots: NDArray[np.float64]) -> Floats:
    here: Spots = np.zeros((1, 2), np.intp)
    return taken(grey, np.rint(spots).astype(np.intp), here)[:, 0]
