"""``read`` of simulated boards and trays: what cannot be is told with its rule, what is hidden is not guessed."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

from runewatch.cli.app import app

SCHEMA = json.loads((files("runewatch") / "data" / "cli.schema.json").read_text(encoding="utf-8"))
POSITION = (
    "archimage camera=both | board 1p=r2 1q=b2 1a=b3 2p=g2 2q=y2 12=transmutation-earth | mages shaman=v1 witch=v2"
    " | dice shaman=r2,r6,b3 witch=y5,g4,g6 | turn shaman | first shaman"
)


@pytest.fixture(scope="module", autouse=True)
def data(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The printed set is drawn and learnt once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RUNEWATCH_DATA", str(tmp_path_factory.mktemp("data")))
        yield


def run(*args: str | Path, language: str = "C") -> str:
    environ = {"LANG": language, "LANGUAGE": None, "LC_ALL": None}
    result = CliRunner(env=environ).invoke(app, list(map(str, args)), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def pictured(folder: Path, *args: str, setup: str = "both") -> Path:
    path = folder / "table.png"
    run("simulate", POSITION.replace("both", setup, 1), path, *args)
    return path


def reading(path: Path, setup: str = "both") -> dict[str, Any]:
    found = json.loads(run("read", path, "--setup", f"archimage players=2 camera={setup}", "--json"))
    Draft202012Validator({"$ref": "#/$defs/read", "$defs": SCHEMA["$defs"]}).validate(found)
    (one,) = found["readings"]
    return dict(one)


def test_a_table_as_it_may_be_breaks_nothing_and_trays_are_among_its_places(tmp_path: Path) -> None:
    found = reading(pictured(tmp_path))
    assert found["breaches"] == [] and found["certain"]
    assert [one["best"] for one in found["places"]["tray-witch"]["each"]].count("die-green-4") == 1
    assert found["places"]["tray-witch"]["hidden"] == 0
    assert len(found["places"]["zone-blue"]["each"]) == 2


def test_dice_too_many_are_told_with_their_zone_and_rule(tmp_path: Path) -> None:
    path = pictured(tmp_path, *("--thing", "die-red-3@tray-shaman") * 6)
    found = {one["rule"]: one["facts"] for one in reading(path)["breaches"]}
    assert found["archimage.comp.dice"] == {"place": "zone-red"}
    assert found["archimage.reserve.dice-count"]["colour"] == "red"
    told = run("read", path, "--setup", "archimage players=2 camera=both", language="fr_FR.UTF-8")
    assert "(archimage.comp.dice)" in told and "six dés" in told


def test_a_seal_on_a_circle_of_another_power_is_told_with_its_space(tmp_path: Path) -> None:
    path = pictured(tmp_path, "--thing", "seal-red-5@1b")
    found = reading(path)
    assert [(one["rule"], one["facts"]) for one in found["breaches"]] == [
        ("archimage.setup.seals", {"place": "1b", "power": 2})
    ]
    assert "1b is for power 2" in run("read", path, "--setup", "archimage players=2 camera=both").replace(
        "\n  ", ""
    )
    exchanged = json.loads(run("read", path, "--setup", "archimage players=2 camera=both circle=2", "--json"))
    assert not any(one["rule"].endswith("setup.seals") for one in exchanged["readings"][0]["breaches"])


def test_nothing_is_told_of_what_is_hidden(tmp_path: Path) -> None:
    path = pictured(tmp_path, "--hand", "1p", setup="board")
    found = reading(path, setup="board")
    assert "1q" in found["hidden"] and not found["certain"]
    assert not {word for word in found["layout"].split(" | ") if word.split()[0] in found["hidden"]}
    assert found["position"] is None and found["breaches"] == []


def test_what_is_wrong_in_plain_sight_is_told_though_something_is_hidden(tmp_path: Path) -> None:
    found = reading(pictured(tmp_path, "--hand", "1p", "--thing", "seal-red-5@3b", setup="board"), setup="board")
    assert found["hidden"]
    assert [(one["rule"], one["facts"]["place"]) for one in found["breaches"]] == [("archimage.setup.seals", "3b")]


@pytest.mark.parametrize("light", ["day", "evening"])
def test_a_hand_over_a_tray_hides_it_and_no_other(tmp_path: Path, light: str) -> None:
    found = reading(pictured(tmp_path, "--light", light, "--hand", "tray-shaman"))
    assert "tray-shaman" in found["hidden"] and not found["certain"]
    assert "tray-witch" not in found["hidden"]
    assert "tray-shaman" not in found["layout"] and found["breaches"] == []
