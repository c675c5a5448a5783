"""Element and madness cards: how they are written, and sets of them in which a card may lie several times.

A card is a letter and a value, ``f2``; a madness card is ``m``. Cards that look alike are alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

Cards = tuple[str, ...]
"""Some cards, in the order of their names."""

ELEMENTS = {"e": "earth", "w": "water", "f": "fire", "a": "air"}
LETTERS = {name: letter for letter, name in ELEMENTS.items()}
MULTI = "multi"
TYPES = (*ELEMENTS.values(), MULTI)
"""The five types of curses."""
MADNESS = "m"
VALUES = (1, 2, 3)
IN_BOX = {1: 18, 2: 10, 3: 6}
"""How many cards of each value an element has."""
KINDS = (*(f"{letter}{value}" for letter in ELEMENTS for value in VALUES), MADNESS)
"""Every card there is, once."""


def value(card: str) -> int:
    """The printed value; a madness card has none."""
    return int(card[1:] or 0)


def plus(cards: Cards, more: Iterable[str]) -> Cards:
    return tuple(sorted((*cards, *more)))


def minus(cards: Cards, less: Iterable[str]) -> Cards:
    """The cards without some of them, which must be there."""
    left = list(cards)
    for card in less:
        left.remove(card)
    return tuple(left)


def holds(cards: Cards, wanted: Iterable[str]) -> bool:
    """Whether all that is wanted is there at the same time."""
    return Counter(wanted) <= Counter(cards)


def counted(words: Iterable[str]) -> tuple[str, ...]:
    """Each word once, with how often it is there: a list in a sentence says nothing twice."""
    return tuple(f"{count}*{word}" if count > 1 else word for word, count in Counter(words).items())


def subsets(cards: Cards, least: int, most: int) -> Iterator[Cards]:
    """Every choice of at least and at most so many cards; alike cards are not told apart."""
    kinds = sorted(Counter(cards).items())

    def choose(at: int, chosen: Cards) -> Iterator[Cards]:
        if at == len(kinds):
            if len(chosen) >= least:
                yield chosen
            return
        card, count = kinds[at]
        for number in range(min(count, most - len(chosen)) + 1):
            yield from choose(at + 1, chosen + (card,) * number)

    return choose(0, ())
