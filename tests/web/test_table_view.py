"""The table view in a real browser."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import expect

from engine.catalogue import games
from runewatch.events import Acted, Began
from runewatch.live.moment import Stage
from runewatch.pairing import PairingCode
from runewatch.referee.assessing import Standing
from runewatch.settings import Settings
from runewatch.settings.forms import WebSettings
from runewatch.settings.places import data_folder
from tests.runewatch.test_referee_more import RIVAL, SOLO
from tests.web.conftest import Window, free_port
from tests.web.hosting import Table
from web.serving import Page

SIZES = [((1280, 800), "dark"), ((390, 844), "light"), ((390, 844), "dark"), ((1920, 1080), "light")]


def faults_of(page: Any) -> list[str]:
    """What keeps people out, as axe tells it."""
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {[node['html'][:120] for node in one['nodes']]}" for one in found]


def out_of_step(table: Table) -> None:
    table.begin()
    table.spoil("a1", "violet-active")
    table.until(lambda moment: moment.standing is Standing.OUT_OF_STEP)


def test_a_watcher_sees_what_happens(table: Table, window: Window) -> None:
    page = window.open()
    page.get_by_text("Nothing is played", exact=True).last.wait_for()
    table.begin()
    page.locator("#arena svg.board").wait_for()
    page.get_by_role("heading", name="Ana to play").wait_for()
    table.lay("flip c2")
    page.locator("#done li").wait_for()
    assert page.locator("#done li").all_text_contents() == ["Turn over the tile at c2"]
    table.lay()
    expect(page.locator("#done li")).to_have_count(0)


def test_whoever_presses_is_asked_for_the_code_once(table: Table, window: Window) -> None:
    table.begin()
    page = window.open()
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Pairing code").fill("000")
    page.locator("#pairing").get_by_role("button", name="Take part").click()
    page.get_by_text("not the code").wait_for()
    page.get_by_label("Pairing code").fill(f"{table.code[:3]} {table.code[3:]}")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Go on").wait_for()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Pause").wait_for()
    assert table.host.moment.match is not None
    assert not table.host.moment.match.paused
    assert page.locator("#pair").is_hidden()


def test_a_turn_is_ended_and_taken_back(table: Table, window: Window) -> None:
    table.begin()
    page = window.open(paired=True)
    page.get_by_role("button", name="End the turn").click()
    page.get_by_role("heading", name="Leo to play").wait_for()
    page.get_by_role("button", name="Take back").click()
    page.get_by_role("heading", name="Ana to play").wait_for()


def test_a_turn_that_is_ended_twice_is_ended_once(table: Table, window: Window) -> None:
    table.begin()
    page = window.open(paired=True)
    page.get_by_role("button", name="End the turn").dblclick()
    page.get_by_role("heading", name="Leo to play").wait_for()
    page.get_by_role("button", name="Take back").dblclick()
    page.get_by_role("heading", name="Ana to play").wait_for()
    assert table.host.moment.match is not None
    assert table.host.moment.match.steps == ()


def test_after_a_restart_the_page_is_there_again(table: Table, chromium: Any) -> None:
    """The box goes away and comes back: the page says so, goes on by itself, and who took part still does."""
    table.begin()
    settings = replace(Settings(), web=WebSettings(port=free_port()))
    with Page(table.host, settings) as before:
        table.code = before.code
        window = Window(chromium, before.url, table)
        page = window.open(paired=True)
        page.get_by_role("heading", name="Ana to play").wait_for()
    page.locator("#away").wait_for()
    table.lay("flip c2")
    table.until(lambda moment: bool(moment.match and moment.match.draft))
    with Page(table.host, settings):
        page.locator("#done li").wait_for()
        page.locator("#away").wait_for(state="hidden")
        page.get_by_role("button", name="End the turn").click()
        page.get_by_role("heading", name="Leo to play").wait_for()
        window.close()


def test_a_session_that_is_over_begins_anew_where_it_was(table: Table, window: Window) -> None:
    table.begin()
    page = window.open(paired=True)
    PairingCode(data_folder()).forget()
    page.get_by_role("button", name="Pause").click()
    page.get_by_label("Pairing code").fill(PairingCode(data_folder()).code)
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Go on").wait_for()


def test_trouble_is_drawn_and_both_ways_lead_out(table: Table, window: Window) -> None:
    out_of_step(table)
    page = window.open(paired=True)
    page.locator("#trouble").wait_for()
    assert page.locator("#standing").text_content().strip() == "Out of step"
    assert page.locator("#rules code").first.text_content().startswith("spell.")
    assert page.locator("#arena .is-wrong").get_attribute("data-place") == "a1"
    table.clear()
    page.locator("#trouble").wait_for(state="hidden")
    table.spoil("a1", "violet-active")
    page.get_by_role("button", name="The table is right").click()
    page.locator("#trouble").wait_for(state="hidden")
    assert table.host.moment.standing is Standing.IN_STEP


def test_in_doubt_one_tap_decides(table: Table, window: Window) -> None:
    table.begin()
    table.doubt("move a1", "move c1")
    page = window.open(paired=True)
    assert page.locator(".choice svg.board").count() == 2
    page.get_by_role("button", name=re.compile("c1")).click()
    page.locator("#doubt").wait_for(state="hidden")
    match = table.host.moment.match
    assert match is not None
    assert [step.event for step in match.steps] == [Acted(0, "move c1", seen=True)]


def test_the_rival_is_told_one_thing_after_the_other(table: Table, window: Window) -> None:
    table.begin(RIVAL, ("", "Ana"), **SOLO)
    page = window.open(paired=True)
    page.locator("#tasks .order").first.wait_for()
    told = page.locator("#tasks .order").first.text_content()
    page.get_by_role("button", name="It is done").first.click()
    expect(page.locator("#tasks .order").first).not_to_have_text(told)


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720)])
def test_a_screen_shows_every_choice_of_the_rival_at_once(
    table: Table, window: Window, size: tuple[int, int]
) -> None:
    table.begin(RIVAL, ("", "Ana"), **SOLO)
    page = window.open("kiosk", locale="fr-FR", viewport={"width": size[0], "height": size[1]})
    page.locator("#tasks .order").first.wait_for()
    assert page.locator("#tasks .order").count() == 3
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, "nobody scrolls there"


def test_runes_that_match_are_pointed_out(table: Table, window: Window) -> None:
    table.begin("spell 2e | v N b b / v BM B v / v B B . / b v Vm v | runes 1O 2P")
    page = window.open()
    ready = page.locator(".rune.ready")
    ready.wait_for()
    assert page.locator("#arena .is-match").count() == 4
    ready.click()
    assert page.locator("#arena .is-pointed").count() == 4
    assert ready.get_attribute("aria-pressed") == "true"


def test_the_arbiter_corrects_a_place(table: Table, window: Window) -> None:
    table.begin()
    page = window.open(paired=True)
    page.get_by_role("button", name="Correct").click()
    page.locator("#correct-arena [data-place=c2]").focus()
    page.keyboard.press("Enter")
    page.locator("#correct-place select").first.select_option("black-active")
    page.get_by_role("button", name="This lies there").click()
    page.locator("#correcting").wait_for(state="hidden")
    match = table.host.moment.match
    assert match is not None
    assert [thing.name for thing in match.rules.layout(match.state)["c2"]] == ["black-active"]


def test_what_no_camera_can_follow_is_picked_from_a_list(table: Table, window: Window) -> None:
    said = next(game for game in games().values() if game.is_said)
    began = Began(said.name, dict(said.open().setup))
    table.host.do(lambda: table.host.begin(began)).result()
    page = window.open(paired=True)
    page.locator("#deeds button").first.wait_for()
    first = page.locator("#deeds button span").first.inner_text()
    page.locator("#deed").fill("no such thing")
    expect(page.locator("#deeds li")).to_have_count(0)
    page.locator("#deed").fill(first)
    page.locator("#deeds button").first.click()
    table.until(lambda moment: moment.match is not None and len(moment.match.steps) == 1)
    assert faults_of(page) == []


def test_a_match_is_given_up_and_the_next_is_at_hand(table: Table, window: Window) -> None:
    table.begin()
    page = window.open(paired=True)
    page.on("dialog", lambda dialog: dialog.accept())
    page.get_by_role("button", name="Correct").click()
    page.get_by_role("button", name="Give the match up").click()
    page.get_by_role("button", name="The next match").wait_for()
    assert table.host.moment.stage is Stage.OVER


def test_two_browsers_see_the_same(table: Table, window: Window) -> None:
    table.begin()
    one, other = window.open(paired=True), window.open(locale="fr-FR")
    one.get_by_role("button", name="End the turn").click()
    other.get_by_role("heading", name="Leo").wait_for()
    assert other.locator("html").get_attribute("lang") == "fr"


def test_events_are_said_to_those_who_do_not_see(table: Table, window: Window) -> None:
    table.begin()
    page = window.open()
    page.locator("#arena svg").wait_for()
    assert page.locator("#announcer").text_content() == "", "not what was said before"
    table.lay("flip c2")
    expect(page.locator("#announcer")).to_contain_text("c2")


def test_the_language_is_chosen_and_stays(table: Table, window: Window) -> None:
    page = window.open()
    page.get_by_role("link", name="Français").click()
    assert page.locator("html").get_attribute("lang") == "fr"
    page.goto(window.url)
    assert page.locator("html").get_attribute("lang") == "fr"


def test_light_and_dark_are_chosen_and_stay(table: Table, window: Window) -> None:
    page = window.open(color_scheme="light")
    page.get_by_role("button", name="Light or dark").click()
    assert page.locator("html").get_attribute("data-theme") == "dark"
    page.reload()
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_the_keyboard_is_enough(table: Table, window: Window) -> None:
    table.begin()
    page = window.open(paired=True)
    page.locator("#arena svg").wait_for()
    seen = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        seen.add(page.evaluate("document.activeElement.id"))
    assert {"theme", "end-turn", "pause-match", "arbiter"} <= seen
    page.keyboard.press("e")
    page.get_by_role("heading", name="Leo to play").wait_for()
    page.locator("#step-back").focus()
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Ana to play").wait_for()
    table.doubt("move a1", "move c1")
    page.locator(".choice").first.wait_for()
    page.keyboard.press("2")
    page.locator("#done li").wait_for()


@pytest.mark.parametrize(("size", "scheme"), SIZES)
def test_nothing_keeps_anybody_out(table: Table, window: Window, size: tuple[int, int], scheme: str) -> None:
    out_of_step(table)
    page = window.open(viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page.locator("#trouble").wait_for()
    assert faults_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs out of the page"
    table.clear()
    page.locator("#trouble").wait_for(state="hidden")
    assert faults_of(page) == []


def test_the_dialogs_keep_nobody_out(table: Table, window: Window) -> None:
    table.begin()
    page = window.open()
    page.get_by_role("button", name="Take part").click()
    assert faults_of(page) == []
    page.get_by_role("button", name="Only watch").click()
    page.get_by_role("button", name="Correct").click()
    assert faults_of(page) == []
