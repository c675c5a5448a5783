"""``runewatch history``: what was played, told, exported, imported and counted."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from runewatch.cli.app import app
from runewatch.events import (
    Abandoned,
    Acted,
    Began,
    Corrected,
    Ended,
    Event,
    Paused,
    Resumed,
    SteppedBack,
)
from runewatch.journal.keeping import Journal

POSITION = "spell 2e | v b v b / v BM N Vm / b v b v / b v b . | turn black"
BEGAN = Began("spell", {}, ("Ana", "Léo"), POSITION)
RECORD = f'[game "spell"]\n[black "Ana"]\n[position "{POSITION}"]\n\n1 black: move c3; end\nresult: unfinished\n'
DAY = 1_795_000_000.0


@pytest.fixture(name="path", autouse=True)
def journal_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "data" / "journal.db"


def run(*args: str | Path, status: int = 0, lang: str = "C", given: str | None = None) -> Result:
    result = CliRunner(env={"LANG": lang, "LANGUAGE": None, "LC_ALL": None}).invoke(
        app, ["history", *map(str, args)], input=given, catch_exceptions=False
    )
    assert result.exit_code == status, result.output
    return result


def document(*args: str | Path, status: int = 0) -> Any:
    return json.loads(run(*args, "--json", status=status).stdout)


@pytest.fixture(name="played")
def some_matches(path: Path) -> None:
    """One that ended by agreement, one that was given up, one that goes on."""
    with Journal.open(path) as journal:
        first = journal.begin(BEGAN, DAY)
        events: list[Event] = [
            Acted(0, "move c3", seen=True), SteppedBack(0), Acted(0, "move c1"), Paused("out-of-step"), Resumed(),
            Corrected(POSITION, "the cat"), Ended((0,), "agreed"),
        ]  # fmt: skip
        for number, event in enumerate(events, 1):
            journal.add(first, [event], DAY + 60 * number)
        journal.begin(BEGAN, DAY + 900, then=[Abandoned()])
        journal.begin(Began("spell", {}), DAY + 1000)


def test_before_the_first_match(path: Path) -> None:
    assert run().stdout == "No match has been played yet.\n"
    assert document() == {"count": 0, "page": 1, "pages": 1, "matches": []}
    assert document("stats") == {"players": []}
    assert "No match of named players" in run("stats").stdout
    assert "there is no match 1" in run("show", "1", status=2).stderr
    assert not path.exists()


@pytest.mark.usefixtures("played")
def test_the_list() -> None:
    lines = run().stdout.splitlines()
    assert [line.split()[0] for line in lines[::2]] == ["3", "2", "1"]
    assert "SPELL  Ana – Léo" in lines[4]
    assert lines[5].strip().split("   ") == ["won by Ana", "0 – 0", "7 min", "8 events"]
    assert "given up" in lines[3]
    assert "goes on" in lines[1]
    assert max(map(len, lines)) <= 80
    found = document()
    assert (found["count"], [one["over"] for one in found["matches"]]) == (3, [None, "abandoned", "ended"])
    assert found["matches"][2]["winners"] == [0]


def test_the_list_in_pages(path: Path) -> None:
    with Journal.open(path) as journal:
        for number in range(45):
            journal.begin(BEGAN, DAY + number)
    assert "Page 1 of 3; --page shows another." in run().stdout
    assert [one["match"] for one in document("--page", "3")["matches"]] == [5, 4, 3, 2, 1]
    assert document("--page", "9")["matches"] == []
    assert "--page must be a number from 1" in run("--page", "0", status=2).stderr


@pytest.mark.usefixtures("played")
def test_a_match_step_by_step() -> None:
    told = run("show", "1").stdout
    for said in (
        "A match of SPELL begins. Ana plays black. Léo plays violet.", "Ana: step from", "Taken back: step from",
        "until table and match agree", "The clocks run again.", "The position is put right. the cat",
        "The players agree on the result",
    ):  # fmt: skip
        assert said in told
    assert "┌" not in told
    drawn = run("show", "1", "--draw").stdout
    assert drawn.count("Round 1") == 5
    found = document("show", "1")
    assert [step["event"] for step in found["steps"]][:3] == ["began", "acted", "stepped-back"]
    assert found["steps"][0]["position"] == found["steps"][2]["position"]
    assert found["steps"][1]["said"] == "Ana: step from b2 to c3"


@pytest.mark.usefixtures("played")
def test_out_to_a_file_and_in_again(tmp_path: Path) -> None:
    out = tmp_path / "match.rwr"
    assert "Match 1 is written to" in run("export", "1", out).stdout
    text = out.read_text(encoding="utf-8")
    assert run("export", "1").stdout == text
    assert "1 black: move c1" in text
    assert "{ the cat }" in text
    assert "It is match 4 of the history." in run("import", out).stdout
    assert run("export", "4").stdout == text
    assert document("import", out)["match"]["match"] == 5


@pytest.mark.usefixtures("played")
def test_out_as_json(tmp_path: Path) -> None:
    found = document("export", "1")
    assert [one["event"] for one in found["events"]][-1] == "ended"
    assert found["record"] == run("export", "1").stdout
    assert document("export", "1", tmp_path / "match.json")["file"] == str(tmp_path / "match.json")
    assert json.loads((tmp_path / "match.json").read_text(encoding="utf-8")) == found


def test_an_unfinished_record_can_be_gone_on_with(path: Path) -> None:
    run("import", "-", given=RECORD)
    with Journal.read(path) as journal:
        assert journal.unfinished() == 1


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("move c3", "move d4", "line 5, column 10: the rules refuse this: spell.mage"),
        ("move c3", "fly", "line 5, column 10"),
        ("result: unfinished\n", "", "it may have been cut off"),
        ("unfinished", "green", "line 6, column 1: expected who won"),
    ],
)
def test_a_faulty_record_is_not_taken_in(path: Path, old: str, new: str, message: str) -> None:
    told = run("import", "-", status=2, given=RECORD.replace(old, new)).stderr
    assert message in told
    assert "standard input" in told
    assert not path.exists()


def test_figures(path: Path) -> None:
    text = (files("runewatch") / "data" / "demo.rwr").read_text(encoding="utf-8")
    refused = ("1 violet: flip a2\n", "2 black: shift b3 down\n", "3 violet: claim 3M\n")
    for line in refused:
        text = text.replace(line, "")
    run("import", "-", given=text)
    ana, leo = document("stats")["players"]
    assert (ana["name"], ana["matches"], ana["wins"], ana["points_a_round"]) == ("Ana", 1, 1, 4.0)
    assert leo["points_a_round"] == 3.0
    assert ana["seconds_a_turn"] is None
    levels = {one["by"].get("level"): one["count"] for one in ana["counts"] if one["event"] == "rune-claimed"}
    assert (levels[1], levels[4]) == (2, 1)
    told = run("stats").stdout
    assert "points a round" in told
    assert "time a turn" not in told


def test_a_damaged_journal_is_saved_and_told(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.begin(BEGAN, DAY, then=[Acted(0, "move c3")])
        journal.begin(BEGAN, DAY, then=[Acted(0, "move c1")])
    content = bytearray(path.read_bytes())
    content[content.index(b"move c1")] ^= 1
    path.write_bytes(content)
    found = run("show", "2")
    assert "The journal was damaged; it is kept as" in found.stderr.replace("\n", " ")
    assert "These end early: 2." in found.stderr
    assert "move c1" not in found.stdout
    path.write_bytes(b"nonsense")
    found = run()
    assert "Saved: 0 matches" in found.stderr
    assert "No match has been played yet." in found.stdout
    assert len(list(path.parent.glob("journal.db.damaged-*"))) == 2


def test_the_journal_of_a_running_match_is_read_but_not_written(path: Path) -> None:
    with Journal.open(path) as journal:
        journal.begin(BEGAN, DAY)
        assert document()["count"] == 1
        assert "another Runewatch (process" in run("import", "-", status=2, given=RECORD).stderr


@pytest.mark.usefixtures("played")
def test_bad_words_are_told() -> None:
    assert "did you mean show?" in run("shwo", status=2).stderr
    assert "N must be a number" in run("show", "x", status=2).stderr
    assert "N is missing" in run("export", status=2).stderr
    assert "there is no match 99" in run("export", "99", status=2).stderr
    assert "cannot be written" in run("export", "1", "/nowhere/at/all", status=2).stderr
    assert "there is no file" in run("import", "nowhere.rwr", status=2).stderr
    assert "export" in run("-h").stdout
