"""States of a match of SPELL: values, compared and hashed by what they hold."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

from engine.spell.arena import BLACK, VIOLET

SEATS = ("black", "violet")
HAND = 8
"""Bits of a hand that count the unspent cards of one level; a seat's hand is three of them."""
HANDS = 3 * HAND
SPENT = 2 * HANDS
"""Above both hands: the cards each seat has spent, in the same order."""
COUNT = (1 << HAND) - 1
UNUSED, STEP, FLIP = 0, 1, 2


class Phase(IntEnum):
    """Where in a match a state is, and so what it waits for."""

    GEM = 0
    AMULETS = 1
    REVEAL = 2
    CORE = 3
    BUILD = 4
    MAGES = 5
    TURN = 6
    RIVAL_MAGE = 7
    RIVAL_CARRY = 8
    RIVAL_GEM = 9
    RIVAL_TAKE = 10
    OVER = 11


class Amulet(IntEnum):
    NONE = 0
    DOPPELGANGER = 1
    TRIELEMENTARIS = 2
    EXTRALIMITAE = 3
    BILEVITAGRAMATON = 4


AMULETS = tuple(amulet for amulet in Amulet if amulet)


class Laid(NamedTuple):
    """A tile laid while building, on a sheet of 7x7 places whose middle is the neutral tile."""

    tile: str
    row: int
    column: int


class Stage(NamedTuple):
    """What stays the same between two ends of turn."""

    phase: Phase
    seat: int = BLACK
    round: int = 1
    first: int = BLACK
    amulets: tuple[Amulet, Amulet] = (Amulet.NONE, Amulet.NONE)
    hidden: int = 0
    """Cards still face down, as bits of the deck."""
    order: tuple[int, ...] = ()
    """Those of the hidden cards whose order is known, topmost first."""
    pending: tuple[int, ...] = ()
    """MAGES: who places a mage, one entry each. RIVAL_TAKE: levels still to be taken."""
    sheet: tuple[Laid, ...] = ()
    """BUILD: the tiles laid so far."""

    @property
    def amulets_in_force(self) -> tuple[Amulet, Amulet]:
        """The amulets, once every mage stands; before that nobody has two."""
        return (Amulet.NONE, Amulet.NONE) if self.phase is Phase.MAGES else self.amulets


class State(NamedTuple):
    """A whole state; the parts that change within a turn come first."""

    arena: int
    mage_used: int
    """What the mage action of this turn went into: UNUSED, STEP or FLIP."""
    shifts: int
    claimed: int
    """Levels claimed this turn, bit 1 for level 1."""
    special: int
    """The ring place of the special tile laid this turn, as a set."""
    hands: int
    """The unspent cards of both seats, and above them those they have spent."""
    points: tuple[int, int]
    visible: int
    """Cards lying face up in the library, as bits of the deck."""
    stage: Stage

    def cards(self, seat: int, level: int) -> int:
        """How many unspent cards of a level a seat holds."""
        return self.hands >> HANDS * seat + HAND * (level - 1) & COUNT

    def spent(self, seat: int, level: int) -> int:
        """How many cards of a level a seat has paid with."""
        return self.hands >> SPENT + HANDS * seat + HAND * (level - 1) & COUNT


def rival(seat: int) -> int:
    return VIOLET - seat


def hand_of(counts: tuple[int, int, int], seat: int) -> int:
    """A hand of so many cards of level 1, 2, 3, to be added to ``State.hands``."""
    return sum(count << HANDS * seat + HAND * i for i, count in enumerate(counts))


def card_bit(seat: int, level: int) -> int:
    """One card of a level in a seat's hand."""
    return 1 << HANDS * seat + HAND * (level - 1)


PAYMENTS = tuple(
    tuple(card_bit(seat, level) * ((1 << SPENT) - 1) for level in range(1, 4)) for seat in (BLACK, VIOLET)
)
"""What is added to ``State.hands`` when a seat pays with a card of a level: one less held, one more spent."""
