"""Actions of Archimage: one value with a kind and what the kind needs; -1, 0 and () mean "not said"."""

from __future__ import annotations

from typing import Literal, NamedTuple

from engine.archimage.elements import BOND, LEAP, SPEED, TELEPORTATION, Hand, effect_of

Kind = Literal["lay", "first", "stand", "pick", "roll", "break", "return", "cast", "give"]
KINDS: tuple[Kind, ...] = ("lay", "first", "stand", "pick", "roll", "break", "return", "cast", "give")

PLACE, BREAK, ONE = "place", "break", "one"
"""The three options of Bond."""
WITH_BREAK = (LEAP, TELEPORTATION, SPEED)
"""Spells that hold a break of their own and end the turn."""


class Action(NamedTuple):
    """What somebody does."""

    kind: Kind
    seat: int = -1
    """Who else it is about: who begins, who rolls, whose dice or scroll it is."""
    card: int = -1
    """The scroll that is cast."""
    lender: int = -1
    lent: int = -1
    """With Borrow: whose scroll is used, and which."""
    way: str = ""
    """The option of Bond; ``off`` where a guardian is taken off the board."""
    place: int = -1
    """The space it is about; what is broken, if anything is."""
    other: int = -1
    """A second space: what is swapped, or broken for nothing."""
    over: int = -1
    """The space that is leapt or passed."""
    cell: int = 0
    """What is laid on a space."""
    dice: Hand = ()
    """Own dice: paid, picked, changed, rolled, given."""
    theirs: Hand = ()
    """Dice of the other player."""
    colours: tuple[int, ...] = ()
    """The new colours of dice; the colour of a die that is taken."""
    give: int = -1
    take: int = -1
    """Scrolls that change hands."""
    store: int = -1
    """The Absorption on which a broken token is laid."""

    @property
    def spell(self) -> int:
        """The scroll whose effect is meant: with Borrow the other player's."""
        return self.lent if self.lent >= 0 else self.card

    @property
    def breaks(self) -> bool:
        """Whether a seal is paid for."""
        if self.kind == "cast":
            return self.way in (BREAK, ONE) if self.card == BOND else effect_of(self.spell) in WITH_BREAK
        return self.kind == "break"


RETURN = Action("return")
