"""Watching: what is on the table, as it changes."""

from __future__ import annotations

from flask import Response, current_app, request

from engine.errors import N_
from web import drawing
from web.api.endpoints import Api
from web.api.match import host
from web.parts import Snapshot
from web.snapshot import Snapshots
from web.stream import Stream
from web.words import reader

api = Api("watching")


def stream() -> Stream:
    """The stream of this application."""
    found: Stream = current_app.extensions["stream"]
    return found


@api.get("/now", gives=Snapshot, about=N_("Everything there is to see now."))
def now() -> Snapshot:
    snapshots: Snapshots = current_app.extensions["snapshots"]
    return snapshots.of(host().moment, reader())


@api.get(
    "/events",
    gives="text/event-stream",
    about=N_("The same as a stream: first whole, then what changes."),
    query={"last": N_("The id of what is known already; the header Last-Event-ID goes before it.")},
)
def events() -> Response:
    last = request.headers.get("Last-Event-ID") or request.args.get("last", "")
    pieces = stream().listen(reader(), last, request.remote_addr or "")
    return Response(pieces, content_type="text/event-stream; charset=utf-8", headers={"X-Accel-Buffering": "no"})


@api.get(
    "/drawings",
    gives="image/svg+xml",
    about=N_("The symbols that the pictures use."),
    query={"things": N_("The names of things, with commas between.")},
)
def drawings() -> Response:
    match = host().moment.match
    names = request.args.get("things", "").split(",")[:200]
    found = drawing.symbols(match.rules, reader(), names) if match else ""
    return Response(f'<svg xmlns="http://www.w3.org/2000/svg">{found}</svg>', content_type="image/svg+xml")
