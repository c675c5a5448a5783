"""The best that can be made of a turn: the highest score, how to get it, and whether that is proven.

Positions wait in stacks by an upper bound of the points they can still reach; the most promising one is
looked at first, and once none promises more than what was found, that is the best. What cannot matter is
not searched:

- A rune is claimed as soon as it is formed. It costs nothing, gives a card, and runes of a level are alike.
- A spell is paid with the lowest card that pays for it, since a higher one can do whatever a lower one can.
- Summoning and laying the special tile do nothing but make a place count, so they can wait until just
  before the claim they are for. They are tried only where they complete a rune by themselves, and once
  begun, only more of the same follows until something is claimed.
- No tile is turned over that cannot count for the one who turns it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from engine.contract import Best
from engine.spell.actions import Action
from engine.spell.arena import GAP, LANE, active, tiles
from engine.spell.frame import RING_SIZE, SIDE
from engine.spell.hopes import Hopes
from engine.spell.runes import LEVELS
from engine.spell.state import UNUSED, State
from engine.spell.turn import SPELL_LEVELS, claimable

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

__all__ = ["Best", "best"]

MOST_POINTS = sum(LEVELS)


class _Node(NamedTuple):
    """A position on the way, and how it was reached."""

    state: State
    gained: int
    finishing: bool
    """Places are being made to count one after the other, and nothing was claimed since."""
    actions: tuple[Action, ...]
    before: _Node | None


def best(rules: SpellRules, state: State, out_of_time: Callable[[], bool] = lambda: False) -> Best:
    """The highest-scoring legal sequence for the rest of this turn.

    ``out_of_time`` is asked now and then; once it says yes, the best found so far is returned, unproven.
    """
    hopes = Hopes(rules, state)
    root = _with_claims(rules, _Node(state, 0, False, (), None))
    found = root
    waiting: list[list[_Node]] = [[] for _ in range(MOST_POINTS + 1)]
    waiting[hopes.most(root.state) + root.gained].append(root)
    seen = {_identity(root.state, False)}
    looked = 0
    for promise in range(MOST_POINTS, -1, -1):
        while waiting[promise] and found.gained < promise:
            if out_of_time():
                return Best(found.gained, _trimmed(rules, state, _line(found)), False, looked)
            looked += 1
            for node in reversed(list(_next(rules, hopes, waiting[promise].pop(), seen))):
                # an action may lower what a position promises, never raise it
                hope = min(promise, node.gained + hopes.most(node.state))
                if node.gained > found.gained:
                    found = node
                if hope > found.gained:
                    waiting[hope].append(node)
    return Best(found.gained, _trimmed(rules, state, _line(found)), True, looked)


def _next(rules: SpellRules, hopes: Hopes, node: _Node, seen: set[int]) -> Iterator[_Node]:
    """The positions one action further that matter and were not seen before, claims made."""
    for action in _worthwhile(rules, hopes, node):
        after = rules.play(node.state, action)
        finishing = _only_adds(rules, action)
        identity = _identity(after, finishing)
        if identity not in seen:
            seen.add(identity)
            yield _with_claims(rules, _Node(after, node.gained, finishing, (action,), node))


def _worthwhile(rules: SpellRules, hopes: Hopes, node: _Node) -> Iterator[Action]:
    """The legal actions that may lead to more points than doing without them."""
    state = node.state
    seat = state.stage.seat
    turnable = tiles(state.arena, seat) & ~active(state.arena)
    completing = hopes.finishing(state)
    cheapest = {
        least: next((level for level in range(least, 4) if state.cards(seat, level)), 0) for least in (1, 2, 3)
    }
    for action in rules.legal(state):
        kind = action.kind
        if kind in ("end", "claim"):
            continue
        if action.card and action.card != cheapest[SPELL_LEVELS[kind]]:
            continue
        if _only_adds(rules, action):
            if completing >> action.place & 1:
                yield action
        # the first edition also turns tiles that never count for the one who turns them
        elif not node.finishing and not (kind == "flip" and not turnable >> action.place & 1):
            yield action


def _only_adds(rules: SpellRules, action: Action) -> bool:
    """Whether the action does nothing but make a place count, and can wait."""
    if action.kind == "special":
        # a later shift may bring the gap beside the place, where the tile may then no longer be laid
        return not rules.house.special_touches_tile
    return action.kind == "summon" and action.other < 0


def _with_claims(rules: SpellRules, node: _Node) -> _Node:
    """The position with every level claimed that can be."""
    state, gained, actions = node.state, node.gained, node.actions
    while ready := claimable(rules, state):
        claim = Action("claim", other=(ready & -ready).bit_length() - 1)
        gained += rules.deck.cards[claim.other].level
        state = rules.play(state, claim)
        actions = (*actions, claim)
    return node if actions is node.actions else _Node(state, gained, False, actions, node.before)


def _identity(state: State, finishing: bool) -> int:
    """What tells two positions of a turn apart, in one integer: there may be a million of them.

    Which rune of a level was claimed is not part of it.
    """
    used = state.mage_used != UNUSED
    rest = (
        ((state.hands << RING_SIZE | state.special >> SIDE * SIDE) << 5 | state.claimed) << 2 | state.shifts
    ) << 2
    return (rest | used << 1 | finishing) << GAP + LANE | state.arena


def _line(node: _Node | None) -> tuple[Action, ...]:
    """The actions from the first position to this one."""
    steps: list[tuple[Action, ...]] = []
    while node is not None:
        steps.append(node.actions)
        node = node.before
    return tuple(action for actions in reversed(steps) for action in actions)


def _trimmed(rules: SpellRules, state: State, line: tuple[Action, ...]) -> tuple[Action, ...]:
    """The same points with nothing done or spent in vain: actions that the line can do without are left out."""
    whole = _gain(rules, state, line)
    dropped = True
    while dropped:
        dropped = False
        for i in reversed(range(len(line))):
            shorter = line[:i] + line[i + 1 :]
            if line[i].kind != "claim" and _gain(rules, state, shorter) == whole:
                line, dropped = shorter, True
                break
    return line


def _gain(rules: SpellRules, state: State, line: tuple[Action, ...]) -> int | None:
    """The points a line gains, or None if it is not legal."""
    before = sum(state.points)
    for action in line:
        if action not in rules.legal(state):
            return None
        state = rules.play(state, action)
    return sum(state.points) - before
