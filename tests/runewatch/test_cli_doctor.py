"""``runewatch doctor``: all checks of this very machine, told in words and as JSON."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from engine.catalogue import games
from engine.words import languages
from runewatch.cli.app import app
from tests.sighted import photo, use_plain_network
from vision.profile import Profile, save

CHECKS = ["python", "settings", "disk", "memory", "clock", "pins", "camera", "board", "profile"]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs it without the cameras, pins, settings and profiles of whoever tests."""
    use_plain_network(monkeypatch)
    environ = {
        "LANG": "C", "LANGUAGE": None, "LC_ALL": None, "RUNEWATCH_DATA": str(tmp_path), "NO_COLOR": None,
        "RUNEWATCH_CONFIG": None, "XDG_CONFIG_HOME": str(tmp_path), "GPIOZERO_PIN_FACTORY": None,
    }  # fmt: skip
    game = next(iter(games().values()))
    save(Profile("mine", (), {"game": game.name}), tmp_path / "profiles" / "mine.profile")

    def invoke(*args: str, simulated: bool = True, **more: str) -> Result:
        camera = ("--set", "camera.which=simulated") if simulated else ()
        return CliRunner(env=environ | more).invoke(app, ["doctor", *camera, *args], catch_exceptions=False)

    return invoke


def answer(result: Result) -> dict[str, dict[str, Any]]:
    """The findings by name; the status must agree with them."""
    found = json.loads(result.stdout)
    assert found.keys() == {"fine", "findings"}
    assert [one["check"] for one in found["findings"]] == CHECKS
    for one in found["findings"]:
        assert one.keys() == {"check", "level", "found", "todo"}
        assert one["level"] in ("fine", "note", "wrong")
        assert one["found"]
        assert (one["todo"] is None) == (one["level"] == "fine")
    assert found["fine"] == all(one["level"] != "wrong" for one in found["findings"])
    assert result.exit_code == (0 if found["fine"] else 1)
    return {one["check"]: one for one in found["findings"]}


def test_every_check_is_made(run: Any) -> None:
    found = answer(run("--json"))
    assert [found[name]["level"] for name in ("python", "settings", "camera")] == ["fine"] * 3
    assert found["board"]["level"] == "note"
    assert found["profile"]["found"] == "Profile mine has too few photos to tell how well it does."


@pytest.mark.parametrize("language", languages())
def test_it_is_told_in_words(run: Any, language: str) -> None:
    result = run("--lang", language)
    lines = result.stdout.splitlines()
    assert sum(line[:1] in ("✓", "·", "✗") for line in lines) == len(CHECKS)
    assert max(map(len, lines)) <= 80 or any("/" in line for line in lines if len(line) > 80)


def test_the_board_in_a_picture(run: Any, tmp_path: Path) -> None:
    rules = next(iter(games().values())).open()
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), photo(rules, rules.layout(rules.start())))
    assert answer(run("--json", "--picture", str(path)))["board"]["level"] == "fine"
    cv2.imwrite(str(path), np.zeros((480, 640, 3), np.uint8))
    assert answer(run("--json", "--picture", str(path)))["board"]["level"] == "wrong"
    assert answer(run("--json", "--picture", str(tmp_path / "none.png")))["board"]["level"] == "wrong"


def test_the_camera_that_is_set(run: Any, tmp_path: Path) -> None:
    rules = next(iter(games().values())).open()
    path = tmp_path / "table.png"
    cv2.imwrite(str(path), photo(rules, rules.layout(rules.start())))
    found = answer(run("--json", "--set", f"camera.which={path}", simulated=False))
    assert found["camera"]["found"] == "The camera gives pictures of 1024 by 768 pixels."
    assert found["board"]["level"] == "fine"
    found = answer(run("--json", "--set", f"camera.which={tmp_path}/none", simulated=False))
    assert found["camera"]["level"] == "wrong"


def test_settings_at_fault_are_a_finding(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    path.write_text("[web]\nprot = 1", encoding="utf-8")
    result = run("--json", RUNEWATCH_CONFIG=str(path))
    found = answer(result)["settings"]
    assert result.exit_code == 1
    assert found["level"] == "wrong"
    assert "s.toml, line 2" in found["found"]
    told = run(RUNEWATCH_CONFIG=str(path)).stdout
    assert told.rstrip().endswith("wrong.")
    assert "there is no key 'web.prot'; did you mean web.port?" in " ".join(told.split())


def test_a_disk_that_cannot_be_written_to(run: Any) -> None:
    found = answer(run("--json", "--set", "journal.folder=/proc/runewatch"))
    assert found["disk"]["level"] == "wrong"
    assert found["disk"]["todo"]


def test_words_at_fault_are_none(run: Any) -> None:
    result = run("--set", "web.prot=1")
    assert result.exit_code == 2
    assert "did you mean web.port?" in result.stderr
