"""What Archimage is made of: elements, dice, seals and scrolls, each a small number with tables beside it.

A die is its colour and its face, 0 for one that waits for a roll. What lies on a space is one number, too: a
seal token or a scroll, whose own colour and power are its seal.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

ELEMENTS = ("fire", "water", "air", "earth", "spirit")
COLOURS = ("red", "blue", "yellow", "green", "violet")
LETTERS = "rbygv"
NATURE = range(4)
"""The elements that have dice and tokens."""
SPIRIT = 4

POWERS = (2, 3, 4, 5, 6)
HIGHEST = 6
DICE_EACH = 6
"""Dice of a colour in the box."""
TOKENS_EACH = {2: 10, 3: 5, 4: 5, 5: 5, 6: 5}
"""Tokens of a colour in the box, by power."""
CARDS_EACH = 10
"""Scrolls of a power in a match: five elements of two circles."""

CIRCLES = ("1", "2", "3", "4")
"""The circle that is played beside circle 0."""
EFFECTS = (
    "transmutation", "rebirth", "evolution", "growth", "synergy",
    "inversion", "exchange", "absorption", "disintegration", "reorganisation",
    "mystification", "alteration", "transfer", "theft", "borrow",
    "mission", "leap", "teleportation", "guardian", "speed",
)  # fmt: skip
"""The twenty spells, five a circle by rising power: circles 0 and 1, then 2, 3 and 4."""
(
    TRANSMUTATION, REBIRTH, EVOLUTION, GROWTH, SYNERGY,
    INVERSION, EXCHANGE, ABSORPTION, DISINTEGRATION, REORGANISATION,
    MYSTIFICATION, ALTERATION, TRANSFER, THEFT, BORROW,
    MISSION, LEAP, TELEPORTATION, GUARDIAN, SPEED,
) = range(len(EFFECTS))  # fmt: skip
CONFLICT = (MYSTIFICATION, ALTERATION, TRANSFER, THEFT, BORROW)
BOND = len(EFFECTS) * len(ELEMENTS)
"""The card number of everybody's own Bond scroll."""
CARDS = tuple(f"{effect}-{element}" for effect in EFFECTS for element in ELEMENTS)
"""Every scroll by what it is called in the notation, in the order of its number."""
CARD_NUMBERS = {name: number for number, name in enumerate(CARDS)} | {"bond": BOND}

_STEP = HIGHEST + 1
Hand = tuple[int, ...]
"""Dice, in order."""


def effect_of(card: int) -> int:
    return card // len(ELEMENTS)


def element_of(card: int) -> int:
    return SPIRIT if card == BOND else card % len(ELEMENTS)


def power_of(card: int) -> int:
    return 1 if card == BOND else POWERS[effect_of(card) % len(POWERS)]


def card_name(card: int) -> str:
    return "bond" if card == BOND else CARDS[card]


def cards_in(circle: str) -> Counter[int]:
    """The scrolls of a match under this circle, with how often each is there."""
    first = (int(circle) - 1) * len(POWERS) * len(ELEMENTS)
    block = len(POWERS) * len(ELEMENTS)
    return Counter(range(block)) + Counter(range(first, first + block))


# -- dice -----------------------------------------------------------------------------------------------


def die(colour: int, face: int) -> int:
    return colour * _STEP + face


def colour_of(one: int) -> int:
    return one // _STEP


def face_of(one: int) -> int:
    return one % _STEP


def of_colour(hand: Iterable[int], colour: int) -> Hand:
    return tuple(one for one in hand if one // _STEP == colour)


def without(hand: Iterable[int], taken: Iterable[int]) -> Hand | None:
    """A hand less some of its dice; None if they are not all in it."""
    left = list(hand)
    for one in taken:
        if one not in left:
            return None
        left.remove(one)
    return tuple(left)


def plus(hand: Iterable[int], more: Iterable[int]) -> Hand:
    return tuple(sorted((*hand, *more)))


def total(dice: Iterable[int]) -> int:
    return sum(one % _STEP for one in dice)


# -- what lies on a space -------------------------------------------------------------------------------

EMPTY = 0
_SCROLLS = 64


def token(colour: int, power: int) -> int:
    """The cell of a seal token."""
    return colour * 8 + power


def scroll(card: int) -> int:
    """The cell of a scroll."""
    return _SCROLLS + card


def card_of(cell: int) -> int:
    return cell - _SCROLLS


def is_token(cell: int) -> bool:
    return EMPTY < cell < _SCROLLS


def is_scroll(cell: int) -> bool:
    return cell >= _SCROLLS


def seal_of(cell: int) -> tuple[int, int]:
    """The colour and the power of a seal, a scroll's own included."""
    return _SEALS[cell]


def token_name(cell: int) -> str:
    colour, power = seal_of(cell)
    return f"{LETTERS[colour]}{power}"


def cell_name(cell: int) -> str:
    return CARDS[card_of(cell)] if is_scroll(cell) else token_name(cell)


TOKENS = tuple(token(colour, power) for colour in NATURE for power in POWERS)
_SEALS = {cell: divmod(cell, 8) for cell in TOKENS} | {
    scroll(card): (element_of(card), power_of(card)) for card in range(len(CARDS))
}
CELLS = {cell_name(cell): cell for cell in _SEALS}
"""What can lie on a space, by name."""
