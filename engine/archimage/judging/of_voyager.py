"""What is wrong with a spell of circle IV."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.board import bits
from engine.archimage.elements import (
    GUARDIAN,
    LEAP,
    MISSION,
    SPEED,
    SPIRIT,
    TELEPORTATION,
    element_of,
    is_scroll,
    is_token,
    seal_of,
)
from engine.archimage.judging.faults import (
    Found,
    broken,
    called,
    is_seal,
    name,
    out_of_reach,
    under_protection,
    unpaid,
)
from engine.archimage.spells.breaking import paying, taken
from engine.archimage.spells.voyager import OFF, fits
from engine.archimage.state import State
from engine.archimage.ways import figures, protected, within_reach

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules


def _mission(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule, place = "spell.mission.effect", action.place
    if rules.house.familiar_home and state.familiars[state.seat] >= 0:
        yield broken("familiar.where", option="familiar-home")
    if not is_seal(state, place) or (is_scroll(state.board[place]) and not rules.house.scrolls_are_seals):
        yield broken(rule, place=name(rules, place))
        yield broken("familiar.where", place=name(rules, place))
        return
    if not fits(action.spell, state.board[place]):
        yield broken(rule, **called(action.spell))
        yield broken("spell.colour-bound", **called(action.spell))
    if place in state.familiars or place in state.guardians:
        yield broken(rule, place=name(rules, place))


# -- Leap and Teleportation -----------------------------------------------------------------------------


def _leap(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule, over = "spell.leap.effect", action.over
    before = within_reach(rules, state, state.seat)
    where = {"place": name(rules, over)}
    if not is_seal(state, over) or not before >> over & 1:
        yield broken(rule, **where)
        return
    cell = state.board[over]
    if not is_token(cell) and not rules.house.leap_scrolls:
        yield broken(rule, option="leap-scrolls", **where)
    if not fits(action.spell, cell):
        yield broken(rule, **where)
        yield broken("spell.colour-bound", **called(action.spell))
    for seat, at in enumerate(state.familiars):
        if at == over and seat != state.seat:
            yield broken("path.blocked", **where)
        elif at == over and rules.house.leap_bare:
            yield broken(rule, option="leap-bare", **where)
    if over in state.guardians:
        yield broken("spell.guardian.blocks-all", **where)
    yield from _behind(rules, state, action, before, "spell.leap.pre", is_anywhere=rules.house.leap_anywhere)


def _behind(  # noqa: PLR0913 - two spells share it
    rules: ArchimageRules, state: State, action: Action, before: int, rule: str, *, is_anywhere: bool = False
) -> Found:
    """What is broken lies behind what was passed, and can be paid for."""
    place = action.place
    where = {"place": name(rules, place)}
    if not is_seal(state, place) or place == action.over:
        yield broken(rule, **where)
        return
    if not within_reach(rules, state, state.seat, 1 << action.over) >> place & 1:
        yield broken(rule, **where)
        yield broken("path.free-way", **where)
    elif before >> place & 1 and not is_anywhere:
        yield broken(rule, **where)
    yield from under_protection(rules, state, place, at_once=True)
    yield from unpaid(rules, state, state.board[place], action.dice)


def _teleportation(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule, over = "spell.teleportation.effect", action.over
    where = {"place": name(rules, over)}
    if not 0 <= over < len(state.board) or not figures(state, state.seat) >> over & 1 or state.board[over]:
        yield broken(rule, **where)
        return
    both = (*enumerate(state.mages), *enumerate(state.familiars))
    others = [seat for seat, at in both if at == over and seat != state.seat]
    if len(others) > 1 and not (rules.house.teleport_both and len(set(others)) == 1):
        yield broken(rule, option="teleport-both", **where)
    if rules.house.teleport_active and not all(map(state.is_active, others)):
        yield broken(rule, option="teleport-active", **where)
    if is_seal(state, action.place) and not fits(action.spell, state.board[action.place]):
        yield broken(rule, place=name(rules, action.place))
        yield broken("spell.colour-bound", **called(action.spell))
    before = within_reach(rules, state, state.seat)
    yield from _behind(rules, state, action, before, "spell.teleportation.pre")


# -- Guardian -------------------------------------------------------------------------------------------


def _guardian(rules: ArchimageRules, state: State, action: Action) -> Found:
    rule, place, element = "spell.guardian.effect", action.place, element_of(action.spell)
    here = state.guardians[element]
    if action.way == OFF:
        if here < 0:
            yield broken(rule)
            yield broken("spell.no-effect")
        return
    if not is_seal(state, place) or not is_scroll(state.board[place]):
        yield broken(rule, place=name(rules, place))
        return
    if place == here:
        yield broken("spell.no-effect")
    elif place in state.guardians:
        yield broken(rule, place=name(rules, place))
    if seal_of(state.board[place])[0] != element and not (element == SPIRIT and rules.house.spirit_any_scroll):
        yield broken(rule, place=name(rules, place))
        if element == SPIRIT:
            yield broken("spell.spirit-exceptions", option="spirit-any-scroll", **called(action.spell))
        else:
            yield broken("spell.colour-bound", **called(action.spell))
    if rules.house.guardian_near and not within_reach(rules, state, state.seat) >> place & 1:
        yield broken(rule, option="guardian-near", place=name(rules, place))


# -- Speed ----------------------------------------------------------------------------------------------


def _speed(rules: ArchimageRules, state: State, action: Action) -> Found:
    first, second = action.place, action.other
    if not is_seal(state, first):
        yield broken("spell.speed.pre")
        yield broken("break.targets", place=name(rules, first))
        return
    wrong = [
        *out_of_reach(rules, state, first),
        *under_protection(rules, state, first, at_once=True),
        *unpaid(rules, state, state.board[first], action.dice),
    ]
    if wrong:
        if not _any_first(rules, state):
            yield broken("spell.speed.pre")
        yield from wrong
        return
    yield from _second(rules, state, action, taken(state, first), second)


def _any_first(rules: ArchimageRules, state: State) -> bool:
    reached = within_reach(rules, state, state.seat) & ~protected(state, state.seat)
    return any(paying(rules, state.hands[state.seat], state.board[place]) for place in bits(reached))


def _second(rules: ArchimageRules, state: State, action: Action, after: State, place: int) -> Found:
    where = {"place": name(rules, place)}
    if not is_seal(after, place):
        yield broken("spell.speed.pre", **where)
        return
    if not fits(action.spell, after.board[place]):
        yield broken("spell.speed.effect", **where)
        yield broken("spell.colour-bound", **called(action.spell))
    if not within_reach(rules, after, state.seat) >> place & 1:
        yield broken("spell.speed.effect", **where)
        yield from out_of_reach(rules, after, place)
    elif rules.house.speed_before and not within_reach(rules, state, state.seat) >> place & 1:
        yield broken("spell.speed.effect", option="speed-before", **where)
    if rules.house.speed_tokens and is_scroll(after.board[place]):
        yield broken("spell.speed.effect", option="speed-tokens", **where)
    yield from under_protection(rules, after, place, at_once=True)


JUDGES = {
    MISSION: _mission,
    LEAP: _leap,
    TELEPORTATION: _teleportation,
    GUARDIAN: _guardian,
    SPEED: _speed,
}
