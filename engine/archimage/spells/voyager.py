"""Circle IV, the school of the voyager: tokens guarded, seals and figures passed, two seals in one turn."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.board import bits
from engine.archimage.elements import SPIRIT, Hand, element_of, is_token, seal_of
from engine.archimage.flow import end_turn
from engine.archimage.spells.bond import is_out
from engine.archimage.spells.breaking import paid, paying, taken, won
from engine.archimage.state import AT_HOME, State, replaced
from engine.archimage.ways import figures, sealed, targets, within_reach

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

OFF = "off"


def fits(card: int, cell: int) -> bool:
    """Whether a seal is of a scroll's colour; of spirit all are."""
    element = element_of(card)
    return element in (SPIRIT, seal_of(cell)[0])


def _paid_breaks(rules: ArchimageRules, state: State, mask: int) -> Iterator[tuple[int, Hand]]:
    """The seals of a set with every way to pay for them."""
    for place in bits(mask):
        for dice in paying(rules, state.hands[state.seat], state.board[place]):
            yield place, dice


# -- Mission --------------------------------------------------------------------------------------------


def missions(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    if is_out(rules, state):
        return
    tokens, scrolls = sealed(state.board)
    for place in bits(tokens | (scrolls if rules.house.scrolls_are_seals else 0)):
        if fits(card, state.board[place]) and place not in state.familiars and place not in state.guardians:
            yield Action("cast", card=card, place=place)


def go_on_mission(rules: ArchimageRules, state: State, action: Action) -> State:
    return state._replace(familiars=replaced(state.familiars, state.seat, action.place))


# -- Leap and Teleportation -----------------------------------------------------------------------------


def leaps(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    seat = state.seat
    before = within_reach(rules, state, seat)
    for over in bits(before):
        if may_leap(rules, state, card, over):
            behind = behind_leap(rules, state, over, before)
            for place, dice in _paid_breaks(rules, state, behind):
                yield Action("cast", card=card, over=over, place=place, dice=dice)


def may_leap(rules: ArchimageRules, state: State, card: int, over: int) -> bool:
    """Whether a seal within reach may be leapt over: a token, of the colour, under no other's familiar."""
    cell = state.board[over]
    on_it = [seat for seat, space in enumerate(state.familiars) if space == over]
    if (not is_token(cell) and not rules.house.leap_scrolls) or not fits(card, cell) or over in state.guardians:
        return False
    return not on_it or (on_it == [state.seat] and not rules.house.leap_bare)


def behind_leap(rules: ArchimageRules, state: State, over: int, before: int) -> int:
    """The seals that lie behind one that is leapt over."""
    seat = state.seat
    found = targets(rules, state, seat, 1 << over)
    return found if rules.house.leap_anywhere else found & ~before


def teleportations(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    seat = state.seat
    before = within_reach(rules, state, seat)
    for over in bits(figures(state, seat)):
        if may_pass(rules, state, over):
            behind = targets(rules, state, seat, 1 << over) & ~before
            for place, dice in _paid_breaks(rules, state, behind):
                if fits(card, state.board[place]):
                    yield Action("cast", card=card, over=over, place=place, dice=dice)


def may_pass(rules: ArchimageRules, state: State, over: int) -> bool:
    """Whether what stands on a space is one figure of another player, on no seal."""
    standing = [
        seat for spaces in (state.mages, state.familiars) for seat, space in enumerate(spaces) if space == over
    ]
    others = [seat for seat in standing if seat != state.seat]
    if not others or state.board[over]:
        return False
    if rules.house.teleport_active and not all(map(state.is_active, others)):
        return False
    return len(others) == 1 or (rules.house.teleport_both and len(set(others)) == 1)


def pass_and_break(rules: ArchimageRules, state: State, action: Action) -> State:
    card = won(state, action)
    return end_turn(rules, taken(paid(state, action.dice), action.place), "terminal", card)


# -- Guardian -------------------------------------------------------------------------------------------


def guardians(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    element = element_of(card)
    here = state.guardians[element]
    for place in bits(sealed(state.board)[1]):
        if may_guard(rules, state, card, place):
            yield Action("cast", card=card, place=place)
    if here >= 0:
        yield Action("cast", card=card, way=OFF)


def may_guard(rules: ArchimageRules, state: State, card: int, place: int) -> bool:
    """Whether the guardian of this colour may be set on the scroll there."""
    element = element_of(card)
    any_colour = element == SPIRIT and rules.house.spirit_any_scroll
    if seal_of(state.board[place])[0] != element and not any_colour:
        return False
    if place in state.guardians:
        return False
    return not rules.house.guardian_near or bool(within_reach(rules, state, state.seat) >> place & 1)


def guard(rules: ArchimageRules, state: State, action: Action) -> State:
    to = AT_HOME if action.way == OFF else action.place
    return state._replace(guardians=replaced(state.guardians, element_of(action.spell), to))


# -- Speed ----------------------------------------------------------------------------------------------


def speeds(rules: ArchimageRules, state: State, card: int) -> Iterator[Action]:
    hand = state.hands[state.seat]
    for place in bits(targets(rules, state, state.seat)):
        ways = paying(rules, hand, state.board[place])
        if ways:
            for other in bits(free_seals(rules, state, card, place)):
                yield from (Action("cast", card=card, place=place, other=other, dice=dice) for dice in ways)


def free_seals(rules: ArchimageRules, state: State, card: int, first: int) -> int:
    """The seals that Speed may take for nothing once a first one was broken."""
    seat = state.seat
    after = taken(state, first)
    found = targets(rules, after, seat)
    if rules.house.speed_before:
        found &= within_reach(rules, state, seat)
    if rules.house.speed_tokens:
        found &= sealed(after.board)[0]
    return sum(1 << place for place in bits(found) if fits(card, state.board[place]))


def hurry(rules: ArchimageRules, state: State, action: Action) -> State:
    first = taken(paid(state, action.dice), action.place)
    won_last = won(first, action._replace(place=action.other))
    return end_turn(rules, taken(first, action.other), "terminal", won_last)
