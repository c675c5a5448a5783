"""The scripted rival of solo play: what it may do next, with the choices left to the human."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.spell.actions import WAIT, Action
from engine.spell.arena import (
    ACTIVE,
    BLACK,
    LANE,
    MAGES,
    VIOLET,
    active,
    carried,
    free,
    mages,
    neutral,
    slid,
    tiles,
)
from engine.spell.flow import end_turn
from engine.spell.frame import EDGES, INNER, KINGS, edge_distance, king_distance, places
from engine.spell.state import Phase, State

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

PHASES = frozenset({Phase.RIVAL_MAGE, Phase.RIVAL_CARRY, Phase.RIVAL_GEM, Phase.RIVAL_TAKE})
"""While the rival plays."""

SCHEDULES: dict[str, dict[int, tuple[int, ...]]] = {
    "normal": {3: (1, 2), 4: (1, 2, 3), 5: (1, 2, 3), 6: (1, 2, 3, 4)},
    "hard": {3: (1, 2, 3), 4: (1, 2, 3), 5: (1, 2, 3)},
}
"""The levels the rival takes at the end of a round; nothing in rounds that are not named."""


def schedule(rules: SpellRules, state: State) -> tuple[int, ...]:
    return SCHEDULES[rules.house.solo].get(state.stage.round, ())


def _mage(state: State) -> int:
    return mages(state.arena, BLACK).bit_length() - 1


def activations(state: State) -> int:
    """Black inactive free tiles that share an edge with the rival's mage."""
    return EDGES[_mage(state)] & tiles(state.arena, BLACK) & ~active(state.arena) & free(state.arena)


def targets(rules: SpellRules, state: State) -> int:
    """The nearest violet tiles, inactive ones first among equals."""
    violet = tiles(state.arena, VIOLET) & free(state.arena)
    if not violet:
        return 0
    distance = edge_distance if rules.house.orthogonal else king_distance
    here = _mage(state)
    shortest = min(distance(here, place) for place in places(violet))
    near = sum(1 << place for place in places(violet) if distance(here, place) == shortest)
    return near & ~active(state.arena) or near


def approaches(rules: SpellRules, state: State) -> int:
    """The free places one step away that bring the rival's mage closer to one of its targets."""
    distance = edge_distance if rules.house.orthogonal else king_distance
    here = _mage(state)
    steps = KINGS[here] & free(state.arena)
    goals = list(places(targets(rules, state)))
    return sum(
        1 << step for step in places(steps) if any(distance(step, goal) < distance(here, goal) for goal in goals)
    )


def legal_mage(rules: SpellRules, state: State) -> Iterator[Action]:
    """The rival activates if it can, else approaches if it can, else its mage waits."""
    ready = activations(state)
    if ready:
        yield from (Action("flip", place) for place in places(ready))
        return
    steps = approaches(rules, state)
    yield from (Action("move", place, _mage(state)) for place in places(steps))
    if not steps:
        yield WAIT


def play_mage(rules: SpellRules, state: State, action: Action) -> State:
    arena = state.arena
    if action.kind == "flip":
        arena ^= 1 << ACTIVE + action.place
    elif action.kind == "move":
        arena ^= (1 << action.source | 1 << action.place) << MAGES + LANE * BLACK
    return state._replace(arena=arena, stage=state.stage._replace(phase=Phase.RIVAL_CARRY))


def classes(state: State) -> tuple[int, ...]:
    """The tiles by the order in which the rival prefers to carry them."""
    arena = state.arena
    black, violet, faces = tiles(arena, BLACK), tiles(arena, VIOLET), active(arena)
    return (violet & faces, violet & ~faces, neutral(arena), black & ~faces, black & faces)


def carriable(state: State) -> int:
    """The inner tiles of the first class present, without those under a mage."""
    inner = INNER & free(state.arena)
    return next((found for kind in classes(state) if (found := kind & inner)), 0)


def legal_carries(state: State) -> Iterator[Action]:
    return (Action("carry", place) for place in places(carriable(state)))


def play_carry(rules: SpellRules, state: State, action: Action) -> State:
    stage = state.stage._replace(phase=Phase.RIVAL_GEM)
    return state._replace(arena=carried(state.arena, action.place), stage=stage)


def legal_slides() -> Iterator[Action]:
    """The Gem may point anywhere: the hole is an inner place, and every line reaches it."""
    return (Action("slide", other=direction) for direction in range(4))


def play_slide(rules: SpellRules, state: State, action: Action) -> State:
    """The Gem is shown, the line slides, and the rival's gains begin."""
    stage = state.stage._replace(pending=schedule(rules, state))
    return _gained(rules, state._replace(arena=slid(state.arena, action.other), stage=stage))


def _gained(rules: SpellRules, state: State) -> State:
    """Levels with nothing on display are settled; for the others the table shows which rune went."""
    pending = []
    black, violet = state.points
    for level in state.stage.pending:
        if state.visible & rules.level_masks[level]:
            pending.append(level)
        elif not rules.house.no_card_no_points:
            black += level
    phase = Phase.RIVAL_TAKE if pending else Phase.TURN
    state = state._replace(points=(black, violet), stage=state.stage._replace(phase=phase, pending=tuple(pending)))
    return state if pending else end_turn(rules, state)


def takeable(rules: SpellRules, state: State) -> int:
    return state.visible & sum(rules.level_masks[level] for level in state.stage.pending)


def legal_takes(rules: SpellRules, state: State) -> Iterator[Action]:
    """Which of the visible runes lies on the pile only the table can tell."""
    return (Action("take", other=card) for card in places(takeable(rules, state)))


def play_take(rules: SpellRules, state: State, action: Action) -> State:
    level = rules.deck.cards[action.other].level
    black, violet = state.points
    pending = tuple(other for other in state.stage.pending if other != level)
    state = state._replace(
        points=(black + level, violet),
        visible=state.visible & ~(1 << action.other),
        stage=state.stage._replace(pending=pending),
    )
    return state if pending else end_turn(rules, state)
