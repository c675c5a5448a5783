"""From photos of known boards to what can name the things on others."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.table import Place, TablePlan, Thing
from vision.cells import Vocabulary, cells, vocabulary
from vision.cut import CELLS, RIM, Tone
from vision.ground import Cells, Ground, Shown, ground
from vision.lesson import Features, Taught, teach
from vision.lying import looks
from vision.network import INNER, Fit, Network, Seen
from vision.profile import Photo, Profile
from vision.sighting import NOTHING

COVERED = 0.5
"""A cell that is likelier covered than this teaches nothing."""
TURNS = 2
"""So often each photo is looked at, every time another way round."""

_Shown = TypeVar("_Shown", "Example", "Bare")


@dataclass(frozen=True, slots=True)
class Example:
    """One thing on one cell of one photo of a lesson."""

    photo: int
    place: str
    row: int
    column: int
    thing: Thing


@dataclass(frozen=True, slots=True)
class Bare:
    """A cell of a photo on which nothing stands, though something of this kind might."""

    photo: int
    row: int
    column: int
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class Knowledge:
    """What answers which name is meant: for each kind of flat and of standing things, and for owners.

    Of what stands, NOTHING is a name too: the lesson shows how this set's tiles look when they are bare.
    """

    faces: Mapping[str, Taught]
    pieces: Mapping[str, Taught]
    owners: Taught
    lying: Features
    """What each thing that lies flat looks like, a row each."""
    ground: Ground | None = None


@dataclass(frozen=True, slots=True)
class Confusion:
    """How well a profile tells the things of a kind apart: each photo read with what the others teach."""

    kind: str
    right: int
    asked: int
    worst: tuple[str, str] | None
    """The two most alike: the one shown, and the one it is most nearly taken for."""
    margin: float
    """How much likelier the right one is, at the least sure example; below 0 it was taken for the other."""


def examples(plan: TablePlan, profile: Profile) -> Iterator[Example]:
    """Every named thing on a cell of every photo."""
    by_name = {thing.name: thing for thing in plan.things}
    for number, place, (row, column), told in _shown(plan, profile):
        yield from (Example(number, place.name, row, column, by_name[thing]) for thing in told if thing in by_name)


def bare(plan: TablePlan, profile: Profile) -> Iterator[Bare]:
    """Every cell of every photo on which something might stand, and nothing does."""
    tall = {thing.name: thing.kind for thing in plan.things if thing.tall}
    for number, place, (row, column), told in _shown(plan, profile):
        free = set(tall.values()) - {tall[thing] for thing in told if thing in tall}
        yield from (Bare(number, row, column, kind) for kind in place.kinds if kind in free)


def _shown(plan: TablePlan, profile: Profile) -> Iterator[tuple[int, Place, tuple[int, int], Sequence[str]]]:
    """What was told of cells: the photo's number, the place, the row and column it is shown at."""
    places = {place.name: place for overlay in (False, True) for place in cells(plan, overlay)}
    for number, photo in enumerate(profile.photos):
        for name, told in photo.told.items():
            if name in places and (cell := _cell(photo, places[name])):
                yield number, places[name], cell, told


def _cell(photo: Photo, place: Place) -> tuple[int, int] | None:
    """The row and column at which a photo shows a place; None where it does not."""
    row, column = int(place.y) - photo.window.y, int(place.x) - photo.window.x
    return (row, column) if RIM <= row < CELLS - RIM and RIM <= column < CELLS - RIM else None


def looked_at(network: Network, profile: Profile) -> list[Seen]:
    return [network.look(photo.part, INNER, points=False) for photo in profile.photos]


def knowledge(plan: TablePlan, profile: Profile, network: Network) -> Knowledge:
    """All that a profile teaches."""
    first = [_closely(network, photo) for photo in profile.photos]
    known = _ground(plan, profile, [several[0] for several in first])
    each = [
        several if (tone := _tone(photo, known)) is None else _closely(network, photo, tone)
        for photo, several in zip(profile.photos, first, strict=True)
    ]
    seen = [several[turn] for turn in range(TURNS) for several in each]
    usable = [one for one in examples(plan, profile) if seen[one.photo].covered[one.row, one.column] < COVERED]
    empty = [one for one in bare(plan, profile) if seen[one.photo].covered[one.row, one.column] < COVERED]
    photos = len(profile.photos)
    fit = network.fit.after(photos)
    found = learnt(vocabulary(plan), _each_look(usable, photos), _each_look(empty, photos), seen, fit)
    return replace(found, ground=known)


def _closely(network: Network, photo: Photo, tone: Tone | None = None) -> list[Seen]:
    """A photo looked at several ways round: so it tells of a piece's other side, too."""
    part = photo.part
    return [network.look(part, INNER, points=False, tone=tone, turns=(turn,)) for turn in range(TURNS)]


def _tone(photo: Photo, ground: Ground | None) -> Tone | None:
    """The light that will be told when the same is read: only if little lies there is that another than usual."""
    is_lit = ground is not None and photo.window == ground.window
    return ground.bare(photo.cut).tone if ground is not None and is_lit else None


def _each_look(shown: Sequence[_Shown], photos: int) -> list[_Shown]:
    """Examples in each look at their photos."""
    return [replace(one, photo=one.photo + look * photos) for look in range(TURNS) for one in shown]


def learnt(
    words: Vocabulary, shown: Sequence[Example], empty: Sequence[Bare], seen: Sequence[Seen], fit: Fit
) -> Knowledge:
    """What these examples teach."""
    faces = {
        kind: _taught(_of(shown, things), seen, "faces", fit.face_stiffness, fit.face_scale)
        for kind, things in words.faces.items()
    }
    pieces = {
        kind: _standing(_of(shown, things), [one for one in empty if one.kind == kind], seen, fit)
        for kind, things in words.pieces.items()
    }
    flat = [one for one in shown if not one.thing.tall]
    owned = [one for one in flat if one.thing.owner is not None]
    rows = features_of(owned, seen, "owners")
    owners = teach(rows, [str(one.thing.owner) for one in owned], fit.owner_stiffness, fit.owner_scale)
    lying = looks(features_of(flat, seen, "faces"), [one.thing.name for one in flat])
    return Knowledge(faces, pieces, owners, lying)


def _ground(plan: TablePlan, profile: Profile, seen: Sequence[Seen]) -> Ground | None:
    """What the places teach on which nothing lies, and those on which something does."""
    if not profile.photos:
        return None
    flat = {thing.name for thing in plan.things if not thing.tall}
    window = profile.photos[0].window
    shown = []
    for photo, one in zip(profile.photos, seen, strict=True):
        if photo.window == window:
            bare, covered = _laid(plan, photo, flat)
            in_sight = one.covered < COVERED
            shown.append(Shown(photo.cut, bare & in_sight, covered & in_sight))
    return ground(window, shown)


def _laid(plan: TablePlan, photo: Photo, flat: Container[str]) -> tuple[Cells, Cells]:
    """On which cells nothing lies, and on which something flat does. Where nothing lies at all, all are bare."""
    covered = np.zeros((CELLS, CELLS), np.bool_)
    bare = np.full((CELLS, CELLS), not any(photo.told.values()))
    for place in cells(plan):
        if place.name in photo.told and (cell := _cell(photo, place)):
            covered[cell] = any(name in flat for name in photo.told[place.name])
            bare[cell] = not covered[cell]
    return bare, covered


def _of(shown: Iterable[Example], things: Iterable[Thing]) -> list[Example]:
    names = {thing.name for thing in things}
    return [one for one in shown if one.thing.name in names]


def _taught(shown: Sequence[Example], seen: Sequence[Seen], what: str, stiffness: float, scale: float) -> Taught:
    return teach(features_of(shown, seen, what), [one.thing.name for one in shown], stiffness, scale)


def _standing(shown: Sequence[Example], empty: Sequence[Bare], seen: Sequence[Seen], fit: Fit) -> Taught:
    names = [one.thing.name for one in shown] + [NOTHING] * len(empty)
    rows = [features_of(part, seen, "pieces") for part in (shown, empty) if part]
    if not shown:
        return teach(np.zeros((0, 1), np.float32), [], fit.piece_stiffness, fit.piece_scale)
    return teach(np.concatenate(rows), names, fit.piece_stiffness, fit.piece_scale, {NOTHING: fit.bare_weight})


def features_of(shown: Sequence[Example | Bare], seen: Sequence[Seen], what: str) -> Features:
    """The features of each example, a row each."""
    rows = [getattr(seen[one.photo], what)[one.row, one.column] for one in shown]
    return np.array(rows, np.float32) if rows else np.zeros((0, 1), np.float32)


# -- how well it was learnt ------------------------------------------------------------------------------


def confusions(plan: TablePlan, profile: Profile, network: Network) -> tuple[Confusion, ...]:
    """For each kind, each photo read with what the others teach; of one photo, each cell with the other cells."""
    seen = looked_at(network, profile)
    words = vocabulary(plan)
    shown = [one for one in examples(plan, profile) if seen[one.photo].covered[one.row, one.column] < COVERED]
    found = []
    for kinds, what in ((words.faces, "faces"), (words.pieces, "pieces")):
        for kind, things in kinds.items():
            found.append(_confusion(kind, _of(shown, things), seen, what, network.fit))
    return tuple(found)


def _confusion(kind: str, shown: Sequence[Example], seen: Sequence[Seen], what: str, fit: Fit) -> Confusion:
    by_photo = len({one.photo for one in shown}) > 1
    right = asked = 0
    worst: tuple[str, str] | None = None
    margin = 1.0
    groups = sorted({one.photo for one in shown}) if by_photo else range(len(shown))
    for group in groups:
        out = [one for i, one in enumerate(shown) if (one.photo if by_photo else i) == group]
        rest = [one for i, one in enumerate(shown) if (one.photo if by_photo else i) != group]
        stiffness, scale = (
            (fit.face_stiffness, fit.face_scale) if what == "faces" else (fit.piece_stiffness, fit.piece_scale)
        )
        taught = _taught(rest, seen, what, stiffness, scale)
        askable = [one for one in out if one.thing.name in taught.names]
        if len(taught.names) < 2 or not askable:
            continue
        likely = taught.likelihoods(features_of(askable, seen, what))
        for one, row in zip(askable, likely, strict=True):
            other, gap = _rival(taught.names, row, one.thing.name)
            asked += 1
            right += gap > 0
            if gap < margin:
                worst, margin = (one.thing.name, other), gap
    return Confusion(kind, right, asked, worst, margin)


def _rival(names: Sequence[str], likely: NDArray[np.float32], name: str) -> tuple[str, float]:
    """The likeliest other name, and by how much it is behind."""
    at = names.index(name)
    others = np.where(np.arange(len(names)) == at, -1, likely)
    other = int(others.argmax())
    return names[other], float(likely[at] - likely[other])
