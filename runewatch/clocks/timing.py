"""How time is kept in a match, and what can fall due."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.contract import Seat


class Way(StrEnum):
    """How a timer counts."""

    OFF = "off"
    UP = "up"
    """From nothing, without an end."""
    DOWN = "down"
    """From so many seconds, anew in every turn or round."""
    BANK = "bank"
    """From so many seconds, once in the whole match."""
    INCREMENT = "increment"
    """A bank to which so many seconds are added at the beginning of every turn or round."""


@dataclass(frozen=True, slots=True)
class Timer:
    """One timer. ``warnings`` are seconds left; one that is not below what there is at first is passed over."""

    way: Way = Way.OFF
    seconds: float = 0
    increment: float = 0
    warnings: tuple[float, ...] = ()

    @property
    def ends(self) -> bool:
        """Whether time can run out."""
        return self.way in (Way.DOWN, Way.BANK, Way.INCREMENT)


@dataclass(frozen=True, slots=True)
class Timing:
    """How time is kept in a match: a timer of turns for each seat, and one of rounds for all together."""

    turn: Timer = Timer()
    round: Timer = Timer()
    out_ends: bool = False
    """Whether running out ends the match; otherwise it is only said."""
    most_gap: float = 10
    """Time between two looks that is longer than this, in seconds, is not counted: the machine was away."""


@dataclass(frozen=True, slots=True)
class Warned:
    """Only so many seconds are left to a seat, or to the round where it is None."""

    seat: Seat | None
    left: float


@dataclass(frozen=True, slots=True)
class RanOut:
    """The time of a seat, or of the round where it is None, is used up; ``ends``: and so the match is over."""

    seat: Seat | None
    ends: bool = False


@dataclass(frozen=True, slots=True)
class NotCounted:
    """Time jumped by so many seconds, backwards if below nothing, while the clocks ran; nobody is charged."""

    seconds: float


Due = Warned | RanOut | NotCounted
