"""Misreadings that were told are forgotten with what they were told of."""

from __future__ import annotations

from engine.table import Thing
from runewatch.referee.heaping import misread, still_mistaken

RED, BLUE, GREEN = (Thing(name, "die") for name in ("red", "blue", "green"))
TOLD = {"tray": (("red", "blue"), ("green", "blue"))}


def test_what_was_taken_for_something_else_is_paired_with_it() -> None:
    assert misread((RED, GREEN), (RED, BLUE)) == (("green", "blue"),)


def test_where_nothing_changed_all_is_told_still() -> None:
    assert still_mistaken(TOLD, {"tray": (BLUE,)}, {"tray": (BLUE,)}) == TOLD


def test_elsewhere_only_of_what_lies_there_yet() -> None:
    assert still_mistaken(TOLD, {"tray": (RED, GREEN)}, {"tray": (RED,)}) == {"tray": (("red", "blue"),)}
    assert still_mistaken(TOLD, {"tray": (RED, GREEN)}, {}) == {}
