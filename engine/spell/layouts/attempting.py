"""What the table looks like when somebody does what the rules may forbid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.spell.actions import Action
from engine.spell.frame import NAMES
from engine.spell.layouts.acts import everything, hole_of
from engine.spell.layouts.look import Look, look_of_state
from engine.spell.layouts.plan import layout, pieces
from engine.spell.state import State
from engine.table import Layout

if TYPE_CHECKING:
    from engine.spell.game import SpellRules


def attempted(rules: SpellRules, state: State, action: Action) -> Layout | None:
    """The table after an action; None if nobody can do it with their hands."""
    if not rules.breaches(state, action, rules.actor(state, action)):
        return layout(rules, rules.play(state, action))
    if not state.arena:
        return None
    for act, look in everything(state, look_of_state(state), hole_of(state)):
        if act == action:
            return layout_of_look(look, layout(rules, state))
    return None


def layout_of_look(look: Look, around: Layout) -> Layout:
    """The layout of a look, with everything else as it is in another layout."""
    found = {name: things for name, things in around.items() if name not in NAMES}
    for name, tile, standing in zip(NAMES, look.tiles, look.figures, strict=False):
        if things := pieces(tile + standing):
            found[name] = things
    return found | {name: pieces(letters) for name, letters in look.ring}
