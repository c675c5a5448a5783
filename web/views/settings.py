"""The settings and the health of the box, for those who take part."""

from __future__ import annotations

from flask import Blueprint, Response, render_template

from engine.errors import N_
from web.api import health as box
from web.api.match import host
from web.api.settings import told
from web.security import access
from web.security.access import is_open
from web.views import Link
from web.words import reader

views = Blueprint("settings", __name__, url_prefix="/settings")
LINK = Link(50, N_("Settings"), "settings.settings", "settings")


@views.get("")
@is_open
def settings() -> Response:
    if not access.is_paired():
        return _closed("settings")
    found = told(host(), reader())
    # what the command line says counts until the next start by itself
    every = [one for part in found.parts for one in part.settings if one.source != "command-line"]
    waiting = [one.name for one in every if one.text != one.in_use]
    return _page("settings.html", found=found, waiting=waiting, is_service=box.is_service())


@views.get("/health")
@is_open
def health() -> Response:
    if not access.is_paired():
        return _closed("health")
    return _page("health.html", health=box.health())


def _closed(tab: str) -> Response:
    """Whoever only watches is shown how to take part."""
    return _page("closed.html", tab=tab)


def _page(template: str, **known: object) -> Response:
    return Response(render_template(template, **known))
