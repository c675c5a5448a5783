"""What people ask of the referee, by button or page. They go in at the same end as sightings."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract import Seat


@dataclass(frozen=True, slots=True)
class Say:
    """An action nobody could see, in the game's notation."""

    text: str
    by: Seat | None = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn is over: that of whoever asks, or of whoever is to act if nobody in particular does.

    What was done just before has to be seen first, so it waits for a table at rest, unless it is ``at_once``.
    """

    by: Seat | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class StepBack:
    """The last action or correction was none."""


@dataclass(frozen=True, slots=True)
class Choose:
    """In doubt: this one is meant, counted from 0.

    ``actions`` is what it was when it was picked: the table may have changed since, and with it what is offered.
    """

    number: int
    actions: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class Confirm:
    """What fell in a place is this: the names of all that lies there. Without a place: it is as it was read."""

    place: str = ""
    things: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Misread:
    """Out of step: the table is as the match has it, and was misread."""


@dataclass(frozen=True, slots=True)
class AcceptTable:
    """Out of step: the table is right, the match is to follow it."""


@dataclass(frozen=True, slots=True)
class Correct:
    """The position is this, whatever the table looks like."""

    position: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Pause:
    """Stop the clocks."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Go on."""


@dataclass(frozen=True, slots=True)
class Abandon:
    """Give the match up."""


Request = Say | EndTurn | StepBack | Choose | Confirm | Misread | AcceptTable | Correct | Pause | Resume | Abandon
