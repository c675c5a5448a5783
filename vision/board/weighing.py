"""Weighing what was seen around a lattice: how likely a block of its slots is the board."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board.slots import Evidence
from vision.camera import Lens, Points, View

SPECIALS = 2
"""So many tiles may lie right beside the block without belonging to it."""
CLEAR = 0.8
"""Tiles clearer than this are no better."""
TOLD_APART = 0.8
"""Blocks this strange to their table can be told from it by their looks."""
SMALL = 0.045
"""A board of smaller units, as a share of the frame's longer side, is better not believed at once."""
ODD = 0.65
"""From a usual lens to a wide one, as the logarithm of their focal lengths."""
LEVEL = math.cos(math.radians(32.0))
"""A camera that looks down on a table leans less than this."""


@dataclass(frozen=True, slots=True)
class Signs:
    """What speaks for and against a block, each about between 0 and 1."""

    inside: float
    """How clear its tiles are, its bare slot excused."""
    around: float
    """How clear what is right around it is, as far as it may be tiles."""
    crowd: float
    """How clear the clearest third of that is, special tiles excused."""
    strange: float
    """How often its slots do not look like those around."""
    bare: float
    """The share of its slots that neither are clear nor look strange, one excused."""
    ragged: float
    """How far its tiles lie, in units, from the middles of their slots."""


def signs(seen: Evidence) -> Signs:
    """The signs of a block, from the evidence for its slots and for those right around it."""
    rim = np.ones(seen.strength.shape, bool)
    rim[1:-1, 1:-1] = False
    inside, table = seen.looks[~rim], seen.looks[rim]
    strange = strangeness(inside, table)
    clear = np.clip(seen.strength, 0, CLEAR)
    # Where tiles cannot be told from the table, all that is square around them counts.
    alike = float(np.clip((TOLD_APART - strange.mean()) / 0.3, 0, 1))
    tiles, around = clear[~rim], np.sort(clear[rim] * np.maximum(alike, tile_like(inside, table)))[:-SPECIALS]
    shown = np.maximum(np.clip(tiles / 0.6, 0, 1), strange)
    window = seen.window
    slots = np.stack(np.meshgrid(range(window.left, window.right), range(window.top, window.bottom)), axis=-1)
    off = np.linalg.norm(seen.middles - slots, axis=-1)[~rim]
    return Signs(
        float(np.sort(tiles)[1:].mean()),
        float(around.mean()),
        float(around[-around.size // 3 :].mean()),
        float(strange.mean()),
        float(1 - np.sort(shown)[1:].mean()),
        float(np.median(off[tiles >= np.median(tiles)])),
    )


def likelihood(found: Signs) -> float:
    """The logarithm of the odds that a block is the board, weighed by hand on right and wrong ones."""
    plain = 12 * (found.inside - found.around - 0.22) + 12 * (found.strange - 0.7)
    against = 40 * max(0.0, found.bare - 0.05) + 30 * max(0.0, found.ragged - 0.045)
    return plain - against - 25 * max(0.0, found.crowd - 0.4)


def unlikely(view: View, unit: float) -> float:
    """What a view itself takes from those odds: too slanted, too odd a lens, too small (pixels a unit)."""
    lens = view.lens
    slant = max(0.0, LEVEL - abs(float(view.rotation[2, 2])))
    odd = max(0.0, abs(math.log(lens.focal / Lens.usual(lens.width, lens.height).focal)) - ODD)
    small = max(0.0, SMALL - unit / max(lens.width, lens.height))
    return 40 * slant + 6 * odd + 200 * small


def strangeness(inside: Points, table: Points) -> NDArray[np.float64]:
    """For the looks of each slot how often they are less like those of the table than those like each other.

    One half is chance. Tiles do not look like their table; the checks of a cloth look like the next checks.
    """
    # A tile that lies beside the block is taken for table too, so the second likest counts as well.
    own = np.sort(_apart(table, table), axis=1)[:, 1:3].mean(axis=1)
    other = np.sort(_apart(inside, table), axis=1)[:, :2].mean(axis=1)
    return np.asarray((other[:, None] > own[None]).mean(axis=1), np.float64)


def tile_like(inside: Points, table: Points) -> NDArray[np.float64]:
    """For the looks of each slot around a block: 1 if it might be one more of its tiles, near 0 if it is table.

    A pattern of the table may be as square as a tile.
    """
    own = np.sort(_apart(table, table), axis=1)[:, 1:3].mean(axis=1)
    # The likest slot inside may be the bare one.
    other = np.sort(_apart(table, inside), axis=1)[:, 1:3].mean(axis=1)
    return np.asarray(np.minimum(1.0, 2 * own / np.maximum(own + other, 1e-9)), np.float64)


def _apart(some: Points, others: Points) -> Points:
    return np.asarray(np.sqrt(((some[:, None] - others[None]) ** 2).sum(axis=2)), np.float64)
