"""A state put right by what lies on the table: the people there say that the table is as it should be."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import NotationError
from engine.spell.frame import NAMES
from engine.spell.layouts.plan import SPECIAL_LETTERS, SPECIALS
from engine.spell.layouts.rebuilding import rebuilt
from engine.spell.layouts.text import card_codes, frame_letters
from engine.spell.notation import cells, reading
from engine.spell.state import Phase, State
from engine.table import Layout
from engine.text import words

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

_ON_THE_ARENA = (
    Phase.MAGES, Phase.TURN, Phase.RIVAL_MAGE, Phase.RIVAL_CARRY, Phase.RIVAL_GEM, Phase.RIVAL_TAKE,
)  # fmt: skip
_ON_THE_SHEET = (Phase.CORE, Phase.BUILD)
RUNES_SHOWN = 8


def amended(rules: SpellRules, state: State, layout: Layout) -> State | None:
    """The state with what lies on the table as in a layout; None where no match could be so.

    Fewer runes than usual may just not have been seen: then those of the state stay.
    """
    try:
        if state.stage.phase in _ON_THE_SHEET:
            found = rebuilt(rules, state, layout)
        elif state.stage.phase in _ON_THE_ARENA:
            found = state._replace(arena=_arena(layout), special=_special(state, layout))
        else:
            return None
        if found is None:
            return None
        found = found._replace(visible=_visible(rules, state, layout))
        kept: State = reading.read_position(rules.game, rules.write_position(found), within=rules)[1]
    except (NotationError, KeyError):
        return None
    return kept


def _arena(layout: Layout) -> int:
    letters = frame_letters(layout)
    return cells.read_arena(words(" / ".join(" ".join(letters[row : row + 4]) for row in range(0, 16, 4))))


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
