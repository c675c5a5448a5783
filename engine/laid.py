"""Layouts as text for games that have no form of their own: places, and the names of what lies on each."""

from __future__ import annotations

from engine.errors import N_
from engine.table import Layout, TablePlan, Thing
from engine.text import checked_text, one_of, parts

SEPARATOR = " | "


def write_plain(game: str, layout: Layout) -> str:
    """``GAME | PLACE THING … | PLACE THING …``."""
    laid = (" ".join([name, *(thing.name for thing in things)]) for name, things in layout.items() if things)
    return SEPARATOR.join([game, *laid])


def read_plain(game: str, plan: TablePlan, text: str) -> Layout:
    """What ``write_plain`` wrote, or somebody by hand. Raises NotationError."""
    things = {thing.name: thing for thing in plan.things}
    names = [place.name for place in plan.places]
    found: dict[str, tuple[Thing, ...]] = {}
    for number, part in enumerate(parts(checked_text(text))):
        if number == 0 and [word.text for word in part] == [game]:
            continue
        place = one_of(part[0], names, N_("a place"))
        if place in found:
            raise part[0].error(N_("field {name} is said twice"), name=place)
        found[place] = tuple(things[one_of(word, things, N_("a thing of this game"))] for word in part[1:])
    return found
