"""What people call cards, costs and places: the words that actions are written with, made readable."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from engine.bigbook.cards import ELEMENTS, KINDS, MADNESS, MULTI
from engine.bigbook.costs import ANY, Cost
from engine.bigbook.effects import is_step
from engine.bigbook.sentences import CALLED, PLACES, THINGS
from engine.bigbook.state import HANDS, OWN_HAND, SEATS, Action
from engine.bigbook.wording import phrase_of
from engine.table import Thing
from engine.verdict import Fact, Phrase

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

BACK = "back"
"""What a card that lies face down is called by, and its type."""
EFFECT = "effect"
"""The kind of what is no thing, but something to do."""
_COUNTED = re.compile(r"(?:(\d+)\*)?(.+)")
_ASKED = re.compile(r"(\d+)([a-z*])")


# -- words for what sentences tell of ---------------------------------------------------------------------


def asked_for(cost: Cost) -> tuple[str, ...]:
    """A cost, element by element."""
    return tuple(f"{amount}{letter}" for letter, amount in cost)


def paid(action: Action) -> tuple[str, ...]:
    """The cards offered, those of support with their owner."""
    return tuple(offered(owner, card) for owner, card in action.pay)


def offered(owner: int, card: str) -> str:
    """A card and where it is offered from, if that is not one's own hand."""
    return card if owner == OWN_HAND else f"{card}@{owner_name(owner)}"


def owner_name(owner: int) -> str:
    """Where a card is offered from, if not from one's own hand."""
    return SEATS[owner] if owner < len(SEATS) else f"{SEATS[owner - HANDS]}-hand"


def type_name(curse_type: str) -> str:
    """What people call a type of curses."""
    return "multi-element" if curse_type == MULTI else curse_type


# -- what they mean -----------------------------------------------------------------------------------------


def named(rules: BigbookRules, word: str) -> Thing | None:
    """The card, the part of a cost, or the part of an effect that a word means."""
    found = _COUNTED.fullmatch(word)
    code = (found[2] if found else word).partition("@")[0]
    if code in KINDS or _ASKED.fullmatch(word):
        return Thing(word, "card")
    if is_step(word):
        return Thing(word, EFFECT)
    return Thing(word, "card") if rules.box.card(code) else None


def title(rules: BigbookRules, thing: Thing, language: str) -> str:
    """What is printed on a card as its title; one that lies on its side is called by that, not by its title."""
    found = None if thing.sideways else _COUNTED.fullmatch(thing.name)
    card = rules.box.card(found[2]) if found else None
    if found is None or card is None:
        return ""
    told = card.title.get(language, card.title["en"])
    return f"{found[1]} × {told}" if found[1] else told


def thing_name(thing: Thing) -> Phrase:
    """What people call a thing that has no title."""
    if thing.kind == EFFECT:
        return phrase_of(thing.name)
    if thing.name in THINGS:
        return Phrase(THINGS[thing.name])
    if thing.sideways:
        return Phrase(THINGS["exhausted"], {"card": thing.sideways})
    if thing.unknown:
        return Phrase(THINGS["unknown"])
    if thing.name.startswith(f"{BACK}-"):
        return Phrase(THINGS["back"], {"element": type_name(thing.name.removeprefix(f"{BACK}-"))})
    if thing.kind in ("curse", "spell", "page"):
        return Phrase("{card}", {"card": thing.name})
    if found := _ASKED.fullmatch(thing.name):
        if found[2] == ANY:
            return Phrase(CALLED["any"], {"count": int(found[1])})
        if found[2] in ELEMENTS:
            return Phrase(CALLED["asked"], {"count": int(found[1]), "element": ELEMENTS[found[2]]})
    found = _COUNTED.fullmatch(thing.name)
    card, at, owner = (found[2] if found else thing.name).partition("@")
    if card not in KINDS:
        return Phrase(thing.name)
    facts: dict[str, Fact] = {"count": int(found[1])} if found and found[1] else {}
    if at:
        facts["seat" if owner.endswith("-hand") else "who"] = owner.removesuffix("-hand")
    if card == MADNESS:
        return Phrase(CALLED["madness"], facts)
    return Phrase(CALLED["card"], {**facts, "element": ELEMENTS[card[0]], "number": int(card[1])})


def place_name(place: str) -> Phrase:
    """What people call a place of the plan."""
    kind, _, rest = place.partition("-")
    if place == "space-0":
        return Phrase(PLACES["invocation"])
    if kind == "space":
        return Phrase(PLACES["track"], {"number": rest})
    if kind == "slot":
        return Phrase(PLACES["slot"], {"slot": rest})
    if kind == "round":
        return Phrase(PLACES["round"], {"number": rest})
    if kind == "library":
        return Phrase(PLACES["library"], {"element": rest})
    if kind == "pile":
        return Phrase(PLACES["pile"], {"element": ELEMENTS[rest[0]], "number": rest[1]})
    if kind in SEATS:
        what, _, number = rest.partition("-")
        return Phrase(PLACES[what], {"who": kind, "number": number})
    return Phrase(PLACES.get(place, place))
