"""What is wrong with a spell of circle II."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.elements import (
    ABSORPTION,
    DISINTEGRATION,
    EXCHANGE,
    INVERSION,
    REORGANISATION,
    SPIRIT,
    element_of,
    face_of,
    is_scroll,
    is_token,
    seal_of,
)
from engine.archimage.judging.faults import Found, broken, called, is_seal, name, told
from engine.archimage.spells.passages import token_on
from engine.archimage.state import State

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules


def _two_seals(rules: ArchimageRules, state: State, action: Action, rule: str) -> Found:
    """Two different spaces with seals of a sort that may change places."""
    if action.place == action.other or not is_seal(state, action.place) or not is_seal(state, action.other):
        yield broken(rule)
        return
    one, other = state.board[action.place], state.board[action.other]
    facts = {"places": (name(rules, action.place), name(rules, action.other))}
    if is_token(one) != is_token(other) and not rules.house.swap_any_seals:
        yield broken(rule, option="swap-any-seals", **facts)
    if is_scroll(one) and is_scroll(other) and not rules.house.scrolls_are_seals:
        yield broken(rule, option="scrolls-are-seals", **facts)


def _seals(state: State, action: Action) -> tuple[tuple[int, int], tuple[int, int]] | None:
    if not is_seal(state, action.place) or not is_seal(state, action.other):
        return None
    return seal_of(state.board[action.place]), seal_of(state.board[action.other])


def _inversion(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule = "spell.inversion.effect"
    yield from _two_seals(rules, state, action, rule)
    found = _seals(state, action)
    if found is None:
        return
    (colour, power), (colour_2, power_2) = found
    if power != power_2 or colour == colour_2:
        yield broken(rule, places=(name(rules, action.place), name(rules, action.other)))
    if element_of(action.spell) not in (SPIRIT, colour, colour_2):
        yield broken(rule)
        yield broken("spell.colour-bound", **called(action.spell))


def _exchange(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule = "spell.exchange.effect"
    yield from _two_seals(rules, state, action, rule)
    found = _seals(state, action)
    if found is None:
        return
    (colour, power), (colour_2, power_2) = found
    if power == power_2 or colour != colour_2:
        yield broken(rule, places=(name(rules, action.place), name(rules, action.other)))
    if element_of(action.spell) not in (SPIRIT, colour):
        yield broken(rule)
        yield broken("spell.colour-bound", **called(action.spell))


def _reorganisation(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule, card = "spell.reorganisation.effect", action.spell
    found = _seals(state, action)
    cells = [state.board[place] for place in (action.place, action.other) if is_seal(state, place)]
    if found is None or action.place == action.other or not all(map(is_scroll, cells)):
        yield broken(rule)
        return
    if cells[0] == cells[1]:
        yield broken("spell.no-effect")
    element, colours = element_of(card), (found[0][0], found[1][0])
    if element not in colours and not (element == SPIRIT and rules.house.spirit_any_scroll):
        yield broken(rule, **called(card))
        if element == SPIRIT:
            yield broken("spell.spirit-exceptions", option="spirit-any-scroll", **called(card))
        else:
            yield broken("spell.colour-bound", **called(card))


def _disintegration(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule, card = "spell.disintegration.effect", action.spell
    if not is_seal(state, action.place):
        yield broken(rule, place=name(rules, action.place))
        return
    cell = state.board[action.place]
    if is_scroll(cell) and not rules.house.scrolls_are_seals:
        yield broken(rule, place=name(rules, action.place))
    if element_of(card) not in (SPIRIT, seal_of(cell)[0]):
        yield broken(rule, **called(card))
        yield broken("spell.colour-bound", **called(card))


def _absorption(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule = "spell.absorption.use"
    hand = state.hands[state.seat]
    if not token_on(state, action.card):
        yield broken(rule, **called(action.card))
        yield broken("spell.no-effect")
    if len(action.dice) != 1 or action.dice[0] not in hand:
        yield broken(rule, dice=told(action.dice))
        return
    if face_of(action.dice[0]) == 6 and not (
        rules.house.absorption_in_vain and all(face_of(one) == 6 for one in hand)
    ):
        yield broken("spell.face-range", dice=told(action.dice))
        yield broken("spell.no-effect", option="absorption-in-vain")
    if action.theirs:
        _, power = seal_of(token_on(state, action.card)) if token_on(state, action.card) else (0, 0)
        (one,) = action.dice
        if action.theirs != (one - face_of(one) + min(6, face_of(one) + power),):
            yield broken(rule, dice=told(action.theirs))


JUDGES = {
    INVERSION: _inversion,
    EXCHANGE: _exchange,
    REORGANISATION: _reorganisation,
    DISINTEGRATION: _disintegration,
    ABSORPTION: _absorption,
}
