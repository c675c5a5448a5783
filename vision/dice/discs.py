"""Where tokens may lie: of the spots that a network told, those where a disc of a taught colour stands out."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from vision.dice.inked import GRAIN, Inked, Points, median, taken
from vision.dice.lesson import Colours, Taught
from vision.dice.network import Spot

_DIFFERENT, _UNEVEN = 0.25, 4.0
_EDGE_WEIGHT, _OFF_WEIGHT, _USUAL, _LEAST = 3.0, 0.8, 1.0, -1.0
_EVEN = 0.8
"""So much of a token has the colour of its body, at least."""

_ROUND = np.array([(math.cos(turn), math.sin(turn)) for turn in np.arange(12) * math.pi / 6], np.float32)
_INNER, _OUTER = np.concatenate([_ROUND[::2] * 0.2, _ROUND * 0.36]), _ROUND * 0.62
"""Places on a token, and around it, in its widths."""


def standing_out(seen: Sequence[Inked], spots: Sequence[Spot], width: float, taught: Taught) -> list[Spot]:
    """The spots where a disc of a taught colour, about so wide, stands out; the likeliest first."""
    colours = taught.colours["token"]
    if not spots or not seen or not colours.names:
        return list(spots)
    share = seen[0].share
    at = np.array([((one.x + 0.5) / share - 0.5, (one.y + 0.5) / share - 0.5) for one in spots], np.float32)
    covered = np.max([_evenly(one, at, width / share / GRAIN, colours) for one in seen], axis=0)
    own = np.flatnonzero(covered >= _EVEN)
    edges = np.max([_edges(one, at[own], width / share) for one in seen], axis=0)
    some = [spots[n] for n in own.tolist()]
    off = colours.far(np.array([one.colour for one in some], np.float32).reshape(-1, 3))
    likely = np.minimum(np.array([one.likely for one in some]), 0.999)
    shown = _EDGE_WEIGHT * edges - _OFF_WEIGHT * off + np.log(likely / (1 - likely)) + _USUAL
    found = [
        one._replace(likely=1 / (1 + math.exp(-more)))
        for one, more in zip(some, shown.tolist(), strict=True)
        if more > _LEAST
    ]
    return sorted(found, key=lambda one: -one.likely)


def _edges(seen: Inked, at: Points, width: float) -> Points:
    """How much of what is around discs at these points differs from them; less where they are uneven."""
    inner = taken(seen.bodies, at[:, None] + _INNER * width).astype(np.float32)
    outer = taken(seen.bodies, at[:, None] + _OUTER * width).astype(np.float32)
    body = median(inner.transpose(0, 2, 1))[:, None]
    bright = body.sum(-1) + 30
    uneven = median(np.abs(inner - body).sum(-1) / bright)
    return np.asarray((np.abs(outer - body).sum(-1) / bright > _DIFFERENT).mean(1) - _UNEVEN * uneven)


def _evenly(seen: Inked, at: Points, size: float, colours: Colours) -> Points:
    """How much of it has the colour of a body, of that which has most."""
    alike = colours.alike(seen.within(at, np.full(len(at), size, np.float32)))
    return np.asarray(np.max([(alike & colours.bit(name) != 0).mean(1) for name in colours.names], axis=0))
