"""Placing a block of tiles: held against the edges of the picture, its certainty weighed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from vision.board.fitting import KNOWN, NEARLY, Fit, Freedom, fit, likelier, wide
from vision.board.pushes import pushes
from vision.board.seeds import Seed
from vision.board.slots import COARSE, GLANCE, Evidence, Look, Window, evidence
from vision.board.turning import moved, unit_of
from vision.board.weighing import likelihood, signs, unlikely
from vision.camera import Lens, View

Picture = NDArray[np.uint8]

MOST_SLOTS = 12
"""A lattice is looked at so far, however many squares started it."""
FINE = 1.25
"""Pixels of the picture to one of the view from above."""
CLOSE = (
    (Look(56, (49, 51, 53, 55), 0.19, 0.6), 10.0),
    (Look(56, range(48, 56), 0.14, 0.8), 3.0),
    (Look(56, range(48, 56), 0.1, 0.8), 3.0),
)
ROUNDS = ((GLANCE, 20.0, 2), (GLANCE, 10.0, 1), (COARSE, 6.0, 1), (COARSE, 6.0, 1), (COARSE, 6.0, 1))
"""How closely to look, how far off a tile may count, and how many slots around to look at in the next round."""
SETTLED = 0.04
COARSER = 2.0
"""By so much must a rarer lens explain tiles better: they lie less exactly than marks are printed."""
NOISE = 0.02
"""How far, in units, a tile's middle lies off its slot's."""
PUSH_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Block:
    """A view in which the block's first slot is the origin, and how likely the board lies there."""

    view: View
    rows: int
    columns: int
    certainty: float


def place(picture: Picture, seed: Seed, size: tuple[int, int], lens: Lens, free: Freedom) -> Block | None:
    """The block in the lattice of a seed, where its tiles are clearest, held against the edges of the picture."""
    rows, columns = size
    small, view = _sized(picture, seed.view, COARSE.pitch, seed.slots.mean(axis=0))
    lens, window = lens.scaled(small.shape[1], small.shape[0]), _around(seed.slots, rows, columns)
    for look, far, room in ROUNDS:
        seen = evidence(small, view, window, look)
        spot = _clearest(seen, rows, columns)
        at = (window.left + spot[1], window.top + spot[0])
        block = Window(*at, at[0] + columns, at[1] + rows)
        refined = _refitted(_cut(seen, block), view, lens, free, far)
        if refined is None:
            return None
        before, view = moved(view, at, 0), moved(refined.view, at, 0)
        window = Window(-room, -room, columns + room, rows + room)
        if room == 1 and _apart(before, view, rows, columns) < SETTLED:
            break
    return hold(picture, view.scaled(picture.shape[1], picture.shape[0]), rows, columns)


def _apart(one: View, other: View, rows: int, columns: int) -> float:
    """How far, in units, two views have the outermost slots from each other."""
    ends = np.array([[0, 0], [columns - 1, 0], [columns - 1, rows - 1], [0, rows - 1]], np.float64)
    return float(np.linalg.norm(other.ground(one.project(ends)) - ends, axis=1).max())


def hold(picture: Picture, view: View, rows: int, columns: int) -> Block:
    """A block where a view has it, with how sure the picture makes it."""
    middle = ((columns - 1) / 2, (rows - 1) / 2)
    small, near = _sized(picture, view, COARSE.pitch, middle)
    window = Window(-1, -1, columns + 1, rows + 1)
    likely = likelihood(signs(evidence(small, near, window, COARSE))) - unlikely(view, unit_of(view, *middle))
    return Block(view, rows, columns, 1 / (1 + math.exp(-likely)))


def sharpen(frame: Picture, block: Block, lens: Lens, free: Freedom) -> Block:
    """The block in the frame's own pixels, its tiles looked at more closely."""
    view = block.view.scaled(frame.shape[1], frame.shape[0])
    picture, view = _sized(frame, view, CLOSE[0][0].pitch, ((block.columns - 1) / 2, (block.rows - 1) / 2))
    eye = lens.scaled(picture.shape[1], picture.shape[0])
    window = Window(0, 0, block.columns, block.rows)
    for look, far in CLOSE:
        seen = evidence(picture, view, window, look)
        if free == KNOWN:
            found = _refitted(seen, view, eye, KNOWN, far)
        else:
            usual, rare = (_refitted(seen, view, one, NEARLY, far) for one in (eye, wide(eye)))
            found = likelier(usual, rare, COARSER)
        view = view if found is None else found.view
    return hold(frame, view.scaled(frame.shape[1], frame.shape[0]), block.rows, block.columns)


def _sized(picture: Picture, view: View, pitch: int, at: ArrayLike) -> tuple[Picture, View]:
    """The picture no finer than tiles are looked at, so that nothing is skipped between its pixels."""
    x, y = np.asarray(at, np.float64)
    share = FINE * pitch / unit_of(view, x, y)
    if share > 0.8:
        return picture, view
    width, height = round(picture.shape[1] * share), round(picture.shape[0] * share)
    small = np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)
    return small, view.scaled(width, height)


def _around(slots: NDArray[np.intp], rows: int, columns: int) -> Window:
    """Every slot in which a block that holds these may have its own, and one more around."""
    (left, top), (right, bottom) = slots.min(axis=0), slots.max(axis=0) + 1
    wide = max(0, columns - int(right - left)) + 1
    high = max(0, rows - int(bottom - top)) + 1
    left, right, top, bottom = int(left) - wide, int(right) + wide, int(top) - high, int(bottom) + high
    most = max(MOST_SLOTS, rows + 4, columns + 4)
    spare_x, spare_y = max(0, right - left - most), max(0, bottom - top - most)
    return Window(left + spare_x // 2, top + spare_y // 2, right - (spare_x + 1) // 2, bottom - (spare_y + 1) // 2)


def _clearest(seen: Evidence, rows: int, columns: int) -> tuple[int, int]:
    """Where, in a table of evidence, the block most likely begins: row and column."""
    down, across = seen.strength.shape
    scores = {}
    for top in range(1, down - rows):
        for left in range(1, across - columns):
            at = (seen.window.left + left, seen.window.top + top)
            scores[top, left] = likelihood(
                signs(_cut(seen, Window(*at, at[0] + columns, at[1] + rows).widened(1)))
            )
    return max(scores, key=lambda spot: scores[spot])


def _cut(seen: Evidence, window: Window) -> Evidence:
    """Only some of the slots."""
    top, left = window.top - seen.window.top, window.left - seen.window.left
    part = (slice(top, top + window.shape[0]), slice(left, left + window.shape[1]))
    return Evidence(window, seen.side, seen.strength[part], seen.middles[part], seen.looks[part])


def _refitted(seen: Evidence, view: View, lens: Lens, free: Freedom, far: float) -> Fit | None:
    """The view in which the tiles lie in the middles of their slots, as far as they can.

    A whole row or column may have been pushed a little along itself; that is told apart from the view.
    """
    window = seen.window
    slots = np.stack(
        np.meshgrid(range(window.left, window.right), range(window.top, window.bottom)), axis=-1
    ).astype(float)
    trust = np.asarray(np.clip((seen.strength - 0.3) / 0.5, 0.01, 1) ** 2, np.float64)
    if (trust > 0.05).sum() < 4:
        return None
    pixels = view.project(seen.middles.reshape(-1, 2))
    noise = NOISE * unit_of(view, (window.left + window.right - 1) / 2, (window.top + window.bottom - 1) / 2)
    pushed, found = np.zeros(slots.shape), None
    for _ in range(PUSH_ROUNDS):
        plan = (slots + pushed).reshape(-1, 2)
        found = fit(plan, pixels, lens, free, noise=noise, far=far, start=view, weights=trust.ravel())
        if found is None:
            return None
        view = found.view
        pushed = pushes(view.ground(pixels).reshape(slots.shape) - slots, trust)
    return found
