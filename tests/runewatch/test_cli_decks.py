"""``runewatch deck add``: from a picture of a card to a line in a deck, or a clear word why not."""

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

from engine.catalogue import game_named
from runewatch.cli.app import app
from tests.vision.cards_drawn import Look, draw_card, photograph

LOOK = Look((59.0, 92.0), (40, 30, 160), (235, 240, 245), "rounded", "outline", 0.8, 4, 10.0, True, True, 3)
HOOK = ("##.", ".##", ".#.")
SCHEMA = json.loads((files("runewatch") / "data" / "cli.schema.json").read_text(encoding="utf-8"))


def run(*args: str | Path, lang: str = "C") -> Result:
    return CliRunner(env={"LANG": lang, "LANGUAGE": None, "LC_ALL": None}).invoke(
        app, list(map(str, args)), catch_exceptions=False
    )


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return picture(tmp_path_factory.mktemp("cards") / "card.jpg", LOOK)


def picture(path: Path, look: Look, pattern: tuple[str, ...] = HOOK) -> Path:
    rng = np.random.default_rng(1)
    cv2.imwrite(str(path), photograph(draw_card(pattern, look, rng), rng)[0])
    return path


def test_a_card_is_added_to_a_new_deck(image: Path, tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    result = run("deck", "add", image, "--deck", deck, "--title", "Mine")
    assert result.exit_code == 0, result.output
    assert "■" in result.stdout
    assert "3A, level 3" in result.stdout
    text = deck.read_text(encoding="utf-8")
    assert 'code = "3A"' in text
    assert 'en = "Mine"' in text
    assert list(tmp_path.iterdir()) == [deck]


def test_the_same_card_again_is_refused_and_the_file_left_alone(image: Path, tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    run("deck", "add", image, "--deck", deck)
    before = deck.read_bytes()
    again = run("deck", "add", image, "--deck", deck, "--code", "3Z")
    assert again.exit_code == 2
    assert "in the deck already: 3A" in again.stderr
    assert deck.read_bytes() == before


def test_json_is_as_its_schema_says(image: Path) -> None:
    result = run("deck", "add", image, "--code", "2Hook", "--json")
    assert result.exit_code == 0, result.output
    found: Any = json.loads(result.stdout)
    Draft202012Validator({"$ref": "#/$defs/deck", "$defs": SCHEMA["$defs"]}).validate(found)
    assert (found["code"], found["level"], found["level_read"], found["deck"]) == ("2Hook", 2, 3, None)
    game = game_named("spell")
    game.read_position(f"spell 2e deck=none | v b v b / v BM N Vm / b v b v / b v b . | {found['line']}")


def test_without_a_level_nothing_is_written(tmp_path: Path) -> None:
    plain = picture(tmp_path / "card.png", Look(**{**_fields(LOOK), "pips": 0}))
    deck = tmp_path / "mine.toml"
    result = run("deck", "add", plain, "--deck", deck)
    assert result.exit_code == 2
    assert "which level" in result.stderr
    assert "The card shows" in result.stderr
    assert not deck.exists()
    assert run("deck", "add", plain, "--deck", deck, "--level", "2").exit_code == 0


def _fields(look: Look) -> dict[str, Any]:
    return {name: getattr(look, name) for name in look.__slots__}


def test_what_is_not_sure_has_to_be_chosen(tmp_path: Path) -> None:
    scan = tmp_path / "scan.png"
    cv2.imwrite(str(scan), draw_card(HOOK, Look(**{**_fields(LOOK), "frame": False}), np.random.default_rng(1)))
    result = run("deck", "add", scan)
    assert result.exit_code == 2
    assert "1: " in result.stderr
    assert "--reading" in result.stderr
    assert run("deck", "add", scan, "--reading", "1", "--level", "2").exit_code == 0
    assert "--reading must be a number" in run("deck", "add", scan, "--reading", "50").stderr


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\xff\xd8\xff\xe0 cut"])
def test_bad_pictures_are_told(content: bytes, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jpg"
    bad.write_bytes(content)
    result = run("deck", "add", bad, "--deck", tmp_path / "mine.toml")
    assert result.exit_code == 2
    assert "bad.jpg" in result.stderr
    assert not (tmp_path / "mine.toml").exists()


def test_a_picture_without_a_card_is_told(tmp_path: Path) -> None:
    bare = tmp_path / "bare.png"
    cv2.imwrite(str(bare), np.full((480, 640, 3), 90, np.uint8))
    assert run("deck", "add", bare).exit_code == 2
    assert json.loads(run("deck", "add", bare, "--json").stdout)["error"]["kind"] == "CardNotReadError"


def test_a_deck_that_cannot_be_written_is_told(image: Path, tmp_path: Path) -> None:
    result = run("deck", "add", image, "--deck", tmp_path / "nowhere" / "mine.toml")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr
    assert run("deck", "add", image, "--deck", tmp_path).exit_code == 2


def test_the_group_tells_its_commands() -> None:
    assert "add" in run("deck").stdout
    assert "--reading" in run("deck", "add", "-h").stdout
    assert "did you mean add" in run("deck", "ad").stderr
    assert "did you mean --code" in run("deck", "add", "x.png", "--cod", "2X").stderr
