"""The page as it is served: over real sockets, to those who read and those who do not."""

from __future__ import annotations

import http.client
import json
import re
import socket
import time
from contextlib import closing
from dataclasses import replace
from email.message import Message
from pathlib import Path

import pytest

from runewatch.pairing import Tokens
from runewatch.referee import requests as ask
from runewatch.settings import Settings
from runewatch.settings.forms import WebSettings
from runewatch.settings.places import data_folder
from tests.web.conftest import free_port
from tests.web.hosting import PATIENCE, Table, until
from web import scripts, serving, styles
from web.serving import Page, PageError
from web.stream import Stream


def served(table: Table, **web: object) -> Page:
    return Page(table.host, replace(Settings(), web=replace(WebSettings(port=free_port()), **web)))  # type: ignore[arg-type]


def got(page: Page, path: str, **headers: str) -> tuple[int, Message, bytes]:
    """The status, the headers and the body of an answer."""
    with closing(http.client.HTTPConnection("127.0.0.1", page.port, timeout=PATIENCE)) as connection:
        connection.request("GET", path, headers=headers)
        with connection.getresponse() as answer:
            return answer.status, answer.headers, answer.read()


def test_it_is_answered_without_saying_by_whom(table: Table) -> None:
    with served(table) as page:
        status, headers, _ = got(page, "/")
        assert status == 200
        assert not headers["Server"]
        assert page.url == f"http://127.0.0.1:{page.port}/"
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", page.port), timeout=2)


def test_the_first_page_is_small(table: Table) -> None:
    """All that a browser fetches for the table view, as it travels."""
    table.begin()
    paths = ["/", "/static/icon.svg"]
    paths += [styles.address("base.css", "table.css", "offers.css"), scripts.address("en", "base.js", "table.js")]
    with served(table) as page:
        _, _, first = got(page, "/")
        asked = re.findall(rb'(?:href|src)="(/(?:static|styles|scripts)/[^"]+)', first)
        assert sorted(asked) == sorted(path.encode() for path in paths[1:]), "each is a way that takes time"
        sizes = {}
        for path in paths:
            status, _, body = got(page, path, **{"Accept-Encoding": "gzip"})
            assert status == 200, path
            sizes[path] = len(body)
    assert sum(sizes.values()) < 60_000, sizes


def test_what_is_known_already_is_not_sent_again(table: Table) -> None:
    with served(table) as page:
        _, headers, _ = got(page, "/static/base.css")
        assert got(page, "/static/base.css", **{"If-None-Match": headers["ETag"]})[0] == 304
        assert got(page, "/static/../app.py")[0] == 404
        assert got(page, "/static/%2e%2e/app.py")[0] == 404


def test_a_port_that_is_taken_is_said(table: Table) -> None:
    with served(table) as page, pytest.raises(PageError, match=f"port {page.port}"):
        served(table, port=page.port)


def test_a_spare_port_will_do_if_one_may(table: Table) -> None:
    with served(table) as page:
        settings = replace(Settings(), web=WebSettings(port=page.port))
        with Page(table.host, settings, spare=50) as other:
            assert page.port < other.port <= page.port + 50
            assert got(other, "/")[0] == 200
            assert f":{other.port}/" in other.url


def test_a_page_for_the_network_is_told_by_name(table: Table) -> None:
    page = served(table, address="0.0.0.0")
    assert page.url.endswith(f".local:{page.port}/")
    page.close()


def test_whoever_never_reads_is_dropped_and_holds_up_nobody(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "GONE", 1)
    monkeypatch.setattr(serving, "UNSENT", 4_000)
    table.begin()
    with served(table) as page:
        stream: Stream = page.app.extensions["stream"]
        with socket.socket() as deaf:
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            deaf.connect(("127.0.0.1", page.port))
            deaf.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            until(lambda: stream.count > 0)
            end = time.monotonic() + PATIENCE
            while stream.count:
                assert time.monotonic() < end, "it is still served"
                table.ask(ask.Say("flip c2"))
                table.ask(ask.StepBack())
                assert json.loads(got(page, "/api/v1/now")[2])["stage"] == "playing"
                time.sleep(0.05)
    assert table.host.moment.match is not None


def test_a_browser_that_goes_is_forgotten(table: Table) -> None:
    table.begin()
    with served(table) as page:
        stream: Stream = page.app.extensions["stream"]
        with socket.create_connection(("127.0.0.1", page.port)) as one:
            one.sendall(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert one.recv(1000)
            assert stream.count == 1
        end = time.monotonic() + PATIENCE
        while stream.count:
            assert time.monotonic() < end, "it is still served"
            table.ask(ask.Pause())
            table.ask(ask.Resume())
            time.sleep(0.02)


def test_the_script_of_the_guide_begins_a_match_and_looks_at_it(
    page_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parents[2] / "docs" / "tinkering.md").read_text(encoding="utf-8")
    (sample,) = [one for one in re.findall(r"```python\n(.*?)```", page, re.DOTALL) if "urlopen" in one]
    token = Tokens(data_folder()).new("scoreboard", time.time())
    sample = sample.replace("http://runewatch.local", page_url.rstrip("/")).replace("rw_…", token)
    exec(compile(sample, "tinkering.md", "exec"), {})
    first, *actions = capsys.readouterr().out.splitlines()
    assert first.endswith("[('Ana', 0), ('Leo', 0)]")
    assert any(line.startswith("flip ") for line in actions)
