"""Breaking seals, with or without a spell: what may be broken with which dice, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.board import bits
from engine.archimage.elements import (
    ABSORPTION,
    EMPTY,
    SPIRIT,
    Hand,
    card_of,
    effect_of,
    element_of,
    is_scroll,
    is_token,
    seal_of,
    without,
)
from engine.archimage.flow import end_turn
from engine.archimage.paying import payments
from engine.archimage.state import AT_HOME, Owned, State, replaced
from engine.archimage.ways import targets

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules


def paying(rules: ArchimageRules, hand: Hand, cell: int, *, loose: bool = False) -> tuple[Hand, ...]:
    """The dice of a hand that may pay for what lies on a space."""
    colour, power = seal_of(cell)
    return payments(hand, colour, power, rules.house.violet_mixed, rules.house.fewest_dice, loose)


def legal_breaks(rules: ArchimageRules, state: State) -> Iterator[Action]:
    """Every seal that the player in turn may break now without a spell, with every way to pay."""
    hand = state.hands[state.seat]
    for place in bits(targets(rules, state, state.seat)):
        for dice in paying(rules, hand, state.board[place]):
            yield from stored(rules, state, Action("break", place=place, dice=dice))


def can_break(rules: ArchimageRules, state: State) -> bool:
    hand = state.hands[state.seat]
    return any(paying(rules, hand, state.board[place]) for place in bits(targets(rules, state, state.seat)))


def stored(rules: ArchimageRules, state: State, action: Action) -> Iterator[Action]:
    """A break as it is, and with the token laid on each Absorption that may take it."""
    yield action
    if is_token(state.board[action.place]):
        colour, _ = seal_of(state.board[action.place])
        for card in stores(rules, state, colour):
            yield action._replace(store=card)


def stores(rules: ArchimageRules, state: State, colour: int) -> list[int]:
    """The scrolls of the player in turn on which a token of this colour may be laid."""
    return [
        one.card
        for one in state.owned[state.seat]
        if effect_of(one.card) == ABSORPTION
        and element_of(one.card) in (colour, SPIRIT)
        and (one.is_up or not rules.house.store_face_up)
    ]


# -- what comes of it -----------------------------------------------------------------------------------


def play_break(rules: ArchimageRules, state: State, action: Action) -> State:
    return end_turn(
        rules, taken(paid(state, action.dice), action.place, action.store), "break", won(state, action)
    )


def won(state: State, action: Action) -> int:
    """The scroll that is got by breaking, if it is one."""
    cell = state.board[action.place]
    return card_of(cell) if is_scroll(cell) else -1


def paid(state: State, dice: Hand) -> State:
    """The player in turn lays dice back into their zones."""
    seat = state.seat
    return state._replace(hands=replaced(state.hands, seat, without(state.hands[seat], dice) or ()))


def taken(state: State, place: int, store: int = -1) -> State:
    """The mage in turn breaks a seal and steps there; a familiar of its own that stood on it comes home."""
    seat = state.seat
    state = removed(state, place, store)
    familiars = state.familiars
    if familiars[seat] == place:
        familiars = replaced(familiars, seat, AT_HOME)
    return state._replace(mages=replaced(state.mages, seat, place), familiars=familiars)


def removed(state: State, place: int, store: int = -1) -> State:
    """What lay on a space goes: a scroll to the player in turn, a token to the box or onto an Absorption."""
    seat, cell = state.seat, state.board[place]
    state = state._replace(board=replaced(state.board, place, EMPTY))
    mine = state.owned[seat]
    if is_scroll(cell):
        return state._replace(owned=replaced(state.owned, seat, tuple(sorted((*mine, Owned(card_of(cell)))))))
    if store >= 0:
        return state._replace(
            owned=replaced(
                state.owned,
                seat,
                tuple(sorted(one._replace(stored=cell) if one.card == store else one for one in mine)),
            )
        )
    return state
