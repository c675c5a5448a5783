"""Joining by phone, and a view for a screen that everybody looks at."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from engine.errors import N_
from runewatch.pairing.code import spaced
from web.api import join as api
from web.security import access
from web.security.access import is_open
from web.views import Link
from web.views.table import shown

views = Blueprint("join", __name__)
LINK = Link(60, N_("Join"), "join.join", "join")


@views.get("/join")
@is_open
def join() -> Response:
    found = api.joining()
    tokens = api.tokens() if access.is_paired() else ()
    return Response(render_template("join.html", found=found, code=spaced(found.code), tokens=tokens))


@views.get("/kiosk")
@is_open
def kiosk() -> Response:
    """The table without anything to press, and in a corner the way here."""
    found = api.joining()
    return Response(
        render_template("kiosk.html", first_way=found.addresses[0] if found.addresses else None, **shown())
    )
