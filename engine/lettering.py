"""Words on things, in the reader's language: in as many lines as they need, as large as there is room for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from engine.contract import Rules
from engine.drawing import Drawing, Standing, Text
from engine.letters import width
from engine.printed import Piece, Wording
from engine.table import Thing
from engine.words import Words, capital

SMALLEST_MM = 1.2
"""Letters are never smaller than this: what has no room then is cut off."""
STEP_MM = 0.1
LEADING = 1.2
"""From line to line, in the size of the letters."""
BASE = 0.75
"""How far the base line of the first line is below its top, likewise."""
_KEPT = re.compile(r"(?<![,;:]) (?=[\d×])|(?<=×) ")
"""What comes before a number stays with it."""


def face(rules: Rules[Any, Any], thing: Thing, words: Words) -> Drawing | Standing | None:
    """What a thing looks like in this language."""
    if thing.sideways and (told := rules.words_on(upright := Thing(thing.sideways, thing.kind))):
        drawn = rules.drawing(upright)
        return lettered(drawn, told, rules, words).turned(90) if isinstance(drawn, Drawing) else drawn
    drawn = rules.drawing(thing)
    return lettered(drawn, rules.words_on(thing), rules, words) if isinstance(drawn, Drawing) else drawn


def worded(piece: Piece, rules: Rules[Any, Any], words: Words) -> Piece:
    """The piece with its words among the shapes of its front."""
    return replace(piece, front=lettered(piece.front, piece.words, rules, words), words=())


def lettered(drawing: Drawing, told: Iterable[Wording], rules: Rules[Any, Any], words: Words) -> Drawing:
    """The drawing with words over it."""
    letters = tuple(text for one in told for text in _set(one, rules, words))
    return replace(drawing, shapes=(*drawing.shapes, *letters)) if letters else drawing


def _set(one: Wording, rules: Rules[Any, Any], words: Words) -> Iterator[Text]:
    told = [words.phrase(rules, phrase) for phrase in one.told]
    parts = [_KEPT.sub("\u00a0", capital(part)) for part in (told if one.is_listed else [" ".join(told)])]
    size, found = one.size, _lines(parts, one, one.size)
    while not _has_room(found, one, size) and size - STEP_MM >= SMALLEST_MM:
        size -= STEP_MM
        found = _lines(parts, one, size)
    top = one.y - min(one.height, len(found) * LEADING * size) / 2
    for number, line in enumerate(found[: max(1, int(one.height / (LEADING * size)))]):
        y = top + (BASE + number * LEADING) * size
        yield Text(line, one.x, y, size, one.colour, is_bold=one.is_bold)


def _has_room(found: Sequence[str], one: Wording, size: float) -> bool:
    widest = max((width(line, size, is_bold=one.is_bold) for line in found), default=0.0)
    return len(found) * LEADING * size <= one.height and widest <= one.width


def _lines(parts: Iterable[str], one: Wording, size: float) -> list[str]:
    return [line for part in parts for line in _even(part, size, one.width, is_bold=one.is_bold)]


def _even(text: str, size: float, most: float, *, is_bold: bool) -> list[str]:
    """The text in as few lines as it needs, all about as long."""
    found = lines(text, size, most, is_bold=is_bold)
    while True:
        widest = max((width(line, size, is_bold=is_bold) for line in found), default=0.0)
        closer = lines(text, size, widest - 0.01, is_bold=is_bold)
        if len(closer) > len(found) or closer == found:
            return found
        found = closer


def lines(text: str, size: float, most: float, *, is_bold: bool = False) -> list[str]:
    """The text in lines no wider than this; no word is broken."""
    found: list[str] = []
    for word in filter(None, text.split(" ")):
        longer = f"{found[-1]} {word}" if found else word
        if found and width(longer, size, is_bold=is_bold) <= most:
            found[-1] = longer
        else:
            found.append(word)
    return found
