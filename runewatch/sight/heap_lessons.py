"""A lesson on a sheet of trays: the dice that are found in a photo are those that were said to lie there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from engine.table import Layout, TablePlan, Thing
from runewatch.sight.fitting import Answer
from runewatch.sight.looking import Hints, board
from runewatch.sight.understood import Taken, refuse_another_board, refuse_covered
from vision.dice.network import dice_network
from vision.heaps import named_in, photo_of, trays
from vision.picture import Picture
from vision.profile import Photo, Profile
from vision.sighting import NOTHING


@dataclass(frozen=True, slots=True, eq=False)
class HeapLesson:
    """What a lesson goes on from: the sheet. What photos before taught is not needed to understand another one."""

    plan: TablePlan

    def taken(self, picture: Picture, layout: Layout, hints: Hints, *, trusting: bool = False) -> Taken:
        """A photo understood as showing this layout. Raises LessonError if it does not."""
        found = board(picture, self.plan, hints)
        told = {place.name: tuple(one.name for one in layout.get(place.name, ())) for place in trays(self.plan)}
        photo = photo_of(picture, found.view, self.plan, told)
        taken = Taken((photo,), found, (), tuple(self._signs(photo)), ())
        names = list(told)
        refuse_covered(taken, names)
        if not trusting:
            refuse_another_board(taken, names)
        return taken

    def _signs(self, photo: Photo) -> Iterator[Answer]:
        """Whether as many dice are found in each tray as were said to lie there."""
        found = Counter(one.place for one in named_in(self.plan, photo, dice_network()))
        for name, things in photo.told.items():
            missing = found[name] < len(things)
            looks = NOTHING if missing else things[0] if things else NOTHING
            yield Answer(name, things[0] if things else NOTHING, looks, 0.0 if missing else 1.0, is_sign=True)


def colours_of(plan: TablePlan) -> list[list[Thing]]:
    """The faces of dice that count, a row for each colour."""
    found: dict[str, list[Thing]] = {}
    for thing in plan.things:
        if thing.pips:
            found.setdefault(thing.colour, []).append(thing)
    return list(found.values())


def learnt(plan: TablePlan, profile: Profile) -> Mapping[str, int]:
    """How many dice of each colour a profile has, told by what they are called where their face does not count."""
    things = {thing.name: thing for thing in plan.things}
    plain = {thing.colour: thing.name for thing in plan.things if thing.pips == 0}
    told = Counter(
        plain[things[name].colour]
        for photo in profile.photos
        for names in photo.told.values()
        for name in names
        if name in things
    )
    return {name: told[name] for name in plain.values()}
