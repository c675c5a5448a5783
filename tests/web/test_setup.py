"""From nothing to a match: the wizard, and the interface below it."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from engine.catalogue import game_named
from engine.contract import Rules
from runewatch.choosing import choices
from runewatch.live.moment import Stage
from runewatch.sight import profiles
from runewatch.sight.showing import LESSONS, lesson_layout
from tests.web.conftest import Browser, Window
from tests.web.hosting import PATIENCE, Table
from tests.web.test_table_view import faults_of
from vision.profile import Profile

START = {"game": "spell", "names": ["Ana", "Leo"]}


@pytest.fixture
def simulated(table: Table) -> Table:
    """A table without a camera."""
    table.eyes.cameras = ()
    return table


# -- options ----------------------------------------------------------------------------------------------


def test_what_does_not_go_together_says_why() -> None:
    found = {one.option.name: one for one in choices(game_named("spell"), {"solo": "hard"}).chances}
    assert not found["asymmetric"].is_open
    assert "edition 2e" in str(found["edition"].ways[1].refused)
    assert found["opening"].is_open
    assert found["solo-orthogonal"].is_open


def test_what_the_rules_ask_for_stands_with_the_main_choices_even_if_it_is_a_text() -> None:
    found = {one.option.name: one for one in choices(game_named("archimage"), {"mages": "seer, witch"}).chances}
    assert found["mages"].is_main
    assert found["mages"].value == ("seer", "witch")
    assert not found["violet-mixed"].is_main


def test_further_choices_are_put_back_when_they_do_not_fit_any_more() -> None:
    found = choices(game_named("spell"), {"opening": "siege", "solo-orthogonal": True, "zero-slide": True})
    assert dict(found.setup) == {"zero-slide": True}
    assert [option.name for option, _ in found.put_back] == ["opening", "solo-orthogonal"]


OWN_MAGICIANS = "\n".join(
    f"""[[magician]]
code = "mine.{element}"
origin = "our box"
title = {{ en = "Our {element}" }}
element = "{element}"
deck = "f2 f1 f1 f1 e1 e1 w1 w1 w1 a1 a1 a1"
"""
    for element in ("fire", "water")
)


@pytest.mark.parametrize("first", ["cards", "stand-ins"])
def test_a_switch_may_need_a_text_whichever_comes_first(first: str) -> None:
    """Without stand-ins there have to be magicians of one's own."""
    wanted: dict[str, Any] = {"cards": OWN_MAGICIANS, "stand-ins": False}
    game = game_named("bigbook")
    found = choices(game, {first: wanted[first], **wanted})
    assert (dict(found.setup), found.put_back) == (wanted, ())
    (locked,) = (one for one in choices(game, {}).chances if one.option.name == "stand-ins")
    assert not locked.is_open
    assert "magicians" in str(locked.ways[0].refused)
    (freed,) = (one for one in choices(game, {"cards": OWN_MAGICIANS}).chances if one.option.name == "stand-ins")
    assert freed.is_open


def test_a_switch_that_lacks_its_text_is_put_back_and_says_what_it_needs() -> None:
    found = choices(game_named("bigbook"), {"stand-ins": False, "cards": "[[spell]"})
    assert dict(found.setup) == {}
    assert {option.name: str(why).split(":")[0] for option, why in found.put_back} == {
        "stand-ins": "to play without the stand-in texts, write down the magicians that play, with their decks,"
        " among the cards of your own box (option cards)",
        "cards": "cards, line 1, column 8",
    }


def test_the_choices_are_told_in_words(simulated: Table, player: Browser) -> None:
    told = player.post("/setup/choices", game="spell", setup={"solo": "normal"}).json
    assert [seat["is_played"] for seat in told["seats"]] == [False, True]
    deck = next(one for one in told["options"] if one["name"] == "deck")
    assert [way["title"] for way in deck["ways"]] == ["Basic runes", "Advanced runes"]
    assert not next(one for one in told["options"] if one["name"] == "zero-slide")["is_main"]
    refused = player.post("/setup/choices", game="spell", setup={"edition": "3e"})
    assert (refused.status_code, refused.json["detail"]) == (
        400, "option edition must be one of: 2e, 1e; not '3e'"
    )  # fmt: skip


def test_what_reads_the_printed_set_is_made_ready_while_people_choose(
    simulated: Table, player: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(profiles, "built_in", lambda game: drawn.append(game.name))

    def chosen(name: str) -> list[str]:
        player.post("/setup/choices", game=name)
        simulated.host.apart(lambda: None).result(PATIENCE)
        return drawn

    assert chosen("spell") == chosen("spell") == ["spell"]
    # no camera follows this one
    assert chosen("bigbook") == ["spell"]
    assert chosen("spellbook") == ["spell", "spellbook"]


def test_a_set_of_ones_own_makes_nothing_ready(
    table: Table, player: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    monkeypatch.setattr(profiles, "built_in", lambda game: drawn.append(game.name))
    profiles.keep(Profile("mine", (), {"game": "spell"}))
    player.post("/setup/choices", game="spell")
    table.host.apart(lambda: None).result(PATIENCE)
    assert drawn == []


# -- lessons ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(LESSONS))
def test_a_lesson_shows_everything_and_needs_no_more_than_the_box_holds(number: int) -> None:
    game = game_named("spell")
    rules = game.open(game.sight)
    names = [thing.name for things in lesson_layout(rules, number).values() for thing in things]
    shown = {thing.name for thing in rules.plan().things if thing.kind in ("tile", "special", "figure")}
    assert set(names) == shown
    for supply in rules.plan().supply:
        assert sum(names.count(name) for name in supply.things) <= supply.count


@pytest.mark.parametrize("number", range(LESSONS))
def test_a_lesson_of_stones_shows_each_twice_and_leaves_points_bare(number: int) -> None:
    game = game_named("spellbook")
    rules = game.open(game.sight)
    laid = lesson_layout(rules, number)
    names = [thing.name for things in laid.values() for thing in things]
    assert {names.count(thing.name) for thing in rules.plan().things} == {2}
    assert len(laid) == 16


def test_stones_are_taught_by_what_the_simulated_camera_sees(simulated: Table, player: Browser) -> None:
    assert "t-south-fire" in player.get("/lessons/0?game=spellbook").json["symbols"]
    told = taught(player, "gems", 0)
    assert (told["photos"], told["doubts"]) == (1, [])
    assert {one["times"] for one in told["shown"]} == {2}


def test_dice_are_taught_by_what_the_simulated_camera_sees(simulated: Table, player: Browser) -> None:
    shown = player.get("/lessons/0?game=archimage").json
    assert "t-die-red-" in shown["symbols"]
    assert "t-die-red-" in shown["board"], "the sheet is drawn, not the board beside it"
    told = taught(player, "dice", 0, "archimage")
    assert (told["photos"], told["doubts"], told["apart"]) == (1, [], [])
    assert sum(one["times"] for one in told["shown"]) == len(shown["places"])


def test_a_board_of_several_sheets_is_taught_beside_the_dice(simulated: Table, player: Browser) -> None:
    shown = player.get("/lessons/0?game=archimage&sheet=board-3").json
    assert shown["sheet"] == "board-3"
    assert [one["name"] for one in shown["sheets"]] == ["dice", *(f"board-{players}" for players in range(2, 6))]
    assert shown["sheets"][2]["title"] == "Board for three players"
    assert "tray-" not in shown["board"]
    assert player.get("/lessons/0?game=spell").json["sheets"] == []
    taught(player, "both", 0, "archimage")
    told = taught(player, "both", 0, "archimage&sheet=board-2")
    assert (told["photos"], told["doubts"]) == (2, [])
    assert all(one["times"] for one in told["shown"])
    known = profiles.stored("both")
    assert known is not None
    assert {one.sheet for one in known.photos} == {"dice", "board"}
    dice, board = game_named("archimage").open().watched().sheets
    assert known.of_sheet(dice).photos[0].told.keys() >= {"tray-shaman", "tray-witch"}
    assert {name for one in known.of_sheet(board).photos for names in one.told.values() for name in names} >= {
        "seal-red-2", "mage-witch", "scroll-synergy-fire",
    }  # fmt: skip


def taught(player: Browser, name: str, lesson: int, game: str = "spellbook") -> Any:
    """What the camera's own photo of a lesson teaches."""
    path = f"/api/v1/sets/{name}/photos?game={game}&lesson={lesson}"
    return player.client.post(path, headers={"X-Runewatch-Word": player.word}).json


def test_a_lesson_is_drawn_and_written(simulated: Table, player: Browser) -> None:
    told = player.get("/lessons/1").json
    assert told["number"] == 1
    assert told["board"].startswith("<svg")
    assert "t-black-mage" in told["symbols"]
    game = game_named("spell")
    rules, layout = game.read_layout(told["layout"])
    assert layout == lesson_layout(rules, 1)


@pytest.mark.parametrize(
    ("sent", "status", "says"),
    [
        (b"no picture at all", 400, "the picture is not a picture that can be read: expected JPEG or PNG"),
        (cv2.imencode(".png", np.zeros((600, 800, 3), np.uint8))[1].tobytes(), 409, "the picture is black"),
        (b"\xff\xd8\xff" * 6_000_000, 413, "too much at once"),
    ],
)
def test_photos_that_teach_nothing_are_refused_in_a_sentence(
    simulated: Table, player: Browser, sent: bytes, status: int, says: str
) -> None:
    answer = player.client.post("/api/v1/sets/mine/photos", data=sent, headers={"X-Runewatch-Word": player.word})
    assert answer.status_code == status
    assert answer.json is not None
    assert says in answer.json["detail"]
    assert profiles.names() == ()


def test_names_of_sets_are_checked(simulated: Table, player: Browser) -> None:
    assert "is no name for a profile" in player.post("/sets/..%5Cx/photos").json["detail"]
    assert "known already" in player.post("/sets/printed/photos").json["detail"]
    headers = {"X-Runewatch-Word": player.word}
    assert player.client.delete("/api/v1/sets/none", headers=headers).status_code == 409


# -- starting ---------------------------------------------------------------------------------------------


def test_only_those_who_take_part_set_up(simulated: Table, watcher: Browser) -> None:
    for path in ("/setup", "/sight", "/sight/picture"):
        assert watcher.get(path).status_code == 401
    assert watcher.post("/setup/start", **START).status_code == 401


def test_a_match_begins_with_its_clocks(simulated: Table, player: Browser) -> None:
    clocks = {"turn": {"way": "down", "seconds": 90}, "round": {"way": "off", "seconds": 0}}
    assert player.post("/setup/start", **START, clocks=clocks).status_code == 200
    moment = simulated.until(lambda moment: moment.stage is Stage.PLAYING)
    assert moment.match is not None
    assert moment.match.began.names == ("Ana", "Leo")
    assert moment.clocks is not None
    assert moment.clocks.timing.turn.seconds == 90
    # nothing lies there yet, and that is as it should be: what is built next is looked for where it is built
    assert simulated.host.sitting is not None
    assert simulated.host.sitting.referee.overlay


@pytest.mark.parametrize(
    ("wish", "says"),
    [
        (
            {"clocks": {"turn": {"way": "down", "seconds": 0}, "round": {"way": "off", "seconds": 0}}},
            "turn_seconds",
        ),
        (
            {"clocks": {"turn": {"way": "sideways", "seconds": 9}, "round": {"way": "off", "seconds": 0}}},
            "sideways",
        ),
        ({"setup": {"solo": "hard", "edition": "1e"}}, "edition 2e"),
        ({"game": "chess"}, "chess"),
    ],
)
def test_what_cannot_be_begun_changes_nothing(simulated: Table, player: Browser, wish: Any, says: str) -> None:
    answer = player.post("/setup/start", **{**START, **wish})
    assert answer.status_code == 400
    assert says in answer.json["detail"]
    assert simulated.host.moment.stage is Stage.SETTING_UP


def test_a_set_of_another_game_is_not_read(simulated: Table, player: Browser) -> None:
    profiles.keep(Profile("other", (), {"game": "chess"}))
    assert player.post("/setup/set", name="other").status_code == 200
    answer = player.post("/setup/start", **START)
    assert answer.json["detail"] == (
        "the set other was taught for chess, not for SPELL: choose the printed set, or teach one for SPELL"
    )


def test_no_file_of_the_box_is_looked_through(simulated: Table, player: Browser) -> None:
    answer = player.post("/setup/camera", name="/etc/hostname")
    assert answer.status_code == 400
    assert "no such camera" in answer.json["detail"]


def test_the_camera_stays_while_a_match_is_played(simulated: Table, player: Browser) -> None:
    simulated.begin()
    assert player.post("/setup/camera", name="http://192.0.2.1/video").status_code == 409


def test_an_unfinished_match_is_given_up(simulated: Table, player: Browser) -> None:
    simulated.begin()
    player.post("/match/leave")
    told = player.get("/setup").json["unfinished"]
    assert told["names"] == ["Ana", "Leo"]
    assert player.post("/setup/give-up").status_code == 200
    assert player.get("/setup").json["unfinished"] is None
    assert simulated.host.house.journal.summary(told["number"]).over == "abandoned"


# -- in a browser -----------------------------------------------------------------------------------------


def wizard(window: Window, step: str = "", **more: Any) -> Any:
    page = window.open("setup", paired=True, **more)
    page.locator("#camera").wait_for()
    if step:
        page.evaluate(f"location.hash = '{step}'")
        page.locator(f"#{step}").wait_for()
    return page


def test_next_next_start(simulated: Table, window: Window) -> None:
    page = wizard(window)
    page.get_by_text("This is the simulated table").wait_for()
    for title in ("Where is the board?", "Which set is on the table?", "What is played, and by whom?", "Ready?"):
        page.get_by_role("button", name="Next").click()
        expect(page.get_by_role("heading", name=title)).to_be_focused()
    page.get_by_role("button", name="Start the match").click()
    page.wait_for_url(re.compile(r"/$"))
    simulated.until(lambda moment: moment.stage is Stage.PLAYING)


def test_without_the_code_the_wizard_asks_for_it(simulated: Table, window: Window) -> None:
    page = window.open("setup")
    page.locator("#gate-open").click()
    page.get_by_label("Pairing code").fill(simulated.code)
    page.keyboard.press("Enter")
    page.locator("#camera").wait_for()


def test_everything_with_the_keyboard_alone(simulated: Table, window: Window) -> None:
    page = wizard(window, "game")
    page.locator("#option-solo-0").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#option-solo-1")).to_be_checked()
    expect(page.locator("#option-solo-1")).to_be_focused()
    page.get_by_text("is played by the game").wait_for()
    page.locator("#name-1").fill("Ana")
    page.locator("#clock-turn").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.locator("#next").focus()
    page.keyboard.press("Enter")
    page.locator("#summary").get_by_text("For a turn: counts down, 60 seconds").wait_for()
    page.locator("#begin").focus()
    page.keyboard.press("Enter")
    match = simulated.until(lambda moment: moment.stage is Stage.PLAYING).match
    assert match is not None
    assert match.began.names == ("", "Ana")
    assert match.began.setup["solo"] == "normal"


def test_what_was_chosen_outlasts_the_language(simulated: Table, window: Window) -> None:
    page = wizard(window, "game")
    page.get_by_text("First edition").click()
    page.locator("#name-0").fill("Zoé")
    page.locator(".tongues").get_by_role("link", name="Français").click()
    page.locator("#game").wait_for()
    expect(page.locator("#option-edition-1")).to_be_checked()
    expect(page.locator("#name-0")).to_have_value("Zoé")
    assert page.locator("html").get_attribute("lang") == "fr"


def test_a_set_is_taught_step_by_step(simulated: Table, window: Window) -> None:
    page = wizard(window, "set")
    page.get_by_role("button", name="Teach another set").click()
    page.locator("#lesson svg.board").wait_for()
    page.locator("#photo").set_input_files({"name": "x.png", "mimeType": "image/png", "buffer": b"nothing"})
    page.locator("#teach-fault .fault").get_by_text("is not a picture").wait_for()
    page.locator("#take").click()
    page.locator("#taught").get_by_text("Everything was shown.").wait_for()
    assert page.locator("#taught-apart .meter").count() >= 2
    page.locator("#sets").get_by_text("my-set").wait_for()
    assert faults_of(page) == []
    stored = profiles.stored("my-set")
    assert stored is not None
    assert len(stored.photos) == 1


@pytest.mark.parametrize(("language", "first", "then"), [
    ("en", "Sheet for the dice", "Now show: Board for two players"),
    ("fr", "Feuille des dés", "Montrez maintenant\xa0: Plateau pour deux joueurs"),
])  # fmt: skip
def test_dice_are_shown_first_and_then_a_board(
    simulated: Table, window: Window, language: str, first: str, then: str
) -> None:
    page = wizard(window, "set", locale=language)
    page.locator("#teach-new").click()
    page.locator("#lesson svg.board").wait_for()
    assert page.locator("#teach-sheet").is_hidden()
    page.locator("#set-game").select_option("archimage")
    page.locator("#teach-sheet").wait_for()
    expect(page.locator("#set-sheet option:checked")).to_have_text(first)
    page.locator("#take").click()
    page.locator("#taught").wait_for()
    page.get_by_role("button", name=then).click()
    expect(page.locator("#set-sheet")).to_have_value("board-2")
    expect(page.locator("#teach-title")).to_have_text(re.compile(f"^{then.split(chr(58))[1].strip()}.*photo 1$"))
    expect(page.locator("#teach-title")).to_be_focused()
    assert page.locator("#taught").is_hidden()
    page.locator("#lesson [href='#t-seal-red-2']").first.wait_for()
    assert faults_of(page) == []
    page.locator("#set-sheet").select_option("board-4")
    page.locator("#lesson [href='#t-mage-mage']").first.wait_for()


def begun(page: Page, simulated: Table) -> Rules[Any, Any]:
    """Begins the match that was chosen, and what it is played by."""
    page.evaluate("location.hash = 'start'")
    page.locator("#begin").click()
    page.wait_for_url("**/")
    match = simulated.host.moment.match
    assert match is not None
    return match.rules


def test_a_board_of_ones_own_is_pasted_and_mended_beside_those_that_come_with_the_box(
    simulated: Table, window: Window
) -> None:
    page = wizard(window, "game")
    page.locator("#which-game").select_option("archimage")
    text = (files("engine.archimage") / "data" / "fan-2.toml").read_text(encoding="utf-8")
    page.locator(".own summary").click()
    page.locator("#own-board").fill(text.replace("power = 2", "power = 9", 1))
    page.locator("#own-board-use").click()
    # what is refused says where, and stays to be mended
    page.locator(".own .why").get_by_text("[[space]] 7 '1p': a circle has a power from 2 to 6").wait_for()
    assert "power = 9" in page.locator("#own-board").input_value()
    expect(page.locator("#option-board")).to_have_value("as the rules have it")
    page.locator("#own-board-file").set_input_files(
        {"name": "mine.toml", "mimeType": "text/plain", "buffer": text.encode()}
    )
    expect(page.locator("#option-board option:checked")).to_have_text("a text of your own")
    assert page.locator(".own .why").count() == 0
    assert faults_of(page) == []
    rules = begun(page, simulated)
    assert rules.setup["board"] == text


OWN_CURSE = """
[[curse]]
code = "mine.fire.1"
replaces = "standin.fire.madness"
origin = "our box"
title = { en = "Our curse" }
type = "fire"
effect = ["all: discard 1"]
copies = 2
"""


def test_cards_of_ones_own_box_are_pasted_as_lines_and_mended(simulated: Table, window: Window) -> None:
    page = wizard(window, "game")
    page.locator("#which-game").select_option("bigbook")
    page.locator(".own summary").get_by_text("Cards of your own box").click()
    page.locator("#own-cards").fill(OWN_CURSE.replace('"fire"', '"mud"'))
    page.locator("#own-cards-use").click()
    why = "[[curse]] 1 'mine.fire.1': type must be one of: earth, water, fire, air, multi; not 'mud'"
    page.locator(".own .why").get_by_text(why).wait_for()
    page.locator("#own-cards").fill(OWN_CURSE)
    page.locator("#own-cards-use").click()
    expect(page.locator(".own .why")).to_have_count(0)
    assert faults_of(page) == []
    rules = begun(page, simulated)
    assert rules.setup["cards"] == OWN_CURSE
    assert "mine.fire.1" in {thing.name for thing in rules.plan().things}


def test_what_was_typed_is_used_by_going_on_or_stays_to_be_mended(simulated: Table, window: Window) -> None:
    page = wizard(window, "game")
    page.locator("#which-game").select_option("bigbook")
    page.locator(".own summary").click()
    page.locator("#own-cards").fill(OWN_MAGICIANS.replace('"fire"', '"mud"'))
    page.locator("#next").click()
    page.locator(".own .why").get_by_text("element must be one of: earth, water, fire, air; not 'mud'").wait_for()
    assert page.evaluate("location.hash") == "#game"
    expect(page.locator("#own-cards")).to_be_focused()
    expect(page.locator("#put-back")).to_be_hidden()
    page.locator("#own-cards").fill(OWN_MAGICIANS)
    # whichever way on is taken, and it stays where it is while another language is chosen
    page.reload()
    expect(page.locator("#own-cards")).to_have_value(OWN_MAGICIANS)
    page.locator("[data-step=start]").click()
    page.locator("#summary").get_by_text("a text of your own").wait_for()


def test_what_holds_and_cannot_be_changed_now_says_why(simulated: Table, window: Window) -> None:
    page = wizard(window, "game")
    page.locator("#which-game").select_option("bigbook")
    switch = page.locator("#option-stand-ins")
    expect(switch).to_be_checked()
    expect(switch).to_be_disabled()
    page.locator("label[for=option-stand-ins]").get_by_text("write down the magicians that play").wait_for()
    page.locator(".own summary").click()
    page.locator("#own-cards").fill(OWN_MAGICIANS)
    page.locator("#own-cards-use").click()
    expect(switch).to_be_enabled()
    switch.uncheck()
    page.locator("#next").click()
    page.locator("#summary").get_by_text("not: play by the stand-in texts").wait_for()


def test_nothing_is_left_out_unsaid_when_a_match_begins(simulated: Table, player: Browser) -> None:
    refused = player.post("/setup/start", game="bigbook", setup={"cards": "[[spell]"})
    assert (refused.status_code, simulated.host.moment.match) == (400, None)
    assert "cards, line 1, column 8" in refused.json["detail"]


def test_an_unfinished_match_is_offered_first(simulated: Table, window: Window) -> None:
    simulated.begin()
    page = window.open("setup", paired=True)
    page.get_by_role("heading", name="A match is being played").wait_for()
    page.get_by_role("button", name="Put it aside").click()
    page.get_by_role("heading", name="There is an unfinished match").wait_for()
    assert page.locator("#wizard").is_hidden()
    assert faults_of(page) == []
    page.get_by_role("button", name="Go on with it").click()
    page.wait_for_url(re.compile(r"/$"))
    simulated.until(lambda moment: moment.stage is Stage.PLAYING)


@pytest.mark.parametrize(("language", "width"), [("en-GB", 1280), ("fr-FR", 390)])
def test_no_step_keeps_anybody_out(simulated: Table, window: Window, language: str, width: int) -> None:
    page = wizard(window, locale=language, viewport={"width": width, "height": 844})
    for step in ("camera", "board", "set", "game", "start"):
        page.evaluate(f"location.hash = '{step}'")
        page.locator(f"#{step}").wait_for()
        if step == "game":
            page.locator("#house summary").click()
        assert faults_of(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
