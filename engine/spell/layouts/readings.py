"""Legal ways to read a view: which actions lead from a state to what the table shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from engine.spell.actions import Action
from engine.spell.frame import PLACES, places
from engine.spell.layouts.look import Look, View, arena_of_look, look_of_state
from engine.spell.layouts.plan import SPECIAL_LETTERS
from engine.spell.notation.cells import ELEMENTAL_LETTERS, MAGE_LETTERS
from engine.spell.state import Amulet, Phase, State

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

UNSEEN = ("claim", "take", "reveal")
"""Actions that change nothing in the arena."""
_NEAR = 4
"""An action other than a shift changes no more places than this, counted lane by lane."""


class Seen(NamedTuple):
    """What a look shows, as far as states have it."""

    arena: int
    special: int

    def fits(self, state: State) -> bool:
        return state.arena == self.arena and state.special == self.special


def seen(state: State, look: Look) -> Seen | None:
    """The look as a state would hold it; None if no state can look like this."""
    if look == look_of_state(state):
        return Seen(state.arena, state.special)
    arena = arena_of_look(look)
    if arena is None or len(look.ring) > 1:
        return None
    if any(name not in PLACES or letters != SPECIAL_LETTERS[state.stage.seat] for name, letters in look.ring):
        return None
    if any(_shared(state, look, letter, seat) for seat, letter in enumerate(MAGE_LETTERS)):
        return None
    if any(letters.count(letter) > 1 for letters in look.figures for letter in ELEMENTAL_LETTERS):
        return None
    return Seen(arena, sum(1 << PLACES[name] for name, _ in look.ring))


def _shared(state: State, look: Look, letter: str, seat: int) -> bool:
    """Whether mages of a seat stand together, or alone, in a way that states cannot tell."""
    stands = look.standing(letter)
    alone = len(set(stands)) == 1
    doubled = state.stage.amulets[seat] is Amulet.DOPPELGANGER and state.stage.phase is not Phase.MAGES
    return len(stands) != (2 if doubled and alone else len(set(stands)))


def codes(rules: SpellRules, state: State) -> tuple[str, ...]:
    """The codes of a state's visible runes, sorted."""
    return tuple(sorted(rules.deck.cards[card].code for card in places(state.visible)))


def told_by(rules: SpellRules, state: State, view: View) -> Iterator[Action]:
    """The legal actions whose result looks like this view, as far as the view shows it."""
    shown = seen(state, view.look)
    if shown is None:
        return
    for action in rules.legal(state):
        if action.kind == "slide" and view.gem not in (-1, action.other):
            continue
        after = rules.play(state, action)
        if shown.fits(after) and view.library in (None, codes(rules, after)):
            yield action


def arrivals(rules: SpellRules, state: State, view: View) -> list[State]:
    """The states that the arena may be in now: the same, or after one legal action; the library aside."""
    shown = seen(state, view.look)
    if shown is None:
        return []
    found = [state] if shown.fits(state) else []
    for action in rules.legal(state):
        if action.kind in UNSEEN or (action.kind == "slide" and view.gem not in (-1, action.other)):
            continue
        after = rules.play(state, action)
        if shown.fits(after):
            found.append(after)
    return found


def in_two(rules: SpellRules, state: State, view: View) -> bool:
    """Whether two legal actions lead to what the arena shows."""
    shown = seen(state, view.look)
    if shown is None:
        return False
    tried: set[tuple[int, int]] = set()
    for action in rules.legal(state):
        if action.kind in (*UNSEEN, "end", "slide"):
            continue
        between = rules.play(state, action)
        look = (between.arena, between.special)
        # the same look again: only another card was spent, or another action used up
        if action.card and look in tried:
            continue
        tried.add(look)
        if _one_more(rules, between, shown, view.gem):
            return True
    return False


def _one_more(rules: SpellRules, state: State, shown: Seen, gem: int) -> bool:
    near = (state.arena ^ shown.arena).bit_count() <= _NEAR or state.stage.phase is not Phase.TURN
    for action in rules.legal(state):
        kind = action.kind
        if kind in UNSEEN or kind == "end" or not (near or kind == "shift"):
            continue
        if kind == "slide" and gem not in (-1, action.other):
            continue
        if shown.fits(rules.play(state, action)):
            return True
    return False
