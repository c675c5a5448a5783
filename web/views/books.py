"""Books that players bring: beside the board while a match is played, and a desk to write them at."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from engine.errors import N_
from runewatch.choosing import usual_game
from web.api.books import writable
from web.api.match import host
from web.security.access import is_open
from web.views import Link
from web.views.table import shown

views = Blueprint("books", __name__, url_prefix="/books")


def _has_books() -> bool:
    """Whether players bring books to what is played, or, while nothing is, to what usually is."""
    match = host().moment.match
    game = match.rules.game if match else usual_game(host().settings)
    return bool(game.books()) or request.blueprint == views.name


LINK = Link(15, N_("Books"), "books.books", "book", _has_books)


@views.get("")
@is_open
def books() -> str:
    match = host().moment.match
    is_matched = match is not None and bool(match.rules.game.books())
    return render_template("books.html", is_matched=is_matched, **shown())


@views.get("/write")
@is_open
def write() -> str:
    game = writable(request.args.get("game", "")[:60])
    return render_template("write.html", game=game, stock=game.books())
