"""The match: what is on the table, and all that can be asked of the referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from concurrent.futures import TimeoutError as Late
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Annotated, Any, TypeVar

from flask import current_app

from engine.errors import N_, RunewatchError
from engine.words import Words, capital
from runewatch.events import Began
from runewatch.live.host import Host, HostError
from runewatch.live.sitting import Announcement
from runewatch.match import Match
from runewatch.referee import requests as ask
from runewatch.referee.announcements import Refused
from runewatch.telling import told
from web.api.endpoints import Api
from web.api.forms import LONGEST, Limit, Name, Text
from web.words import reader

T = TypeVar("T")

Steps = Annotated[int, Limit(1_000_000)] | None

MOST_ACTIONS = 120
"""So many actions are listed; nobody looks through more."""
PATIENCE = 10.0
"""Seconds within which the loop has to answer."""

api = Api("match")


class RefusedError(RunewatchError, ValueError):
    """The referee refuses; the sentences say why, in the reader's language."""

    def __init__(self, sentences: tuple[str, ...], rules: tuple[str, ...]) -> None:
        super().__init__("{told}", told=" ".join(sentences))
        self.rules = rules


class NoPlaceError(RunewatchError, LookupError):
    """There is no such place on the table."""


class BusyError(RunewatchError, TimeoutError):
    """The loop does not answer in time."""


@dataclass(frozen=True, slots=True)
class Said:
    """An action, in the game's notation. ``by`` is the seat of whoever does it, counted from 0."""

    text: Annotated[str, Limit(LONGEST, 1)]
    by: Annotated[int, Limit(20)] | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """Whose turn is to end; at once, or when the table rests."""

    by: Annotated[int, Limit(20)] | None = None
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class Chosen:
    """Which of the alternatives is meant, counted from 0, and what it was when it was picked.

    It is not done if another one has that number by now; ``steps`` as for going back.
    """

    number: Annotated[int, Limit(100)]
    written: Annotated[tuple[Annotated[str, Limit(LONGEST)], ...], Limit(100)] | None = None
    steps: Steps = None


@dataclass(frozen=True, slots=True)
class Fallen:
    """What lies in a place where something fell: the names of all things there; ``steps`` as for going back.

    Without a place: all that was read is right.
    """

    place: Annotated[str, Limit(60)] = ""
    things: Annotated[tuple[Annotated[str, Limit(60)], ...], Limit(60)] = ()
    steps: Steps = None


@dataclass(frozen=True, slots=True)
class Back:
    """``steps`` is how many the match had when it was asked: it is not done if it has another number by now."""

    steps: Steps = None


@dataclass(frozen=True, slots=True)
class Correction:
    """What the position is, and a word about why."""

    position: Annotated[str, Limit(LONGEST, 1)]
    why: Annotated[str, Limit(200)] = ""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A match to begin: the game, what was chosen, who plays; from a position if it is not the usual start."""

    game: Name
    setup: Mapping[str, Any] = field(default_factory=dict)
    names: Annotated[tuple[Annotated[str, Limit(40)], ...], Limit(10)] = ()
    position: Text = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the referee says to it at once; nothing if it has to look at the table first."""

    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deed:
    """An action: as it is written, in words, and the seat of whoever may do it, if it is somebody's."""

    text: str
    sentence: str
    by: int | None


@dataclass(frozen=True, slots=True)
class Possible:
    """What the rules allow now; ``more`` if there is more than is told."""

    actions: tuple[Deed, ...]
    more: bool
    chance: bool
    """Whether something is to be drawn or rolled now."""


def host() -> Host:
    """The host of this application."""
    found: Host = current_app.extensions["host"]
    return found


def outcome(done: Future[T]) -> T:
    """What came of a job in the loop's thread. Raises what it raised, or BusyError."""
    try:
        return done.result(PATIENCE)
    except Late:
        done.cancel()
        raise BusyError(N_("the referee is busy; try again")) from None


def asked(request: ask.Request, steps: int | None = None) -> Answer:
    """Asks the referee, and gives the answer; if the match has so many steps still. Raises RefusedError."""
    return _answered(partial(host().request, request), steps)


def _answered(wanted: Callable[[], tuple[Announcement, ...]], steps: int | None) -> Answer:
    current = host()

    def heard() -> tuple[Announcement, ...]:
        match = current.moment.match
        if steps is not None and match is not None and steps != len(match.steps):
            raise HostError(N_("something else was done meanwhile; look again"))
        return wanted()

    return answer_of(outcome(current.do(heard)))


def answer_of(said: tuple[Announcement, ...]) -> Answer:
    """What the referee said, as an answer. Raises RefusedError."""
    refused = [one for one in said if isinstance(one, Refused)]
    if refused:
        raise RefusedError(_sentences(tuple(refused)), tuple(b.rule for one in refused for b in one.breaches))
    return Answer(_sentences(said))


def _sentences(said: tuple[Announcement, ...]) -> tuple[str, ...]:
    match = host().moment.match
    if match is None:
        return ()
    words = reader().calling(match.rules.seats, match.began.names)
    return tuple(text for one in said for text in told(words, match.rules, one))


@api.post("/match", takes=Wanted, about=N_("Begin a match."))
def begin(wanted: Wanted) -> None:
    began = Began(wanted.game, dict(wanted.setup), wanted.names, wanted.position)
    current = host()
    outcome(current.do(lambda: current.begin(began)))


@api.post("/match/go-on", about=N_("Go on with the match that was broken off."))
def go_on() -> None:
    current = host()
    outcome(current.do(current.go_on))


@api.post("/match/leave", about=N_("Free the table for another match; an unfinished one can be gone on with."))
def leave() -> None:
    current = host()
    outcome(current.do(current.leave))


@api.get("/match/actions", gives=Possible, is_open=False, about=N_("What the rules allow now, to be said."))
def actions() -> Possible:
    match = host().moment.match
    if match is None:
        raise HostError(N_("there is no match on the table: begin one on the page"))
    found = tuple(islice(match.rules.legal(match.state), MOST_ACTIONS + 1))
    words = reader().calling(match.rules.seats, match.began.names)
    deeds = tuple(_deed(match, words, action) for action in found[:MOST_ACTIONS])
    chance = match.over is None and match.rules.by_chance(match.state, lambda several: 0) is not None
    return Possible(deeds, len(found) > MOST_ACTIONS, chance)


def _deed(match: Match, words: Words, action: Any) -> Deed:
    rules, state = match.rules, match.state
    actor, told = rules.actor(state, action), capital(words.phrase(rules, rules.deed(state, action)))
    return Deed(rules.write_action(state, action), told, actor if actor >= 0 else None)


@api.post("/match/say", takes=Said, gives=Answer, about=N_("Say an action that nobody could see."))
def say(wanted: Said) -> Answer:
    return asked(ask.Say(wanted.text, wanted.by))


@api.post("/match/draw", takes=Back, gives=Answer, about=N_("Draw and roll by chance what is due."))
def draw(wanted: Back) -> Answer:
    return _answered(host().leave_to_chance, wanted.steps)


@api.post("/match/end-turn", takes=Ending, gives=Answer, about=N_("End the turn."))
def end_turn(wanted: Ending) -> Answer:
    if "page" not in host().settings.turn.ends:
        raise HostError(N_("the page ends no turns here: turn.ends in the settings says what does"))
    return asked(ask.EndTurn(wanted.by, wanted.at_once))


@api.post("/match/step-back", takes=Back, gives=Answer, about=N_("Take the last action or correction back."))
def step_back(wanted: Back) -> Answer:
    return asked(ask.StepBack(), wanted.steps)


@api.post("/match/choose", takes=Chosen, gives=Answer, about=N_("In doubt: say which is meant."))
def choose(wanted: Chosen) -> Answer:
    return asked(ask.Choose(wanted.number, wanted.written), wanted.steps)


@api.post(
    "/match/confirm", takes=Fallen, gives=Answer, about=N_("Say what fell in a place, as read or put right.")
)
def confirm(wanted: Fallen) -> Answer:
    return asked(ask.Confirm(wanted.place, wanted.things), wanted.steps)


@api.post("/match/misread", gives=Answer, about=N_("Out of step: the table is as the match has it."))
def misread() -> Answer:
    return asked(ask.Misread())


@api.post("/match/accept", gives=Answer, about=N_("Out of step: the table is right."))
def accept() -> Answer:
    return asked(ask.AcceptTable())


@api.post("/match/correct", takes=Correction, gives=Answer, about=N_("Say what the position is."))
def correct(wanted: Correction) -> Answer:
    return asked(ask.Correct(wanted.position, wanted.why))


@api.post("/match/pause", gives=Answer, about=N_("Stop the clocks."))
def pause() -> Answer:
    return asked(ask.Pause())


@api.post("/match/resume", gives=Answer, about=N_("Let the clocks run again."))
def resume() -> Answer:
    return asked(ask.Resume())


@api.post("/match/abandon", gives=Answer, about=N_("Give the match up."))
def abandon() -> Answer:
    return asked(ask.Abandon())
