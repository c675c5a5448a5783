"""The matches that were played: to look through, to take out and in, and to settle what was left open."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from typing import Annotated, TypeVar

from flask import Response, current_app, request

from engine.errors import N_, shown
from runewatch.events import AGREED, Abandoned, Ended
from runewatch.journal import recording
from runewatch.journal.faults import NoMatchError
from runewatch.journal.keeping import Journal
from runewatch.journal.listing import GOES_ON
from runewatch.live.host import Host, HostError
from runewatch.live.moment import Stage
from runewatch.match import replayed
from runewatch.referee.requests import Abandon
from web.api.endpoints import Api
from web.api.forms import FormError, Limit, plain
from web.api.match import host, outcome
from web.past import (
    Everybody,
    Figures,
    Listed,
    NotThereError,
    Page,
    Past,
    Pasts,
    Retold,
    Still,
    listed,
    page,
    record_in,
)
from web.words import reader

T = TypeVar("T")
LARGEST = 400_000
"""Letters of what is taken in: a record, or a match as JSON."""
MOST_PAGES = 1_000_000
MOST_MATCHES = 2**31
"""No journal has so many; the journal's file could not even name them."""

api = Api("history")


@dataclass(frozen=True, slots=True)
class Sent:
    """A record, or a match as JSON with its record, as text."""

    text: Annotated[str, Limit(LARGEST, 1)]


@dataclass(frozen=True, slots=True)
class Agreed:
    """Who won, as the players agree: seats counted from 0; nobody in a draw."""

    winners: Annotated[tuple[Annotated[int, Limit(20)], ...], Limit(20)] = ()


def journal() -> Journal:
    return host().house.journal


def past(number: int) -> Past:
    """A match as it was replayed. Raises NoMatchError."""
    return _kept("pasts", Pasts).of(journal(), known(number))


def known(number: int) -> int:
    """The number of a match that there may be. Raises NoMatchError."""
    if number < MOST_MATCHES:
        return number
    raise NoMatchError(N_("there is no match {number} in the journal"), number=shown(str(number)))


def figures() -> tuple[Figures, ...]:
    """The figures of all players, who played most first."""
    return _kept("everybody", Everybody).of(journal().path, reader())


def _kept(name: str, kind: type[T]) -> T:
    """What this application keeps for answers to come."""
    found: T = current_app.extensions.setdefault(name, kind())
    return found


def page_asked() -> int:
    """The page of the list that is asked for, counted from 1."""
    told = request.args.get("page", "1")
    return min(int(told), MOST_PAGES) if told.isascii() and told.isdecimal() and len(told) < 8 else 1


@api.get(
    "/history",
    gives=Page,
    about=N_("The matches that were played, the newest first."),
    query={"page": N_("Which page of the list, counted from 1.")},
)
def matches() -> Page:
    return page(journal(), page_asked(), reader())


@api.get("/history/players", gives=tuple[Figures, ...], about=N_("The figures of every player."))
def all_figures() -> tuple[Figures, ...]:
    return figures()


@api.get("/history/<int:number>", gives=Retold, about=N_("One match, event by event."))
def one_match(number: int) -> Retold:
    return past(number).retold(reader())


@api.get("/history/<int:number>/tables/<int:event>", gives=Still, about=N_("The table after an event of a match."))
def table_then(number: int, event: int) -> Still:
    found = past(number).still(reader(), event)
    if found is None:
        raise NotThereError(N_("match {number} has no event {event}"), number=number, event=event)
    return found


@api.get("/history/<int:number>/record", gives="text/plain", about=N_("What stands of a match, as a record."))
def one_record(number: int) -> Response:
    text = recording.record_text(journal().events(known(number)))
    return _file(text, "text/plain; charset=utf-8", f"runewatch-{number}.rwr")


@api.get("/history/<int:number>/events", gives="application/json", about=N_("All that was kept of a match."))
def one_export(number: int) -> Response:
    told = {"match": plain(listed(journal().summary(known(number)), reader())),
            **recording.to_json(journal().events(number))}  # fmt: skip
    text = json.dumps(told, ensure_ascii=False, indent=1) + "\n"
    return _file(text, "application/json", f"runewatch-{number}.json")


def _file(text: str, kind: str, name: str) -> Response:
    return Response(text, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'})


@api.post("/history", takes=Sent, gives=Listed, most=4 * LARGEST, about=N_("Take a record into the history."))
def take_in(wanted: Sent) -> Listed:
    found = recording.from_record(record_in(wanted.text), time.time())
    current = host()
    number = journal().begin(found.began, found.at, then=found.then)
    outcome(current.do(lambda: _refresh(current)))
    return listed(journal().summary(number), reader())


@api.post("/history/<int:number>/abandon", gives=Listed, about=N_("Give a match up, or set it aside."))
def set_aside(number: int) -> Listed:
    current = host()
    outcome(current.do(lambda: _give_up(current, number)))
    return listed(journal().summary(number), reader())


@api.post(
    "/history/<int:number>/finish", takes=Agreed, gives=Listed, about=N_("End a match as its players agree.")
)
def finish(number: int, wanted: Agreed) -> Listed:
    current = host()
    outcome(current.do(lambda: _end(current, number, wanted.winners)))
    return listed(journal().summary(number), reader())


@api.post("/history/<int:number>/go-on", about=N_("Go on with this match, the newest unfinished one."))
def go_on_with(number: int) -> None:
    current = host()
    outcome(current.do(lambda: _go_on(current, number)))


# -- in the loop's thread ---------------------------------------------------------------------------------


def _give_up(current: Host, number: int) -> None:
    _refuse_what_is_over(current, number)
    if _is_played(current, number):
        current.request(Abandon())
    else:
        # it is not replayed: one that no longer replays can be set aside as well
        current.house.journal.add(number, [Abandoned()], current.house.times.wall())
        _refresh(current)


def _end(current: Host, number: int, winners: tuple[int, ...]) -> None:
    _refuse_what_is_over(current, number)
    if _is_played(current, number):
        raise HostError(N_("match {number} is on the table: free it first"), number=number)
    rules = replayed(one.event for one in current.house.journal.events(number)).rules
    for i, seat in enumerate(winners):
        if seat >= len(rules.seats) or seat in winners[:i]:
            raise FormError(f"/winners/{i}", N_("there is no such seat, or it is named twice"))
    current.house.journal.add(number, [Ended(winners, AGREED)], current.house.times.wall())
    _refresh(current)


def _go_on(current: Host, number: int) -> None:
    _refuse_what_is_over(current, number)
    if number != current.house.journal.unfinished():
        raise HostError(N_("a newer match is unfinished: go on with that one, or give it up first"))
    current.go_on()


def _refuse_what_is_over(current: Host, number: int) -> None:
    if current.house.journal.summary(known(number)).over != GOES_ON:
        raise HostError(N_("match {number} is over"), number=number)


def _is_played(current: Host, number: int) -> bool:
    return current.moment.stage is Stage.PLAYING and current.moment.match_number == number


def _refresh(current: Host) -> None:
    """Another match may be the one to go on with now."""
    if current.moment.stage is Stage.SETTING_UP:
        current.leave()
