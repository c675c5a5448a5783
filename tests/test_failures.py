"""The page of failures: each line that can be tried is tried, and says what stands there."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from runewatch.cli.app import app as command
from tests.web.conftest import Browser, app, patient, player, table, unlearnt, untouched  # noqa: F401
from web.security.access import WORD

PAGE = (Path(__file__).parent.parent / "docs" / "failures.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| `(.+?)` \| (.+?) \|$", re.MULTILINE)


def rows(first: str) -> list[tuple[str, str]]:
    return [(tried, said) for tried, said in ROW.findall(PAGE) if re.match(first, tried)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with what is broken, where nothing else is."""
    garbage = b"\xff\xfe\x00 garbage " * 40
    for name in ("garbage.jpg", "garbage.rwr", "garbage.book", "garbage.toml"):
        (tmp_path / name).write_bytes(garbage if name != "garbage.toml" else b"this is no TOML")
    (tmp_path / "empty.jpg").write_bytes(b"")
    (tmp_path / "hello.book").write_text("hello")
    (tmp_path / "wrong.toml").write_text('[web]\nport = "x"\n')
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "journal.db").write_bytes(garbage)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("RUNEWATCH_CONFIG", raising=False)
    monkeypatch.delenv("RUNEWATCH_DATA", raising=False)
    yield tmp_path


@pytest.mark.parametrize(("tried", "said"), rows(r"(\w+=\S+ )?runewatch "))
def test_what_is_tried_at_a_terminal(folder: Path, tried: str, said: str) -> None:
    words = shlex.split(tried)
    env: dict[str, str | None] = {"LANG": "C", "LANGUAGE": None, "LC_ALL": None}
    while "=" in words[0]:
        name, _, value = words.pop(0).partition("=")
        env[name] = str(folder / value)
    told = CliRunner(env=env).invoke(command, words[1:], catch_exceptions=False)
    assert said in " ".join(told.output.split())
    assert "Traceback" not in told.output
    assert told.exit_code == (0 if "damaged" in tried else 2)


@pytest.mark.parametrize(("tried", "said"), rows(r"(GET|POST|PUT) "))
def test_what_is_tried_on_the_page(player: Browser, tried: str, said: str) -> None:  # noqa: F811 - the fixture
    method, path, *sent = tried.split(" ", 2)
    more: dict[str, Any] = {"json": json.loads(sent[0])} if sent else {}
    answer = player.client.open(f"/api/v1{path}", method=method, headers={WORD: player.word}, **more)
    assert answer.status_code in (400, 404, 409)
    assert answer.json is not None
    assert said in answer.json["detail"]


def test_the_proofs_it_names_are_there() -> None:
    root = Path(__file__).parent.parent
    for path in re.findall(r"`(tests/[\w/.]+)`", PAGE):
        assert (root / path).exists(), path
    assert len(rows("")) > 50
