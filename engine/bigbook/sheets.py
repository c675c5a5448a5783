"""What The Big Book of Madness gives to the printer: its mat, and a stand-in for every card.

All our own drawings. Elements have a shape each, besides their colour; stand-ins say on their face that they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any
from zlib import crc32

from engine.bigbook import mat
from engine.bigbook.box import Box, Card, CurseCard, Magician, Page, Spell, box_of
from engine.bigbook.calling import BACK
from engine.bigbook.captions import DARK, LIMITS_MM, MAD, MADNESS_WORDS, MAGICIAN_MM, PALE, SIDE_MM, captions
from engine.bigbook.cards import ELEMENTS, IN_BOX, MADNESS, VALUES
from engine.bigbook.mat import CARD_MM, PAPER, RIM
from engine.drawing import BLEED_MM, Area, Drawing, Line, Points, Shape, Text, box, disc, lozenge, moved, star
from engine.errors import N_
from engine.printed import Batch, Ground, Piece, Wording
from engine.table import Thing

INKS = {"earth": "#3f7d3a", "water": "#2463ae", "fire": "#c0392b", "air": "#8a6bb0", "multi": "#3b3630"}
MARKER_MM = 20.0
MADNESS_CARDS = 20
"""Ten and two for each of five players."""
APART_MM = 2 * BLEED_MM
MARKERS = ("book", "hat")

SIGNS: dict[str, Points] = {
    "earth": box(0, 0, 8.4, 8.4),
    "water": ((-5.0, -4.2), (5.0, -4.2), (0.0, 5.0)),
    "fire": ((-5.0, 4.2), (0.0, -5.0), (5.0, 4.2)),
    "air": disc(0, 0, 4.6),
    "multi": star(0, 0, 5, 5.4, 2.3),
}
_STAR = star(0, 0, 7, 12, 6)


def printed() -> Iterator[Batch | Ground]:
    cards = box_of("", True)
    yield _mat()
    yield _elements()
    yield _batch("magicians", N_("Magicians"), map(_magician, cards.magicians.values()))
    yield _batch("spells", N_("Spells"), map(_spell, cards.spells.values()))
    yield _batch("curses", N_("Curses"), map(_curse, cards.curses.values()))
    yield _batch("book", N_("The book: covers, monsters, the last page"), map(_page, cards.pages.values()))
    yield _markers()


def _batch(name: str, title: str, pieces: Iterator[Piece]) -> Batch:
    about = N_(
        "Stand-ins of our own: cut along the lines between the marks. What is known of the real cards is kept."
    )
    return Batch(name, title, about, tuple(pieces), 0.0)


def _mat() -> Ground:
    return Ground(
        "mat",
        N_("Mat: both tracks, slots for curses, the book, the library, spells"),
        N_(
            "Glue the sheets together along the marks. A camera that sees all four black marks follows what lies "
            "here; keep them in the open. The number on a spell's place is that of its player."
        ),
        mat.drawing(INKS, SIGNS),
        0.0,
        0.0,
        mat.MAT_MM,
        marked=True,
    )


def drawing(box: Box, thing: Thing) -> Drawing | None:
    """What a thing of the table looks like without its words; nobody drew a card that nobody knows."""
    if thing.sideways:
        upright = drawing(box, Thing(thing.sideways, thing.kind))
        return upright.turned(90) if upright else None
    if thing.kind in MARKERS:
        return _marker(thing.kind).front
    if thing.name.startswith(f"{BACK}-"):
        return _curse_back(thing.name.removeprefix(f"{BACK}-"))
    if thing.kind == "card":
        code = MADNESS if thing.name == "madness" else thing.name
        return _madness() if code == MADNESS else _element(ELEMENTS[code[0]], int(code[1]))
    card = box.card(thing.name)
    return _front(card) if card is not None else None


def words_on(box: Box, thing: Thing) -> tuple[Wording, ...]:
    """What is printed on a thing in words."""
    if thing.kind == "card":
        return MADNESS_WORDS if thing.name in (MADNESS, "madness") else ()
    card = box.card(thing.name)
    return captions(card) if card is not None else ()


@lru_cache(maxsize=512)
def _front(card: Card) -> Drawing:
    return _DRAWN[type(card)](card).front


# -- cards ----------------------------------------------------------------------------------------------


def _elements() -> Batch:
    pieces = [
        Piece(f"{letter}{number}", _element(element, number), _back(CARD_MM["card"], DARK), IN_BOX[number])
        for letter, element in ELEMENTS.items()
        for number in VALUES
    ]
    madness = Piece(MADNESS, _madness(), _back(CARD_MM["card"], DARK), MADNESS_CARDS, words=MADNESS_WORDS)
    pieces.append(madness)
    return Batch(
        "cards",
        N_("Element and madness cards"),
        N_("Print on both sides of card and cut along the lines between the marks."),
        tuple(pieces),
        0.0,
    )


def _frame(size: tuple[float, float], colour: str, ground: str = PAPER) -> list[Shape]:
    wide, tall = size
    return [
        Area(box(0, 0, wide + 2 * BLEED_MM, tall + 2 * BLEED_MM), ground),
        Line(box(0, 0, wide - 5, tall - 5, 2.5), colour, 1.2, closed=True),
    ]


def _element(element: str, number: int) -> Drawing:
    size = CARD_MM["card"]
    ink = INKS[element]
    shapes = _frame(size, ink)
    spots = {1: ((0, 0),), 2: ((0, -9), (0, 9)), 3: ((0, -11), (-9, 8), (9, 8))}[number]
    shapes += (Area(moved(SIGNS[element], x, y, scale=1.5), ink) for x, y in spots)
    for turn in (0, 180):
        shapes += (Text(str(number), *moved(((-14.0, -20.0),), turn=turn)[0], 11.0, ink, is_bold=True, turn=turn),)
    return Drawing(tuple(shapes), *size)


def _madness() -> Drawing:
    size = CARD_MM["card"]
    spiral = tuple(moved(((0.06 * step, 0.0),), turn=6.0 * step)[0] for step in range(0, 240, 3))
    shapes = [*_frame(size, MAD), Line(spiral, MAD, 2.4)]
    return Drawing(tuple(shapes), *size)


def _back(size: tuple[float, float], colour: str, sign: Points = _STAR) -> Drawing:
    """What lies face up while a card lies face down; curses show their type there."""
    return Drawing((*_frame(size, PALE, colour), Area(sign, PALE)), *size)


def _curse_back(kind: str) -> Drawing:
    return _back(CARD_MM["curse"], INKS[kind], moved(SIGNS[kind], scale=4.0))


def _card(card: Card, size: tuple[float, float], colour: str, sign: str) -> list[Shape]:
    """What every card shows besides words: a band for its title, the sign of its element, its code."""
    wide, tall = size
    shapes = _frame(size, colour)
    shapes.append(Area(box(0, -tall / 2 + 9, wide - 5, 13, 2), colour))
    shapes.append(Area(moved(SIGNS[sign], 0, -tall * 0.16, scale=tall / 55), colour))
    shapes.append(Text(card.code, 0, tall / 2 - 8.0, 2.6, RIM))
    return shapes


def _magician(card: Magician) -> Piece:
    shapes = _card(card, MAGICIAN_MM, INKS[card.element], card.element)
    shapes.append(Area(disc(0, -MAGICIAN_MM[1] * 0.16, 2.4), PALE))
    half = MAGICIAN_MM[0] / 2 - SIDE_MM
    shapes.append(Line(((-half, LIMITS_MM), (half, LIMITS_MM)), INKS[card.element], 0.5))
    return Piece(card.code, Drawing(tuple(shapes), *MAGICIAN_MM), words=captions(card))


def _spell(card: Spell) -> Piece:
    size = CARD_MM["spell"]
    shapes = _card(card, size, INKS[card.element], card.element)
    if card.value:
        shapes += (
            Area(disc(size[0] / 2 - 10, -size[1] / 2 + 9, 5.2), PALE),
            Text(str(card.value), size[0] / 2 - 10, -size[1] / 2 + 11.4, 7.0, INKS[card.element], is_bold=True),
        )
    return Piece(card.code, Drawing(tuple(shapes), *size), count=card.copies, words=captions(card))


def _curse(card: CurseCard) -> Piece:
    size = CARD_MM["curse"]
    ink = INKS[card.type]
    shapes = _card(card, size, ink, card.type)
    shapes.append(Line(lozenge(0, -size[1] * 0.16, 13.5, 13.5), ink, 1.2, closed=True))
    front = Drawing(tuple(shapes), *size)
    return Piece(card.code, front, _curse_back(card.type), card.copies, words=captions(card))


def _beast(card: Page) -> Iterator[Shape]:
    """In place of a monster's picture: a sign that no other page has, to be told from them at a glance."""
    told = crc32(card.code.encode())
    count, ink, turn = 3 + told % 8, _BEASTS[told // 8 % len(_BEASTS)], told // 64 % 12 * 30.0
    y = -CARD_MM["page"][1] * 0.17
    yield Area(box(0, y, 60, 33), PAPER)
    yield Area(disc(0, y, 16.0), ink)
    yield Area(moved(star(0, 0, count, 14.5, 3.0 + told // 1024 % 4 * 2.4), 0, y, turn), PALE)
    for side in (-1, 1):
        for dot in range(told // 4096 % 4):
            yield Area(disc(side * 23.0, y - 9.0 + 7.0 * dot, 2.8), ink)


_BEASTS = ("#221f28", "#8c2f39", "#2f5d50", "#5b3a6e", "#a0651a", "#2c4a7c")


def _page(card: Page) -> Piece:
    size = CARD_MM["page"]
    shapes = _card(card, size, DARK, "multi")
    shapes += _beast(card)
    for at, symbol in enumerate(card.symbols):
        x = 22.0 * (at - (len(card.symbols) - 1) / 2)
        shapes.append(Area(moved(SIGNS[symbol], x, 1.0, scale=1.1), INKS[symbol]))
    return Piece(card.code, Drawing(tuple(shapes), *size), words=captions(card))


def _marker(name: str) -> Piece:
    edge = disc(0, 0, MARKER_MM / 2)
    shapes: list[Shape] = [Line(edge, DARK, 2 * BLEED_MM, closed=True), Area(edge, DARK)]
    if name == "book":
        shapes += [Area(box(-3.4, 0, 6, 9), PALE), Area(box(3.4, 0, 6, 9), PALE)]
    else:
        shapes.append(Area(((-7.0, 4.5), (0.0, -7.5), (7.0, 4.5)), PALE))
    return Piece(name, Drawing(tuple(shapes), MARKER_MM, MARKER_MM, edge))


def _markers() -> Batch:
    return Batch(
        "markers",
        N_("Book and hat"),
        N_(
            "Glue the sheet onto cardboard before you cut. The book goes along its track, the hat down the rounds."
        ),
        tuple(map(_marker, MARKERS)),
        APART_MM,
    )


_DRAWN: dict[type[Card], Callable[[Any], Piece]] = {
    Magician: _magician,
    Spell: _spell,
    CurseCard: _curse,
    Page: _page,
}
