"""What is printed on cards in words, and where: titles, what they do, costs, limits, whether we made them up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.bigbook.box import STAND_IN, Card, CurseCard, Magician, Page, Spell
from engine.bigbook.calling import asked_for
from engine.bigbook.cards import counted
from engine.bigbook.mat import CARD_MM, RIM
from engine.bigbook.wording import worded
from engine.errors import N_
from engine.printed import Wording
from engine.verdict import Phrase

DARK, PALE, MAD = "#221f28", "#ffffff", "#5b3a6e"
MAGICIAN_MM = (63.0, 88.0)
BAND_MM, FOOT_MM = 15.5, 11.0
"""How high what is above and below the words of a card is: its title, and its code."""
SIDE_MM = 5.5
"""What is left blank on either side of words."""
VALUE_MM = 13.0
"""Kept beside the title of a spell for its value."""
LARGEST_MM = {"title": 5.0, "words": 4.2, "part": 3.8, "small": 3.4, "foot": 2.6}
LIMITS_MM = 17.5
"""Where on a magician what may always be done is parted from the rest, below the middle."""
PART_MM = 5.0
"""How high the heading of a part of a page is."""

USES = {"turn": N_("Once in each turn of one's own:"), "round": N_("Once a round, in a turn of one's own:")}
EVENTS = {
    "curse-destroyed": N_("On destroying a curse:"),
    "support-spent": N_("When another player spends a card of this support, once a turn:"),
}
"""What brings about the effect of a magician."""
PARTS = (N_("When it appears"), N_("If a curse is left at the end"), N_("If none is left"))
"""The parts of a page."""

MADNESS_WORDS = (Wording((Phrase(N_("madness")),), 0.0, 23.0, 34.0, 7.0, 5.0, MAD, is_bold=True),)


@lru_cache(maxsize=512)
def captions(card: Card) -> tuple[Wording, ...]:
    """All that is printed on a card in words."""
    size = size_of(card)
    return (_title(card, size), *_told(card, size), *_foot(card, size))


def size_of(card: Card) -> tuple[float, float]:
    if isinstance(card, Magician):
        return MAGICIAN_MM
    return CARD_MM["spell" if isinstance(card, Spell) else "curse" if isinstance(card, CurseCard) else "page"]


def _title(card: Card, size: tuple[float, float]) -> Wording:
    kept = VALUE_MM if isinstance(card, Spell) and card.value else 0.0
    at = (-kept / 2, 9.8 - size[1] / 2, size[0] - 2 * SIDE_MM - kept, 11.0)
    return Wording((Phrase("{card}", {"card": card.code}),), *at, LARGEST_MM["title"], PALE, is_bold=True)


def _foot(card: Card, size: tuple[float, float]) -> Iterator[Wording]:
    if card.origin == STAND_IN:
        at = (0.0, size[1] / 2 - 5.3, size[0] - 2 * SIDE_MM, 3.4)
        yield Wording((Phrase(N_("stand-in")),), *at, LARGEST_MM["foot"], RIM)


def _told(card: Card, size: tuple[float, float]) -> Iterator[Wording]:
    wide, bottom = size[0], size[1] / 2 - FOOT_MM
    if isinstance(card, Magician):
        if ability := _ability(card):
            yield _box(ability, wide, (0.0, LIMITS_MM - 1))
        yield _box(_limits(card), wide, (LIMITS_MM + 1, bottom), "small")
    elif isinstance(card, Spell):
        if card.cost:
            cost = Phrase(N_("costs {asked}"), {"asked": asked_for(card.cost)})
            yield _box((cost,), wide, (-3.0, 3.0), is_bold=True)
        yield _box(worded(card.effect), wide, (4.0, bottom))
    elif isinstance(card, CurseCard):
        yield _box(worded(card.effect), wide, (2.0, bottom))
    elif isinstance(card, Page):
        yield from _parts(card, wide, 8.5, bottom)


def _box(
    told: tuple[Phrase, ...], wide: float, down: tuple[float, float], kind: str = "words", *, is_bold: bool = False
) -> Wording:
    """Words from side to side of a card so wide, from there down to there."""
    top, bottom = down
    at = (0.0, (top + bottom) / 2, wide - 2 * SIDE_MM, bottom - top)
    return Wording(told, *at, LARGEST_MM[kind], DARK, is_bold=is_bold, is_listed=True)


def _ability(card: Magician) -> tuple[Phrase, ...]:
    when = USES.get(card.use) or EVENTS.get(card.when)
    found = [Phrase(when)] if when else []
    found += worded(card.effect)
    if card.discount:
        found.append(
            Phrase(N_("The first spell learned in one's own turn costs {number} less"), {"number": card.discount})
        )
    return tuple(found)


def _limits(card: Magician) -> tuple[Phrase, ...]:
    limits = {"number": card.spell_limit, "count": card.support_limit}
    return (
        Phrase(N_("Up to {number} spells and {count} cards of support"), limits),
        Phrase(N_("Begins with {cards}"), {"cards": counted(card.deck)}),
    )


def _parts(card: Page, wide: float, top: float, bottom: float) -> Iterator[Wording]:
    every = zip(PARTS, (card.appearance, card.failure, card.bonus), strict=True)
    told = [(title, worded(steps)) for title, steps in every if steps]
    high = (bottom - top) / len(PARTS)
    for title, phrases in told:
        yield _box((Phrase(title),), wide, (top, top + PART_MM), "part", is_bold=True)
        yield _box(phrases, wide, (top + PART_MM, top + high - 1.0), "part")
        top += high
