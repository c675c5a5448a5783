"""The page that checks the printer: bars of known length, the frame of a bank card, and how to print."""

from __future__ import annotations

from collections.abc import Iterator

from engine.drawing import Area, Line, Shape, Text, box
from engine.errors import N_
from engine.lettering import lines
from engine.words import Words
from runewatch.printing.pages import BLACK, GREY, Page, Size

NAME = "ruler"
TITLE = N_("Ruler: is the printer true to size?")
BAR_MM = 100.0
INCH_MM = 25.4
INCHES = 4
BANK_CARD_MM = (85.6, 53.98)
"""ISO/IEC 7810, ID-1."""
LEFT_MM = 20.0
THIN_MM = 0.15
ADVICE = (
    N_("Print at 100 % (actual size); do not let the program fit the page to the paper."),
    N_(
        "Lay a ruler on both bars of 100 mm, or a bank card on its frame. If they differ, correct the scale first."
    ),
    N_("Pages marked front and back belong to one sheet: print on both sides and turn over the long edge."),
    N_("Cutting marks are on the front only. If the back lies up to 2 mm off, that does no harm."),
)


def ruler(paper: Size, words: Words) -> Page:
    """The page for this paper."""
    marks = (
        *_advice(paper, words),
        *_across(LEFT_MM, 78),
        *_down(LEFT_MM, 115),
        *_inches(55, 115),
        *_card(55, 145),
    )
    return Page(NAME, words(TITLE), *paper, (), (*marks, *_card_words(55, 145, words)))


def _advice(paper: Size, words: Words) -> Iterator[Shape]:
    yield Text(words(TITLE), LEFT_MM, 22, 5.5, BLACK, "left", is_bold=True)
    y = 32.0
    for message in ADVICE:
        for line in lines(words(message), 3.4, paper[0] - 2 * LEFT_MM):
            yield Text(line, LEFT_MM, y, 3.4, BLACK, "left")
            y += 4.6
        y += 1.2


def _across(left: float, y: float) -> Iterator[Shape]:
    """A bar to the right, a tick every millimetre."""
    yield Line(((left, y), (left + BAR_MM, y)), BLACK, THIN_MM)
    for mm in range(int(BAR_MM) + 1):
        yield Line(((left + mm, y), (left + mm, y - _tick(mm))), BLACK, THIN_MM)
    for mm in range(0, int(BAR_MM), 20):
        yield Area(box(left + mm + 5, y + 1.5, 10, 2), BLACK)
    yield from (Text(str(mm), left + mm, y - 7, 3, BLACK) for mm in range(0, int(BAR_MM) + 1, 10))
    yield Text("100 mm", left + BAR_MM + 4, y, 4, BLACK, "left", is_bold=True)


def _down(x: float, top: float) -> Iterator[Shape]:
    yield Line(((x, top), (x, top + BAR_MM)), BLACK, THIN_MM)
    for mm in range(int(BAR_MM) + 1):
        yield Line(((x, top + mm), (x + _tick(mm), top + mm)), BLACK, THIN_MM)
    yield from (Text(str(mm), x + 7, top + mm + 1, 3, BLACK, "left") for mm in range(0, int(BAR_MM) + 1, 10))
    yield Text("100 mm", x, top + BAR_MM + 7, 4, BLACK, "left", is_bold=True)


def _tick(mm: int) -> float:
    return 5.0 if mm % 10 == 0 else 3.5 if mm % 5 == 0 else 2.0


def _inches(left: float, y: float) -> Iterator[Shape]:
    yield Line(((left, y), (left + INCHES * INCH_MM, y)), BLACK, THIN_MM)
    for eighth in range(INCHES * 8 + 1):
        x, height = left + eighth * INCH_MM / 8, 5.0 if eighth % 8 == 0 else 3.5 if eighth % 4 == 0 else 2.0
        yield Line(((x, y), (x, y - height)), BLACK, THIN_MM)
    yield from (Text(str(inch), left + inch * INCH_MM, y - 7, 3, BLACK) for inch in range(INCHES + 1))
    yield Text("4 in", left + INCHES * INCH_MM + 4, y, 4, BLACK, "left", is_bold=True)


def _card(left: float, top: float) -> Iterator[Shape]:
    width, height = BANK_CARD_MM
    frame = box(left + width / 2, top + height / 2, width, height, radius=3.18)
    yield Line(frame, BLACK, THIN_MM, closed=True)


def _card_words(left: float, top: float, words: Words) -> Iterator[Shape]:
    width, height = BANK_CARD_MM
    yield Text(words(N_("A bank card just covers this.")), left + width / 2, top + height / 2, 3.4, GREY)
