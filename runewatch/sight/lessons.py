"""A lesson: photos of known boards, held against what was said to lie there, and added to a profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from engine.errors import N_, RunewatchError
from engine.table import Layout, TablePlan
from runewatch.sight.fitting import Answer, Shown, answers, covered, shown, signs
from runewatch.sight.looking import Hints, board, board_places, turned
from vision.board import Found
from vision.camera import View
from vision.cells import cells, vocabulary, windows
from vision.cut import CLOSE, cut_out, eye_over, inside
from vision.network import Network
from vision.picture import Picture
from vision.profile import Photo, Profile

SURE = 0.9
"""How sure a photo has to be that it shows otherwise before that is a doubt."""
MOST_MISFITS = 3
"""On so many places something, or nothing, may seem to be against what was said; on more it is another board."""
ASKED = 8
RIGHT = 0.6
"""Of at least so many things that the others can name, this share must be what was said."""
MOST_COVERED = 0.5
_QUARTERS = 4


class LessonError(RunewatchError, ValueError):
    """Nothing can be learnt from a photo; says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """A photo of a lesson as it was understood."""

    photos: tuple[Photo, ...]
    """A cut of it for each window of the plan."""
    found: Found
    covered: tuple[str, ...]
    signs: tuple[Answer, ...]
    answers: tuple[Answer, ...]

    @property
    def fit(self) -> float:
        """How well photo and layout go together: the higher, the better."""
        return sum(float(np.mean([one.weight for one in some])) for some in (self.signs, self.answers) if some)

    @property
    def doubts(self) -> tuple[Answer, ...]:
        """What surely looks otherwise than was said."""
        return tuple(one for one in (*self.signs, *self.answers) if one.likely < 1 - SURE)


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What a lesson goes on from: the table, and the photos of the lessons before."""

    plan: TablePlan
    network: Network
    before: Shown

    @classmethod
    def after(cls, profile: Profile, plan: TablePlan, network: Network) -> Lesson:
        """The lesson that a profile had, to be gone on with."""
        return cls(plan, network, shown(profile.photos, network))

    def taken(self, picture: Picture, layout: Layout, hints: Hints, *, trusting: bool = False) -> Taken:
        """A photo understood as showing this layout. Raises LessonError if it does not.

        Tiles on a bare table do not tell which side of the board is its top, but the layout does. ``trusting``,
        the layout is right whatever the photo looks like.
        """
        found = board(picture, self.plan, hints)
        is_open = found.how == "bare" and hints.quarter is None
        turns = [turned(found, self.plan, quarters) for quarters in range(_QUARTERS)] if is_open else [found]
        best = max((self._taken(picture, way, layout) for way in turns), key=lambda one: one.fit)
        names = [place.name for place in board_places(self.plan)]
        _refuse_covered(best, names)
        if not trusting:
            _refuse_another_board(best, names)
        return best

    def _taken(self, picture: Picture, found: Found, layout: Layout) -> Taken:
        what = shown(list(photos_of(picture, found.view, layout, self.plan)), self.network)
        return Taken(
            what.photos,
            found,
            covered(self.plan, what),
            tuple(signs(self.plan, what)),
            tuple(answers(self.plan, self.before, what, self.network.fit)),
        )


def photos_of(picture: Picture, view: View, layout: Layout, plan: TablePlan) -> Iterator[Photo]:
    """The cuts that teach, with what lies on each cell that is in the frame."""
    for window, places in windows(cells(plan)).items():
        within = inside(view, window)
        told = {
            place.name: tuple(thing.name for thing in layout.get(place.name, ()))
            for place, row, column in places
            if within[row, column]
        }
        close = cut_out(picture, view, window, CLOSE)
        yield Photo(cut_out(picture, view, window), close, eye_over(view, window), window, told)


def _refuse_covered(one: Taken, names: list[str]) -> None:
    told = {name for photo in one.photos for name in photo.told}
    unseen = [name for name in names if name in one.covered or name not in told]
    if len(unseen) > MOST_COVERED * len(names):
        raise LessonError(
            N_("too much of the board is covered to learn from it: {places}"), places=_listed(unseen)
        )


def _refuse_another_board(one: Taken, names: list[str]) -> None:
    misfits = [doubt.place for doubt in one.doubts if doubt.is_sign and doubt.place in names]
    misnamed = [answer.place for answer in one.answers if answer.looks != answer.told]
    if len(misfits) > MOST_MISFITS:
        raise LessonError(N_("the layout does not match the photo: look at {places}"), places=_listed(misfits))
    if len(one.answers) >= ASKED and len(misnamed) > (1 - RIGHT) * len(one.answers):
        raise LessonError(N_("the layout does not match the photo: look at {places}"), places=_listed(misnamed))


def _listed(places: list[str]) -> str:
    return ", ".join(dict.fromkeys(places))


# -- what was learnt ------------------------------------------------------------------------------------------


def learnt(plan: TablePlan, profile: Profile) -> Mapping[str, int]:
    """How many examples of each thing that can be told apart a profile has, in the plan's order."""
    words = vocabulary(plan)
    known = [thing.name for kinds in (words.faces, words.pieces) for things in kinds.values() for thing in things]
    told = Counter(name for photo in profile.photos for names in photo.told.values() for name in names)
    return {name: told[name] for name in known}
