"""The box at a table that is really refereed: a turn with twins of lights and buttons."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from device.buttons import BRIEF
from runewatch.box import Box, attach
from runewatch.settings import Settings, read_settings
from tests.web.hosting import PATIENCE, Table, hosting

SETTINGS = read_settings("[buttons]\nhold_seconds = 0.3\n[box]\npins = 'simulated'", "")


def shows(box: Box, wanted: dict[str, str]) -> None:
    """Waits until these lights show these patterns."""
    end = time.monotonic() + PATIENCE
    while wanted.items() - (found := {one.name: one.pattern.name for one in box.panel.shown()}).items():
        assert time.monotonic() < end, found
        time.sleep(0.002)


def press(box: Box, name: str, is_long: bool = False) -> None:
    """A finger: held until it has been felt as a long one, or only a moment."""
    box.press(name, True)
    time.sleep(2 * (SETTINGS.buttons.hold_seconds if is_long else BRIEF))
    box.press(name, False)


@pytest.fixture
def played(tmp_path: Path) -> Callable[[Callable[[Table, Box], None]], None]:
    def play(script: Callable[[Table, Box], None]) -> None:
        with hosting(tmp_path, Settings()) as table, attach(table.host, SETTINGS) as box:
            table.begin()
            script(table, box)

    return play


def test_a_turn(played: Callable[[Callable[[Table, Box], None]], None]) -> None:
    def turn(table: Table, box: Box) -> None:
        seats = ("seat-1", "seat-2")
        first = table.host.moment.match
        assert first is not None
        mine = first.actor()
        shows(box, {"in-step": "steady", seats[mine]: "steady", seats[1 - mine]: "dark"})
        press(box, "arbiter", is_long=True)
        shows(box, {seats[mine]: "wink"})
        press(box, "arbiter")
        shows(box, {seats[mine]: "steady"})
        press(box, f"button-{2 - mine}")
        shows(box, {"signal": "refused"})
        press(box, f"button-{mine + 1}")
        shows(box, {seats[mine]: "dark", seats[1 - mine]: "steady"})
        press(box, f"button-{mine + 1}", is_long=True)
        shows(box, {seats[mine]: "steady", seats[1 - mine]: "dark"})

    played(turn)


def test_a_table_that_is_wrong(played: Callable[[Callable[[Table, Box], None]], None]) -> None:
    def wrong(table: Table, box: Box) -> None:
        table.clear()
        shows(box, {"in-step": "steady"})
        table.spoil("a1")
        shows(box, {"in-step": "dark", "out-of-step": "double"})
        table.clear()
        shows(box, {"in-step": "steady", "out-of-step": "dark"})

    played(wrong)
