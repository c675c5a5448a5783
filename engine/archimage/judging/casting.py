"""What is wrong with casting a scroll: the scroll itself, who it is aimed at, and what it is to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.elements import (
    BOND,
    BORROW,
    CONFLICT,
    SYNERGY,
    THEFT,
    TRANSFER,
    effect_of,
    element_of,
)
from engine.archimage.judging import in_conflict, in_passages, in_power, of_bond, of_voyager
from engine.archimage.judging.faults import Found, broken, called
from engine.archimage.spells.conflict import opponents, takes
from engine.archimage.state import NOBODY, State

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules


def breaches(rules: ArchimageRules, state: State, action: Action) -> Found:
    """Every rule that casting this scroll like this would break."""
    card, seat = action.card, state.seat
    if card == BOND:
        if not state.bond_is_up(seat):
            yield broken("bond.one-option")
            yield broken("spell.face-up-only", **called(card))
        yield from of_bond.breaches(rules, state, action)
        return
    if not state.has_up(seat, card):
        yield from _not_ready(state, card)
    if effect_of(card) == SYNERGY:
        yield broken("spell.synergy.passive", **called(card))
        return
    if effect_of(card) in CONFLICT and not opponents(state):
        yield broken("spell.conflict.active-target")
    if effect_of(card) == BORROW:
        wrong = list(_borrowed(rules, state, action))
        yield from wrong
        if action.lent < 0 or action.lent == BOND or effect_of(action.lent) in (SYNERGY, BORROW):
            return
    yield from _aimed(rules, state, action)
    yield from _EFFECTS[effect_of(action.spell)](rules, state, action)


def _not_ready(state: State, card: int) -> Found:
    mine = [one for one in state.owned[state.seat] if one.card == card]
    yield broken("spell.face-up-only", **called(card))
    if any(not one.is_up for one in mine):
        yield broken("spell.once-per-round", **called(card))
        yield broken("spell.flip", **called(card))
    elif any(one.is_fresh for one in mine):
        yield broken("spell.transfer.effect", option="transfer-later")


def _borrowed(rules: ArchimageRules, state: State, action: Action) -> Found:
    lender, lent = action.lender, action.lent
    facts = called(action.card)
    if lender in (NOBODY, state.seat):
        yield broken("spell.borrow.limits", **facts)
        return
    if not state.is_active(lender):
        yield broken("spell.finished-immune", who=rules.seats[lender])
    if lent == BOND:
        yield broken("bond.personal")
        yield broken("spell.borrow.limits", **facts)
        return
    is_there = any(one.card == lent and one.is_up for one in state.owned[lender])
    if not is_there or effect_of(lent) in (SYNERGY, BORROW):
        yield broken("spell.borrow.limits", **facts)
    if not takes(rules, action.card, lent):
        yield broken("spell.borrow.limits", **facts)
        yield from of_another_colour(action.card)


def of_another_colour(card: int) -> Found:
    """A scroll of conflict takes or uses one of another colour."""
    if element_of(card) in range(4):
        yield broken("spell.colour-bound", **called(card))
    else:
        yield broken("spell.spirit-exceptions", option="spirit-any-scroll", **called(card))


def _aimed(rules: ArchimageRules, state: State, action: Action) -> Found:
    """Nobody aims at oneself, nor at a player who has finished."""
    if action.seat == NOBODY:
        return
    if action.seat == state.seat:
        yield broken("spell.conflict.active-target")
    elif not state.is_active(action.seat):
        yield broken("spell.finished-immune", who=rules.seats[action.seat])
        yield broken("spell.conflict.active-target")


def _transfer(rules: ArchimageRules, state: State, action: Action) -> Found:
    yield from in_conflict.transfer(rules, state, action)
    if action.take >= 0 and action.take != BOND and not takes(rules, action.spell, action.take):
        yield from of_another_colour(action.spell)


_EFFECTS: dict[int, Callable[[ArchimageRules, State, Action], Found]] = {
    **in_power.JUDGES,
    **in_passages.JUDGES,
    **in_conflict.JUDGES,
    **of_voyager.JUDGES,
    TRANSFER: _transfer,
    THEFT: in_conflict.theft,
}
