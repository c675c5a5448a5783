"""How well a photo fits what is said to lie on it: the signs of every cell, and the cells among themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.table import Place, TablePlan
from vision.cells import Vocabulary, cells, vocabulary
from vision.lesson import teach
from vision.network import Fit, Network, Seen
from vision.profile import Photo, Profile
from vision.sighting import NOTHING
from vision.teaching import COVERED, examples, features_of, looked_at

_LEAST = 1e-3
"""No single cell decides how well a photo fits."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What is said to be on a place, NOTHING or the name of a thing, and what it looks like."""

    place: str
    told: str
    looks: str
    """The name of a thing, NOTHING, or the kind of what seems to be there."""
    likely: float
    """How likely what was said is."""
    is_sign: bool
    """Whether it is about there being anything at all, not about which."""

    @property
    def weight(self) -> float:
        return math.log(max(self.likely, _LEAST))


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Photos and what the network makes of them."""

    photos: tuple[Photo, ...]
    seen: tuple[Seen, ...]

    def __add__(self, other: Shown) -> Shown:
        return Shown((*self.photos, *other.photos), (*self.seen, *other.seen))


def shown(photos: Sequence[Photo], network: Network) -> Shown:
    photos = tuple(photos)
    return Shown(photos, tuple(looked_at(network, Profile("", photos))))


def covered(plan: TablePlan, what: Shown) -> tuple[str, ...]:
    """The places that something hides."""
    return tuple(
        place.name for place, _, seen, row, column in _spots(plan, what) if seen.covered[row, column] >= COVERED
    )


def signs(plan: TablePlan, what: Shown) -> Iterator[Answer]:
    """Whether something flat or standing is where the lesson says so, and nowhere else."""
    words = vocabulary(plan)
    for place, photo, seen, row, column in _spots(plan, what):
        if seen.covered[row, column] >= COVERED:
            continue
        for kind in place.kinds:
            if kind in words.faces or kind in words.pieces:
                there = float((seen.flat if kind in words.faces else seen.stands)[row, column])
                yield _sign(place, kind, _told(photo, place, words, kind), there)


def _spots(plan: TablePlan, what: Shown) -> Iterator[tuple[Place, Photo, Seen, int, int]]:
    """Every cell of the plan that a photo tells something about."""
    for photo, seen in zip(what.photos, what.seen, strict=True):
        for place in cells(plan):
            if place.name in photo.told:
                yield place, photo, seen, int(place.y) - photo.window.y, int(place.x) - photo.window.x


def _told(photo: Photo, place: Place, words: Vocabulary, kind: str) -> str:
    names = {thing.name for thing in (words.faces.get(kind) or words.pieces.get(kind, ()))}
    return next((name for name in photo.told[place.name] if name in names), NOTHING)


def _sign(place: Place, kind: str, told: str, there: float) -> Answer:
    looks = NOTHING if there < 0.5 else told or kind
    return Answer(place.name, told, looks, there if told else 1 - there, is_sign=True)


def answers(plan: TablePlan, before: Shown, what: Shown, fit: Fit) -> Iterator[Answer]:
    """What each thing of the photos is named by the photos before or, if they do not know it, by all others."""
    every = before + what
    named = [
        one
        for one in examples(plan, Profile("", every.photos))
        if every.seen[one.photo].covered[one.row, one.column] < COVERED
    ]
    words = vocabulary(plan)
    for kinds, features, stiffness, scale in (
        (words.faces, "faces", fit.face_stiffness, fit.face_scale),
        (words.pieces, "pieces", fit.piece_stiffness, fit.piece_scale),
    ):
        for things in kinds.values():
            here = [one for one in named if one.thing in things]
            rows, names = features_of(here, every.seen, features), [one.thing.name for one in here]
            old = sum(one.photo < len(before.photos) for one in here)
            for i in range(old, len(here)):
                others = _others(i, names, old)
                taught = teach(rows[others], [names[j] for j in others], stiffness, scale)
                if names[i] in taught.names and len(taught.names) > 1:
                    likely = [float(p) for p in taught.likelihoods(rows[i : i + 1])[0]]
                    yield _answer(here[i].place, names[i], dict(zip(taught.names, likely, strict=True)))


def _others(i: int, names: Sequence[str], old: int) -> list[int]:
    """Which examples are asked about one of them: the old ones if they know its name, else all but itself."""
    return list(range(old)) if names[i] in names[:old] else [j for j in range(len(names)) if j != i]


def _answer(place: str, told: str, likely: dict[str, float]) -> Answer:
    looks = max(likely, key=lambda name: likely[name])
    return Answer(place, told, looks, likely[told], is_sign=False)
