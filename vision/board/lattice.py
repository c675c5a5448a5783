"""The lattice of a table plan: the block of places, one unit apart, on which flat things lie side by side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from engine.errors import N_
from engine.table import Marker, Place, TablePlan
from vision.board.found import BoardNotFoundError
from vision.camera import Points
from vision.stones.table import has_stones, points


@dataclass(frozen=True, slots=True)
class Lattice:
    """So many columns and rows of places; ``left`` and ``top`` are the middle of the first."""

    columns: int
    rows: int
    left: float
    top: float
    rim: float = 0.5
    """How far beyond the outermost middles the corners are; those of lines are where the lines meet."""

    @property
    def corners(self) -> Points:
        """The outer corners, clockwise from the top left: half a unit beyond the outermost middles of tiles."""
        right, bottom = self.left + self.columns - 1 + self.rim, self.top + self.rows - 1 + self.rim
        left, top = self.left - self.rim, self.top - self.rim
        return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])

    @property
    def middle(self) -> tuple[float, float]:
        return self.left + (self.columns - 1) / 2, self.top + (self.rows - 1) / 2


def lattice(plan: TablePlan) -> Lattice:
    """The smallest group of places that fill a rectangle of flat things, row by row, without a hole.

    Groups that overlie each other (a sheet on which the board is still being built) differ in size; the board
    proper is the smallest. A board of points that lines join is as large as its lines, and a sheet of trays
    reaches from mark to mark.
    """
    if has_stones(plan):
        return _of_lines(points(plan))
    tall = {thing.kind for thing in plan.things if thing.tall}
    groups: dict[str, list[Place]] = {}
    for place in plan.places:
        if place.kinds and place.kinds[0] not in tall:
            groups.setdefault(place.kind, []).append(place)
    blocks = [block for group in groups.values() if (block := _block(group)) is not None]
    if not blocks and plan.markers:
        return _of_lines(plan.markers)
    if not blocks:
        raise BoardNotFoundError(
            N_("this game's table has no block of places to look for; lay out its printed mat")
        )
    return min(blocks, key=lambda block: block.columns * block.rows)


def _of_lines(joined: Sequence[Place] | Sequence[Marker]) -> Lattice:
    xs, ys = [place.x for place in joined], [place.y for place in joined]
    return Lattice(round(max(xs) - min(xs)) + 1, round(max(ys) - min(ys)) + 1, min(xs), min(ys), rim=0.0)


def _block(group: Sequence[Place]) -> Lattice | None:
    """The rectangle that these places fill one unit apart, if they do and it is large enough to be told apart."""
    xs, ys = sorted({place.x for place in group}), sorted({place.y for place in group})
    full = len({(place.x, place.y) for place in group}) == len(xs) * len(ys)
    even = all(abs(b - a - 1) < 1e-6 for line in (xs, ys) for a, b in pairwise(line))
    return Lattice(len(xs), len(ys), xs[0], ys[0]) if full and even and min(len(xs), len(ys)) >= 3 else None
