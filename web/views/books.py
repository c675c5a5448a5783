"""Books that players bring: beside the board while a match is played, and a desk to write them at."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from engine.catalogue import games
from engine.errors import N_
from web.api.books import writable
from web.api.match import host
from web.security.access import is_open
from web.views import Link
from web.views.table import shown

views = Blueprint("books", __name__, url_prefix="/books")


def _has_books() -> bool:
    """Whether the match on the table has books; where none is played, whether any game has."""
    match = host().moment.match
    return any(game.books() for game in ([match.rules.game] if match else games().values()))


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
