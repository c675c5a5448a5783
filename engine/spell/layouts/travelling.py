"""How the pieces travel in an action: what slides is told tile by tile, since alike tiles hide it in a layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine import table
from engine.spell.actions import Action
from engine.spell.arena import LINES, gap
from engine.spell.frame import NAMES
from engine.spell.layouts.plan import LIBRARY, layout, rune_thing, traces
from engine.spell.state import State
from engine.table import Layout, Motion, Thing

if TYPE_CHECKING:
    from engine.spell.game import SpellRules


def motions(rules: SpellRules, state: State, action: Action) -> tuple[Motion, ...]:
    """The motions of an action, in the order in which hands make them."""
    before = layout(rules, state)
    if action.kind in ("shift", "carry", "slide"):
        return tuple(_sliding(dict(before), state, action))
    after = traces(rules, state, action, rules.play(state, action))
    if action.kind not in ("claim", "take", "reveal"):
        return table.motions(before, after)
    # a layout keeps the runes in the order of the deck; on the table the others stay where they are
    rune = rune_thing(rules.deck.cards[action.other].code)
    card = Motion(rune, _place_of(rune, before), _place_of(rune, after))
    return (card, *table.motions(_without_library(before), _without_library(after)))


def _place_of(thing: Thing, found: Layout) -> str:
    return next((name for name, things in found.items() if thing in things), "")


def _without_library(found: Layout) -> Layout:
    return {name: things for name, things in found.items() if not name.startswith(LIBRARY)}


def _sliding(lies: dict[str, tuple[Thing, ...]], state: State, action: Action) -> Iterator[Motion]:
    """A tile into the gap, and the line that follows into the hole; figures ride."""
    hole = gap(state.arena).bit_length() - 1
    if action.kind != "slide":
        yield from _carried(lies, action.place, hole)
        hole = action.place
    if action.other >= 0:
        for place in LINES[4 * hole + action.other]:
            yield from _carried(lies, place, hole)
            hole = place


def _carried(lies: dict[str, tuple[Thing, ...]], source: int, target: int) -> Iterator[Motion]:
    """Everything on one place goes to another, which is bare by then."""
    lies[NAMES[target]] = lies.pop(NAMES[source], ())
    return (Motion(thing, NAMES[source], NAMES[target]) for thing in lies[NAMES[target]])
