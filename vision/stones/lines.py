"""What the lines of a board tell of its points: where they end under a stone, and where a hand hides them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.table import Place, TablePlan
from vision.stones.measuring import Flags, Floats, Spots, taken
from vision.stones.table import PITCH, pixels

BEYOND, BEYOND_ASIDE = (0.30, 0.36, 0.42), 0.17
"""Where a line is looked for beyond a stone's rim, in units, and how far beside it the ground is."""
CLOSE, CLOSE_ASIDE = (0.15, 0.19, 0.23), 0.11
"""The same where a stone would cover it."""
CLEAR = 0.3
"""A line that is so much as clear as is usual is seen."""
FAINT = 0.04
"""Lines fainter than this, as a logarithm, tell nothing."""
STRANGE = 0.1
"""Ground this far from the board's own, as a logarithm, is no ground."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """For each point whether any line is seen to lead to it, and whether one is seen up to it."""

    lead: Flags
    arrive: Flags

    @property
    def end(self) -> Flags:
        """The points at which lines end before they arrive."""
        return np.asarray(self.lead & ~self.arrive, np.bool_)

    def covered(self, ground: NDArray[np.float64]) -> Flags:
        """The points to which none leads, though lines do, and whose ground is not the board's."""
        strange = np.abs(ground - np.median(ground, axis=0)).max(axis=1) > STRANGE
        return np.asarray(strange & ~self.lead, np.bool_)


class _Ways(NamedTuple):
    """The ways by which lines lead to points: of which point each is, where, and which way it leads away."""

    number: Spots
    start: NDArray[np.float64]
    along: NDArray[np.float64]


@lru_cache(maxsize=4)
def _ways(plan: TablePlan, places: tuple[Place, ...]) -> _Ways | None:
    """None if no line leads to any of the places."""
    at = dict(zip((place.name for place in places), pixels(plan, places), strict=True))
    found = [
        (number, at[place.name], at[other] - at[place.name])
        for number, place in enumerate(places)
        for link in plan.links
        for one, other in (link, link[::-1])
        if one == place.name and other in at
    ]
    if not found:
        return None
    along = np.array([way / np.linalg.norm(way) for _, _, way in found])
    return _Ways(np.array([number for number, _, _ in found]), np.array([start for _, start, _ in found]), along)


def lines(shown: Floats, plan: TablePlan, places: tuple[Place, ...]) -> Lines:
    """What is seen of the lines; where all are too faint, it is as if all were seen."""
    every = np.ones(len(places), np.bool_)
    ways = _ways(plan, places)
    if ways is None:
        return Lines(every, every)
    beyond = _clearness(shown, ways, BEYOND, BEYOND_ASIDE)
    usual = float(np.median(beyond))
    if abs(usual) < FAINT:
        return Lines(every, every)
    close = _clearness(shown, ways, CLOSE, CLOSE_ASIDE)
    lead, arrive = (
        np.bincount(ways.number[seen], minlength=len(places)) > 0
        for seen in (beyond / usual > CLEAR, close / usual > CLEAR)
    )
    return Lines(lead, arrive)


def _clearness(shown: Floats, ways: _Ways, reach: tuple[float, ...], aside: float) -> Floats:
    """How much lighter or darker each line is than the ground on both of its sides."""
    across = aside * PITCH * ways.along[:, ::-1] * np.array([1.0, -1.0])
    on = [ways.start + ways.along * far * PITCH for far in reach]
    beside = [spot + side * across for spot in on for side in (-1, 1)]
    grey = _grey(shown, np.concatenate([*on, *beside])).reshape(len(on) + len(beside), -1)
    return np.asarray(np.median(grey[: len(on)], axis=0) - np.median(grey[len(on) :], axis=0), np.float32)


def _grey(shown: Floats, spots: NDArray[np.float64]) -> Floats:
    """How light it is at some spots."""
    here: Spots = np.zeros((1, 2), np.intp)
    return np.asarray(taken(shown, np.rint(spots).astype(np.intp), here)[:, 0].mean(axis=1), np.float32)
