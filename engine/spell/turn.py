"""A player's turn: what may be done, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.spell import actions
from engine.spell.actions import END, Action
from engine.spell.arena import ACTIVE, BLACK, ELEMENTALS, GAP, LANE, MAGES, TILES, occupied, shifted
from engine.spell.arena import carried as carried_only
from engine.spell.frame import EDGES, FULL, RING, places
from engine.spell.state import (
    COUNT,
    FLIP,
    HAND,
    HANDS,
    PAYMENTS,
    STEP,
    UNUSED,
    Amulet,
    Phase,
    State,
    card_bit,
    rival,
)

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

SPELL_LEVELS = {"move": 1, "flip": 1, "summon": 1, "levitate": 2, "push": 3}
"""The least card that pays for a spell; a step or flip is a spell only for the Doppelgänger."""

_new = tuple.__new__


def elementals_owned(amulet: Amulet) -> int:
    """How many elementals a player has, in the arena and in the reserve together."""
    return {Amulet.DOPPELGANGER: 0, Amulet.TRIELEMENTARIS: 3}.get(amulet, 2)


def mages_owned(amulet: Amulet) -> int:
    return 2 if amulet is Amulet.DOPPELGANGER else 1


def shifts_a_turn(amulet: Amulet) -> int:
    return 2 if amulet is Amulet.BILEVITAGRAMATON else 1


def counting(rules: SpellRules, state: State) -> int:
    """The places that count for the player in turn, special tile included."""
    arena, seat = state.arena, state.stage.seat
    faces = arena >> TILES + LANE * seat & arena >> ACTIVE
    if rules.house.rival_mage_masks:
        faces &= ~(arena >> MAGES + LANE * rival(seat))
    return (faces | arena >> MAGES + LANE * seat | arena >> ELEMENTALS + LANE * seat) & FULL | state.special


def claimable(rules: SpellRules, state: State) -> int:
    """The visible runes that are formed now and whose level is still open this turn."""
    open_runes = state.visible & rules.levels_open[state.claimed]
    return rules.matcher.formed(counting(rules, state)) & open_runes if open_runes else 0


def turnable(rules: SpellRules, state: State) -> int:
    """The tiles that may be turned over, wherever the mage stands."""
    arena, seat = state.arena, state.stage.seat
    if rules.house.first_edition:
        tiles = arena | arena >> LANE
    else:
        tiles = arena >> TILES + LANE * seat & ~(arena >> ACTIVE)
    return tiles & FULL & ~(occupied(arena) if rules.house.one_per_tile else 0)


def steppable(rules: SpellRules, state: State) -> int:
    """The places where a step may end, wherever the mage stands."""
    arena = state.arena
    barred = arena >> GAP | arena >> MAGES + LANE * rival(state.stage.seat)
    return FULL & ~(barred | (occupied(arena) if rules.house.one_per_tile else 0))


def special_places(rules: SpellRules, state: State) -> int:
    """The ring places where the special tile may be laid."""
    if not rules.house.special_touches_tile:
        return RING
    gap = state.arena >> GAP
    return sum(1 << place for place in places(RING) if not EDGES[place] & gap)


def legal(rules: SpellRules, state: State) -> Iterator[Action]:
    """Every action open to the player in turn."""
    arena, mage_used, shifts, _, special, hands, _, _, stage = state
    seat = stage.seat
    amulet = stage.amulets[seat]
    mages = arena >> MAGES + LANE * seat & FULL
    free = FULL & ~(occupied(arena) | arena >> GAP)
    ready = claimable(rules, state)
    if ready:
        yield from actions.claims(ready)
    if not mage_used:
        yield from actions.flips(mages, turnable(rules, state), 0)
        yield from actions.moves(mages, steppable(rules, state), 0)
    if shifts:
        yield from actions.shifts(free, rules.house.zero_slide)
    hand = hands >> HANDS * seat & (1 << HANDS) - 1
    if hand:
        yield from _spells(rules, state, hand, mages, free)
    if amulet is Amulet.EXTRALIMITAE and not special:
        yield from actions.specials(special_places(rules, state))
    yield END


def _spells(rules: SpellRules, state: State, hand: int, mages: int, free: int) -> Iterator[Action]:
    arena, stage = state.arena, state.stage
    seat = stage.seat
    amulet = stage.amulets[seat]
    rivals = arena >> MAGES + LANE * rival(seat) & FULL
    left = elementals_owned(amulet) - (arena >> ELEMENTALS + LANE * seat & FULL).bit_count()
    for level in (1, 2, 3):
        if not hand >> HAND * (level - 1) & COUNT:
            continue
        if left > 0:
            yield from actions.summons(free, level)
            if amulet is Amulet.TRIELEMENTARIS and not stacked(arena, rival(seat), stage.amulets[rival(seat)]):
                yield from actions.dislodgings(rivals, free, level)
        if amulet is Amulet.DOPPELGANGER:
            yield from actions.flips(mages, turnable(rules, state), level)
            yield from actions.moves(mages, steppable(rules, state), level)
        if level >= SPELL_LEVELS["levitate"]:
            yield from actions.levitations(mages, free, level)
        if level >= SPELL_LEVELS["push"]:
            yield from actions.pushes(rivals, free, level, rules.house.first_edition)


def begin_turn(rules: SpellRules, state: State) -> State:
    """The turn of ``stage.seat`` begins: cards refreshed, nothing claimed yet."""
    stage = state.stage
    if rules.house.is_solo and stage.seat == BLACK:
        return state._replace(stage=stage._replace(phase=Phase.RIVAL_MAGE))
    shifts = shifts_a_turn(stage.amulets[stage.seat])
    return state._replace(mage_used=UNUSED, shifts=shifts, stage=stage._replace(phase=Phase.TURN))


# -- what comes of it: one small function a kind, all of (rules, state, action) -> state ----------------


def stacked(arena: int, seat: int, amulet: Amulet) -> bool:
    """Whether both mages of a Doppelgänger stand on one tile, which the arena shows as one bit."""
    return amulet is Amulet.DOPPELGANGER and (arena >> MAGES + LANE * seat & FULL).bit_count() == 1


def mage_moved(arena: int, seat: int, amulet: Amulet, source: int, to: int) -> int:
    """The arena with a mage of ``seat`` moved; two mages may share a tile, which shows as one bit."""
    lane = MAGES + LANE * seat
    if amulet is not Amulet.DOPPELGANGER:
        return arena ^ (1 << lane + source | 1 << lane + to)
    standing = arena >> lane & FULL
    moved = (standing if stacked(arena, seat, amulet) else standing & ~(1 << source)) | 1 << to
    return arena ^ (standing ^ moved) << lane


def _paid(hands: int, seat: int, card: int) -> int:
    return hands + PAYMENTS[seat][card - 1] if card else hands


def _move(rules: SpellRules, state: State, action: Action) -> State:
    arena, mage_used, shifts, claimed, special, hands, points, visible, stage = state
    _, place, source, card, _, _ = action
    seat = stage.seat
    arena = mage_moved(arena, seat, stage.amulets[seat], source, place)
    used = mage_used if card else STEP
    hands = _paid(hands, seat, card)
    return _new(State, (arena, used, shifts, claimed, special, hands, points, visible, stage))


def _flip(rules: SpellRules, state: State, action: Action) -> State:
    arena, mage_used, shifts, claimed, special, hands, points, visible, stage = state
    _, place, _, card, _, _ = action
    used = mage_used if card else FLIP
    hands = _paid(hands, stage.seat, card)
    return _new(
        State, (arena ^ 1 << ACTIVE + place, used, shifts, claimed, special, hands, points, visible, stage)
    )


def _shift(rules: SpellRules, state: State, action: Action) -> State:
    arena, mage_used, shifts, claimed, special, hands, points, visible, stage = state
    _, place, _, _, direction, _ = action
    arena = shifted(arena, place, direction) if direction >= 0 else carried_only(arena, place)
    return _new(State, (arena, mage_used, shifts - 1, claimed, special, hands, points, visible, stage))


def _summon(rules: SpellRules, state: State, action: Action) -> State:
    arena, mage_used, shifts, claimed, special, hands, points, visible, stage = state
    _, place, _, card, other, _ = action
    seat = stage.seat
    if other >= 0:
        foe = rival(seat)
        arena = mage_moved(arena, foe, stage.amulets[foe], place, other)
    arena |= 1 << ELEMENTALS + LANE * seat + place
    hands += PAYMENTS[seat][card - 1]
    return _new(State, (arena, mage_used, shifts, claimed, special, hands, points, visible, stage))


def _levitate(rules: SpellRules, state: State, action: Action) -> State:
    arena, mage_used, shifts, claimed, special, hands, points, visible, stage = state
    _, place, source, card, _, _ = action
    seat = stage.seat
    arena = mage_moved(arena, seat, stage.amulets[seat], source, place)
    hands += PAYMENTS[seat][card - 1]
    return _new(State, (arena, mage_used, shifts, claimed, special, hands, points, visible, stage))


def _push(rules: SpellRules, state: State, action: Action) -> State:
    arena, mage_used, shifts, claimed, special, hands, points, visible, stage = state
    _, place, source, card, _, _ = action
    foe = rival(stage.seat)
    arena = mage_moved(arena, foe, stage.amulets[foe], source, place)
    hands += PAYMENTS[stage.seat][card - 1]
    return _new(State, (arena, mage_used, shifts, claimed, special, hands, points, visible, stage))


def _special(rules: SpellRules, state: State, action: Action) -> State:
    return state._replace(special=1 << action.place)


def _claim(rules: SpellRules, state: State, action: Action) -> State:
    arena, mage_used, shifts, claimed, special, hands, points, visible, stage = state
    seat = stage.seat
    level = rules.deck.cards[action.other].level
    black, violet = points
    points = (black, violet + level) if seat else (black + level, violet)
    if level in (1, 2, 3):
        hands += card_bit(seat, level)
    visible &= ~(1 << action.other)
    return _new(State, (arena, mage_used, shifts, claimed | 1 << level, special, hands, points, visible, stage))


PLAYS = {
    "move": _move,
    "flip": _flip,
    "shift": _shift,
    "summon": _summon,
    "levitate": _levitate,
    "push": _push,
    "special": _special,
    "claim": _claim,
}
