"""What is wrong with a spell of circle III."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.elements import (
    ALTERATION,
    BOND,
    MYSTIFICATION,
    SPIRIT,
    Hand,
    colour_of,
    element_of,
    face_of,
    of_colour,
    power_of,
    without,
)
from engine.archimage.judging.faults import Found, broken, called, told
from engine.archimage.judging.in_power import all_of_them
from engine.archimage.spells.conflict import opponents, stealable, takes
from engine.archimage.state import NOBODY, State

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules


def _mystification(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule, card = "spell.mystification.effect", action.spell
    if action.seat == NOBODY or len(action.dice) != 1 or len(action.theirs) != 1:
        yield broken(rule)
        return
    (mine,), (theirs,) = action.dice, action.theirs
    if mine not in state.hands[state.seat] or theirs not in state.hands[action.seat]:
        yield broken(rule, dice=told((mine, theirs)))
    if element_of(card) not in (SPIRIT, colour_of(theirs)):
        yield broken(rule, **called(card))
        yield broken("spell.colour-bound", **called(card))
    if colour_of(mine) == colour_of(theirs):
        yield broken("spell.mystification.spirit" if element_of(card) == SPIRIT else rule)


def _alteration(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule, pre, card = "spell.alteration.effect", "spell.alteration.pre", action.spell
    mine, theirs, seat = action.dice, action.theirs, action.seat
    if not opponents(state):
        yield broken(pre)
    if not mine and not theirs:
        yield broken(pre)
        yield broken("spell.no-effect")
        return
    if (seat == NOBODY) != (not theirs):
        yield broken(rule)
        return
    if without(state.hands[state.seat], mine) is None:
        yield broken(rule, dice=told(mine))
    if theirs and without(state.hands[seat], theirs) is None:
        yield broken(rule, dice=told(theirs))
    colours = {colour_of(one) for one in (*mine, *theirs)}
    if element_of(card) == SPIRIT and len(colours) > 1:
        yield broken("spell.spirit-choice")
    elif element_of(card) != SPIRIT and colours != {element_of(card)}:
        yield broken("spell.colour-bound", **called(card))
    least = 1 if rules.house.alteration_drops else 2
    if any(face_of(one) == 6 for one in mine) or any(face_of(one) < least for one in theirs):
        yield broken("spell.face-range", dice=told((*mine, *theirs)))
        yield broken(pre)
    yield from _both_sides(rules, state, action, colours)


def _both_sides(rules: ArchimageRules, state: State, action: Action, colours: set[int]) -> Found:
    """What at some tables has to be changed, too."""
    house = rules.house
    if house.alteration_hurts and not action.theirs:
        yield broken("spell.alteration.pre", option="alteration-hurts")
    if not house.all_dice or len(colours) != 1:
        return
    (colour,) = colours
    low = tuple(one for one in of_colour(state.hands[state.seat], colour) if face_of(one) < 6)
    yield from all_of_them(rules, action.dice, low)
    if low and not action.dice:
        yield broken("spell.colour-bound", option="all-dice", dice=told(low))
    if action.theirs:
        yield from all_of_them(rules, action.theirs, _changeable(rules, state, action.seat, colour))
    elif any(_changeable(rules, state, seat, colour) for seat in opponents(state)):
        yield broken("spell.colour-bound", option="all-dice")


def _changeable(rules: ArchimageRules, state: State, seat: int, colour: int) -> Hand:
    least = 1 if rules.house.alteration_drops else 2
    return tuple(one for one in of_colour(state.hands[seat], colour) if face_of(one) >= least)


def transfer(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule, limits = "spell.transfer.effect", "spell.transfer.limits"
    if action.seat == NOBODY or action.give < 0 or action.take < 0:
        yield broken(rule)
        return
    if BOND in (action.give, action.take):
        yield broken(limits)
        yield broken("bond.personal")
        return
    if power_of(action.give) != power_of(action.take):
        yield broken(rule)
    if not takes(rules, action.spell, action.take):
        yield broken(rule, **called(action.spell))
    for seat, card in ((state.seat, action.give), (action.seat, action.take)):
        held = [one for one in state.owned[seat] if one.card == card]
        if not held:
            yield broken(rule, **called(card))
        elif not any(one.is_up for one in held):
            yield broken(limits, **called(card))
    if action.give == action.card and not rules.house.transfer_itself:
        yield broken(limits, option="transfer-itself", **called(action.card))
    if action.lent >= 0 and action.take == action.lent:
        yield broken(limits, **called(action.lent))


def theft(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule = "spell.theft.spirit" if element_of(action.spell) == SPIRIT else "spell.theft.effect"
    if action.seat == NOBODY:
        yield broken(rule)
    elif action.seat != state.seat and not stealable(rules, action.spell, state.hands[action.seat]):
        yield broken(rule, who=rules.seats[action.seat])


JUDGES = {MYSTIFICATION: _mystification, ALTERATION: _alteration}
