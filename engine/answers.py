"""What a game answers with: who acts, what is waited for, how it ended, and what else the contract hands over.

Plain values, the same for every game; ``engine.contract`` hands them on to whoever writes or asks a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from engine.verdict import Fact

Seat = int
"""Who acts: 0, 1, 2 ... are the players."""

TABLE: Seat = -1
"""Chance and discovery: a die rolled, a card turned up. The outcome is read from the table, never drawn here."""

ARBITER: Seat = -2
"""A ruling by the people at the table: a word contested, a result agreed."""

Shown = Literal["camera", "said", "both"]
"""How an action makes itself known: seen on the table, told by button or page, or either."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something a state waits for, and from whom. Several at once when players act side by side."""

    by: Seat
    kind: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)
    timed: bool = True
    """Whether the time of the seat runs while it is waited for."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: who won (nobody in a draw, all or none in a co-operative game) and by which rule."""

    winners: tuple[Seat, ...]
    rule: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Clock:
    """Where in the match a state is, as far as every game has it: which round, whose turn."""

    round: int
    seat: Seat
    turn: int = 0
    """Which turn of the match it is, in a game that counts them; 0 while none is under way."""


@dataclass(frozen=True, slots=True)
class Best:
    """The best line found: the points it gains, its actions, and whether nothing better exists."""

    points: int
    actions: tuple[Any, ...]
    proven: bool
    positions: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """Something a game looks for on the table, such as the shape on a card, and each way it lies there now."""

    name: str
    drawing: str
    placements: tuple[tuple[str, ...], ...]
    """The names of the places it lies on, a tuple for each way; empty if it is not there."""
    claimable: bool = False


@dataclass(frozen=True, slots=True)
class Stock:
    """Printed matter that comes with a game (a deck, a starting arena), and where its data are from."""

    option: str
    """The option that chooses it."""
    name: str
    title: Mapping[str, str]
    origin: str
    size: int = 0
    """How many cards it has, if it is a deck."""


@dataclass(frozen=True, slots=True)
class NewCard:
    """A card that somebody shows: its pattern as rows of ``#`` and ``.``, and what else is known of it."""

    rows: tuple[str, ...]
    code: str = ""
    """What to call it; chosen by the game if it is not said."""
    level: int | None = None
    title: str = ""
    """What to call the deck."""


@dataclass(frozen=True, slots=True)
class Addition:
    """A deck with one card more, and how this card is written where a position names it."""

    text: str
    """The deck's file."""
    code: str
    level: int
    cards: int
    """How many cards the deck has now."""
    line: str
