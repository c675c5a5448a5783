"""From points of the plan and the pixels that show them to a view: where the camera is, what its lens may be."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.camera import Lens, Points, View

ROUNDS = 12
WIDE_FIELD, WIDE_BEND = 102.0, -0.05
"""The other lens that is sold for these cameras (Camera Module 3 Wide)."""
RARER = 6.0
"""By so much must it explain more."""
STEEP = math.sin(math.radians(14.0))
"""A camera looks down on a table; this much of a tilt is ordinary."""


@dataclass(frozen=True, slots=True)
class Freedom:
    """How far from its first guess a lens may lie, as spreads of the focal length's logarithm and of k1."""

    focal: float = 0.0
    bend: float = 0.0


KNOWN = Freedom()
GUESSED = Freedom(0.3, 0.04)
NEARLY = Freedom(0.15, 0.03)
"""One of the lenses that are sold, near enough."""


@dataclass(frozen=True, slots=True)
class Fit:
    """A view and how far, in pixels, each point lies from where the view would have it."""

    view: View
    misses: NDArray[np.float64]
    cost: float
    """How much is left unexplained, what was assumed included: the lower of two fits is the likelier."""

    @property
    def spread(self) -> float:
        return float(np.sqrt(np.mean(self.misses**2)))


def fit(  # noqa: PLR0913 - one thing each, and all but three have a usual value
    plan: ArrayLike,
    pixels: ArrayLike,
    lens: Lens,
    free: Freedom = KNOWN,
    *,
    noise: float = 0.5,
    far: float = 10.0,
    start: View | None = None,
    weights: ArrayLike | None = None,
) -> Fit | None:
    """The view that shows points of the plan nearest to these pixels; None if there is no such view.

    ``noise`` is how many pixels the points are taken to be off: how strongly they speak against the usual lens and
    against looking straight down. Points ``far`` times as much off, or more, count for less.
    """
    world = np.asarray(plan, np.float64).reshape(-1, 2)
    flat = np.column_stack([world, np.zeros(len(world))])
    seen = np.asarray(pixels, np.float64).reshape(-1, 2)
    trust = np.ones(len(world)) if weights is None else np.asarray(weights, np.float64)
    starts = [start] if start is not None else _starts(flat, seen, lens)
    fits = [_refined(_Problem(flat, seen, lens, free, noise, far, trust), first) for first in starts]
    fits = [(cost, found) for cost, found in fits if found.eye[2] > 0 and math.isfinite(cost)]
    if not fits:
        return None
    cost, view = min(fits, key=lambda item: item[0])
    return Fit(view, np.linalg.norm(view.project(world) - seen, axis=1), cost)


def fit_unknown(plan: ArrayLike, pixels: ArrayLike, lens: Lens, *, noise: float) -> Fit | None:
    """The view through the usual lens or a wide one, or one like either, whichever explains the pixels better."""
    usual, rare = (fit(plan, pixels, guess, GUESSED, noise=noise) for guess in (lens, wide(lens)))
    return likelier(usual, rare)


def wide(lens: Lens) -> Lens:
    """The other lens that a camera with such frames may have."""
    return replace(Lens.usual(lens.width, lens.height, WIDE_FIELD), k1=WIDE_BEND)


def likelier(usual: Fit | None, rare: Fit | None, by: float = RARER) -> Fit | None:
    """The fit of the usual lens, unless that of the rarer one explains clearly more."""
    return rare if usual is None or (rare is not None and rare.cost + by < usual.cost) else usual


def _starts(flat: Points, seen: Points, lens: Lens) -> list[View]:
    """The two ways a flat thing may lie that look nearly the same."""
    try:
        _, turns, shifts, _ = cv2.solvePnPGeneric(
            flat, seen.reshape(-1, 1, 2), lens.matrix, lens.bending, flags=cv2.SOLVEPNP_IPPE
        )
    except cv2.error:
        return []
    return [
        _view(lens, np.concatenate([np.ravel(turn), np.ravel(shift), [math.log(lens.focal), lens.k1]]))
        for turn, shift in zip(turns, shifts, strict=True)
        if np.all(np.isfinite(turn)) and np.all(np.isfinite(shift))
    ]


def _view(lens: Lens, at: NDArray[np.float64]) -> View:
    turn, shift = at[:3].tolist(), at[3:6].tolist()
    eye = Lens(lens.width, lens.height, math.exp(at[6]), float(at[7]), lens.k2)
    return View(eye, (turn[0], turn[1], turn[2]), (shift[0], shift[1], shift[2]))


def _refined(problem: _Problem, first: View) -> tuple[float, View]:
    """Levenberg and Marquardt's way down from a first view."""
    at = np.array([*first.turn, *first.shift, math.log(first.lens.focal), first.lens.k1])
    damping, (rest, slope) = 1e-3, problem.look(at)
    cost = float(rest @ rest)
    for _ in range(ROUNDS):
        square = slope.T @ slope
        try:
            tried = at - np.linalg.solve(square + damping * np.diag(np.diag(square) + 1e-9), slope.T @ rest)
        except np.linalg.LinAlgError:
            break
        rest_there, slope_there = problem.look(tried)
        there = float(rest_there @ rest_there)
        if there < cost:
            gain, at, rest, slope, cost = cost - there, tried, rest_there, slope_there, there
            damping = max(damping / 10, 1e-9)
            if gain < 1e-6 * cost:
                break
        else:
            damping *= 10
            if damping > 1e6:
                break
    return cost, _view(problem.lens, at)


@dataclass(frozen=True, slots=True)
class _Problem:
    world: Points
    seen: Points
    lens: Lens
    free: Freedom
    noise: float
    far: float
    trust: NDArray[np.float64]

    def look(self, at: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """What is left to explain, in units of what is expected, and how it changes with each unknown."""
        view = _view(self.lens, np.array([*at[:6], min(max(at[6], 1.0), 12.0), at[7]]))
        shown, by = cv2.projectPoints(self.world, at[:3], at[3:6], view.lens.matrix, view.lens.bending)
        by = np.asarray(by, np.float64)
        off = (np.asarray(shown, np.float64).reshape(-1, 2) - self.seen) / self.noise
        # After Geman and McClure: what lies far off is most likely another point.
        pull = np.repeat(np.sqrt(self.trust / (1 + (off**2).sum(axis=1) / self.far**2)), 2)
        rest, slope = np.zeros(len(by) + 4), np.zeros((len(by) + 4, 8))
        rest[:-4] = off.ravel() * pull
        slope[:-4, :6] = by[:, :6]
        slope[:-4, 6] = (by[:, 6] + by[:, 7]) * view.lens.focal
        slope[:-4, 7] = by[:, 10]
        slope[:-4] *= pull[:, None] / self.noise
        tilt, tilt_by = _tilt(at[:3])
        rest[-4:-2], slope[-4:-2, :3] = tilt / STEEP, tilt_by / STEEP
        usual, spread = (math.log(self.lens.focal), self.lens.k1), (self.free.focal, self.free.bend)
        for row, column in ((-2, 6), (-1, 7)):
            slope[row, column] = 1 / max(spread[row], 1e-6)
            rest[row] = (at[column] - usual[row]) * slope[row, column]
        return rest, slope


def _tilt(turn: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The sideways parts of the table's upright as the camera sees it, and how they change with the turn."""
    matrix, by = cv2.Rodrigues(turn)
    slopes = np.asarray(by, np.float64).reshape(3, 9)
    return np.asarray(matrix, np.float64)[:2, 2], slopes[:, [2, 5]].T
