"""Rune cards: a pattern in a lattice on one side, what the card can pay for on the other."""

from __future__ import annotations

from collections.abc import Iterator

from engine.drawing import (
    BLEED_MM,
    Area,
    Drawing,
    Line,
    Shape,
    Text,
    arc,
    around,
    box,
    disc,
    lozenge,
    placed,
    star,
)
from engine.spell.deck import SPELLS
from engine.spell.drawings.inks import GREY, INK, PAPER
from engine.spell.layouts.cards import LATTICE_MM, LATTICE_Y, lattice
from engine.spell.layouts.plan import CARD_MM
from engine.spell.runes import Card, Pattern

CELL = 0.88
"""The share of its pitch that a cell of the lattice takes."""
PIPS_Y, PIPS_PITCH = 23.8, 6.0
FRAME_MM = (38.0, 59.0)
BACKS = {"basic": "#26324a", "advanced": "#4a2632"}
OTHER_BACK = "#2c3a30"
PALE, LIT = "#d9d2bd", "#f3c763"
ADVANCED = "advanced"


def face(card: Card, deck: str) -> Drawing:
    """The pattern side."""
    width, height = (side + 2 * BLEED_MM for side in CARD_MM)
    shapes = (
        Area(box(0, 0, width, height), PAPER),
        *_frame(deck),
        *_cells(card.pattern),
        *_pips(card.level, PIPS_Y, INK),
        Text(card.code, -15.5, -20.6, 7.0, INK, "left", is_bold=True),
        *placed(_sign(deck, INK), 12.2, -23.0, scale=3.2),
    )
    return Drawing(shapes, *CARD_MM)


def _frame(deck: str) -> Iterator[Shape]:
    yield Line(box(0, 0, *FRAME_MM, radius=3.0), INK, 0.9, closed=True)
    if deck == ADVANCED:
        width, height = FRAME_MM
        yield Line(box(0, 0, width - 2.6, height - 2.6, radius=2.0), INK, 0.4, closed=True)


def _cells(pattern: Pattern) -> Iterator[Shape]:
    count, needed = lattice(pattern)
    pitch = LATTICE_MM / count
    side = pitch * CELL
    for row in range(count):
        for column in range(count):
            x, y = ((i - (count - 1) / 2) * pitch for i in (column, row))
            spot = box(x, y + LATTICE_Y, side, side, radius=side * 0.16)
            if (row, column) in needed:
                yield Area(spot, INK)
                yield Area(lozenge(x, y + LATTICE_Y, pitch * 0.13, pitch * 0.13), PAPER)
            else:
                yield Line(spot, GREY, 0.35, closed=True)


def _pips(level: int, y: float, colour: str) -> Iterator[Shape]:
    for i in range(level):
        yield Area(lozenge((i - (level - 1) / 2) * PIPS_PITCH, y, 2.0, 2.4), colour)


def _sign(deck: str, colour: str) -> Iterator[Shape]:
    """A deck's sign, of radius 1: a ring, or a star."""
    if deck == ADVANCED:
        yield Area(star(0, 0, 8, 1.0, 0.5), colour)
    else:
        yield Line(disc(0, 0, 0.82), colour, 0.36, closed=True)


# -- the back ---------------------------------------------------------------------------------------------


def back(level: int, deck: str) -> Drawing:
    """The spell side: what a card of this level can pay for."""
    width, height = (side + 2 * BLEED_MM for side in CARD_MM)
    ground = BACKS.get(deck, OTHER_BACK)
    spells = SPELLS[level]
    shapes: list[Shape] = [Area(box(0, 0, width, height), ground)]
    shapes += [Line(box(0, 0, 33, 54, radius=3.0), PALE, 0.5, closed=True)]
    shapes += placed(_sign(deck, PALE), 0, -20.5, scale=3.4)
    for i, spell in enumerate(spells):
        shapes += placed(_SPELL_SIGNS[spell](ground), 0, 0.6 + 11.8 * (i - (len(spells) - 1) / 2))
    if not spells:
        shapes += _great_star(ground)
    shapes += _pips(level, 21.5, LIT)
    return Drawing(tuple(shapes), *CARD_MM)


def _summon(ground: str) -> Iterator[Shape]:
    """A spirit rising from its circle."""
    yield Line(arc(0, 0.8, 4.6, 0, 180), LIT, 0.6)
    yield Area(((0, -5.4), (3.0, -1.2), (2.2, 2.8), (-2.2, 2.8), (-3.0, -1.2)), PALE)
    for side in (-1, 1):
        yield Area(disc(side * 1.1, -0.4, 0.55), ground)


def _levitate(ground: str) -> Iterator[Shape]:
    """A hooded figure above the waves."""
    yield Area(((0, -5.4), (1.8, -2.6), (3.6, 2.2), (-3.6, 2.2), (-1.8, -2.6)), PALE)
    yield Area(disc(0, -2.4, 0.9), ground)
    for y, reach in ((3.6, 4.6), (5.0, 2.8)):
        yield Line(((-reach, y), (reach, y)), LIT, 0.6)


def _push(ground: str) -> Iterator[Shape]:
    """An orb that drives away on every side."""
    yield Area(disc(0, 0, 2.1), LIT)
    yield from around((Area(((-1.8, -3.1), (1.8, -3.1), (0, -5.4)), PALE),), 4)


def _great_star(ground: str) -> Iterator[Shape]:
    yield Area(star(0, 1.0, 8, 12.5, 5.0), LIT)
    yield Area(star(0, 1.0, 8, 8.5, 3.4), ground)
    yield Area(disc(0, 1.0, 1.8), PALE)


_SPELL_SIGNS = {"summon": _summon, "levitate": _levitate, "push": _push}
