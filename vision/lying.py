"""Whether anything flat lies on a cell: the network's sign, held against the ground around and the lesson.

The network answers by what it sees of a cell. Ground that shows in a gap looks like the ground beside the arena,
whatever cloth it is; what lies there looks like something that was shown.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.cut import CELLS, MIDDLE
from vision.lesson import Features
from vision.network import Fit, Seen

_RING = slice(MIDDLE.start - 1, MIDDLE.stop + 1)
_ALIKE = 3
"""So many cells beside the arena, those it looks most like, are compared with a cell."""
_LEAST = 4
"""With fewer in sight nobody knows what the ground looks like."""
_MOST_BARE = 4
"""An arena with more bare cells, by the sign alone, is being built: what was fitted on full ones does not hold."""
_SURE = 1e-6

Cells = NDArray[np.bool_]


def _cells(rows: slice, columns: slice) -> Cells:
    found = np.zeros((CELLS, CELLS), np.bool_)
    found[rows, columns] = True
    return found


ARENA = _cells(MIDDLE, MIDDLE)
RING = (_cells(_RING, MIDDLE) | _cells(MIDDLE, _RING)) & ~ARENA
_BESIDE = _cells(_RING, _RING) & ~ARENA


def looks(features: Features, names: Sequence[str]) -> Features:
    """What each name looks like, in a row: the mean of its examples."""
    units, told = _units(features), np.array(names)
    return np.array([units[told == name].mean(0) for name in sorted(set(names))], np.float32)


def logit(likely: NDArray[np.float32]) -> NDArray[np.float64]:
    """What a sign said, from how likely it made something."""
    safe = np.clip(likely.astype(np.float64), _SURE, 1 - _SURE)
    return np.asarray(np.log(safe / (1 - safe)), np.float64)


def measured(seen: Seen, known: Features) -> NDArray[np.float64] | None:
    """Of each cell: the sign, how like the ground beside the arena it looks, how like what was shown, and a one.

    None where too little of the ground is in sight, where nothing was shown, and while the arena is being built.
    """
    bare = (seen.flat < 0.5) & (seen.covered < 0.5)
    ground = _BESIDE & bare
    if ground.sum() < _LEAST or not len(known) or (ARENA & bare).sum() > _MOST_BARE:
        return None
    units = _units(seen.faces)
    alike = units @ units[ground].T
    # nothing is compared with itself
    alike[ground] = np.where(np.eye(int(ground.sum())), -1, alike[ground])
    around = np.sort(alike)[..., -_ALIKE:].mean(-1)
    taught = (units @ known.T).max(-1)
    sign = logit(seen.flat)
    return np.asarray(np.stack([sign, around, taught, np.ones_like(sign)], axis=-1), np.float64)


def lying(seen: Seen, known: Features, fit: Fit) -> NDArray[np.float32]:
    """How likely something flat lies on each cell."""
    found, measures = seen.flat.copy(), measured(seen, known)
    if measures is not None:
        for where, weights in ((ARENA, fit.lying_arena), (RING, fit.lying_ring)):
            found[where] = 1 / (1 + np.exp(-measures[where] @ np.array(weights)))
    return found


def _units(features: Features) -> Features:
    length = np.linalg.norm(features, axis=-1, keepdims=True)
    return np.asarray(features / np.maximum(length, 1e-12), np.float32)
