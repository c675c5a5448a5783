"""Circle III, the school of conflict: dice and scrolls of those who have not finished the round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.elements import (
    BORROW,
    SPIRIT,
    SYNERGY,
    Hand,
    colour_of,
    die,
    effect_of,
    element_of,
    face_of,
    of_colour,
    plus,
    power_of,
    without,
)
from engine.archimage.flow import finish
from engine.archimage.spells.power import changed, named, some, turned
from engine.archimage.state import Owing, Owned, Phase, State, replaced

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

STOLEN_FACE = 5


def opponents(state: State) -> list[int]:
    """The others who have not finished; nobody else can be aimed at."""
    return [seat for seat in range(state.players) if seat != state.seat and state.is_active(seat)]


def with_dice(state: State, seat: int, old: Hand, new: Hand) -> State:
    """Somebody has other dice instead of some."""
    return state._replace(hands=replaced(state.hands, seat, plus(without(state.hands[seat], old) or (), new)))


# -- Mystification --------------------------------------------------------------------------------------


def mystifications(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    for seat in opponents(state):
        for theirs in dict.fromkeys(state.hands[seat]):
            if colour_of(theirs) in named(card):
                for mine in dict.fromkeys(state.hands[state.seat]):
                    if colour_of(mine) != colour_of(theirs):
                        yield Action("cast", card=card, seat=seat, dice=(mine,), theirs=(theirs,))


def mystify(rules: ArchimageRules, state: State, action: Action) -> State:
    (mine,), (theirs,) = action.dice, action.theirs
    state = changed(state, (mine,), (die(colour_of(theirs), face_of(mine)),))
    return with_dice(state, action.seat, (theirs,), (die(colour_of(mine), face_of(theirs)),))


# -- Alteration -----------------------------------------------------------------------------------------


def alterations(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    """Own dice are raised, dice of one opponent lowered; one of the two is enough."""
    for colour in named(card):
        low = tuple(one for one in of_colour(state.hands[state.seat], colour) if face_of(one) < 6)
        mine = [(), *some(rules, low)]
        high = {seat: _lowerable(rules, of_colour(state.hands[seat], colour)) for seat in opponents(state)}
        hurts = [(seat, dice) for seat, pool in high.items() for dice in some(rules, pool)]
        if rules.house.all_dice and low:
            mine = [low]
        for raised, (seat, lowered) in product(mine, hurts):
            yield Action("cast", card=card, seat=seat, dice=raised, theirs=lowered)
        if high and not (hurts and rules.house.all_dice) and not rules.house.alteration_hurts:
            yield from (Action("cast", card=card, dice=raised) for raised in mine if raised)


def _lowerable(rules: ArchimageRules, dice: Hand) -> Hand:
    least = 1 if rules.house.alteration_drops else 2
    return tuple(one for one in dice if face_of(one) >= least)


def alter(rules: ArchimageRules, state: State, action: Action) -> State:
    state = changed(state, action.dice, (turned(one, 1) for one in action.dice))
    if not action.theirs:
        return state
    kept = tuple(turned(one, -1) for one in action.theirs if face_of(one) > 1)
    state = with_dice(state, action.seat, action.theirs, kept)
    return state if state.hands[action.seat] else _thrown_out(rules, state, action.seat)


def _thrown_out(rules: ArchimageRules, state: State, seat: int) -> State:
    """Whoever lost the last die finishes at once, and takes new dice before the caster goes on."""
    state = finish(rules, state, seat)
    return state._replace(phase=Phase.PICK) if state.picking else state


# -- Transfer -------------------------------------------------------------------------------------------


def transfers(rules: ArchimageRules, state: State, card: int, itself: int) -> Iterator[Action]:
    """``itself`` is the scroll that is turned for it, which does not change hands by its own effect."""
    for seat in opponents(state):
        for take in _active(state, seat):
            if takes(rules, card, take):
                for give in givable(rules, state, itself):
                    if power_of(give) == power_of(take):
                        yield Action("cast", card=card, seat=seat, give=give, take=take)


def _active(state: State, seat: int) -> list[int]:
    """A player's scrolls that lie face up, Bond apart."""
    return list(dict.fromkeys(one.card for one in state.owned[seat] if one.is_up))


def takes(rules: ArchimageRules, card: int, take: int) -> bool:
    """Whether a scroll of conflict may take or use this one, by their colours."""
    element = element_of(card)
    return element_of(take) == element or (element == SPIRIT and rules.house.spirit_any_scroll)


def givable(rules: ArchimageRules, state: State, itself: int) -> list[int]:
    found = _active(state, state.seat)
    return found if rules.house.transfer_itself else [give for give in found if give != itself]


def transfer(rules: ArchimageRules, state: State, action: Action) -> State:
    seat, other = state.seat, action.seat
    # a scroll that gives itself away has been used: it lies face down with its new owner
    given = Owned(action.give, is_up=action.give != action.card)
    got = Owned(action.take, is_fresh=rules.house.transfer_later)
    mine = exchanged(state.owned[seat], action.give, got)
    theirs = exchanged(state.owned[other], action.take, given)
    return state._replace(owned=replaced(replaced(state.owned, seat, mine), other, theirs))


def exchanged(owned: tuple[Owned, ...], gone: int, come: Owned) -> tuple[Owned, ...]:
    """The scrolls of a player with one of them, face up, replaced by another."""
    out = next(one for one in owned if one.card == gone and one.is_up)
    left = list(owned)
    left.remove(out)
    return tuple(sorted((*left, come)))


# -- Theft ----------------------------------------------------------------------------------------------


def stealable(rules: ArchimageRules, card: int, hand: Hand) -> Hand:
    """The dice of a victim one of which has to be handed over."""
    if element_of(card) == SPIRIT:
        return hand
    if rules.house.theft_by_power:
        return tuple(one for one in hand if face_of(one) == STOLEN_FACE)
    return of_colour(hand, element_of(card))


def thefts(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    for seat in opponents(state):
        if stealable(rules, card, state.hands[seat]):
            yield Action("cast", card=card, seat=seat)


def steal(rules: ArchimageRules, state: State, action: Action) -> State:
    owing = Owing(action.seat, action.card, action.lender, action.lent)
    return state._replace(phase=Phase.GIVE, owing=owing)


def legal_gifts(rules: ArchimageRules, state: State) -> Iterator[Action]:
    owing = state.owing
    card = owing.lent if owing.lent >= 0 else owing.card
    for one in dict.fromkeys(stealable(rules, card, state.hands[owing.victim])):
        yield Action("give", dice=(one,))


def give(rules: ArchimageRules, state: State, action: Action) -> State:
    owing = state.owing
    victim = owing.victim
    state = with_dice(state, victim, action.dice, ())
    state = changed(state, (), action.dice)._replace(phase=Phase.TURN, owing=Owing())
    if state.hands[victim]:
        return state
    state = _thrown_out(rules, state, victim)
    if rules.house.lent_stays_used and owing.lender == victim:
        state = turned_down(state, victim, owing.lent)
    return state


# -- Borrow ---------------------------------------------------------------------------------------------


def lendable(rules: ArchimageRules, card: int, lent: int) -> bool:
    """Whether Borrow may use this scroll; nothing is lent that cannot be cast, and no other Borrow."""
    return effect_of(lent) not in (SYNERGY, BORROW) and takes(rules, card, lent)


def lenders(rules: ArchimageRules, state: State, card: int) -> Iterator[tuple[int, int]]:
    """Whose scrolls Borrow may use: a seat and a scroll each."""
    for seat in opponents(state):
        for lent in _active(state, seat):
            if lendable(rules, card, lent):
                yield seat, lent


def turned_down(state: State, seat: int, card: int) -> State:
    """A scroll that was used, face down."""
    mine = list(state.owned[seat])
    found = next((one for one in mine if one.card == card and one.is_up and not one.is_fresh), None)
    if found is None:
        return state
    mine.remove(found)
    return state._replace(owned=replaced(state.owned, seat, tuple(sorted((*mine, found._replace(is_up=False))))))
