"""Reads the spaces of a printed board: which are bare, and what lies and stands on the others.

A space is bare where its print is seen. A token is known by its colours and its face in any turn, a card by its
face, a figure by its foot on the side that its standing card leaves in sight. What is like none of them covers the
space, or is a card that nobody knows. A space that looks as it did is not looked at again.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.drawing import Drawing
from engine.table import Place, TablePlan, Thing
from vision.camera import View
from vision.cells import cells
from vision.picture import Picture
from vision.sighting import NOTHING, Belief, Sighting
from vision.spaces import weighing
from vision.spaces.cuts import PER_MM, Cut, Ground, grounds, lit, seen_in
from vision.spaces.looks import Foot, Looks, face_of

SHARP = 0.8
"""By how much likelier a thing is, as a logarithm, for each level of colour that it is nearer."""
SURELY = 20.0
"""What is nearer than this leaves no doubt that nothing stands on it."""
LIKE, FOOT = 38.0, 45.0
"""What is farther than this from what is seen is not there; of a foot the card above it shades a part."""
CLEARLY = 7.0
"""A figure stands where its foot is nearer by so much than whatever else may explain it."""
LEAST = 1e-3
HARDLY = 0.02
"""How likely a figure is at least, where none is seen."""
HARDLY_STANDS = 0.15
"""By how much less likely, as a logarithm, for each level of colour by which its foot is not seen clearly."""
STRANGE = 15.0
"""By so much a card like none that is known is likelier one that nobody knows than any other."""
ALIKE, SAME = 6, 10.0
"""A space looks as it did if none of so many by so many parts of it is brighter or darker than this."""
NOISY, MOST_NOISE = 7.0, 20.0
"""In noisy frames by so many times what is usual for parts, but not by more than this."""

Far = Mapping[str, float]


def has_spaces(plan: TablePlan) -> bool:
    """Whether tokens lie on spaces of a printed board, each on one of its own."""
    kinds = {thing.kind for thing in plan.things if thing.number is not None}
    lie = [place for place in plan.places if kinds & set(place.kinds)]
    return bool(plan.markers and lie) and not cells(plan) and not any(place.many for place in lie)


class _Looked(NamedTuple):
    """How a space looked, and what was made of it."""

    look: NDArray[np.float32]
    belief: Belief


@dataclass(frozen=True, slots=True, eq=False)
class SpaceReader:
    """All that reading takes: the plan, its spaces as they are printed, and how things look. It remembers."""

    plan: TablePlan
    grounds: Mapping[str, Ground]
    looks: Looks
    _looked: dict[str, _Looked] = field(default_factory=dict)

    def read(self, frame: Picture, view: View, certainty: float = 1.0, *, overlay: bool = False) -> Sighting:
        """What lies where. A board has no overlay: nothing is told for one."""
        pictures = {} if overlay else seen_in(frame, view, self.grounds, self.plan.unit_mm)
        looks = {name: _look(picture) for name, picture in pictures.items() if picture is not None}
        known = self._looked
        off = {name: np.abs(known[name].look - look) for name, look in looks.items() if name in known}
        same = _noise(list(off.values()))
        found: dict[str, Belief] = {}
        for name, picture in pictures.items():
            things = self._things(self.grounds[name].place)
            if picture is None:
                found[name] = _covered(things)
                continue
            if name not in off or float(off[name].max()) >= same:
                cut = lit(picture, self.grounds[name])
                belief = self._belief(cut, things, view) if cut.is_even else _covered(things)
                known[name] = _Looked(looks[name], belief)
            found[name] = known[name].belief
        return Sighting(found, certainty, view)

    def cuts(self, frame: Picture, view: View) -> dict[str, Cut]:
        """The spaces that are in plain sight, their light taken off."""
        pictures = seen_in(frame, view, self.grounds, self.plan.unit_mm)
        every = {name: lit(one, self.grounds[name]) for name, one in pictures.items() if one is not None}
        return {name: cut for name, cut in every.items() if cut.is_even}

    def _things(self, place: Place) -> tuple[Thing, ...]:
        return tuple(thing for thing in self.plan.things if thing.kind in place.kinds)

    def _belief(self, cut: Cut, things: Sequence[Thing], view: View) -> Belief:
        place, unit = cut.ground.place, self.plan.unit_mm
        eye = np.array(view.eye[:2]) - (place.x, place.y)
        lying = self._lying(cut, place)
        nearest = min(lying.values())
        if nearest < SURELY:
            return _believed(things, lying, {})
        names = {thing.name for thing in things}
        feet = tuple(foot for foot in self.looks.feet if foot.name in names)
        shown = weighing.in_sight(eye)
        if lying.get(NOTHING) == nearest:
            # a figure hides little of a large space
            nearest = max(nearest, weighing.bare(cut, shown))
        under = self.looks.round.plain if self._is_for_tokens(place) else ()
        standing, at = weighing.feet(cut, feet, shown, on_print=not self._is_for_cards(place), under=under)
        foot = min(feet, key=lambda one: standing[one.name], default=None)
        if foot is None or standing[foot.name] > min(FOOT, nearest - CLEARLY):
            if nearest > LIKE or foot is None:
                return _strange(things) if nearest > LIKE else _believed(things, lying, {})
            perhaps = math.exp(-HARDLY_STANDS * max(standing[foot.name] - nearest + CLEARLY, 0.0)) / 2
            return _believed(things, lying, standing, perhaps)
        up = foot.height_mm / unit
        lean = -eye * up / max(view.eye[2] - up, up) * unit * PER_MM
        beneath = self._beneath(cut, place, foot, at, lean)
        if min(beneath, key=lambda name: beneath[name]) == NOTHING:
            standing, _ = weighing.feet(cut, feet, shown)
        return _believed(things, beneath, standing)

    def _lying(self, cut: Cut, place: Place) -> dict[str, float]:
        """How far what may lie there is from what is seen, and the bare print."""
        if self._is_for_cards(place):
            return weighing.cards(cut, self.looks.cards)
        nothing = {NOTHING: weighing.bare(cut)}
        return nothing | weighing.tokens(cut, self.looks.round) if self._is_for_tokens(place) else nothing

    def _beneath(
        self, cut: Cut, place: Place, foot: Foot, at: NDArray[np.float64], lean: NDArray[np.float64]
    ) -> dict[str, float]:
        """The same where a figure hides some of it."""
        hidden = weighing.behind(cut, foot, at, lean)
        if self._is_for_cards(place):
            return weighing.cards(cut, self.looks.cards, hidden)
        return weighing.beneath(cut, self.looks.round, hidden) if self._is_for_tokens(place) else {NOTHING: 0.0}

    def _is_for_tokens(self, place: Place) -> bool:
        return bool(self.looks.tokens & set(place.kinds))

    def _is_for_cards(self, place: Place) -> bool:
        return bool(set(self.plan.cards) & set(place.kinds))


def space_reader(plan: TablePlan, drawing: Drawing, middle: tuple[float, float], looks: Looks) -> SpaceReader:
    """A reader of a board that is printed like this and has its middle there."""
    return SpaceReader(plan, grounds(plan.places, face_of(drawing), middle, plan.unit_mm), looks)


def _look(picture: Picture) -> NDArray[np.float32]:
    small = cv2.resize(picture, (ALIKE, ALIKE), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(small * (_USUAL / max(float(small.mean()), 1.0)), np.float32)


def _noise(off: Sequence[NDArray[np.float32]]) -> float:
    """How much brighter or darker a part may be that looks as it did: most do, and tell how noisy frames are."""
    usual = float(np.median(np.stack(off))) if off else 0.0
    return min(max(SAME, NOISY * usual), MOST_NOISE)


_USUAL = 190.0
"""How bright a space is taken to be on the whole, whatever the light."""


# -- beliefs --------------------------------------------------------------------------------------------------


def _believed(things: Sequence[Thing], lying: Far, standing: Far, stands: float = 1.0) -> Belief:
    """How likely all is that may lie there, and each figure that is told; how likely any of them stands there."""
    found = {}
    for kind, names in _kinds(things):
        is_tall = any(thing.kind == kind and thing.tall for thing in things)
        if is_tall and not standing:
            found[kind] = {name: 1 - HARDLY if name == NOTHING else HARDLY / (len(names) - 1) for name in names}
            continue
        shares = _shares(standing if is_tall else lying)
        if is_tall:
            stood = max(stands, HARDLY)
            shares = {NOTHING: 1 - stood, **{name: stood * share for name, share in shares.items()}}
        found[kind] = _whole({name: max(shares.get(name, 0.0), LEAST / len(names)) for name in names})
    return Belief(found)


def _shares(far: Far) -> dict[str, float]:
    nearest = min(far.values())
    return _whole({name: math.exp(-SHARP * (one - nearest)) for name, one in far.items()})


def _whole(shares: Mapping[str, float]) -> dict[str, float]:
    total = sum(shares.values())
    return {name: share / total for name, share in shares.items()}


def _kinds(things: Sequence[Thing]) -> list[tuple[str, list[str]]]:
    kinds = dict.fromkeys(thing.kind for thing in things)
    return [(kind, [NOTHING, *(thing.name for thing in things if thing.kind == kind)]) for kind in kinds]


def _covered(things: Sequence[Thing]) -> Belief:
    return Belief({kind: dict.fromkeys(names, 1 / len(names)) for kind, names in _kinds(things)}, 1.0)


def _strange(things: Sequence[Thing]) -> Belief:
    """Something lies there, and nothing that was shown; whether it is a figure is open."""
    found = {}
    for kind, names in _kinds(things):
        unknown = {thing.name for thing in things if thing.kind == kind and thing.unknown}
        weights = {name: STRANGE if name in unknown else 1.0 for name in names if name != NOTHING}
        found[kind] = _whole({NOTHING: LEAST if unknown else sum(weights.values()) + LEAST, **weights})
    return Belief(found)
