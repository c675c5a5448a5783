"""What the things of Archimage look like: dice, tokens, scrolls, figures. Our own drawings, all flat shapes."""

from __future__ import annotations

from functools import lru_cache

from engine.archimage.elements import CARD_NUMBERS, COLOURS, ELEMENTS, element_of, power_of
from engine.archimage.layouts.plan import card_of_thing
from engine.drawing import Area, Drawing, Line, Points, Shape, Standing, Text, box, disc, moved, star
from engine.table import Thing

INKS = {"red": "#c0392b", "blue": "#2463ae", "yellow": "#e3b322", "green": "#2e8b4f", "violet": "#7a4a9e"}
SEAT_INKS = ("#1f1c2a", "#7a3fb0", "#00684f", "#b25c00", "#1d5d9b")
"""The colours in which the page shows the seats."""
PAPER, DARK, PALE, BACK = "#f6f1e4", "#22252b", "#ffffff", "#4a4458"
DIE_MM, TOKEN_MM, CARD_MM, MARKER_MM = 16.0, 20.0, (28.0, 38.0), 22.0
FIGURE_MM, FOOT_MM = (18.0, 30.0), 15.0

_PIP = 0.26
"""How far pips are from the middle of a die, in its sides."""
_CORNERS = ((-1, -1), (1, 1))
_OTHERS = ((1, -1), (-1, 1))
_SIDES = ((-1, 0), (1, 0))
PIPS = {
    0: (),
    1: ((0, 0),),
    2: _CORNERS,
    3: (*_CORNERS, (0, 0)),
    4: (*_CORNERS, *_OTHERS),
    5: (*_CORNERS, *_OTHERS, (0, 0)),
    6: (*_CORNERS, *_OTHERS, *_SIDES),
}


@lru_cache(maxsize=512)
def drawing(thing: Thing) -> Drawing | Standing | None:
    kind, *rest = thing.name.split("-")
    if thing.kind == "die":
        return _die(rest[0], int(rest[1]) if len(rest) > 1 else 0)
    if thing.kind == "seal":
        return _token(rest[0], int(rest[1]))
    if thing.kind == "scroll":
        card = card_of_thing(thing)
        return back() if card is None else _scroll(card)
    if thing.kind == "bond":
        return back() if rest[0] == "back" else _scroll(CARD_NUMBERS["bond"])
    if thing.kind == "marker":
        return _first()
    if kind == "guardian":
        return _guardian(ELEMENTS.index(rest[0]))
    return _figure(kind, thing.owner or 0) if kind in ("mage", "familiar") else None


def _die(colour: str, face: int) -> Drawing:
    shapes: list[Shape] = [Area(box(0, 0, DIE_MM, DIE_MM, 2.5), INKS[colour])]
    ink = DARK if colour == "yellow" else PALE
    for right, down in PIPS[face]:
        shapes.append(Area(disc(right * _PIP * DIE_MM, down * _PIP * DIE_MM, DIE_MM * 0.095), ink))
    return Drawing(tuple(shapes), DIE_MM, DIE_MM, box(0, 0, DIE_MM, DIE_MM, 2.5))


def _token(colour: str, power: int) -> Drawing:
    ink = DARK if colour == "yellow" else PALE
    edge = disc(0, 0, TOKEN_MM / 2)
    ring = Line(disc(0, 0, TOKEN_MM / 2 - 2), ink, 0.8, closed=True)
    number = Text(str(power), 0, 3.6, 10.0, ink, is_bold=True)
    mark = Area(sign(COLOURS.index(colour), 0, 5.6, 0.22), ink)
    return Drawing((Area(edge, INKS[colour]), ring, number, mark), TOKEN_MM, TOKEN_MM, edge)


def _scroll(card: int) -> Drawing:
    """A card: its power in its colour, the sign of its element, the name of its spell in the notation."""
    wide, tall = CARD_MM
    name = next(word for word, number in CARD_NUMBERS.items() if number == card).partition("-")[0]
    colour = INKS[COLOURS[element_of(card)]]
    ink = DARK if COLOURS[element_of(card)] == "yellow" else PALE
    shapes: tuple[Shape, ...] = (
        Area(box(0, 0, wide, tall, 2), PAPER),
        Area(box(0, -tall / 2 + 7, wide, 14), colour),
        Text(str(power_of(card)), 0, -tall / 2 + 11, 10.5, ink, is_bold=True),
        Area(sign(element_of(card), 0, 4.0), colour),
        Text(name[:14], 0, tall / 2 - 4, 3.0, DARK, is_bold=True),
        Line(box(0, 0, wide - 1.6, tall - 1.6, 1.6), colour, 0.8, closed=True),
    )
    return Drawing(shapes, wide, tall, box(0, 0, wide, tall, 2))


TITLE_BOX, TEXT_BOX = (0.0, -2.2, 25.4, 4.0), (0.0, 9.2, 25.4, 17.0)
"""Where the title and the words of a printed scroll are: their middle, how wide and how high."""


def printed_scroll(card: int) -> Drawing:
    """The same with room for words: power and sign beside each other in its head."""
    wide, tall = CARD_MM
    colour = INKS[COLOURS[element_of(card)]]
    ink = DARK if COLOURS[element_of(card)] == "yellow" else PALE
    shapes: tuple[Shape, ...] = (
        Area(box(0, 0, wide, tall, 2), PAPER),
        Area(box(0, -tall / 2 + 7, wide, 14), colour),
        Text(str(power_of(card)), -6.5, -tall / 2 + 11, 10.5, ink, is_bold=True),
        Area(sign(element_of(card), 6.0, -tall / 2 + 7.5, 0.75), ink),
        Line(box(0, 0, wide - 1.6, tall - 1.6, 1.6), colour, 0.8, closed=True),
    )
    return Drawing(shapes, wide, tall, box(0, 0, wide, tall, 2))


def sign(element: int, x: float, y: float, scale: float = 1.0) -> Points:
    """A shape for each element, so that colour alone need not tell; some twelve millimetres across."""
    shape = (
        ((-6.0, 5.0), (0.0, -6.0), (6.0, 5.0)),
        ((-6.0, -5.0), (6.0, -5.0), (0.0, 6.0)),
        disc(0, 0, 5.5),
        box(0, 0, 10, 10),
        star(0, 0, 5, 6.5, 2.8),
    )[element]
    return moved(shape, x, y, scale=scale)


def back() -> Drawing:
    """A scroll face down."""
    wide, tall = CARD_MM
    shapes = (
        Area(box(0, 0, wide, tall, 2), BACK),
        Line(box(0, 0, wide - 4, tall - 4, 1.5), PAPER, 0.8, closed=True),
        Area(star(0, 0, 5, 8, 3.5), PAPER),
    )
    return Drawing(shapes, wide, tall, box(0, 0, wide, tall, 2))


def _first() -> Drawing:
    edge = disc(0, 0, MARKER_MM / 2)
    return Drawing((Area(edge, DARK), Area(star(0, 0, 7, 8.5, 4.5), INKS["yellow"])), MARKER_MM, MARKER_MM, edge)


def _figure(kind: str, seat: int) -> Standing:
    """A mage wears a pointed hat, a familiar has two ears; colour and number are the seat's."""
    wide, tall = FIGURE_MM if kind == "mage" else (15.0, 20.0)
    ink = SEAT_INKS[seat % len(SEAT_INKS)]
    half, low = wide / 2, tall / 2
    if kind == "mage":
        body: Points = ((-half, low), (-2.5, -low + 9), (0, -low), (2.5, -low + 9), (half, low))
    else:
        body = (
            (-half, low),
            (-half, -low),
            (-half / 3, -low + 5),
            (half / 3, -low + 5),
            (half, -low),
            (half, low),
        )
    shapes: tuple[Shape, ...] = (Area(body, ink), Text(str(seat + 1), 0, low - 3, 8.0, PALE, is_bold=True))
    foot = disc(0, 0, FOOT_MM / 2)
    return Standing(Drawing(shapes, wide, tall, body), Drawing((Area(foot, ink),), FOOT_MM, FOOT_MM, foot))


def _guardian(element: int) -> Standing:
    """A shield with the sign of its element."""
    colour = COLOURS[element]
    ink = DARK if colour == "yellow" else PALE
    wide, tall = 20.0, 26.0
    half, low = wide / 2, tall / 2
    body: Points = ((-half, -low), (half, -low), (half, low * 0.3), (0, low), (-half, low * 0.3))
    shapes: tuple[Shape, ...] = (Area(body, INKS[colour]), Area(sign(element, 0, -3, 0.9), ink))
    foot = disc(0, 0, FOOT_MM / 2)
    return Standing(
        Drawing(shapes, wide, tall, body), Drawing((Area(foot, INKS[colour]),), FOOT_MM, FOOT_MM, foot)
    )
