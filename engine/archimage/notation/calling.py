"""What people call actions, places and things of Archimage, where the notation is not what they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.archimage.actions import PLACE, Action
from engine.archimage.elements import BOND as BOND_SCROLL
from engine.archimage.elements import COLOURS, ELEMENTS, card_of, colour_of, face_of, is_scroll, seal_of
from engine.archimage.judging.faults import called, told
from engine.archimage.layouts.plan import BESIDE, BOND, FIRST, HOME, SCROLLS, TRAY, ZONE, card_of_thing
from engine.archimage.notation.words import is_die, read_die
from engine.archimage.sentences import DEEDS, KINDS, PLACES, THINGS
from engine.archimage.state import State
from engine.table import Thing
from engine.text import Word
from engine.verdict import Fact, Phrase

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules


def deed(rules: ArchimageRules, state: State, action: Action) -> Phrase:
    facts: dict[str, Fact] = {}
    if action.dice:
        facts["dice"] = told(action.dice)
    if action.seat >= 0:
        facts["who"] = rules.seats[action.seat]
    if action.place >= 0:
        facts["place"] = rules.board.name_of(action.place)
    if action.kind == "lay":
        return _laying(action.cell, facts)
    if action.store >= 0:
        facts["store"] = str(called(action.store)["spell"])
    if action.kind == "cast" and action.card == BOND_SCROLL:
        if action.way == PLACE:
            # nobody says where: it is where the mage stands
            facts["place"] = rules.board.name_of(state.mages[state.seat])
        return Phrase(DEEDS[f"bond-{action.way}"], facts | called(action.card))
    if action.kind == "cast":
        places = tuple(rules.board.name_of(at) for at in (action.over, action.place, action.other) if at >= 0)
        facts |= called(action.card) | _further(action)
        if places:
            facts["places"] = places
    return Phrase(DEEDS[action.kind], facts)


def _further(action: Action) -> dict[str, Fact]:
    """What else a spell is about: new colours, dice and scrolls of others."""
    found: dict[str, Fact] = {}
    colours = tuple(dict.fromkeys(COLOURS[one] for one in action.colours))
    if colours:
        found["colours" if action.dice else "die"] = colours
    if action.theirs:
        found["theirs"] = told(action.theirs)
    for name, card in (("lent", action.lent), ("given", action.give), ("taken", action.take)):
        if card >= 0:
            spell = called(card)
            found |= {name: spell["spell"], f"{name}_element": spell["element"]}
    return found


def _laying(cell: int, facts: dict[str, Fact]) -> Phrase:
    if is_scroll(cell):
        return Phrase(DEEDS["lay-scroll"], {**facts, **called(card_of(cell))})
    colour, power = seal_of(cell)
    return Phrase(DEEDS["lay-token"], {**facts, "colour": COLOURS[colour], "power": power})


_AREAS = {TRAY: "tray", SCROLLS: "area", BOND: "bond", HOME: "home", FIRST: "first"}
"""What is in front of a player, by the first part of its name."""


def place_name(place: str) -> Phrase:
    kind, _, rest = place.partition("-")
    if place == BESIDE:
        return Phrase(PLACES["beside"])
    if kind == ZONE:
        return Phrase(PLACES["reserve"], {"colour": rest})
    return Phrase(PLACES[_AREAS[kind]], {"who": rest}) if kind in _AREAS else Phrase(place)


def named(word: str) -> Thing | None:
    """The die that a word of an action means."""
    return Thing(word, "die") if is_die(Word(word)) else None


def thing_name(thing: Thing) -> Phrase:
    if is_die(Word(thing.name)):
        die = read_die(Word(thing.name))
        colour, face = COLOURS[colour_of(die)], face_of(die)
        return Phrase(KINDS["fell"], {"colour": colour, "face": face}) if face else Phrase(THINGS[f"{colour}-die"])
    if thing.unknown:
        return Phrase(THINGS[thing.name])
    kind, *rest = thing.name.split("-")
    card = card_of_thing(thing)
    if card is not None:
        return Phrase(KINDS["scroll"], called(card))
    if thing.kind == "die" and len(rest) == 2:
        return Phrase(KINDS["die"], {"colour": rest[0], "face": rest[1]})
    if thing.kind == "die":
        return Phrase(THINGS[f"{rest[0]}-die"])
    if thing.kind == "seal":
        return Phrase(KINDS["token"], {"colour": rest[0], "power": rest[1]})
    if kind in ("mage", "familiar"):
        return Phrase(KINDS[f"figure-{kind}"], {"who": rest[0]})
    if kind == "guardian":
        return Phrase(KINDS["guardian"], {"colour": COLOURS[ELEMENTS.index(rest[0])]})
    if kind == "bond":
        return Phrase(KINDS["bond"], {"who": rest[-1]})
    return Phrase(THINGS.get(thing.name, thing.name.replace("-", " ")))
