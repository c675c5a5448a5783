"""``runewatch card``: shown once, known from then on; and a clear word for everything that is no card."""

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

from runewatch.cli.app import app
from tests.vision.cards_drawn import Look, draw_card, photograph

SCHEMA = json.loads((files("runewatch") / "data" / "cli.schema.json").read_text(encoding="utf-8"))
LOOK = Look((59.0, 92.0), (40, 30, 160), (235, 240, 245), "rounded", "outline", 0.8, 4, 10.0, True, True, 3)
HOOK, STAIRS = ("##.", ".##", ".#."), ("#..", "##.", ".##")


def run(*args: str | Path) -> Result:
    return CliRunner(env={"LANG": "C", "LANGUAGE": None, "LC_ALL": None}).invoke(
        app, list(map(str, args)), catch_exceptions=False
    )


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture(scope="module")
def images(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Two pictures of a card, and one of another that looks much like it."""
    folder = tmp_path_factory.mktemp("cards")
    found = {}
    for name, pattern, seed in (("first", HOOK, 1), ("again", HOOK, 5), ("other", STAIRS, 2)):
        face = draw_card(pattern, LOOK, np.random.default_rng(1))
        found[name] = folder / f"{name}.png"
        cv2.imwrite(str(found[name]), photograph(face, np.random.default_rng(seed))[0])
    return found


def valid(result: Result) -> Any:
    found = json.loads(result.stdout)
    Draft202012Validator({"$ref": "#/$defs/card", "$defs": SCHEMA["$defs"]}).validate(found)
    return found


def test_a_card_shown_once_is_known_in_another_picture(images: dict[str, Path]) -> None:
    added = run("card", "add", images["first"], "--name", "Hook", "--json")
    assert added.exit_code == 0, added.output
    assert valid(added)["cards"] == 1
    assert "It is Hook." in run("card", "read", images["again"]).stdout
    found = valid(run("card", "read", images["again"], "--json"))
    assert [(one["verdict"], one["name"]) for one in found["cards"]] == [("known", "Hook")]


def test_a_card_that_was_never_shown_is_called_unknown(images: dict[str, Path]) -> None:
    run("card", "add", images["first"], "--name", "Hook")
    result = run("card", "read", images["other"])
    assert result.exit_code == 1
    assert "never shown" in result.stdout
    assert valid(run("card", "read", images["other"], "--json"))["cards"][0]["verdict"] == "unknown"


def test_the_same_card_by_another_name_is_refused_unless_trusted(images: dict[str, Path]) -> None:
    run("card", "add", images["first"], "--name", "Hook")
    result = run("card", "add", images["again"], "--name", "Crook")
    assert result.exit_code == 2
    assert "looks like Hook" in result.stderr
    assert "--trust" in result.stderr
    assert run("card", "add", images["again"], "--name", "Crook", "--trust").exit_code == 0
    assert run("card", "list").stdout.split() == ["Crook", "Hook"]


def test_cards_are_listed_and_forgotten(images: dict[str, Path]) -> None:
    assert "no cards in album 'box' yet" in run("card", "list").stderr
    run("card", "add", images["first"], "--name", "Hook")
    assert valid(run("card", "list", "--json"))["cards"] == ["Hook"]
    assert run("card", "forget", "Hock").exit_code == 2
    assert "forgotten" in run("card", "forget", "Hook").stdout
    assert valid(run("card", "list", "--json"))["cards"] == []


def test_a_card_the_box_does_not_know_is_told_with_what_to_do(images: dict[str, Path]) -> None:
    result = run("card", "add", images["first"], "--name", "base.iec", "--game", "bigbook")
    assert result.exit_code == 2
    assert "has no card 'base.iec'" in result.stderr
    assert "base.ice" in result.stderr
    assert "written down" in " ".join(result.stderr.split())
    assert run("card", "add", images["first"], "--name", "Ice", "--game", "bigbook").exit_code == 0
    assert run("card", "list").stdout.split() == ["base.ice"]
    # an album of a game stays one
    assert "has no card 'Hook'" in run("card", "add", images["other"], "--name", "Hook").stderr
    assert "of another game" in run("card", "add", images["other"], "--name", "bond", "--game", "archimage").stderr


@pytest.mark.parametrize(
    ("content", "word"),
    [(b"", "is empty"), (b"no picture at all", "is not a picture"), (b"\xff\xd8\xff\xe0 cut", "cut short")],
)
def test_files_that_are_no_pictures_are_told(
    content: bytes, word: str, tmp_path: Path, images: dict[str, Path]
) -> None:
    run("card", "add", images["first"], "--name", "Hook")
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(content)
    for command in (("card", "add", bad, "--name", "X"), ("card", "read", bad)):
        result = run(*command)
        assert result.exit_code == 2
        assert word in result.stderr


def _noise() -> np.ndarray[Any, np.dtype[np.uint8]]:
    return np.random.default_rng(3).integers(0, 255, (480, 640, 3)).astype(np.uint8)


@pytest.mark.parametrize(
    ("picture", "word"),
    [
        (np.zeros((1, 1, 3), np.uint8), "too few"),
        (np.zeros((480, 640, 3), np.uint8), "black"),
        (np.full((480, 640, 3), 90, np.uint8), "one even colour"),
        (np.zeros((10_000, 10_000, 3), np.uint8), "millions"),
        (_noise(), "no card is in view"),
    ],
)
def test_pictures_without_a_card_are_told(
    picture: np.ndarray[Any, np.dtype[np.uint8]], word: str, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.png"
    cv2.imwrite(str(bad), picture)
    result = run("card", "add", bad, "--name", "X")
    assert result.exit_code == 2
    assert word in " ".join(result.stderr.split())
    assert not (tmp_path / "data" / "albums").exists()


def test_two_cards_in_view_are_told(tmp_path: Path) -> None:
    picture = np.full((480, 640, 3), (60, 90, 60), np.uint8)
    for x, pattern in ((40, HOOK), (360, STAIRS)):
        face = cv2.resize(draw_card(pattern, LOOK, np.random.default_rng(1)), (220, 343))
        picture[60:403, x : x + 220] = face
    cv2.imwrite(str(tmp_path / "two.png"), picture)
    result = run("card", "add", tmp_path / "two.png", "--name", "X")
    assert result.exit_code == 2
    assert "more than one card" in result.stderr


@pytest.mark.parametrize("damage", [b"", b"no zip", b"PK\x03\x04 half"])
def test_a_damaged_album_is_told_and_left_alone(damage: bytes, data: Path, images: dict[str, Path]) -> None:
    album = data / "albums" / "box.album"
    album.parent.mkdir(parents=True)
    album.write_bytes(damage)
    for command in (("list",), ("read", images["first"]), ("add", images["first"], "--name", "Hook")):
        result = run("card", *command)
        assert result.exit_code == 2
        assert "damaged" in " ".join(result.stderr.split())
    assert album.read_bytes() == damage


def test_names_are_names(images: dict[str, Path]) -> None:
    assert "letters" in run("card", "add", images["first"], "--name", " ").stderr
    assert "letters" in run("card", "add", images["first"], "--name", "a\nb").stderr
    assert "no name for an album" in run("card", "list", "--album", "../x").stderr
