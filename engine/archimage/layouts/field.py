"""The board that a camera looks at: its spaces, between four marks, with what lies and stands on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from engine.archimage.actions import PLACE, Action
from engine.archimage.board import Board
from engine.archimage.elements import BOND, EMPTY, TOKENS, is_scroll, is_token, scroll, seal_of
from engine.archimage.flow import in_box, legal_stands
from engine.archimage.house import BOARD, SHEETS
from engine.archimage.layouts import changes, plan, still
from engine.archimage.spells.breaking import legal_breaks
from engine.archimage.state import AT_HOME, NOWHERE, Phase, State, replaced
from engine.table import Difference, Layout, Marker, TablePlan, Thing, differences
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

MARK_MM = 24.0
MARGIN_MM = 12.0
"""Between the outermost space and the edge of the board."""
_ROOM_MM = 19.0
"""Between the middle of a mark and the edge of the board."""
_FIRST_MARKER = 44


def half(board: Board) -> float:
    """Half the side of the printed board."""
    return max(plan.outermost(board) + MARGIN_MM, _mark_at(board) * plan.UNIT_MM + _ROOM_MM)


def _mark_at(board: Board) -> float:
    """How far marks are from the middle, in units: from mark to mark it is a whole number."""
    return (plan.outermost(board) + MARGIN_MM - _ROOM_MM) * 2 // plan.UNIT_MM / 2


def markers(board: Board) -> tuple[Marker, ...]:
    far, side = _mark_at(board), MARK_MM / plan.UNIT_MM
    corners = ((-far, -far), (far, -far), (far, far), (-far, far))
    return tuple(Marker(_FIRST_MARKER + number, x, y, side) for number, (x, y) in enumerate(corners))


def field(rules: ArchimageRules) -> TablePlan:
    """The part of the table plan that is printed on the board and holds no dice."""
    whole = rules.plan()
    names = {space.name for space in rules.board.spaces if space.kind != "hub"}
    kinds = ("seal", plan.SCROLL, "figure")
    return TablePlan(
        tuple(place for place in whole.places if place.name in names),
        tuple(thing for thing in whole.things if thing.kind in kinds),
        whole.unit_mm,
        links=whole.links,
        walls=whole.walls,
        markers=whole.markers,
        supply=tuple(one for one in whole.supply if not one.things[0].startswith(("die", "bond", "first"))),
        cards=(plan.SCROLL,),
        name=BOARD,
        title=SHEETS[BOARD],
    )


# -- what lies there --------------------------------------------------------------------------------------

Table = Mapping[str, Sequence[tuple[Thing, ...]]]


def awaited(rules: ArchimageRules, state: State, place: str) -> tuple[Thing, ...]:
    """All that may be laid on a space while the board is laid out."""
    number = rules.board.numbers.get(place)
    if state.phase is not Phase.DEAL or number is None or state.board[number]:
        return ()
    left = in_box(rules, state)
    kind, power = rules.board.spaces[number].kind, rules.board.spaces[number].power
    return tuple(
        plan.cell_thing(cell)
        for cell, count in left.items()
        if count > 0 and is_token(cell) == (kind == "circle") and seal_of(cell)[1] == power
    )


def laid(rules: ArchimageRules, state: State, layout: Layout) -> Action | None:
    """The token or scroll that lies on a space on which nobody has said that anything was laid."""
    if state.phase is not Phase.DEAL:
        return None
    cells = _cells(rules)
    for number in (*rules.board.circles, *rules.board.scrolls):
        if not state.board[number]:
            lying = layout.get(rules.board.name_of(number), ())
            cell = next((cells[thing.name] for thing in lying if thing.name in cells), None)
            if cell is not None:
                return Action("lay", place=number, cell=cell)
    return None


def _cells(rules: ArchimageRules) -> dict[str, int]:
    """By the names of tokens and scrolls, how a state tells them."""
    cells = (*TOKENS, *map(scroll, rules.cards))
    return {plan.cell_thing(cell).name: cell for cell in cells}


def toward(rules: ArchimageRules, state: State, table: Table) -> Iterator[Action]:
    """What may have been done that the board shows: a mage that stands there, a seal that it broke."""
    if state.phase is Phase.STAND:
        mage = plan.mage(rules, state.seat)
        yield from (one for one in legal_stands(rules, state) if _may_hold(rules, table, one.place, mage))
    elif state.phase is Phase.TURN:
        mage, familiar = plan.mage(rules, state.seat), plan.familiar(rules, state.seat)
        for action in legal_breaks(rules, state):
            seal = plan.cell_thing(state.board[action.place])
            if action.store < 0 and _may_hold(rules, table, action.place, mage, without=seal):
                yield action
        if _may_hold(rules, table, state.mages[state.seat], familiar):
            bond = Action("cast", card=BOND, way=PLACE)
            if bond in set(rules.legal(state)):
                yield bond


def _may_hold(rules: ArchimageRules, table: Table, place: int, thing: Thing, without: Thing | None = None) -> bool:
    ways = table.get(rules.board.name_of(place), ())
    return any(thing in things and without not in things for things in ways)


# -- what is wrong ----------------------------------------------------------------------------------------


def known(layout: Layout) -> Layout:
    """A layout without what nobody knows."""
    told = {name: tuple(one for one in things if not one.unknown) for name, things in layout.items()}
    return {name: things for name, things in told.items() if things}


def diagnose(rules: ArchimageRules, state: State, seen: Layout) -> tuple[Breach, ...]:
    """Which rule is broken where the board is not as the match has it. What was paid is not seen."""
    if found := tuple(_broken_in_vain(rules, state, seen)):
        return found
    wanted, lying = known(plan.layout(rules, state)), known(seen)
    differing = (one for one in differences(wanted, lying) if one.place in rules.board.numbers)
    slips = (breach for one in differing for breach in _slip(rules, state, one))
    return tuple(dict.fromkeys((*slips, *still.inspect(rules, lying))))


def _slip(rules: ArchimageRules, state: State, one: Difference) -> Iterator[Breach]:
    """What one space that is wrong says."""
    if state.phase is Phase.DEAL:
        number, cells = rules.board.numbers[one.place], _cells(rules)
        for cell in (cells[thing.name] for thing in one.seen if thing.name in cells):
            emptied = state._replace(board=replaced(state.board, number, EMPTY))
            action = Action("lay", place=number, cell=cell)
            yield from rules.breaches(emptied, action, rules.actor(emptied, action))
    yield from changes.on_board(rules, state, None, state, one)


def _broken_in_vain(rules: ArchimageRules, state: State, seen: Layout) -> Iterator[Breach]:
    """A seal is gone and the mage in turn stands in its place, though it may not."""
    if state.phase is not Phase.TURN:
        return
    mage = plan.mage(rules, state.seat)
    for number, cell in enumerate(state.board):
        lying = seen.get(rules.board.name_of(number), ())
        if cell and mage in lying and plan.cell_thing(cell) not in lying:
            hand = state.hands[state.seat]
            ways = [dice for count in range(1, len(hand) + 1) for dice in combinations(hand, count)] or [()]
            tries = [rules.breaches(state, Action("break", place=number, dice=dice), state.seat) for dice in ways]
            yield from min(tries, key=len)
            return


# -- taken as it lies -------------------------------------------------------------------------------------


def amended(rules: ArchimageRules, state: State, layout: Layout) -> State | None:
    """The state with tokens, scrolls and figures as they lie and stand.

    None where a scroll is gone: it went to somebody, and nobody sees to whom.
    """
    cells, board = _cells(rules), list(state.board)
    mages, familiars, guardians = ([*state.mages], [*state.familiars], [*state.guardians])
    found = (
        (mages, plan.mage, NOWHERE),
        (familiars, plan.familiar, AT_HOME),
        (guardians, lambda _, number: plan.guardian(number), AT_HOME),
    )
    for places, _, home in found:
        places[:] = [home if at >= 0 else at for at in places]
    for number, space in enumerate(rules.board.spaces):
        lying = layout.get(space.name, ())
        for places, thing, _ in found:
            for who in range(len(places)):
                if thing(rules, who) in lying:
                    places[who] = number
        if not any(one.unknown for one in lying):
            board[number] = next((cells[one.name] for one in lying if one.name in cells), 0)
    scrolls = (Counter(filter(is_scroll, each)) for each in (state.board, board))
    if state.phase is not Phase.DEAL and next(scrolls) != next(scrolls):
        return None
    return state._replace(
        board=tuple(board), mages=tuple(mages), familiars=tuple(familiars), guardians=tuple(guardians)
    )
