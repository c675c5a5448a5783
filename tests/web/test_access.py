"""Who may do what: closed unless it was opened, and no way around."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface

from runewatch.pairing import EndedSessions, Tokens
from runewatch.settings.places import data_folder
from tests.clock import Clock
from tests.web.conftest import Browser
from tests.web.hosting import Table
from web.app import create_app, endpoints
from web.security import access, hosts
from web.security.limits import Limits, Rate

CHANGING = {"POST", "PUT", "DELETE", "PATCH"}
OPEN_CHANGES = {"/api/v1/pairing"}
"""The one thing that those may send who are not paired yet."""


def rules_of(app: Flask) -> list[tuple[str, str]]:
    """Every path with every method that changes something; parameters filled in."""
    return [
        (method, re.sub(r"<(?:\w+:)?\w+>", "1", rule.rule))
        for rule in app.url_map.iter_rules()
        for method in sorted(CHANGING & (rule.methods or set()))
    ]


@pytest.fixture
def unlimited(app: Flask) -> None:
    """As often as one likes."""
    plenty = Rate(1e9, 1e-9)
    app.extensions["doors"].changes = Limits(plenty, plenty)


@pytest.mark.usefixtures("unlimited")
def test_every_change_needs_pairing(app: Flask, table: Table) -> None:
    table.begin()
    before = table.host.moment.match
    rules = rules_of(app)
    assert len(rules) > 10
    for method, path in rules:
        status = app.test_client().open(path, method=method, json={}).status_code
        expected = 400 if (method, path) == ("POST", "/api/v1/pairing") else 401
        assert status == expected, f"{method} {path} gives {status}"
    assert table.host.moment.match is before


@pytest.mark.usefixtures("unlimited")
def test_every_change_needs_the_word_of_the_session(app: Flask, player: Browser) -> None:
    for method, path in rules_of(app):
        if (method, path) != ("POST", "/api/v1/pairing"):
            for headers in ({}, {access.WORD: "another"}, {access.WORD: "é"}):
                assert player.client.open(path, method=method, json={}, headers=headers).status_code == 403, path


def test_what_nobody_opened_is_closed(app: Flask) -> None:
    app._got_first_request = False
    app.add_url_rule("/secret", "secret", lambda: "told")
    assert app.test_client().get("/secret").status_code == 401


def test_only_what_is_declared_open_is() -> None:
    assert {one.path for one in endpoints() if one.is_open and one.method in CHANGING} == {"/pairing"}


def test_a_forged_cookie_is_none(app: Flask, player: Browser) -> None:
    class Forger(SecureCookieSessionInterface):
        pass

    cookie = player.client.get_cookie("runewatch")
    assert cookie is not None
    other = Flask("other")
    other.secret_key = "guessed"
    signer = Forger().get_signing_serializer(other)
    assert signer is not None
    forged = signer.dumps({"begun": 0, "used": 0, "number": 1, "word": "mine"})
    for value in (forged, cookie.value[:-2] + "xx", "x" * 3000, ""):
        browser = app.test_client()
        browser.set_cookie("runewatch", value)
        answer = browser.post("/api/v1/match/pause", headers={access.WORD: "mine"}, json={})
        assert answer.status_code == 401


def test_cookies_cannot_be_read_by_scripts_nor_sent_from_elsewhere(app: Flask) -> None:
    code = app.extensions["doors"].code.code
    answer = app.test_client().post("/api/v1/pairing", json={"code": code})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert code not in cookie


def test_sessions_expire_and_can_be_ended(app: Flask, player: Browser, table: Table) -> None:
    table.begin()
    clock = Clock(0)
    doors: access.Doors = app.extensions["doors"]
    begun = doors.wall()
    doors.wall = clock
    clock.now = begun + access.HALF_A_DAY - 60
    assert player.post("/match/pause").status_code == 200
    clock.now += access.HALF_A_DAY - 60
    assert player.post("/match/pause").status_code == 200, "it was used meanwhile"
    clock.now += access.HALF_A_DAY + 1
    assert player.post("/match/pause").status_code == 401
    clock.now = begun + 1
    player.pair(doors.code.code)
    clock.now = begun + access.WEEK + 10
    assert player.post("/match/pause").status_code == 401


def test_a_session_ends_by_itself_or_by_the_box(app: Flask, player: Browser, table: Table) -> None:
    table.begin()
    doors: access.Doors = app.extensions["doors"]
    doors.code.renew()
    assert player.post("/match/pause").status_code == 200
    doors.code.forget()
    assert player.post("/match/pause").status_code == 401
    player.pair(doors.code.code)
    assert player.get("/pairing").json["paired"]
    assert player.client.delete("/api/v1/pairing", headers={access.WORD: player.word}).status_code == 200
    assert not player.get("/pairing").json["paired"]


def test_a_copy_of_a_cookie_ends_with_its_session(app: Flask, player: Browser, table: Table) -> None:
    table.begin()
    cookie = player.client.get_cookie("runewatch")
    assert cookie is not None
    again = {"headers": {access.WORD: player.word}, "json": {}}
    thief = app.test_client()
    thief.set_cookie("runewatch", cookie.value)
    assert thief.post("/api/v1/match/pause", **again).status_code == 200
    assert player.client.delete("/api/v1/pairing", headers={access.WORD: player.word}).status_code == 200
    assert thief.post("/api/v1/match/resume", **again).status_code == 401
    later = create_app(table.host).test_client()
    later.set_cookie("runewatch", cookie.value)
    assert later.post("/api/v1/match/resume", **again).status_code == 401, "nor after a restart"


def test_only_so_many_ended_sessions_are_remembered(table: Table) -> None:
    sessions = EndedSessions(data_folder())
    for number in range(5):
        sessions.end(f"{number}", until=100.0 + number, now=0.0)
    sessions.end("last", until=200.0, now=102.0)
    known = EndedSessions(data_folder())
    assert [known.holds(one) for one in ("1", "2", "3", "4", "last")] == [False, False, True, True, True]


# -- the code ----------------------------------------------------------------------------------------------


def test_wrong_codes_are_slowed_down(app: Flask, watcher: Browser) -> None:
    statuses = [watcher.post("/pairing", code="000000x").status_code for _ in range(12)]
    assert statuses[:5] == [403] * 5
    assert set(statuses[5:]) == {429}
    answer = watcher.post("/pairing", code=app.extensions["doors"].code.code)
    assert answer.status_code == 429, "not even the right one, or the limit would tell it"
    assert int(answer.headers["Retry-After"]) > 0
    other = app.test_client().post(
        "/api/v1/pairing",
        json={"code": app.extensions["doors"].code.code},
        environ_base={"REMOTE_ADDR": "10.0.0.9"},
    )
    assert other.status_code == 200, "somebody else may still pair"


def test_codes_tried_from_everywhere_are_slowed_down_too(app: Flask) -> None:
    statuses = [
        app.test_client()
        .post("/api/v1/pairing", json={"code": "x"}, environ_base={"REMOTE_ADDR": f"10.0.0.{i}"})
        .status_code
        for i in range(60)
    ]
    assert statuses.count(403) <= 21


def test_nothing_secret_is_logged(app: Flask, watcher: Browser, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(0)
    watcher.post("/pairing", code="123987")
    watcher.get("/now", headers={"Authorization": "Bearer rw_wrong"})
    assert "123987" not in caplog.text
    assert "rw_wrong" not in caplog.text


# -- tokens ------------------------------------------------------------------------------------------------


def test_a_token_does_what_the_page_does(app: Flask, table: Table) -> None:
    table.begin()
    token = Tokens(data_folder()).new("script", 0)
    send = app.test_client().post
    headers = {"Authorization": f"Bearer {token}"}
    assert send("/api/v1/match/pause", headers=headers, json={}).status_code == 200
    Tokens(data_folder()).revoke("script")
    assert send("/api/v1/match/pause", headers=headers, json={}).status_code == 401


def test_tokens_cannot_be_guessed_for_long(app: Flask) -> None:
    statuses = [
        app.test_client().get("/api/v1/pairing", headers={"Authorization": f"Bearer rw_{i}"}).status_code
        for i in range(3)
    ]
    assert statuses == [200] * 3, "what is open asks for none"
    statuses = [
        app.test_client()
        .post("/api/v1/match/pause", headers={"Authorization": f"Bearer rw_{i}"}, json={})
        .status_code
        for i in range(9)
    ]
    assert statuses == [401] * 5 + [429] * 4


# -- who is asked for ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "a b", "localhost@evil", "[::1", "x" * 300]
)
def test_a_stranger_name_is_not_answered(app: Flask, host: str) -> None:
    answer = app.test_client().get("/", headers={"Host": host})
    assert answer.status_code in (400, 421)
    assert b"data-stage" not in answer.data or answer.status_code == 421


@pytest.mark.parametrize("host", ["localhost:8080", "127.0.0.1", "192.168.1.20:8080", "[fe80::1]:80", "LOCALHOST"])
def test_addresses_and_own_names_are(app: Flask, host: str) -> None:
    assert app.test_client().get("/", headers={"Host": host}).status_code == 200


def test_own_names_are_those_of_the_home() -> None:
    names = hosts.own_names()
    assert "localhost" in names
    assert hosts.is_ours("box-2.local:80", names)
    assert hosts.is_ours("Box.lan.", {"box.lan"})
    assert not hosts.is_ours("box.local.example", names)


# -- headers and sizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "/api/v1/now", "/static/base.css", "/nowhere", "/api/v1/nowhere", "/scripts/fr/base.js"]
)
def test_every_answer_is_safe(app: Flask, path: str) -> None:
    headers = app.test_client().get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Cache-Control"] in ("no-store", "no-cache")


def test_no_page_has_inline_scripts_or_styles() -> None:
    for path in (Path(__file__).parents[2] / "web").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"\sstyle=|\son\w+=|javascript:|<style", text), path
        assert all(
            "src=" in tag or 'type="application/json"' in tag for tag in re.findall(r"<script[^>]*>", text)
        ), path


@pytest.mark.parametrize("sent", [b"x" * 70_000, b"[" * 60_000])
def test_too_much_is_refused_and_nothing_breaks(player: Browser, sent: bytes) -> None:
    answer = player.client.post(
        "/api/v1/match", data=sent, content_type="application/json", headers={access.WORD: player.word}
    )
    assert answer.status_code in (400, 413)
    assert answer.content_type == "application/problem+json"


def test_an_upload_beyond_all_measure_is_not_even_read(player: Browser) -> None:
    answer = player.client.post(
        "/api/v1/match/say",
        json={},
        headers={access.WORD: player.word},
        environ_overrides={"CONTENT_LENGTH": "17000000"},
    )
    assert answer.status_code == 413


def test_ten_thousand_requests_a_minute_are_too_many(app: Flask, table: Table) -> None:
    """The first few are answered, then as many as the box can do; everybody else is answered all the while."""
    table.begin()
    doors, clock = app.extensions["doors"], Clock(0)
    doors.looks, doors.changes = Limits(*access.LOOKS, clock), Limits(*access.CHANGES, clock)
    client, statuses = app.test_client(), []
    for _ in range(2000):
        clock.now += 60 / 10_000
        statuses.append(client.get("/api/v1/pairing").status_code)
    assert set(statuses) == {200, 429}
    assert statuses.count(200) <= 300 + clock.now / 0.02 + 1
    answer = client.get("/api/v1/now")
    assert answer.json is not None
    assert "seconds" in answer.json["detail"]
    other = client.get("/api/v1/now", environ_base={"REMOTE_ADDR": "10.0.0.9"})
    assert other.status_code == 200
    assert table.host.moment.match is not None
    assert table.host.moment.match.over is None


# -- limits --------------------------------------------------------------------------------------------------


def test_a_limit_lets_so_many_through_and_then_one_after_the_other() -> None:
    clock = Clock(0)
    limits = Limits(Rate(3, 10), Rate(5, 1), clock)
    assert [limits.taken("a") for _ in range(4)] == [0, 0, 0, 10]
    assert [limits.taken("b") for _ in range(3)] == [0, 0, 1], "there are five for all"
    clock.now = 10
    assert limits.taken("a") == 0
    assert limits.taken("a") > 0


def test_a_limit_forgets_whom_it_has_not_heard_of_for_long() -> None:
    limits = Limits(Rate(1, 1000), Rate(1e9, 1), Clock(0))
    for i in range(5000):
        assert limits.taken(f"{i}") == 0
    assert len(limits._of) <= 1024


def test_the_clock_may_go_back(monkeypatch: pytest.MonkeyPatch) -> None:
    clock: Any = Clock(0)
    limits = Limits(Rate(1, 10), Rate(100, 1), clock)
    clock.now = 100
    limits.count("a")
    clock.now = 50
    assert limits.wait("a") <= 10
