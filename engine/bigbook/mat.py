"""The mat that a camera looks at: tracks, slots, the open book, library and spells, between four marks.

Each spot is told once, here: it is printed, drawn at the simulated table and looked at where this says. A spot
bears a print of its own, all over, so that it is told from whatever lies on it, whatever light falls on both.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.bigbook.cards import ELEMENTS
from engine.bigbook.state import ROUNDS, SEATS, SLOTS, TURNS_A_ROUND
from engine.drawing import Area, Drawing, Line, Points, Shape, Text, box, disc, hatched, star
from engine.table import Marker, Place

UNIT_MM = 22
"""Half the length of an element card."""
CARD_MM = {"card": (44.0, 63.0), "curse": (63.0, 88.0), "spell": (75.0, 75.0), "page": (88.0, 126.5)}
"""How large each kind of card is."""
MAT_MM = (832.0, 478.0)
MARKS_MM = (792.0, 440.0)
"""From mark to mark, middle to middle: a whole number of units."""
MARK_MM = 22.0
STOP_MM = 25.0
"""How wide a stop on a track is."""
ON_MAT = 5
"""So many spells of a player have a spot of their own; those of a magician who has more lie beside it."""
FLOOR, PAPER, RIM, PRINT = "#efe9db", "#f7f2e6", "#9a917f", "#b3a98f"
_FIRST_MARKER = 40
_SLOTS_MM = (-298.0, -231.0, -164.0, -97.0, -30.0)
_STOPS_MM = (
    (-363.0, -92.0),
    (-345.0, -183.0),
    (-298.0, -197.0),
    (-197.5, -197.0),
    (-97.0, -197.0),
    (-30.0, -197.0),
)
"""The invocation space, and the five spaces above the slots."""
_ROUNDS_MM = (-396.0, -184.0, 26.0)
_BOOK_MM = (58.0, 151.0, -140.0)
_LIBRARY_MM = ((244.0, -171.0), (323.0, -171.0), (244.0, -92.0), (323.0, -92.0))
_MADNESS_MM = (389.0, -100.0)
_ROWS_MM = (3.0, 85.0, 167.0)
_COLUMNS_MM = (-200.0, 200.0)
_SPELLS_MM = 78.0
_PILES_MM = (47.0, 29.0)
"""From pile to pile, and where the first one is."""
_HATCH_MM = 11.0


@dataclass(frozen=True, slots=True)
class Spot:
    """Somewhere on the mat, in millimetres from its middle: the name of the place, and what is printed there."""

    name: str
    kind: str
    thing: str
    """What kind of thing belongs there."""
    x: float
    y: float
    said: str = ""

    @property
    def size(self) -> tuple[float, float]:
        return CARD_MM.get(self.thing, (STOP_MM, STOP_MM))

    @property
    def place(self) -> Place:
        x, y, width, height = (value / UNIT_MM for value in (self.x, self.y, *self.size))
        return Place(self.name, self.kind, x, y, (self.thing,), width, height)


def spots(seats: tuple[str, ...] = SEATS) -> Iterator[Spot]:
    """All that a camera looks at, for these players."""
    for number, (x, y) in enumerate(_STOPS_MM[: TURNS_A_ROUND + 1]):
        yield Spot(f"space-{number}", "track", "book", x, y, str(number or ""))
    left, top, step = _ROUNDS_MM
    for number in range(ROUNDS):
        yield Spot(f"round-{number + 1}", "track", "hat", left, top + step * number, str(number + 1))
    for name, x in zip(SLOTS, _SLOTS_MM, strict=True):
        yield Spot(f"slot-{name}", "slot", "curse", x, -133.0, name)
    monster, panel, down = _BOOK_MM
    yield Spot("monster", "page", "page", monster, down)
    yield Spot("panel", "page", "page", panel, down)
    for element, (x, y) in zip(ELEMENTS.values(), _LIBRARY_MM, strict=True):
        yield Spot(f"library-{element}", "library", "spell", x, y, element)
    for seat, name in enumerate(seats):
        for number in range(ON_MAT):
            x = _COLUMNS_MM[seat % 2] + _SPELLS_MM * (number - (ON_MAT - 1) / 2)
            yield Spot(f"{name}-spell-{number + 1}", "spell", "spell", x, _ROWS_MM[seat // 2], str(seat + 1))


def piles() -> Iterator[Spot]:
    """Where cards lie that nobody has to look at: their number is told by what was done."""
    step, first = _PILES_MM
    for at, (letter, value) in enumerate((letter, value) for letter in ELEMENTS for value in (2, 3)):
        yield Spot(f"pile-{letter}{value}", "pile", "card", first + step * at, _ROWS_MM[2], f"{value}")
    yield Spot("madness", "pile", "card", *_MADNESS_MM, "madness")


def markers() -> Iterator[Marker]:
    right, down = (side / 2 / UNIT_MM for side in MARKS_MM)
    corners = ((-right, -down), (right, -down), (right, down), (-right, down))
    for number, (x, y) in enumerate(corners):
        yield Marker(_FIRST_MARKER + number, x, y, MARK_MM / UNIT_MM)


# -- what is printed ------------------------------------------------------------------------------------


def drawing(inks: dict[str, str], signs: dict[str, Points]) -> Drawing:
    """The whole mat. ``inks`` and ``signs`` are those of the elements."""
    shapes: list[Shape] = [Area(box(0, 0, *MAT_MM), FLOOR)]
    for spot in (*spots(), *piles()):
        shapes += _stop(spot) if spot.thing not in CARD_MM else _bed(spot, _ink(spot, inks))
        if spot.kind == "library":
            shapes.append(Area(_sign(signs[spot.said], spot, 3.0), inks[spot.said]))
        elif spot.kind == "pile" and spot.said != "madness":
            element = ELEMENTS[spot.name.partition("-")[2][0]]
            shapes.append(Area(_sign(signs[element], spot, 1.4), inks[element]))
    return Drawing(tuple(shapes), *MAT_MM)


def _ink(spot: Spot, inks: dict[str, str]) -> str:
    return inks[spot.said] if spot.kind == "library" else PRINT


def _sign(sign: Points, spot: Spot, scale: float) -> Points:
    return tuple((spot.x + scale * x, spot.y + scale * y) for x, y in sign)


def _stop(spot: Spot) -> Iterator[Shape]:
    """Where a marker may stand on a track: a star that a marker covers."""
    yield Area(disc(spot.x, spot.y, STOP_MM / 2), PAPER)
    yield Line(disc(spot.x, spot.y, STOP_MM / 2), RIM, 1.2, closed=True)
    yield Area(star(spot.x, spot.y, 8, 10.5, 5.2), PRINT)
    yield Area(disc(spot.x, spot.y, 4.6), PAPER)
    yield Text(spot.said, spot.x, spot.y + 2.6, 7.5, RIM, is_bold=True)


def _bed(spot: Spot, ink: str) -> Iterator[Shape]:
    """Where a card may lie: hatched, so that it is seen to be bare."""
    wide, high = spot.size
    edge = box(spot.x, spot.y, wide + 1, high + 1, 3)
    yield Area(edge, PAPER)
    yield from (Line(line, PRINT, 1.6) for line in hatched(spot.x, spot.y, wide - 5, high - 5, _HATCH_MM))
    yield Line(edge, ink, 1.0, closed=True)
    yield Area(disc(spot.x, spot.y, 8.5), PAPER)
    said = spot.said.partition("-")
    for line, part in enumerate(
        word for word in (said[0], said[2]) if word and spot.kind not in ("library", "pile")
    ):
        yield Text(part, spot.x, spot.y + 2.4 + 5.2 * line, 6.5, RIM)
