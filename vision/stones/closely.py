"""A close look at spots where stones may lie: is it round, does a rim go all round it, and what is it?

Each spot is cut out of the frame by itself, finer than the picture of the whole table is.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import TablePlan
from vision.camera import View
from vision.cut import Cut
from vision.stones.measuring import LOGS, Doubles, Floats, Spots
from vision.stones.rings import all_round, ring, within
from vision.stones.sought import Sought
from vision.stones.table import LIFT, PITCH, on_plan

FINE = 32
"""Pixels of a unit in a close look."""
HALF = 16
SIDE = 2 * HALF + 1
ASIDE = 3
"""Pixels by which a stone may lie beside its spot."""
BODY, RIM = (0.0, 0.145), (0.19, 0.245)
"""From which radius to which both are looked for, in units."""
SECTORS = 8
"""So many parts of a rim are looked at each by itself."""
GAP = 0.05
"""Body and rim that differ less than this, as logarithms, are one."""

_STEPS = (2 * ASIDE + 1) ** 2
_REACH = ASIDE + len(within(RIM, FINE)) // 2


def _at_steps(kernel: Floats) -> Floats:
    """A kernel at every step aside: what each pixel of a patch's middle counts, a column for each step."""
    steps = range(-ASIDE, ASIDE + 1)
    wide = np.pad(kernel, _REACH - len(kernel) // 2)
    found = [np.roll(wide, (down, right), axis=(0, 1)).ravel() for down in steps for right in steps]
    return np.array(found, np.float32).T


_IN_BODIES, _IN_RIMS = _at_steps(within(BODY, FINE)), _at_steps(within(RIM, FINE))
_IN_BODY, _IN_RIM = ring(BODY, FINE), ring(RIM, FINE)
_BY_SECTOR = all_round(_IN_RIM)[: len(_IN_RIM) // SECTORS * SECTORS].reshape(SECTORS, -1)
"""Which pixels of a rim lie in each of its parts."""

UNLIKE, SHORT, UNROUND, WORST_SECTOR, CLEAR = 4.0, 3.0, 2.0, 5.0, 0.25
"""What speaks against a stone: how unlike it is, by how much the step from body to rim falls short, and how much
of the rim is none. What speaks for one: how much of a rim its worst sector is, and by how many times ``STEP`` it
differs from the body, up to ``MOST_STEPS`` times."""
STEP, MOST_STEPS = 0.12, 8.0


@dataclass(frozen=True, slots=True, eq=False)
class Close:
    """What a close look tells of spots."""

    at: Doubles
    """Where the stone is, in pixels of the table's picture."""
    speaks: Doubles
    """How much speaks for each name at each spot, as the logarithm of odds; (spots, names)."""

    def and_also(self, other: Close) -> Close:
        return Close(np.concatenate([self.at, other.at]), np.concatenate([self.speaks, other.speaks]))


def closely(patches: Floats, at: Doubles, look_for: Sought, light: Doubles) -> Close:
    """What patches cut out about spots of the table tell in a light."""
    if not len(at):
        return Close(at, np.zeros((0, len(look_for.body))))
    unlike, aside = _unlike(patches, look_for, light)
    best = unlike.argmin(axis=1)
    aside = aside[np.arange(len(at)), best]
    round_by, step = _roundness(patches, aside)
    speaks = round_by[:, None] - UNLIKE * unlike - SHORT * look_for.short(step)
    return Close(at + aside * (PITCH / FINE), speaks)


def patches(frame: Cut, view: View, plan: TablePlan, at: Doubles) -> Floats:
    """What lies about spots of the table's picture, as logarithms; (spots, SIDE, SIDE, 3)."""
    if not len(at):
        return np.zeros((0, SIDE, SIDE, 3), np.float32)
    step = HALF / FINE
    middles = on_plan(plan, at)
    corners = np.concatenate([middles + way for way in ((-step, -step), (step, -step), (-step, step))])
    there = view.project(np.column_stack([corners, np.full(len(corners), LIFT)])).reshape(3, len(at), 2)
    ways = np.stack([(there[1] - there[0]) / (2 * HALF), (there[2] - there[0]) / (2 * HALF), there[0]], axis=2)
    found = np.empty((len(at), SIDE, SIDE, 3), np.uint8)
    for patch, way in zip(found, ways, strict=True):
        cv2.warpAffine(frame, way, (SIDE, SIDE), patch, cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    fine = cv2.LUT(found.reshape(-1, SIDE, 3), LOGS)
    return np.asarray(cv2.blur(fine, (3, 3)), np.float32).reshape(found.shape)


def _unlike(patches: Floats, look_for: Sought, light: Doubles) -> tuple[Doubles, Spots]:
    """How unlike each name every spot is, up to 2, and how many pixels aside that is least."""
    count, near = len(patches), slice(HALF - _REACH, HALF + _REACH + 1)
    part = np.ascontiguousarray(patches[:, near, near]).reshape(count, -1, 3)
    bodies, rims = (
        _product(np.array(colours.unlike(part, light)).reshape(-1, len(steps)), steps).reshape(-1, count, _STEPS)
        for colours, steps in ((look_for.bodies, _IN_BODIES), (look_for.rims, _IN_RIMS))
    )
    both = bodies[look_for.body] + rims[look_for.rim]
    least, unlike = both.argmin(axis=2).T, both.min(axis=2).T
    down, right = np.divmod(least, 2 * ASIDE + 1)
    return unlike.astype(np.float64), np.stack([right, down], axis=2) - ASIDE


def _product(one: Floats, other: Floats) -> Floats:
    """Their matrix product, in this thread alone: numpy's wakes others, and those wait by turning in circles."""
    return np.asarray(cv2.gemm(one, other, 1.0, np.zeros((0, 0), np.float32), 0.0), np.float32)


def _roundness(patches: Floats, aside: Spots) -> tuple[Doubles, Doubles]:
    """How much speaks for a stone there, whatever it is, and the step from its body to its rim."""
    body, rim = _taken(patches, aside, _IN_BODY), _taken(patches, aside, _IN_RIM)
    own, around = _middle(body), _middle(rim)
    step = around - own
    size = np.sqrt((step**2).sum(axis=1))
    along = ((rim - own[:, None]) @ (step / np.maximum(size, GAP)[:, None] ** 2)[..., None])[..., 0]
    worst = _middle(along[:, _BY_SECTOR].transpose(0, 2, 1)).min(axis=1)
    speaks = (
        WORST_SECTOR * np.clip(worst, -0.5, 1.0)
        + CLEAR * np.minimum(size / STEP, MOST_STEPS)
        - UNROUND * (along <= 0.5).mean(axis=1)
    )
    return np.asarray(speaks, np.float64), np.asarray(step, np.float64)


def _middle(values: Floats) -> Floats:
    """The median of each row's values."""
    return np.asarray(np.sort(values, axis=1)[:, values.shape[1] // 2], np.float32)


def _taken(patches: Floats, aside: Spots, part: Spots) -> NDArray[np.float32]:
    """The pixels of a part of each patch, so many pixels aside; (spots, pixels, 3)."""
    x, y = (HALF + aside[:, axis, None] + part[None, :, axis] for axis in (0, 1))
    return np.asarray(patches[np.arange(len(patches))[:, None], y, x], np.float32)
