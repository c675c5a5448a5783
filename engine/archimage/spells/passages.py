"""Circle II, the school of passages: what lies on the board is swapped, removed, or stored for later."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.board import bits
from engine.archimage.elements import EMPTY, SPIRIT, colour_of, die, element_of, face_of, is_token, seal_of
from engine.archimage.spells.power import changed, named
from engine.archimage.state import State, replaced
from engine.archimage.ways import sealed

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules


def seals_meant(rules: ArchimageRules, state: State) -> list[int]:
    """The spaces with what a spell means by a seal: a token, at some tables a scroll, too."""
    tokens, scrolls = sealed(state.board)
    wide = rules.house.scrolls_are_seals or rules.house.swap_any_seals
    return list(bits(tokens | (scrolls if wide else 0)))


def may_swap(rules: ArchimageRules, one: int, other: int) -> bool:
    """Whether two seals are of a sort that may change places."""
    mixed = is_token(one) != is_token(other)
    if mixed:
        return rules.house.swap_any_seals
    return is_token(one) or rules.house.scrolls_are_seals


def inversions(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    """Equal powers, different colours, one of them the scroll's."""
    element, board = element_of(card), state.board
    for one, other in combinations(seals_meant(rules, state), 2):
        (colour, power), (colour_2, power_2) = seal_of(board[one]), seal_of(board[other])
        fits = power == power_2 and colour != colour_2 and element in (SPIRIT, colour, colour_2)
        if fits and may_swap(rules, board[one], board[other]):
            yield Action("cast", card=card, place=one, other=other)


def exchanges(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    """One colour, different powers."""
    element, board = element_of(card), state.board
    for one, other in combinations(seals_meant(rules, state), 2):
        (colour, power), (colour_2, power_2) = seal_of(board[one]), seal_of(board[other])
        fits = colour == colour_2 and power != power_2 and element in (SPIRIT, colour)
        if fits and may_swap(rules, board[one], board[other]):
            yield Action("cast", card=card, place=one, other=other)


def reorganisations(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    """Two scrolls, one of the colour at least; two that look alike would change nothing."""
    element, board = element_of(card), state.board
    for one, other in combinations(bits(sealed(board)[1]), 2):
        colours = (seal_of(board[one])[0], seal_of(board[other])[0])
        fits = element in colours or (element == SPIRIT and rules.house.spirit_any_scroll)
        if fits and board[one] != board[other]:
            yield Action("cast", card=card, place=one, other=other)


def swap(rules: ArchimageRules, state: State, action: Action) -> State:
    board = replaced(state.board, action.place, state.board[action.other])
    return state._replace(board=replaced(board, action.other, state.board[action.place]))


def disintegrations(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    tokens, scrolls = sealed(state.board)
    for place in bits(tokens | (scrolls if rules.house.scrolls_are_seals else 0)):
        if seal_of(state.board[place])[0] in (*named(card), element_of(card)):
            yield Action("cast", card=card, place=place)


def disintegrate(rules: ArchimageRules, state: State, action: Action) -> State:
    return state._replace(board=replaced(state.board, action.place, EMPTY))


def token_on(state: State, card: int) -> int:
    """The token that lies on an Absorption of the player in turn."""
    return next((one.stored for one in state.owned[state.seat] if one.card == card), EMPTY)


def absorptions(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    if token_on(state, card):
        for one in dict.fromkeys(state.hands[state.seat]):
            if face_of(one) < 6 or (rules.house.absorption_in_vain and _all_high(state)):
                yield Action("cast", card=card, dice=(one,))


def _all_high(state: State) -> bool:
    return all(face_of(one) == 6 for one in state.hands[state.seat])


def absorb(rules: ArchimageRules, state: State, action: Action) -> State:
    (one,) = action.dice
    _, power = seal_of(token_on(state, action.card))
    mine = tuple(
        sorted(own._replace(stored=EMPTY) if own.card == action.card else own for own in state.owned[state.seat])
    )
    state = state._replace(owned=replaced(state.owned, state.seat, mine))
    return changed(state, action.dice, (die(colour_of(one), min(6, face_of(one) + power)),))
