"""The small words that positions and actions share: dice, colours, spaces, scrolls, seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.archimage.elements import (
    CARD_NUMBERS,
    CELLS,
    COLOURS,
    LETTERS,
    NATURE,
    Hand,
    colour_of,
    die,
    face_of,
)
from engine.errors import N_
from engine.text import Word, one_of

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

DICE_LETTERS = LETTERS[: len(NATURE)]
_DICE = {
    f"{letter}{face or ''}": die(colour, face) for colour, letter in enumerate(DICE_LETTERS) for face in range(7)
}


def die_name(one: int) -> str:
    """``r4`` is a red die showing 4, ``r`` one that waits for a roll."""
    return f"{LETTERS[colour_of(one)]}{face_of(one) or ''}"


def dice_names(dice: Hand) -> str:
    return " ".join(map(die_name, dice))


def is_die(word: Word) -> bool:
    return word.text in _DICE


def read_die(word: Word) -> int:
    if word.text not in _DICE:
        raise word.error(N_("expected a die: r, b, y or g and its face, such as r4"))
    return _DICE[word.text]


def read_colour(word: Word) -> int:
    return COLOURS.index(one_of(word, COLOURS[: len(NATURE)], N_("a colour")))


def read_space(rules: ArchimageRules, word: Word) -> int:
    return rules.board.numbers[one_of(word, rules.board.numbers, N_("a space of the board"))]


def read_seat(rules: ArchimageRules, word: Word) -> int:
    return rules.seats.index(one_of(word, rules.seats, N_("a player")))


def read_card(word: Word) -> int:
    return CARD_NUMBERS[one_of(word, CARD_NUMBERS, N_("a scroll"))]


def read_cell(word: Word) -> int:
    """A seal token such as ``r4``, or a scroll."""
    if "-" not in word.text and word.text not in CELLS:
        raise word.error(N_("expected a seal: r, b, y or g and a power from 2 to 6, or a scroll"))
    return CELLS[one_of(word, CELLS, N_("a scroll"))]
