"""The simulated table in a real browser: by mouse, by touch, by keys; two browsers; the box; the demo."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from runewatch.referee.assessing import Standing
from tests.web.conftest import Window
from tests.web.simulating import Simulation, played, use_simulation
from tests.web.test_table_view import faults_of

MIDDLE = """name => {
    const box = document.querySelector(`#sim-board .cell[data-place='${name}'] .mat`).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
}"""
SHIFT = "spell 2e | b v b v / V V b N / v Vm b b / v . BM b | turn violet | runes 1O 2P"


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Simulation]:
    yield from use_simulation(tmp_path, monkeypatch)


def opened(window: Window, **more: Any) -> Any:
    page = window.open("sim", paired=True, **more)
    page.locator("#sim-board .cell").first.wait_for()
    return page


def middle(page: Any, place: str) -> tuple[float, float]:
    x, y = page.evaluate(MIDDLE, place)
    return x, y


def drag(page: Any, source: str, target: str) -> None:
    page.mouse.move(*middle(page, source))
    page.mouse.down()
    page.mouse.move(*middle(page, target), steps=4)
    page.mouse.up()


def test_a_shift_by_dragging_is_seen_in_both_browsers(table: Simulation, window: Window) -> None:
    table.begin(SHIFT)
    one, other = opened(window), opened(window, locale="fr-FR")
    drag(one, "d2", "b4")
    expect(other.locator("[data-place=b4] use")).to_have_attribute("href", "#t-neutral")
    drag(one, "d3", "d2")
    drag(one, "d4", "d3")
    table.until(lambda moment: bool(moment.match and moment.match.steps))
    assert played(table) == ["shift d2 up"]
    expect(one.locator("#sim-log li")).to_have_count(3)


def test_a_row_is_pushed_by_its_end(table: Simulation, window: Window) -> None:
    table.begin(SHIFT)
    page = opened(window)
    drag(page, "b1", "b2")
    expect(page.locator("[data-place=b4] use")).to_have_count(2)
    assert table.lies("b1") == ()


def test_the_keyboard_is_enough(table: Simulation, window: Window) -> None:
    table.begin()
    page = opened(window)
    page.locator("[data-place=a1]").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    assert page.evaluate("document.activeElement.dataset.place") == "c2"
    page.keyboard.press("t")
    table.until(lambda moment: bool(moment.match and moment.match.steps))
    assert played(table) == ["flip c2"]
    for key in ("Enter", "ArrowUp", "Escape"):
        page.keyboard.press(key)
    expect(page.locator(".cell.is-held")).to_have_count(0)
    page.locator("[data-place=b2]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#grip-told")).to_contain_text("mage")
    page.keyboard.press("Enter")
    expect(page.locator("#grip-told")).not_to_contain_text("mage")
    page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("[data-place=b3] use")).to_have_count(2)
    page.keyboard.press("Delete")
    expect(page.locator("[data-place=b3] use")).to_have_count(1)
    expect(page.locator(".piece[data-thing=black-mage] .count")).to_have_text("× 2")


def test_a_tap_takes_and_a_tap_puts_down(table: Simulation, window: Window) -> None:
    table.begin()
    page = opened(window, viewport={"width": 390, "height": 844}, has_touch=True)
    page.locator("[data-place=b2] use").last.tap()
    expect(page.locator("[data-place=b2]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-place=c3] .mat").tap(force=True)
    expect(page.locator("[data-place=c3] use")).to_have_count(2)
    piece = page.locator(".piece[data-thing=violet-elemental]")
    piece.tap()
    expect(piece).to_have_attribute("aria-pressed", "true")
    # not forced: what is told meanwhile may still move the table
    page.locator("[data-place=a1] use").last.tap()
    expect(page.locator("[data-place=a1] use")).to_have_count(2)
    page.get_by_role("button", name="Lay it as the match has it").tap()
    expect(page.locator("[data-place=a1] use")).to_have_count(1)


def test_off_the_table_is_aside_and_a_slip_is_none(table: Simulation, window: Window) -> None:
    table.begin()
    page = opened(window)
    page.mouse.move(*middle(page, "a1"))
    page.mouse.down()
    tray = page.locator("#tray").bounding_box()
    page.mouse.move(tray["x"] + 30, tray["y"] + 30, steps=4)
    page.mouse.up()
    expect(page.locator(".piece[data-kind=tile]")).to_have_count(1)
    page.mouse.move(*middle(page, "b1"))
    page.mouse.down()
    page.mouse.move(*middle(page, "c1"), steps=4)
    page.keyboard.press("Escape")
    page.mouse.up()
    assert table.lies("b1")
    expect(page.locator(".ghost")).to_have_count(0)


def test_what_is_wrong_is_said_beside_the_table(table: Simulation, window: Window) -> None:
    table.begin()
    page = opened(window)
    page.locator("[data-place=a1]").focus()
    page.keyboard.press("t")
    page.locator("#sim-trouble").wait_for()
    expect(page.locator(".bulb[data-colour=red]")).to_have_attribute("data-lit", re.compile("yes|no"))
    expect(page.locator("#lights li").nth(2)).to_contain_text("blinks twice and again")
    page.get_by_role("button", name="Lay it as the match has it").click()
    table.until(lambda moment: moment.standing is Standing.IN_STEP)
    page.locator("#sim-trouble").wait_for(state="hidden")


def test_buttons_are_pressed_short_and_long(table: Simulation, window: Window) -> None:
    table.begin()
    page = opened(window)
    page.locator(".knob[data-name=button-1]").click()
    table.until(lambda moment: bool(moment.match and moment.match.steps))
    assert played(table) == ["end"]
    page.locator(".knob[data-name=arbiter]").click(delay=1300)
    table.until(lambda moment: bool(moment.match and moment.match.paused))
    page.locator(".knob[data-name=arbiter]").focus()
    page.keyboard.press("Enter")
    table.until(lambda moment: bool(moment.match and not moment.match.paused))


def test_a_watcher_is_asked_for_the_code_when_moving(table: Simulation, window: Window) -> None:
    table.begin()
    page = window.open("sim")
    page.locator("#sim-board .cell").first.wait_for()
    drag(page, "b2", "c3")
    page.get_by_label("Pairing code").wait_for()


def test_one_click_plays_the_demo(table: Simulation, window: Window) -> None:
    page = window.open("sim", paired=True)
    page.locator("#preview svg").wait_for()
    page.get_by_role("button", name="Start the demo").click()
    expect(page.locator("#guide-caption")).to_contain_text("Ana")
    page.locator("#sim-board .cell").first.wait_for()
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("button", name="Go on").click()
    page.get_by_role("button", name="Next").click()
    expect(page.locator("#guide-progress")).not_to_have_js_property("value", 1)
    page.get_by_role("button", name="End the demo").wait_for()
    expect(page.locator("#sim-players b").last).to_have_text("1")
    page.get_by_role("button", name="End the demo").click()
    page.get_by_role("button", name="Start the demo").wait_for()


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_out(table: Simulation, window: Window, size: tuple[int, int], scheme: str) -> None:
    page = window.open("sim", paired=True, viewport={"width": size[0], "height": size[1]}, color_scheme=scheme)
    page.locator("#preview svg").wait_for()
    assert faults_of(page) == []
    table.begin()
    page.locator("#sim-board .cell").first.wait_for()
    page.locator("[data-place=a1]").focus()
    page.keyboard.press("Enter")
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    assert faults_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs out of the page"
