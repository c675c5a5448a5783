"""What comes before, between and after turns: the Gem, amulets, the library, rounds, the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.contract import Result
from engine.spell import building
from engine.spell.actions import Action
from engine.spell.arena import BLACK, ELEMENTALS, LANE, VIOLET
from engine.spell.frame import FULL, places
from engine.spell.runes import LEVELS
from engine.spell.state import AMULETS, SEATS, Amulet, Phase, Stage, State, rival
from engine.spell.turn import begin_turn
from engine.verdict import Fact

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

DISPLAYED = 2
"""Runes of each level that lie face up."""


def start(rules: SpellRules) -> State:
    """The first state: everything in the box, and in solo the opening already laid out."""
    whole_deck = (1 << len(rules.deck.cards)) - 1
    stage = Stage(Phase.GEM, hidden=whole_deck)
    state = State(rules.opening, 0, 0, 0, 0, 0, (0, 0), 0, stage)
    if rules.house.is_solo:
        return with_first(rules, state, VIOLET)
    first = rules.setup.get("first")
    return with_first(rules, state, SEATS.index(str(first))) if first else state


def with_first(rules: SpellRules, state: State, first: int) -> State:
    """The Gem has spoken."""
    stage = state.stage._replace(first=first, seat=first, phase=Phase.AMULETS)
    state = state._replace(stage=stage)
    return state if rules.house.asymmetric else refilled(rules, state)


def choose_amulet(rules: SpellRules, state: State, action: Action) -> State:
    """One player has picked; when both have, the library is laid out."""
    amulets = list(state.stage.amulets)
    amulets[action.source] = Amulet(action.other)
    state = state._replace(stage=state.stage._replace(amulets=(amulets[BLACK], amulets[VIOLET])))
    return state if Amulet.NONE in amulets else refilled(rules, state)


def legal_amulets(state: State) -> Iterator[Action]:
    for seat, worn in enumerate(state.stage.amulets):
        if worn is Amulet.NONE:
            yield from (Action("amulet", source=seat, other=amulet) for amulet in AMULETS)


# -- the library ----------------------------------------------------------------------------------------


def lacking(rules: SpellRules, state: State) -> tuple[int, ...]:
    """The levels that show too few runes although their pile has more."""
    return tuple(
        level
        for level in LEVELS
        if (state.visible & rules.level_masks[level]).bit_count() < DISPLAYED
        and state.stage.hidden & rules.level_masks[level]
    )


def _on_top(rules: SpellRules, stage: Stage, level: int) -> int | None:
    """The topmost hidden card of a level, if the order of its pile is known."""
    return next((card for card in stage.order if rules.level_masks[level] >> card & 1), None)


def revealable(rules: SpellRules, state: State) -> int:
    """The cards that may be turned up now."""
    found = 0
    for level in lacking(rules, state):
        top = _on_top(rules, state.stage, level)
        found |= state.stage.hidden & rules.level_masks[level] if top is None else 1 << top
    return found


def revealed(state: State, card: int) -> State:
    stage = state.stage
    order = tuple(other for other in stage.order if other != card)
    stage = stage._replace(hidden=stage.hidden & ~(1 << card), order=order)
    return state._replace(visible=state.visible | 1 << card, stage=stage)


def refilled(rules: SpellRules, state: State) -> State:
    """Runes are turned up until each level shows two; what the pile's order leaves open is asked for."""
    for level in lacking(rules, state):
        while level in lacking(rules, state) and (top := _on_top(rules, state.stage, level)) is not None:
            state = revealed(state, top)
    if lacking(rules, state):
        return state._replace(stage=state.stage._replace(phase=Phase.REVEAL))
    return _after_library(rules, state)


def reveal(rules: SpellRules, state: State, action: Action) -> State:
    return refilled(rules, revealed(state, action.other))


def _after_library(rules: SpellRules, state: State) -> State:
    if not state.arena:
        return building.begin(rules, state)
    return begin_turn(rules, state)


# -- turns and rounds -----------------------------------------------------------------------------------


def end_turn(rules: SpellRules, state: State) -> State:
    """Elementals and special tile go home, the turn passes, runes are turned up, or the match is over."""
    stage = state.stage
    arena = state.arena & ~(FULL << ELEMENTALS + LANE * stage.seat)
    over = is_over(rules, state)
    second_has_played = stage.seat != stage.first
    stage = stage._replace(
        phase=Phase.OVER if over else Phase.TURN,
        seat=stage.seat if over else rival(stage.seat),
        round=stage.round + (1 if second_has_played and not over else 0),
        pending=(),
    )
    state = State(arena, 0, 0, 0, 0, state.hands, state.points, state.visible, stage)
    return state if over else refilled(rules, state)


def is_over(rules: SpellRules, state: State) -> bool:
    """Whether the match ends with the turn that ends now."""
    stage, enough = state.stage, max(state.points) >= rules.house.ending_points
    if rules.house.stop_at_16 and stage.seat == VIOLET and state.points[VIOLET] >= rules.house.ending_points:
        return True
    return stage.seat != stage.first and (enough or stage.round >= rules.house.last_round)


def result(rules: SpellRules, state: State) -> Result | None:
    """Who won, and by which rule."""
    if state.stage.phase is not Phase.OVER:
        return None
    black, violet = state.points
    facts: dict[str, Fact] = {"black": black, "violet": violet, "ended": why_ended(rules, state)}
    if black != violet:
        return Result((BLACK if black > violet else VIOLET,), "spell.end.winner", facts)
    winners = (rival(state.stage.first),) if rules.house.second_wins_ties else ()
    return Result(winners, "spell.end.tie", facts)


def why_ended(rules: SpellRules, state: State) -> str:
    whole_round = state.stage.seat != state.stage.first
    if rules.house.solo == "hard" and whole_round and state.stage.round == rules.house.last_round:
        return "spell.solo.hard-limit"
    if max(state.points) >= rules.house.ending_points:
        return "spell.solo.end" if rules.house.is_solo else "spell.end.threshold"
    return "spell.end.round-six"


def legal_reveals(rules: SpellRules, state: State) -> Iterator[Action]:
    return (Action("reveal", other=card) for card in places(revealable(rules, state)))
