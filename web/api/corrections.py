"""The arbiter's corrections, place by place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from engine.contract import Rules
from engine.errors import N_, NotationError, shown
from engine.table import Layout
from runewatch.live.host import Host, HostError
from runewatch.referee import requests as ask
from web.api.endpoints import Api
from web.api.forms import FormError, Limit, Name
from web.api.match import Answer, NoPlaceError, answer_of, host, outcome
from web.words import reader

api = Api("corrections")


@dataclass(frozen=True, slots=True)
class Lying:
    """A thing that may lie in a place."""

    name: str
    title: str


@dataclass(frozen=True, slots=True)
class Kind:
    """Things of one kind that may lie in a place, and which of them lies there now; empty if none does."""

    name: str
    title: str
    now: str
    things: tuple[Lying, ...]


@dataclass(frozen=True, slots=True)
class PlaceNow:
    """A place of the table, and all that may lie there."""

    name: str
    title: str
    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class PutRight:
    """What lies in some places, whatever the match has there: names of things, from below."""

    places: Mapping[str, tuple[Name, ...]]
    why: Annotated[str, Limit(200)] = ""


@api.get("/match/places/<name>", gives=PlaceNow, about=N_("What may lie in a place, and what does."))
def place_now(name: str) -> PlaceNow:
    rules, layout = _table(host())
    place = next((one for one in rules.plan().places if one.name == name), None)
    if place is None:
        raise NoPlaceError(N_("there is no place {name}"), name=shown(name))
    words, lying = reader(), {thing.kind: thing.name for thing in layout.get(name, ())}
    kinds = tuple(
        Kind(
            kind,
            words(rules.game.things.get(kind, kind)),
            lying.get(kind, ""),
            tuple(
                Lying(thing.name, words.thing(rules, thing)) for thing in rules.plan().things if thing.kind == kind
            ),
        )
        for kind in place.kinds
    )
    return PlaceNow(name, words.place(rules, name), kinds)


@api.post("/match/put-right", takes=PutRight, gives=Answer, about=N_("Say what lies in some places."))
def put_right(wanted: PutRight) -> Answer:
    current = host()
    return answer_of(outcome(current.do(lambda: current.request(_correction(current, wanted)))))


def _correction(at: Host, wanted: PutRight) -> ask.Correct:
    """The position with these places changed. Raises what says that it cannot be."""
    rules, layout = _table(at)
    known = {thing.name: thing for thing in rules.plan().things}
    places = {place.name for place in rules.plan().places}
    for name, things in wanted.places.items():
        if name not in places:
            raise FormError("/places", N_("there is no place {name}"), name=shown(name))
        if strange := next((one for one in things if one not in known), None):
            raise FormError(f"/places/{name}", N_("there is no thing {name}"), name=shown(strange))
    changed = {name: tuple(known[one] for one in things) for name, things in wanted.places.items()}
    match = at.moment.match
    state = rules.amended(match.state, {**layout, **changed}) if match else None
    if state is None:
        raise NotationError(N_("no match can stand like this"))
    return ask.Correct(rules.write_position(state), wanted.why)


def _table(at: Host) -> tuple[Rules[Any, Any], Layout]:
    """The rules of the match on the table, and how the table looks in it. Raises HostError."""
    match = at.moment.match
    if match is None:
        raise HostError(N_("there is no match on the table: begin one on the page"))
    return match.rules, match.rules.layout(match.state)
