"""Where stones may lie beside the board: spots of a body's colour with its rim's all round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.table import TablePlan
from vision.cut import Cut
from vision.stones.measuring import DARK, LOGS, Doubles, Flags, Floats, Spots
from vision.stones.rings import within
from vision.stones.sought import CLEAR, Sought
from vision.stones.table import PITCH, pixels, points

SHRUNK = 1.5
"""Stones are looked for in a picture so many times smaller."""
UNIT = PITCH / SHRUNK
"""Pixels of a unit in it."""
BODY, RIM = (0.0, 0.13), (0.185, 0.245)
"""From which radius to which both are looked for, in units."""
SHORT = 2.0
"""How much it counts that the step from a body to its rim falls short of what it should be, all of it."""
MOST = 300
WORST = 2.0
"""Spots further than this from everything are not looked at: nothing there is as it should be."""
BLACK = float(np.log(DARK + 1))
"""Where the frame does not reach the table is black."""
RIM_OF_BOARD = 0.45
"""So far around its outermost points the board's own ground reaches."""
_REACH = 4
_BODY, _RIM = within(BODY, UNIT), within(RIM, UNIT)
_STEP = _RIM - np.pad(_BODY, (len(_RIM) - len(_BODY)) // 2)
"""From a body to its rim."""


@dataclass(frozen=True, slots=True, eq=False)
class Around:
    """The table's picture made smaller, and where on it stones may lie beside the board."""

    small: Floats
    free: Flags

    @staticmethod
    def pixels(at: Doubles) -> Spots:
        """Columns and rows of it at pixels of the table's picture."""
        return np.asarray(np.rint((at + 0.5) / SHRUNK - 0.5), np.intp)

    @staticmethod
    def at(x: Spots, y: Spots) -> Doubles:
        """Pixels of the table's picture at columns and rows of it."""
        return (np.column_stack([x, y]) + 0.5) * SHRUNK - 0.5

    def about(self, at: Doubles, far: float) -> Flags:
        """Where it is no further than that, in units, from some pixels of the table's picture."""
        found = np.zeros(self.free.shape, np.uint8)
        for x, y in self.pixels(at).tolist():
            cv2.circle(found, (int(x), int(y)), int(far * UNIT), (1.0,), cv2.FILLED)
        return np.asarray(found > 0, np.bool_)


def box(where: Flags, around: int) -> tuple[slice, slice]:
    """The rows and columns in which anything is, and so many around them."""
    rows, columns = (
        slice(max(0, int(there[0]) - around), int(there[-1]) + around + 1) if len(there) else slice(0, 1)
        for there in (np.nonzero(where.any(axis=axis))[0] for axis in (1, 0))
    )
    return rows, columns


def around(table: Cut, plan: TablePlan) -> Around:
    side = round(table.shape[0] / SHRUNK)
    found = cv2.LUT(cv2.resize(table, (side, side), interpolation=cv2.INTER_LINEAR), LOGS)
    small = np.asarray(found, np.float32)
    return Around(small, _free(small, plan))


@dataclass(frozen=True, slots=True, eq=False)
class Search:
    """For each name how far every pixel of a table is from being the middle of such a stone."""

    left: int
    top: int
    far: Sequence[Floats]

    def spots(self, free: Flags, most: Spots) -> Doubles:
        """Pixels of the table's picture where it is least, of each thing so many at most."""
        if not free.any():
            return np.zeros((0, 2))
        rows, columns = box(free, 1)
        part = (
            slice(rows.start - self.top, rows.stop - self.top),
            slice(columns.start - self.left, columns.stop - self.left),
        )
        far = [one[part] for one in self.far]
        nearest = far[0].copy()
        for one in far[1:]:
            cv2.min(nearest, one, nearest)
        column, row = _highest((WORST - nearest) * free[rows, columns])
        which = np.array([one[row, column] for one in far]).argmin(axis=0)
        kept = [at for name, count in enumerate(most.tolist()) for at in np.nonzero(which == name)[0][:count]]
        return Around.at(column[kept] + columns.start, row[kept] + rows.start)


def search(table: Around, look_for: Sought, light: Doubles) -> Search:
    """Looks over all of a table in a light."""
    rows, columns = box(table.free, _REACH)
    small = table.small[rows, columns]
    bodies = [cv2.filter2D(one, -1, _BODY) for one in look_for.bodies.unlike(small, light)]
    rims = [cv2.filter2D(one, -1, _RIM) for one in look_for.rims.unlike(small, light)]
    step = cv2.filter2D(small, -1, _STEP)
    found = []
    for body, rim, share in zip(look_for.body, look_for.rim, look_for.shares, strict=True):
        far = cv2.transform(step, SHORT * np.array([[*-share, CLEAR]], np.float32))
        far = cv2.add(cv2.threshold(far, 0.0, 0.0, cv2.THRESH_TOZERO, far)[1], bodies[body], far)
        found.append(np.asarray(cv2.add(far, rims[rim], far), np.float32))
    return Search(columns.start, rows.start, found)


def _highest(score: Floats) -> tuple[Spots, Spots]:
    """The columns and rows where a score is highest around, the best first."""
    highest = cv2.dilate(score, np.ones((5, 5), np.uint8))
    y, x = np.nonzero((score == highest) & (score > 0))
    best = np.argsort(score[y, x])[::-1][:MOST]
    return x[best], y[best]


def _free(small: Floats, plan: TablePlan) -> Flags:
    """Where a stone may lie: off the board, and where the frame shows all of it."""
    outside = cv2.inRange(small, np.zeros(3), np.full(3, BLACK))
    found = cv2.dilate(outside, np.ones((2 * _REACH + 1,) * 2, np.uint8)) == 0
    for edge in (found[:_REACH], found[-_REACH:], found[:, :_REACH], found[:, -_REACH:]):
        edge[:] = False
    at = pixels(plan, points(plan))
    wide = RIM_OF_BOARD * PITCH
    low, high = ((at.min(axis=0) - wide) / SHRUNK, (at.max(axis=0) + wide) / SHRUNK)
    found[int(low[1]) : int(high[1]) + 1, int(low[0]) : int(high[0]) + 1] = False
    return np.asarray(found, np.bool_)
