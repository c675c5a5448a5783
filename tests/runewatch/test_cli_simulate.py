"""``runewatch simulate``: the picture, its truth, and clear words for what cannot be drawn."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

from engine.words import languages
from runewatch.cli.app import app
from vision.camera import Lens, View

PLAIN = "spell 2e | v b v b / v BM N Vm / b v b v / b v b ."
SMALL = ("--size", "480x360")
SCHEMA = json.loads((files("runewatch") / "data" / "cli.schema.json").read_text(encoding="utf-8"))


def run(*args: str | Path) -> Result:
    environ = {"LANG": "C", "LANGUAGE": None, "LC_ALL": None}
    return CliRunner(env=environ).invoke(app, ["simulate", *map(str, args)], catch_exceptions=False)


def drawn(folder: Path, *args: str, name: str = "table.png") -> tuple[np.ndarray, dict[str, Any]]:  # type: ignore[type-arg]
    """The picture and its truth."""
    path = folder / name
    result = run(PLAIN, path, "--truth", *SMALL, *args)
    assert result.exit_code == 0, result.output
    return np.asarray(cv2.imread(str(path))), json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


def markers(picture: np.ndarray) -> list[int]:  # type: ignore[type-arg]
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    ids = cv2.aruco.ArucoDetector(dictionary).detectMarkers(picture)[1]
    return sorted(int(i) for i in np.asarray(ids).ravel() if i is not None)


def test_a_position_becomes_a_picture_with_its_truth(tmp_path: Path) -> None:
    picture, truth = drawn(tmp_path, "--size", "960x720")
    assert picture.shape == (720, 960, 3)
    assert truth["image"] == "table.png"
    assert truth["size"] == [960, 720]
    assert truth["surface"] == "mat"
    assert truth["places"]["b2"] == ["black-active", "black-mage"]
    assert truth["places"]["d4"] == []
    assert markers(picture) == [0, 1, 2, 3]


def test_the_truth_says_where_things_are(tmp_path: Path) -> None:
    _, truth = drawn(tmp_path, "--turn", "90", "--tilt", "0")
    assert truth["arena_rotation_deg"] == pytest.approx(90, abs=1)
    told = truth["view"]
    lens = Lens(told["width"], told["height"], told["focal"], told["k1"], told["k2"])
    view = View(lens, tuple(told["turn"]), tuple(told["shift"]))
    corners = view.project([(-0.5, -0.5), (3.5, -0.5), (3.5, 3.5), (-0.5, 3.5)])
    assert np.abs(corners - truth["lattice_corners_px"]).max() < 0.02
    assert np.abs(np.array(truth["corners_px"]["a1"][0]) - corners[0]).max() < 0.02


def test_the_camera_is_told_in_millimetres_from_the_middle_of_the_arena(tmp_path: Path) -> None:
    _, truth = drawn(tmp_path, "--turn", "20", "--tilt", "15")
    camera = truth["camera_model"]
    turn = cv2.Rodrigues(np.array(camera["R"]))[0]
    world = np.array([(-132.0, 132, 0), (132, 132, 0), (132, -132, 0), (-132, -132, 0)])
    at = cv2.projectPoints(
        world, turn, np.array(camera["t_mm"]), np.array(camera["K"]), np.array(camera["dist_k1k2p1p2"])
    )[0].reshape(-1, 2)
    assert np.abs(at - truth["lattice_corners_px"]).max() < 0.02


def test_the_same_command_gives_the_same_picture(tmp_path: Path) -> None:
    first, _ = drawn(tmp_path, "--seed", "3")
    again, _ = drawn(tmp_path, "--seed", "3", name="again.png")
    other, _ = drawn(tmp_path, "--seed", "4", name="other.png")
    assert (first == again).all()
    assert (first != other).any()


def test_without_the_mat_there_are_no_markers(tmp_path: Path) -> None:
    picture, truth = drawn(tmp_path, "--bare", "--light", "lamp", "--table", "cloth", "--lens", "wide")
    assert markers(picture) == []
    assert truth["surface"] == "bare"
    assert truth["markers"] == {}


def test_a_hand_hides_a_place(tmp_path: Path) -> None:
    picture, truth = drawn(tmp_path, "--hand", "c3")
    alone, free = drawn(tmp_path, name="alone.png")
    assert "c3" in truth["hidden_places"]
    assert truth["hand_in_view"]
    assert free["hidden_places"] == []
    x, y = np.mean(truth["corners_px"]["c3"], axis=0).astype(int)
    part = np.s_[y - 6 : y + 7, x - 6 : x + 7]
    assert np.abs(picture[part].astype(int) - alone[part]).mean() > 20


def test_more_things_can_be_put_anywhere(tmp_path: Path) -> None:
    _, truth = drawn(tmp_path, "--thing", "black-special@z2", "--thing", "rune-1O@library-1a")
    assert truth["places"]["z2"] == ["black-special"]
    assert truth["places"]["library-1a"] == ["rune-1O"]


def test_what_was_written_is_told(tmp_path: Path) -> None:
    path = tmp_path / "table.jpg"
    assert run(PLAIN, path, *SMALL).stdout.split() == ["Written:", str(path)]
    document = json.loads(run(PLAIN, path, *SMALL, "--json").stdout)
    Draft202012Validator({"$ref": "#/$defs/simulate", "$defs": SCHEMA["$defs"]}).validate(document)
    assert document["file"] == str(path)
    assert document["truth"] is None
    assert document["places"]["c2"] == ["neutral"]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        ([], "POSITION is missing"),
        ([PLAIN], "OUT.png is missing"),
        (["spell", "2e", "out.png"], "Put the whole position in quotes"),
        (["nonsense", "out.png"], "nonsense"),
        ([PLAIN, "out.gif"], "does not end in a kind of picture"),
        ([PLAIN, "no/such/folder/out.png"], "there is no folder 'no/such/folder'; make it first, or name another"),
        ([PLAIN, "out.png", "--size", "big"], "--size must be two numbers from 160 to 4096"),
        ([PLAIN, "out.png", "--size", "99999x99999"], "--size must be two numbers"),
        ([PLAIN, "out.png", "--tilt", "80"], "--tilt must be a number from 0 to 45"),
        ([PLAIN, "out.png", "--tilt", "nan"], "--tilt"),
        ([PLAIN, "out.png", "--light", "moon"], "--light must be one of: day, lamp, evening"),
        ([PLAIN, "out.png", "--seed", "-1"], "--seed must be a number from 0"),
        ([PLAIN, "out.png", "--hand", "q9"], "--hand: there is no 'q9' on this table; there are: a1, b1"),
        ([PLAIN, "out.png", "--thing", "neutral"], "--thing must be a thing and a place"),
        ([PLAIN, "out.png", "--thing", "nutral@a1"], "did you mean neutral?"),
        ([PLAIN, "out.png", "--thing", "neutral@library-9a"], "did you mean library-"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_words(args: list[str], told: str, tmp_path: Path,
                                               monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    result = run(*args)
    assert result.exit_code == 2
    assert told in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("language", languages())
def test_the_usage_names_both_words(language: str) -> None:
    usage = run("--help", "--lang", language).stdout.splitlines()[0]
    assert usage.endswith("POSITION OUT.png")
