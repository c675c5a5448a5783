"""No view is wider than the screen it is on, in any language."""

from __future__ import annotations

from typing import Any

import pytest

from engine.words import languages
from tests.web.conftest import Window
from tests.web.hosting import Table
from tests.web.playing import ENDED, PLAYED, kept

SIZES = ((390, 844), (820, 1180), (1280, 800), (1920, 1080))
WIDER = """[...document.querySelectorAll("body *")]
    .filter((one) => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest(".unseen, svg"))
    .map((one) => one.outerHTML.slice(0, 90)).slice(0, 5)"""
"""What stands out to the right."""


@pytest.mark.parametrize("language", languages())
def test_nothing_stands_out_to_the_side(table: Table, window: Window, language: str) -> None:
    number = kept(table, *PLAYED, ENDED)
    # on a simulated table there is one place more to go to
    table.eyes.cameras = ()
    table.begin()
    table.doubt("move a1", "move c1")
    page = window.open(f"?lang={language}", paired=True)
    found: dict[tuple[str, int], Any] = {}
    for path in ("", "kiosk", "setup", "sight", "history", f"history/{number}", "history/players", "settings",
                 "settings/health", "join", "help", "help/rules/spell", "books", "nowhere"):  # fmt: skip
        page.goto(window.url + path)
        page.locator("main").wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                found[path, width] = page.evaluate(WIDER)
    assert found == {}
