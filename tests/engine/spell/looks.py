"""Layouts of looks and of texts, and random matches, for the tests of plan, inspect and diagnose."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from engine.spell import GAME
from engine.spell.frame import NAMES
from engine.spell.layouts import plan
from engine.spell.layouts.look import FRAME, Look
from engine.spell.layouts.plan import (
    AVAILABLE,
    GEM,
    LETTERS,
    LIBRARY,
    PIECES,
    ROUND,
    RUNE,
    USED,
    held_thing,
    round_thing,
    rune_thing,
    score_thing,
)
from engine.spell.notation import cells
from engine.spell.state import Phase, State, hand_of
from engine.table import Layout, Thing
from tests.engine.spell.positions import random_action

SETUPS: dict[str, dict[str, Any]] = {
    "2e": {},
    "1e": {"edition": "1e"},
    "2e asymmetric": {"asymmetric": True},
    "1e asymmetric": {"edition": "1e", "asymmetric": True, "zero-slide": True},
    "tournament": {"tournament": True},
    "1e tournament asymmetric": {"edition": "1e", "tournament": True, "asymmetric": True},
    "normal": {"solo": "normal"},
    "hard": {"solo": "hard", "opening": "siege"},
}


def random_states(setup: str, seed: int, most: int = 250) -> Iterator[tuple[Any, State]]:
    """The states of a random match; now and then the player in turn is given other cards."""
    chance = random.Random(seed)
    rules: Any = GAME.open(SETUPS[setup])
    state = rules.start()
    for _ in range(most):
        if state.stage.phase is Phase.OVER:
            return
        if state.stage.phase is Phase.TURN and chance.random() < 0.2:
            cards = (chance.randint(0, 2), chance.randint(0, 2), chance.randint(0, 2))
            state = state._replace(hands=hand_of(cards, state.stage.seat))
        yield rules, state
        state = rules.play(state, random_action(rules, chance, state))


def layout_of_look(look: Look, around: Layout) -> Layout:
    """The layout of a look, with everything else as it is in another layout."""
    found = {name: things for name, things in around.items() if name not in NAMES}
    for place, (tile, standing) in enumerate(zip(look.tiles, look.figures, strict=True)):
        if things := plan.pieces(tile + standing):
            found[NAMES[place]] = things
    return found | {name: plan.pieces(letters) for name, letters in look.ring}


# -- layouts written as text, possible or not -------------------------------------------------------------


def layout_of_text(text: str) -> Layout:
    """The layout that a text draws, whether or not it could ever come about.

    An arena comes first, in which any place may hold anything: ``.M`` is a mage on bare table, ``bMm`` two mages
    on a tile, ``s`` violet's special tile. Then, parted by ``|``, what lies elsewhere: a place and letters or the
    names of things, as in ``z2 s``, ``library-1a rune-1O`` or ``score-black at-3``.
    """
    arena, *parts = (field.split() for field in text.split("|"))
    drawn = [letters for letters in arena if letters != cells.ROW_END]
    assert len(drawn) in (0, FRAME), text
    laid = zip(NAMES, drawn, strict=False)
    found = {name: plan.pieces(letters) for name, letters in laid if letters != cells.BLANK}
    for name, *listed in parts:
        found[name] = tuple(thing for word in listed for thing in _things(word))
    return found


def _things(word: str) -> tuple[Thing, ...]:
    """The thing of a name, or the pieces that letters stand for."""
    kind, _, value = word.partition("-")
    if word in LETTERS:
        return (PIECES[LETTERS[word]],)
    if word in (AVAILABLE.name, USED.name):
        return (AVAILABLE if word == AVAILABLE.name else USED,)
    if kind == GEM:
        return (Thing(word, GEM),)
    if f"{kind}-" == RUNE:
        return (rune_thing(value),)
    counted = {"at": score_thing, ROUND: round_thing, "held": held_thing}
    return (counted[kind](int(value)),) if kind in counted else plan.pieces(word)


def comparable(found: Layout) -> dict[str, tuple[Thing, ...]]:
    """A layout without what means nothing: which slot a rune lies on, and how the Gem lies."""
    told: dict[str, tuple[Thing, ...]] = {}
    for name, things in found.items():
        if name == GEM or not things:
            continue
        level = name[: len(LIBRARY) + 1] if name.startswith(LIBRARY) else name
        together = (*told.get(level, ()), *things)
        told[level] = tuple(sorted(together, key=lambda thing: thing.name)) if level != name else together
    return told
