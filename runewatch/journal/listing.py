"""The list of matches, as it is kept for people to look through; all of it can be told from the events."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

from engine.contract import Seat
from engine.errors import N_, DataError
from runewatch.events import Abandoned, Began, Ended, Event
from runewatch.journal.counting import Tally
from runewatch.journal.rows import Row, packed

ENDED, ABANDONED, GOES_ON = "ended", "abandoned", ""


@dataclass(frozen=True, slots=True)
class Summary:
    """A match in the list."""

    match: int
    game: str
    names: tuple[str, ...]
    began: float
    last: float
    """When the last event happened."""
    events: int
    over: str
    """``ended``, ``abandoned``, or empty while it goes on."""
    winners: tuple[Seat, ...] = ()
    rule: str = ""
    tally: Tally | None = None
    """The figures of a match that ended, where it could be replayed."""


def over_by(event: Event) -> str:
    """How a match stands whose last event is this."""
    return ENDED if isinstance(event, Ended) else ABANDONED if isinstance(event, Abandoned) else GOES_ON


Line = tuple[int, str, str, int, int, int, str, str, str]
"""A match in the list: number, game, names, begin, last event, events, how it stands, winners, rule."""


def line(made: Sequence[Row]) -> Line:
    """What the list says of a match, told from all its rows. Raises DataError."""
    first, last = made[0].kept().event, made[-1].kept().event
    if not isinstance(first, Began):
        raise DataError(N_("a match begins with its set-up"))
    winners, rule = (last.winners, last.rule) if isinstance(last, Ended) else ((), "")
    return (
        made[0].match, first.game, packed(first.names), made[0].at, made[-1].at, len(made), over_by(last),
        packed(winners), rule,
    )  # fmt: skip


def agrees(listed: Line, made: Sequence[Row]) -> bool:
    """Whether the list tells a match as its rows do; of one that goes on, only how it began."""
    told = line(made)
    return listed == told if told[6] != GOES_ON else (*listed[:4], *listed[6:]) == (*told[:4], *told[6:])


def put(connection: sqlite3.Connection, made: Sequence[Row]) -> None:
    """Lists a match, told from all its rows. Raises DataError."""
    connection.execute("INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", line(made))
