"""Reads what lies open on a printed mat: cards in their places, upright or on their side, and markers on tracks.

A place is known to be bare by what is printed there. What lies on it is asked for among the faces that were shown;
what is like none of them is a card that nobody knows, if it has the sides of one, and else something that covers
the place. A place that looks as it did is not asked about again.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.drawing import Drawing
from engine.table import Place, TablePlan, Thing
from vision.camera import Points, View
from vision.cards.knowing import CardKnown, Knower, Verdict
from vision.cards.quads import quads
from vision.cards.together import together
from vision.cells import cells
from vision.picture import Picture
from vision.scene.flats import MARGIN as EDGE
from vision.scene.flats import painted
from vision.sighting import NOTHING, Belief, Sighting

FINE = 1.0
"""Pixels to a millimetre in which a place is held against its print."""
FINEST = 3.0
"""So many are enough to know a card."""
PAINTED = 1.15
"""Faces are painted by so much finer than they are seen, as the simulated table paints them: how letters come out
depends on it."""
MARGIN_MM = 9.0
"""So much is looked at around a place."""
CORE = 0.8
"""This share of a place is covered by whatever lies there, a little beside it or not."""
BARE = 0.6
"""From here on what is seen is the print."""
STRAY_MM = 3
"""The mat may lie so far from where its marks say."""
ALIKE, SAME = 32, 14.0
"""A place looks as it did if none of so many by so many parts of it is brighter or darker than this by far."""
SIZED = 0.14
"""A card that nobody knows has the size of those that lie there, but for this."""
SURE, LEAST = 0.97, 1e-3
AT_ONCE = 6
"""So many new cards are asked about in one frame, the others in the next ones. Once all were, one that was
not told for sure is looked at again in each frame: it was told already, and nobody waits for it."""
LOOKS, PLAINLY = 3, 0.4
"""A card is looked at in so many frames, or until no more than this speaks against what it was taken for."""
LIKELIEST = 15.0
"""By so much a card that looks like none is likelier one that nobody knows than any other: either may be meant."""

Look = NDArray[np.float32]
Faces = Mapping[str, Sequence[Picture]]
"""By the name of a thing, each picture by which it is known."""


def is_open_table(plan: TablePlan) -> bool:
    """Whether cards lie in places of their own on a mat, and nothing on a lattice of cells."""
    return bool(plan.markers) and not cells(plan) and any(_is_for_cards(plan, place) for place in plan.places)


def _is_for_cards(plan: TablePlan, place: Place) -> bool:
    return bool(place.kinds) and set(place.kinds) <= set(plan.cards)


class _Looked(NamedTuple):
    """How a place looked, what was made of it, and what each look at the card there said."""

    look: Look
    belief: Belief
    seen: tuple[CardKnown, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether it is worth another look: a card was not told for sure."""
        return 0 < len(self.seen) < LOOKS and (not self.seen[-1].name or self.seen[-1].doubts > PLAINLY)


@dataclass(frozen=True, slots=True, eq=False)
class OpenReader:
    """All that reading takes: the plan, the mat's print, and the faces of the cards. It remembers what it saw."""

    plan: TablePlan
    pattern: Picture
    """The mat in grey, ``FINE`` pixels to a millimetre."""
    middle: tuple[float, float]
    faces: Callable[[str, float], Faces]
    """Those of a kind, so many pixels to a millimetre; asked for once, when the first card of it lies there."""
    _knowers: dict[str, Knower] = field(default_factory=dict)
    _looked: dict[str, _Looked] = field(default_factory=dict)

    def read(self, frame: Picture, view: View, certainty: float = 1.0, *, overlay: bool = False) -> Sighting:
        """What lies where. A mat has no overlay: nothing is told for one."""
        looked: dict[str, _Looked | None] = {}
        asked: list[tuple[Place, Picture, _Looked]] = []
        for place in () if overlay else self.plan.places:
            cut = _cut(frame, view, place, self.plan.unit_mm)
            if cut is None:
                looked[place.name] = None
                continue
            fine = self._fine(cut, place)
            look = _look(fine)
            known = self._remembered(place, look) or self._plainly(fine, place, look)
            looked[place.name] = known
            if known is None or known.is_open:
                asked.append((place, cut, known or _Looked(look, _covered(self._things(place)))))
        new = [one for one in asked if not one[2].seen]
        again = sorted(asked, key=lambda one: len(one[2].seen))[:1]
        for place, cut, before in new[:AT_ONCE] or again:
            looked[place.name] = self._card(cut, place, self._knower(place.kinds[0], view), before)
        self._looked.update((name, one) for name, one in looked.items() if one is not None)
        found = {
            place.name: one.belief if (one := looked[place.name]) is not None else _covered(self._things(place))
            for place in self.plan.places
            if place.name in looked
        }
        return Sighting(found, certainty, view)

    # -- one place ----------------------------------------------------------------------------------------

    def _remembered(self, place: Place, look: Look) -> _Looked | None:
        """What was made of a place that looks as it did."""
        known = self._looked.get(place.name)
        return known if known is not None and float(np.abs(known.look - look).max()) < SAME else None

    def _plainly(self, fine: Picture, place: Place, look: Look) -> _Looked | None:
        """What needs no face to tell: a bare place, and a marker."""
        things = self._things(place)
        if self._bareness(fine, place) >= BARE:
            return _Looked(look, _believed(things, {NOTHING: SURE}))
        if _is_for_cards(self.plan, place):
            return None
        return _Looked(look, _believed(things, {thing.name: SURE / len(things) for thing in things}))

    def _things(self, place: Place) -> tuple[Thing, ...]:
        return tuple(thing for thing in self.plan.things if thing.kind in place.kinds)

    def _card(self, cut: Picture, place: Place, knower: Knower, before: _Looked) -> _Looked:
        """What one more look at a card tells, together with those before."""
        corners = _corners(cut, place, self.plan.unit_mm)
        seen = knower.card_at(cut, corners, expected=True)
        if seen.verdict is Verdict.UNKNOWN:
            sides = _sides(cut, corners)
            if sides is None and not before.seen:
                return before
            seen = seen if sides is None else knower.card_at(cut, sides, expected=True)
        every = (*before.seen, seen)
        return _Looked(before.look, _belief_of(self._things(place), together(every)), every)

    def _knower(self, kind: str, view: View) -> Knower:
        if kind not in self._knowers:
            at, beside = view.project([self.middle, (self.middle[0] + 1, self.middle[1])])
            per_mm = PAINTED * float(np.linalg.norm(beside - at)) / self.plan.unit_mm
            self._knowers[kind] = Knower(self.faces(kind, per_mm))
        return self._knowers[kind]

    # -- the print ----------------------------------------------------------------------------------------

    def _fine(self, cut: Picture, place: Place) -> Picture:
        """The cut in grey, as fine as the print."""
        size = tuple(
            round((side * self.plan.unit_mm + 2 * MARGIN_MM) * FINE) for side in (place.width, place.height)
        )
        grey = cv2.cvtColor(cut, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.resize(grey, (size[0], size[1]), interpolation=cv2.INTER_AREA), np.uint8)

    def _bareness(self, fine: Picture, place: Place) -> float:
        """How like its print a place is, wherever within reach it is most."""
        unit = self.plan.unit_mm * FINE
        wide, high = CORE * place.width * unit, CORE * place.height * unit
        x = (place.x - self.middle[0]) * unit + self.pattern.shape[1] / 2 - wide / 2
        y = (place.y - self.middle[1]) * unit + self.pattern.shape[0] / 2 - high / 2
        left, top = round(x), round(y)
        wanted = self.pattern[top : top + round(high), left : left + round(wide)]
        down, right = ((a - b) // 2 - STRAY_MM for a, b in zip(fine.shape, wanted.shape, strict=True))
        reach = fine[down : fine.shape[0] - down, right : fine.shape[1] - right]
        return float(cv2.matchTemplate(reach, wanted, cv2.TM_CCOEFF_NORMED).max())


def open_reader(
    plan: TablePlan, drawing: Drawing, middle: tuple[float, float], faces: Callable[[str, float], Faces]
) -> OpenReader:
    """A reader of a mat that is printed like this and has its middle there."""
    grey = cv2.cvtColor(painted(drawing, FINE).ink[..., :3], cv2.COLOR_BGR2GRAY)
    size = (round(drawing.width_mm * FINE), round(drawing.height_mm * FINE))
    return OpenReader(
        plan, np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8), middle, faces
    )


def face_of(drawing: Drawing, per_mm: float) -> Picture:
    """The face of a card that is printed like this, so many pixels to a millimetre."""
    return np.ascontiguousarray(painted(drawing, per_mm).ink[EDGE:-EDGE, EDGE:-EDGE, :3])


# -- what is seen of a place --------------------------------------------------------------------------------


def _cut(frame: Picture, view: View, place: Place, unit_mm: float) -> Picture | None:
    """A place and what is around it from straight above, as fine as in the frame; None if not all is in view."""
    margin = MARGIN_MM / unit_mm
    half = np.array([place.width / 2 + margin, place.height / 2 + margin])
    around = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * half + (place.x, place.y)
    at = view.project(around)
    high, wide = frame.shape[:2]
    inner = view.project((around - (place.x, place.y)) * 0.85 + (place.x, place.y))
    if (inner < 0).any() or (inner > (wide - 1, high - 1)).any():
        return None
    sides = [float(np.linalg.norm(at[i] - at[i - 1])) for i in range(4)]
    per_mm = min(FINEST, max(sides[1] / (2 * half[0]), sides[0] / (2 * half[1])) / unit_mm)
    size = (round(2 * half[0] * unit_mm * per_mm), round(2 * half[1] * unit_mm * per_mm))
    corners = np.array([(0, 0), (size[0], 0), size, (0, size[1])], np.float32) - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(at.astype(np.float32), corners)
    return np.asarray(cv2.warpPerspective(frame, warp, size, borderMode=cv2.BORDER_REPLICATE), np.uint8)


def _corners(cut: Picture, place: Place, unit_mm: float) -> Points:
    """Where the corners of the place are in its cut."""
    high, wide = cut.shape[:2]
    per_mm = wide / (place.width * unit_mm + 2 * MARGIN_MM)
    off = MARGIN_MM * per_mm - 0.5
    right, down = wide - 1 - off, high - 1 - off
    return np.array([(off, off), (right, off), (right, down), (off, down)])


def _look(fine: Picture) -> Look:
    small = cv2.resize(fine, (ALIKE, ALIKE), interpolation=cv2.INTER_AREA).astype(np.float32)
    return np.asarray(small * (128 / max(float(small.mean()), 1.0)), np.float32)


def _sides(cut: Picture, corners: Points) -> Points | None:
    """The four sides of a card that lies a little beside its place, or a little crooked."""
    middle, size = corners.mean(axis=0), corners[2] - corners[0]
    for quad in quads(cut):
        edges = np.linalg.norm(quad.corners - np.roll(quad.corners, 1, axis=0), axis=1)
        # the side from the last corner to the first goes up
        across, down = (edges[1] + edges[3]) / 2, (edges[0] + edges[2]) / 2
        fits = abs(across / size[0] - 1) < SIZED and abs(down / size[1] - 1) < SIZED
        if fits and float(np.abs(quad.corners.mean(axis=0) - middle).max()) < 0.15 * float(size.max()):
            return np.asarray(quad.corners, np.float64)
    return None


def _lying(things: Sequence[Thing], name: str, seen: CardKnown) -> str:
    """The thing that a known card is, which depends on how it lies."""
    right, down = seen.corners[1] - seen.corners[0]
    is_aside = round(math.degrees(math.atan2(down, right)) / 90) % 2 == 1
    return next((thing.name for thing in things if is_aside and thing.sideways == name), name)


# -- beliefs --------------------------------------------------------------------------------------------------


def _belief_of(things: Sequence[Thing], seen: CardKnown) -> Belief:
    """What a card is, as it was known, or in doubt, or not."""
    if seen.verdict is Verdict.UNKNOWN:
        return _strange(things)
    names = [_lying(things, name, seen) for name in seen.names]
    share = SURE / (1 + 0.8 * (len(set(names)) - 1))
    told: dict[str, float] = {}
    for name in names:
        told.setdefault(name, share * 0.8 ** len(told))
    return _believed(things, told)


def _kinds(things: Sequence[Thing]) -> Iterator[tuple[str, list[str]]]:
    for kind in dict.fromkeys(thing.kind for thing in things):
        yield kind, [NOTHING, *(thing.name for thing in things if thing.kind == kind)]


def _believed(things: Sequence[Thing], told: Mapping[str, float], hidden: float = 0.0) -> Belief:
    """What was told, and a little of everything else."""
    rest = 1 - sum(told.values())
    found = {}
    for kind, names in _kinds(things):
        others = [name for name in names if name not in told]
        found[kind] = {name: told.get(name, rest / max(len(others), 1)) for name in names}
    return Belief(found, hidden)


def _covered(things: Sequence[Thing]) -> Belief:
    return Belief({kind: dict.fromkeys(names, 1 / len(names)) for kind, names in _kinds(things)}, 1.0)


def _strange(things: Sequence[Thing]) -> Belief:
    """Some card, and none that was shown."""
    found = {}
    for kind, names in _kinds(things):
        unknown = {thing.name for thing in things if thing.unknown}
        weights = {name: LIKELIEST if name in unknown else 1.0 for name in names if name != NOTHING}
        total = sum(weights.values())
        found[kind] = {NOTHING: LEAST, **{name: (1 - LEAST) * one / total for name, one in weights.items()}}
    return Belief(found)
