"""What a camera looks at, as the table chose it: the sheet of dice, the board, or both.

Here the two come together; what each of them tells is theirs to say, and what is not looked at is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from engine.archimage.actions import Action
from engine.archimage.house import BOARD, DICE
from engine.archimage.layouts import changes, field, plan, sheet, still
from engine.archimage.state import Phase, State
from engine.errors import NotationError
from engine.table import Layout, TablePlan, Thing, differences, side_by_side
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

Table = Mapping[str, Sequence[tuple[Thing, ...]]]

_ON_BOARD = ("lay", "stand", "break", "cast")
"""What the board tells, or somebody says."""
_ON_SHEET = ("pick", "break", "return", "cast", "give")
"""What dice on the sheet tell, or somebody says."""


def _sees_dice(rules: ArchimageRules) -> bool:
    return rules.setup["camera"] != BOARD


def sees_board(rules: ArchimageRules) -> bool:
    return rules.setup["camera"] != DICE


def watched(rules: ArchimageRules, sheets: Sequence[TablePlan]) -> TablePlan:
    """What is looked at of the sheet and the board."""
    chosen = rules.setup["camera"]
    return next((one for one in sheets if one.name == chosen), None) or side_by_side(*sheets)


def is_shown(rules: ArchimageRules, action: Action) -> bool:
    return (sees_board(rules) and action.kind in _ON_BOARD) or (_sees_dice(rules) and action.kind in _ON_SHEET)


def toward(rules: ArchimageRules, state: State, table: Table) -> Iterable[Action]:
    found = chain(
        field.toward(rules, state, table) if sees_board(rules) else (),
        sheet.toward(rules, state, table) if _sees_dice(rules) else (),
    )
    return dict.fromkeys(found)


def called_for(rules: ArchimageRules, state: State, layout: Layout) -> Action | None:
    """The roll that dice show, or the token or scroll that lies where one is to be laid."""
    fell = sheet.fallen(rules, state, layout) if _sees_dice(rules) else None
    return field.laid(rules, state, layout) if fell is None and sees_board(rules) else fell


def amended(rules: ArchimageRules, state: State, layout: Layout) -> State | None:
    """The state as it lies; None where that is no match."""
    after = field.amended(rules, state, layout) if sees_board(rules) else state
    is_told = _sees_dice(rules) and (not sees_board(rules) or _differs_beside(rules, state, layout))
    # the board first: a familiar that goes home with the last die stands on it still
    if after is not None and is_told:
        after = sheet.amended(rules, after, layout)
    try:
        return None if after is None else rules.read_position(rules.write_position(after))
    except NotationError:
        return None


def inspect(rules: ArchimageRules, layout: Layout) -> tuple[Breach, ...]:
    return still.inspect(rules, field.known(layout))


def diagnose(rules: ArchimageRules, state: State, seen: Layout) -> tuple[Breach, ...]:
    """Where dice lie as they should, nobody knows whether they were looked at: what was paid is not told then."""
    is_told = not sees_board(rules) or (state.phase is not Phase.DEAL and _differs_beside(rules, state, seen))
    return changes.diagnose(rules, state, seen) if is_told else field.diagnose(rules, state, seen)


def _differs_beside(rules: ArchimageRules, state: State, layout: Layout) -> bool:
    """Whether anything beside the board is not as the match has it."""
    found = differences(plan.layout(rules, state), plan.tidy(layout))
    return any(one.place not in rules.board.numbers for one in found)
