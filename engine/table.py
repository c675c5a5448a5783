"""The table vocabulary: places, things, and how a state is laid out.

This is all that sight needs to know of a game, and the only part of the engine it may import.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that can be told apart on the table: a tile face, a figure, a gem, a die face, a card.

    ``kind`` groups things that sight tells apart among themselves; ``owner`` is a seat, or None.
    ``tall`` things stand up: seen from the side they lean over their neighbours. ``turn`` is which way a thing
    points, in degrees clockwise from the plan's up, if that is all that tells it from others of its kind.

    Dice and number tokens are known by their ``colour`` and by what they show: ``pips`` on the upper face of a
    die, 0 for one whose face does not count, or the ``number`` on a token.
    ``round`` things lie on points and look the same from all sides: a body on a rim.

    Of cards, one that lies on its side is a thing of its own: ``sideways`` is the name of the upright one.
    An ``unknown`` one stands for all whose faces nobody has shown.
    """

    name: str
    kind: str
    owner: int | None = None
    tall: bool = False
    turn: int | None = None
    colour: str = ""
    pips: int | None = None
    number: int | None = None
    round: bool = False
    sideways: str = ""
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere things can be. ``x`` and ``y`` are in the plan's unit, right and down from its origin.

    ``kinds`` says what may be found there, in stacking order: ("tile", "figure") is a figure on a tile.
    ``width`` and ``height`` are how much room there is, in the same unit. An ``overlay`` lies over other places
    and is in use only while they are not, as a sheet is on which the board is still being built. Where ``many``
    things may lie side by side, such as dice in a tray, a layout tells them in the order of their names. What dice
    show in a ``blank`` place does not count. An ``owner`` keeps only things of their own there.
    """

    name: str
    kind: str
    x: float
    y: float
    kinds: tuple[str, ...] = ()
    width: float = 1.0
    height: float = 1.0
    overlay: bool = False
    many: bool = False
    blank: bool = False
    owner: int | None = None


@dataclass(frozen=True, slots=True)
class Marker:
    """A printed square mark (ArUco, DICT_4X4_50) that tells a camera where the plan lies: its middle and side."""

    number: int
    x: float
    y: float
    side: float


@dataclass(frozen=True, slots=True)
class Printed:
    """A pattern printed on a thing: a lattice as rows of cells, ``#`` filled and ``.`` bare.

    The lattice is a square with sides of ``size``, its middle at (x, y) from the middle of the thing, upright.
    """

    rows: tuple[str, ...]
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True)
class Supply:
    """So many alike pieces are in the box, each of which shows as one of these things: a tile's two sides, say.

    ``least``: so many of them at least are on the table while a match is on.
    """

    things: tuple[str, ...]
    count: int
    least: int = 0


Layout = Mapping[str, tuple[Thing, ...]]
"""What lies where: place name -> things, bottom first. A place that is not named is empty."""


@dataclass(frozen=True, slots=True)
class TablePlan:
    """Every place of a game's table and every thing that can be there.

    Of a table whose ``sheets`` lie by themselves each is a plan of its own, found by its own marks: where they lie
    in the plan of them all is only where they are drawn.
    """

    places: tuple[Place, ...]
    things: tuple[Thing, ...]
    unit_mm: float
    links: tuple[tuple[str, str], ...] = ()
    """Places joined by a line on the board, for drawing it."""
    walls: tuple[tuple[str, str], ...] = ()
    """Neighbours with a wall between them, for drawing it."""
    markers: tuple[Marker, ...] = ()
    """The marks of the printed mat. A table without the mat is the same plan without the marks."""
    printed: Mapping[str, Printed] = field(default_factory=dict, hash=False)
    """Name of a thing -> the pattern it is known by, where it is known by one."""
    supply: tuple[Supply, ...] = ()
    """What the box holds of its pieces, as far as it is known."""
    alike: tuple[tuple[str, ...], ...] = ()
    """Places among which it means nothing where a thing lies, such as the slots of one display."""
    cards: tuple[str, ...] = ()
    """The kinds of things that are cards: each is known by its face, once it was shown."""
    name: str = ""
    """Which of several sheets it is."""
    title: str = ""
    """What people call this sheet."""
    sheets: tuple[TablePlan, ...] = ()
    """The sheets that it consists of, if there are several."""

    @property
    def apart(self) -> tuple[TablePlan, ...]:
        """What is found and read by itself: each of its sheets, or the whole."""
        return self.sheets or (self,)

    def place(self, name: str) -> Place:
        for place in self.places:
            if place.name == name:
                return place
        raise KeyError(name)


def side_by_side(*sheets: TablePlan) -> TablePlan:
    """The plan of several sheets, from left to right: the last stays where it is."""
    left, _, (top, bottom) = _extent(sheets[-1])
    placed = [sheets[-1]]
    for sheet in reversed(sheets[:-1]):
        near, far, (high, low) = _extent(sheet)
        # by whole units, so that places one unit apart stay where cells are
        right, down = math.floor(left - _BETWEEN - far), round((top + bottom - high - low) / 2)
        placed.insert(0, _moved(sheet, right, down))
        left = near + right
    return TablePlan(
        tuple(place for sheet in placed for place in sheet.places),
        tuple(dict.fromkeys(thing for sheet in placed for thing in sheet.things)),
        sheets[-1].unit_mm,
        links=tuple(link for sheet in placed for link in sheet.links),
        walls=tuple(wall for sheet in placed for wall in sheet.walls),
        markers=tuple(marker for sheet in placed for marker in sheet.markers),
        printed={name: one for sheet in placed for name, one in sheet.printed.items()},
        supply=tuple(dict.fromkeys(supply for sheet in placed for supply in sheet.supply)),
        alike=tuple(names for sheet in placed for names in sheet.alike),
        cards=tuple(dict.fromkeys(kind for sheet in placed for kind in sheet.cards)),
        sheets=sheets,
    )


_BETWEEN = 0.5
"""Between two sheets that lie side by side, in the plan's unit."""


def _extent(sheet: TablePlan) -> tuple[float, float, tuple[float, float]]:
    """Where a sheet ends: left, right, and top with bottom."""
    boxes = [(place.x, place.y, place.width, place.height) for place in sheet.places]
    boxes += [(marker.x, marker.y, 2 * marker.side, 2 * marker.side) for marker in sheet.markers]
    across = [x + side * wide / 2 for x, _, wide, _ in boxes for side in (-1, 1)]
    down = [y + side * high / 2 for _, y, _, high in boxes for side in (-1, 1)]
    return min(across), max(across), (min(down), max(down))


def _moved(sheet: TablePlan, right: float, down: float) -> TablePlan:
    return replace(
        sheet,
        places=tuple(replace(place, x=place.x + right, y=place.y + down) for place in sheet.places),
        markers=tuple(replace(marker, x=marker.x + right, y=marker.y + down) for marker in sheet.markers),
    )


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where the table is not as it should be."""

    place: str
    expected: tuple[Thing, ...]
    seen: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class Motion:
    """One piece on its way: from a place to a place, the same one if it is turned over there.

    Without ``source`` it comes from beside the table, without ``target`` it leaves it. ``becomes`` is what it
    shows afterwards, if that is another face.
    """

    thing: Thing
    source: str
    target: str
    becomes: Thing | None = None


def motions(before: Layout, after: Layout) -> tuple[Motion, ...]:
    """How one layout can become another: what is turned over, then what travels, comes and goes."""
    gone: list[tuple[str, Thing]] = []
    come: list[tuple[str, Thing]] = []
    found: list[Motion] = []
    for one in differences(before, after):
        lost = [thing for thing in one.expected if thing not in one.seen]
        new = [thing for thing in one.seen if thing not in one.expected]
        for thing in list(lost):
            other = next((other for other in new if (other.kind, other.owner) == (thing.kind, thing.owner)), None)
            if other is not None:
                found.append(Motion(thing, one.place, one.place, other))
                lost.remove(thing)
                new.remove(other)
        gone += [(one.place, thing) for thing in lost]
        come += [(one.place, thing) for thing in new]
    for place, thing in gone:
        there = next((name for name, other in come if other == thing), "")
        if there:
            come.remove((there, thing))
        found.append(Motion(thing, place, there))
    return (*found, *(Motion(thing, "", place) for place, thing in come))


def differences(expected: Layout, seen: Layout) -> tuple[Difference, ...]:
    """Place by place, what differs between two layouts, in the order of their names."""
    return tuple(
        Difference(name, expected.get(name, ()), seen.get(name, ()))
        for name in sorted(expected.keys() | seen.keys())
        if expected.get(name, ()) != seen.get(name, ())
    )
