"""Where runes lie in the arena, and what printed matter comes with the game: answers for people who ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.contract import Pattern, Stock
from engine.spell.deck import deck_names, load_deck, read_card
from engine.spell.frame import names, places
from engine.spell.openings import load_openings
from engine.spell.runes import Card, placements, write_pattern
from engine.spell.state import Phase, State
from engine.spell.turn import claimable, counting

if TYPE_CHECKING:
    from engine.spell.game import SpellRules


def patterns(rules: SpellRules, state: State, drawn: Sequence[str]) -> tuple[Pattern, ...]:
    """The runes on display, or those drawn, and every way they are formed for the player in turn."""
    if drawn:
        return tuple(_pattern(rules, state, read_card(text), False) for text in drawn)
    ready = claimable(rules, state) if state.stage.phase is Phase.TURN else 0
    return tuple(
        _pattern(rules, state, rules.deck.cards[card], bool(ready >> card & 1)) for card in places(state.visible)
    )


def _pattern(rules: SpellRules, state: State, card: Card, is_ready: bool) -> Pattern:
    count = counting(rules, state) if state.arena else 0
    found = tuple(names(fit) for fit in placements(card.pattern) if fit & count == fit)
    return Pattern(card.code, write_pattern(card.pattern), found, is_ready)


def stock() -> Iterator[Stock]:
    """The decks and the openings of the box."""
    for deck in map(load_deck, deck_names()):
        yield Stock("deck", deck.name, deck.title, deck.origin, len(deck.cards))
    for opening in load_openings():
        yield Stock("opening", opening.name, opening.title, opening.origin)
