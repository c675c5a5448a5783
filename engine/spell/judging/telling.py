"""What to tell of a legal action: what it brought about, and where the rulebook is silent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.spell import building, turn
from engine.spell.actions import Action
from engine.spell.arena import elementals, mages, occupied, tiles
from engine.spell.frame import NAMES, places
from engine.spell.layouts.plan import on_sheet
from engine.spell.state import SEATS, Phase, State
from engine.verdict import Event, Fact, Notice

if TYPE_CHECKING:
    from engine.spell.game import SpellRules


def notices(rules: SpellRules, state: State, action: Action) -> tuple[Notice, ...]:
    """Where the edition is silent and the table's option decided."""
    arena, seat, place = state.arena, state.stage.seat, action.place
    where: dict[str, Fact] = {"place": NAMES[place]} if 0 <= place < len(NAMES) else {}
    option = "one-meeple-per-tile"
    if action.kind == "move" and elementals(arena, seat) >> place & 1:
        return (Notice("spell.mage.move.not-elemental", where, option),)
    if action.kind == "move" and mages(arena, seat) >> place & 1:
        return (Notice("spell.mage.move.not-mage", where, option),)
    if action.kind == "flip" and occupied(arena) >> place & 1:
        return (Notice("spell.mage.flip.not-occupied", where, option),)
    if action.kind == "mage" and not tiles(arena, state.stage.pending[0]) >> place & 1:
        return (Notice("spell.amulet.doppel.second-start", where),)
    if action.kind == "lay" and building.must_flank(rules, state) and not _opposite(rules, state, place):
        return (
            Notice(
                "spell.tournament.beside-neutral",
                {"place": on_sheet(*building.sheet_spot(place))},
            ),
        )
    return ()


def _opposite(rules: SpellRules, state: State, place: int) -> bool:
    """Whether the tile lies across the neutral one from the first tile laid."""
    laid = state.stage.sheet[1:]
    row, column = building.sheet_spot(place)
    return not laid or (laid[0].row + row, laid[0].column + column) == (
        2 * building.MIDDLE,
        2 * building.MIDDLE,
    )


def events(rules: SpellRules, before: State, action: Action, after: State) -> tuple[Event, ...]:
    """What a legal action brought about, to be announced."""
    found: list[Event] = []
    seat = before.stage.seat
    if action.kind in ("claim", "take"):
        card = rules.deck.cards[action.other]
        name = "rune-claimed" if action.kind == "claim" else "rune-taken"
        found.append(
            Event(
                name,
                {"seat": SEATS[seat], "rune": card.code, "level": card.level, "points": after.points[seat]},
            )
        )
    elif action.card:
        found.append(Event("spell-cast", {"seat": SEATS[seat], "spell": action.kind, "level": action.card}))
    elif action.kind == "reveal":
        card = rules.deck.cards[action.other]
        found.append(Event("rune-revealed", {"rune": card.code, "level": card.level}))
    if after.stage.phase is Phase.OVER:
        black, violet = after.points
        found.append(Event("match-over", {"black": black, "violet": violet}))
    elif after.stage.phase in (Phase.TURN, Phase.RIVAL_MAGE) and (
        before.stage.phase is not after.stage.phase or before.stage.seat != after.stage.seat
    ):
        found.append(Event("turn-began", {"seat": SEATS[after.stage.seat], "round": after.stage.round}))
    if after.stage.phase is Phase.TURN:
        known = turn.claimable(rules, before) if before.stage == after.stage else 0
        fresh = turn.claimable(rules, after) & ~known
        found += [Event("rune-formed", {"rune": rules.deck.cards[i].code}) for i in places(fresh)]
    return tuple(found)
