"""``runewatch run`` with its page."""

from __future__ import annotations

import json
import os
import re
import socket
import threading
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import pytest
from click.testing import CliRunner, Result

from runewatch.cli.app import app
from runewatch.pairing import PairingCode
from tests.web.conftest import free_port
from tests.web.hosting import OPENING, PATIENCE, Eyes, eyes_for_cameras


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("RUNEWATCH_CONFIG", "")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path / "data"


def run(*args: str, port: int = 0, given: str | IO[bytes] = "", status: int = 0) -> Result:
    words = ["run", "--set", f"web.port={port or free_port()}", *args]
    with eyes_for_cameras(Eyes()):
        result = CliRunner(env={"LANG": "C", "LANGUAGE": None, "LC_ALL": None}).invoke(
            app, words, input=given, catch_exceptions=False
        )
    assert result.exit_code == status, result.output
    return result


def test_without_a_match_it_waits_for_the_page(data: Path) -> None:
    told = run("--seconds", "0.1").stdout
    assert "Nothing is played yet" in told
    assert PairingCode(data).code in told.replace(" ", "")
    assert "begins" not in told


def test_what_is_typed_while_nothing_is_played_is_refused_in_words() -> None:
    told = run("--json", given="move c3\nquit\n").stdout.splitlines()
    assert {
        "kind": "refused",
        "said": ["there is no match on the table: begin one on the page"],
    } in map(json.loads, told)


def test_a_match_that_was_broken_off_is_gone_on_with() -> None:
    assert "A match of SPELL begins" in run("--position", OPENING, "--seconds", "0.1").stdout
    told = run("--seconds", "0.1").stdout
    assert "A match of SPELL begins" not in told
    assert "goes on where it was" in " ".join(told.split())


def test_a_port_that_is_taken_is_said_and_nothing_begins() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = run("--position", OPENING, port=port, status=2).stderr
    assert f"port {port}" in told
    assert "Nothing is played" in run("--seconds", "0.1").stdout


def test_the_page_answers_while_a_match_is_played() -> None:
    port = free_port()
    found: list[Any] = []
    read, write = os.pipe()

    def look() -> None:
        end = time.monotonic() + PATIENCE
        with os.fdopen(write, "w") as typed:
            while not found and time.monotonic() < end:
                time.sleep(0.02)
                with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/now") as answer:
                    found.append(json.load(answer))
            typed.write("quit\n")

    looking = threading.Thread(target=look)
    looking.start()
    with os.fdopen(read, "rb") as given:
        told: Any = run("--position", OPENING, port=port, given=given).stdout
        looking.join()
    assert re.search(rf"http://127\.0\.0\.1:{port}/", told)
    assert found
    assert found[0]["stage"] in ("playing", "setting-up")
