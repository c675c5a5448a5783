"""Fits what `vision.lying` weighs: how much the sign and the likenesses say for something that lies on a cell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from training.lessons import LESSONS
from vision.lying import ARENA, RING, looks, measured
from vision.network import Seen, Weights

Measures = NDArray[np.float64]
Laid = tuple[Measures, NDArray[np.bool_]]
"""Measures of cells, and on which of them something lies."""
_STIFFNESS = 1e-3
_STEPS = 40


def laid(seen: Sequence[Seen], tiles: NDArray[np.intp], told: NDArray[np.bool_]) -> dict[str, Laid]:
    """The later boards' cells, arena and ring, measured with what lessons of one board and more have shown.

    ``told``: which cells of which boards may teach, and be asked about.
    """
    found: dict[str, list[Laid]] = {"arena": [], "ring": []}
    faces = np.stack([one.faces for one in seen])
    for photos in range(1, LESSONS + 1):
        shows = told & (tiles > 0)
        shows[photos:] = False
        known = looks(faces[shows], [str(name) for name in tiles[shows]])
        for board in range(LESSONS, len(seen)):
            measures = measured(seen[board], known)
            for name, where in (("arena", ARENA), ("ring", RING)):
                ask = where & told[board]
                if measures is not None:
                    found[name].append((measures[ask], tiles[board][ask] > 0))
    return {name: joined(several) for name, several in found.items()}


def joined(several: Sequence[Laid]) -> Laid:
    """All of them as one."""
    if not several:
        return np.zeros((0, 4)), np.zeros(0, np.bool_)
    return np.concatenate([one[0] for one in several]), np.concatenate([one[1] for one in several])


def weights(cells: Laid) -> Weights:
    """Under which the measures are as sure as they ought to be: a logistic regression."""
    measures, lies = cells
    found = np.zeros(measures.shape[1])
    for _ in range(_STEPS):
        likely = 1 / (1 + np.exp(-measures @ found))
        slope = measures.T @ (likely - lies) + _STIFFNESS * found
        bend = (measures.T * (likely * (1 - likely))) @ measures + _STIFFNESS * np.eye(len(found))
        found -= np.linalg.solve(bend, slope)
    return tuple(round(float(weight), 5) for weight in found)
