"""Runes: patterns, the ways they fit the arena, and which of them a set of counting tiles forms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from engine.errors import N_, NotationError
from engine.spell.frame import FULL, PLACE_AT, SIDE

Pattern = frozenset[tuple[int, int]]
"""Needed places as (row, column), pushed into the top-left corner."""

LEVELS = (1, 2, 3, 4)
LONGEST = SIDE + 1
"""A pattern may be as long as the frame and one special tile beside it."""


@dataclass(frozen=True, slots=True)
class Card:
    """A rune card: a code that starts with its level, and the pattern on its face."""

    code: str
    pattern: Pattern

    @property
    def level(self) -> int:
        return int(self.code[0])

    def __str__(self) -> str:
        return f"{self.code}={write_pattern(self.pattern)}"


def read_pattern(text: str) -> Pattern:
    """The pattern drawn as rows of ``#`` (needed) and ``.``, joined by ``/`` or line ends."""
    rows = text.strip().replace("\n", "/").split("/")
    cells = set()
    for row, drawn in enumerate(rows):
        for column, mark in enumerate(drawn.strip()):
            if mark == "#":
                cells.add((row, column))
            elif mark != ".":
                raise NotationError(N_("a pattern is drawn with # and . only")).at(row + 1, column + 1, mark)
    if not cells:
        raise NotationError(N_("a pattern needs at least one #")).at(came=text)
    pattern = _cornered(cells)
    if max(max(r, c) for r, c in pattern) >= LONGEST:
        raise NotationError(N_("a pattern is at most {most} places long"), most=LONGEST).at(came=text)
    return pattern


def write_pattern(pattern: Pattern) -> str:
    height = max(r for r, _ in pattern) + 1
    width = max(c for _, c in pattern) + 1
    return "/".join("".join("#" if (r, c) in pattern else "." for c in range(width)) for r in range(height))


def _cornered(cells: Iterable[tuple[int, int]]) -> Pattern:
    cells = list(cells)
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    return frozenset((r - top, c - left) for r, c in cells)


def turned(pattern: Pattern) -> Pattern:
    """The pattern after a quarter turn clockwise."""
    return _cornered((c, -r) for r, c in pattern)


def mirrored(pattern: Pattern) -> Pattern:
    return _cornered((r, -c) for r, c in pattern)


def rotations(pattern: Pattern) -> tuple[Pattern, ...]:
    """The distinct quarter turns of a pattern: one, two or four."""
    found = [pattern]
    for _ in range(3):
        found.append(turned(found[-1]))
    return tuple(dict.fromkeys(found))


@lru_cache(1024)
def placements(pattern: Pattern) -> tuple[int, ...]:
    """Every set of places on which the pattern fits: in the frame, or with one place in the ring."""
    fits = set()
    for shape in rotations(pattern):
        for top in range(-1, SIDE + 1):
            for left in range(-1, SIDE + 1):
                spots = [PLACE_AT.get((r + top, c + left)) for r, c in shape]
                if None not in spots:
                    mask = sum(1 << spot for spot in spots if spot is not None)
                    if (mask & ~FULL).bit_count() <= 1:
                        fits.add(mask)
    return tuple(sorted(fits))


class Matcher:
    """Tells which of some runes a set of counting places forms. Remembers its answers, within bounds."""

    REMEMBERED = 1 << 16

    def __init__(self, cards: Iterable[tuple[int, Card]]) -> None:
        """``cards`` are (bit, card): the answer is the sum of the bits of the runes that are formed."""
        fits = [(bit, placements(card.pattern)) for bit, card in cards]
        inside = ((bit, tuple(mask for mask in masks if mask <= FULL)) for bit, masks in fits)
        self._inside = [(bit, _size(masks), masks) for bit, masks in inside if masks]
        self._anywhere = [(bit, _size(masks), masks) for bit, masks in fits if masks]
        self._answers: dict[int, int] = {}

    def formed(self, counting: int) -> int:
        """The runes formed by these counting places."""
        answer = self._answers.get(counting)
        if answer is None:
            if len(self._answers) >= self.REMEMBERED:
                self._answers.clear()
            answer = self._answers[counting] = self._look(counting)
        return answer

    def _look(self, counting: int) -> int:
        size = counting.bit_count()
        found = 0
        for bit, needed, masks in self._inside if counting <= FULL else self._anywhere:
            if needed <= size:
                for mask in masks:
                    if mask & counting == mask:
                        found |= bit
                        break
        return found


def _size(masks: tuple[int, ...]) -> int:
    return masks[0].bit_count()
