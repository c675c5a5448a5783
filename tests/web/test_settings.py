"""Settings over HTTP and in a real browser: read by those who take part, written as a whole or not at all."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from runewatch.settings import KEYS, settings_file, stored_settings
from tests.web.conftest import Browser, Window
from tests.web.hosting import Table
from tests.web.test_table_view import faults_of
from web.security.access import WORD


def put(player: Browser, **values: str | None) -> Any:
    wanted = {name.replace("__", "."): value for name, value in values.items()}
    return player.client.put("/api/v1/settings", json={"values": wanted}, headers={WORD: player.word})


def setting(told: Any, name: str) -> Any:
    return next(one for part in told["parts"] for one in part["settings"] if one["name"] == name)


def test_every_key_is_told_with_what_it_is_about(player: Browser, watcher: Browser) -> None:
    found = player.get("/settings").json
    assert [one["name"] for part in found["parts"] for one in part["settings"]] == list(KEYS)
    one = setting(found, "clocks.turn")
    assert (one["kind"], one["text"], one["source"], one["when"]) == ("choice", "off", "default", "next-match")
    assert "bank" in one["choices"]
    assert setting(found, "turn.ends")["kind"] == "choices"
    assert all(one["title"] for one in found["parts"])
    assert watcher.get("/settings").status_code == 401
    assert "take part" in watcher.client.get("/settings").text


def test_settings_are_written_and_comments_stay(table: Table, player: Browser) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text("# ours\n[web]\nport = 81  # not 80\n", encoding="utf-8")
    answer = put(player, clocks__turn="down", table__names="Ana, Leo", web__port="82", buzzer__pin="none")
    assert answer.status_code == 200
    assert answer.json["waiting"] == ["web.port"]
    assert settings_file().read_text(encoding="utf-8").startswith("# ours\n[web]\nport = 82  # not 80\n")
    assert table.host.settings.clocks.turn == "down"
    assert table.host.house.timing.turn.way == "down"
    again = put(player, clocks__turn=None, web__port=None).json
    assert stored_settings().table.names == ("Ana", "Leo")
    assert setting(again["settings"], "web.port")["text"] == "8080"


@pytest.mark.parametrize(
    ("values", "pointer"),
    [
        ({"web.port": "0"}, "/values/web.port"),
        ({"web.port": "80", "clocks.turn": "sideways"}, "/values/clocks.turn"),
        ({"lights.in_step": "5"}, "/values/lights.in_step"),
        ({"sight.still_seconds": "9"}, "/values/sight.still_seconds"),
        ({"web.prot": "80"}, "/values/web.prot"),
        ({"web.port": 80}, "/values/web.port"),
    ],
)
def test_what_is_wrong_is_pointed_at_and_nothing_is_written(
    player: Browser, values: dict[str, Any], pointer: str
) -> None:
    answer = player.client.put("/api/v1/settings", json={"values": values}, headers={WORD: player.word})
    assert answer.status_code == 400
    assert answer.get_json()["pointer"] == pointer
    assert not settings_file().exists()


def test_a_file_that_is_wrong_is_told_and_left_alone(player: Browser) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text("[web\n", encoding="utf-8")
    assert player.get("/settings").status_code in (400, 409)
    assert player.client.get("/settings").status_code in (400, 409)
    assert put(player, web__port="82").status_code in (400, 409)
    assert settings_file().read_text(encoding="utf-8") == "[web\n"


def test_the_form_sends_what_was_changed_and_points_at_faults(table: Table, window: Window) -> None:
    page = window.open("settings", viewport={"width": 390, "height": 844})
    page.get_by_role("button", name="Type in the code").click()
    page.get_by_label("Pairing code").fill(table.code)
    page.keyboard.press("Enter")
    page.get_by_role("heading", name="Clocks").click()
    page.get_by_role("spinbutton", name="turn_seconds").fill("90")
    page.get_by_role("combobox", name="turn", exact=True).select_option("down")
    page.get_by_text("2 changes, not saved yet").wait_for()
    page.get_by_role("heading", name="The page").click()
    page.get_by_role("spinbutton", name="port").fill("0")
    page.get_by_role("button", name="Save").click()
    expect(page.locator("#set-web-port-fault")).to_contain_text("1 to 65535")
    assert not settings_file().exists()
    assert faults_of(page) == []
    page.get_by_role("spinbutton", name="port").fill("8080")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Saved.").wait_for()
    assert stored_settings().clocks.turn_seconds == 90
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
