"""``runewatch box``: told in words and as JSON, with twins and with mock pins."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from engine.words import languages
from runewatch.cli.app import app


@pytest.fixture
def run(tmp_path: Path) -> Any:
    environ = {
        "LANG": "C", "LANGUAGE": None, "LC_ALL": None, "RUNEWATCH_DATA": str(tmp_path), "NO_COLOR": None,
        "RUNEWATCH_CONFIG": None, "XDG_CONFIG_HOME": str(tmp_path), "GPIOZERO_PIN_FACTORY": None,
    }  # fmt: skip

    def invoke(*args: str, **more: str) -> Result:
        return CliRunner(env=environ | more).invoke(app, ["box", *args], catch_exceptions=False)

    return invoke


SCHEMA = json.loads((files("runewatch") / "data" / "cli.schema.json").read_text(encoding="utf-8"))


def answer(result: Result, name: str) -> dict[str, Any]:
    """The JSON document of a command, which must be as its schema says."""
    found: dict[str, Any] = json.loads(result.stdout)
    Draft202012Validator({"$ref": f"#/$defs/{name}", **SCHEMA}).validate(found)
    return found


TEST = ("test", "--lit", "0", "--wait", "2", "--set", "camera.which=simulated")


def test_twins_are_tried_and_said_to_be_twins(run: Any) -> None:
    result = run(*TEST, "--json", "--set", "box.pins=simulated")
    found = answer(result, "box-test")
    assert (result.exit_code, found["fine"]) == (0, True)
    checks = [one["check"] for one in found["findings"]]
    assert checks == ["pins", *["light"] * 6, *["button"] * 3, "camera"]
    assert found["findings"][0]["found"] == "These are twins of lights and buttons: the settings say so."
    assert "sharpness" in found["findings"][-1]["found"]


@pytest.mark.parametrize("language", languages())
def test_it_is_told_in_words_with_a_frame(run: Any, language: str) -> None:
    result = run(*TEST, "--lang", language, "--set", "box.pins=simulated")
    lines = result.stdout.splitlines()
    assert result.exit_code == 0
    assert max(map(len, lines)) <= 80
    assert sum(line[:1] in ("✓", "·", "✗") for line in lines) == 11


def test_buttons_that_nobody_presses_end_it_with_a_status(run: Any) -> None:
    found = run(
        "test", "--lit", "0", "--wait", "0", "--set", "camera.which=simulated", GPIOZERO_PIN_FACTORY="mock"
    )
    assert found.exit_code == 1
    assert "reached through mock" in found.stdout
    assert "Press arbiter (pin 16)." in found.stdout
    assert "was not felt" in found.stdout


def test_the_frame_can_be_kept(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "table.jpg"
    result = run(*TEST, "--set", "box.pins=simulated", "--frame", str(path))
    assert result.exit_code == 0
    assert cv2.imread(str(path)).shape == (960, 1280, 3)


def test_pins_and_a_camera_that_cannot_be_had(run: Any) -> None:
    result = run(*TEST, "--json", "--set", "box.pins=pigpio", "--set", "camera.which=/dev/none")
    found = answer(result, "box-test")
    assert result.exit_code == 1
    wrong = [one for one in found["findings"] if one["level"] == "wrong"]
    assert [one["check"] for one in wrong] == ["pins", "camera"]
    assert all(one["todo"] for one in wrong)


def test_the_wiring_as_a_table(run: Any) -> None:
    result = run("wiring", "--set", "buzzer.pin=18")
    assert [line.split()[:2] for line in result.stdout.splitlines()[1:4]] == [
        ["17", "11"],
        ["18", "12"],
        ["27", "13"],
    ]
    found = answer(run("wiring", "--json"), "box-wiring")
    assert found["file"] is None
    assert found["wires"][0] == {
        "pin": 17, "header": 11, "name": "in-step", "kind": "light", "about": "in step", "to": "ground",
    }  # fmt: skip


def test_the_wiring_as_a_picture(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "wiring.svg"
    assert run("wiring", str(path)).exit_code == 0
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert run("wiring", str(tmp_path / "none" / "x.svg")).exit_code == 2


def test_faults_of_the_settings_are_told(run: Any) -> None:
    result = run("wiring", "--set", "lights.signal=17")
    assert (result.exit_code, "pin 17 is used by lights.in_step already" in result.stderr) == (2, True)
    assert run("test", "--wait", "nan").exit_code == 2
    assert run("test", "--wiat", "1").exit_code == 2


def test_in_french_lights_and_buttons_are_called_in_french(run: Any) -> None:
    told = run(*TEST, "--lang", "fr", "--set", "box.pins=simulated").stdout
    assert "La lumière de la place 1 (" in told
    assert "Le bouton de la place 2 (" in told
    assert not re.search(r"in-step|out-of-step|in-doubt|seat-|button-", told)
