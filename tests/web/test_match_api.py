"""Asking the referee over HTTP."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.catalogue import games
from engine.words import languages
from runewatch.live.moment import Stage
from runewatch.referee.assessing import Standing
from runewatch.settings.forms import TurnSettings
from tests.web.conftest import Browser
from tests.web.hosting import OPENING, Table
from web.api.match import MOST_ACTIONS
from web.security.access import WORD


def test_a_match_is_begun_played_and_given_up(table: Table, player: Browser) -> None:
    assert player.get("/now").json["stage"] == "setting-up"
    assert player.post("/match", game="spell", position=OPENING, names=["Ana", "Leo"]).status_code == 200
    assert [one["name"] for one in player.get("/now").json["players"]] == ["Ana", "Leo"]
    assert player.post("/match/say", text="move c3").status_code == 200
    assert player.post("/match/end-turn", at_once=True).status_code == 200
    assert player.get("/now").json["players"][1]["acts"]
    assert player.post("/match/abandon").status_code == 200
    assert table.host.moment.stage is Stage.OVER
    assert player.post("/match/leave").status_code == 200
    assert player.get("/now").json["stage"] == "setting-up"


@pytest.mark.parametrize("name", list(games()))
def test_every_game_is_set_up_and_shown(table: Table, player: Browser, name: str) -> None:
    """The page knows none of them by name."""
    table.eyes.cameras = ()
    assert player.post("/setup/start", game=name, names=[]).status_code == 200
    for language in languages():
        told = player.get(f"/now?lang={language}").json
        assert told["stage"] == "playing"
        assert told["board"].startswith("<svg")
        assert told["turn"]["waits"]
        # the table is drawn once, and not with letters beside it
        assert not any("|" in line or "──" in line for aside in told["asides"] for line in aside["lines"])
    assert player.client.get("/").status_code == 200
    assert player.client.get("/kiosk").status_code == 200


SAID = [game.name for game in games().values() if game.is_aided or not game.is_watched]


@pytest.mark.parametrize("name", SAID)
def test_what_no_camera_can_follow_is_said_and_nothing_is_read(
    table: Table, player: Browser, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key in ("is_watched", "is_aided"):
        monkeypatch.setattr(type(games()[name]), key, False)
    assert player.post("/setup/start", game=name, names=[]).status_code == 200
    told = player.get("/now").json
    assert any("no camera can follow" in line for one in told["log"] for line in one["said"])
    service = table.host.service
    assert service is not None
    told = player.get("/match/actions").json["actions"][0]
    assert told["sentence"]
    assert player.post("/match/say", text=told["text"], by=told["by"]).status_code == 200
    for _ in range(3):
        table.host.do(lambda: None).result()
    assert service.sighted is None
    assert player.get("/now").json["standing"] == Standing.IN_STEP.value


def test_what_may_be_said_is_listed_up_to_a_measure(table: Table, player: Browser, watcher: Browser) -> None:
    assert player.get("/match/actions").status_code == 409
    table.begin()
    match = table.host.moment.match
    assert match is not None
    legal = [match.rules.write_action(match.state, one) for one in match.rules.legal(match.state)]
    told = player.get("/match/actions").json
    assert [one["text"] for one in told["actions"]] == legal[:MOST_ACTIONS]
    assert told["more"] == (len(legal) > MOST_ACTIONS)
    assert watcher.get("/match/actions").status_code == 401, "what somebody may do is for those who take part"


def test_what_is_sent_twice_is_done_once(table: Table, player: Browser) -> None:
    table.begin()
    player.post("/match/say", text="flip c2")
    sent = {"by": 0, "at_once": True}
    assert [player.post("/match/end-turn", **sent).status_code for _ in range(2)] == [200, 409]
    steps = player.get("/now").json["turn"]["steps"]
    assert [player.post("/match/step-back", steps=steps).status_code for _ in range(2)] == [200, 409]
    table.doubt("move c3", "move a1")
    steps = player.get("/now").json["turn"]["steps"]
    assert player.post("/match/choose", number=0, steps=steps + 1).status_code == 409
    first, other, *_ = (one["written"] for one in player.get("/now").json["doubt"])
    assert player.post("/match/choose", number=0, written=other, steps=steps).status_code == 409
    assert player.post("/match/choose", number=0, written=first, steps=steps).status_code == 200


def test_what_the_rules_refuse_is_a_problem_with_its_rule(table: Table, player: Browser) -> None:
    table.begin()
    answer = player.post("/match/say", text="move d4")
    assert answer.status_code == 409
    assert answer.content_type == "application/problem+json"
    assert answer.json["rules"]
    assert answer.json["detail"]


def test_the_place_of_a_fault_in_notation_is_told(table: Table, player: Browser) -> None:
    table.begin()
    answer = player.post("/match", game="spell", position="spell 2e | x")
    assert answer.status_code in (400, 409)


def test_watching_does_not_let_anybody_change_anything(table: Table, watcher: Browser) -> None:
    table.begin()
    assert watcher.post("/match/pause").status_code == 401
    assert table.host.moment.standing is Standing.IN_STEP


def test_a_turn_that_the_page_may_not_end_is_not_ended(table: Table, player: Browser) -> None:
    table.begin()
    table.host.settings = replace(table.host.settings, turn=TurnSettings(("button",)))
    answer = player.post("/match/end-turn", at_once=True)
    assert answer.status_code == 409
    assert "turn.ends" in answer.json["detail"]
    assert player.get("/now").json["players"][0]["acts"]


def test_a_place_is_corrected_if_a_match_can_stand_so(table: Table, player: Browser) -> None:
    table.begin()
    told = player.get("/match/places/c2").json
    assert [kind["name"] for kind in told["kinds"]] == ["tile", "figure"]
    assert told["kinds"][0]["now"] == "black-inactive"
    assert player.get("/match/places/q9").status_code == 404
    assert player.post("/match/put-right", places={"c2": ["black-active"]}).status_code == 200
    assert player.get("/match/places/c2").json["kinds"][0]["now"] == "black-active"
    wrongs: tuple[dict[str, list[str]], ...] = ({"c2": []}, {"q9": []}, {"c2": ["unicorn"]}, {"c2": ["neutral"]})
    for wrong in wrongs:
        assert player.post("/match/put-right", places=wrong).status_code in (400, 409), wrong
    assert player.get("/match/places/c2").json["kinds"][0]["now"] == "black-active"


def test_what_is_said_is_said_in_the_reader_language(table: Table, player: Browser) -> None:
    table.begin()
    said = [_refused(player, f"/api/v1/match/say?lang={language}") for language in ("en", "fr")]
    assert said[0] != said[1]


def _refused(player: Browser, path: str) -> str:
    answer = player.client.post(path, json={"text": "move d4"}, headers={WORD: player.word})
    assert answer.json is not None
    return str(answer.json["detail"])


@pytest.mark.parametrize("name", [game.name for game in games().values() if game.is_aided])
def test_where_a_camera_only_helps_all_is_said_and_nothing_is_missed(
    table: Table, player: Browser, name: str
) -> None:
    assert player.post("/setup/start", game=name, names=[]).status_code == 200
    for _ in range(4):
        told = player.get("/match/actions").json["actions"][0]
        assert player.post("/match/say", text=told["text"], by=told["by"]).status_code == 200
    now = player.get("/now").json
    assert (now["standing"], now["lost"], now["owed"], now["fallen"]) == (Standing.IN_STEP.value, "", [], [])
    assert not any("no camera can follow" in line for one in now["log"] for line in one["said"])
    assert {one["source"] for one in now["relied"]} == {"said"}


@pytest.mark.parametrize("name", SAID)
def test_chance_does_all_that_is_due_until_somebody_is_waited_for(
    table: Table, player: Browser, name: str
) -> None:
    assert player.post("/setup/start", game=name, names=[]).status_code == 200
    for _ in range(len(games()[name].seats) + 1):  # each player chooses something first
        told = player.get("/match/actions").json
        if told["chance"]:
            break
        assert player.post("/match/draw").status_code == 409
        one = told["actions"][0]
        assert player.post("/match/say", text=one["text"], by=one["by"]).status_code == 200
    assert told["chance"]
    steps = player.get("/now").json["turn"]["steps"]
    assert player.post("/match/draw", steps=steps + 1).status_code == 409
    assert player.post("/match/draw", steps=steps).status_code == 200
    assert player.get("/now").json["turn"]["steps"] > steps
    assert not player.get("/match/actions").json["chance"]
    assert player.post("/match/draw").status_code == 409
