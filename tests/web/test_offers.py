"""What there is to use, on the page: over HTTP, and in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Browser, Window
from tests.web.hosting import Table
from tests.web.test_table_view import faults_of

TURN = (
    "archimage | board 1p=r2 1a=b3 12=growth-fire 2p=y2 16=synergy-earth | "
    "mages shaman=v1 witch=v2 | "
    "dice shaman=r1,r1,b3 witch=y4,g2,g5 | scrolls shaman=evolution-fire,rebirth-air* witch=growth-water | round 2"
)
OVER = (
    "archimage | mages shaman=v1 witch=v2 | scrolls shaman=synergy-air,growth-air | "
    "phase over | round 9 | ended archimage.end.stall"
)


def begin(table: Table, position: str = TURN) -> None:
    table.begin(position, players=2)


def titles(browser: Browser) -> dict[str, int]:
    return {one["title"]: number for number, one in enumerate(browser.get("/match/offers").json["offers"])}


def test_what_is_within_reach_says_which_dice_pay_for_it(table: Table, watcher: Browser) -> None:
    begin(table)
    told = watcher.get("/match/offers").json["offers"]
    seal = next(one for one in told if one["place"] == "1p")
    assert seal["title"] == "1p: red seal of power 2"
    assert seal["is_ready"]
    assert "#t-seal-red-2" in seal["picture"]
    shown = watcher.get(f"/match/offers/{titles(watcher)[seal['title']]}").json
    assert [way["text"] for way in shown["ways"]] == ["break 1p with r1 r1"]
    assert sum("#t-die-red-1" in piece for piece in shown["ways"][0]["pieces"]) == 2


def test_what_cannot_be_paid_for_says_why(table: Table, watcher: Browser) -> None:
    begin(table)
    shown = watcher.get(f"/match/offers/{titles(watcher)['2p: yellow seal of power 2']}").json
    assert (shown["ways"], shown["rule"]) == ([], "archimage.break.colour")


def test_a_card_says_what_it_does_and_what_it_would_do_now(table: Table, watcher: Browser) -> None:
    begin(table)
    number = titles(watcher)["Evolution (Fire)"]
    shown = watcher.get(f"/match/offers/{number}").json
    assert shown["lines"] == ["Evolution adds 2 to own dice, up to 6."]
    assert len(shown["ways"]) == 2
    after = watcher.get(f"/match/offers/{number}/1").json
    assert "<svg" in after["board"]
    changed = {one["place"]: one for one in after["changes"]}
    assert sum("#t-die-red-3" in piece for piece in changed["The dice of Ana"]["after"]) == 2


def test_what_was_used_is_told_and_what_others_have_too(table: Table, watcher: Browser) -> None:
    begin(table)
    told = {one["title"]: one for one in watcher.get("/match/offers").json["offers"]}
    assert told["Rebirth (Air)"]["is_used"]
    assert told["Growth (Water)"]["seat"] == 1
    assert not told["Growth (Water)"]["is_ready"]


@pytest.mark.parametrize("path", ["/match/offers/99", "/match/offers/0/99"])
def test_what_is_not_there_is_not_there(table: Table, watcher: Browser, path: str) -> None:
    begin(table)
    assert watcher.get(path).status_code == 404


def test_where_nothing_is_played_nothing_is_to_use(table: Table, watcher: Browser) -> None:
    assert watcher.get("/match/offers").status_code == 404


def test_a_duty_that_is_missed_is_pointed_out_before_the_next_player(table: Table, player: Browser) -> None:
    begin(table)
    answer = player.post("/match/say", text="return", by=0)
    assert answer.status_code == 409
    assert "1p" in answer.json["detail"]
    assert player.get("/now").json["players"][0]["acts"]


def test_players_are_shown_with_what_lies_in_front_of_them(table: Table, watcher: Browser) -> None:
    begin(table)
    told = watcher.get("/now").json
    assert [one["place"] for one in told["players"][0]["trays"]][:2] == [
        "The dice of Ana",
        "The Bond scroll of Ana",
    ]
    assert "The red zone" in [one["place"] for one in told["trays"]]
    assert told["asides"] == []
    assert told["sheets"] == []


def test_scores_are_told_with_their_arithmetic_once_it_is_over(table: Table, watcher: Browser) -> None:
    begin(table, OVER)
    table.until(lambda moment: moment.match is not None)
    first, second = watcher.get("/now").json["sheets"]
    assert first["lines"][-1] == ["Synergy (Air): 1 for each scroll of its colour, 2 in all", 2]
    assert (sum(points for _, points in first["lines"]), first["points"]) == (14, 14)
    assert second["points"] == 1


def test_a_seal_is_looked_at_and_broken(table: Table, window: Window) -> None:
    begin(table)
    page = window.open(paired=True)
    page.locator("#offers .offer.ready").first.wait_for()
    assert faults_of(page) == []
    page.locator("#arena [data-place='1p']").click()
    use = page.locator(".uses > li").first
    use.get_by_role("button", name="What would it do?").click()
    use.locator(".changes li").first.wait_for()
    assert faults_of(page) == []
    use.get_by_role("button", name="It is done").click()
    page.get_by_role("heading", name="Ben to play").or_(page.get_by_role("heading", name="Leo to play")).wait_for()


def test_the_board_can_be_made_larger(table: Table, window: Window) -> None:
    begin(table)
    page = window.open()
    small = page.locator("#arena svg.board").bounding_box()["width"]
    page.locator("#larger").click()
    expect(page.locator("#larger")).to_have_attribute("aria-pressed", "true")
    assert page.locator("#arena svg.board").bounding_box()["width"] > 1.5 * small


@pytest.mark.parametrize("language", ["en", "fr"])
def test_on_a_phone_whose_turn_it_is_is_in_sight_with_the_board(
    table: Table, window: Window, language: str
) -> None:
    begin(table)
    page = window.open(f"?lang={language}", paired=True, viewport={"width": 390, "height": 844})
    page.locator(".offer").first.wait_for()
    turn, offers, players = (page.locator(one).bounding_box() for one in (".turn", "#offers", "#players"))
    assert page.locator("#arena").bounding_box()["y"] < turn["y"]
    assert turn["y"] + turn["height"] <= 844
    assert turn["y"] < offers["y"] < players["y"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert faults_of(page) == []
