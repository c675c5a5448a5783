"""What is wrong with an action of a turn: mage action, shift, spell, special tile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.spell import turn
from engine.spell.actions import Action
from engine.spell.arena import ACTIVE, LINES, elementals, free, gap, mages, neutral, occupied, tiles
from engine.spell.frame import DIRECTION_NAMES, EDGES, INNER, KINGS, NAMES, RING, SIDE
from engine.spell.state import FLIP, SEATS, STEP, Amulet, State, rival
from engine.verdict import Breach, Fact

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

Found = Iterator[Breach]


def broken(rule: str, **facts: Fact) -> Breach:
    return Breach(f"spell.{rule}", facts)


# -- mage action ----------------------------------------------------------------------------------------


def _mage_action(rules: SpellRules, state: State, action: Action, use: int) -> Found:
    """Whether a step or a flip is paid for: by the mage action of the turn, or by a Doppelgänger's card."""
    if action.card:
        if state.stage.amulets[state.stage.seat] is not Amulet.DOPPELGANGER:
            yield broken("amulet.doppel.level1", card=action.card)
        yield from _card(state, action)
    elif state.mage_used:
        yield broken("turn.mage-once")
        if state.mage_used != use:
            yield broken("mage.one-option")
        yield broken("turn.action-card")


def move(rules: SpellRules, state: State, action: Action) -> Found:
    seat = state.stage.seat
    place, source = action.place, action.source
    where: dict[str, Fact] = {"place": NAMES[place], "source": NAMES[source], "seat": SEATS[seat]}
    yield from _not_own_mage(rules, state, source)
    yield from _mage_action(rules, state, action, STEP)
    if place >= SIDE * SIDE:
        yield broken("mage.move.arena-only", **where)
        return
    if not KINGS[source] >> place & 1 if source < SIDE * SIDE else True:
        yield broken("mage.move.adjacent", **where)
    yield from _step_barred(rules, state, place, where)


def _not_own_mage(rules: SpellRules, state: State, source: int) -> Found:
    """Something other than an own mage is made to walk."""
    arena, seat = state.arena, state.stage.seat
    bit = 1 << source
    if mages(arena, seat) & bit:
        return
    if mages(arena, rival(seat)) & bit:
        yield broken("push.only-by-spell", source=NAMES[source])
    elif elementals(arena, seat) & bit and not rules.house.first_edition:
        yield broken("summon.stays", source=NAMES[source])
    else:
        yield broken("inv.mages", source=NAMES[source], seat=SEATS[seat])


def _step_barred(rules: SpellRules, state: State, place: int, where: dict[str, Fact]) -> Found:
    arena, seat, bit = state.arena, state.stage.seat, 1 << place
    if gap(arena) & bit:
        yield broken("mage.move.not-gap", **where)
    own_too = mages(arena, seat) if rules.house.one_per_tile else 0
    if (mages(arena, rival(seat)) | own_too) & bit:
        yield broken("mage.move.not-mage", **where)
    if rules.house.one_per_tile and (elementals(arena, 0) | elementals(arena, 1)) & bit:
        yield broken("mage.move.not-elemental", **where)


def flip(rules: SpellRules, state: State, action: Action) -> Found:
    arena, seat, place = state.arena, state.stage.seat, action.place
    bit = 1 << place
    where: dict[str, Fact] = {"place": NAMES[place], "seat": SEATS[seat]}
    yield from _mage_action(rules, state, action, FLIP)
    own = mages(arena, seat)
    if place >= SIDE * SIDE or not EDGES[place] & own:
        yield broken("mage.flip.not-own-tile" if own & bit else "mage.flip.orthogonal", **where)
    if place >= SIDE * SIDE:
        return
    if neutral(arena) & bit:
        yield broken("mage.flip.not-neutral", **where)
    elif rules.house.first_edition:
        if gap(arena) & bit:
            yield broken("mage.flip.any-colour", **where)
    elif not tiles(arena, seat) & ~arena >> ACTIVE & bit:
        yield broken("mage.flip.own-inactive", **where)
    if (rules.house.one_per_tile and occupied(arena) & bit and not own & bit) or (
        rules.house.one_per_tile and own & bit and EDGES[place] & own
    ):
        yield broken("mage.flip.not-occupied", **where)


# -- shift ----------------------------------------------------------------------------------------------


def shift(rules: SpellRules, state: State, action: Action) -> Found:
    place, direction = action.place, action.other
    where: dict[str, Fact] = {"place": NAMES[place]}
    if state.shifts <= 0:
        yield broken("turn.shift-once")
        yield broken("turn.action-card")
    if place >= SIDE * SIDE:
        yield broken("shift.special-fixed", **where)
        return
    if gap(state.arena) >> place & 1:
        yield broken("shift.tile-empty")
        return
    if not free(state.arena) >> place & 1:
        yield broken("shift.tile-empty", **where)
    if direction >= 0:
        if not LINES[4 * place + direction]:
            yield broken("shift.slide-nonzero", direction=DIRECTION_NAMES[direction], **where)
    elif not rules.house.zero_slide:
        yield broken("shift.slide-mandatory", option="zero-slide", **where)
    elif INNER >> place & 1:
        yield broken("shift.gap-on-border", **where)


# -- spells ---------------------------------------------------------------------------------------------


def _card(state: State, action: Action) -> Found:
    """Whether the card that pays is there and strong enough."""
    level, needed = action.card, turn.SPELL_LEVELS[action.kind]
    facts: dict[str, Fact] = {"card": level, "level": needed}
    if level == 0:
        yield broken("cast.own-card", **facts)
        return
    if level == 4:
        yield broken("rune.level4-gone")
    if level < needed or level == 4:
        yield broken("cast.level-cap", **facts)
    if level < 4 and not state.cards(state.stage.seat, level):
        yield broken("cast.own-card", **facts)
        if state.spent(state.stage.seat, level):
            yield broken("cast.single-use", **facts)
            yield broken("cast.one-per-card", **facts)


def _not_free(state: State, place: int, rule: str) -> Found:
    if place >= SIDE * SIDE or not free(state.arena) >> place & 1:
        yield broken(rule, place=NAMES[place])


def summon(rules: SpellRules, state: State, action: Action) -> Found:
    seat, place = state.stage.seat, action.place
    amulet = state.stage.amulets[seat]
    if amulet is Amulet.DOPPELGANGER:
        yield broken("amulet.doppel.no-elementals")
    yield from _card(state, action)
    most = turn.elementals_owned(amulet)
    if amulet is not Amulet.DOPPELGANGER and elementals(state.arena, seat).bit_count() >= most:
        yield broken("amulet.trio.three" if most > 2 else "summon.reserve", most=most)
    rivals = mages(state.arena, rival(seat))
    if amulet is Amulet.TRIELEMENTARIS and rivals >> place & 1:
        to = action.other
        foe = rival(seat)
        # under two mages the tile would not be free even after one has left
        crowded = turn.stacked(state.arena, foe, state.stage.amulets[foe])
        if crowded or not 0 <= to < SIDE * SIDE or not KINGS[place] & free(state.arena) & 1 << to:
            yield broken("amulet.trio.displace", place=NAMES[place], to=NAMES[to] if to >= 0 else "")
        return
    if action.other >= 0:
        yield broken("amulet.trio.on-rival", place=NAMES[place])
    yield from _not_free(state, place, "summon.free-tile")


def levitate(rules: SpellRules, state: State, action: Action) -> Found:
    yield from _card(state, action)
    yield from _not_own_mage(rules, state, action.source)
    yield from _not_free(state, action.place, "levitate.any-tile")


def push(rules: SpellRules, state: State, action: Action) -> Found:
    place, source = action.place, action.source
    where: dict[str, Fact] = {"place": NAMES[place], "source": NAMES[source]}
    reach = "push.anywhere" if rules.house.first_edition else "push.step"
    yield from _card(state, action)
    near = source < SIDE * SIDE and KINGS[source] >> place & 1
    if (
        not mages(state.arena, rival(state.stage.seat)) >> source & 1
        or place >= SIDE * SIDE
        or not (rules.house.first_edition or near)
    ):
        yield broken(reach, **where)
    yield from _not_free(state, place, "push.free")


def special(rules: SpellRules, state: State, action: Action) -> Found:
    where: dict[str, Fact] = {"place": NAMES[action.place]}
    if state.stage.amulets[state.stage.seat] is not Amulet.EXTRALIMITAE:
        yield broken("amulet.extra.place", **where)
        if not rules.house.asymmetric:
            yield broken("setup.pieces")
        return
    if state.special:
        yield broken("amulet.extra.once", **where)
    if not RING >> action.place & 1:
        yield broken("amulet.extra.place", **where)
    elif not turn.special_places(rules, state) >> action.place & 1:
        yield broken("amulet.extra.place", option="special-touches-tile", **where)
