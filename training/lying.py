"""Fits what `vision.lying` weighs: how much the sign and the likenesses say for something that lies on a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from training.lessons import LESSONS
from vision.lying import ARENA, RING, logit, looks, measured
from vision.network import Seen, Weights

Measures = NDArray[np.float64]
Laid = tuple[Measures, NDArray[np.bool_]]
"""Measures of cells, and on which of them something lies."""
PARTS = {"arena": ARENA, "ring": RING}
_STIFFNESS = 1e-3
_STEPS = 40


@dataclass(frozen=True)
class Boards:
    """What was seen of a set's boards, what lies on each cell, and which cells may teach, and be asked about."""

    seen: Sequence[Seen]
    tiles: NDArray[np.intp]
    told: NDArray[np.bool_]

    def covered_by(self, scale: float, offset: float) -> Boards:
        """The same with cells covered as is told in the end, and not by the sign as it was learnt."""
        return replace(self, seen=[replace(one, covered=_told(one.covered, scale, offset)) for one in self.seen])

    def measures(self) -> Iterator[tuple[str, Laid]]:
        """The later boards' cells, measured with what lessons of one board and more have shown."""
        faces = np.stack([one.faces for one in self.seen])
        for photos in range(1, LESSONS + 1):
            shows = self.told & (self.tiles > 0)
            shows[photos:] = False
            known = looks(faces[shows], [str(name) for name in self.tiles[shows]])
            for board in range(LESSONS, len(self.seen)):
                found = measured(self.seen[board], known)
                if found is None:
                    continue
                for name, where in PARTS.items():
                    ask = where & self.told[board]
                    yield name, (found[ask], self.tiles[board][ask] > 0)


def laid(sets: Sequence[Boards]) -> dict[str, Laid]:
    """The cells of all of them, those of the arena and those of the ring."""
    every = [one for boards in sets for one in boards.measures()]
    return {part: _joined([cells for name, cells in every if name == part]) for part in PARTS}


def _told(covered: NDArray[np.float32], scale: float, offset: float) -> NDArray[np.float32]:
    return np.asarray(1 / (1 + np.exp(-scale * (logit(covered) + offset))), np.float32)


def _joined(several: Sequence[Laid]) -> Laid:
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
