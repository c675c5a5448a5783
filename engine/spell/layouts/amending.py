"""A state put right by what lies on the table: the people there say that the table is as it should be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import NotationError
from engine.spell.frame import NAMES
from engine.spell.layouts.plan import SPECIAL_LETTERS, SPECIALS
from engine.spell.layouts.text import card_codes, frame_letters
from engine.spell.notation import cells, reading
from engine.spell.state import Phase, State
from engine.table import Layout
from engine.text import words

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

_ON_THE_ARENA = (Phase.TURN, Phase.RIVAL_MAGE, Phase.RIVAL_CARRY, Phase.RIVAL_GEM, Phase.RIVAL_TAKE)
RUNES_SHOWN = 8


def amended(rules: SpellRules, state: State, layout: Layout) -> State | None:
    """The state with the arena, the special tile and the runes of a layout; None where no match could be so.

    Fewer runes than usual may just not have been seen: then those of the state stay.
    """
    if state.stage.phase not in _ON_THE_ARENA:
        return None
    letters = frame_letters(layout)
    try:
        arena = cells.read_arena(words(" / ".join(" ".join(letters[row : row + 4]) for row in range(0, 16, 4))))
        found = state._replace(
            arena=arena, special=_special(state, layout), visible=_visible(rules, state, layout)
        )
        kept: State = reading.read_position(rules.game, rules.write_position(found), within=rules)[1]
    except (NotationError, KeyError):
        return None
    return kept


def _special(state: State, layout: Layout) -> int:
    """The ring place of the special tile of the player in turn."""
    own = SPECIALS[SPECIAL_LETTERS[state.stage.seat]]
    return sum(1 << place for place, name in enumerate(NAMES) if own in layout.get(name, ()))


def _visible(rules: SpellRules, state: State, layout: Layout) -> int:
    codes = card_codes(layout)
    if len(codes) < RUNES_SHOWN:
        return state.visible
    numbers = {card.code: number for number, card in enumerate(rules.deck.cards)}
    return sum(1 << numbers[code] for code in dict.fromkeys(codes))
