"""The simulated table over HTTP: things are put somewhere, and the referee sees it through the camera."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from runewatch.referee.assessing import Standing
from tests.web.conftest import Browser
from tests.web.hosting import until
from tests.web.simulating import Simulation, played, use_simulation


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Simulation]:
    yield from use_simulation(tmp_path, monkeypatch)


def places(browser: Browser) -> dict[str, list[str]]:
    told = browser.get("/sim").json
    return {one["name"]: [thing["name"] for thing in one["things"]] for one in told["places"]}


def test_without_a_match_there_is_nothing_to_move(player: Browser) -> None:
    told = player.get("/sim").json
    assert told["why"]
    assert told["places"] == []
    for path, sent in (
        ("move", {"thing": "x"}),
        ("tidy", {}),
        ("hand", {"place": "a1"}),
        ("light", {"percent": 50}),
    ):
        assert player.post(f"/sim/{path}", **sent).status_code == 409
    assert player.get("/sim/picture").status_code == 409


def test_everybody_sees_and_only_players_move(table: Simulation, watcher: Browser) -> None:
    table.begin()
    assert places(watcher)["a1"]
    for path in ("sim/move", "sim/turn", "sim/tidy", "sim/hand", "sim/light", "sim/camera", "box/press", "demo"):
        assert watcher.post(f"/{path}").status_code == 401, path


def test_a_turned_tile_is_seen_and_refereed(table: Simulation, player: Browser) -> None:
    table.begin()
    assert player.post("/sim/turn", thing="black-inactive", place="c2").status_code == 200
    assert table.lies("c2") == ("black-active",)
    table.until(lambda moment: bool(moment.match and moment.match.steps))
    assert played(table) == ["flip c2"]


def test_what_is_not_allowed_can_be_done_all_the_same(table: Simulation, player: Browser) -> None:
    table.begin()
    assert player.post("/sim/turn", thing="violet-inactive", place="a1").status_code == 200
    table.until(lambda moment: moment.standing is Standing.OUT_OF_STEP)
    assert player.post("/sim/tidy").status_code == 200
    table.until(lambda moment: moment.standing is Standing.IN_STEP)
    assert player.get("/sim").json["is_right"] is True


def test_a_row_is_pushed_and_the_referee_makes_a_shift_of_it(table: Simulation, player: Browser) -> None:
    table.begin("spell 2e | b v b v / V V b N / v Vm b b / v . BM b | turn violet | runes 1O 2P")
    assert player.post("/sim/move", thing="neutral", source="d2", target="b4").status_code == 200
    assert player.post("/sim/move", thing="black-inactive", source="d3", target="d2").status_code == 200
    assert player.post("/sim/move", thing="black-inactive", source="d4", target="d3").status_code == 200
    table.until(lambda moment: bool(moment.match and moment.match.steps))
    assert played(table) == ["shift d2 up"]


@pytest.mark.parametrize(
    ("path", "sent", "status"),
    [
        ("move", {"thing": "black-active", "source": "a1", "target": "b1"}, 409),
        ("move", {"thing": "violet-inactive", "source": "a1", "target": "nowhere"}, 409),
        ("move", {"thing": "violet-inactive", "source": "a1", "target": "d4"}, 409),
        ("move", {"thing": "violet-inactive", "source": "a1", "target": "a0"}, 409),
        ("move", {"thing": "nothing", "target": "d3"}, 409),
        ("turn", {"thing": "neutral", "place": "b1"}, 409),
        ("hand", {"place": "nowhere"}, 409),
        ("light", {"percent": 101}, 400),
        ("camera", {"deed": "steal"}, 400),
        ("move", {}, 400),
    ],
)
def test_what_no_hand_can_do_is_refused_in_a_sentence(
    table: Simulation, player: Browser, path: str, sent: dict[str, Any], status: int
) -> None:
    table.begin()
    before = places(player)
    answer = player.post(f"/sim/{path}", **sent)
    assert answer.status_code == status
    assert answer.json["detail"]
    assert places(player) == before


def test_hands_take_on_only_so_much(table: Simulation, player: Browser) -> None:
    table.begin()
    answers = {player.post("/sim/hand", place="a1").status_code for _ in range(30)}
    assert answers == {200, 409}


def test_the_light_and_the_camera(table: Simulation, player: Browser) -> None:
    table.begin()
    assert player.get("/sim").json["light"] == 1.0
    player.post("/sim/light", percent=30)
    assert player.get("/sim").json["light"] == pytest.approx(0.3)
    straight = table.table.scene.view
    player.post("/sim/camera", deed="bump")
    assert table.table.scene.view != straight
    player.post("/sim/camera", deed="straighten")
    assert table.table.scene.view == straight


def test_the_picture_is_sent_once(table: Simulation, player: Browser) -> None:
    table.begin()
    until(lambda: table.host.shot is not None)
    answer = player.get("/sim/picture")
    assert answer.data[:2] == b"\xff\xd8"
    assert answer.headers["ETag"]


def test_what_lies_beside_the_table_is_counted(table: Simulation, player: Browser) -> None:
    table.begin()
    kinds = {one["kind"]: one for one in player.get("/sim").json["aside"]}
    assert "tile" not in kinds, "all of them lie on the table"
    counts = {one["thing"]["name"]: one["count"] for one in kinds["figure"]["pieces"]}
    assert counts["violet-elemental"] == 3
    player.post("/sim/move", thing="violet-elemental", target="a1")
    kinds = {one["kind"]: one for one in player.get("/sim").json["aside"]}
    assert {one["thing"]["name"]: one["count"] for one in kinds["figure"]["pieces"]}["violet-elemental"] == 2
    player.post("/sim/move", thing="violet-elemental", source="a1")
    assert places(player)["a1"] == ["violet-inactive"]


def test_the_table_speaks_the_readers_language(table: Simulation, player: Browser) -> None:
    table.begin()
    french = player.get("/sim", headers={"Accept-Language": "fr"}).json
    assert french["places"][0]["things"][0]["title"] != player.get("/sim").json["places"][0]["things"][0]["title"]


# -- the box ------------------------------------------------------------------------------------------------


def test_the_lights_glow_as_on_the_box(table: Simulation, player: Browser) -> None:
    table.begin()
    until(lambda: any(one["pattern"] == "steady" for one in player.get("/box").json["lights"]))
    lights = {one["name"]: one for one in player.get("/box").json["lights"]}
    assert lights["in-step"]["pattern"] == "steady"
    assert lights["seat-1"]["title"] == "Ana"
    assert lights["in-step"]["age"] >= 0


def test_a_button_ends_the_turn_and_a_long_press_pauses(table: Simulation, player: Browser) -> None:
    table.begin()
    assert player.post("/box/press", name="button-1").status_code == 200
    table.until(lambda moment: bool(moment.match and moment.match.steps))
    assert player.post("/box/press", name="arbiter", long=True).status_code == 200
    table.until(lambda moment: bool(moment.match and moment.match.paused))
    assert player.post("/box/press", name="nothing").status_code == 404


# -- browsers hear of it ------------------------------------------------------------------------------------


def test_every_browser_hears_that_something_was_done(table: Simulation, app: Flask, player: Browser) -> None:
    table.begin()
    stream = app.test_client().get("/api/v1/events", buffered=False)
    pieces = iter(stream.response)
    next(pieces)
    assert player.post("/sim/turn", thing="black-inactive", place="c2").status_code == 200
    for piece in pieces:
        assert b": alive" not in piece, "nothing came for long"
        if piece == b"event: news\ndata: table\n\n":
            stream.close()
            return
    raise AssertionError("the stream has ended")


# -- the demo -----------------------------------------------------------------------------------------------


def test_the_demo_is_begun_and_told_in_the_readers_language(table: Simulation, player: Browser) -> None:
    assert player.get("/demo").json["going"] == "off"
    assert player.post("/demo", deed="start").status_code == 200
    until(lambda: bool(player.get("/demo").json["caption"]))
    told = player.get("/demo").json
    assert told["going"] == "playing"
    assert told["scenes"] > 5
    assert player.get("/demo", headers={"Accept-Language": "fr"}).json["caption"] != told["caption"]
    assert player.post("/demo", deed="start").status_code == 409
    for deed, going in (("pause", "paused"), ("go-on", "playing"), ("next", "playing"), ("stop", "off")):
        player.post("/demo", deed=deed)
        assert player.get("/demo").json["going"] == going
    assert player.post("/demo", deed="dance").status_code == 400


def test_all_of_it_is_in_the_description(player: Browser) -> None:
    told = json.loads(player.client.get("/api/v1/openapi.json").data)
    assert {"/sim", "/sim/move", "/sim/picture", "/box", "/box/press", "/demo"} <= {
        path.removeprefix("/api/v1") for path in told["paths"]
    }
