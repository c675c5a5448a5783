"""Whether what the network found is a die: what it says, how well a face fits, and whether pips look as taught.

The weights were fitted on made-up scenes (``training.dice.judging``); what a lesson adds is weighed so that pips
of the wrong colour, or of hardly any contrast, count against a die as much as a bad fit does.
"""

from __future__ import annotations

import math

import numpy as np

from vision.dice.network import Look
from vision.dice.pips import Pips

_WEIGHTS = (2.872, 0.156, 0.517, 6.984, 0.063, -1.967, 0.985, 1.131, -0.779, -1.11, 1.14, 2.013, -3.094)
_BIAS = -3.519
_FLOOR = 0.003
_FULL_SHARE, _FAINT_WEIGHT, _ASTRAY, _ASTRAY_WEIGHT = 0.6, 9.0, 0.45, 3.0
_BONUS = 2.0


def die_score(look: Look, seen: Pips, share: float, astray: float) -> float:
    """The more above zero, the surer; ``share`` and ``astray`` say how much like pips the pips look."""
    told = float(np.dot(_WEIGHTS, features(look, seen))) + _BIAS
    faint = _FAINT_WEIGHT * max(0.0, _FULL_SHARE - share)
    return told + _BONUS - faint - _ASTRAY_WEIGHT * max(0.0, astray - _ASTRAY)


def features(look: Look, seen: Pips) -> tuple[float, ...]:
    """What it is judged by."""
    ranked = np.sort(seen.likely)[::-1]
    return (
        _log_odds(look.spot.likely),
        _log_odds(look.there),
        _log_odds(look.leans),
        seen.fit,
        math.log(seen.contrast + 0.02),
        _saturation(seen.pip),
        _saturation(seen.body),
        seen.around,
        math.hypot(seen.x, seen.y) / 10,
        seen.size - 1,
        float(seen.pip.mean() - seen.body.mean()),
        float(ranked[0]),
        float(seen.likely[0]),
    )


def _log_odds(likely: float) -> float:
    return math.log((likely + _FLOOR) / (1 + _FLOOR - likely))


def _saturation(colour: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> float:
    high = float(colour.max())
    return (high - float(colour.min())) / (high + 0.05)
