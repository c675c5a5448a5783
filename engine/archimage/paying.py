"""Paying for a seal: which dice may be laid out for it, no die among them superfluous."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement

from engine.archimage.elements import NATURE, SPIRIT, Hand, face_of, of_colour, total

_REMEMBERED = 16384


def choices(dice: Iterable[int], most: int = 0) -> Iterator[Hand]:
    """Every way to take one or more of some dice; dice that look alike are one and the same."""
    pool = tuple(dice)
    for count in range(1, min(most or len(pool), len(pool)) + 1):
        yield from dict.fromkeys(combinations(pool, count))


@lru_cache(maxsize=_REMEMBERED)
def payments(  # noqa: PLR0913, PLR0917 - what decides is remembered by
    hand: Hand, colour: int, power: int, mixed: bool, fewest: bool, loose: bool = False
) -> tuple[Hand, ...]:
    """The dice of a hand that may pay for a seal.

    ``mixed``: several colours may pay for violet; ``fewest``: as few dice as can be; ``loose``: superfluous dice
    may be among them.
    """
    pools = [hand] if mixed and colour == SPIRIT else [
        of_colour(hand, one) for one in (NATURE if colour == SPIRIT else (colour,))
    ]  # fmt: skip
    found = [
        dice
        for pool in pools
        # every die shows at least 1, so that with more dice than the power one would be superfluous
        for dice in choices(pool, 0 if loose else power)
        if total(dice) >= power and (loose or not is_superfluous(dice, power))
    ]
    if fewest and found:
        least = min(map(len, found))
        found = [dice for dice in found if len(dice) == least]
    return tuple(found)


def is_superfluous(dice: Hand, power: int) -> bool:
    """Whether the smallest of the dice could be left out."""
    return total(dice) - min(map(face_of, dice)) >= power


@lru_cache(maxsize=64)
def rolls(count: int) -> tuple[tuple[int, ...], ...]:
    """Every outcome of so many dice of one colour."""
    return tuple(combinations_with_replacement(range(1, 7), count))
