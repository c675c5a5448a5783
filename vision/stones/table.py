"""What of a plan is round, on which points it may lie, and the picture of the table in which it is looked for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from engine.table import Place, TablePlan, Thing
from vision.camera import View
from vision.cut import CELL, CLOSE, Cut, Window, cut_out, eye_over
from vision.packing import Kept
from vision.profile import Photo

PITCH = CELL // 2
"""Pixels of a unit: a cut shows sixteen by sixteen, the board and what lies around it."""
REACH = 8
"""So many units on every side of the board's middle are shown."""
LIFT = 0.12
"""The height at which stones are looked at, in units: about where their bodies leave their rims."""
INSIDE = 0.3
"""A point is in the picture if so much around it is, in units."""


def stones(plan: TablePlan) -> dict[str, tuple[Thing, ...]]:
    """The round things of a plan, by kind."""
    found: dict[str, tuple[Thing, ...]] = {}
    for thing in plan.things:
        if thing.round:
            found[thing.kind] = (*found.get(thing.kind, ()), thing)
    return found


def has_stones(plan: TablePlan) -> bool:
    return any(thing.round for thing in plan.things)


def points(plan: TablePlan) -> tuple[Place, ...]:
    """The places of the board: those that its lines join."""
    joined = {name for link in plan.links for name in link}
    kinds = set(stones(plan))
    return tuple(place for place in plan.places if place.name in joined and not kinds.isdisjoint(place.kinds))


def beside(plan: TablePlan) -> tuple[Place, ...]:
    """The other places for stones: beside the board it does not matter where they lie."""
    own, kinds = {place.name for place in points(plan)}, set(stones(plan))
    return tuple(place for place in plan.places if place.name not in own and not kinds.isdisjoint(place.kinds))


def places_of(plan: TablePlan) -> tuple[Place, ...]:
    """All places for stones, those of the board first."""
    return (*points(plan), *beside(plan))


def middle(plan: TablePlan) -> tuple[float, float]:
    own = points(plan)
    xs, ys = [place.x for place in own], [place.y for place in own]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def coarse(view: View, plan: TablePlan) -> tuple[View, Window]:
    """The view of the plan in cells of two units, at the height of the stones, and the window around the board."""
    x, y = middle(plan)
    origin = np.array([x - REACH + 1, y - REACH + 1, -LIFT])
    shift = (np.array(view.shift) + view.rotation @ origin) / 2
    return View(view.lens, view.turn, (float(shift[0]), float(shift[1]), float(shift[2]))), Window(0, 0)


def table_of(frame: Cut, view: View, plan: TablePlan) -> Cut:
    """The table around the board from straight above."""
    wide, window = coarse(view, plan)
    return cut_out(frame, wide, window)


def photo_of(frame: Cut, view: View, plan: TablePlan, told: Mapping[str, tuple[str, ...]]) -> Photo:
    """What is kept of a photo that teaches."""
    wide, window = coarse(view, plan)
    cut, close = cut_out(frame, wide, window), cut_out(frame, wide, window, CLOSE)
    return Photo(cut, Kept.of(close), eye_over(wide, window), window, told)


def pixels(plan: TablePlan, places: tuple[Place, ...]) -> NDArray[np.float64]:
    """Where places are in the picture of the table, x and y."""
    x, y = middle(plan)
    at = np.array([[place.x - x, place.y - y] for place in places]).reshape(-1, 2)
    return (at + REACH) * PITCH - 0.5


def on_plan(plan: TablePlan, at: NDArray[np.float64]) -> NDArray[np.float64]:
    """The points of the plan that are at these pixels of the table's picture."""
    return np.asarray((at + 0.5) / PITCH - REACH + middle(plan), np.float64)


@lru_cache(maxsize=8)
def in_frame(view: View, places: tuple[Place, ...]) -> NDArray[np.bool_]:
    """Which places the frame shows whole."""
    at = np.array([[place.x, place.y] for place in places]).reshape(-1, 2)
    limit = np.array([view.lens.width, view.lens.height])
    corners = [view.project(at + np.array([dx, dy])) for dx in (-INSIDE, INSIDE) for dy in (-INSIDE, INSIDE)]
    within = np.all([(corner >= 0) & (corner < limit) for corner in corners], axis=(0, 2))
    return np.asarray(within, np.bool_)
