"""The arena as text: a cell is the letter of its tile and the letters of who stands on it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.errors import N_
from engine.spell.arena import (
    ACTIVE,
    ELEMENTALS,
    GAP,
    LANE,
    MAGES,
    TILES,
    active,
    elementals,
    gap,
    mages,
    tiles,
)
from engine.spell.building import NEUTRAL, TILES_EACH
from engine.spell.frame import NAMES, SIDE
from engine.spell.state import Amulet
from engine.spell.turn import stacked
from engine.text import Word, end_of

BLANK = "."
TILE_LETTERS = "BV"
"""A seat's active tile; lower case is its inactive face."""
MAGE_LETTERS = "Mm"
ELEMENTAL_LETTERS = "Ee"
_STANDING = {
    letter: lane + LANE * seat
    for letters, lane in ((MAGE_LETTERS, MAGES), (ELEMENTAL_LETTERS, ELEMENTALS))
    for seat, letter in enumerate(letters)
}
ROW_END = "/"
NO_AMULETS = (Amulet.NONE, Amulet.NONE)


_TOO_MANY = {
    "B": N_("cell {place}: this is black tile number {count}, but there are only {most}"),
    "V": N_("cell {place}: this is violet tile number {count}, but there are only {most}"),
    NEUTRAL: N_("cell {place}: a second neutral tile, but there is only one"),
    BLANK: N_("cell {place}: a second gap, but an arena has only one"),
}


def cell(arena: int, place: int, amulets: tuple[Amulet, Amulet] = NO_AMULETS) -> str:
    """The letters of one place."""
    bit = 1 << place
    if gap(arena) & bit:
        return BLANK
    letter = next((TILE_LETTERS[seat] for seat in (0, 1) if tiles(arena, seat) & bit), NEUTRAL)
    if letter != NEUTRAL and not active(arena) & bit:
        letter = letter.lower()
    for seat in (0, 1):
        if mages(arena, seat) & bit:
            letter += MAGE_LETTERS[seat] * (2 if stacked(arena, seat, amulets[seat]) else 1)
    for seat in (0, 1):
        if elementals(arena, seat) & bit:
            letter += ELEMENTAL_LETTERS[seat]
    return letter


def write_arena(arena: int, amulets: tuple[Amulet, Amulet] = NO_AMULETS) -> str:
    """Four rows joined by `` / ``."""
    letters = [cell(arena, place, amulets) for place in range(SIDE * SIDE)]
    return " / ".join(" ".join(letters[row : row + SIDE]) for row in range(0, SIDE * SIDE, SIDE))


def read_arena(found: Sequence[Word]) -> int:
    """The arena drawn by these words. Checks its shape and its tiles, not who may stand where."""
    drawn = sixteen(found)
    arena = 0
    for place, word in enumerate(drawn):
        arena |= _read_cell(word, place)
    _check_tiles(drawn)
    return arena


def sixteen(found: Sequence[Word]) -> list[Word]:
    """The cells that these words draw, row by row, if they are four rows of four."""
    rows: list[list[Word]] = [[]]
    for word in found:
        if word.text == ROW_END:
            rows.append([])
        else:
            rows[-1].append(word)
    for number, row in enumerate(rows, 1):
        if number > SIDE:
            raise (
                row[0].error(N_("expected four rows, not more"))
                if row
                else end_of(found[-1], "").error(N_("expected four rows, not more"))
            )
        if len(row) != SIDE:
            where = row[SIDE] if len(row) > SIDE else end_of(row[-1] if row else found[-1], "")
            raise where.error(
                N_("row {row} needs {side} cells, not {count}"), row=number, side=SIDE, count=len(row)
            )
    if len(rows) != SIDE:
        raise end_of(found[-1] if found else None, "").error(
            N_("expected four rows joined by /, not {count}"), count=len(rows)
        )
    return [word for row in rows for word in row]


def _read_cell(word: Word, place: int) -> int:
    tile, standing = word.text[0], word.text[1:]
    found = 0
    if tile == BLANK:
        found = 1 << GAP + place
    elif tile.upper() in TILE_LETTERS:
        found = 1 << TILES + LANE * TILE_LETTERS.index(tile.upper()) + place | tile.isupper() << ACTIVE + place
    elif tile != NEUTRAL:
        raise word.error(N_("cell {place}: expected a tile (B b V v N) or . for the gap"), place=NAMES[place])
    if tile == BLANK and standing:
        raise word.error(N_("cell {place}: nothing can stand on the gap"), place=NAMES[place])
    for i, letter in enumerate(standing):
        if letter not in _STANDING:
            raise word._replace(column=word.column + 1 + i).error(
                N_("cell {place}: expected a figure (M m E e), not {letter}"),
                place=NAMES[place],
                letter=letter,
            )
        if (letter in standing[:i] and letter not in MAGE_LETTERS) or standing.count(letter) > 2:
            raise word.error(N_("cell {place}: {letter} stands there twice"), place=NAMES[place], letter=letter)
        found |= 1 << _STANDING[letter] + place
    return found


def _check_tiles(cells: Sequence[Word]) -> None:
    """Seven tiles of each colour, one neutral tile, one gap: of sixteen cells, one lacks if one is too many."""
    for letter, most in {"B": TILES_EACH, "V": TILES_EACH, NEUTRAL: 1, BLANK: 1}.items():
        where = [(i, word) for i, word in enumerate(cells) if word.text[0].upper() == letter]
        if len(where) > most:
            place, word = where[most]
            raise word.error(_TOO_MANY[letter], place=NAMES[place], count=most + 1, most=most)


def doubled(found: Sequence[Word]) -> set[int]:
    """The seats whose two mages are drawn on one tile."""
    return {
        seat for seat, letter in enumerate(MAGE_LETTERS) if any(word.text.count(letter) == 2 for word in found)
    }


def draw_arena(text: str) -> list[str]:
    """The rows of an arena text as a grid with the names of its places."""
    lines = ["      " + "   ".join(f"{column:<2}" for column in "abcd").rstrip()]
    for number, row in enumerate(text.split(" / "), 1):
        lines.append(f"  {number}   " + "   ".join(f"{letters:<2}" for letters in row.split()).rstrip())
    return lines


def crowded(arena: int) -> int:
    """The places with more than one figure."""
    lanes = [mages(arena, 0), mages(arena, 1), elementals(arena, 0), elementals(arena, 1)]
    once = twice = 0
    for lane in lanes:
        twice |= once & lane
        once |= lane
    return twice
