"""What tests of the page need: a table, and browsers that watch or take part."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from runewatch.live import demo, opening, viewing
from runewatch.settings import Settings
from runewatch.settings.forms import WebSettings
from runewatch.sight import profiles
from tests.web import browsing
from tests.web.hosting import PATIENCE, Table, hosting
from vision.profile import Profile, ProfileError
from web import stream as streams
from web.api import match
from web.app import create_app
from web.security.access import WORD
from web.serving import Page


class Browser:
    """A browser without a screen: it sends what the page sends."""

    def __init__(self, client: FlaskClient) -> None:
        self.client = client
        self.word = ""

    def pair(self, code: str) -> None:
        answer = self.client.post("/api/v1/pairing", json={"code": code})
        assert answer.json is not None
        self.word = answer.json["word"]

    def post(self, path: str, **sent: Any) -> Any:
        return self.client.post(f"/api/v1{path}", json=sent, headers={WORD: self.word} if self.word else {})

    def get(self, path: str, **more: Any) -> Any:
        return self.client.get(f"/api/v1{path}", **more)


@pytest.fixture(autouse=True)
def untouched() -> Iterator[None]:
    """What stands in for something in one test is gone in the next; every other fixture is set up after this."""
    before = dict(vars(opening))
    yield
    assert vars(opening) == before


@pytest.fixture(autouse=True)
def patient(untouched: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the machine is, nothing is given up that would come."""
    for module in (match, viewing, demo):
        monkeypatch.setattr(module, "PATIENCE", PATIENCE)
    monkeypatch.setattr(streams, "HEARTBEAT", PATIENCE)
    monkeypatch.setattr(demo, "LONGEST", 1e6)


@pytest.fixture(autouse=True)
def unlearnt(patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """No set has to be learnt: that takes long, goes on beside the tests, and is tested elsewhere."""

    def unread(name: str) -> Any:
        raise ProfileError("{name} is not learnt here", name=name)

    monkeypatch.setattr(profiles, "built_in", lambda game=None: Profile("printed"))
    monkeypatch.setattr(viewing, "_sights", unread)


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setenv("RUNEWATCH_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("RUNEWATCH_CONFIG", "")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    with hosting(tmp_path) as found:
        yield found


@pytest.fixture
def app(table: Table) -> Flask:
    return create_app(table.host)


@pytest.fixture
def watcher(app: Flask) -> Browser:
    """Only watches."""
    return Browser(app.test_client())


@pytest.fixture
def player(app: Flask) -> Browser:
    """Takes part."""
    browser = Browser(app.test_client())
    browser.pair(app.extensions["doors"].code.code)
    return browser


# -- a real browser ------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """One for all tests; without it, these are left out, and it is said what is lacking."""
    if why := browsing.lacking():
        pytest.skip(why)
    from playwright.sync_api import expect  # noqa: PLC0415

    expect.set_options(timeout=1000 * PATIENCE)
    with browsing.chromium() as browser:
        yield browser


@pytest.fixture
def page_url(table: Table) -> Iterator[str]:
    """The page of the table, served as it is to people."""
    settings = replace(Settings(), web=WebSettings(port=free_port()))
    with Page(table.host, settings) as page:
        table.code = page.code
        yield page.url


class Window:
    """Opens pages of the box, and fails with whatever the browser complains of."""

    def __init__(self, chromium: Any, url: str, table: Table) -> None:
        self._chromium, self.url, self._table = chromium, url, table
        self.faults: list[str] = []
        self._contexts: list[Any] = []

    def open(self, path: str = "", *, paired: bool = False, **context: Any) -> Any:
        """A page in a browser of its own; it takes part if it is ``paired``."""
        wished = {
            "viewport": {"width": 1280, "height": 800},
            "locale": "en-GB",
            "reduced_motion": "reduce",
            **context,
        }
        self._contexts.append(self._chromium.new_context(**wished))
        page = self._contexts[-1].new_page()
        page.set_default_timeout(1000 * PATIENCE)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", lambda told: self.faults.append(told.text) if told.type == "error" else None)
        page.goto(self.url + path + (f"#pair={self._table.code}" if paired else ""))
        if paired:
            page.wait_for_selector("body[data-paired=yes]")
        return page

    def close(self) -> None:
        for context in self._contexts:
            context.close()


@pytest.fixture
def window(chromium: Any, page_url: str, table: Table) -> Iterator[Window]:
    found = Window(chromium, page_url, table)
    yield found
    found.close()
    # what is refused on purpose is told by the browser, too
    assert [fault for fault in found.faults if "status of 4" not in fault] == []


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
