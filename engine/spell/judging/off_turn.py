"""What is wrong with an action outside a player's turn: library, amulets, building, the solo rival."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.spell import building, flow, solo
from engine.spell.actions import Action
from engine.spell.arena import mages, occupied
from engine.spell.frame import INNER, NAMES, names
from engine.spell.judging.in_turn import Found, broken
from engine.spell.layouts.plan import on_sheet
from engine.spell.state import SEATS, State
from engine.verdict import Fact

if TYPE_CHECKING:
    from engine.spell.game import SpellRules


def reveal(rules: SpellRules, state: State, action: Action) -> Found:
    card = rules.deck.cards[action.other]
    facts: dict[str, Fact] = {"rune": card.code, "level": card.level}
    if flow.revealable(rules, state) >> action.other & 1:
        return
    if not state.stage.hidden >> action.other & 1:
        yield broken("rune.no-steal", **facts)
    elif card.level not in flow.lacking(rules, state):
        yield broken("setup.two-visible", **facts)
    else:
        yield broken("setup.piles", **facts)


def amulet(rules: SpellRules, state: State, action: Action) -> Found:
    if state.stage.amulets[action.source]:
        yield broken("amulet.deal", seat=SEATS[action.source])


def lay(rules: SpellRules, state: State, action: Action) -> Found:
    spot = building.sheet_spot(action.place)
    sheet, seat = state.stage.sheet, state.stage.seat
    facts: dict[str, Fact] = {"place": on_sheet(*spot), "tile": action.tile, "seat": SEATS[seat]}
    due = building.next_tile(rules, state)
    if action.tile.lower() != due.lower():
        yield broken("setup.own-colour", **facts)
        yield broken("tournament.order" if rules.house.tournament else "setup.order", **facts)
    elif action.tile != due:
        yield broken("tournament.alternate-faces" if rules.house.tournament else "setup.inactive", **facts)
        if rules.house.tournament:
            yield broken("tournament.three-active", **facts)
    taken = {(laid.row, laid.column) for laid in sheet}
    if spot in taken:
        yield broken("setup.no-rearrange", **facts)
        return
    if spot not in building.touching(rules, sheet):
        yield broken("setup.adjacent", **facts)
    if not building.fits_frame(taken | {spot}):
        yield broken("setup.grid-4x4", **facts)
    middle = (building.MIDDLE, building.MIDDLE)
    if building.must_flank(rules, state) and spot not in building.beside(middle, edges=True):
        yield broken("tournament.beside-neutral", **facts)


def place_mage(rules: SpellRules, state: State, action: Action) -> Found:
    spots = {seat: building.mage_spots(state, seat) for seat in building.placers(state)}
    if any(mask >> action.place & 1 for mask in spots.values()):
        return
    seat = state.stage.seat
    facts: dict[str, Fact] = {"place": NAMES[action.place], "seat": SEATS[seat]}
    second = bool(mages(state.arena, seat))
    yield broken("amulet.doppel.second-start" if second else "tournament.mages-last", **facts)


def rival_mage(rules: SpellRules, state: State, action: Action) -> Found:
    if action in set(solo.legal_mage(rules, state)):
        return
    facts: dict[str, Fact] = {"places": names(solo.activations(state))}
    if solo.activations(state):
        yield broken("solo.activate", **facts)
    elif action.kind == "flip":
        yield broken("solo.activate", places=())
    else:
        yield broken("solo.approach", places=names(solo.approaches(rules, state)))


def carry(rules: SpellRules, state: State, action: Action) -> Found:
    bit = 1 << action.place
    where: dict[str, Fact] = {"place": NAMES[action.place], "places": names(solo.carriable(state))}
    if solo.carriable(state) & bit:
        return
    if not INNER & bit:
        yield broken("solo.shift-central", **where)
    elif occupied(state.arena) & bit:
        yield broken("solo.not-under-mage", **where)
    else:
        yield broken("solo.priority", **where)


def take(rules: SpellRules, state: State, action: Action) -> Found:
    if not solo.takeable(rules, state) >> action.other & 1:
        hard = rules.house.solo == "hard"
        yield broken(
            "solo.schedule.hard" if hard else "solo.schedule.normal", levels=tuple(map(str, state.stage.pending))
        )
        yield broken("solo.rival-gains")
