"""Words on pieces, in the reader's language: in as many lines as they need, as large as there is room for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.contract import Game
from engine.drawing import Text
from engine.printed import Piece, Wording
from engine.words import Words, capital
from runewatch.printing.pages import lines

SMALLEST_MM = 1.2
"""Letters are never smaller than this: what has no room then is cut off."""
STEP_MM = 0.1
LEADING = 1.2
"""From line to line, in the size of the letters."""
BASE = 0.75
"""How far the base line of the first line is below its top, likewise."""


def worded(piece: Piece, game: Game, words: Words) -> Piece:
    """The piece with its words among the shapes of its front."""
    if not piece.words:
        return piece
    letters = [text for one in piece.words for text in _set(one, game, words)]
    front = replace(piece.front, shapes=(*piece.front.shapes, *letters))
    return replace(piece, front=front, words=())


def _set(one: Wording, game: Game, words: Words) -> Iterator[Text]:
    told = capital(" ".join(words.phrase(game, phrase) for phrase in one.told))
    size, found = one.size, lines(told, one.size, one.width)
    while len(found) * LEADING * size > one.height and size - STEP_MM >= SMALLEST_MM:
        size -= STEP_MM
        found = lines(told, size, one.width)
    top = one.y - min(one.height, len(found) * LEADING * size) / 2
    for number, line in enumerate(found[: max(1, int(one.height / (LEADING * size)))]):
        y = top + (BASE + number * LEADING) * size
        yield Text(line, one.x, y, size, one.colour, is_bold=one.is_bold)
