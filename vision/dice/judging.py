"""Whether what was found is a die or a token, and what a die shows: by the networks, and by what was taught.

What each counts was set by hand: dice in pictures have scores of two and more, all else mostly less than none.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from vision.dice.network import Look, Spot
from vision.dice.pips import Pips

_FLOOR = 0.003
_USUAL_FAR, _FAR_WEIGHT = 1.0, 3.0
_FULL_SHARE, _FAINT_WEIGHT = 0.3, 8.0
_LEAST_AROUND, _AROUND_WEIGHT = 0.45, 12.0
_FULL_FIT, _FIT_WEIGHT = 0.9, 3.0
_LEAST, _MOST_SPOILT = 1.75, 2.4
_DIFFERENCE_WEIGHT = 1.5
_ALIKE_WEIGHT, _USUAL_ALIKE = 20.0, 0.8
_PIPS_WEIGHT = 1.0


def die_score(look: Look, seen: Pips, far: float, share: float) -> float:
    """The more above zero, the surer; ``share`` says how much pips differ from the body, of how much they did."""
    told = log_odds(look.there + look.leans)
    faint = _FAINT_WEIGHT * max(0.0, _FULL_SHARE - share)
    strange = _FAR_WEIGHT * max(0.0, far - _USUAL_FAR)
    alike = _AROUND_WEIGHT * max(0.0, _LEAST_AROUND - seen.around)
    loose = _FIT_WEIGHT * max(0.0, _FULL_FIT - seen.fit)
    # a lamp mirrored in a face spoils both, but not what the network sees
    spoilt = min(faint + loose, _MOST_SPOILT)
    differ = float(int(look.faces.argmax()) != int(seen.likely.argmax()))
    return told - _LEAST - spoilt - strange - alike - _DIFFERENCE_WEIGHT * differ


def is_spoilt(far: float, share: float) -> bool:
    """Whether a die's colour or its pips speak against it: then it counts whether a lamp is mirrored there."""
    return far > _USUAL_FAR or share < _FULL_SHARE


def token_score(spot: Spot, far: float, alike: float) -> float:
    """The more above zero, the surer; ``alike`` says how much like a number that was shown it looks."""
    return log_odds(spot.likely) + _ALIKE_WEIGHT * (alike - _USUAL_ALIKE) - max(0.0, far - _USUAL_FAR)


def values_of(look: Look, seen: Pips) -> NDArray[np.float32]:
    """How likely each value of a die is: told by the network, and by laying the face over the picture."""
    told = np.log(look.faces + _FLOOR) + _PIPS_WEIGHT * np.log(seen.likely + _FLOOR)
    shares = np.exp(told - told.max())
    return np.asarray(shares / shares.sum(), np.float32)


def log_odds(likely: float) -> float:
    return math.log((likely + _FLOOR) / (1 + _FLOOR - likely))
