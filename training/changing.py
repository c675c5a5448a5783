"""Makes another set of a made-up one: all its pieces wider, higher or slanted, and in other colours.

Sets are what there is too little of: a network that has seen a set a few times knows its pieces by heart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.figures import BANDS

Matrix = NDArray[np.float64]

STRETCH = 0.13
"""How much a set's pieces become wider or narrower, higher or lower: the logarithm, by and large."""
SLANT = 0.06
WIDEST, NARROWEST = 0.7, 1.25
"""How far a patch may be drawn in or out: what was kept ends somewhere."""


@dataclass(frozen=True)
class Change:
    """What is done to all patches of a set."""

    shape: Matrix
    """From a patch to what is taken for it: below one a piece becomes larger."""
    colours: Matrix
    mirrored: bool

    def told(self, traits: NDArray[np.float32]) -> NDArray[np.float32]:
        """What pieces are like after it: their widths, their height, their colour."""
        found = traits.copy()
        found[:, :BANDS] /= self.shape[0, 0]
        found[:, BANDS] /= self.shape[1, 1]
        linear = np.maximum(np.exp(2 * traits[:, -3:]) - 0.01, 1e-4)
        seen = np.maximum(linear ** (1 / 2.2) @ self.colours.T, 0.01)
        found[:, -3:] = np.log(seen**2.2 + 0.01) / 2
        return found


def change(rng: np.random.Generator) -> Change:
    shape = np.eye(2)
    if rng.random() < 0.8:
        shape = np.diag(np.exp(rng.normal(-STRETCH / 3, STRETCH, 2)).clip(WIDEST, NARROWEST))
    if rng.random() < 0.5:
        shape[0, 1] = rng.normal(0, SLANT)
    return Change(shape, _colours(rng), bool(rng.random() < 0.5))


def _colours(rng: np.random.Generator) -> Matrix:
    """Other hues, paler or richer ones, a tint; each as often as not."""
    found = np.eye(3)
    if rng.random() < 0.5:
        found = _about_grey(rng.uniform(-math.pi, math.pi))
    if rng.random() < 0.5:
        rich = rng.uniform(0.5, 1.4)
        found = (rich * np.eye(3) + (1 - rich) / 3) @ found
    if rng.random() < 0.5:
        found = np.diag(np.exp(rng.normal(0, 0.12, 3))) @ found
    return found


def _about_grey(angle: float) -> Matrix:
    """All hues turned, and grey left grey."""
    axis = 1 / math.sqrt(3)
    across = axis * np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    return np.asarray(np.eye(3) + math.sin(angle) * across + (1 - math.cos(angle)) * (across @ across))
