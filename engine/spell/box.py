"""What a setup takes out of the box: its deck of runes and, in solo play, its opening."""

from __future__ import annotations

from engine.errors import DataError, NotationError, SetupError
from engine.options import Setup
from engine.spell.deck import Deck, load_deck, read_card
from engine.spell.notation import cells
from engine.spell.openings import load_openings, opening
from engine.text import words


def cards_of(setup: Setup) -> tuple[str, ...]:
    """The cards drawn for a match beyond those of its deck."""
    cards = setup["cards"]
    return cards if isinstance(cards, tuple) else tuple(str(cards).split())


def deck_of(setup: Setup) -> Deck:
    """The deck a setup names, with its further cards. Raises SetupError."""
    listed = cards_of(setup)
    try:
        deck = load_deck(str(setup["deck"]))
        return deck.plus(tuple(read_card(text) for text in listed)) if listed else deck
    except (NotationError, DataError) as error:
        raise SetupError(error.message, **error.facts) from error


def opening_of(setup: Setup) -> int:
    """The arena a solo match starts with; 0 in other modes, where it is built."""
    if setup["solo"] == "no":
        return 0
    name = str(setup["opening"]) or load_openings()[0].name
    try:
        return cells.read_arena(words(opening(name).arena))
    except DataError as error:
        raise SetupError(error.message, **error.facts) from error
