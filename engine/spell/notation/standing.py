"""The arena or the sheet of a position, checked as a whole: who may stand where, what may lie where."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.errors import N_
from engine.spell.actions import Action
from engine.spell.arena import BLACK, elementals, mages
from engine.spell.building import (
    ALL_TILES,
    COLUMNS,
    MIDDLE,
    NEUTRAL,
    begin,
    lay,
    lay_core,
    legal_cores,
    legal_tiles,
    sheet_place,
)
from engine.spell.frame import NAMES, places
from engine.spell.notation import cells
from engine.spell.state import SEATS, Laid, Phase, Stage, State
from engine.spell.turn import elementals_owned, mages_owned
from engine.text import Word

if TYPE_CHECKING:
    from engine.spell.game import SpellRules


def checked_arena(rules: SpellRules, stage: Stage, found: list[Word]) -> int:
    """The arena drawn by these words, if it can stand on a table at this stage."""
    arena = cells.read_arena(found)
    drawn = [word for word in found if word.text != cells.ROW_END]
    _check_mages(rules, arena, stage, drawn)
    _check_elementals(arena, stage, drawn)
    _check_crowding(rules, arena, drawn)
    return arena


def _check_mages(rules: SpellRules, arena: int, stage: Stage, drawn: list[Word]) -> None:
    doubled = cells.doubled(drawn)
    for seat, name in enumerate(SEATS):
        count = mages(arena, seat).bit_count() + (seat in doubled)
        due = stage.pending.count(seat) if stage.phase is Phase.MAGES else 0
        expected = mages_owned(stage.amulets[seat]) - due
        if count != expected:
            where = _last_with(drawn, cells.MAGE_LETTERS[seat])
            raise where.error(
                N_("mages of {seat}: {expected} expected, {count} found"),
                expected=expected,
                seat=name,
                count=count,
            )
    if doubled and rules.house.one_per_tile:
        raise _last_with(drawn, "MM" if BLACK in doubled else "mm").error(N_("two mages stand on one tile"))


def _check_elementals(arena: int, stage: Stage, drawn: list[Word]) -> None:
    for seat, name in enumerate(SEATS):
        here = elementals(arena, seat)
        if not here:
            continue
        place = here.bit_length() - 1
        if stage.phase is not Phase.TURN or seat != stage.seat:
            raise drawn[place].error(
                N_("cell {place}: an elemental of {seat}, whose turn it is not"),
                place=NAMES[place],
                seat=name,
            )
        most = elementals_owned(stage.amulets[seat])
        if here.bit_count() > most:
            raise drawn[place].error(N_("{seat} has at most {most} elementals"), seat=name, most=most)


def _check_crowding(rules: SpellRules, arena: int, drawn: list[Word]) -> None:
    for place in places(cells.crowded(arena)):
        together = drawn[place].text[1:]
        one_seat = together.isupper() or together.islower()
        if rules.house.one_per_tile or not one_seat:
            raise drawn[place].error(N_("cell {place}: more than one figure on a tile"), place=NAMES[place])


def _last_with(drawn: list[Word], letters: str) -> Word:
    return next((word for word in reversed(drawn) if letters in word.text[1:]), drawn[-1])


def checked_sheet(rules: SpellRules, phase: Phase, first: int, found: list[Word]) -> tuple[tuple[Laid, ...], int]:
    """The tiles laid so far, in order, and whose turn it is then: laid again one by one under the rules."""
    laid = [_laid(word) for word in found[:ALL_TILES]]
    if not laid or laid[0] != Laid(NEUTRAL, MIDDLE, MIDDLE):
        raise (found[0] if found else Word("")).error(N_("a sheet begins with the neutral tile, Nd4"))
    bare = Stage(phase, first=first)
    state = begin(rules, State(0, 0, 0, 0, 0, 0, (0, 0), 0, bare))
    done = 1
    if phase is Phase.BUILD and not rules.house.tournament:
        cores = (lay_core(rules, state, action) for action in legal_cores())
        after = next((core for core in cores if core.stage.sheet == tuple(laid[:3])), None)
        if after is None:
            raise found[min(1, len(found) - 1)].error(
                N_("after the neutral tile come the active tiles beside it, black then violet, such as Bc4 Ve4")
            )
        state, done = after, 3
    for word, tile in zip(found[done:], laid[done:], strict=False):
        action = Action("lay", sheet_place(tile.row, tile.column), tile=tile.tile)
        if phase is Phase.CORE or action not in set(legal_tiles(rules, state)):
            raise word.error(N_("this tile cannot have been laid here at this point"))
        state = lay(rules, state, action)
    if len(found) >= ALL_TILES:
        raise found[-1].error(N_("too many tiles for this phase"))
    return tuple(laid), state.stage.seat


def _laid(word: Word) -> Laid:
    tile, name = word.text[:1], word.text[1:]
    if len(name) != 2 or name[0] not in COLUMNS or name[1] not in "1234567" or tile not in "NBbVv":
        raise word.error(N_("expected a tile and its place on the sheet, such as bc5"))
    return Laid(tile, int(name[1]) - 1, COLUMNS.index(name[0]))
