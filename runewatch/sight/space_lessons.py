"""A lesson on a board with a space for each thing: what is alone on one is learnt, held against what is alike."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.contract import Rules
from engine.errors import N_
from engine.table import Layout, TablePlan
from runewatch.sight.boards import board_reader
from runewatch.sight.fitting import Answer
from runewatch.sight.looking import Hints, board
from runewatch.sight.understood import LessonError, Taken, refuse_another_board, refuse_covered
from vision.picture import Picture
from vision.profile import Profile
from vision.sighting import NOTHING
from vision.spaces import Alike, Cut, alike, card_sizes, photos_of, seems_bare, shown_in


@dataclass(frozen=True, slots=True, eq=False)
class SpaceLesson:
    """What a lesson goes on from: the board, and the photos of the lessons before."""

    rules: Rules[Any, Any]
    plan: TablePlan
    before: Profile

    def taken(self, picture: Picture, layout: Layout, hints: Hints, *, trusting: bool = False) -> Taken:
        """A photo understood as showing this layout. Raises LessonError if it does not."""
        plan = self.plan
        found = board(picture, plan, hints)
        cuts = board_reader(self.rules, plan, self.before).cuts(picture, found.view)
        told = {place.name: layout.get(place.name, ()) for place in plan.places if place.name in cuts}
        sizes = card_sizes(plan.things, self.rules.drawing)
        photos = tuple(photos_of(cuts, told, found.view, sizes))
        names = [place.name for place in plan.places]
        covered = tuple(name for name in names if name not in cuts)
        signs = tuple(_sign(name, [one.name for one in told[name]], cut) for name, cut in cuts.items())
        before, now = shown_in(self.before.photos, plan), shown_in(photos, plan)
        answers = tuple(map(_answer, alike(plan, sizes, now, (*before, *now))))
        taken = Taken(photos, found, covered, signs, answers)
        if not any(len(layout.get(name, ())) == 1 for name in names):
            raise LessonError(N_("nothing was said to lie alone on a space, and so nothing can be learnt"))
        refuse_covered(taken, [name for name in names if len(layout.get(name, ())) == 1])
        if not trusting:
            refuse_another_board(taken, names)
        return taken


def _sign(place: str, told: list[str], cut: Cut) -> Answer:
    """Whether there is something where something was said to be."""
    is_bare = seems_bare(cut)
    likely = 1.0 if is_bare != bool(told) else 0.0
    first = told[0] if told else NOTHING
    looks = first if likely else NOTHING if told else cut.ground.place.kinds[0]
    return Answer(place, first, looks, likely, is_sign=True)


def _answer(one: Alike) -> Answer:
    return Answer(one.shown.place, one.shown.name, one.looks, one.likely, is_sign=False)
