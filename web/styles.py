"""Styles as a browser gets them: the sheets of a view one after the other, in one answer that may be kept.

Nothing is shown before all of them are there, so a browser that comes for the first time asks once.
"""

from __future__ import annotations

from functools import lru_cache

from flask import Flask, Response, abort, request

from web import assets
from web.security.access import is_open

MOST = 4
"""So many sheets may be asked for by name in one request; no view has more."""


def address(*names: str) -> str:
    """Where the styles of these names are found: another address with every change, so that they may be kept."""
    return f"/styles/{'+'.join(names)}?is={joined(*names).tag}"


@lru_cache(64)
def joined(*names: str) -> assets.Asset:
    """These sheets, in this order. Raises KeyError."""
    return assets.made(b"".join(assets.assets()[name].plain for name in names), "text/css; charset=utf-8")


def serve(app: Flask) -> None:
    """Has the styles answered."""

    @app.get("/styles/<names>", endpoint="styles")
    @is_open
    def styles(names: str) -> Response:
        wished = names.split("+")
        if len(wished) > MOST or not all(map(_is_sheet, wished)):
            abort(404)
        found = joined(*wished)
        is_this = request.args.get("is") == found.tag
        return assets.answer(found, assets.YEAR if is_this else "no-cache")


def _is_sheet(name: str) -> bool:
    return name.endswith(".css") and name in assets.assets()
