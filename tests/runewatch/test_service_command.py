"""The match that is watched, as the command line begins and ends it."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from device.cameras.errors import CameraError
from runewatch.cli.app import app
from runewatch.live import opening
from runewatch.live import service as live_service
from runewatch.live.service import Service
from runewatch.live.sitting import Sitting
from runewatch.live.watching import Look, Watched
from tests.clock import Clock
from tests.runewatch.test_referee_more import OPENING, RIVAL
from tests.runewatch.test_service import Script


@pytest.fixture
def scripted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Watched]:
    """The command with a camera that shows what the test wants, instead of one that takes its time."""
    looks = [Watched(Look.RESTING)]

    def service(sitting: Sitting, settings: Any, source: Any) -> Service:
        script = Script(Clock())
        script.looks = looks or script.looks
        script.trouble = None if looks else CameraError("the camera {name} is not there", name="/dev/video9")
        return Service(sitting, script, script)  # type: ignore[arg-type]

    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setattr(opening, "service", service)
    monkeypatch.setattr(opening, "cameras", lambda settings: ("/dev/video9",))
    monkeypatch.setattr(opening, "camera", lambda *_: None)
    return looks


def run(*args: str, given: str | bytes = "quit\n", lang: str = "C", status: int = 0) -> Result:
    env = {"LANG": lang, "LANGUAGE": None, "LC_ALL": None}
    result = CliRunner(env=env).invoke(app, ["run", "--no-page", *args], input=given, catch_exceptions=False)
    assert result.exit_code == status, result.output
    return result


def test_a_match_is_refereed_and_gone_on_with(scripted: list[Watched]) -> None:
    told = run("--position", OPENING, given="move c3\nend\nnonsense\nquit\n").stdout
    assert "A match of SPELL begins." in told
    assert "Black: step from b3 to c3" in told
    assert "summon, levitate" in " ".join(told.split()), "what an action begins with"
    again = run(given="go\nquit\n", lang="fr_FR.UTF-8").stdout
    assert "continuer, ou abandonner" in " ".join(again.split())
    assert "Les pendules repartent." in again


def test_a_position_is_begun_from_whatever_was_broken_off(scripted: list[Watched]) -> None:
    run("--position", OPENING)
    assert "A match of SPELL begins." in run("--position", RIVAL).stdout
    assert "A match of SPELL begins." not in run().stdout


def test_as_json_each_line_is_a_document(scripted: list[Watched]) -> None:
    lines = run("--position", OPENING, "--json", given="help\nmove c3\nmove d4\nquit\n").stdout.splitlines()
    told = [json.loads(line) for line in lines]
    assert {"kept", "waiting", "help", "refused"} <= {one["kind"] for one in told}
    assert all(one["said"] for one in told if one["kind"] == "kept")


def test_what_is_no_text_is_refused_like_other_nonsense(scripted: list[Watched]) -> None:
    told = run("--position", OPENING, given=b"\xff\xfe\nmove c3\nquit\n").stdout
    assert "Black: step from b3 to c3" in told


def test_a_camera_that_is_pulled_out_is_said_in_words_and_the_match_goes_on(
    scripted: list[Watched], monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted.clear()
    monkeypatch.setattr(live_service, "BLIND", 0.0)
    told = run("--position", OPENING, "--seconds", "0.3", given="move c3\n").stdout
    assert "the camera /dev/video9 is not there" in told
    assert "lack: step from b3 to c3" in told


@pytest.mark.parametrize(
    ("args", "expected"),
    [
        (("--seconds", "-1"), "--seconds must be a number"),
        (("--play", "/nowhere.rwr"), "there is no file '/nowhere.rwr'"),
        (("--play", "x", "--position", OPENING), "there is no file 'x'"),
        (("--position", "chess | x"), "chess"),
        (("--set", "clocks.turn=sideways"), "clocks.turn"),
    ],
)
def test_what_cannot_be_is_said_before_anything_begins(
    scripted: list[Watched], args: tuple[str, ...], expected: str
) -> None:
    assert expected in run(*args, status=2).stderr


def test_with_nothing_to_type_in_it_ends_in_time(scripted: list[Watched], monkeypatch: pytest.MonkeyPatch) -> None:
    run("--position", OPENING, "--seconds", "0.05", given="")
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr("sys.stdin", closed)
    run("--seconds", "0.05", given="")
