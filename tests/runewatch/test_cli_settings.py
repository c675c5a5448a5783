"""``runewatch settings``: what is in force and where it comes from."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from engine.words import languages
from runewatch.cli.app import app
from runewatch.settings import KEYS, Settings, read_settings


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "settings.toml"
    path.write_text('[table]\nlanguage = "fr"\n\n[web]\nport = 99\n', encoding="utf-8")
    return path


def run(*args: str, file: Path | str = "", **environ: str) -> Result:
    usual = {"LANG": "C", "LANGUAGE": None, "LC_ALL": None, "RUNEWATCH_CONFIG": str(file), "NO_COLOR": None}
    return CliRunner(env=usual | environ).invoke(app, ["settings", *args], catch_exceptions=False)


def answer(*args: str, file: Path) -> Any:
    result = run(*args, "--json", file=file)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_every_key_with_its_origin(file: Path) -> None:
    result = run("--set", "lights.signal=26", "--set", "table.names=Ann", file=file)
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert 'language = "fr" settings.toml:2' in lines
    assert "port = 99 settings.toml:5" in lines
    assert "signal = 26 command line" in lines
    assert 'names = ["Ann"] command line' in lines
    assert 'game = "auto" default' in lines
    assert len([line for line in lines if " = " in line]) == len(KEYS)
    assert str(file) in "".join(result.stdout.split("\n")[:3])


@pytest.mark.parametrize("language", languages())
def test_it_fits(file: Path, language: str) -> None:
    names = "--set", 'table.names=["Annabelle-Christine", "Bartholomew", "Cassandra"]'
    for line in run("--lang", language, *names, file=file).stdout.splitlines():
        assert len(line) <= 80 or str(file) in line or "Annabelle" in line


def test_as_json(file: Path) -> None:
    found = answer("--set", "web.port=80", file=file)
    assert found.keys() == {"file", "exists", "settings"}
    assert (found["file"], found["exists"]) == (str(file), True)
    assert [one["key"] for one in found["settings"]] == list(KEYS)
    told = {one["key"]: (one["value"], one["from"], one["line"]) for one in found["settings"]}
    assert told["table.language"] == ("fr", "file", 2)
    assert told["web.port"] == (80, "command-line", None)
    assert told["lights.seats"] == ([23, 24], "default", None)
    assert all(one["about"] for one in found["settings"])


def test_the_file(file: Path, tmp_path: Path) -> None:
    assert run("--file", file=file).stdout == f"{file}\n"
    assert answer("--file", file=file) == {"file": str(file), "exists": True}
    none = run("--file", XDG_CONFIG_HOME=str(tmp_path))
    assert none.stdout == f"{tmp_path}/runewatch/settings.toml\n"


def test_without_a_file_all_is_default(tmp_path: Path) -> None:
    result = run(XDG_CONFIG_HOME=str(tmp_path))
    assert result.exit_code == 0
    assert "There is no file" in result.stdout
    assert "settings.toml:" not in result.stdout


def test_the_example_is_the_defaults(tmp_path: Path) -> None:
    for language in languages():
        text = run("--example", "--lang", language).stdout
        assert read_settings(text, "") == Settings()
    path = tmp_path / "s.toml"
    path.write_text(answer("--example", file=path)["example"], encoding="utf-8")
    assert run(file=path).stdout.count("s.toml:") == len(KEYS)


def test_the_example_does_not_need_a_file_in_order(file: Path) -> None:
    file.write_text("[", encoding="utf-8")
    assert run("--example", file=file).exit_code == 0
    assert run("--file", file=file).exit_code == 0


@pytest.mark.parametrize(
    ("args", "text", "told"),
    [
        ((), "[table]\nlangage = 1", "settings.toml, line 2: there is no key 'table.langage'; did you mean"),
        ((), "[table", "settings.toml, line 1, column 7: this is not TOML"),
        (("--set", "web.port=x"), "", "--set: web.port must be a whole number from 1 to 65535, not 'x'"),
        (("--set", "x"), "", "--set: write KEY=VALUE"),
        (("--file", "--example"), "", "say --file or --example, not both"),
    ],
)
def test_faults(file: Path, args: tuple[str, ...], text: str, told: str) -> None:
    file.write_text(text, encoding="utf-8")
    result = run(*args, file=file)
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr
    found = json.loads(run(*args, "--json", file=file).stdout)["error"]
    assert told in found["message"]
    if "langage" in text:
        assert (found["line"], found["source"]) == (2, str(file))


def test_the_example_is_written_where_settings_are_kept_and_over_nothing(tmp_path: Path) -> None:
    place = {"RUNEWATCH_CONFIG": None, "XDG_CONFIG_HOME": str(tmp_path / "new")}
    path = tmp_path / "new" / "runewatch" / "settings.toml"
    assert "Written" in run("--write", **place).stdout  # type: ignore[arg-type]
    assert set(read_settings(path.read_text(encoding="utf-8"), "").origins) == KEYS.keys()
    path.write_text("# mine", encoding="utf-8")
    refused = run("--write", **place)  # type: ignore[arg-type]
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "is there already and stays as it is" in refused.stderr
    assert path.read_text(encoding="utf-8") == "# mine"
    path.unlink()
    assert json.loads(run("--write", "--json", **place).stdout) == {"file": str(path), "exists": True}  # type: ignore[arg-type]


@pytest.mark.parametrize("language", languages())
def test_a_file_that_cannot_be_understood_is_told_with_a_way_out(file: Path, language: str) -> None:
    file.write_text("[table", encoding="utf-8")
    hint = run("--lang", language, file=file).stderr.splitlines()[1]
    assert "runewatch settings --example" in hint
