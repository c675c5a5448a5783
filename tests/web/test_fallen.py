"""What fell on the table, on the page: confirmed, put right, or told where no camera reads it."""

from __future__ import annotations

from dataclasses import replace

from playwright.sync_api import expect

from engine.words import Words
from tests.web.conftest import Browser, Window
from tests.web.hosting import Table
from tests.web.test_table_view import faults_of
from web.fallen import fallen

ROLL = (
    "archimage | board 1p=r2 1a=b3 16=synergy-earth 26=synergy-fire 36=synergy-air 46=synergy-water"
    " | mages shaman=v1 witch=v2 | dice shaman=r,b3 witch=y,g,g"
    " | phase roll | turn shaman | first shaman | round 2"
)


def begin(table: Table) -> None:
    table.begin(ROLL, players=2)


def test_what_has_to_fall_is_asked_for_place_by_place(table: Table, player: Browser) -> None:
    begin(table)
    told = player.get("/now").json["fallen"]
    assert [one["place"] for one in told] == ["tray-shaman", "tray-witch"]
    red, blue = told[0]["things"]
    assert [name for name, _, _ in red["faces"]] == [f"die-red-{face}" for face in range(1, 7)]
    assert red["read"] == "", "no camera has read it"
    assert ([name for name, _, _ in blue["faces"]], blue["read"]) == (["die-blue-3"], "die-blue-3")


def test_what_lies_as_it_did_is_told_not_to_be_rolled_yet(table: Table) -> None:
    begin(table)
    moment = table.host.moment
    assert moment.match is not None
    assert moment.aloud is not None
    lies = replace(moment.aloud, unrolled=frozenset({"tray-witch"}))
    told = fallen(moment.match.rules, Words("en"), lies)
    assert {one.place: one.is_unrolled for one in told} == {"tray-shaman": False, "tray-witch": True}


def test_what_is_told_is_done_once_and_only_if_it_can_be(table: Table, player: Browser) -> None:
    begin(table)
    steps = player.get("/now").json["turn"]["steps"]
    wrong = player.post("/match/confirm", place="tray-shaman", things=["die-red-2"], steps=steps)
    assert (wrong.status_code, bool(wrong.json["detail"])) == (409, True)
    right = {"place": "tray-shaman", "things": ["die-red-2", "die-blue-3"], "steps": steps}
    assert [player.post("/match/confirm", **right).status_code for _ in range(2)] == [200, 409]
    assert [one["place"] for one in player.get("/now").json["fallen"]] == ["tray-witch"]
    assert player.post("/match/misread").status_code == 409, "nothing is out of step"


def test_each_thing_is_told_with_one_tap(table: Table, window: Window) -> None:
    begin(table)
    page = window.open(paired=True)
    mine = page.locator("#falls > li").first
    expect(mine.get_by_role("button", name="That is right")).to_be_disabled()
    mine.get_by_role("button", name="red die showing 4").click()
    expect(mine.get_by_role("button", name="red die showing 4")).to_have_attribute("aria-pressed", "true")
    mine.get_by_role("button", name="That is right").click()
    table.until(lambda moment: moment.match is not None and len(moment.match.steps) == 1)
    match = table.host.moment.match
    assert match is not None
    assert match.steps[-1].event.text == "roll shaman r4"  # type: ignore[union-attr]
    assert faults_of(page) == []


def test_dice_that_nobody_rolls_fall_by_chance(table: Table, window: Window) -> None:
    begin(table)
    page = window.open(paired=True)
    page.get_by_role("button", name="Let chance decide").click()
    table.until(lambda moment: moment.match is not None and len(moment.match.steps) == 2)
    expect(page.locator("#fallen")).to_be_hidden()
    expect(page.locator("#chance")).to_be_hidden()
    match = table.host.moment.match
    assert match is not None
    assert "phase" not in match.rules.write_position(match.state), "it is somebody's turn"
    assert faults_of(page) == []


def test_what_may_be_done_is_listed_beside_a_camera_that_sees_a_part(table: Table, window: Window) -> None:
    rolled = ROLL.replace("shaman=r,b3", "shaman=r2,b3").replace("y,g,g", "y1,g2,g2")
    table.begin(rolled.replace("phase roll | ", ""), players=2)
    page = window.open(paired=True)
    page.locator("#deeds button").first.wait_for()
    assert page.locator("#fallen").is_hidden()
    page.locator("#deeds button").first.click()
    table.until(lambda moment: moment.match is not None and len(moment.match.steps) == 1)
    assert page.locator("#owing li").count() <= 4, "what lies where no camera looks is not asked for"
    assert faults_of(page) == []
