"""The table: what is played now, made to be read from two metres."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, render_template

from engine.errors import N_
from web import drawing
from web.api.match import host
from web.api.watching import stream
from web.security.access import is_open
from web.views import Link
from web.words import reader

views = Blueprint("table", __name__)
LINK = Link(10, N_("Table"), "table.table", "table")


@views.get("/")
@is_open
def table() -> str:
    return render_template("table.html", **shown())


def shown() -> dict[str, Any]:
    """What the table's template is filled with."""
    whole = stream().whole(reader())
    match = host().moment.match
    symbols = drawing.symbols(match.rules, reader(), whole["now"]["things"]) if match else ""
    return {"whole": whole, "now": whole["now"], "symbols": symbols}
