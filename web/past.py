"""Matches of the journal as plain values in the reader's language: the list, and one of them event by event."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Any, Literal

from engine.catalogue import games
from engine.contract import Rules
from engine.errors import N_, NotationError, RunewatchError
from engine.record import Record, read_record
from engine.table import differences
from engine.verdict import Event as Told
from engine.verdict import Notice, Phrase
from engine.words import Words
from runewatch import events
from runewatch.events import Event
from runewatch.journal.keeping import PAGE_SIZE, Journal
from runewatch.journal.listing import ABANDONED, GOES_ON, Summary
from runewatch.journal.players import Player, players, told
from runewatch.journal.replaying import Step, steps
from runewatch.recounting import recounted
from web import drawing
from web.asides import asides

KEPT = 4
"""So many matches are kept as they were replayed last."""

LONGEST_RECORD = 100_000
"""Letters of a record that is taken in: some ten long matches. More would take long to judge."""

Standing = Literal["goes-on", "ended", "abandoned"]


class NotThereError(RunewatchError, LookupError):
    """There is no such thing to be shown."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A match in the list. Times are seconds since 1970; ``points`` are known of a match that ended."""

    number: int
    game: str
    title: str
    names: tuple[str, ...]
    """By seat; of the seat itself where nobody said who sits there."""
    began: float
    last: float
    events: int
    over: Standing
    outcome: str
    """How it ended, in words."""
    winners: tuple[int, ...]
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the list, the newest match first."""

    count: int
    page: int
    pages: int
    matches: tuple[Listed, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that the rules leave to the table, and how it was decided."""

    rule: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Happened:
    """One event of a match, in words; ``number`` 0 is its set-up."""

    number: int
    at: float
    kind: str
    said: str
    told: tuple[str, ...]
    """What the game announced of it."""
    remarks: tuple[Remark, ...]
    points: tuple[int, ...]
    round: int


@dataclass(frozen=True, slots=True)
class Retold:
    """A match event by event; ``fault`` is why it goes no further, if it does not replay to its end."""

    match: Listed
    events: tuple[Happened, ...]
    fault: str


@dataclass(frozen=True, slots=True)
class Still:
    """The table after an event: drawn, what changed pointed at; and the position as it is written."""

    number: int
    board: str
    position: str
    asides: tuple[str, ...]
    """What is kept beside the table, in words."""


@dataclass(frozen=True, slots=True)
class Count:
    """How often something happened to a player."""

    event: str
    by: tuple[str, ...]
    text: str
    count: int


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a player at a game."""

    name: str
    game: str
    title: str
    matches: int
    wins: int
    points: int
    rounds: int
    points_a_round: float | None
    turns: int
    seconds_a_turn: float | None
    counts: tuple[Count, ...]


# -- the list ---------------------------------------------------------------------------------------------


def page(journal: Journal, number: int, words: Words) -> Page:
    """A page of the list, counted from 1; beyond the last one it is empty."""
    count = journal.count()
    matches = tuple(listed(one, words) for one in journal.history(max(number, 1) - 1))
    return Page(count, max(number, 1), max(-(-count // PAGE_SIZE), 1), matches)


def listed(one: Summary, words: Words, rules: Rules[Any, Any] | None = None) -> Listed:
    """A match in the list. A game may have more seats than were taken: its rules say, or the figures."""
    game = games().get(one.game)
    seats = rules.seats if rules else game.seats if game else ()
    # of one that has no figures yet only the names tell how many play, if there are any
    known = max(len(one.names), len(seats)) if rules else len(one.names) or len(seats)
    count = len(one.tally.turns) if one.tally else known
    names = tuple(_name(words, one, seats, seat) for seat in range(count))
    over: Standing = "goes-on" if one.over == GOES_ON else "abandoned" if one.over == ABANDONED else "ended"
    return Listed(
        one.match, one.game, game.title if game else one.game, names, one.began, one.last, one.events, over,
        _outcome(words, one, names), one.winners, one.tally.points if one.tally else (),
    )  # fmt: skip


def _name(words: Words, one: Summary, seats: tuple[str, ...], seat: int) -> str:
    named = one.names[seat] if seat < len(one.names) else ""
    return named or (words(seats[seat]) if seat < len(seats) else str(seat + 1))


def _outcome(words: Words, one: Summary, names: tuple[str, ...]) -> str:
    if one.over == GOES_ON:
        return words(N_("goes on"))
    if one.over == ABANDONED:
        return words(N_("given up"))
    winners = tuple(names[seat] if 0 <= seat < len(names) else str(seat + 1) for seat in one.winners)
    return words(N_("won by {names}"), names=winners) if winners else words(N_("nobody won"))


# -- one match --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Passed:
    """An event as it passed, as far as it is told; in no language yet."""

    event: Event
    at: float
    deeds: tuple[Phrase, ...]
    told: tuple[Told, ...]
    notices: tuple[Notice, ...]
    state: Any


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """A match as it was replayed."""

    summary: Summary
    rules: Rules[Any, Any] | None
    """None where not even its set-up can be understood."""
    names: tuple[str, ...]
    passed: tuple[Passed, ...]
    fault: RunewatchError | None

    def retold(self, words: Words) -> Retold:
        rules = self.rules
        happened = tuple(self._happened(rules, words, i) for i in range(len(self.passed))) if rules else ()
        return Retold(listed(self.summary, words, rules), happened, words.error(self.fault) if self.fault else "")

    def _happened(self, rules: Rules[Any, Any], words: Words, number: int) -> Happened:
        words = words.calling(rules.seats, self.names)
        one = self.passed[number]
        return Happened(
            number, one.at, events.kind_of(one.event), recounted(words, rules, one.event, one.deeds),
            tuple(words.event(rules, event) for event in one.told),
            tuple(Remark(notice.rule, words.sentence(rules, notice)) for notice in one.notices),
            rules.points(one.state), rules.clock(one.state).round,
        )  # fmt: skip

    def still(self, words: Words, number: int) -> Still | None:
        """The table after an event; None if there is none of this number."""
        rules = self.rules
        if rules is None or not 0 <= number < len(self.passed):
            return None
        words = words.calling(rules.seats, self.names)
        state = rules.seen_by(self.passed[number].state, None)
        layout = rules.layout(state)
        before = rules.layout(rules.seen_by(self.passed[max(number - 1, 0)].state, None))
        places = {one.name for one in drawing.board_places(rules.plan(), layout)}
        marks = {one.place: "changed" for one in differences(before, layout) if one.place in places}
        board = drawing.board(rules, words, layout, marks)
        beside = tuple(f"{one.caption}: {', '.join(one.lines) or '–'}" for one in asides(rules, words, state))
        return Still(number, board, rules.write_position(state), beside)

    def symbols(self, words: Words) -> str:
        """What the pictures of this match use."""
        return drawing.symbols(self.rules, words, drawing.common(self.rules.plan())) if self.rules else ""


class Pasts:
    """Matches as they were replayed, the latest of them kept. May be used from several threads."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], Past] = OrderedDict()
        self._turn = Lock()

    def of(self, journal: Journal, match: int) -> Past:
        """Raises NoMatchError, or DamagedJournalError."""
        with self._turn:
            kept = journal.events(match)
            found = self._kept.pop((match, len(kept)), None)
            if found is None or (found.passed and found.passed[-1].at != kept[len(found.passed) - 1].at):
                found = _past(journal.summary(match), [one.event for one in kept], [one.at for one in kept])
            self._kept[match, len(kept)] = found
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
            return found


def _past(summary: Summary, happened: list[Event], at: list[float]) -> Past:
    passed: list[Passed] = []
    fault = None
    last: Step | None = None
    try:
        for step in steps(happened):
            passed.append(
                Passed(
                    step.event,
                    at[step.number],
                    step.before.deeds(step.event),
                    step.told,
                    step.notices,
                    step.after.state,
                )
            )
            last = step
    except RunewatchError as error:
        fault = error
    match = last.after if last else None
    return Past(summary, match.rules if match else None, match.began.names if match else (), tuple(passed), fault)


# -- a record that comes in -------------------------------------------------------------------------------


def record_in(text: str) -> Record:
    """The record that somebody sent: as it is, or in a match as JSON. Raises NotationError."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if text.lstrip().startswith("{") and (told := _json(text)) is not None:
        found = told.get("record") if isinstance(told, dict) else None
        if not isinstance(found, str):
            raise NotationError(N_("there is no record in this file"))
        text = found
    if len(text) > LONGEST_RECORD:
        raise NotationError(
            N_("a record may have {most} letters, not {came}"), most=LONGEST_RECORD, came=len(text)
        )
    return read_record(text)


def _json(text: str) -> Any:
    """A comment of a record begins with a brace, too."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


# -- figures ----------------------------------------------------------------------------------------------


class Everybody:
    """The figures of all players, counted anew when the journal has changed. May be used from several threads."""

    def __init__(self) -> None:
        self._key: object = None
        self._found: list[Player] = []
        self._turn = Lock()

    def of(self, path: Path, words: Words) -> tuple[Figures, ...]:
        """Raises JournalError."""
        with self._turn:
            key = [_stamp(path), _stamp(path.with_name(f"{path.name}-wal"))]
            if key != self._key:
                # a reader of its own: the match that is played must not wait for a long list
                with Journal.read(path) as journal:
                    self._found = players(journal.ended())
                self._key = key
            return tuple(_figures(one, words) for one in self._found)


def _stamp(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size


def _figures(one: Player, words: Words) -> Figures:
    counts = tuple(
        Count(name, tuple(str(value) for _, value in by), text, count)
        for (name, by), count, text in told(words, one)
    )
    game = games().get(one.game)
    return Figures(
        one.name, one.game, game.title if game else one.game, one.matches, one.wins, one.points, one.rounds,
        one.points_a_round, one.turns, one.seconds_a_turn, counts,
    )  # fmt: skip
