"""What positions and actions are written with: gems, spells by number, seats, words in quotes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from engine.errors import N_
from engine.spellbook.agrica import LETTERS, SEATS, code
from engine.spellbook.books import MOST_SPELLS
from engine.text import Word, checked_text, one_of

NAME = "spellbook"
SEPARATOR = " | "
STROKE = "|"
NOBODY = "nobody"
ONLOOKER = "onlooker"
CODES = {
    f"{seat[0].upper()}{letter}": code(number, k)
    for number, seat in enumerate(SEATS)
    for k, letter in enumerate(LETTERS)
}
"""SF is South's fire."""
CALLED = {gem: name for name, gem in CODES.items()}
_WORDS = re.compile(r'[^\s"|]*"(?:[^"\\]|\\.)*"?|\||[^\s|]+')


def words_of(text: str) -> Iterator[Word]:
    """The words and strokes of a text; what stands in quotes is part of one word. Raises NotationError."""
    for number, line in enumerate(checked_text(text).split("\n"), 1):
        if not line.lstrip().startswith("#"):
            for match in _WORDS.finditer(line):
                yield Word(match.group(), number, match.start() + 1)


def quoted(text: str) -> str:
    """A word as it is; anything longer in quotes, on one line and without a stroke."""
    if re.fullmatch(r"[\w.-]+", text):
        return text
    return json.dumps(text, ensure_ascii=False).replace("|", "\\u007c").replace("\x7f", "\\u007f")


def unquoted(word: Word) -> str:
    """What a word in quotes holds."""
    if not word.text.startswith('"'):
        return word.text
    try:
        found = json.loads(word.text)
    except ValueError:
        raise word.error(N_("expected a text in quotes")) from None
    return checked_text(str(found))


def spell_number(spell: int) -> str:
    """A spell by its book and number."""
    return f"n{spell - MOST_SPELLS + 1}" if spell >= MOST_SPELLS else f"s{spell + 1}"


def only(field: Sequence[Word]) -> Word:
    """The one word after a name."""
    if len(field) != 2:
        raise field[0].error(N_("expected one word after {name}"), name=field[0].text)
    return field[1]


def seat_bits(words: Sequence[Word]) -> int:
    """The seats that are named, as bits."""
    return sum(1 << seat for seat in {SEATS.index(one_of(word, SEATS, N_("a seat"))) for word in words})
