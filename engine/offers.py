"""What players have to use in a match, such as cards and places within reach; and how their scores come about."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from engine.table import Thing
from engine.verdict import Breach, Phrase

Action = TypeVar("Action", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Offer:
    """Something a player has to use. In which ways, and why not, the rules are asked for one by one."""

    seat: int
    name: str
    """What the rules know it by; told to nobody."""
    title: Phrase
    lines: tuple[Phrase, ...] = ()
    """What it does."""
    thing: Thing | None = None
    place: str = ""
    """Where it is on the board, if it is there."""
    is_used: bool = False
    """It was used, and cannot be for now."""
    group: Phrase | None = None
    """Under which heading it is listed; None where whose it is and where it lies says enough."""
    is_due: bool = False
    """It is the answer to what is asked for now, and stands beside the question."""


@dataclass(frozen=True, slots=True)
class Pick:
    """Something that may be chosen for an offer, and how often."""

    name: str
    """What the rules know it by."""
    title: Phrase
    most: int = 1


@dataclass(frozen=True, slots=True)
class Picks:
    """Things to choose from for an offer, such as the cards in a hand; of some sorts only one."""

    title: Phrase
    picks: tuple[Pick, ...]
    is_one: bool = False


@dataclass(frozen=True, slots=True)
class Priced(Generic[Action]):
    """What came of a choice: what there is to say of it, and the action, if it can be taken like this."""

    lines: tuple[Phrase, ...]
    action: Action | None = None
    breaches: tuple[Breach, ...] = ()


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a score sheet."""

    title: Phrase
    points: int
