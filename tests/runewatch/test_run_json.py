"""``runewatch run --json``: every line of a played match is a document of the schema."""

from __future__ import annotations

import json
import re
import socket
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from engine.record import read_record
from engine.words import Words, languages
from runewatch.cli.app import app
from runewatch.cli.running import _first_turn, _kind
from runewatch.events import Acted, Began
from runewatch.journal.folder import NAME
from runewatch.journal.keeping import Journal
from runewatch.live import opening
from runewatch.live.service import Service
from runewatch.live.sitting import Announcement, Sitting
from runewatch.live.watching import Look, Watched
from runewatch.telling import told
from tests.clock import Clock
from tests.runewatch.refereeing import Camera, played
from tests.runewatch.test_referee_more import OPENING, RIVAL
from tests.runewatch.test_service import Script
from tests.runewatch.test_telling import NAMES, RULES, SAID

SCHEMA = json.loads((files("runewatch") / "data" / "cli.schema.json").read_text(encoding="utf-8"))
LINE = Draft202012Validator({"$ref": "#/$defs/run", "$defs": SCHEMA["$defs"]})
TYPED = "help\n1\naccept\nmove d4\nnonsense\npause\ngo\nend\nback\nend\nabandon\nquit\n"
OWN = {"page", "simulated", "safe", "salvaged", "help"}
"""Kinds of lines that are no announcements."""


def kinds(told: Iterable[dict[str, Any]]) -> set[str]:
    return {one["kind"] for one in told}


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A camera that sees two legal actions one after the other, and then rests."""

    def service(sitting: Sitting, settings: Any, source: Any) -> Service:
        rules, state = sitting.match.rules, sitting.match.state
        camera, states = Camera(rules.plan()), [state]
        if rules.closing(state) is not None:
            states += played(rules, state, ["shift b4 right", "move c3"])
        script = Script(Clock())
        script.looks = [
            Watched(Look.RESTING, camera.sighting(rules.layout(one))) for one in states for _ in range(3)
        ]
        return Service(sitting, script, script)  # type: ignore[arg-type]

    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(opening, "service", service)
    monkeypatch.setattr(opening, "cameras", lambda settings: ("/dev/video9",))
    monkeypatch.setattr(opening, "camera", lambda *_: None)


def lines(*args: str, given: str, lang: str) -> list[dict[str, Any]]:
    runner = CliRunner(env={"LANG": "C", "LANGUAGE": None, "LC_ALL": None})
    result = runner.invoke(
        app, ["run", "--no-page", "--json", "--lang", lang, *args], input=given, catch_exceptions=False
    )
    assert result.exit_code == 0, result.output
    found = [json.loads(line) for line in result.stdout.splitlines()]
    for one in found:
        LINE.validate(one)
    return found


@pytest.mark.usefixtures("table")
@pytest.mark.parametrize("language", languages())
def test_every_line_of_a_run_is_as_the_schema_says(language: str) -> None:
    found = lines("--position", OPENING, given=TYPED, lang=language)
    assert kinds(found) >= {"kept", "waiting", "help", "refused"}
    assert kinds(lines("--position", RIVAL, given="quit\n", lang=language)) >= {"kept", "instructed"}


@pytest.mark.usefixtures("table")
def test_what_is_seen_is_a_line_too() -> None:
    found = lines("--position", OPENING, "--seconds", "0.5", given="", lang="en")
    said = [sentence for one in found if one["kind"] == "kept" for sentence in one["said"]]
    assert said[1:3] == [
        "Black: carry the tile at b4 into the gap, then slide the line right",
        "Black: step from b3 to c3",
    ]


@pytest.mark.usefixtures("table")
def test_a_match_that_does_not_follow_any_more_stops_neither_the_page_nor_a_new_one(tmp_path: Path) -> None:
    """Rules of today may not allow what was played yesterday."""
    with Journal.open(tmp_path / "data" / NAME) as journal:
        journal.begin(Began("spell", {"edition": "2e"}, (), OPENING), 0.0, then=(Acted(0, "move d4"),))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    found = lines("--page", "--set", f"web.port={port}", "--seconds", "0.2", given="", lang="en")
    (sentences,) = (one["said"] for one in found if one["kind"] == "trouble")
    assert "cannot be gone on with" in sentences[0]
    assert "kept" in kinds(lines("--new", "--seconds", "0.2", given="", lang="en"))


@pytest.mark.parametrize("said", SAID, ids=NAMES)
def test_whatever_can_be_announced_fits(said: Announcement) -> None:
    LINE.validate({"kind": _kind(said), "said": told(Words(), RULES, said)})


def test_the_schema_knows_every_kind_of_line_and_no_other() -> None:
    named = {re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind.__name__).lower() for kind in get_args(Announcement)}
    assert set(SCHEMA["$defs"]["run"]["properties"]["kind"]["enum"]) == named | OWN


def test_a_record_that_is_played_begins_where_it_says_or_with_its_first_turn() -> None:
    position = (
        "archimage | board 1p=r2 | mages shaman=v1 witch=v2 | dice shaman=r2 witch=y2 | turn shaman | round 1"
    )
    head = f'[game "archimage"]\n[position "{position}"]\n'
    record = read_record(f"{head}\n1 shaman: break 1p with r2\nresult: unfinished\n")
    assert _first_turn(record) == position, "turns of this game have no end of their own"
    assert _first_turn(read_record('[game "archimage"]\n\nresult: unfinished\n')) == ""
