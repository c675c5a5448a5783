"""What is told of legal actions: events, notices where the rulebook is silent, and actions in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.spellbook import flow
from engine.spellbook.agrica import KINDS, POINTS, SEATS, kind, owner
from engine.spellbook.books import MOST_SPELLS
from engine.spellbook.layouts import TRAY
from engine.spellbook.sentences import DEEDS, PLACES
from engine.spellbook.state import Action, Phase, State
from engine.verdict import Event, Fact, Notice, Phrase

if TYPE_CHECKING:
    from engine.spellbook.game import SpellbookRules


def events(rules: SpellbookRules, before: State, action: Action, after: State) -> tuple[Event, ...]:
    return tuple(_events(rules, before, action, after))


def _events(rules: SpellbookRules, before: State, action: Action, after: State) -> Iterator[Event]:
    seat = SEATS[before.seat]
    if action.kind == "open":
        yield Event("opened", {"seat": seat})
    elif action.kind == "cast":
        yield Event("cast", {"seat": seat, "name": rules.spells[action.spell].name})
    elif action.kind == "inhibit":
        owner_of_it = SEATS[action.spell // MOST_SPELLS]
        yield Event("inhibited", {"name": rules.spells[action.spell].name, "seat": owner_of_it})
        if after.turns < before.turns:
            yield Event("taken-back", {"seat": SEATS[after.seat]})
    elif action.kind == "settle":
        yield Event("settled", {"name": rules.spells[action.spell].name, "text": action.words})
    if action.kind in ("move", "cast"):
        for gem in range(1, 9):
            for _ in range(before.board.count(gem) - after.board.count(gem)):
                yield Event("taken", {"seat": SEATS[owner(gem)], "kind": KINDS[kind(gem)]})
    if after.stage.ended is not None and before.stage.ended is None:
        winner, _ = after.stage.ended
        if after.stage.phase is Phase.NEXT:
            wins: dict[str, Fact] = {"south": after.stage.wins[0], "north": after.stage.wins[1]}
            yield Event("confrontation-over", wins | ({"winners": SEATS[winner]} if winner >= 0 else {}))


def notices(rules: SpellbookRules, state: State, action: Action) -> tuple[Notice, ...]:
    """Where the text of the spell just cast, or the booklet, leaves something open."""
    return tuple(_notices(rules, state, action)) if action.kind == "cast" else ()


def _notices(rules: SpellbookRules, state: State, action: Action) -> Iterator[Notice]:
    spell = rules.spells[action.spell]
    found = flow.outcomes(rules, state, action.spell)
    if found.ambiguous:
        yield Notice("spellbook.design.clear", {"name": spell.name}, "meeting")
    for option in dict.fromkeys(option for option, _, _ in spell.readings):
        yield Notice("spellbook.ambiguity.referee-silent", {"name": spell.name}, option)
    if action.board == state.board:
        yield Notice("spellbook.cast.empty-allowed", {"name": spell.name}, "empty-casts")


def deed(rules: SpellbookRules, state: State, action: Action) -> Phrase:
    facts: dict[str, Fact] = {}
    if action.kind == "place":
        facts = {"kind": KINDS[kind(action.gem)], "places": tuple(str(point + 1) for point in action.points)}
    elif action.kind == "move":
        facts = {"source": str(action.points[0] + 1), "to": str(action.points[1] + 1)}
    elif action.spell >= 0 or action.kind in ("cast", "inhibit", "settle"):
        facts = {"name": rules.spells[action.spell].name if action.spell >= 0 else action.words}
        if action.kind == "cast" and action.board:
            changed = tuple(str(p + 1) for p in range(POINTS) if state.board[p] != action.board[p])
            facts["places"] = changed
    elif action.seat >= 0:
        facts = {"seat": SEATS[action.seat]}
    return Phrase(DEEDS[action.kind], facts)


def place_name(place: str) -> Phrase:
    if place.isdigit():
        return Phrase(PLACES["point"], {"number": place})
    seat, _, slot = place.partition(f"-{TRAY}-")
    return Phrase(PLACES[TRAY], {"seat": seat, "number": slot})
