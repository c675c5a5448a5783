"""What it takes to read a printed mat: its print, the faces of the printed set, and those that were shown."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from engine.contract import Rules
from engine.drawing import Drawing
from engine.printed import Ground
from engine.table import TablePlan
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
            drawn = rules.drawing(thing)
            printed = (face_of(drawn, per_mm),) if isinstance(drawn, Drawing) else ()
            own = (shown[thing.name],) if thing.name in shown else ()
            if printed or own:
                found[thing.name] = (*printed, *own)
    return found


def shown_cards() -> dict[str, Picture]:
    """The cards of one's own box; an album that cannot be read keeps nobody from playing."""
    with suppress(AlbumError):
        return dict(albums.stored(albums.USUAL).faces)
    return {}
