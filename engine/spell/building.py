"""Building the arena: the core, the tiles laid in turn, the first mages.

While building nobody knows yet where the frame will end up, so tiles lie on a sheet of seven by seven
places, a1 to g7, whose middle d4 is the neutral tile. The frame is what fifteen tiles finally span.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.spell.actions import Action
from engine.spell.arena import ACTIVE, BLACK, GAP, LANE, MAGES, TILES, VIOLET, active, free, mages, tiles
from engine.spell.frame import DIRECTION_NAMES, DIRECTIONS, SIDE, places
from engine.spell.state import Amulet, Laid, Phase, State, rival
from engine.spell.turn import begin_turn

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

SHEET = 7
MIDDLE = SHEET // 2
COLUMNS = "abcdefg"
TILE_LETTERS = ("b", "v")
"""A seat's inactive tile; upper case is its active face."""
NEUTRAL = "N"
TILES_EACH = 7
ALL_TILES = 2 * TILES_EACH + 1


def sheet_name(row: int, column: int) -> str:
    return f"{COLUMNS[column]}{row + 1}"


def sheet_place(row: int, column: int) -> int:
    return row * SHEET + column


def sheet_spot(place: int) -> tuple[int, int]:
    return divmod(place, SHEET)


def begin(rules: SpellRules, state: State) -> State:
    """The neutral tile is laid; by the ordinary rules the core line comes next."""
    stage = state.stage
    phase = Phase.BUILD if rules.house.tournament else Phase.CORE
    sheet = (Laid(NEUTRAL, MIDDLE, MIDDLE),)
    return state._replace(stage=stage._replace(phase=phase, sheet=sheet, seat=rival(stage.first)))


def legal_cores() -> Iterator[Action]:
    """The four ways to lay the core line: where black's tile lies, seen from the neutral one."""
    return (Action("core", other=direction) for direction in range(4))


def lay_core(rules: SpellRules, state: State, action: Action) -> State:
    rows, columns = DIRECTIONS[DIRECTION_NAMES[action.other]]
    stage = state.stage
    line = (
        Laid(TILE_LETTERS[BLACK].upper(), MIDDLE + rows, MIDDLE + columns),
        Laid(TILE_LETTERS[VIOLET].upper(), MIDDLE - rows, MIDDLE - columns),
    )
    return state._replace(stage=stage._replace(phase=Phase.BUILD, sheet=stage.sheet + line))


def own_laid(sheet: tuple[Laid, ...], seat: int) -> list[Laid]:
    """A player's tiles on the sheet, in the order they were laid."""
    return [laid for laid in sheet if laid.tile.lower() == TILE_LETTERS[seat]]


def next_tile(rules: SpellRules, state: State) -> str:
    """The face the player in turn has to lay: inactive, or by turns in a tournament."""
    seat = state.stage.seat
    letter = TILE_LETTERS[seat]
    turned = rules.house.tournament and len(own_laid(state.stage.sheet, seat)) % 2 == 1
    return letter.upper() if turned else letter


def beside(spot: tuple[int, int], *, edges: bool) -> set[tuple[int, int]]:
    """The places around one of the sheet, by edges or also by corners."""
    row, column = spot
    steps = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)]
    return {(row + r, column + c) for r, c in steps if not edges or 0 in (r, c)}


def fits_frame(spots: set[tuple[int, int]]) -> bool:
    """Whether these places lie within some square of four by four."""
    rows, columns = [r for r, _ in spots], [c for _, c in spots]
    return max(rows) - min(rows) < SIDE and max(columns) - min(columns) < SIDE


def touching(rules: SpellRules, sheet: tuple[Laid, ...]) -> set[tuple[int, int]]:
    """The empty places that touch something laid."""
    taken = {(laid.row, laid.column) for laid in sheet}
    around = {spot for one in taken for spot in beside(one, edges=rules.house.edge_contact)}
    return around - taken


def must_flank(rules: SpellRules, state: State) -> bool:
    """Whether the next tile is a player's first of a second edition tournament, due beside the neutral one."""
    first_tile = not own_laid(state.stage.sheet, state.stage.seat)
    return rules.house.tournament and not rules.house.first_edition and first_tile


def open_spots(rules: SpellRules, state: State) -> set[tuple[int, int]]:
    """The places of the sheet where the next tile may be laid."""
    sheet = state.stage.sheet
    taken = {(laid.row, laid.column) for laid in sheet}
    spots = {spot for spot in touching(rules, sheet) if fits_frame(taken | {spot})}
    return spots & beside((MIDDLE, MIDDLE), edges=True) if must_flank(rules, state) else spots


def legal_tiles(rules: SpellRules, state: State) -> Iterator[Action]:
    tile = next_tile(rules, state)
    return (Action("lay", sheet_place(*spot), tile=tile) for spot in sorted(open_spots(rules, state)))


def lay(rules: SpellRules, state: State, action: Action) -> State:
    stage = state.stage
    sheet = (*stage.sheet, Laid(action.tile, *sheet_spot(action.place)))
    state = state._replace(stage=stage._replace(sheet=sheet, seat=rival(stage.seat)))
    return state if len(sheet) < ALL_TILES else _framed(rules, state)


def _framed(rules: SpellRules, state: State) -> State:
    """Building is over: the sheet becomes the arena, the core's mages stand, others are still to be placed."""
    stage = state.stage
    arena = arena_of(stage.sheet)
    mages_due: list[int] = []
    second, first = rival(stage.first), stage.first
    if rules.house.tournament:
        mages_due += [second, first]
    else:
        for seat in (BLACK, VIOLET):
            arena |= (tiles(arena, seat) & active(arena)) << MAGES + LANE * seat
    mages_due += [seat for seat in (second, first) if stage.amulets[seat] is Amulet.DOPPELGANGER]
    return with_mages_due(rules, state._replace(arena=arena), tuple(mages_due))


def arena_of(sheet: tuple[Laid, ...]) -> int:
    """The finished arena, without mages; its frame is the square that the tiles span."""
    top, left = min(laid.row for laid in sheet), min(laid.column for laid in sheet)
    arena = 0
    for tile, row, column in sheet:
        place = (row - top) * SIDE + column - left
        if tile != NEUTRAL:
            arena |= 1 << TILES + LANE * TILE_LETTERS.index(tile.lower()) + place
            arena |= tile.isupper() << ACTIVE + place
    taken = sum(1 << (laid.row - top) * SIDE + laid.column - left for laid in sheet)
    return arena | (0xFFFF ^ taken) << GAP


def with_mages_due(rules: SpellRules, state: State, due: tuple[int, ...]) -> State:
    """``due`` players still place a mage, in this order; then the first turn begins."""
    stage = state.stage
    if due:
        return state._replace(stage=stage._replace(phase=Phase.MAGES, seat=due[0], pending=due, sheet=()))
    return begin_turn(rules, state._replace(stage=stage._replace(seat=stage.first, pending=(), sheet=())))


def mage_spots(state: State, seat: int) -> int:
    """Where a mage of ``seat`` may be placed: on an own active tile; a second mage on an own inactive one."""
    own = tiles(state.arena, seat) & free(state.arena)
    return own & ~active(state.arena) if mages(state.arena, seat) else own & active(state.arena)


def placers(state: State) -> tuple[int, ...]:
    """Who may place a mage now. First mages go in order; who places a second mage first nobody says."""
    due = state.stage.pending
    return due[:1] if not mages(state.arena, due[0]) else tuple(dict.fromkeys(due))


def legal_mages(state: State) -> Iterator[Action]:
    return (Action("mage", place) for seat in placers(state) for place in places(mage_spots(state, seat)))


def place_mage(rules: SpellRules, state: State, action: Action) -> State:
    """The colour of the tile tells whose mage it is."""
    seat = BLACK if tiles(state.arena, BLACK) >> action.place & 1 else VIOLET
    due = list(state.stage.pending)
    due.remove(seat)
    arena = state.arena | 1 << MAGES + LANE * seat + action.place
    return with_mages_due(rules, state._replace(arena=arena), tuple(due))
