"""Why a rune cannot be claimed: not on display, level used up, or which place of its pattern does not count."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.spell.actions import Action
from engine.spell.arena import active, gap, mages, tiles
from engine.spell.frame import FULL, NAMES, names, places
from engine.spell.runes import mirrored, placements
from engine.spell.state import State, rival
from engine.spell.turn import counting
from engine.verdict import Breach, Fact

if TYPE_CHECKING:
    from engine.spell.game import SpellRules


def breaches(rules: SpellRules, state: State, action: Action) -> Iterator[Breach]:
    """Every rule that claiming this rune would break."""
    card = rules.deck.cards[action.other]
    bit = 1 << action.other
    facts: dict[str, Fact] = {"rune": card.code, "level": card.level}
    if state.claimed >> card.level & 1:
        yield Breach("spell.rune.one-per-level", facts)
    if not state.visible & bit:
        # where no library is shown at all, nobody knows whether the rune was taken
        if not state.stage.hidden & bit and state.visible | state.stage.hidden:
            yield Breach("spell.rune.no-steal", facts)
        yield Breach("spell.rune.visible", facts)
    count = counting(rules, state)
    if not rules.matcher.formed(count) & bit:
        if any(fit & count == fit for fit in placements(mirrored(card.pattern))):
            yield Breach("spell.rune.no-mirror", facts)
        yield from _pattern(rules, state, count, placements(card.pattern), facts)


def _pattern(
    rules: SpellRules, state: State, count: int, fits: tuple[int, ...], facts: dict[str, Fact]
) -> Iterator[Breach]:
    """The pattern is not there; the nearest way to lay it tells which places are missing, and why."""
    nearest = min(fits, key=lambda fit: (fit & ~count).bit_count(), default=0)
    missing = nearest & ~count
    yield Breach("spell.rune.pattern", {**facts, "missing": names(missing)})
    reasons: dict[str, list[str]] = {}
    for place in places(missing & FULL):
        reasons.setdefault(_reason(rules, state, place), []).append(NAMES[place])
    for rule, named in reasons.items():
        yield Breach(rule, {"places": tuple(named)})


def _reason(rules: SpellRules, state: State, place: int) -> str:
    """Why a place does not count for the player in turn."""
    arena, seat, bit = state.arena, state.stage.seat, 1 << place
    if gap(arena) & bit:
        return "spell.active.not-gap"
    if tiles(arena, seat) & active(arena) & mages(arena, rival(seat)) & bit:
        return "spell.active.rival-mage"
    return "spell.active.own-face"
