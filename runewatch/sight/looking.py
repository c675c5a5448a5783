"""From a picture's file to what was seen in it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from engine.contract import Rules
from engine.errors import N_
from engine.table import Layout, Place, TablePlan
from runewatch.sight.boards import board_reader
from runewatch.sight.mats import mat_reader
from runewatch.sight.profiles import rules_of
from vision import network as networks
from vision.board import BoardNotFoundError, Found, find, lattice
from vision.board.turning import moved, upwards
from vision.camera import View
from vision.cells import cells
from vision.heaps import HeapReader, has_heaps, heap_reader, trays
from vision.network import EVERY_WAY, Network, Turns
from vision.open_table import OpenReader, is_open_table
from vision.picture import Picture, read_picture, refuse_blank
from vision.profile import Profile
from vision.reader import Reader, reader
from vision.sighting import NOTHING, Belief, Heap, Sighting, joined
from vision.spaces import SpaceReader, has_spaces
from vision.stones import StoneReader, has_stones, points, stone_reader

Corners = tuple[tuple[float, float], ...]
Readers = Reader | StoneReader | HeapReader | OpenReader | SpaceReader

SURE = 0.9
"""What is less sure than this is told as a doubt."""
HIDDEN = 0.5
"""What is likelier covered than this is told as hidden."""


@dataclass(frozen=True, slots=True)
class Hints:
    """What somebody says about where the board lies in a picture."""

    corners: Corners | None = None
    quarter: int | None = None
    """By how many quarters the board is turned clockwise, if it has no marks to tell."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """All that reading pictures of one game's table takes, or of one of its sheets if it has several."""

    rules: Rules[Any, Any]
    plan: TablePlan
    network: Network
    reader: Readers

    def look(self, picture: Picture, hints: Hints | None = None) -> tuple[Found, Sighting]:
        """Where the board lies in a picture, and what lies on it."""
        found = board(picture, self.plan, hints or Hints())
        return found, self.seen(picture, found)

    def seen(self, picture: Picture, found: Found, *, overlay: bool = False, turns: Turns = EVERY_WAY) -> Sighting:
        """What lies on a board that was found; ``overlay``: on the places that lie over others.

        ``turns``: which ways round to look at it, where that matters.
        """
        if isinstance(self.reader, Reader):
            sighting = self.reader.read(picture, found.view, found.certainty, overlay=overlay, turns=turns)
        else:
            sighting = self.reader.read(picture, found.view, found.certainty, overlay=overlay)
        return with_cards(sighting, picture, found.view, self.plan)


@dataclass(frozen=True, slots=True, eq=False)
class Sights:
    """What reads all sheets of a game's table, most often just one."""

    rules: Rules[Any, Any]
    each: tuple[Sight, ...]

    def look(self, picture: Picture, hints: Hints | None = None) -> tuple[tuple[Found | None, ...], Sighting]:
        """Where each sheet lies in a picture, and what lies there. Raises BoardNotFoundError if there is none."""
        found = self.where(picture, hints or Hints())
        return found, self.seen(picture, found)

    def where(self, picture: Picture, hints: Hints) -> tuple[Found | None, ...]:
        """Where each sheet lies. Raises BoardNotFoundError if none is in view."""
        return sheets(picture, [one.plan for one in self.each], hints)

    def seen(
        self, picture: Picture, found: Sequence[Found | None], *, overlay: bool = False, turns: Turns = EVERY_WAY
    ) -> Sighting:
        """What lies on the sheets that were found."""
        told = [
            None if where is None else one.seen(picture, where, overlay=overlay, turns=turns)
            for one, where in zip(self.each, found, strict=True)
        ]
        return told[0] if len(told) == 1 and told[0] is not None else joined(told)


def sights(rules: Rules[Any, Any], profile: Profile) -> Sights:
    """What reads the table of a game by what a profile taught."""
    return Sights(rules, tuple(sight(rules, profile, plan) for plan in rules.watched().apart))


def sight(rules: Rules[Any, Any], profile: Profile, plan: TablePlan | None = None) -> Sight:
    """What reads one sheet, ``plan``, or a table that is no more than one."""
    network, plan = networks.network(), plan or rules.watched()
    return Sight(rules, plan, network, _reader(rules, plan, profile.of_sheet(plan), network))


def _reader(rules: Rules[Any, Any], plan: TablePlan, profile: Profile, network: Network) -> Readers:
    if is_open_table(plan):
        return mat_reader(rules, plan)
    if has_spaces(plan):
        return board_reader(rules, plan, profile)
    if has_stones(plan):
        return stone_reader(plan, profile)
    if has_heaps(plan):
        return heap_reader(plan, profile, sheet_named(plan.name, rules_of(profile).sheets()))
    return reader(plan, profile, network)


def opened(path: str | Path) -> Picture:
    """A picture in which something can be seen. Raises PictureError."""
    picture = read_picture(path)
    refuse_blank(picture, str(path))
    return picture


def board(picture: Picture, plan: TablePlan, hints: Hints) -> Found:
    return find(picture, plan, corners=hints.corners, quarter=hints.quarter or 0)


def sheets(picture: Picture, plans: Sequence[TablePlan], hints: Hints) -> tuple[Found | None, ...]:
    """Where each of these lies, None for those that are not in view. Raises BoardNotFoundError if none is.

    Of several each has its own marks, and nobody has to point it out.
    """
    hints = hints if len(plans) == 1 else replace(hints, corners=None)
    found: list[Found | None] = []
    trouble: BoardNotFoundError | None = None
    for plan in plans:
        try:
            found.append(board(picture, plan, hints))
        except BoardNotFoundError as error:
            trouble = trouble or error
            found.append(None)
    if trouble is not None and not any(found):
        raise trouble
    return tuple(found)


def unseen(plan: TablePlan, sighting: Sighting) -> tuple[BoardNotFoundError, ...]:
    """What to say of the sheets that are not in view."""
    return tuple(
        BoardNotFoundError(N_("not in view, so nothing is told of it: {sheet}"), sheet=one.title)
        for one, seen in zip(plan.sheets, sighting.sheets, strict=True)
        if seen is None
    )


def sheet_named(name: str, plans: Sequence[TablePlan]) -> TablePlan:
    return next((one for one in plans if one.name == name), plans[0])


def with_cards(sighting: Sighting, picture: Picture, view: View, plan: TablePlan) -> Sighting:
    """The sighting and the cards that lie beside the board."""
    from vision.cards import read_library  # noqa: PLC0415

    return replace(sighting, places={**sighting.places, **read_library(picture, view, plan)})


# -- which way the board lies -------------------------------------------------------------------------------


def turned(found: Found, plan: TablePlan, quarters: int) -> Found:
    """The same board taken to lie turned clockwise by so many quarters."""
    block = lattice(plan)
    x, y = block.middle
    centred = moved(found.view, (x, y), 0)
    return Found(moved(moved(centred, (0.0, 0.0), quarters), (-x, -y), 0), found.certainty, found.how)


def quarters_to(found: Found, plan: TablePlan, degrees: float) -> int:
    """By how many quarters to turn the board so that its up is the picture's turned clockwise by these degrees."""
    wanted = np.array([math.sin(math.radians(degrees)), -math.cos(math.radians(degrees))])
    block = lattice(plan)
    views = [turned(found, plan, quarters).view for quarters in range(4)]
    return max(range(4), key=lambda quarters: float(upwards(views[quarters], block) @ wanted))


def board_places(plan: TablePlan) -> tuple[Place, ...]:
    """The places that make up the board itself, without what lies around it."""
    if has_stones(plan):
        return points(plan)
    if plan.sheets:
        return tuple(place for sheet in plan.sheets for place in board_places(sheet))
    if has_heaps(plan):
        return trays(plan)
    if is_open_table(plan) or has_spaces(plan):
        return plan.places
    block = lattice(plan)
    return tuple(
        place
        for place in cells(plan)
        if 0 <= place.x - block.left < block.columns and 0 <= place.y - block.top < block.rows
    )


# -- what was seen --------------------------------------------------------------------------------------------


def layout_of(plan: TablePlan, sighting: Sighting) -> Layout:
    """The likeliest thing of every kind on every place."""
    things = {thing.name: thing for thing in plan.things}
    found = {
        place.name: tuple(
            things[name]
            for kind in place.kinds
            if kind in belief.kinds and (name := belief.best(kind)[0]) != NOTHING
        )
        for place in plan.places
        if (belief := sighting.places.get(place.name)) is not None
    }
    for name, heap in sighting.heaps.items():
        found[name] = heap.things(plan)
    return {name: here for name, here in found.items() if here}


def hidden_in(plan: TablePlan, sighting: Sighting) -> tuple[str, ...]:
    """The places that are covered, in the plan's order."""
    told: dict[str, Belief | Heap] = {**sighting.places, **sighting.heaps}
    return tuple(
        place.name
        for place in plan.places
        if (belief := told.get(place.name)) is not None and belief.hidden >= HIDDEN
    )


@dataclass(frozen=True, slots=True)
class Unsure:
    """A place in sight and a kind of thing there of which it is not sure."""

    place: str
    kind: str
    belief: Belief


def doubtful_in(plan: TablePlan, sighting: Sighting) -> tuple[Unsure, ...]:
    """What it is not sure of.

    Nothing on a place beside the board is no doubt: people without a library have no bare slots to be sure of.
    """
    hidden = set(hidden_in(plan, sighting))
    on_board = {place.name for place in (*cells(plan), *points(plan))}
    return tuple(
        Unsure(name, kind, belief)
        for name, belief in sighting.places.items()
        for kind in belief.kinds
        if name not in hidden
        and belief.best(kind)[1] < SURE
        and (name in on_board or belief.best(kind)[0] != NOTHING)
    )
