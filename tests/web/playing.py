"""Matches for the history of a test."""

from __future__ import annotations

from runewatch.events import Acted, Began, Corrected, Ended, Event, SteppedBack
from tests.web.hosting import OPENING, WALL, Table

BEGAN = Began("spell", {"edition": "2e"}, ("Ana", "Leo"), OPENING)
PLAYED: tuple[Event, ...] = (
    Acted(0, "flip c2", seen=True), Acted(0, "end"), Acted(1, "move d4", seen=True), SteppedBack(2),
    Acted(1, "move b3", seen=True), Acted(1, "end"),
)  # fmt: skip
ENDED = Ended((0,), "agreed")
ILLEGAL = Corrected("no position of any game")


def kept(table: Table, *events: Event, began: Began = BEGAN, times: int = 1) -> int:
    """A match that is in the journal before anybody looks; the number of the last of so many."""
    journal = table.host.house.journal
    number = 0
    for _ in range(times):
        number = journal.begin(began, WALL, then=events)
    return number
