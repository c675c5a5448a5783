"""SPELL drawn for people at a terminal: the arena as a grid, the runes on display, the cards held.

Text alone tells everything: an active tile stands between two bars and has a capital letter, black figures
are filled and violet ones hollow. Colours only repeat it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from engine.errors import N_
from engine.picture import Ink, Line, Panel, Sign, Tone
from engine.spell.building import COLUMNS, NEUTRAL, SHEET
from engine.spell.frame import NAMES, SIDE, places
from engine.spell.layouts.plan import GEM
from engine.spell.layouts.text import card_codes, frame_letters
from engine.spell.notation import cells
from engine.spell.notation.position import AMULET_NAMES
from engine.spell.runes import LEVELS, Card
from engine.spell.state import SEATS, Phase, State
from engine.spell.turn import claimable
from engine.table import Layout

if TYPE_CHECKING:
    from engine.spell.game import SpellRules

WIDTH = 7
"""Letters across a cell."""
MARK = "◆"
MAGE_SIGNS = ("▲M", "△m")
ELEMENTAL_SIGNS = ("●E", "○e")
NEEDED, OPEN = "■", "·"
CARD_WIDTH = 9

SIGNS: tuple[Sign, ...] = (
    Sign((Ink(" B ", "area", 0, bare="▐B▌"), Ink(" "), Ink(" V ", "area", 1, bare="▐V▌")), N_("active tile")),
    Sign((Ink("b", "tile", 0), Ink(" "), Ink("v", "tile", 1)), N_("inactive tile")),
    Sign((Ink("N", "strong"),), N_("neutral tile")),
    Sign((Ink(MAGE_SIGNS[0], "figure", 0), Ink(" "), Ink(MAGE_SIGNS[1], "figure", 1)), N_("mage")),
    Sign((Ink(ELEMENTAL_SIGNS[0], "figure", 0), Ink(" "), Ink(ELEMENTAL_SIGNS[1], "figure", 1)), N_("elemental")),
    Sign((Ink(MARK, "mark"),), N_("in the rune just claimed")),
)


def picture(rules: SpellRules, state: State, marked: Collection[str] = ()) -> tuple[Panel, ...]:
    """The state in panels; what there is none of is left out."""
    found: list[Panel] = []
    if state.stage.sheet:
        found.append(Panel(tuple(_sheet(state)), N_("The sheet"), is_table=True))
    elif state.arena:
        drawn = [cells.cell(state.arena, place, state.stage.amulets_in_force) for place in range(SIDE * SIDE)]
        special = [NAMES[place] for place in places(state.special)]
        found.append(Panel((*_arena(drawn, frozenset(marked)), *_beside(special)), is_table=True))
    if state.visible:
        ready = claimable(rules, state) if state.stage.phase is Phase.TURN else 0
        found.append(Panel(tuple(_runes(rules, state.visible, ready)), N_("Runes on display")))
    held = [(seat, _cards(state, seat)) for seat in range(len(SEATS))]
    if any(cards for _, cards in held):
        found.append(Panel(tuple(_holding(seat, cards) for seat, cards in held), N_("Cards held")))
    if any(state.stage.amulets):
        found.append(Panel(tuple(_amulets(state)), N_("Amulets")))
    return tuple(found)


def picture_of(rules: SpellRules, layout: Layout, marked: Collection[str] = ()) -> tuple[Panel, ...]:
    """What lies on a table, possible or not."""
    around = [name for name in NAMES[SIDE * SIDE :] if layout.get(name)]
    gem = [thing.name.removeprefix(f"{GEM}-") for thing in layout.get(GEM, ())]
    lines = [*_arena(frame_letters(layout), frozenset(marked)), *_beside(around), *_gem(gem)]
    codes = {card.code: 1 << index for index, card in enumerate(rules.deck.cards)}
    visible = sum(codes.get(code, 0) for code in card_codes(layout))
    found = [Panel(tuple(lines))]
    return (*found, Panel(tuple(_runes(rules, visible, 0)), N_("Runes on display"))) if visible else tuple(found)


# -- the arena ------------------------------------------------------------------------------------------


def _arena(drawn: Sequence[str], marked: frozenset[str]) -> Iterator[Line]:
    """The frame, of which the letters of each place are given."""
    yield (Ink("   " + "".join(column.center(WIDTH + 1) for column in "abcd").rstrip(), "faint"),)
    for row in range(SIDE):
        yield _rule("┌┬┐" if row == 0 else "├┼┤")
        here = range(SIDE * row, SIDE * row + SIDE)
        yield _row(str(row + 1), [_tile_line(drawn[place], is_marked=NAMES[place] in marked) for place in here])
        yield _row(" ", [_figure_line(drawn[place]) for place in here])
    yield _rule("└┴┘")


def _beside(special: Sequence[str]) -> Iterator[Line]:
    if special:
        yield (Ink("  "), Ink(N_("special tile"), word=True), Ink(f" {' '.join(special)}", "strong"))


def _gem(ways: Sequence[str]) -> Iterator[Line]:
    if ways:
        yield (Ink("  "), Ink(N_("Gem"), word=True), Ink(f" {ways[0]}", "strong"))


def _rule(corners: str) -> Line:
    left, cross, right = tuple(corners)
    return (Ink("  "), Ink(left + cross.join(["─" * WIDTH] * SIDE) + right, "faint"))


def _row(label: str, cell_lines: list[Line]) -> Line:
    line: list[Ink] = [Ink(f"{label} ", "faint")]
    for cell in cell_lines:
        line += [Ink("│", "faint"), *cell]
    return (*line, Ink("│", "faint"))


def _ground(letter: str) -> tuple[Tone, int | None]:
    """How a cell is painted, and for whom, by the letter of its tile."""
    if letter.upper() in cells.TILE_LETTERS:
        return ("area" if letter.isupper() else "tile", cells.TILE_LETTERS.index(letter.upper()))
    return ("plain", None) if letter == cells.BLANK else ("area", None)


def _tile_line(drawn: str, *, is_marked: bool) -> Line:
    letter = drawn[0]
    tone, seat = _ground(letter)
    mark = MARK if is_marked else " "
    if letter == cells.BLANK:
        return (Ink(mark, "mark"), Ink(" " * (WIDTH - 1)))
    bare = f" ▐{letter}▌  " if seat is not None and tone == "area" else f"  {letter}   "
    pad = Ink(mark, "mark", seat) if tone == "tile" else Ink(mark, tone, seat)
    return (pad, Ink(f"  {letter}   ", tone, seat, bare=bare))


def _figure_line(drawn: str) -> Line:
    tone, seat = _ground(drawn[0])
    signs = [
        (letters[owner], owner)
        for names, letters in ((cells.MAGE_LETTERS, MAGE_SIGNS), (cells.ELEMENTAL_LETTERS, ELEMENTAL_SIGNS))
        for owner, name in enumerate(names)
        for _ in range(drawn[1:].count(name))
    ]
    line = [Ink(sign, "figure", owner) for sign, owner in signs[:3]]
    left = (WIDTH - 2 * len(line) + 1) // 2
    return (
        Ink(" " * left, tone, seat),
        *line,
        Ink(" " * (WIDTH - left - 2 * len(line)), tone, seat),
    )


def _sheet(state: State) -> Iterator[Line]:
    laid = {(one.row, one.column): one.tile for one in state.stage.sheet}
    yield (Ink("   " + "   ".join(COLUMNS), "faint"),)
    for row in range(SHEET):
        line = [Ink(f"{row + 1} ", "faint")]
        for column in range(SHEET):
            letter = laid.get((row, column), "")
            seat = None if letter in ("", NEUTRAL) else cells.TILE_LETTERS.index(letter.upper())
            if not letter:
                line.append(Ink(" ·  ", "faint"))
            elif letter.isupper():
                bare = f"▐{letter}▌" if seat is not None else ""
                line += [Ink(f" {letter} ", "area", seat, bare=bare), Ink(" ")]
            else:
                line += [Ink(f" {letter} ", "tile", seat), Ink(" ")]
        yield tuple(line)


# -- beside the arena -----------------------------------------------------------------------------------


def _runes(rules: SpellRules, visible: int, ready: int) -> Iterator[Line]:
    """The runes on display, a column for each level; those are pointed out that could be claimed."""
    columns = [list(places(visible & mask)) for mask in rules.level_masks.values()]
    for row in range(max(map(len, columns))):
        shown = [column[row] if row < len(column) else None for column in columns]
        drawn = [_drawn(rules.deck.cards[card]) if card is not None else [] for card in shown]
        if row:
            yield ()
        yield tuple(ink for card in shown for ink in _code(rules, card, ready))
        for number in range(max(map(len, drawn))):
            row_of_all = (lines[number] if number < len(lines) else "" for lines in drawn)
            yield (Ink("".join(line.ljust(CARD_WIDTH) for line in row_of_all).rstrip()),)


def _code(rules: SpellRules, card: int | None, ready: int) -> Line:
    if card is None:
        return (Ink(" " * CARD_WIDTH),)
    code = rules.deck.cards[card].code
    is_ready = bool(ready >> card & 1)
    told = f"{code} {MARK}" if is_ready else code
    return (Ink(told, "mark" if is_ready else "strong"), Ink(" " * (CARD_WIDTH - len(told))))


def _drawn(card: Card) -> list[str]:
    height = max(row for row, _ in card.pattern) + 1
    width = max(column for _, column in card.pattern) + 1
    between = " " if 2 * width < CARD_WIDTH else ""
    return [
        between.join(NEEDED if (row, column) in card.pattern else OPEN for column in range(width))
        for row in range(height)
    ]


def _cards(state: State, seat: int) -> str:
    return " ".join(f"L{level}" for level in LEVELS[:3] for _ in range(state.cards(seat, level)))


def _holding(seat: int, cards: str) -> Line:
    return (Ink(SEATS[seat], "tile", seat, word=True), Ink(f"  {cards or '–'}"))


def _amulets(state: State) -> Iterator[Line]:
    for seat, worn in enumerate(state.stage.amulets):
        if worn:
            yield (Ink(SEATS[seat], "tile", seat, word=True), Ink("  "), Ink(AMULET_NAMES[worn], word=True))
