"""The history over HTTP: looked through, taken out and in, settled."""

from __future__ import annotations

import json

import pytest

from runewatch.events import Abandoned, Acted, Began
from runewatch.live.moment import Stage
from tests.web.conftest import Browser
from tests.web.hosting import Table
from tests.web.playing import ENDED, ILLEGAL, PLAYED, kept

RECORD = """\
[game "spell"]
[edition "2e"]
[black "Ana"]
[violet "Leo"]
[position "spell 2e | v N b b / v BM b v / v B b . / b v Vm v | runes 1O 2P"]

1 black: flip c2; end
1 violet: move b3

result: unfinished
"""


def test_the_list_is_paged_with_the_newest_first(table: Table, watcher: Browser) -> None:
    assert watcher.get("/history").json == {"count": 0, "page": 1, "pages": 1, "matches": []}
    kept(table, *PLAYED, ENDED, times=25)
    found = watcher.get("/history").json
    assert (found["count"], found["pages"], len(found["matches"])) == (25, 2, 20)
    newest = found["matches"][0]
    assert (newest["number"], newest["names"], newest["over"]) == (25, ["Ana", "Leo"], "ended")
    assert newest["outcome"] == "won by Ana"
    assert [one["number"] for one in watcher.get("/history?page=2").json["matches"]] == [5, 4, 3, 2, 1]
    assert watcher.get("/history?page=99").json["matches"] == []
    assert watcher.get("/history?page=-1").json["page"] == 1


def test_a_match_is_told_event_by_event(table: Table, watcher: Browser) -> None:
    number = kept(table, *PLAYED, ENDED)
    found = watcher.get(f"/history/{number}").json
    assert found["fault"] == ""
    said = [one["said"] for one in found["events"]]
    assert said[1] == "Ana: turn over the tile at c2"
    assert "Taken back" in said[4]
    assert [one["number"] for one in found["events"]] == list(range(8))


def test_the_table_after_each_event_is_drawn(table: Table, watcher: Browser) -> None:
    number = kept(table, *PLAYED, ENDED)
    drawn = [watcher.get(f"/history/{number}/tables/{i}").json for i in range(8)]
    assert all(one["board"].startswith('<svg class="board"') for one in drawn)
    assert 'is-changed" data-place="c2"' in drawn[1]["board"]
    assert drawn[2]["position"] == drawn[4]["position"]
    assert watcher.get(f"/history/{number}/tables/8").status_code == 404
    for missing in (99, 10**30):
        assert watcher.get(f"/history/{missing}").status_code == 404
        assert watcher.get(f"/history/{missing}/record").status_code == 404
        assert watcher.client.get(f"/history/{missing}").status_code == 404


def test_a_match_goes_out_and_comes_in_again(table: Table, player: Browser) -> None:
    number = kept(table, *PLAYED, ENDED)
    record = player.get(f"/history/{number}/record")
    assert record.headers["Content-Disposition"] == f'attachment; filename="runewatch-{number}.rwr"'
    again = player.post("/history", text=record.text).json
    assert (again["number"], again["names"], again["outcome"]) == (number + 1, ["Ana", "Leo"], "won by Ana")
    export = player.get(f"/history/{number}/events")
    assert [one["event"] for one in export.json["events"]][4] == "stepped-back"
    assert player.post("/history", text=export.text).json["number"] == number + 2
    assert player.get(f"/history/{number + 2}/record").text == record.text


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        (RECORD.replace("move b3", "move a1"), 8, "spell.mage.move.adjacent"),
        (RECORD.replace("flip c2", "jump c2"), 7, "jump"),
        (RECORD.replace("[edition", "[editions"), 2, ""),
        ("{ }", 0, "no record"),
        ('{"record": 5}', 0, "no record"),
        ("[" * 5000, 1, ""),
    ],
)
def test_what_cannot_come_in_is_refused_with_its_line(
    table: Table, player: Browser, text: str, line: int, said: str
) -> None:
    answer = player.post("/history", text=text)
    assert answer.status_code == 400
    assert answer.json["line"] == line
    assert said in answer.json["detail"]
    assert table.host.house.journal.count() == 0


def test_too_much_is_refused(player: Browser) -> None:
    assert player.post("/history", text="x" * 500_000).status_code == 400
    assert "100000 letters" in player.post("/history", text=RECORD + "\n" * 200_000).json["detail"]
    assert player.post("/history", text="x" * 2_000_000).status_code == 413


def test_a_match_that_goes_on_is_given_up_or_ended_as_agreed(table: Table, player: Browser) -> None:
    first, second = kept(table, *PLAYED), kept(table, *PLAYED)
    table.host.do(table.host.leave).result(5)
    assert player.get("/now").json["unfinished"] == second
    assert player.post(f"/history/{second}/finish", winners=[0, 7]).json["pointer"] == "/winners/1"
    assert player.post(f"/history/{second}/finish", winners=[1]).json["outcome"] == "won by Leo"
    assert player.get("/now").json["unfinished"] == first
    assert player.post(f"/history/{first}/abandon").json["outcome"] == "given up"
    assert player.get("/now").json["unfinished"] is None
    assert player.post(f"/history/{first}/abandon").status_code == 409
    assert player.post("/history/77/abandon").status_code == 404


def test_a_match_is_gone_on_with_from_here(table: Table, player: Browser) -> None:
    first, second = kept(table, *PLAYED), kept(table, *PLAYED)
    assert player.post(f"/history/{first}/go-on").status_code == 409
    assert player.post(f"/history/{second}/go-on").status_code == 200
    assert table.host.moment.stage is Stage.PLAYING
    assert player.post(f"/history/{second}/finish").status_code == 409
    assert player.post(f"/history/{second}/abandon").status_code == 200
    assert player.get("/now").json["stage"] == "over"


def test_a_match_that_no_longer_replays_is_shown_as_far_as_it_goes(table: Table, player: Browser) -> None:
    number = kept(table, *PLAYED, ILLEGAL, Acted(0, "end"))
    found = player.get(f"/history/{number}").json
    assert len(found["events"]) == 7
    assert "event 7 does not replay" in found["fault"]
    assert player.get(f"/history/{number}/record").status_code in (400, 409)
    assert len(json.loads(player.get(f"/history/{number}/events").text)["events"]) == 9
    page = player.client.get(f"/history/{number}")
    assert page.status_code == 200
    assert "does not replay to its end" in page.text
    assert player.post(f"/history/{number}/abandon").json["over"] == "abandoned"


def test_a_match_of_a_game_that_nobody_has_is_listed(table: Table, watcher: Browser) -> None:
    number = kept(table, Abandoned(), began=Began("chess", {}, ("Ana",)))
    assert watcher.get("/history").json["matches"][0]["title"] == "chess"
    assert watcher.get(f"/history/{number}").json["events"] == []
    assert watcher.client.get(f"/history/{number}").status_code == 200
    assert watcher.client.get("/history").status_code == 200


def test_who_took_no_seat_is_not_listed_while_a_match_goes_on(table: Table, watcher: Browser) -> None:
    kept(table, began=Began("bigbook", {"players": 3}, ("Ana", "Ben", "")))
    (told,) = watcher.get("/history").json["matches"]
    assert told["names"] == ["Ana", "Ben", "green"]


@pytest.mark.parametrize(
    ("names", "told"), [([], ["black", "violet", "green"]), (["", "Ben", ""], ["black", "Ben", "green"])]
)
def test_of_a_match_without_names_those_who_play_are_listed(
    table: Table, player: Browser, names: list[str], told: list[str]
) -> None:
    assert player.post("/match", game="bigbook", setup={"players": 3}, names=names).status_code == 200
    assert player.post("/match/leave").status_code == 200
    (listed,) = player.get("/history").json["matches"]
    assert listed["names"] == told


def test_players_and_their_figures(table: Table, watcher: Browser) -> None:
    assert watcher.get("/history/players").json == []
    assert "No match of named players" in watcher.client.get("/history/players").text
    number = kept(table, *PLAYED)
    table.host.house.journal.add(number, [ENDED], 1_700_000_100.0)
    found = {one["name"]: one for one in watcher.get("/history/players").json}
    assert (found["Ana"]["matches"], found["Ana"]["wins"], found["Leo"]["wins"]) == (1, 1, 0)
    assert 'class="plot"' in watcher.client.get("/history/players").text


def test_the_pages_are_in_both_languages_and_wrong_ones_are_told(table: Table, watcher: Browser) -> None:
    kept(table, *PLAYED, ENDED)
    assert '<html lang="fr"' in watcher.client.get("/history?lang=fr").text
    assert watcher.client.get("/history/9").status_code == 404
    assert watcher.client.get("/history?page=9").status_code == 404
    assert watcher.client.get("/history/1?event=3").status_code == 200
    assert watcher.client.get("/history/1?event=999999999999").status_code == 200
