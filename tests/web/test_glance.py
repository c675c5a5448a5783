"""A match that is looked up at a glance and played by presses, on the page: over HTTP, and in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from runewatch.clocks import Timer, Timing
from runewatch.clocks.timing import Way
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from runewatch.settings import Settings
from runewatch.settings.forms import WebSettings
from tests.web.conftest import Browser, Window, free_port
from tests.web.hosting import Table, hosting
from tests.web.test_table_view import faults_of
from web.app import create_app
from web.security.access import WORD
from web.serving import Page

TURN = (
    "bigbook players=3 | turn 13 green | madness 3"
    " | slots 3-left:standin.fire.madness:! 4:standin.water.support:w1"
    " | black hand f2 m | violet hand e1 | green hand f1 f3 m unseen 2 pool e1 e1 w1 a1 support f2 m"
)
DISCARD = TURN + " | todo discard:green:2 act:green:all"
NAMES = ("Ana", "Ben", "Cleo")


def begin(table: Table, position: str = TURN) -> None:
    table.begin(position, NAMES, players=3)


def number_of(browser: Browser, title: str) -> int:
    told = browser.get("/match/offers").json["offers"]
    return next(i for i, one in enumerate(told) if one["title"].startswith(title))


def price(browser: Browser, title: str, *chosen: str) -> dict[str, object]:
    path = f"/match/offers/{number_of(browser, title)}/price?chosen={','.join(chosen)}"
    found: dict[str, object] = browser.get(path).json
    return found


# -- over HTTP -------------------------------------------------------------------------------------------------


def test_the_snapshot_has_all_that_is_looked_up(table: Table, watcher: Browser) -> None:
    begin(table)
    told = watcher.get("/now").json["glance"]
    assert (told["head"], told["mood"]) == ("Monster 3 of 6: Hungry shelf", "danger")
    assert told["warnings"] == ["Few madness cards are left: 3."]
    assert told["gauges"][0] == {"title": "Madness left", "value": 3, "most": 0, "is_low": True}
    space = told["tracks"][0]["stops"][2]
    assert (space["title"], space["when"]) == ("Space 3", "here")
    assert space["slips"][0]["lines"] == ["Costs 4 fire", "One player: take a madness card (hand)"]
    assert told["sides"][2]["lines"][1] == "Hand 5: fire 1, fire 3 and madness; unknown: 2"
    assert "curses: 2 left" in told["needs"][0]


def test_it_is_told_whose_turn_it_is_while_others_are_asked(table: Table, player: Browser) -> None:
    begin(table, TURN + " | todo discard:black:1 discard:violet:1 act:green:all")
    for text in ("discard f2", "discard e1", "cast base.combustion with f1"):
        assert player.post("/match/say", text=text).status_code == 200
        told = player.get("/now").json
        assert told["glance"]["tracks"][1]["title"] == "Turn of Cleo"
    assert told["turn"]["done"] == [
        "Ana: discard fire 2", "Ben: discard earth 1", "Activate Combustion, paying fire 1"
    ]  # fmt: skip


def test_a_monster_is_not_contained_before_its_curses_are_laid(table: Table, player: Browser) -> None:
    book = "space 1 | book standin.cover.inkblot standin.page.well"
    todo = "todo top:black:1 lay:table:0:multi act:black:all"
    table.begin(f"bigbook | turn 1 black | {book} | black pool e1 e1 unseen 1 | {todo}", NAMES[:2], players=2)
    laid = "The curses of this round are still to be laid."
    assert player.get("/now").json["glance"]["needs"][0] == laid
    assert player.post("/match/say", text="mill e1").status_code == 200
    told = player.get("/now").json
    assert told["glance"]["needs"][0] == laid
    assert told["turn"]["waits"] == ["Lay a curse of the type multi-element on slot 2."]
    # whose pile it was is told, for nobody is named by the table's deeds
    assert told["turn"]["done"] == ["Discard earth 1 from the top of the draw pile (Ana)"]
    assert player.post("/match/say", text="lay 2 standin.multi.madness").status_code == 200
    assert "curses: 1 left" in player.get("/now").json["glance"]["needs"][0]


def test_a_match_that_is_over_shows_the_last_monster_still(table: Table, player: Browser) -> None:
    pages = "standin.cover.moth " + " ".join(
        f"standin.page.{name}" for name in ("candle", "quill", "mirror", "owl", "well")
    )
    last = "turn 31 black | space 5 | hat 6"
    table.begin(f"bigbook | {last} | book {pages} | todo book:black", NAMES[:2], players=2)
    assert player.post("/match/say", text="book 0").status_code == 200
    told = player.get("/now").json
    assert told["playing"]["result"] == "The last monster is vanquished: everybody wins."
    assert told["glance"]["head"] == "Monster 6 of 6: Well"
    assert [one["title"] for one in told["glance"]["slips"]][1:] == [
        "If a curse is left at the end", "If none is left"
    ]  # fmt: skip


def test_texts_that_were_made_up_are_said_to_be(table: Table, window: Window) -> None:
    begin(table)
    page = window.open("?lang=fr")
    page.locator("#glance-note", has_text="Cartes de remplacement").wait_for()


def test_a_game_whose_table_says_it_all_has_no_glance(table: Table, watcher: Browser) -> None:
    table.begin()
    assert watcher.get("/now").json["glance"] is None


def test_what_is_picked_is_added_up_in_the_readers_language(table: Table, watcher: Browser) -> None:
    begin(table)
    told = price(watcher, "Creeping doubt", "hand f3", "hand f1", "gain air")
    assert told["lines"] == ["Fire: 4 of 4 paid"]
    assert told["text"] == "destroy 3-left with f1 f3 gain air"
    assert "Creeping doubt (fire)" in str(told["sentence"])
    assert told["why"] == []


@pytest.mark.parametrize(
    ("chosen", "rule", "sentence"),
    [
        (("hand m",), "bigbook.cost.madness-pays-nothing", "A madness card pays nothing."),
        (("hand f3",), "bigbook.curse.destroy-cost", "Destroying a curse costs four of its element: 4 fire."),
    ],
)
def test_what_does_not_pay_is_refused_with_the_rule(
    table: Table, watcher: Browser, chosen: tuple[str, ...], rule: str, sentence: str
) -> None:
    begin(table)
    told = price(watcher, "Creeping doubt", *chosen)
    assert told["text"] == ""
    assert rule in told["rules"]  # type: ignore[operator]
    assert sentence in told["why"]  # type: ignore[operator]


@pytest.mark.parametrize("chosen", ["hand f2", "hand f1,hand f1", "nonsense", "hand f1," * 40])
def test_what_is_not_there_cannot_be_picked(table: Table, watcher: Browser, chosen: str) -> None:
    begin(table)
    path = f"/match/offers/{number_of(watcher, 'Creeping doubt')}/price?chosen={chosen}"
    assert watcher.get(path).status_code == 404


def test_a_match_that_no_camera_follows_needs_no_set(table: Table, player: Browser) -> None:
    table.eyes.cameras = ()
    answer = player.post("/setup/start", game="bigbook", setup={"players": 4, "difficulty": "hard"}, names=["Ana"])
    assert answer.status_code == 200
    table.until(lambda moment: moment.match is not None)
    told = player.get("/now").json
    assert told["turn"]["says"][0]["sentence"] == "Ana: choose the magician Digger"
    assert told["glance"]["head"] == "The book is closed still"


def test_what_is_said_by_a_press_goes_on_to_the_next_question(table: Table, player: Browser) -> None:
    slots = "slots 2:standin.air.discard-element | violet hand e1 f1 | todo book:violet:2"
    begin(table, f"bigbook players=3 | turn 2 violet | {slots} discard-element:violet:1 act:violet:all")
    for sentence, waits in (
        (
            "Move the wooden book to space 2",
            "Space 2, Butterfingers (air) – each player: discard an element card",
        ),
        ("Discard fire 1", "It is Ben's turn to act. Space: 2."),
    ):
        told = player.get("/now").json["turn"]["says"]
        text = next(one["text"] for one in told if one["sentence"] == sentence)
        assert player.post("/match/say", text=text).status_code == 200
        now = player.get("/now").json
        assert now["turn"]["waits"][0].startswith(waits)
        # nobody looks at the table, so it owes nothing
        assert now["owed"] == []


def test_the_wrong_card_that_was_pressed_is_taken_back(table: Table, player: Browser) -> None:
    tops = " ".join(f"{one}:3:standin.lib.{one}.1" for one in ("fire", "air"))
    library = f"library earth:3:standin.lib.earth.1 water:2 {tops}"
    begin(table, f"{TURN} | todo reveal:table:0:water act:green:all".replace("| black", f"| {library} | black"))
    for card in ("standin.lib.water.2", "standin.lib.water.2"):
        assert player.post("/match/say", text=f"reveal {card}").status_code == 200
        assert player.get("/now").json["turn"]["waits"] == ["It is Cleo's turn to act. Space: 3."]
        assert player.post("/match/step-back").status_code == 200
        assert player.get("/now").json["turn"]["waits"] == ["Turn up the next spell: water."]


def test_a_turn_ends_though_the_table_is_not_as_it_should_be(table: Table, window: Window) -> None:
    begin(table)
    table.spoil("slot-5", "standin.air.discard-element")
    table.until(lambda moment: moment.standing is Standing.OUT_OF_STEP)
    page = window.open(paired=True)
    page.locator("#trouble .rules", has_text="bigbook.round.multi-place").wait_for()
    page.get_by_role("button", name="End the turn").click()
    # her hand is refilled, and the next player's turn has begun
    page.locator("#turn-title", has_text="Ana to play").wait_for()
    assert faults_of(page) == []


@pytest.mark.parametrize(
    ("language", "slot", "said"),
    [
        ("en", "slot-2", "Creeping doubt (fire): The hat shows how many"),
        ("fr", "slot-2", "Doute rampant (feu)\u00a0: "),
        ("en", "slot-3-left", "Creeping doubt (fire): Curses fill the slots from space 2 on"),
    ],
)
def test_a_curse_that_may_not_be_laid_there_is_named_before_anybody_taps(
    table: Table, window: Window, language: str, slot: str, said: str
) -> None:
    book = "space 1 | book standin.cover.inkblot standin.page.well"
    todo = "todo lay:table:0:multi lay:table:1:fire act:black:all"
    table.begin(f"bigbook | turn 1 black | {book} | {todo}", NAMES[:2], players=2)
    table.spoil(slot, "standin.fire.madness")
    page = window.open(f"?lang={language}", paired=True)
    page.locator("#falls .why", has_text=said).wait_for()
    assert faults_of(page) == []


def test_what_is_tapped_among_the_cards_turned_up_is_offered_there_alone(table: Table, window: Window) -> None:
    book = "space 1 | book standin.cover.inkblot standin.page.well"
    table.begin(f"bigbook | turn 1 black | {book} | todo lay:table:0:multi act:black:all", NAMES[:2], players=2)
    page = window.open(paired=True)
    page.locator("#says button", has_text="Shiver").wait_for()
    table.spoil("slot-2", "standin.multi.madness")
    page.locator("#falls .face").first.wait_for()
    labels = [
        one.lower() for one in page.locator(".turn button:visible, #fallen button:visible").all_inner_texts()
    ]
    assert page.locator("#says").is_hidden()
    assert len(labels) == len(set(labels)), labels


def test_a_match_that_lost_its_power_goes_on_where_it_was(tmp_path: Path) -> None:
    with hosting(tmp_path) as first:
        begin(first, DISCARD)
        first.ask(ask.Say("discard f1 m"))
        first.ask(ask.Say("destroy 3-left with f3 f2@green gain air"))
        match = first.host.moment.match
        assert match is not None
        before = match.rules.write_position(match.state)
    with hosting(tmp_path) as second:
        again = Browser(create_app(second.host).test_client())
        again.pair(again.client.application.extensions["doors"].code.code)
        assert again.get("/now").json["unfinished"] == 1
        assert again.post("/match/go-on").status_code == 200
        told = again.get("/now").json
        assert told["playing"]["position"] == before
        assert told["glance"]["gauges"][1]["value"] == 1
        assert again.post("/match/resume").status_code == 200
        assert again.post("/match/step-back").status_code == 200
        assert again.get("/now").json["glance"]["gauges"][1]["value"] == 2


def test_bad_input_is_told_with_the_rule(table: Table, player: Browser) -> None:
    begin(table)
    for text, rule, said in (
        ("destroy 3-left with f3 m gain air", "bigbook.cost.madness-pays-nothing", "A madness card pays nothing."),
        ("destroy 2 with f3 f1 gain air", "bigbook.curse.destroy-any-slot", "slot 2 is empty"),
        ("lay 5 standin.fire.madness", "bigbook.round.curse-total", "three to five curses"),
    ):
        answer = player.post("/match/say", text=text)
        assert answer.status_code == 409
        assert rule in answer.json["rules"]
        assert said in answer.json["detail"]
    answer = player.post("/match/say", text="cast my.spell with f1")
    assert "bigbook.components.spells" in answer.json["detail"]
    told = player.client.post(
        "/api/v1/match/say",
        json={"text": "cast my.spell with f1"},
        headers={WORD: player.word, "Accept-Language": "fr"},
    )
    assert told.json is not None
    assert told.json["detail"].startswith("la boîte de cette partie ne connaît pas de carte 'my.spell'")


# -- in a browser ----------------------------------------------------------------------------------------------


def test_a_turn_that_cannot_end_says_why_by_the_rule_and_what_to_do(table: Table, player: Browser) -> None:
    begin(table, TURN + " | todo discard:black:1 act:green:all")
    answer = player.post("/match/end-turn")
    assert (answer.status_code, answer.json["rules"]) == (409, ["bigbook.turn.phases"])
    assert answer.json["detail"].endswith("What is under way comes first. Ana: discard cards from the hand: 1.")
    assert player.post("/match/say", text="discard f2").status_code == 200
    refused = player.post("/match/end-turn", by=0)
    assert (refused.status_code, refused.json["rules"]) == (409, ["bigbook.turn.active-only"])
    assert refused.json["detail"].endswith("now it is for Cleo.")


def test_what_is_refused_is_said_with_its_rule_to_be_looked_up(table: Table, window: Window) -> None:
    begin(table)
    page = window.open(paired=True)
    page.locator("#deed").fill("destroy 3-left with f3 m gain air")
    page.locator("#deed").press("Enter")
    told = page.locator("#messages p", has_text="A madness card pays nothing.")
    told.get_by_role("link", name="bigbook.cost.madness-pays-nothing").wait_for()
    assert faults_of(page) == []


def test_a_curse_is_destroyed_card_by_card(table: Table, window: Window) -> None:
    begin(table)
    page = window.open(paired=True)
    page.locator("#glance-head").get_by_text("Danger").wait_for()
    assert faults_of(page) == []
    offer = page.locator(".offer", has_text="Creeping doubt")
    offer.locator("summary").click()
    go = offer.locator(".picker button[type=submit]")
    offer.get_by_role("button", name="Madness 0").first.click()
    offer.locator(".why-not", has_text="A madness card pays nothing.").wait_for()
    expect(go).to_be_disabled()
    assert faults_of(page) == []
    offer.get_by_role("button", name="One less: Madness").click()
    offer.get_by_role("button", name="Fire 3 0").click()
    offer.get_by_role("button", name="Fire 1 0").click()
    offer.get_by_role("button", name="Air", exact=True).click()
    offer.locator(".sum-up", has_text="Fire: 4 of 4 paid").wait_for()
    go.click()
    page.locator("#gauges .gauge", has_text="Curses on the track").get_by_text("1", exact=True).wait_for()
    page.locator("#step-back").click()
    page.locator("#gauges .gauge", has_text="Curses on the track").get_by_text("2", exact=True).wait_for()


def test_several_cards_are_discarded_by_keys_alone(table: Table, window: Window) -> None:
    begin(table, DISCARD)
    page = window.open(paired=True)
    offer = page.locator("#due")
    offer.locator(".picker").wait_for()
    for name in ("Madness", "Fire 1"):
        offer.locator(".pick", has_text=name).first.focus()
        page.keyboard.press("Enter")
    expect(offer.locator(".sum-up li").first).to_have_text("2 of 2 chosen")
    offer.locator(".picker button[type=submit]").focus()
    page.keyboard.press("Enter")
    page.locator("#waits", has_text="It is Cleo's turn to act.").wait_for()


def test_a_screen_that_nobody_touches_holds_the_whole_round(table: Table, window: Window) -> None:
    begin(table)
    page = window.open("kiosk", viewport={"width": 1920, "height": 1080})
    page.locator("#glance-head").get_by_text("Danger").wait_for()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    assert page.locator("#offers").is_hidden()
    assert faults_of(page) == []


FIVE = (
    "bigbook players=5 | turn 3 green | slots 3-left:standin.fire.madness:! 4:standin.water.support"
    " | green hand f1 f3 unseen 4 pool e1 e1 w1 w1 a1 a1"
)
PHONE = {"width": 390, "height": 844}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_on_a_phone_the_round_comes_first_and_then_what_can_be_done(
    table: Table, window: Window, language: str
) -> None:
    table.begin(FIVE, ("Ana", "Bernadette", "Cleo", "Dan", "Eve"), players=5)
    page = window.open(f"?lang={language}", paired=True, viewport=PHONE)
    page.locator(".offer").first.wait_for()
    order = ["#glance-head", "#gauges", "#tracks", "#players", "#offers", "#saying"]
    tops = [page.locator(one).bounding_box()["y"] for one in order]
    assert tops == sorted(tops)
    # the round and the books are in sight at once, and so is the end of the turn
    turn = page.locator(".turn").bounding_box()
    books = page.locator("#players").bounding_box()
    assert books["y"] + books["height"] < turn["y"] < turn["y"] + turn["height"] <= PHONE["height"]
    assert page.locator("#end-turn").is_visible()
    assert page.locator(".offer-part[open]").count() == 1
    assert faults_of(page) == []


def test_all_of_it_is_a_press_away(table: Table, window: Window) -> None:
    begin(table)
    page = window.open(paired=True, viewport=PHONE)
    page.locator(".brief").first.wait_for()
    for place in ("#needed", "#pages", ".known"):
        assert page.locator(place).first.is_hidden()
    page.locator("#in-full").click()
    for place in ("#needed", "#pages", ".known"):
        assert page.locator(place).first.is_visible()
    assert page.locator(".brief").first.is_hidden()
    assert faults_of(page) == []


@pytest.mark.parametrize(("width", "players"), [(1280, 5), (1280, 3), (1000, 4), (390, 5)])
def test_no_clock_breaks_a_name(tmp_path: Path, chromium: Any, width: int, players: int) -> None:
    names = ("Maximiliana", "Bernadette", "Cleo", "Dan", "Eve")[:players]
    timing = Timing(turn=Timer(Way.DOWN, 0.1))
    with (
        hosting(tmp_path, timing=timing) as table,
        Page(table.host, Settings(web=WebSettings(port=free_port()))) as served,
    ):
        table.begin(FIVE.replace("players=5", f"players={players}"), names, players=players)
        window = Window(chromium, served.url, table)
        page = window.open(viewport={"width": width, "height": 800})
        page.locator(".clock[data-seat]", has_text="−").wait_for()
        lines = page.evaluate("[...document.querySelectorAll('.who b')].map((one) => one.getClientRects().length)")
        window.close()
    assert lines == [1] * players


@pytest.mark.parametrize("width", [390, 820, 1280, 1920])
def test_nothing_stands_out_to_the_side(table: Table, window: Window, width: int) -> None:
    begin(table)
    page = window.open("?lang=fr", paired=True, viewport={"width": width, "height": 900})
    page.locator("#glance-head").wait_for()
    page.locator(".offer.ready summary").first.click()
    page.locator(".picker").first.wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
