"""What is wrong with a spell of circles 0 and I."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.elements import (
    COLOURS,
    EVOLUTION,
    GROWTH,
    NATURE,
    REBIRTH,
    SPIRIT,
    TRANSMUTATION,
    Hand,
    colour_of,
    element_of,
    face_of,
    of_colour,
    plus,
    without,
)
from engine.archimage.judging.faults import Found, broken, called, told
from engine.archimage.spells.power import RAISE, transmuted, turned
from engine.archimage.state import State

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules


def own_dice(state: State, action: Action, rule: str, dice: Hand | None = None) -> Found:
    """The dice that a spell changes are one's own, and of the scroll's colour or of one that is named."""
    dice = action.dice if dice is None else dice
    card = action.spell
    if not dice:
        yield broken(rule)
        return
    if without(state.hands[state.seat], dice) is None:
        yield broken(rule, dice=told(dice))
        yield broken("break.own-dice", dice=told(dice))
    colours = {colour_of(one) for one in dice}
    if element_of(card) == SPIRIT:
        if len(colours) > 1:
            yield broken("spell.spirit-choice", dice=told(dice))
    elif colours != {element_of(card)}:
        yield broken("spell.colour-bound", dice=told(dice), **called(card))


def all_of_them(rules: ArchimageRules, dice: Hand, pool: Hand) -> Found:
    """At some tables such a spell takes all dice that it can."""
    if rules.house.all_dice and dice and plus((), dice) != plus((), pool):
        yield broken("spell.colour-bound", option="all-dice", dice=told(pool))


def _pool(state: State, dice: Hand, seat: int) -> Hand:
    return of_colour(state.hands[seat], colour_of(dice[0])) if dice else ()


def _transmutation(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule = "spell.transmutation.effect"
    yield from own_dice(state, action, rule)
    yield from all_of_them(rules, action.dice, _pool(state, action.dice, state.seat))
    if len(action.colours) != len(action.dice) or not set(action.colours) <= set(NATURE):
        yield broken(rule)
        return
    if len(set(action.colours)) > 1 and not rules.house.transmutation_per_die:
        yield broken("spell.transmutation.one-target", option="transmutation-per-die")
    if {colour_of(one) for one in action.dice} & set(action.colours):
        yield broken(rule)
    for colour in sorted(set(action.colours)):
        if action.colours.count(colour) > state.reserve(colour):
            yield broken("spell.transmutation.reserve", colour=COLOURS[colour], count=state.reserve(colour))
    new = plus((), transmuted(action.dice, action.colours))
    if action.theirs and plus((), action.theirs) != new:
        yield broken(rule, dice=told(new))


def _rebirth(rules: ArchimageRules, state: State, action: Action) -> Found:
    yield from own_dice(state, action, "spell.rebirth.effect")
    yield from all_of_them(rules, action.dice, _pool(state, action.dice, state.seat))


def _growth(rules: ArchimageRules, state: State, action: Action) -> Found:
    card = action.spell
    if len(action.colours) != 1 or action.colours[0] not in NATURE:
        yield broken("spell.growth.effect")
        return
    colour = action.colours[0]
    if element_of(card) not in (SPIRIT, colour):
        yield broken("spell.colour-bound", **called(card))
    if not state.reserve(colour):
        yield broken("spell.growth.reserve", colour=COLOURS[colour])
        yield broken("spell.no-effect")


def _evolution(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule = "spell.evolution.effect"
    if action.dice and all(face_of(one) == 6 for one in action.dice):
        yield broken("spell.no-effect")
    if any(face_of(one) == 6 for one in action.dice):
        yield broken(rule, dice=told(action.dice))
        yield broken("spell.face-range", dice=told(action.dice))
    yield from own_dice(state, action, rule)
    low = tuple(one for one in _pool(state, action.dice, state.seat) if face_of(one) < 6)
    yield from all_of_them(rules, action.dice, low)
    new = plus((), (turned(one, RAISE) for one in action.dice))
    if action.theirs and plus((), action.theirs) != new:
        yield broken(rule, dice=told(new))


JUDGES = {TRANSMUTATION: _transmutation, REBIRTH: _rebirth, GROWTH: _growth, EVOLUTION: _evolution}
