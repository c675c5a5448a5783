"""Stones that lie on their faces: even discs of about their rims' colour among the others of their owner.

They show no body, so what they are cannot be seen. They are looked for only where something is missing.
"""

from __future__ import annotations

import numpy as np

from vision.stones.loose import RIM, UNIT, Around
from vision.stones.measuring import Doubles, Flags, Floats, Spots
from vision.stones.rings import ring
from vision.stones.waiting import APART

DISC, ROUND = 0.14, 0.38
"""So far from its middle a stone's back is even, however aslant it is seen, and so far it has ended, in units."""
NEAR = 1.2
"""So far at most it lies from another of its owner's, in units."""
EVEN = 0.1
"""How far the colours of its back differ at most, as logarithms."""
LIGHTER, TINTED = 0.7, 0.35
"""How far they may be from the others' rims: a back is lit otherwise, and may be bare wood."""
OTHER = 0.4
"""How far all that lies around it differs from it at least."""
_WAYS = np.arange(8) * 2 * np.pi / 8
_AROUND = np.rint(np.column_stack([np.cos(_WAYS), np.sin(_WAYS)]) * ROUND * UNIT).astype(np.intp)
_DISC, _RIM, _FEW = ring((0.0, DISC), UNIT), ring(RIM, UNIT), ring((0.0, 1.5), 1.0)


def facedown(table: Around, stones: Doubles, company: Doubles, most: int) -> int:
    """How many stones lie on their faces beside all ``stones``, no further than that from those of their owner."""
    y, x = np.nonzero(table.free & table.about(company, NEAR) & ~table.about(stones, APART))
    backs = _backs(table.small, np.column_stack([x, y]), _rim(table.small, table.pixels(company)))
    found = 0
    while len(backs) and found < most:
        backs = backs[((backs - backs[0]) ** 2).sum(axis=1) >= (APART * UNIT) ** 2]
        found += 1
    return found


def _rim(small: Floats, company: Spots) -> Floats:
    """How the rims of those look that lie there."""
    return np.asarray(np.median(_seen(small, company, _RIM), axis=(0, 1)), np.float32)


def _backs(small: Floats, at: Spots, rim: Floats) -> Spots:
    """Which pixels are the middle of a stone's back, the clearest first."""
    at = at[_is_like(small[at[:, 1], at[:, 0]], rim)]
    seen = _seen(small, at, _DISC)
    own = seen.mean(axis=0)
    uneven = ((seen - own) ** 2).mean(axis=0).mean(axis=1)
    kept = _is_like(own, rim) & (uneven < EVEN**2)
    at, own = at[kept], own[kept]
    other = np.full(len(at), np.inf, np.float32)
    for way in _AROUND:
        # of what lies there a few pixels, so that grain does not matter
        off = _seen(small, at + way, _FEW).mean(axis=0) - own
        other = np.minimum(other, np.sqrt((off**2).sum(axis=1)))
    order = np.argsort(-other)
    return np.asarray(at[order[other[order] >= OTHER]], np.intp)


def _is_like(colours: Floats, rim: Floats) -> Flags:
    """Which colours a back may have."""
    off = colours - rim
    lighter = off.mean(axis=1)
    tinted = ((off - lighter[:, None]) ** 2).sum(axis=1)
    return np.asarray((np.abs(lighter) < LIGHTER) & (tinted < TINTED**2), np.bool_)


def _seen(small: Floats, at: Spots, part: Spots) -> Floats:
    """What is seen of a part of what lies around each of these pixels; (part, pixels, 3)."""
    limit = np.array(small.shape[1::-1]) - 1
    x, y = np.moveaxis(np.clip(at + part[:, None], 0, limit), 2, 0)
    return np.asarray(small[y, x], np.float32)
