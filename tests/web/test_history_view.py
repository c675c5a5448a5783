"""The history in a real browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Window
from tests.web.hosting import Table
from tests.web.playing import ENDED, ILLEGAL, PLAYED, kept
from tests.web.test_history import RECORD
from tests.web.test_table_view import faults_of

PHONE = {"width": 390, "height": 844}


def test_a_match_is_replayed_by_keys_slider_and_list(table: Table, window: Window) -> None:
    number = kept(table, *PLAYED, ENDED)
    page = window.open("history")
    page.get_by_role("link", name=re.compile("Ana.*Leo")).click()
    said = page.locator("#now-said")
    expect(said).to_contain_text("Ana")
    # the script is there once the end is known to be the end
    page.locator("#on[disabled]").wait_for()
    page.keyboard.press("Home")
    expect(said).to_contain_text("begins")
    page.keyboard.press("ArrowRight")
    expect(said).to_have_text("Ana: turn over the tile at c2")
    expect(page.locator("#board .is-changed")).to_have_attribute("data-place", "c2")
    page.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(page.locator(".event[aria-current]")).to_have_attribute("data-event", "7")
    page.get_by_role("link", name="Leo: step from c4 to d4").click()
    expect(page.locator("#board .is-changed").first).to_be_visible()
    page.wait_for_url(f"**/history/{number}?event=3")
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Stop").wait_for()
    expect(page.locator(".event[aria-current]")).to_have_attribute("data-event", "4")
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("button", name="Play").wait_for()


def test_a_record_comes_in(table: Table, window: Window, tmp_path: Path) -> None:
    wrong, right = tmp_path / "wrong.rwr", tmp_path / "right.rwr"
    wrong.write_text(RECORD.replace("move b3", "move a1"), encoding="utf-8")
    right.write_text(RECORD, encoding="utf-8")
    page = window.open("history", paired=True)
    page.set_input_files("#record", wrong)
    expect(page.locator("#record-fault")).to_contain_text("line 8")
    page.set_input_files("#record", right)
    page.get_by_role("heading", name="Match 1").wait_for()


def test_what_was_left_open_is_settled(table: Table, window: Window) -> None:
    first, second = kept(table, *PLAYED, ILLEGAL), kept(table, *PLAYED)
    page = window.open(f"history/{second}", paired=True)
    page.goto(f"{window.url}history/{second}")
    page.get_by_role("button", name="Say how it ended").click()
    page.get_by_label("Leo").check()
    assert faults_of(page) == []
    page.get_by_role("button", name="So it ended").click()
    page.get_by_text("won by Leo").wait_for()
    page.goto(f"{window.url}history/{first}")
    page.get_by_role("button", name="Set it aside").click()
    page.get_by_text("given up").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_out(table: Table, window: Window, scheme: str) -> None:
    kept(table, *PLAYED, ENDED, times=21)
    broken = kept(table, *PLAYED, ILLEGAL)
    page = window.open("history", viewport=PHONE, color_scheme=scheme, locale="fr-FR")
    for path in ("history", "history/1?event=3", f"history/{broken}", "history/players"):
        page.goto(window.url + path)
        assert faults_of(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{path} runs out of the page"
