"""Bond, everybody's own scroll: the familiar is set down, or breaks a seal in the mage's stead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.archimage.actions import BREAK, ONE, PLACE, Action
from engine.archimage.board import bits
from engine.archimage.elements import BOND, NATURE, die, seal_of
from engine.archimage.flow import end_turn
from engine.archimage.spells.breaking import paid, paying, removed, stored, won
from engine.archimage.state import AT_HOME, State, replaced
from engine.archimage.ways import sealed, targets

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules


def is_out(rules: ArchimageRules, state: State) -> bool:
    """Whether the familiar cannot be sent because it is on the board already."""
    return rules.house.familiar_home and state.familiars[state.seat] >= 0


def listed(rules: ArchimageRules, state: State) -> Iterator[Action]:
    if is_out(rules, state):
        return
    seat = state.seat
    if may_place(rules, state):
        yield Action("cast", card=BOND, way=PLACE)
    tokens, scrolls = sealed(state.board)
    near = targets(rules, state, seat) & (tokens | (scrolls if rules.house.scrolls_are_seals else 0))
    hand = state.hands[seat]
    for place in bits(near):
        for dice in paying(rules, hand, state.board[place], loose=rules.house.bond_any_dice):
            yield from stored(rules, state, Action("cast", card=BOND, way=BREAK, place=place, dice=dice))
        for one in ones(rules, hand, seal_of(state.board[place])[0]):
            yield from stored(rules, state, Action("cast", card=BOND, way=ONE, place=place, dice=(one,)))


def may_place(rules: ArchimageRules, state: State) -> bool:
    """Whether the familiar would change its place, and may stand where its mage stands."""
    here = state.mages[state.seat]
    is_start = here in rules.board.starts
    return state.familiars[state.seat] != here and not (is_start and rules.house.bond_not_at_start)


def ones(rules: ArchimageRules, hand: tuple[int, ...], colour: int) -> list[int]:
    """The dice showing 1 that break a seal of this colour."""
    fits = NATURE if rules.house.bond_any_colour else (colour,)
    return [die(one, 1) for one in fits if one in NATURE and die(one, 1) in hand]


def play(rules: ArchimageRules, state: State, action: Action) -> State:
    seat = state.seat
    if action.way == PLACE:
        return state._replace(familiars=replaced(state.familiars, seat, state.mages[seat]))
    card = won(state, action)
    was_beneath = state.familiars[seat] == action.place
    state = removed(paid(state, action.dice), action.place, action.store)
    to = AT_HOME if was_beneath and rules.house.familiar_returns else action.place
    state = state._replace(familiars=replaced(state.familiars, seat, to))
    return end_turn(rules, state, "bond", card)
