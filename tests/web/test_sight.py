"""What do you see: pictures, what is made of them, corners by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from playwright.sync_api import expect

from engine.catalogue import game_named
from runewatch.live import viewing
from runewatch.live.viewing import Seen, State, Viewer
from runewatch.sight.looking import sights
from runewatch.sight.showing import lesson_layout
from tests.web.conftest import Browser, Window
from tests.web.hosting import PATIENCE, Table, until
from tests.web.test_table_view import faults_of
from vision.profile import Profile, ProfileError

SQUARE = [{"x": 0.3, "y": 0.2}, {"x": 0.7, "y": 0.2}, {"x": 0.7, "y": 0.75}, {"x": 0.3, "y": 0.75}]


@pytest.fixture(scope="module")
def still() -> Any:
    """A photo of the simulated table, drawn once."""
    game = game_named("spell")
    rules = game.open(game.sight)
    return viewing.photo(rules, lesson_layout(rules))


@pytest.fixture
def camera(table: Table, still: Any) -> Table:
    """A camera that shows this photo, to be read by nobody: the set is not learnt."""

    table.eyes.frame = still
    table.host.do(table.host.look).result(PATIENCE)
    until(lambda: table.host.shot is not None)
    return table


def test_the_picture_is_sent_once(camera: Table, player: Browser) -> None:
    first = player.get("/sight/picture")
    assert first.content_type == "image/jpeg"
    assert first.data.startswith(b"\xff\xd8")
    again = player.get("/sight/picture", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 304
    assert "no-cache" in again.headers["Cache-Control"]


def test_many_who_look_cost_no_more_than_one(camera: Table) -> None:
    now = [0.0]
    viewer = Viewer(camera.host, lambda: now[0])
    one = viewer.picture()
    camera.eyes.frame = np.full((600, 800, 3), 90, np.uint8)
    assert viewer.picture() is one
    now[0] += viewing.PICTURES
    assert viewer.picture() is not one


def test_the_board_is_found_before_anybody_plays(camera: Table, player: Browser) -> None:
    told = player.get("/sight").json
    assert (told["state"], told["how"], told["by_hand"]) == ("found", "mat", False)
    assert told["why"] == "auto is not learnt here"
    assert len(told["corners"]) == 4
    assert all(0 < one["x"] < 1 and 0 < one["y"] < 1 for one in told["corners"])


def test_of_several_sheets_the_one_that_is_not_in_view_is_told(
    camera: Table, player: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = game_named("archimage").open({"players": 2})
    dice, _ = rules.watched().sheets
    frame = viewing.photo(rules, {}, plan=dice)
    _, sighting = sights(rules, Profile("none", (), {"game": "archimage"})).look(frame)
    seen = Seen(State.SEEN, rules, frame, sighting.view, None, sighting)
    monkeypatch.setattr(Viewer, "seen", lambda _: seen)
    monkeypatch.setattr(viewing, "_usual_rules", lambda: rules)
    told = player.get("/sight").json
    assert (told["state"], told["corners"]) == ("seen", [])
    assert told["why"] == "Not in view, so nothing is told of it: the printed board."
    headers = {"X-Runewatch-Word": player.word}
    answer = player.client.put("/api/v1/sight/corners", json={"corners": SQUARE}, headers=headers)
    assert (answer.status_code, answer.get_json()["detail"]) == (
        409, "several sheets lie there: each is found by its own marks"
    )  # fmt: skip


def test_corners_by_hand_and_back(camera: Table, player: Browser) -> None:
    headers = {"X-Runewatch-Word": player.word}
    put = player.client.put
    assert put("/api/v1/sight/corners", json={"corners": SQUARE}, headers=headers).status_code == 200
    told = player.get("/sight").json
    assert (told["how"], told["by_hand"]) == ("corners", True)
    assert put("/api/v1/sight/corners", json={"corners": []}, headers=headers).status_code == 200
    assert player.get("/sight").json["how"] == "mat"
    crossed = [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]]
    refused = put("/api/v1/sight/corners", json={"corners": crossed}, headers=headers)
    assert refused.status_code == 409
    assert refused.json is not None
    assert "do not go around a board" in refused.json["detail"]
    assert put("/api/v1/sight/corners", json={"corners": SQUARE[:3]}, headers=headers).status_code == 400


def test_in_a_match_the_referees_own_reading_is_shown(camera: Table, player: Browser) -> None:
    camera.begin()
    camera.lay("flip c2")
    camera.until(lambda moment: moment.match is not None and bool(moment.match.draft))
    told = player.get("/sight").json
    assert told["state"] == "seen"
    assert told["things"] == 19
    assert "unsure" in told
    assert player.get("/sight/picture?drawn=yes").status_code == 200


def test_corners_are_moved_in_the_middle_of_a_match(camera: Table, player: Browser) -> None:
    camera.begin()
    headers = {"X-Runewatch-Word": player.word}
    answer = player.client.put("/api/v1/sight/corners", json={"corners": SQUARE}, headers=headers)
    assert answer.status_code == 200
    assert camera.eyes.corners is not None
    assert camera.host.corners == camera.eyes.corners
    turned = player.client.put("/api/v1/sight/quarter", json={"quarter": 1}, headers=headers)
    assert turned.status_code == 409


def test_a_camera_that_fails_says_so(camera: Table, player: Browser) -> None:
    camera.eyes.trouble = ProfileError("the camera is unplugged")  # type: ignore[assignment]
    answer = player.get("/sight/picture")
    assert (answer.status_code, answer.get_json()["detail"]) == (409, "the camera is unplugged")


def test_without_a_camera_the_simulated_table_is_shown(
    table: Table, player: Browser, monkeypatch: pytest.MonkeyPatch, still: Any
) -> None:
    table.eyes.cameras = ()
    monkeypatch.setattr(viewing, "_photo", lambda rules, layout, wish: still)
    assert player.get("/sight/picture").status_code == 200
    assert player.get("/setup").json["camera"] == "simulated"


# -- in a browser -----------------------------------------------------------------------------------------


def test_the_corners_are_dragged_and_moved_by_keys(camera: Table, window: Window) -> None:
    page = window.open("sight", paired=True)
    page.get_by_role("heading", name="The board was found").wait_for()
    page.get_by_role("button", name="Move the corners").click()
    first = page.get_by_role("button", name="Corner 1")
    expect(first).to_be_focused()
    before = first.bounding_box()
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowUp")
    after = first.bounding_box()
    assert after["x"] < before["x"]
    assert after["y"] < before["y"]
    third = page.get_by_role("button", name="Corner 3")
    third.scroll_into_view_if_needed()
    box = third.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 50, box["y"] + 45, steps=3)
    expect(page.locator("#lens .loupe")).to_be_visible()
    page.mouse.up()
    assert faults_of(page) == []
    page.get_by_role("button", name="Use these corners").click()
    page.get_by_text("set by hand").wait_for()
    assert camera.host.corners is not None
    page.get_by_role("button", name="Look for the board").click()
    page.get_by_text("set by hand").wait_for(state="detached")
    assert camera.host.corners is None


def test_the_view_is_for_those_who_take_part(camera: Table, window: Window) -> None:
    page = window.open("sight", viewport={"width": 390, "height": 844})
    page.locator("#gate").wait_for()
    assert page.locator("#looking").is_hidden()
    assert faults_of(page) == []
    page.locator("#gate-open").click()
    page.get_by_label("Pairing code").fill(camera.code)
    page.keyboard.press("Enter")
    page.locator("#looking").wait_for()
    page.get_by_role("heading", name="The board was found").wait_for()
    assert faults_of(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
