"""The arena while it is being built, made again from the tiles on the table, in whatever order they came."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from engine.spell import building
from engine.spell.building import COLUMNS
from engine.spell.layouts.plan import LETTERS, ON_SHEET, sheet_layout
from engine.spell.state import Laid, Phase, State
from engine.table import Layout

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

Tiles = frozenset[Laid]


def rebuilt(rules: SpellRules, state: State, layout: Layout) -> State | None:
    """The state in which just these tiles were laid, by turns; None where no order of them is legal.

    Tiles that were known to lie there keep the order in which they were laid, as far as it goes.
    """
    shown = {name: things for name, things in layout.items() if name.startswith(ON_SHEET) and things}
    tiles = frozenset(_laid(name.removeprefix(ON_SHEET), things[0].name) for name, things in shown.items())
    stage = state.stage._replace(sheet=tuple(tiles))
    if sheet_layout(rules, state._replace(stage=stage)) != shown:
        # a figure is missing, or stands where none can
        return None
    begun = building.begin(rules, state)
    if not tiles.issuperset(begun.stage.sheet):
        return None
    known = {laid: number for number, laid in enumerate(state.stage.sheet)}
    return _after(rules, begun, tiles.difference(begun.stage.sheet), known, set())


def _laid(name: str, thing: str) -> Laid:
    return Laid(LETTERS[thing], int(name[1:]) - 1, COLUMNS.index(name[0]))


def _after(
    rules: SpellRules, state: State, left: Tiles, known: Mapping[Laid, int], hopeless: set[Tiles]
) -> State | None:
    """The state once all that is left has been laid; None if there is no way."""
    if not left:
        return state
    if left in hopeless:
        return None
    steps = [(new, after) for new, after in _steps(rules, state) if new <= left]
    for new, after in sorted(steps, key=lambda step: min(known.get(laid, len(known)) for laid in step[0])):
        found = _after(rules, after, left - new, known, hopeless)
        if found is not None:
            return found
    hopeless.add(left)
    return None


def _steps(rules: SpellRules, state: State) -> Iterator[tuple[Tiles, State]]:
    """What can be laid next, and the state after it."""
    if state.stage.phase is Phase.CORE:
        for action in building.legal_cores():
            after = building.lay_core(rules, state, action)
            yield frozenset(after.stage.sheet) - frozenset(state.stage.sheet), after
    elif state.stage.phase is Phase.BUILD:
        for action in building.legal_tiles(rules, state):
            laid = Laid(action.tile, *building.sheet_spot(action.place))
            yield frozenset((laid,)), building.lay(rules, state, action)
