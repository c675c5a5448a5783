"""The history: the list of matches, one of them with its tables, and the figures of the players."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, render_template, request

from engine.errors import N_
from engine.words import Words, capital
from runewatch.journal.recording import stamp
from web import plots
from web.api import history as api
from web.api.match import host
from web.past import Figures, NotThereError, page
from web.security.access import is_open
from web.views import Link
from web.words import reader

views = Blueprint("history", __name__, url_prefix="/history")
LINK = Link(40, N_("History"), "history.history", "history")

DRAWN = 12
"""So many players are drawn; the table has all of them."""


@views.app_template_filter("stamp")
def stamped(at: float) -> str:
    """A moment for programs to read, in the time of this place."""
    return stamp(at)


@views.get("")
@is_open
def history() -> Response:
    words = reader()
    found = page(api.journal(), api.page_asked(), words)
    if found.count and not found.matches:
        raise NotThereError(N_("there are only {pages} pages"), pages=found.pages)
    return _page("history.html", found=found, played=_played())


@views.get("/<int:number>")
@is_open
def match(number: int) -> Response:
    words = reader()
    past = api.past(number)
    told = past.retold(words)
    stands = [one for one in told.events if one.points]
    title = words(N_("Points after every event"))
    course = plots.course(title, [one.points for one in stands], told.match.names)
    last = max(len(told.events) - 1, 0)
    asked = request.args.get("event", "")
    at = min(int(asked), last) if asked.isascii() and asked.isdecimal() and len(asked) < 8 else last
    return _page(
        "match.html", told=told, match=told.match, still=past.still(words, at), at=at, last=last, course=course,
        symbols=past.symbols(words), is_played=_played() == number, unfinished=host().moment.unfinished,
    )  # fmt: skip


@views.get("/players")
@is_open
def players() -> Response:
    words = reader()
    found = api.figures()
    return _page("players.html", found=found, plots=tuple(_plots(found, words)), decimal=decimal)


def _page(template: str, **known: object) -> Response:
    return Response(render_template(template, **known))


def _played() -> int | None:
    """The match that is on the table."""
    moment = host().moment
    return moment.match_number if moment.match is not None else None


def decimal(value: float | None) -> str:
    """A number with one digit behind the point, as the reader writes it."""
    return "–" if value is None else reader().decimal(value, 1)


@dataclass(frozen=True, slots=True)
class Plot:
    title: str
    drawn: str


def _plots(found: Sequence[Figures], words: Words) -> Iterator[Plot]:
    """What can be compared of the players, drawn; each game by itself."""
    for game in dict.fromkeys(one.game for one in found):
        rows = [one for one in found if one.game == game][:DRAWN]
        played = words(N_("Matches: won and not won"))
        bars = [
            plots.Bar(
                one.name,
                words(N_("{wins} of {matches}"), wins=one.wins, matches=one.matches),
                (one.wins, one.matches - one.wins),
            )
            for one in rows
        ]
        yield Plot(played, plots.bars(played, bars, (words(N_("won")), words(N_("not won")))))
        a_round = words(N_("Points a round"))
        yield Plot(a_round, plots.bars(a_round, [
            plots.Bar(one.name, decimal(one.points_a_round), (one.points_a_round or 0,)) for one in rows
        ]))  # fmt: skip
        a_turn = words(N_("Seconds a turn"))
        timed = [one for one in rows if one.seconds_a_turn]
        if timed:
            yield Plot(a_turn, plots.bars(a_turn, [
                plots.Bar(one.name, decimal(one.seconds_a_turn), (one.seconds_a_turn or 0,)) for one in timed
            ]))  # fmt: skip
        yield from _counted(rows)


def _counted(rows: Sequence[Figures]) -> Iterator[Plot]:
    """A plot for each thing that the game counts, in parts by what it is counted by."""
    counts = [count for one in rows for count in one.counts]
    for event in dict.fromkeys(count.event for count in counts):
        parts = sorted({(count.by, count.text) for count in counts if count.event == event})
        bars = []
        for one in rows:
            by = {count.by: count.count for count in one.counts if count.event == event}
            values = tuple(float(by.get(key, 0)) for key, _ in parts)
            bars.append(plots.Bar(one.name, f"{sum(values):g}", values))
        title = _span([text for _, text in parts])
        yield Plot(title, plots.bars(title, bars, tuple(text for _, text in parts) if len(parts) > 1 else ()))


def _span(texts: Sequence[str]) -> str:
    """What several counts are called together: the first and the last of them."""
    return capital(" – ".join(dict.fromkeys((texts[0], texts[-1]))))
