"""Reads a frame whose board has been found: what is on every place, as far as it can be seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.table import Place, TablePlan, Thing
from vision.camera import View
from vision.cells import Vocabulary, cells, vocabulary, windows
from vision.cut import CELLS, Cut, Window, cut_out, inside
from vision.ground import Bare
from vision.lesson import Taught
from vision.lying import lying
from vision.network import ONE_WAY, Network, Seen, Turns
from vision.profile import Profile
from vision.settling import settled
from vision.sighting import NOTHING, Belief, Sighting
from vision.teaching import Knowledge, knowledge
from vision.upright import Part, Spot, part_of

_UNKNOWN = 1e-4
"""The likelihood left to a thing that was never shown to us."""
_ALONE = 0.5
"""How likely nothing stands on a place that nobody sees: to guess a figure there would be to make one up."""
_BUILDING = 0.5
"""How far the network is trusted about an arena that is being built: it learnt from full ones."""


Likely = NDArray[np.float32]
"""How likely each name is on each cell of a cut."""


@dataclass(frozen=True, slots=True, eq=False)
class _Told:
    """What is seen of a cut, and what the lesson makes of it."""

    seen: Seen
    faces: Mapping[str, Likely]
    pieces: Mapping[str, Likely]
    owners: Likely


@dataclass(frozen=True, slots=True, eq=False)
class Reader:
    """All that reading takes: the plan's words, and what a profile taught about them."""

    plan: TablePlan
    words: Vocabulary
    known: Knowledge
    network: Network

    def read(
        self, frame: Cut, view: View, certainty: float = 1.0, *, overlay: bool = False, turns: Turns = ONE_WAY
    ) -> Sighting:
        """What stands where.

        ``overlay`` reads the places that lie over others instead of those; ``turns``: which ways round to look.
        """
        found: dict[str, Belief] = {}
        pointers: list[tuple[Window, Seen]] = []
        where = windows(cells(self.plan, overlay))
        parts = {window: part_of(frame, view, window) for window in where}
        bare = self._bare(frame, view, parts)
        for window, places in where.items():
            tone = None if bare is None else bare.tone
            seen = self.network.look(parts[window], points=bool(self.words.pointers), tone=tone, turns=turns)
            # what surrounds a cell tells something where the arena is in the middle, and not being built
            if tone is None and window == Window():
                seen = replace(seen, flat=lying(seen, self.known.lying, self.network.fit))
            if bare is not None:
                seen = self._weighed(seen, window, bare)
            told, shown = self._told(seen), inside(view, window)
            pointers.append((window, seen))
            for place, row, column in places:
                hidden = float(seen.covered[row, column]) if shown[row, column] else 1.0
                found[place.name] = self._belief(place, told, (row, column), hidden)
        if not overlay:
            found = settled(found, self.plan.supply)
        found.update(self._pointing(pointers))
        return Sighting(found, certainty, view)

    def _bare(self, frame: Cut, view: View, parts: Mapping[Window, Part]) -> Bare | None:
        """How bare the table is; None if the lesson showed nothing of the ground."""
        known = self.known.ground
        if known is None:
            return None
        part = parts.get(known.window)
        return known.bare(part.cut if part is not None else cut_out(frame, view, known.window))

    def _weighed(self, seen: Seen, window: Window, bare: Bare) -> Seen:
        """What is seen, weighed with it: nothing lies on bare ground, and nothing stands there."""
        assert self.known.ground is not None
        shown = self.known.ground.window
        against = _moved(bare.told, window.x - shown.x, window.y - shown.y)
        flat = _less(seen.flat, against, 1.0 if bare.tone is None else _BUILDING)
        return replace(seen, flat=flat, stands=_less(seen.stands, np.maximum(against, 0)))

    def _told(self, seen: Seen) -> _Told:
        known = self.known
        return _Told(
            seen,
            {kind: _likely(taught, seen.faces) for kind, taught in known.faces.items()},
            {kind: _likely(taught, seen.pieces) for kind, taught in known.pieces.items()},
            _likely(known.owners, seen.owners),
        )

    def _belief(self, place: Place, told: _Told, spot: Spot, hidden: float) -> Belief:
        kinds: dict[str, dict[str, float]] = {}
        for kind in place.kinds:
            if kind in self.words.faces:
                likely = self._lying(kind, told, spot)
                kinds[kind] = _unsure(likely, hidden, 1 / len(likely))
            elif kind in self.words.pieces:
                kinds[kind] = _unsure(self._standing(kind, told, spot), hidden, _ALONE)
        return Belief(kinds, hidden)

    def _lying(self, kind: str, told: _Told, spot: Spot) -> dict[str, float]:
        there = float(told.seen.flat[spot])
        return {NOTHING: 1 - there} | {name: there * p for name, p in self._named(kind, told, spot).items()}

    def _standing(self, kind: str, told: _Told, spot: Spot) -> dict[str, float]:
        """The sign that anything stands there, together with what the lesson says it looks like."""
        there, taught = float(told.seen.stands[spot]), self.known.pieces[kind]
        names = [thing.name for thing in self.words.pieces[kind]]
        if not told.seen.pieces[spot].any() or not taught.names:
            return {NOTHING: 1 - there} | {name: there / len(names) for name in names}
        likely = _by_name(taught, told.pieces[kind], spot)
        bare = likely.get(NOTHING, 1.0)
        return _shares(
            {NOTHING: (1 - there) * bare} | {name: there * likely.get(name, _UNKNOWN) for name in names}
        )

    def _named(self, kind: str, told: _Told, spot: Spot) -> dict[str, float]:
        """How likely each flat thing of a kind is, given that one is there."""
        things, taught = self.words.faces[kind], self.known.faces[kind]
        shown = _by_name(taught, told.faces[kind], spot)
        if len(shown) == len(things) > 1:
            return shown
        owners = _by_name(self.known.owners, told.owners, spot)
        if len(owners) > 1 and len({thing.owner for thing in things}) == len(things):
            return _shares({thing.name: owners.get(str(thing.owner), _UNKNOWN) for thing in things})
        return _shares({thing.name: shown.get(thing.name, _UNKNOWN) for thing in things})

    def _pointing(self, seen: Sequence[tuple[Window, Seen]]) -> dict[str, Belief]:
        """Things that point: looked for all round, for they lie where their owner put them down."""
        found: dict[str, Belief] = {}
        for place in self.plan.places:
            kinds = [kind for kind in place.kinds if kind in self.words.pointers]
            if kinds:
                things = self.words.pointers[kinds[0]]
                found[place.name] = Belief({kinds[0]: _pointer_likelihoods(things, seen)})
        return found


def reader(plan: TablePlan, profile: Profile, network: Network) -> Reader:
    """A reader of the things a profile taught."""
    return Reader(plan, vocabulary(plan), knowledge(plan, profile, network), network)


def _likely(taught: Taught, features: NDArray[np.float32]) -> Likely:
    rows = taught.likelihoods(features.reshape(CELLS * CELLS, -1))
    return rows.reshape(CELLS, CELLS, len(taught.names))


def _by_name(taught: Taught, likely: Likely, spot: Spot) -> dict[str, float]:
    return dict(zip(taught.names, likely[spot].tolist(), strict=True))


def _shares(weights: Mapping[str, float]) -> dict[str, float]:
    total = sum(weights.values()) or 1.0
    return {name: weight / total for name, weight in weights.items()}


def _moved(against: NDArray[np.float64], right: int, down: int) -> NDArray[np.float64]:
    """The same of the cells of another window; nothing of those that were not looked at."""
    wide = np.pad(against, CELLS)
    return wide[CELLS + down : 2 * CELLS + down, CELLS + right : 2 * CELLS + right]


def _less(likely: NDArray[np.float32], against: NDArray[np.float64], trust: float = 1.0) -> NDArray[np.float32]:
    """How likely things still are, with so much against each of them; the less the first was to be trusted."""
    there, gone = likely.astype(np.float64) ** trust, (1 - likely.astype(np.float64)) ** trust
    return np.asarray(there / (there + gone * np.exp(against)), np.float32)


def _unsure(likely: dict[str, float], hidden: float, bare: float) -> dict[str, float]:
    """What is covered is anybody's guess: bare or not, and if not, any of what may be there."""
    even = (1 - bare) / max(len(likely) - 1, 1)
    guess = {name: bare if name == NOTHING else even for name in likely}
    return {name: (1 - hidden) * p + hidden * guess[name] for name, p in likely.items()}


def _pointer_likelihoods(things: Sequence[Thing], seen: Sequence[tuple[Window, Seen]]) -> dict[str, float]:
    """Where the pointer most likely is, and which way it points there."""
    best, ways = 0.0, np.full(4, 0.25, np.float32)
    for _, one in seen:
        row, column = np.unravel_index(int(one.pointer.argmax()), (CELLS, CELLS))
        if one.pointer[row, column] > best:
            best, ways = float(one.pointer[row, column]), one.ways[row, column]
    by_turn = {0: ways[0], 90: ways[1], 180: ways[2], 270: ways[3]}
    likely = _shares({thing.name: float(by_turn.get((thing.turn or 0) % 360, 0.0)) for thing in things})
    return {NOTHING: 1 - best} | {name: best * p for name, p in likely.items()}
