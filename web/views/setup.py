"""Setting up: from nothing to a match, step by step."""

from __future__ import annotations

from flask import Blueprint, render_template

from engine.catalogue import games
from engine.contract import Game
from engine.errors import N_
from web.security.access import is_open
from web.views import Link

views = Blueprint("setup", __name__)
LINK = Link(20, N_("Set up"), "setup.setup", "setup")


@views.get("/setup")
@is_open
def setup() -> str:
    return render_template("setup.html", readable=_taught())


def _taught() -> list[Game]:
    """The games with a set to be taught by photos."""
    return [game for game in games().values() if game.is_watched and not game.is_aided]
