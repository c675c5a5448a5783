"""What it takes to read a printed mat: its print, the faces of the printed set, and those that were shown."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from engine.contract import Rules
from engine.drawing import Drawing
from engine.lettering import face
from engine.printed import Ground
from engine.table import TablePlan, Thing
from engine.words import Words, languages
from runewatch.sight import albums
from vision.cards.album import AlbumError
from vision.open_table import Faces, OpenReader, face_of, open_reader
from vision.picture import Picture


def mat_reader(rules: Rules[Any, Any], plan: TablePlan) -> OpenReader:
    """A reader of the mat of a game that has one."""
    mat = next(part for part in rules.game.printed() if isinstance(part, Ground) and part.marked)
    return open_reader(plan, mat.drawing, (mat.x, mat.y), partial(_faces, rules, plan))


def _faces(rules: Rules[Any, Any], plan: TablePlan, kind: str, per_mm: float) -> Faces:
    """All pictures by which cards of a kind are known: some may be of the printed set, and some of another."""
    shown = shown_cards()
    found: dict[str, tuple[Picture, ...]] = {}
    for thing in plan.things:
        if thing.kind == kind and not thing.sideways and not thing.unknown:
            printed = [face_of(drawn, per_mm) for drawn in _printed(rules, thing)]
            own = [shown[thing.name]] if thing.name in shown else []
            if printed or own:
                found[thing.name] = (*printed, *own)
    return found


def _printed(rules: Rules[Any, Any], thing: Thing) -> Iterator[Drawing]:
    """A thing as it is printed: once for each language in which it looks different."""
    every = dict.fromkeys(face(rules, thing, Words(language)) for language in languages())
    yield from (drawn for drawn in every if isinstance(drawn, Drawing))


def shown_cards() -> dict[str, Picture]:
    """The cards of one's own box; an album that cannot be read keeps nobody from playing."""
    with suppress(AlbumError):
        return dict(albums.stored(albums.USUAL).faces)
    return {}
