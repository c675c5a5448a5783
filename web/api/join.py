"""Joining: the addresses of the page, the pairing code for those who have it, and tokens for scripts."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Annotated, Literal

from flask import current_app, request

from engine.errors import N_
from runewatch.pairing.tokens import LONGEST_NAME
from web.api.endpoints import Api
from web.api.forms import Limit
from web.joining import qr, ways
from web.past import NotThereError
from web.security import access
from web.words import reader

OWN = frozenset({"127.0.0.1", "::1", "localhost"})
"""Addresses at which only this machine finds the page."""

api = Api("join")


@dataclass(frozen=True, slots=True)
class Address:
    """Where the page can be found, by name or by number; ``qr`` is the same to be photographed, as SVG."""

    kind: Literal["name", "number"]
    url: str
    qr: str


@dataclass(frozen=True, slots=True)
class Join:
    """How others get here. Those who take part are told the code that lets others, and it is in their QR codes."""

    addresses: tuple[Address, ...]
    only_here: bool
    """The page is for this machine alone, as the settings say."""
    code: str


@dataclass(frozen=True, slots=True)
class Renewing:
    """``forget``: everybody else has to pair again."""

    forget: bool = False


@dataclass(frozen=True, slots=True)
class CodeTold:
    """The pairing code from now on."""

    code: str


@dataclass(frozen=True, slots=True)
class TokenNamed:
    """What a token is for."""

    name: Annotated[str, Limit(LONGEST_NAME, 1)]


@dataclass(frozen=True, slots=True)
class TokenMade:
    """A token, told this once. A script sends it as ``Authorization: Bearer TOKEN``."""

    name: str
    token: str


@dataclass(frozen=True, slots=True)
class TokenTold:
    """A token that there is: what it is for, and when it was made (seconds since 1970)."""

    name: str
    made: float


@api.get("/join", gives=Join, about=N_("How other devices get here."))
def join() -> Join:
    return joining()


def joining() -> Join:
    """The same for the page."""
    words, settings = reader(), current_app.extensions["started"]
    code = _doors().code.code if access.is_paired() else ""
    only_here = settings.web.address in OWN
    addresses = tuple(
        Address(
            "name" if one.kind == "name" else "number", one.url,
            qr(f"{one.url}#pair={code}" if code else one.url, words(N_("QR code: {url}"), url=one.url)),
        )
        for one in ways(request.host)
    )  # fmt: skip
    return Join(addresses, only_here, code)


def _doors() -> access.Doors:
    found: access.Doors = current_app.extensions["doors"]
    return found


@api.post("/pairing/code", takes=Renewing, gives=CodeTold, about=N_("Another pairing code from now on."))
def renew_code(wanted: Renewing) -> CodeTold:
    code = _doors().code
    if not wanted.forget:
        return CodeTold(code.renew())
    is_paired = access.is_paired()
    told = code.forget()
    if is_paired:
        access.stay()
    return CodeTold(told)


@api.get("/tokens", gives=tuple[TokenTold, ...], is_open=False, about=N_("The tokens of scripts."))
def tokens() -> tuple[TokenTold, ...]:
    return tuple(TokenTold(one.name, one.made) for one in _doors().tokens.all())


@api.post("/tokens", takes=TokenNamed, gives=TokenMade, about=N_("Make a token for a script."))
def make_token(wanted: TokenNamed) -> TokenMade:
    token = _doors().tokens.new(wanted.name, time.time())
    return TokenMade(wanted.name.strip(), token)


@api.delete("/tokens/<name>", about=N_("Have a token be worth nothing any more."))
def revoke_token(name: str) -> None:
    known = _doors().tokens
    if all(one.name != name for one in known.all()):
        raise NotThereError(N_("there is no token of this name"))
    known.revoke(name)
