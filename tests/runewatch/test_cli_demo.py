"""The demo: a stranger's first impression, and a record that must stand up to the referee."""

from __future__ import annotations

import json
import re
from importlib.resources import files

import pytest
from click.testing import CliRunner

from engine.record import Record, read_record, replay, result_text
from engine.verdict import Refusal
from engine.words import languages
from runewatch.cli.app import app

TRIES = [
    ("flip a2", "spell.mage.flip.orthogonal"),
    ("shift b3 down", "spell.shift.tile-empty"),
    ("claim 3M", "spell.rune.no-mirror"),
]
"""What is tried against the rules, and the rule that speaks."""


def record(language: str) -> Record:
    name = "demo.rwr" if language == "en" else f"demo.{language}.rwr"
    return read_record((files("runewatch") / "data" / name).read_text(encoding="utf-8"))


def shown(*args: str) -> str:
    result = CliRunner(env={"LANG": "C", "LANGUAGE": None, "LC_ALL": None}).invoke(app, ["demo", *args])
    assert result.exit_code == 0, result.output
    return result.stdout


@pytest.mark.parametrize("language", languages())
def test_the_record_replays_but_for_the_tries(language: str) -> None:
    match = record(language)
    rules = match.open()
    steps = list(replay(match, rules))
    refused = [(step.entry.text, step.verdict.rules[0]) for step in steps if isinstance(step.verdict, Refusal)]
    assert refused == TRIES
    assert all(step.is_legal for step in steps if step.entry.text not in dict(TRIES))
    assert rules.result(steps[-1].after) is not None
    assert result_text(rules, steps[-1].after) == match.result
    assert {
        match.entries[i - 1].is_comment for i, entry in enumerate(match.entries) if entry.text in dict(TRIES)
    } == {True}


@pytest.mark.parametrize("language", languages())
def test_every_language_shows_the_same_match(language: str) -> None:
    def acts(match: Record) -> list[str]:
        return [f"{entry.label}: {entry.text}" for entry in match.entries if not entry.is_comment]

    assert acts(record(language)) == acts(record("en"))
    comments = [entry.is_comment for entry in record(language).entries]
    assert comments == [entry.is_comment for entry in record("en").entries]


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("colour", ["--color", "--no-color"])
def test_it_fits_the_terminal(language: str, colour: str) -> None:
    lines = re.sub(r"\x1b\[[0-9;]*m", "", shown("--lang", language, colour)).split("\n")
    assert max(map(len, lines)) <= 80
    assert not [line for line in lines if line != line.rstrip()]
    assert not re.search(r"\{\w+\}|\0", "\n".join(lines))


def test_colour_adds_nothing_but_colour() -> None:
    """What is told by colour is told without it too: only the bars around active tiles make place for the fill."""
    bare = shown("--no-color").replace("▐", " ").replace("▌", " ")
    assert "\x1b" not in bare
    painted = re.sub(r"\x1b\[[0-9;]*m", "", shown("--color"))
    assert [line.rstrip() for line in painted.split("\n")] == [line.rstrip() for line in bare.split("\n")]


def test_it_tells_the_match_to_its_end() -> None:
    told = shown()
    for text, rule in TRIES:
        assert re.search(rf"  ✗ {text} +{rule}\n", told)
    assert told.count("── Round ") == 8
    assert "  ▸ claim 4T                  Level 4. Score (Black): 16.\n" in told
    assert "4 │◆  v   │◆ ▐B▌  │◆ ▐B▌  │◆ ▐B▌  │" in told
    assert "Black wins. Black: 16, violet: 12." in told
    assert "runewatch legal" in told
    assert "check -h" in told


def test_it_speaks_french() -> None:
    told = shown("--lang", "fr")
    assert "── Manche 1 · noir ──" in told
    assert "Un escalier de six\N{NO-BREAK SPACE}!" in told
    assert not re.search(r"\b(the|Round|player|claims|display)\b", told)


def test_as_json_it_is_the_record_checked() -> None:
    found = json.loads(shown("--json"))
    assert [step["action"] for step in found["steps"] if step["verdict"] == "refused"] == [
        text for text, _ in TRIES
    ]
    assert found["result"]["agrees"] is True


def test_it_pauses_where_somebody_looks_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("runewatch.cli.demo.time.sleep", pauses.append)
    shown()
    assert pauses == []
    monkeypatch.setattr("runewatch.cli.demo.is_terminal", lambda: True)
    shown("--speed", "2")
    assert 20 < sum(pauses) < 60
    pauses.clear()
    shown("--speed", "0")
    assert pauses == []
