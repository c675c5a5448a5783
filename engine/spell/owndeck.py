"""Decks of a player's own box: one card more at a time, each under a code that is still free."""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_uppercase

from engine.contract import Addition, NewCard
from engine.errors import N_, DataError, NotationError, shown
from engine.spell.deck import CODE, MOST_CARDS, Deck, read_card, read_deck, write_deck
from engine.spell.runes import LEVELS, Card, rotations, write_pattern

ORIGIN = "own box"
NAME = "own"
TITLE = "Our own runes"


def deck_with(card: NewCard, text: str, source: str) -> Addition:
    """The deck in ``text`` with this card too; without a text a new deck of this card alone. Raises DataError."""
    old = read_deck(text, source) if text.strip() else None
    known = old.cards if old else ()
    new = _card(card, known)
    _refuse_known(new, known)
    if len(known) >= MOST_CARDS:
        raise DataError(N_("a deck has at most {most} cards"), most=MOST_CARDS)
    name, origin, title = (old.name, old.origin, old.title) if old else (NAME, ORIGIN, {"en": TITLE})
    if card.title:
        title = {"en": card.title}
    deck = Deck(name, origin, title, (*known, new))
    written = write_deck(deck)
    read_deck(written, source)  # a title may be none that a deck can have
    return Addition(written, new.code, new.level, len(deck.cards), f"cards {new}")


def _card(card: NewCard, known: Iterable[Card]) -> Card:
    code = card.code or _free_code(_level(card.level), known)
    if not CODE.fullmatch(code):
        raise DataError(
            N_("a rune's code is its level, 1 to 4, and 1 to 7 letters or digits, not {came}"), came=shown(code)
        )
    if card.level is not None and card.level != int(code[0]):
        raise DataError(
            N_("the code {code} says level {said}, not {level}"), code=code, said=int(code[0]), level=card.level
        )
    try:
        return read_card(f"{code}={'/'.join(card.rows)}")
    except NotationError as error:
        raise DataError(error.message, **error.facts) from None


def _level(level: int | None) -> int:
    if level is None:
        raise DataError(N_("which level has the card? It was not read and not said"))
    if level not in LEVELS:
        raise DataError(N_("a rune has a level of {least} to {most}"), least=LEVELS[0], most=LEVELS[-1])
    return level


def _free_code(level: int, known: Iterable[Card]) -> str:
    """The first letter, or pair of letters, that no card of the level has."""
    taken = {card.code for card in known}
    letters = [*ascii_uppercase, *(a + b for a in ascii_uppercase for b in ascii_uppercase)]
    return next(code for code in (f"{level}{letter}" for letter in letters) if code not in taken)


def _refuse_known(card: Card, known: Iterable[Card]) -> None:
    """Refuse a card of the same code, and one whose pattern is in the deck, in whichever turn."""
    for other in known:
        if other.pattern in rotations(card.pattern):
            raise DataError(
                N_("this card is in the deck already: {code}, {pattern}"),
                code=other.code,
                pattern=write_pattern(other.pattern),
            )
        if other.code == card.code:
            raise DataError(
                N_("the code {code} is taken: it means {pattern}"),
                code=other.code,
                pattern=write_pattern(other.pattern),
            )
