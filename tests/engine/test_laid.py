"""Layouts of games that have no notation of their own."""

from __future__ import annotations

import pytest

from engine.errors import NotationError
from engine.laid import read_plain, write_plain
from engine.table import Place, TablePlan, Thing

PEBBLE, DIE = Thing("pebble", "pebble"), Thing("die-6", "die")
PLAN = TablePlan(
    (Place("heap", "heap", 0, 0, ("pebble",)), Place("cup", "cup", 1, 0, ("die",))), (PEBBLE, DIE), 20.0
)


def test_what_is_written_is_read_back() -> None:
    layout = {"heap": (PEBBLE, PEBBLE), "cup": (DIE,)}
    assert write_plain("pebbles", layout) == "pebbles | heap pebble pebble | cup die-6"
    assert read_plain("pebbles", PLAN, write_plain("pebbles", layout)) == layout
    assert write_plain("pebbles", {"heap": ()}) == "pebbles" and read_plain("pebbles", PLAN, "pebbles") == {}


def test_a_head_is_optional_and_lines_do_as_well() -> None:
    assert read_plain("pebbles", PLAN, "cup die-6\nheap pebble") == {"cup": (DIE,), "heap": (PEBBLE,)}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("pebbles | table pebble", "line 1, column 11: expected a place"),
        ("pebbles | heap peble", "column 16: expected a thing of this game; did you mean pebble"),
        ("heap pebble | heap pebble", "said twice"),
        ("chess | heap pebble", "line 1, column 1: expected a place"),
        ("\x00", "control character"),
    ],
)
def test_faults_are_told_with_their_place(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told):
        read_plain("pebbles", PLAN, text)
