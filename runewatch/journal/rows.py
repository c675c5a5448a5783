"""An event as a row of the journal, and the check value that tells a whole row from a damaged one.

The check of a row covers the rows of the match before it as well: a match is a chain, and where a row is
missing, changed or of another course of events, the chain ends.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from runewatch import events
from runewatch.events import Event

NUMBERS = 20
"""So many bits of a row's key count the events of a match; the others are the match."""
MOST_EVENTS = 1 << NUMBERS
MILLISECONDS = 1000


@dataclass(frozen=True, slots=True)
class Kept:
    """An event of a match and when it happened, in seconds since 1970."""

    at: float
    event: Event


@dataclass(frozen=True, slots=True)
class Row:
    """An event as it is stored."""

    match: int
    number: int
    at: int
    kind: str
    body: str
    check: int

    @property
    def key(self) -> int:
        return self.match << NUMBERS | self.number

    def follows(self, before: int) -> bool:
        """Whether the row is whole and comes after a row with this check."""
        return self.check == _check(before, self.key, self.at, self.kind, self.body)

    def kept(self) -> Kept:
        """Raises DataError."""
        try:
            told = json.loads(self.body)
        except ValueError:
            told = self.body
        return Kept(self.at / MILLISECONDS, events.from_json(self.kind, told))


def row_of(key: object, at: object, kind: object, body: object, check: object) -> Row | None:
    """The row with these values; None if they cannot be one: a damaged schema may make of them anything."""
    if not (isinstance(key, int) and isinstance(at, int)) or not (
        isinstance(check, int) and isinstance(kind, str) and isinstance(body, str)
    ):
        return None
    return Row(key >> NUMBERS, key & MOST_EVENTS - 1, at, kind, body, check)


def new_row(match: int, number: int, at: float, event: Event, before: int) -> Row:
    """The row of an event after a row with the check ``before``; 0 if it is the first of its match."""
    key, kind, body = match << NUMBERS | number, events.kind_of(event), packed(events.to_json(event))
    moment = round(at * MILLISECONDS)
    return Row(match, number, moment, kind, body, _check(before, key, moment, kind, body))


def packed(value: object) -> str:
    """JSON in as few letters as it takes."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def check_beside(what: str, match: int, body: str) -> int:
    """The check of a text kept beside a match."""
    return zlib.crc32(f"{what} {match} {body}".encode(errors="replace"))


def _check(before: int, key: int, at: int, kind: str, body: str) -> int:
    return zlib.crc32(f"{key} {at} {kind} {body}".encode(errors="replace"), before)


def whole(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows of one match, in order, as far as they are whole."""
    before = 0
    for number, row in enumerate(rows):
        if row.number != number or not row.follows(before):
            return
        before = row.check
        yield row
