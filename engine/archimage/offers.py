"""What there is to use in a turn: the seals within reach, and everybody's scrolls; and what a score is made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.board import bits
from engine.archimage.elements import (
    BOND,
    COLOURS,
    CONFLICT,
    EFFECTS,
    NATURE,
    SPIRIT,
    SYNERGY,
    card_name,
    card_of,
    effect_of,
    is_scroll,
    of_colour,
    power_of,
    seal_of,
    total,
)
from engine.archimage.flow import synergies
from engine.archimage.judging.faults import broken, called
from engine.archimage.layouts.plan import bond_thing, cell_thing, scroll_thing
from engine.archimage.paying import payments
from engine.archimage.sentences import ITEMS, KINDS, OFFERS, SENTENCES
from engine.archimage.spells import bond, breaking
from engine.archimage.spells.conflict import opponents
from engine.archimage.state import Phase, State
from engine.archimage.turn import castings
from engine.archimage.ways import within_reach
from engine.offers import Item, Offer
from engine.verdict import Breach, Fact, Phrase

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

SEAL, SCROLL = "seal", "scroll"
_BOND = ("bond.option-place", "bond.option-break", "bond.option-one", "bond.ends-turn")
_PASSIVE = ("spell.synergy.passive", "score.synergy")
_NEEDS = {
    one: f"spell.{one}.{what}"
    for what, spells in {"pre": ("alteration", "leap", "teleportation", "speed"), "reserve": ("growth",)}.items()
    for one in spells
}
"""What a spell needs, where a rule of its own says so."""


def offers(rules: ArchimageRules, state: State) -> Iterator[Offer]:
    """The seals in reach of the player in turn, then all scrolls, from that player clockwise."""
    if state.phase is Phase.TURN:
        for place in bits(within_reach(rules, state, state.seat)):
            yield _seal(rules, state, place)
    if state.round:
        for step in range(state.players):
            yield from _scrolls(rules, state, (state.seat + step) % state.players)


def _seal(rules: ArchimageRules, state: State, place: int) -> Offer:
    name, cell = rules.board.name_of(place), state.board[place]
    colour, power = seal_of(cell)
    facts: dict[str, Fact] = {"place": name, "colour": COLOURS[colour], "power": power}
    if is_scroll(cell):
        facts |= called(card_of(cell))
    title = Phrase(OFFERS["scroll" if is_scroll(cell) else "token"], facts)
    return Offer(state.seat, f"{SEAL} {name}", title, (), cell_thing(cell), name)


def _scrolls(rules: ArchimageRules, state: State, seat: int) -> Iterator[Offer]:
    is_up = state.bond_is_up(seat)
    title = Phrase(KINDS["bond"], {"who": rules.seats[seat]})
    thing = bond_thing(rules.seats[seat], seat, is_up=True)
    yield Offer(seat, f"{SCROLL} {card_name(BOND)}", title, does(BOND), thing, is_used=not is_up)
    # of two that are alike and ready either will do
    for one in dict.fromkeys(one._replace(stored=0) for one in state.owned[seat]):
        name = f"{SCROLL} {card_name(one.card)}"
        title = Phrase(KINDS["scroll"], called(one.card))
        yield Offer(seat, name, title, does(one.card), scroll_thing(one.card), is_used=not one.is_up)


def does(card: int) -> tuple[Phrase, ...]:
    """What a scroll does."""
    if card == BOND:
        found: tuple[str, ...] = _BOND
    elif effect_of(card) == SYNERGY:
        found = _PASSIVE
    else:
        spell = EFFECTS[effect_of(card)]
        found = tuple(f"spell.{spell}.{part}" for part in ("effect", "trigger", "use", "pre"))
    rules = (f"archimage.{one}" for one in found)
    return tuple(Phrase(SENTENCES[rule]) for rule in rules if rule in SENTENCES)


def ways(rules: ArchimageRules, state: State, offer: Offer) -> Iterator[Action]:
    """Every way to break the seal, or to cast the scroll, now."""
    if state.phase is not Phase.TURN or offer.seat != state.seat or offer.is_used:
        return
    kind, _, name = offer.name.partition(" ")
    if kind == SEAL:
        place = rules.board.numbers[name]
        yield from (one for one in breaking.legal_breaks(rules, state) if one.place == place)
    elif name == card_name(BOND):
        yield from bond.listed(rules, state)
    else:
        yield from (one for card in _ready(state, name) for one in castings(rules, state, card))


def _ready(state: State, name: str) -> Iterator[int]:
    """The scroll of this name, if its owner may cast it."""
    return iter([one.card for one in state.owned[state.seat]
                 if card_name(one.card) == name and one.is_up and not one.is_fresh][:1])  # fmt: skip


def hindrances(rules: ArchimageRules, state: State, offer: Offer) -> tuple[Breach, ...]:
    """Why nothing can be done with it in this turn."""
    if state.phase is not Phase.TURN or offer.seat != state.seat:
        return ()
    kind, _, name = offer.name.partition(" ")
    if kind == SEAL:
        place = rules.board.numbers[name]
        dice = _best(state, *seal_of(state.board[place]))
        return rules.breaches(state, Action("break", place=place, dice=dice), state.seat)
    if offer.is_used:
        return (broken("spell.once-per-round"),)
    return (_without_effect(state, name),)


def _best(state: State, colour: int, power: int) -> tuple[int, ...]:
    """The dice that come nearest to paying for a seal: the most of the colour."""
    hand = state.hands[state.seat]
    if found := payments(hand, colour, power, False, False):
        return found[0]
    return max((of_colour(hand, one) for one in (NATURE if colour == SPIRIT else (colour,))), key=total) or hand


def _without_effect(state: State, name: str) -> Breach:
    spell = name.partition("-")[0]
    card = next((one.card for one in state.owned[state.seat] if card_name(one.card) == name), BOND)
    if card != BOND and effect_of(card) == SYNERGY:
        return broken("spell.synergy.passive")
    if card != BOND and effect_of(card) in CONFLICT and not opponents(state):
        return broken("spell.conflict.active-target")
    return broken(_NEEDS.get(spell, "spell.no-effect"))


# -- the score ------------------------------------------------------------------------------------------


def reckoning(state: State, seat: int) -> Iterator[Item]:
    """Scroll by scroll what it is worth, then what each Synergy adds."""
    for card in (BOND, *sorted((one.card for one in state.owned[seat]), key=power_of)):
        yield Item(Phrase(KINDS["scroll"], called(card)), power_of(card))
    for card, bonus in synergies(state, seat):
        facts = {**called(card), "count": bonus}
        yield Item(Phrase(ITEMS["synergy"], facts), bonus)
