"""A lesson on a board of points: the photo is held against the layout with what the photos before taught."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.table import Layout, TablePlan
from runewatch.sight.fitting import Answer
from runewatch.sight.looking import Hints, board
from runewatch.sight.understood import Taken, refuse_another_board, refuse_covered
from vision.board import Found
from vision.picture import Picture
from vision.profile import Profile
from vision.sighting import NOTHING
from vision.stones import photo_of, points, stone_reader, stones
from vision.stones.table import in_frame, places_of


@dataclass(frozen=True, slots=True, eq=False)
class StoneLesson:
    """What a lesson goes on from: the table, and the photos of the lessons before."""

    plan: TablePlan
    before: Profile

    def taken(self, picture: Picture, layout: Layout, hints: Hints, *, trusting: bool = False) -> Taken:
        """A photo understood as showing this layout. Raises LessonError if it does not."""
        found = board(picture, self.plan, hints)
        every = places_of(self.plan)
        shown = in_frame(found.view, every)
        told = {
            place.name: tuple(thing.name for thing in layout.get(place.name, ()))
            for place, is_shown in zip(every, shown.tolist(), strict=True)
            if is_shown
        }
        photo = photo_of(picture, found.view, self.plan, told)
        answers = tuple(self._answers(picture, found, layout))
        names = [place.name for place in points(self.plan)]
        covered = tuple(name for name in names if name not in told)
        taken = Taken((photo,), found, covered, (), answers)
        refuse_covered(taken, names)
        if not trusting:
            refuse_another_board(taken, names)
        return taken

    def _answers(self, picture: Picture, found: Found, layout: Layout) -> Iterator[Answer]:
        """What the photos before make of this one, where they know what was said."""
        known = {name for photo in self.before.photos for names in photo.told.values() for name in names}
        if not known:
            return
        seen = stone_reader(self.plan, self.before).read(picture, found.view)
        for place in points(self.plan):
            belief = seen.places[place.name]
            for kind in stones(self.plan):
                told = next((thing.name for thing in layout.get(place.name, ()) if thing.kind == kind), NOTHING)
                if kind in belief.kinds and (told in known or told == NOTHING):
                    looks, _ = belief.best(kind)
                    is_sign = NOTHING in (told, looks)
                    yield Answer(place.name, told, looks, float(belief.kinds[kind][told]), is_sign=is_sign)
