"""Who may do what: watching is open, everything else needs the pairing code or a token.

Nothing is open by accident. A route that nobody marked with ``is_open`` is for those who are paired, and what is
sent with a cookie must also carry the session's own word in a header, which no other site can do.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask, current_app, g, request, session

from engine.errors import N_, RunewatchError
from runewatch.pairing import EndedSessions, PairingCode, Tokens
from web.security.limits import Limits, Rate

View = TypeVar("View", bound=Callable[..., Any])

WORD = "X-Runewatch-Word"
"""The header that has to carry the session's word."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
HALF_A_DAY = 12 * 3600
"""Seconds that a session lasts without being used."""
WEEK = 7 * 24 * 3600
"""Seconds that a session lasts at all."""

TRIES = Rate(burst=5, seconds=30), Rate(burst=20, seconds=60)
"""Wrong codes: of one address, and of all."""
CHANGES = Rate(burst=60, seconds=0.1), Rate(burst=200, seconds=0.02)
LOOKS = Rate(burst=300, seconds=0.02), Rate(burst=1500, seconds=0.003)
"""Requests: of one address, and of all."""


class NotPairedError(RunewatchError, PermissionError):
    """Only those who are paired may do this."""


class WrongWordError(RunewatchError, PermissionError):
    """It may come from another site."""


class WrongCodeError(RunewatchError, PermissionError):
    """This is not the pairing code."""


class TooOftenError(RunewatchError, RuntimeError):
    """Asked more often than can be answered; ``wait`` is how many seconds to wait."""

    def __init__(self, wait: float) -> None:
        self.wait = max(1, round(wait + 0.5))
        super().__init__(N_("this was asked too often; seconds to wait: {seconds}"), seconds=self.wait)


@dataclass(slots=True)
class Doors:
    """What access is decided by; one for an application."""

    code: PairingCode
    tokens: Tokens
    ended: EndedSessions
    tries: Limits
    changes: Limits
    looks: Limits
    wall: Callable[[], float] = time.time


def doors(folder: Path, steady: Callable[[], float] = time.monotonic) -> Doors:
    """Those of the box that keeps its data in this folder."""
    known = PairingCode(folder), Tokens(folder), EndedSessions(folder)
    return Doors(*known, Limits(*TRIES, steady), Limits(*CHANGES, steady), Limits(*LOOKS, steady))


def is_open(view: View) -> View:
    """Marks a route that is for everybody."""
    view.is_open = True  # type: ignore[attr-defined]
    return view


def guard(app: Flask, of: Doors) -> None:
    """Has every request looked at before it is answered."""
    app.extensions["doors"] = of
    app.before_request(_admit)


def _doors() -> Doors:
    found: Doors = current_app.extensions["doors"]
    return found


def _admit() -> None:
    limits = _doors().looks if request.method in SAFE else _doors().changes
    if waiting := limits.taken(request.remote_addr or ""):
        raise TooOftenError(waiting)
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None or getattr(view, "is_open", False):
        return
    if has_token():
        return
    if not is_paired():
        raise NotPairedError(N_("this needs the pairing code that the box shows"))
    told = request.headers.get(WORD, "")
    if request.method not in SAFE and not hmac.compare_digest(told.encode(), word().encode()):
        raise WrongWordError(N_("this request does not come from the page; load the page again"))


def has_token() -> bool:
    """Whether a script asks, with a token of its own."""
    kind, _, told = request.headers.get("Authorization", "").partition(" ")
    if kind.lower() != "bearer" or not told:
        return False
    if waiting := _doors().tries.wait(request.remote_addr or ""):
        raise TooOftenError(waiting)
    if _doors().tokens.knows(told.strip()):
        return True
    _doors().tries.count(request.remote_addr or "")
    raise NotPairedError(N_("there is no such token"))


def is_paired() -> bool:
    """Whether this browser was paired, lately enough."""
    if "paired" not in g:
        g.paired = _is_paired()
    return bool(g.paired)


def _is_paired() -> bool:
    now, begun, used = _doors().wall(), session.get("begun"), session.get("used")
    if not isinstance(begun, int | float) or not isinstance(used, int | float):
        return False
    if not 0 <= now - begun < WEEK or now - used >= HALF_A_DAY or session.get("number") != _doors().code.number:
        session.clear()
        return False
    if _doors().ended.holds(str(session.get("word", ""))):
        session.clear()
        return False
    if now - used > 60:
        session["used"] = now
    return True


def word() -> str:
    """The word of this session; empty if it is not paired."""
    return str(session.get("word", "")) if is_paired() else ""


def pair(tried: str) -> str:
    """Pairs this browser, and gives its word. Raises WrongCodeError or TooOftenError."""
    address = request.remote_addr or ""
    if waiting := _doors().tries.wait(address):
        raise TooOftenError(waiting)
    if not _doors().code.is_right(tried):
        _doors().tries.count(address)
        raise WrongCodeError(N_("this is not the code that the box shows"))
    now = _doors().wall()
    session.clear()
    session.permanent = True
    session.update(begun=now, used=now, number=_doors().code.number, word=secrets.token_urlsafe(24))
    g.paired = True
    return word()


def part() -> None:
    """This browser only watches from now on, and so does every copy of its cookie. Raises PairingError."""
    if is_paired():
        _doors().ended.end(word(), float(session["begun"]) + WEEK, _doors().wall())
    session.clear()
    g.paired = False


def stay() -> None:
    """This browser is one of those that the present code has paired."""
    session["number"] = _doors().code.number
