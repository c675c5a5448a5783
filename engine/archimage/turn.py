"""A player's turn: spells, then a seal if one can be broken; every legal action, and what it brings about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from engine.archimage.actions import RETURN, Action
from engine.archimage.elements import (
    ABSORPTION,
    ALTERATION,
    BOND,
    BORROW,
    DISINTEGRATION,
    EVOLUTION,
    EXCHANGE,
    GROWTH,
    GUARDIAN,
    INVERSION,
    LEAP,
    MISSION,
    MYSTIFICATION,
    REBIRTH,
    REORGANISATION,
    SPEED,
    TELEPORTATION,
    THEFT,
    TRANSFER,
    TRANSMUTATION,
    effect_of,
)
from engine.archimage.flow import end_turn
from engine.archimage.spells import bond, breaking, conflict, passages, power, voyager
from engine.archimage.state import NOBODY, State

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

Listing = Callable[["ArchimageRules", State, int], Iterator[Action]]
Play = Callable[["ArchimageRules", State, Action], State]

_LISTINGS: dict[int, Listing] = {
    TRANSMUTATION: power.transmutations,
    REBIRTH: power.rebirths,
    EVOLUTION: power.evolutions,
    GROWTH: power.growths,
    INVERSION: passages.inversions,
    EXCHANGE: passages.exchanges,
    ABSORPTION: passages.absorptions,
    DISINTEGRATION: passages.disintegrations,
    REORGANISATION: passages.reorganisations,
    MYSTIFICATION: conflict.mystifications,
    ALTERATION: conflict.alterations,
    THEFT: conflict.thefts,
    MISSION: voyager.missions,
    LEAP: voyager.leaps,
    TELEPORTATION: voyager.teleportations,
    GUARDIAN: voyager.guardians,
    SPEED: voyager.speeds,
}
"""How each spell may be cast; Synergy never, Transfer and Borrow below."""

_EFFECTS: dict[int, Play] = {
    TRANSMUTATION: power.transmute,
    REBIRTH: power.be_reborn,
    EVOLUTION: power.evolve,
    GROWTH: power.grow,
    INVERSION: passages.swap,
    EXCHANGE: passages.swap,
    ABSORPTION: passages.absorb,
    DISINTEGRATION: passages.disintegrate,
    REORGANISATION: passages.swap,
    MYSTIFICATION: conflict.mystify,
    ALTERATION: conflict.alter,
    TRANSFER: conflict.transfer,
    THEFT: conflict.steal,
    MISSION: voyager.go_on_mission,
    LEAP: voyager.pass_and_break,
    TELEPORTATION: voyager.pass_and_break,
    GUARDIAN: voyager.guard,
    SPEED: voyager.hurry,
}
"""What each spell brings about."""


def legal(rules: ArchimageRules, state: State) -> Iterator[Action]:
    """Every legal action of the player in turn: breaks first, then spells; dice are returned only if need be."""
    found = list(breaking.legal_breaks(rules, state))
    yield from found or (RETURN,)
    seat = state.seat
    if state.bond_is_up(seat):
        yield from bond.listed(rules, state)
    for card in dict.fromkeys(one.card for one in state.owned[seat] if one.is_up and not one.is_fresh):
        yield from castings(rules, state, card)


def castings(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    """Every way to cast a scroll that lies face up."""
    if effect_of(card) == BORROW:
        for lender, lent in conflict.lenders(rules, state, card):
            for action in _plain(rules, state, lent, card):
                # the scroll that is in use does not change hands
                if action.take != lent:
                    yield action._replace(card=card, lender=lender, lent=lent)
    else:
        yield from _plain(rules, state, card, card)


def _plain(rules: ArchimageRules, state: State, card: int, turned: int) -> Iterator[Action]:
    """Every way to bring about the effect of a scroll, while ``turned`` is the own one that is used for it."""
    effect = effect_of(card)
    if effect == TRANSFER:
        yield from conflict.transfers(rules, state, card, turned)
    elif effect in _LISTINGS:
        yield from _LISTINGS[effect](rules, state, card)


def cast(rules: ArchimageRules, state: State, action: Action) -> State:
    """The scroll goes face down, and what it does is done. Nobody can tell which came first, save where a
    player finishes by it: then all scrolls of that player lie face up afterwards."""
    seat = state.seat
    if action.card == BOND:
        return bond.play(rules, state._replace(bonds=state.bonds | 1 << seat), action)
    if action.give != action.card:
        state = conflict.turned_down(state, seat, action.card)
    if action.lender != NOBODY:
        state = conflict.turned_down(state, action.lender, action.lent)
    return _EFFECTS[effect_of(action.spell)](rules, state, action)


def give_back(rules: ArchimageRules, state: State, action: Action) -> State:
    return end_turn(rules, state, "return")


PLAYS: dict[str, Play] = {
    "break": breaking.play_break,
    "return": give_back,
    "cast": cast,
    "give": conflict.give,
}
