"""What the things of Archimage look like: dice, tokens, scrolls, figures. Our own drawings, all flat shapes."""

from __future__ import annotations

from functools import lru_cache

from engine.archimage.elements import BOND, CARD_NUMBERS, COLOURS, ELEMENTS, effect_of, element_of, power_of
from engine.archimage.layouts.plan import card_of_thing
from engine.drawing import (
    Area,
    Drawing,
    Line,
    Points,
    Shape,
    Standing,
    Text,
    arc,
    around,
    box,
    disc,
    lozenge,
    moved,
    star,
)
from engine.table import Thing

INKS = {"red": "#c0392b", "blue": "#2463ae", "yellow": "#e3b322", "green": "#2e8b4f", "violet": "#7a4a9e"}
SEAT_INKS = ("#1f1c2a", "#7a3fb0", "#00684f", "#b25c00", "#1d5d9b")
"""The colours in which the page shows the seats."""
PAPER, DARK, PALE, BACK = "#f6f1e4", "#22252b", "#ffffff", "#4a4458"
DIE_MM, TOKEN_MM, CARD_MM, MARKER_MM = 16.0, 26.0, (32.0, 42.0), 22.0
"""Tokens and scrolls fill their spaces nearly: a camera above a whole board has to read them."""
FIGURE_MM, FOOT_MM = (18.0, 30.0), {"mage": 22.0, "familiar": 18.0, "guardian": 20.0}

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
    if thing.unknown:
        return None
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
    """Its power is told twice, by its number and by as many dots along the edge: these stay when it is small."""
    ink = DARK if colour == "yellow" else PALE
    edge = disc(0, 0, TOKEN_MM / 2)
    dots = around((Area(disc(0, -_DOTS_MM, 1.9), ink),), power)
    number = Text(str(power), 0, 2.6, 11.0, ink, is_bold=True)
    mark = Area(sign(COLOURS.index(colour), 0, 5.4, 0.28), ink)
    return Drawing((Area(edge, INKS[colour]), number, mark, *dots), TOKEN_MM, TOKEN_MM, edge)


_DOTS_MM = 10.2
"""How far its dots are from the middle of a token."""


def _scroll(card: int) -> Drawing:
    """A card as it is printed, with the name of its spell for a title: in the notation; for people, in words."""
    name = next(word for word, number in CARD_NUMBERS.items() if number == card).partition("-")[0]
    drawn = printed_scroll(card)
    title = Text(name[:14], 0, TITLE_BOX[1] + 1.2, 3.2, DARK, is_bold=True, said=name.capitalize())
    return Drawing((*drawn.shapes, title), drawn.width_mm, drawn.height_mm, drawn.outline)


TITLE_BOX, TEXT_BOX = (0.0, -4.2, 27.6, 4.2), (0.0, 6.6, 27.6, 16.4)
"""Where the title and the words of a printed scroll are: their middle, how wide and how high."""
_HEAD_MM, _STRIP_MM = 14.0, 5.4
"""How high what tells a scroll is, above its words and below them: its power once more, in dots."""


def printed_scroll(card: int) -> Drawing:
    """A card with room for words; above them its power, on its school's sign, and the sign of its element."""
    wide, tall = CARD_MM
    colour = INKS[COLOURS[element_of(card)]]
    ink = DARK if COLOURS[element_of(card)] == "yellow" else PALE
    at = (-8.0, -tall / 2 + 7.2)
    school = _school(card, *at)
    shapes: tuple[Shape, ...] = (
        Area(box(0, 0, wide, tall, 2), PAPER),
        Area(box(0, -tall / 2 + _HEAD_MM / 2, wide, _HEAD_MM), colour),
        *((Area(school, ink),) if school else ()),
        Text(str(power_of(card)), at[0], at[1] + 3.6, 10.5, colour if school else ink, is_bold=True),
        Area(sign(element_of(card), 8.0, at[1], 0.8), ink),
        Area(box(0, tall / 2 - _STRIP_MM / 2, wide, _STRIP_MM), colour),
        *(Area(disc(x, tall / 2 - _STRIP_MM / 2, 1.7), ink) for x in _dots(power_of(card))),
        Line(box(0, 0, wide - 1.6, tall - 1.6, 1.6), colour, 0.8, closed=True),
    )
    return Drawing(shapes, wide, tall, box(0, 0, wide, tall, 2))


def _dots(power: int) -> tuple[float, ...]:
    step = (CARD_MM[0] - 5) / power
    return tuple((number - (power - 1) / 2) * step for number in range(power))


def _school(card: int, x: float, y: float) -> Points:
    """The sign of a spell's school behind its power: the school of power has none."""
    school = 0 if card == BOND else effect_of(card) // len(ELEMENTS)
    return ((), disc(x, y, 6.0), box(x, y, 11.4, 11.4), lozenge(x, y, 7.6, 7.6))[school]


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
    # seen from above: a mage is dark with a pale ring, a familiar pale with a dark heart
    rings = ((1.0, ink), (0.76, PALE), (0.5, ink)) if kind == "mage" else ((1.0, PALE), (0.66, ink))
    return Standing(Drawing(shapes, wide, tall, body), _foot(FOOT_MM[kind], rings))


def _guardian(element: int) -> Standing:
    """A shield with the sign of its element; its foot is dark with a bright ring."""
    colour = COLOURS[element]
    ink = DARK if colour == "yellow" else PALE
    wide, tall = 20.0, 26.0
    half, low = wide / 2, tall / 2
    body: Points = ((-half, -low), (half, -low), (half, low * 0.3), (0, low), (-half, low * 0.3))
    shapes: tuple[Shape, ...] = (Area(body, INKS[colour]), Area(sign(element, 0, -3, 0.9), ink))
    rings = ((1.0, DARK), (0.72, INKS[colour]), (0.36, DARK))
    return Standing(Drawing(shapes, wide, tall, body), _foot(FOOT_MM["guardian"], rings))


def _foot(across: float, rings: tuple[tuple[float, str], ...]) -> Drawing:
    """What tells a figure from above, whichever way it stands: discs within each other, from the largest.

    Each half of it is a flap of the fold: the nearer one is drawn first, then the other.
    """
    half = tuple(Area(arc(0, 0, share * across / 2, 0, 180), ink) for share, ink in rings)
    ground = Area(disc(0, 0, across / 2 - 1), rings[0][1])
    return Drawing((ground, *around(half, 2)), across, across, disc(0, 0, across / 2))


def nearer(foot: Drawing) -> tuple[Shape, ...]:
    """The nearer half of a foot."""
    return foot.shapes[1 : 1 + len(foot.shapes) // 2]
