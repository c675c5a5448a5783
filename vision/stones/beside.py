"""What lies beside the board: all of the table is looked over, then once more what is near where a stone lacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from engine.table import TablePlan
from vision.camera import View
from vision.cut import Cut
from vision.stones.closely import Close, closely, patches
from vision.stones.facedown import facedown
from vision.stones.loose import Around, Search, search
from vision.stones.measuring import Doubles, Flags, Spots
from vision.stones.sought import Sought
from vision.stones.supply import Stock, settled
from vision.stones.waiting import APART, AWAY, Loose, in_company, waiting

MOST = 12
"""Of a thing of which there is no end so many are looked for."""
SPARE = 3
"""So many more of each thing are looked at than there may be."""


class Known(NamedTuple):
    """What is known of the points, and what the box holds."""

    far: Doubles
    """How far points are from each name."""
    other: Doubles
    """How far they are from being none."""
    there: Stock

    @property
    def left(self) -> Spots:
        """How many of each name may lie beside the board."""
        names = self.far.shape[1]
        which = np.hstack([self.far, self.other[:, None]]).argmin(axis=1)
        counts = np.bincount(which, minlength=names + 1)[:names]
        return np.asarray(np.maximum(0, np.minimum(self.there.most, MOST) - counts), np.intp)

    def settled(self, loose: Loose) -> Settled:
        """The points, and what lies beside them, each seen together with all others."""
        other = np.append(self.other, loose.none)
        far = settled(np.concatenate([self.far, loose.far]), other, self.there)
        own = len(self.far)
        which = np.hstack([far, other[:, None]]).argmin(axis=1)
        return Settled(far[:own], loose.at, which[own:], self.there.lacking(which))


class Settled(NamedTuple):
    """What lies where."""

    far: Doubles
    """How far points are from each name."""
    at: Doubles
    which: Spots
    """Where spots beside the board are, and which names they have."""
    lacking: Spots
    """How many of each name are seen nowhere."""

    def of(self, names: Sequence[int]) -> Doubles:
        """Where those of some names are."""
        return self.at[np.array([name in names for name in self.which.tolist()], np.bool_)]


class _Look(NamedTuple):
    """What was seen in a light."""

    light: Doubles
    search: Search
    close: Close


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """All it takes to look beside a board."""

    frame: Cut
    view: View
    plan: TablePlan
    table: Around
    look_for: Sought

    def found(self, known: Known, lights: Sequence[Doubles]) -> tuple[Doubles, Spots]:
        """How far the points are from each name, and how many of each lie beside the board.

        Of several lights the one is taken in which most stones are found.
        """
        looks = [self._looked(light, known) for light in lights]
        look, loose = max(((look, self._waiting(look.close)) for look in looks), key=lambda both: both[1].weight)
        settled = known.settled(loose)
        if settled.lacking.any():
            more = self._seen(look.search, look.light, *self._where_lacking(settled))
            if len(more.at):
                settled = known.settled(self._waiting(look.close.and_also(more)))
        names = len(self.look_for.rim)
        counts = np.bincount(settled.which, minlength=names + 1)[:names]
        return settled.far, counts + self._facedown(settled)

    def _waiting(self, close: Close) -> Loose:
        return waiting(close, self.look_for.rim)

    def _looked(self, light: Doubles, known: Known) -> _Look:
        """All of the table, looked over in a light."""
        found = search(self.table, self.look_for, light)
        return _Look(light, found, self._seen(found, light, self.table.free, known.left + SPARE))

    def _seen(self, found: Search, light: Doubles, where: Flags, most: Spots) -> Close:
        at = found.spots(where, most)
        return closely(patches(self.frame, self.view, self.plan, at), at, self.look_for, light)

    def _where_lacking(self, settled: Settled) -> tuple[Flags, Spots]:
        """Where else to look about the stones of those of whose something lacks, and for how many of each name."""
        company = [in_company(settled.of(own)) for own in self._owned() if settled.lacking[own].any()]
        stones = settled.of(range(len(self.look_for.rim)))
        near = self.table.about(np.concatenate(company), AWAY) & ~self.table.about(stones, APART)
        return self.table.free & near, np.where(settled.lacking > 0, settled.lacking + SPARE, 0)

    def _facedown(self, settled: Settled) -> Spots:
        """How many of each name lie on their faces, of those that lack: an owner's, the most lacking first."""
        found = np.zeros(len(settled.lacking), np.intp)
        stones = settled.of(range(len(self.look_for.rim)))
        for own in self._owned():
            missing = sorted((name for name in own for _ in range(settled.lacking[name])),
                             key=lambda name: -settled.lacking[name])  # fmt: skip
            company = in_company(settled.of(own))
            if missing and len(company):
                np.add.at(found, missing[: facedown(self.table, stones, company, len(missing))], 1)
        return found

    def _owned(self) -> list[list[int]]:
        """The names of each owner's things, as numbers."""
        rim = self.look_for.rim
        return [np.nonzero(rim == owner)[0].tolist() for owner in sorted(set(rim.tolist()))]
