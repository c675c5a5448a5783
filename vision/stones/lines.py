"""What the lines of a board tell of its points: where they end under a stone, and where a hand hides them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.table import Place, TablePlan
from vision.stones.measuring import Floats, Spots, taken
from vision.stones.table import PITCH, pixels

Flags = NDArray[np.bool_]

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


def lines(shown: Floats, plan: TablePlan, places: tuple[Place, ...]) -> Lines:
    """What is seen of the lines; where all are too faint, it is as if all were seen."""
    at = dict(zip((place.name for place in places), pixels(plan, places), strict=True))
    ways = [
        (number, at[other] - at[place.name])
        for number, place in enumerate(places)
        for link in plan.links
        for one, other in (link, link[::-1])
        if one == place.name and other in at
    ]
    every = np.ones(len(places), np.bool_)
    if not ways:
        return Lines(every, every)
    start = np.array([at[places[number].name] for number, _ in ways])
    along = np.array([way / np.linalg.norm(way) for _, way in ways])
    grey = shown.mean(axis=2)
    beyond = _clearness(grey, start, along, BEYOND, BEYOND_ASIDE)
    usual = float(np.median(beyond))
    if abs(usual) < FAINT:
        return Lines(every, every)
    close = _clearness(grey, start, along, CLOSE, CLOSE_ASIDE)
    numbers = np.array([number for number, _ in ways])
    lead, arrive = (
        np.array([bool(seen[numbers == number].any()) for number in range(len(places))])
        for seen in (beyond / usual > CLEAR, close / usual > CLEAR)
    )
    return Lines(lead, arrive)


def _clearness(
    grey: Floats,
    start: NDArray[np.float64],
    along: NDArray[np.float64],
    reach: tuple[float, ...],
    aside: float,
) -> Floats:
    """How much lighter or darker each line is than the ground on both of its sides."""
    across = along[:, ::-1] * np.array([1.0, -1.0])
    line, sides = [], []
    for far in reach:
        spot = start + along * far * PITCH
        line.append(_at(grey, spot))
        sides += [_at(grey, spot + side * aside * PITCH * across) for side in (-1, 1)]
    return np.asarray(np.median(line, axis=0) - np.median(sides, axis=0), np.float32)


def _at(grey: Floats, spots: NDArray[np.float64]) -> Floats:
    here: Spots = np.zeros((1, 2), np.intp)
    return taken(grey, np.rint(spots).astype(np.intp), here)[:, 0]
