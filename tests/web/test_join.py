"""Joining: addresses and codes that can be photographed, the code for those who have it, tokens, the kiosk."""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from runewatch.pairing.code import spaced
from tests.web.conftest import Browser, Window
from tests.web.hosting import Table
from tests.web.test_table_view import faults_of
from web.api import join
from web.joining import qr, ways
from web.security.access import WORD


def read(svg: str) -> str:
    """What a phone reads in a QR code."""
    size = int(re.findall(r'viewBox="0 0 (\d+)', svg)[0])
    modules = np.full((size, size), 255, np.uint8)
    for x, y, wide in re.findall(r"M(\d+) (\d+)h(\d+)v1", svg):
        modules[int(y), int(x) : int(x) + int(wide)] = 0
    picture = cv2.resize(modules, None, fx=8, fy=8, interpolation=cv2.INTER_NEAREST)
    return cv2.QRCodeDetector().detectAndDecode(picture)[0]


@pytest.mark.parametrize("text", ["http://table.local/", "http://192.168.178.20:8080/#pair=123456"])
def test_the_qr_code_can_be_read(text: str) -> None:
    assert read(qr(text, "a <label>")) == text
    assert "style" not in qr(text, "")
    assert "<label>" not in qr(text, "a <label>")


@pytest.mark.parametrize(
    ("host", "first"),
    [
        ("192.168.1.5:8080", "http://192.168.1.5:8080/"),
        ("table.local", "http://table.local/"),
        ("[fd00::1]:81", "http://[fd00::1]:81/"),
    ],
)
def test_the_address_in_use_comes_first(host: str, first: str) -> None:
    assert ways(host)[0].url == first


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1:8080", "[::1]:8080"])
def test_nobody_else_is_sent_to_this_machine_itself(host: str) -> None:
    urls = [one.url for one in ways(host)]
    assert urls
    assert not any(url.startswith(("http://localhost:", "http://127.", "http://[::1]")) for url in urls)


def test_only_those_who_take_part_are_told_the_code(table: Table, player: Browser, watcher: Browser) -> None:
    code = player.get("/join").json["code"]
    assert re.fullmatch(r"\d{6}", code)
    assert f"#pair={code}" in read(player.get("/join").json["addresses"][0]["qr"])
    told = watcher.get("/join").json
    assert told["code"] == ""
    assert "#pair" not in read(told["addresses"][0]["qr"])
    for path in ("/join", "/kiosk"):
        assert code not in watcher.client.get(path).text
    assert code[:3] in player.client.get("/join").text


def test_another_code(player: Browser, watcher: Browser) -> None:
    before = player.get("/join").json["code"]
    other = Browser(watcher.client)
    other.pair(before)
    new = player.post("/pairing/code").json["code"]
    assert new == player.get("/join").json["code"]
    assert other.post("/match/leave").status_code == 200
    newest = player.post("/pairing/code", forget=True).json["code"]
    assert player.get("/join").json["code"] == newest
    assert other.post("/match/leave").status_code == 401
    assert player.post("/match/leave").status_code == 200


def test_tokens_are_made_shown_once_used_and_revoked(player: Browser, watcher: Browser) -> None:
    made = player.post("/tokens", name="scores").json
    script = {"Authorization": f"Bearer {made['token']}"}
    assert watcher.client.get("/api/v1/settings", headers=script).status_code == 200
    assert [one["name"] for one in player.get("/tokens").json] == ["scores"]
    assert made["token"] not in player.get("/tokens").text
    assert player.post("/tokens", name="scores").status_code == 409
    for status in (200, 404):
        assert player.client.delete("/api/v1/tokens/scores", headers={WORD: player.word}).status_code == status
    assert watcher.client.get("/api/v1/settings", headers=script).status_code == 401
    assert watcher.get("/tokens").status_code == 401


def test_where_only_this_machine_finds_the_page_no_code_is_shown(table: Table, watcher: Browser) -> None:
    told = watcher.client.get("/join").text
    assert "for this machine alone" in told
    assert 'class="qr"' not in told


def test_the_page_shows_it_all(table: Table, window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(join, "OWN", frozenset())
    page = window.open("join", viewport={"width": 390, "height": 844})
    page.locator(".qr").first.wait_for()
    assert faults_of(page) == []
    page.get_by_role("button", name="Type in the code").click()
    page.get_by_label("Pairing code").fill(table.code)
    page.keyboard.press("Enter")
    page.locator("#the-code").wait_for()
    page.get_by_label("What is it for?").fill("scores")
    page.get_by_role("button", name="Make a token").click()
    page.locator("#made code").wait_for()
    page.get_by_role("button", name="Revoke scores").click()
    page.locator("#tokens li").wait_for(state="detached")
    assert faults_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("button", name="Another code").click()
    expect(page.locator("#the-code")).not_to_have_text(spaced(table.code))


def test_the_kiosk_shows_the_table_and_nothing_to_press(table: Table, window: Window) -> None:
    table.begin()
    page = window.open("kiosk", viewport={"width": 1920, "height": 1080})
    page.locator("#arena svg.board").wait_for()
    page.get_by_role("heading", name="Ana to play").wait_for()
    assert page.locator("button:visible:not(.rune)").count() == 0
    assert page.locator(".corner .qr").is_visible()
    assert faults_of(page) == []
    table.lay("flip c2")
    page.locator("#done li").wait_for()
