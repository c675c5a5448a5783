"""Archimage drawn for people at a terminal: the board as it lies, then what each player has.

A space is drawn where the board has it, narrowed to what a terminal shows: a token by its colour and power, a
scroll by two letters of its spell and its power, an emptied space by a dot; a figure stands before it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from engine.archimage.elements import (
    COLOURS,
    NATURE,
    card_name,
    card_of,
    face_of,
    is_scroll,
    seal_of,
    token_name,
)
from engine.archimage.flow import points
from engine.archimage.notation.words import die_name
from engine.archimage.state import DONE, State
from engine.errors import N_
from engine.picture import Ink, Line, Panel, Sign, Tone

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

ACROSS_MM = 5.9
DOWN_MM = 16.0
"""Millimetres of the board to a letter and to a line."""
CELL = 4
"""Letters across a space: a figure, and what lies there."""
MARK = "◆"
MAGES = "ABCDE"
FREE = "·"
FAMILIAR_OF = str.lower

SIGNS: tuple[Sign, ...] = (
    Sign((Ink("r4", "tile"),), N_("seal token: r red, b blue, y yellow, g green, and its power")),
    Sign((Ink("Ev4", "strong"),), N_("scroll: two letters of its spell, and its power")),
    Sign((Ink("A", "figure"), Ink(" "), Ink("a", "figure")), N_("mage and familiar of the first seat, and so on")),
    Sign((Ink("!", "mark"),), N_("a guardian stands there")),
    Sign((Ink(FREE, "faint"),), N_("emptied space")),
    Sign((Ink(MARK, "mark"),), N_("pointed at")),
)  # fmt: skip


def picture(rules: ArchimageRules, state: State, marked: Collection[str] = ()) -> tuple[Panel, ...]:
    return (
        Panel(tuple(_board(rules, state, frozenset(marked))), is_table=True),
        Panel((tuple(_reserves(state)),), N_("The reserves"), is_table=True),
        Panel(
            tuple(line for seat in range(state.players) for line in _player(rules, state, seat)),
            N_("The players"),
            is_table=True,
        ),
    )


def _board(rules: ArchimageRules, state: State, marked: frozenset[str]) -> Iterator[Line]:
    """Each space at its place, those of a line from left to right."""
    spaces = [space for space in rules.board.spaces if space.kind != "hub"]
    left, top = min(space.x for space in spaces), min(space.y for space in spaces)
    rows: dict[int, dict[int, int]] = {}
    for number, space in enumerate(rules.board.spaces):
        if space.kind == "hub":
            continue
        row, column = round((space.y - top) / DOWN_MM), round((space.x - left) / ACROSS_MM)
        line = rows.setdefault(row, {})
        while any(abs(column - other) < CELL + 1 for other in line):
            column += 1
        line[column] = number
    for row in range(max(rows) + 1):
        found: list[Ink] = []
        at = 0
        for column, number in sorted(rows.get(row, {}).items()):
            found.append(Ink(" " * (column - at)))
            found += _space(rules, state, number, is_marked=rules.board.name_of(number) in marked)
            at = column + CELL
        yield tuple(found)


def _space(rules: ArchimageRules, state: State, number: int, *, is_marked: bool) -> Iterator[Ink]:
    mages = [MAGES[seat] for seat, at in enumerate(state.mages) if at == number]
    pets = [FAMILIAR_OF(MAGES[seat]) for seat, at in enumerate(state.familiars) if at == number]
    figure = "".join((*mages, *pets))[:2]
    told, tone = _lying(state.board[number])
    if is_marked:
        figure = MARK
    elif number in state.guardians:
        figure = "!"
    yield Ink(figure, "mark" if is_marked or figure == "!" else "figure")
    yield Ink(told[: CELL - len(figure)].ljust(CELL - len(figure)), tone)


def _lying(cell: int) -> tuple[str, Tone]:
    if not cell:
        return FREE, "faint"
    if is_scroll(cell):
        return f"{card_name(card_of(cell))[:2].capitalize()}{seal_of(cell)[1]}", "strong"
    return token_name(cell), "tile"


def _reserves(state: State) -> Iterator[Ink]:
    for colour in NATURE:
        yield Ink(COLOURS[colour], word=True)
        yield Ink(f" {state.reserve(colour)}   ", "strong")


def _player(rules: ArchimageRules, state: State, seat: int) -> Iterator[Line]:
    dice = " ".join(die_name(one) if face_of(one) else f"{die_name(one)}?" for one in state.hands[seat])
    yield (
        Ink(f"{MAGES[seat]} ", "figure", seat),
        Ink(rules.seats[seat], "strong", word=True),
        Ink(f"  {points(state, seat)}  {dice or '–'}"),
        Ink("  ✓" if state.familiars[seat] == DONE else "", "mark"),
    )
    scrolls = [f"{card_name(one.card)}{'' if one.is_up else '*'}" for one in state.owned[seat]]
    bond = "bond" if state.bond_is_up(seat) else "bond*"
    yield (Ink(f"    {'  '.join([bond, *scrolls])}", "plain"),)
