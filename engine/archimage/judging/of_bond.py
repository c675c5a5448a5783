"""What is wrong with a use of Bond."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.archimage.actions import BREAK, ONE, PLACE, Action
from engine.archimage.elements import COLOURS, NATURE, colour_of, face_of, is_scroll, seal_of
from engine.archimage.judging.faults import (
    Found,
    broken,
    is_seal,
    name,
    out_of_reach,
    told,
    under_protection,
    unpaid,
)
from engine.archimage.state import State

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules


def breaches(rules: ArchimageRules, state: State, action: Action) -> Found:
    if rules.house.familiar_home and state.familiars[state.seat] >= 0:
        yield broken("familiar.where", option="familiar-home")
    if action.way == PLACE:
        yield from _place(rules, state, action)
    elif not is_seal(state, action.place):
        yield broken("break.targets", place=name(rules, action.place))
    else:
        yield from _seal(rules, state, action)


def _place(rules: ArchimageRules, state: State, action: Action) -> Found:
    here = state.mages[state.seat]
    if action.place not in (-1, here):
        yield broken("bond.option-place", place=name(rules, action.place))
    if state.familiars[state.seat] == here:
        yield broken("spell.no-effect")
    if rules.house.bond_not_at_start and here in rules.board.starts:
        yield broken("bond.option-place", option="bond-not-at-start", place=name(rules, here))


def _seal(rules: ArchimageRules, state: State, action: Action) -> Found:
    cell, place = state.board[action.place], action.place
    if is_scroll(cell) and not rules.house.scrolls_are_seals:
        yield broken("bond.tokens-only", place=name(rules, place))
    yield from out_of_reach(rules, state, place)
    yield from under_protection(rules, state, place)
    if action.way == BREAK:
        found = list(unpaid(rules, state, cell, action.dice, loose=rules.house.bond_any_dice))
        if found:
            yield broken("bond.option-break", place=name(rules, place))
        yield from found
    elif action.way == ONE:
        yield from _one(rules, state, action)


def _one(rules: ArchimageRules, state: State, action: Action) -> Found:
    colour, _ = seal_of(state.board[action.place])
    facts = {"dice": told(action.dice), "colour": COLOURS[colour]}
    one = action.dice[0] if len(action.dice) == 1 else -1
    if one < 0 or face_of(one) != 1 or one not in state.hands[state.seat]:
        yield broken("bond.option-one", **facts)
        if one >= 0 and one not in state.hands[state.seat]:
            yield broken("break.own-dice", dice=told(action.dice))
    elif colour_of(one) != colour and not (rules.house.bond_any_colour and colour_of(one) in NATURE):
        yield broken("bond.option-one", option="bond-any-colour", **facts)
