"""Matches on paper: the journal's events as a record or as JSON, and a record as events."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from engine.contract import Rules
from engine.errors import N_, NotationError, RunewatchError
from engine.record import (
    SET,
    UNFINISHED,
    Entry,
    Record,
    Step,
    blank,
    replay,
    result_text,
    seat_of,
    write_record,
)
from engine.text import Word
from engine.verdict import Refusal
from runewatch import events
from runewatch.events import AGREED, Acted, Began, Corrected, Ended, Event
from runewatch.journal.replaying import replayed
from runewatch.journal.rows import Kept
from runewatch.match import Match

DATE = "date"
NOBODY = "nobody"


@dataclass(frozen=True, slots=True)
class Imported:
    """A record as a match of the journal."""

    began: Began
    at: float
    then: tuple[Event, ...]


# -- out ------------------------------------------------------------------------------------------------


def to_record(kept: Sequence[Kept]) -> Record:
    """The record of a match: what stands of it, and how it ended. Raises RunewatchError."""
    match = replayed(one.event for one in kept)
    rules = match.rules
    record = blank(rules.game, rules.setup, _tags(match, kept[0].at))
    for step in match.steps:
        if isinstance(step.event, Corrected):
            record = record.with_comment(step.event.why) if step.event.why else record
            record = record.with_position(rules.write_position(step.after))
        else:
            record = record.plus(rules, step.before, step.action, step.event.by)
    return Record(record.tags, record.entries, _result(match, kept[-1].event))


def _tags(match: Match, at: float) -> dict[str, str]:
    setup = match.began
    named = zip(match.rules.seats, setup.names, strict=False)
    tags = {seat: _plain(name) for seat, name in named if name} | {DATE: f"{_moment(at):%Y-%m-%d}"}
    return tags | ({"position": setup.position} if setup.position else {})


def _plain(name: str) -> str:
    """A name as a record can hold it."""
    return "".join(letter if letter.isprintable() else " " for letter in name).strip()


def _result(match: Match, last: Event) -> str:
    rules = match.rules
    if not isinstance(last, Ended):
        return UNFINISHED
    if rules.result(match.state) is not None:
        return result_text(rules, match.state)
    winners = "+".join(rules.seats[seat] for seat in last.winners) or NOBODY
    return f"{winners} {'-'.join(map(str, rules.points(match.state)))}".rstrip()


def record_text(kept: Sequence[Kept]) -> str:
    """The text of the record of a match. Raises RunewatchError."""
    return write_record(to_record(kept))


def to_json(kept: Sequence[Kept]) -> dict[str, Any]:
    """All that was kept of a match as plain values, what was taken back as well; and its record, if it replays."""
    try:
        record: str | None = record_text(kept)
    except RunewatchError:
        record = None
    told = [{"at": stamp(one.at), "event": events.kind_of(one.event), **events.to_json(one.event)} for one in kept]
    return {"events": told, "record": record}


def stamp(at: float) -> str:
    """A moment as people and programs read it, in the time of this place."""
    return _moment(at).isoformat(timespec="seconds")


def _moment(at: float) -> datetime:
    try:
        return datetime.fromtimestamp(at, UTC).astimezone()
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0, UTC)


# -- in -------------------------------------------------------------------------------------------------


def from_record(record: Record, now: float) -> Imported:
    """A match played as the record says, every action judged. Raises RunewatchError, with line and column."""
    rules = record.open()
    state = record.start(rules)
    then: list[Event] = []
    remarks = _remarks(record)
    for step in replay(record, rules):
        state = step.after
        then.append(_event(rules, step, next(remarks)))
    if end := _ended(rules, state, record):
        then.append(end)
    names = tuple(record.tags.get(seat, "") for seat in rules.seats)
    setup = Began(rules.game.name, dict(rules.setup), names, record.tags.get("position", ""))
    return Imported(setup, _date(record, now), tuple(then))


def _remarks(record: Record) -> Iterator[str]:
    """For each entry that is played, the comment right before it."""
    last = ""
    for entry in record.entries:
        if entry.is_comment:
            last = entry.text
        else:
            yield last
            last = ""


def _event(rules: Rules[Any, Any], step: Step, remark: str) -> Event:
    entry, verdict = step.entry, step.verdict
    if isinstance(verdict, RunewatchError):
        raise verdict
    if isinstance(verdict, Refusal):
        told = NotationError(N_("the rules refuse this: {rules}"), rules=", ".join(verdict.rules))
        raise told.at(entry.line, entry.column, entry.text)
    if entry.is_correction:
        return Corrected(entry.text.removeprefix(SET), remark)
    return Acted(_seat(rules, entry), entry.text)


def _seat(rules: Rules[Any, Any], entry: Entry) -> int:
    return seat_of(rules, Word(entry.who, entry.line, 1))


def _ended(rules: Rules[Any, Any], state: Any, record: Record) -> Ended | None:
    """How the match ended: by its rules, as the players agreed, or not yet."""
    result = rules.result(state)
    if result is not None:
        found = result_text(rules, state)
        if record.result != found:
            raise NotationError(N_("the result is {found}"), found=found).at(record.result_line, 1, record.result)
        return Ended(result.winners, result.rule, dict(result.facts))
    if record.result == UNFINISHED:
        return None
    words = record.result.split()
    names = [] if not words or words[0] == NOBODY else words[0].split("+")
    if not words or any(name not in rules.seats for name in names):
        raise NotationError(
            N_("expected who won ({seats} or nobody), or unfinished"), seats=", ".join(rules.seats)
        ).at(record.result_line, 1, record.result)
    return Ended(tuple(rules.seats.index(name) for name in names), AGREED)


def _date(record: Record, now: float) -> float:
    """The day the record names, at noon; the present if it names none."""
    try:
        day = datetime.fromisoformat(record.tags.get(DATE, ""))
        return (day if day.hour or day.tzinfo else day.replace(hour=12)).timestamp()
    except (ValueError, OverflowError, OSError):
        return now
