"""What is told of a legal action: what it brought about, and where the rulebook is silent about it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.archimage.actions import BREAK, ONE, PLACE, Action
from engine.archimage.elements import (
    ALTERATION,
    BOND,
    LEAP,
    MISSION,
    SPEED,
    TELEPORTATION,
    card_of,
    effect_of,
    is_scroll,
    power_of,
)
from engine.archimage.flow import PICKED, wanted
from engine.archimage.judging.faults import called
from engine.archimage.state import Phase, State
from engine.archimage.ways import within_reach
from engine.verdict import Event, Notice

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules


def events(rules: ArchimageRules, before: State, action: Action, after: State) -> tuple[Event, ...]:
    found: list[Event] = []
    who = rules.seats[before.seat]
    if action.kind == "cast":
        found.append(Event("spell-cast", {"who": who, **called(action.spell)}))
    if action.breaks:
        seconds = (action.other,) if action.card != BOND and action.kind == "cast" and action.other >= 0 else ()
        for place in (action.place, *seconds):
            found += _broken(rules, before, who, place)
    for seat in range(before.players):
        if before.round and before.is_active(seat) and not after.is_active(seat):
            found.append(Event("player-finished", {"who": rules.seats[seat]}))
    is_over = after.phase is Phase.OVER and before.phase is not Phase.OVER
    if before.round and (after.round > before.round or is_over):
        found.append(Event("round-over", {"round": before.round}))
    if is_over:
        found.append(Event("match-over"))
    return tuple(found)


def _broken(rules: ArchimageRules, before: State, who: str, place: int) -> list[Event]:
    cell = before.board[place]
    found = [Event("seal-broken", {"who": who, "place": rules.board.name_of(place)})]
    if is_scroll(cell):
        card = card_of(cell)
        found.append(Event("scroll-won", {"who": who, "power": power_of(card), **called(card)}))
    return found


def notices(rules: ArchimageRules, state: State, action: Action) -> tuple[Notice, ...]:
    """Where an option of the table decided, the one that allows the action."""
    house, found = rules.house, []
    if action.kind == "pick" and wanted(state, state.picking[0]) < PICKED and not house.top_up:
        found.append(Notice("archimage.reserve.pick-three", {}, "top-up"))
    if action.store >= 0 and not house.store_face_up and not state.has_up(state.seat, action.store):
        found.append(Notice("archimage.spell.absorption.trigger", {}, "store-face-up"))
    if action.kind == "cast":
        found += _of_cast(rules, state, action)
    return tuple(found)


def _of_cast(rules: ArchimageRules, state: State, action: Action) -> list[Notice]:
    house, found = rules.house, []
    familiar = state.familiars[state.seat]
    is_bond = action.card == BOND
    effect = -1 if is_bond else effect_of(action.spell)
    if is_bond and action.way == PLACE and state.mages[state.seat] in rules.board.starts:
        found.append(Notice("archimage.bond.option-place", {}, "bond-not-at-start"))
    if familiar >= 0 and (is_bond or effect == MISSION):
        found.append(Notice("archimage.familiar.where", {}, "familiar-home"))
    if is_bond and action.way in (BREAK, ONE) and familiar == action.place:
        found.append(Notice("archimage.familiar.return", {}, "familiar-returns"))
    if effect == LEAP and familiar == action.over:
        found.append(Notice("archimage.spell.leap.effect", {}, "leap-bare"))
    if effect == TELEPORTATION and not house.teleport_active:
        standing = [seat for seat, at in enumerate(state.mages) if at == action.over]
        if any(not state.is_active(seat) for seat in standing):
            found.append(Notice("archimage.spell.teleportation.effect", {}, "teleport-active"))
    if effect == ALTERATION and not action.theirs:
        found.append(Notice("archimage.spell.alteration.pre", {}, "alteration-hurts"))
    if effect == SPEED and not within_reach(rules, state, state.seat) >> action.other & 1:
        found.append(Notice("archimage.spell.speed.effect", {}, "speed-before"))
    return found
