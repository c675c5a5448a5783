"""What players have to use in a match, such as cards and places within reach; and how their scores come about."""

from __future__ import annotations

from dataclasses import dataclass

from engine.table import Thing
from engine.verdict import Phrase


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


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a score sheet."""

    title: Phrase
    points: int
