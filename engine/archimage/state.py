"""A state of Archimage: an immutable value. What is in the reserves follows from what the players hold."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple, TypeVar

from engine.archimage.elements import BOND, NATURE, Hand, colour_of, face_of

AT_HOME = -1
"""A familiar beside its Bond scroll; a guardian beside the board."""
DONE = -2
"""A familiar on its Bond scroll: its player has finished the round."""
NOT_DEALT = -2
"""A guardian that has no scroll on the board."""
NOWHERE = -1
NOBODY = -1


class Phase(IntEnum):
    """What the match waits for."""

    DEAL = 0
    """Tokens and scrolls are laid on the board."""
    FIRST = 1
    """Somebody is drawn to begin."""
    STAND = 2
    """Mages are set on the violet spots."""
    PICK = 3
    """Dice are taken from the reserves."""
    ROLL = 4
    """A round opens: everybody rolls."""
    TURN = 5
    REROLL = 6
    """Dice of the player in turn are rolled because of a spell."""
    GIVE = 7
    """Who was stolen from hands over a die."""
    OVER = 8


class Owned(NamedTuple):
    """A scroll in front of a player."""

    card: int
    is_up: bool = True
    stored: int = 0
    """The seal token that lies on it."""
    is_fresh: bool = False
    """Got by Transfer in this turn, at a table where it waits for the next."""


class Owing(NamedTuple):
    """What a spell that waits for somebody else's act has to remember."""

    victim: int = NOBODY
    card: int = -1
    lender: int = NOBODY
    lent: int = -1
    before: Hand = ()
    """The dice as they lay before a Rebirth, where that matters."""


class Last(NamedTuple):
    """How the turn before this one ended, for those who go on as if it had not."""

    seat: int = NOBODY
    how: str = ""
    """``break``, ``bond``, a card that ended the turn, or ``return``."""
    card: int = -1
    """The scroll that was won."""


class State(NamedTuple):
    board: tuple[int, ...]
    """What lies on each space, by its number."""
    mages: tuple[int, ...]
    familiars: tuple[int, ...]
    guardians: tuple[int, ...]
    hands: tuple[Hand, ...]
    owned: tuple[tuple[Owned, ...], ...]
    bonds: int
    """Whose Bond scrolls were used, a bit a seat."""
    phase: Phase
    seat: int
    """Whose turn it is."""
    first: int
    """Who has the first-player token."""
    round: int
    """0 while setting up."""
    picking: tuple[int, ...] = ()
    """Who takes dice now, one after the other."""
    owing: Owing = Owing()
    quiet: int = 0
    """At how many round ends in a row nobody could reach a seal."""
    last: Last = Last()
    ended: str = ""
    """Once it is over: the rule that ended it."""

    @property
    def players(self) -> int:
        return len(self.hands)

    def is_active(self, seat: int) -> bool:
        """Whether a player still plays this round."""
        return self.familiars[seat] != DONE

    def bond_is_up(self, seat: int) -> bool:
        return not self.bonds >> seat & 1

    def reserve(self, colour: int) -> int:
        """How many dice of a colour are in its zone."""
        return self.players + 1 - sum(colour_of(one) == colour for hand in self.hands for one in hand)

    def in_reserve(self) -> int:
        return sum(map(self.reserve, NATURE))

    def waits_for_roll(self, seat: int) -> bool:
        return any(face_of(one) == 0 for one in self.hands[seat])

    def has_up(self, seat: int, card: int) -> bool:
        """Whether a player has this scroll face up and may use it."""
        if card == BOND:
            return self.bond_is_up(seat)
        return any(one.card == card and one.is_up and not one.is_fresh for one in self.owned[seat])


Item = TypeVar("Item")


def replaced(items: tuple[Item, ...], index: int, value: Item) -> tuple[Item, ...]:
    """The items with one of them changed."""
    return (*items[:index], value, *items[index + 1 :])
