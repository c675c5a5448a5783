"""A lesson: photos of known boards, held against what was said to lie there, and added to a profile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.contract import Rules
from engine.errors import N_
from engine.table import Layout, TablePlan
from runewatch.sight import heap_lessons
from runewatch.sight.fitting import Shown, answers, covered, shown, signs
from runewatch.sight.heap_lessons import HeapLesson
from runewatch.sight.looking import Hints, board, board_places, sheets, turned
from runewatch.sight.space_lessons import SpaceLesson
from runewatch.sight.stone_lessons import StoneLesson
from runewatch.sight.understood import LessonError, Taken, joined, refuse_another_board, refuse_covered
from vision import spaces
from vision.board import Found
from vision.camera import View
from vision.cells import cells, vocabulary, windows
from vision.cut import CLOSE, cut_out, eye_over, inside
from vision.heaps import has_heaps
from vision.network import Network
from vision.open_table import is_open_table
from vision.packing import Kept
from vision.picture import Picture
from vision.profile import Photo, Profile
from vision.spaces import has_spaces
from vision.stones import confusing, has_stones, stones
from vision.teaching import Confusion, confusions

__all__ = [
    "Lesson",
    "LessonError",
    "StoneLesson",
    "Taken",
    "learnt",
    "lesson_after",
    "photos_of",
    "taken_by",
    "told_apart",
]

_QUARTERS = 4


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
        refuse_covered(best, names)
        if not trusting:
            refuse_another_board(best, names)
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


Lessons = Lesson | StoneLesson | HeapLesson | SpaceLesson


def taken_by(  # noqa: PLR0913, PLR0917 - that is what a lesson is made of
    profile: Profile,
    rules: Rules[Any, Any],
    network: Network,
    picture: Picture,
    layout: Layout,
    hints: Hints,
    *,
    trusting: bool = False,
) -> Taken:
    """A photo understood as showing this layout: those sheets of it that are in view. Raises LessonError."""
    every = rules.sheets()
    plans = [one for one in every if any(layout.get(place.name) for place in one.places)] or every[:1]
    taken: list[Taken] = []
    unseen: list[str] = []
    for plan, found in zip(plans, sheets(picture, plans, hints), strict=True):
        if found is None:
            unseen.append(plan.title)
        else:
            lesson = lesson_after(profile, rules, network, plan)
            one = lesson.taken(picture, layout, hints, trusting=trusting)
            taken.append(replace(one, photos=tuple(replace(photo, sheet=plan.name) for photo in one.photos)))
    return joined(taken, tuple(unseen))


def lesson_after(
    profile: Profile, rules: Rules[Any, Any], network: Network, plan: TablePlan | None = None
) -> Lessons:
    """The lesson that a profile had, to be gone on with, whatever the board. Raises LessonError for cards.

    ``plan`` is the one sheet that it is about, where there are several.
    """
    plan = plan or rules.watched()
    profile = profile.of_sheet(plan)
    if is_open_table(plan):
        raise LessonError(
            N_("cards are not taught by photos of a table: show each of them once, with {command}"),
            command="runewatch card add",
        )
    if has_spaces(plan):
        return SpaceLesson(rules, plan, profile)
    if has_heaps(plan):
        return HeapLesson(plan)
    return StoneLesson(plan, profile) if has_stones(plan) else Lesson.after(profile, plan, network)


def photos_of(picture: Picture, view: View, layout: Layout, plan: TablePlan) -> Iterator[Photo]:
    """The cuts that teach, with what lies on each cell that is in the frame."""
    for window, places in windows(cells(plan)).items():
        within = inside(view, window)
        told = {
            place.name: tuple(thing.name for thing in layout.get(place.name, ()))
            for place, row, column in places
            if within[row, column]
        }
        close = Kept.of(cut_out(picture, view, window, CLOSE))
        yield Photo(cut_out(picture, view, window), close, eye_over(view, window), window, told)


def told_apart(rules: Rules[Any, Any], profile: Profile, network: Network) -> tuple[Confusion, ...]:
    """How well a profile tells the things of each kind apart."""
    return tuple(one for plan in rules.sheets() for one in _apart(rules, plan, profile, network))


def _apart(rules: Rules[Any, Any], plan: TablePlan, profile: Profile, network: Network) -> tuple[Confusion, ...]:
    profile = profile.of_sheet(plan)
    if has_spaces(plan):
        sizes = spaces.card_sizes(plan.things, rules.drawing)
        return spaces.confusions(plan, sizes, spaces.shown_in(profile.photos, plan))
    if has_heaps(plan):
        return ()
    return confusing.confusions(plan, profile) if has_stones(plan) else confusions(plan, profile, network)


# -- what was learnt ------------------------------------------------------------------------------------------


def learnt(plan: TablePlan, profile: Profile) -> Mapping[str, int]:
    """How many examples of each thing that can be told apart a profile has, in the plan's order."""
    if plan.sheets:
        return {name: count for sheet in plan.sheets for name, count in learnt(sheet, profile).items()}
    profile = profile.of_sheet(plan)
    if has_heaps(plan):
        return heap_lessons.learnt(plan, profile)
    words = vocabulary(plan)
    every = [things for kinds in (words.faces, words.pieces, stones(plan)) for things in kinds.values()]
    if has_spaces(plan):
        every = [tuple(thing for thing in plan.things if not thing.unknown)]
    known = [thing.name for things in every for thing in things]
    told = Counter(name for photo in profile.photos for names in photo.told.values() for name in names)
    return {name: told[name] for name in known}
