"""A process that writes matches into a journal as fast as it can, says what is on disk, and waits to be killed."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from runewatch.events import Acted, Began, Corrected, Ended, Event, SteppedBack
from runewatch.journal.keeping import Journal


def began(match: int) -> Began:
    """The set-up of a match; now and then a long one."""
    return Began("trial", {"deck": "x" * (0, 40, 1500)[match % 3]}, ("Ana", "Léo"))


def event_of(match: int, number: int) -> Event:
    """The event that a match has at this place: the same whenever one asks."""
    if number == 0:
        return began(match)
    if number == length_of(match) - 1:
        return Ended((match % 2,), "trial.end", {"points": number})
    chance = random.Random(match * 100_003 + number)
    kind = chance.random()
    if kind < 0.1:
        return Corrected(f"position {match} {number} " + "v b " * chance.randrange(300), "corrigé")
    if kind < 0.15:
        return SteppedBack(number // 2)
    return Acted(number % 2, f"action {match} {number} {'–' * chance.randrange(20)}", seen=kind < 0.5)


def length_of(match: int) -> int:
    """How many events a match has when it is over."""
    return 12 + match * 7 % 40


def write_match(journal: Journal, match: int | None = None) -> None:
    """One match to its end, from where it stands, saying each event when it is on disk."""
    if match is None:
        match = journal.begin(began(journal.count() + 1), 1.8e9)
        _say(match, 0)
    number = journal.summary(match).events
    while number < length_of(match):
        until = min(number + 1 + number % 3, length_of(match))
        events = [event_of(match, each) for each in range(number, until)]
        journal.add(match, events, 1.8e9 + number, {"left": [until, 61.5]})
        _say(match, until - 1)
        number = until


def _say(match: int, number: int) -> None:
    os.write(1, f"{match} {number}\n".encode())


def main() -> None:
    with Journal.open(Path(sys.argv[1])) as journal:
        write_match(journal, journal.unfinished())
        while True:
            write_match(journal)


if __name__ == "__main__":
    main()
