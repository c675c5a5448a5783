"""How the box is: told to those who take part; the log keeps no secrets; only a service starts anew."""

from __future__ import annotations

import logging
from typing import Any

import pytest

from runewatch import __version__
from runewatch.doctor import examining
from tests.web.conftest import Browser, Window
from tests.web.hosting import Table, until
from tests.web.test_table_view import faults_of
from web.api import health
from web.recent import LINES, LONGEST, Recent


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A doctor who does not look at the network of sight, which takes its time."""
    whole = examining.examine

    def examine(*given: Any) -> Any:
        for finding in whole(*given):
            if finding.check == "board":
                return
            yield finding

    monkeypatch.setattr(health, "examine", examine)


def examined(player: Browser) -> Any:
    until(lambda: not player.get("/health").json["examined"]["running"])
    return player.get("/health").json["examined"]


def test_how_the_box_is(player: Browser, watcher: Browser) -> None:
    found = player.get("/health").json
    assert found["version"] == __version__
    assert found["disk_free"] > 0
    assert not found["is_service"]
    assert found["examined"] == {"running": False, "at": 0.0, "findings": []}
    for path in ("/health", "/health/log"):
        assert watcher.get(path).status_code == 401
    assert "take part" in watcher.client.get("/settings/health").text


@pytest.mark.usefixtures("quick")
def test_the_doctor_looks_beside_the_match(table: Table, player: Browser) -> None:
    table.begin()
    table.until(lambda moment: table.host.shot is not None)
    assert player.post("/health/examination").json["running"]
    findings = {one["check"]: one for one in examined(player)["findings"]}
    assert findings["settings"]["level"] == "fine"
    assert "64 by 48" in findings["camera"]["found"]
    assert findings["camera"]["todo"]
    assert "doctor: camera" in player.get("/health/log").text


def test_only_a_service_starts_anew(table: Table, player: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = player.post("/health/restart")
    assert answer.status_code == 409
    assert "not a service" in answer.json["detail"]
    ended = []
    monkeypatch.setenv(health.SERVICE, "@somewhere")
    monkeypatch.setattr(health, "SOON", 0.0)
    monkeypatch.setattr(table.host, "end", lambda: ended.append(True))
    assert player.post("/health/restart").status_code == 200
    until(lambda: bool(ended))


def test_the_end_of_the_loop(table: Table) -> None:
    table.begin()
    assert table.host.source is not None
    table.host.end()
    until(lambda: table.host.source is None)


def _record(message: str, *parts: object) -> logging.LogRecord:
    return logging.LogRecord("web", logging.WARNING, "", 0, message, parts, None)


def test_the_log_is_bounded_and_keeps_no_secrets() -> None:
    recent = Recent()
    for number in range(LINES + 5):
        recent.emit(_record("line %d", number))
    assert len(recent.lines()) == LINES
    recent.emit(_record("x" * 5000))
    assert len(recent.lines()[-1]) == LONGEST
    recent.emit(_record("wrong", "parts", 3))
    for secret in ("rw_abcdefghijklmnopqrstuvwxyz", "123 456", "123456", "http://me:word@camera/", "Bearer abc"):
        recent.emit(_record("sent %s today", secret))
        assert secret not in recent.lines()[-1]
        assert "***" in recent.lines()[-1]
    recent.emit(_record("table 20231114 of 1920 by 1080"))
    assert "20231114 of 1920 by 1080" in recent.lines()[-1]


@pytest.mark.usefixtures("quick")
def test_the_findings_come_into_the_page(table: Table, window: Window) -> None:
    page = window.open("settings/health", paired=True)
    page.goto(window.url + "settings/health")
    page.get_by_role("button", name="Have a look").click()
    page.locator("#findings li").nth(3).wait_for()
    page.get_by_text("memory", exact=False).first.wait_for()
    page.locator("#examine:not([disabled])").wait_for()
    assert faults_of(page) == []
