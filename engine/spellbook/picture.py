"""The Agrica drawn for people at a terminal. Text alone tells whose a gem is: South's have capital letters."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from engine.errors import N_
from engine.picture import Ink, Line, Panel, Sign
from engine.spellbook.agrica import KINDS, LETTERS, NORTH, SEATS, kind, owner
from engine.spellbook.layouts import NAMES, board_of
from engine.spellbook.state import State
from engine.table import Layout

if TYPE_CHECKING:
    from engine.spellbook.game import SpellbookRules

_ROWS = (
    " 1 -------- 2 -------- 3 ",
    " |          |          | ",
    " |  9 ---- 10 ---- 11  | ",
    " |  |       |       |  | ",
    " |  |  17--18--19   |  | ",
    " 8-16-24        20-12--4 ",
    " |  |  23--22--21   |  | ",
    " |  |       |       |  | ",
    " | 15 ---- 14 ---- 13  | ",
    " |          |          | ",
    " 7 -------- 6 -------- 5 ",
)
MARK = "◆"

SIGNS: tuple[Sign, ...] = (
    Sign((Ink("F A W E", "figure", 0),), N_("fire, air, water, earth of south")),
    Sign((Ink("f a w e", "figure", 1),), N_("fire, air, water, earth of north")),
    Sign((Ink("·", "faint"),), N_("empty point")),
)


def picture(rules: SpellbookRules, state: State, marked: Collection[str] = ()) -> tuple[Panel, ...]:
    """The board as south sees it, and as north does while north acts; then what waits beside it."""
    found = [Panel(_drawn(state.board, frozenset(marked)), N_("The Agrica, south below"), is_table=True)]
    if state.seat == NORTH:
        turned = rules.sides.seen(state.board, NORTH)
        own = N_("The same in north's own numbers")
        found.append(Panel(_drawn(turned, frozenset(), swapped=True), own, is_table=True))
    if any(state.reserve):
        found.append(Panel(tuple(_reserve(state, seat) for seat in (0, 1)), N_("Not yet placed")))
    return tuple(found)


def picture_of(layout: Layout, marked: Collection[str] = ()) -> tuple[Panel, ...]:
    board = board_of(layout)
    return (Panel(_drawn(board or bytes(24), frozenset(marked)), N_("The Agrica, south below")),)


def drawn_board(view: bytes) -> tuple[Line, ...]:
    """A board in its invoker's own numbers; the invoker's gems in capitals."""
    return _drawn(view, frozenset())


def _drawn(board: bytes, marked: frozenset[str], *, swapped: bool = False) -> tuple[Line, ...]:
    """The board, a gem's letter on each point; points are counted from the far left corner of each arc."""
    return tuple(_row(row, board, marked, swapped=swapped) for row in _ROWS)


def _row(row: str, board: bytes, marked: frozenset[str], *, swapped: bool) -> Line:
    line: list[Ink] = []
    at = 0
    while at < len(row):
        if row[at].isdigit():
            end = at + 1 + row[at + 1].isdigit()
            line += _point(int(row[at:end]) - 1, end - at, board, marked, swapped=swapped)
        else:
            end = at + 1
            while end < len(row) and not row[end].isdigit():
                end += 1
            line.append(Ink(row[at:end], "faint"))
        at = end
    return tuple(line)


def _point(point: int, width: int, board: bytes, marked: frozenset[str], *, swapped: bool) -> list[Ink]:
    gem = board[point]
    if not gem:
        sign = MARK if NAMES[point] in marked else "·"
        return [Ink(sign.rjust(width), "mark" if sign == MARK else "faint")]
    seat = owner(gem) ^ swapped
    letter = LETTERS[kind(gem)]
    text = letter.lower() if seat else letter
    filler = MARK if NAMES[point] in marked else " "
    return (
        [Ink(filler * (width - 1), "mark"), Ink(text, "figure", seat)]
        if width > 1
        else [Ink(text, "figure", seat)]
    )


def _reserve(state: State, seat: int) -> Line:
    line = [Ink("  "), Ink(SEATS[seat], word=True)]
    for which, left in enumerate(state.reserve_of(seat)):
        if left:
            line += [Ink(f"  {left} "), Ink(KINDS[which], word=True)]
    return tuple(line)
