"""Reads what lies side by side in the trays of a sheet: dice, told by colour and pips wherever they lie."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from engine.table import Place, TablePlan
from vision.camera import View
from vision.covered import covered
from vision.cut import CELLS, CLOSE, Cut, Window, cut_out, eye_over
from vision.dice.leaning import undersides_of
from vision.dice.lesson import Taught
from vision.dice.network import DiceNetwork, Spot, dice_network, kept
from vision.dice.patches import Layers
from vision.dice.pieces import Piece
from vision.dice.profile import DiceProfile, Named
from vision.dice.reading import DiceReader
from vision.dice.trays import Lying, Words, known_of, laid, on_table, words_of
from vision.packing import Kept
from vision.profile import Photo, Profile
from vision.sighting import NOTHING, Heap, One, Sighting

LEAST = 1e-3
"""The likelihood left to whatever a piece does not look like."""
SURELY, UNSURE = 0.01, 0.4
"""How likely it is, at least and at most, that there is none where one is read."""
DIE_MM = 16.0
"""How wide dice mostly are."""
_PERHAPS = 0.15
"""A spot of a lesson's photo that is less likely a die is none."""
_COVERED = 0.3
"""Where more than this share of a tray is covered, dice may lie there that nobody sees."""
_CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
_AT_ODDS = ("leaning", "cut")
"""Doubts after which the face that was read says nothing."""


def has_heaps(plan: TablePlan) -> bool:
    """Whether dice lie side by side somewhere."""
    return any(thing.pips is not None for thing in plan.things) and any(map(is_tray, plan.places))


def is_tray(place: Place) -> bool:
    return place.many


def trays(plan: TablePlan) -> tuple[Place, ...]:
    """The places of a plan in which dice lie side by side."""
    kinds = {thing.kind for thing in plan.things if thing.pips is not None}
    return tuple(place for place in plan.places if is_tray(place) and kinds & set(place.kinds))


@dataclass(frozen=True, slots=True, eq=False)
class HeapReader:
    """All that reading takes: the plan, and a reader of dice that was taught this set."""

    plan: TablePlan
    dice: DiceReader

    def read(self, frame: Cut, view: View, certainty: float = 1.0, *, overlay: bool = False) -> Sighting:
        """What lies where. Trays have no overlay: nothing is told for one."""
        if overlay:
            return Sighting({}, certainty, view)
        pieces, places = self._pieces(frame, view), trays(self.plan)
        shares = covered(frame, view, places, pieces, self.plan.unit_mm)
        hidden = {
            place.name: not _is_shown(view, place) or share > _COVERED
            for place, share in zip(places, shares, strict=True)
        }
        return Sighting({}, certainty, view, dict(self._heaps(laid(self.plan, view, pieces), view, hidden)))

    def _pieces(self, frame: Cut, view: View) -> list[Piece]:
        """What lies in the part of a frame that shows trays; nothing else is looked at."""
        edge = _edge(self.plan, view)
        left, top, right, bottom = _part(self.plan, view, edge)
        if right <= left or bottom <= top:
            return []
        flat = undersides_of(view, DIE_MM / self.plan.unit_mm).seen_from(left, top)
        read = self.dice.read(np.ascontiguousarray(frame[top:bottom, left:right]), edge, flat)
        return [replace(one, x=one.x + left, y=one.y + top) for one in read]

    def _heaps(self, lying: Lying, view: View, hidden: Mapping[str, bool]) -> Iterator[tuple[str, Heap]]:
        words = words_of(self.plan)
        for place in trays(self.plan):
            pieces = lying.places.get(place.name, ())
            each = tuple(
                replace(_one(piece, words, is_blank=place.blank), at=on_table(view, piece)) for piece in pieces
            )
            yield place.name, Heap(each, float(hidden[place.name]))


def _edge(plan: TablePlan, view: View) -> float:
    """How many pixels long a die's edge is in the middle of all trays."""
    xs, ys = ([getattr(place, axis) for place in trays(plan)] for axis in ("x", "y"))
    x, y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    side = DIE_MM / plan.unit_mm
    (left, right) = view.project([(x - side / 2, y, side), (x + side / 2, y, side)])
    return float(np.linalg.norm(right - left))


def _part(plan: TablePlan, view: View, edge: float) -> tuple[int, int, int, int]:
    """The pixels from left to right and from top to bottom that show trays, and a die's width around them."""
    half = [np.array([place.width, place.height]) / 2 for place in trays(plan)]
    middles = [(place.x, place.y) for place in trays(plan)]
    corners = np.concatenate([_CORNERS * size + middle for size, middle in zip(half, middles, strict=True)])
    ups = np.repeat([0.0, DIE_MM / plan.unit_mm], len(corners))
    at = view.project(np.column_stack([np.tile(corners, (2, 1)), ups]))
    most = (view.lens.width, view.lens.height)
    left, top = np.clip(np.floor(at.min(0) - edge), 0, most).astype(int).tolist()
    right, bottom = np.clip(np.ceil(at.max(0) + edge), 0, most).astype(int).tolist()
    return left, top, right, bottom


def _one(piece: Piece, words: Words, *, is_blank: bool) -> One:
    nothing = min(max(1 / (1 + math.exp(piece.score)), SURELY), UNSURE)
    faces: Mapping[int, float] = {0: 1.0} if is_blank else piece.faces
    doubts = tuple(doubt for doubt in piece.doubts if not (is_blank and doubt == "face"))
    if set(_AT_ODDS) & set(doubts):
        faces = dict.fromkeys(faces, 1 / len(faces))
    found = {NOTHING: nothing}
    for colour, likely in piece.colours.items():
        for face, share in faces.items():
            thing = words.get((piece.kind, colour, face))
            if thing is not None:
                found[thing.name] = max(LEAST, (1 - nothing) * likely * share)
    return One(found, doubts)


def _is_shown(view: View, place: Place) -> bool:
    """Whether the whole of a tray is in the frame."""
    half = np.array([place.width, place.height]) / 2
    corners = view.project(_CORNERS * half + (place.x, place.y))
    return bool(((corners >= 0) & (corners < (view.lens.width, view.lens.height))).all())


# -- lessons --------------------------------------------------------------------------------------------------


def heap_reader(plan: TablePlan, profile: Profile, taught: TablePlan) -> HeapReader:
    """A reader of the dice that a profile taught, on a sheet that may have been laid for others."""
    network = dice_network()
    return HeapReader(plan, DiceReader(network, _taught(taught, profile, network), known_of(plan)))


def window_of(plan: TablePlan) -> Window:
    """The cells around the middle of all trays."""
    xs, ys = ([getattr(place, axis) for place in trays(plan)] for axis in ("x", "y"))
    return Window(*(math.floor((min(some) + max(some)) / 2 - CELLS / 2 + 0.5) for some in (xs, ys)))


def photo_of(frame: Cut, view: View, plan: TablePlan, told: Mapping[str, tuple[str, ...]]) -> Photo:
    """What is kept of a photo that teaches."""
    window = window_of(plan)
    close = Kept.of(cut_out(frame, view, window, CLOSE))
    return Photo(cut_out(frame, view, window), close, eye_over(view, window), window, told)


def _taught(plan: TablePlan, profile: Profile, network: DiceNetwork) -> Taught:
    found = DiceProfile(profile.name)
    for photo in profile.photos:
        named = [one.die for one in named_in(plan, photo, network)]
        if named:
            found = found.with_photo(photo.close.opened(), named)
    return found.taught()


@dataclass(frozen=True, slots=True)
class Found:
    """A die of a lesson's photo, and where it lies."""

    place: str
    die: Named


def named_in(plan: TablePlan, photo: Photo, network: DiceNetwork) -> Iterator[Found]:
    """The dice of a photo that can be named: those of trays in which all dice are of one colour."""
    things = {thing.name: thing for thing in plan.things}
    spots = _dice_in(photo, DIE_MM / plan.unit_mm * CLOSE, network)
    for place in trays(plan):
        told = [things[name] for name in photo.told.get(place.name, ()) if name in things]
        if told and len({thing.colour for thing in told}) == 1:
            face = (told[0].pips or 0) if len(told) == 1 else 0
            for spot in _spots(place, photo.window, spots)[: len(told)]:
                yield Found(place.name, Named("die", told[0].colour, face, spot.x, spot.y, spot.size))


def _dice_in(photo: Photo, edge: float, network: DiceNetwork) -> list[Spot]:
    """Where dice lie flat in a photo, and how likely."""
    close = photo.close.opened()
    layers = Layers(close)
    spots = [one for one in kept(network.spots(layers, edge), close) if one.kind == "die"]
    return [look.spot._replace(likely=look.there) for look in network.closely(layers, spots)]


def _spots(place: Place, window: Window, spots: list[Spot]) -> list[Spot]:
    """The dice there seem to be in a tray, in the pixels of a close cut, the likeliest first."""
    x, y = (place.x - window.x + 0.5) * CLOSE - 0.5, (place.y - window.y + 0.5) * CLOSE - 0.5
    wide, high = place.width * CLOSE / 2, place.height * CLOSE / 2
    here = [one for one in spots if one.likely >= _PERHAPS and abs(one.x - x) <= wide and abs(one.y - y) <= high]
    return sorted(here, key=lambda one: -one.likely)
