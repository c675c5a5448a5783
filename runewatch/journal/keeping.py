"""The journal: events of matches in one SQLite file, on disk when ``begin`` and ``add`` return.

A commit writes the page of the new event and that of the clocks, one behind the other, into SQLite's
write-ahead log, and waits for the disk. The lists for people (``history``) are written only when a match
begins and ends; of a match that goes on they are told from its last row.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Any, NamedTuple

from engine.errors import N_, DataError, shown
from runewatch.events import Began, Ended, Event
from runewatch.journal import counting, listing, opening, rows, schema
from runewatch.journal.counting import Tally
from runewatch.journal.faults import DamagedJournalError, JournalError, NoMatchError
from runewatch.journal.listing import ENDED, GOES_ON, Summary, over_by
from runewatch.journal.lock import WriterLock
from runewatch.journal.rows import MILLISECONDS, NUMBERS, Kept, Row, check_beside, packed
from runewatch.journal.salvage import Salvage

PAGE_SIZE = 20
"""So many matches stand on a page of the history."""


class _End(NamedTuple):
    """Where a match stands: how many events it has, the check of the last, and what the list says of it."""

    events: int
    check: int
    over: str | None


class Journal:
    """The matches of one file. Made by ``open`` or ``read``; may be used from several threads."""

    def __init__(
        self, path: Path, connection: sqlite3.Connection, lock: WriterLock | None, salvage: Salvage | None = None
    ) -> None:
        self.path = path
        self.salvage = salvage
        """What was saved and what was lost, if the file was damaged when it was opened."""
        self._connection = connection
        self._lock = lock
        self._turn = RLock()

    @classmethod
    def open(cls, path: Path, *, thorough: bool = False) -> Journal:
        """The journal for writing, made if there is none; a damaged one is set aside and saved into a new one.

        Small journals are checked row by row, and large ones after a power cut or if ``thorough``. Raises
        JournalInUseError, NewerJournalError, or another JournalError.
        """
        path = Path(os.path.realpath(path))
        lock = WriterLock(path)
        try:
            connection, salvage = opening.for_writing(path, thorough=thorough)
        except BaseException:
            lock.release()
            raise
        return cls(path, connection, lock, salvage)

    @classmethod
    def read(cls, path: Path) -> Journal:
        """The journal for reading only, at any time. Raises JournalError, also where there is none."""
        return cls(path, opening.for_reading(path), None)

    def close(self) -> None:
        """What the log holds goes into the file. More than once does no harm."""
        with self._turn:
            with suppress(sqlite3.Error):
                self._connection.close()
            if self._lock:
                self._lock.release()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # -- writing --------------------------------------------------------------------------------------

    def begin(
        self, event: Began, at: float, *, clock: Mapping[str, Any] | None = None, then: Sequence[Event] = ()
    ) -> int:
        """A new match, on disk when its number is returned; ``then`` are events that come with it."""
        with self._writing():
            (last,) = self._connection.execute("SELECT max(id) FROM events").fetchone()
            match = 1 if last is None else (last >> NUMBERS) + 1
            self._write(match, [event, *then], at, clock, _End(0, 0, None))
        self._count(match, then)
        return match

    def add(self, match: int, events: Sequence[Event], at: float, clock: Mapping[str, Any] | None = None) -> None:
        """The events, all or none, on disk when this returns; ``clock`` is how the clocks stand after them."""
        with self._writing():
            self._write(match, events, at, clock, self._end_of(match))
        self._count(match, events)

    def keep_clock(self, match: int, clock: Mapping[str, Any]) -> None:
        """How the clocks stand now, instead of how they stood."""
        with self._writing():
            self._keep(schema.CLOCKS, match, clock)

    def _write(
        self, match: int, events: Sequence[Event], at: float, clock: Mapping[str, Any] | None, end: _End
    ) -> None:
        number, before = end.events, end.check
        made = []
        for event in events:
            made.append(rows.new_row(match, number, at, event, before))
            number, before = number + 1, made[-1].check
        if number > rows.MOST_EVENTS:
            raise JournalError(N_("match {number} has too many events"), number=match)
        self._connection.executemany(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
            [(row.key, row.at, row.kind, row.body, row.check) for row in made],
        )
        if clock is not None:
            self._keep(schema.CLOCKS, match, clock)
        if made and end.over != over_by(events[-1]):
            listing.put(self._connection, self._rows(match))

    def _end_of(self, match: int) -> _End:
        """Where a match stands. Raises NoMatchError."""
        found = self._connection.execute(
            "SELECT events.id, chk, over FROM events JOIN matches ON matches.id = ?"
            " WHERE events.id >= ? AND events.id < ? ORDER BY events.id DESC LIMIT 1",
            (match, *_span(match)),
        ).fetchone()
        if found is None:
            raise _no_match(match)
        key, check, over = found
        return _End((key & rows.MOST_EVENTS - 1) + 1, check, over)

    def _keep(self, table: str, match: int, value: Mapping[str, Any]) -> None:
        body = packed(value)
        self._connection.execute(
            f"INSERT INTO {table} VALUES (?, ?, ?)"
            " ON CONFLICT (match) DO UPDATE SET body = excluded.body, chk = excluded.chk",
            (match, body, check_beside(table, match, body)),
        )

    def _count(self, match: int, events: Sequence[Event]) -> None:
        """The figures of a match that has just ended. They can be had again, so they are no reason to fail."""
        if any(isinstance(event, Ended) for event in events):
            with suppress(Exception):
                tally = counting.tally(self.events(match))
                with self._writing():
                    self._keep(schema.TALLIES, match, tally.to_json())

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction: what is written in it is on disk after it, or not at all."""
        with self._turn, self._told():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    self._connection.execute("ROLLBACK")
                raise

    # -- reading --------------------------------------------------------------------------------------

    def events(self, match: int) -> tuple[Kept, ...]:
        """All that happened in a match. Raises NoMatchError, or DamagedJournalError if a row is not whole."""
        with self._turn, self._told():
            found = self._rows(match)
        if not found:
            raise _no_match(match)
        if len(list(rows.whole(found))) < len(found):
            raise self._damaged()
        return tuple(row.kept() for row in found)

    def clock(self, match: int) -> dict[str, Any] | None:
        """How the clocks of a match stood when last they were kept; None if nobody did, or it cannot be read."""
        return self._beside(schema.CLOCKS, match)

    def unfinished(self) -> int | None:
        """The newest match that has neither ended nor been abandoned."""
        with self._turn, self._told():
            found = self._connection.execute(
                "SELECT id FROM matches WHERE over = '' ORDER BY id DESC LIMIT 1"
            ).fetchone()
        return int(found[0]) if found else None

    def count(self) -> int:
        """How many matches there are."""
        with self._turn, self._told():
            (found,) = self._connection.execute("SELECT count(*) FROM matches").fetchone()
        return int(found)

    def summary(self, match: int) -> Summary:
        """One match as the list shows it. Raises NoMatchError."""
        for found in self._summaries("WHERE id = ?", match):
            return found
        raise _no_match(match)

    def history(self, page: int = 0, size: int = PAGE_SIZE) -> tuple[Summary, ...]:
        """A page of the list of matches, the newest first."""
        return tuple(self._summaries("ORDER BY id DESC LIMIT ? OFFSET ?", size, page * size))

    def ended(self) -> Iterator[Summary]:
        """Every match that was played to its end, the oldest first."""
        last = 0
        while found := self._summaries("WHERE id > ? AND over = ? ORDER BY id LIMIT 500", last, ENDED):
            yield from found
            last = found[-1].match

    def _summaries(self, which: str, *given: object) -> list[Summary]:
        with self._turn, self._told():
            listed = self._connection.execute(
                f"SELECT id, game, names, began, last, events, over, winners, rule FROM matches {which}", given
            ).fetchall()
            return [self._summary(row) for row in listed]

    def _summary(self, row: tuple[Any, ...]) -> Summary:
        match, game, names, began, last, count, over, winners, rule = row
        tally = None
        if over == GOES_ON:
            key, last = self._connection.execute(
                "SELECT id, at FROM events WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 1", _span(match)
            ).fetchone() or (0, last)
            count = (key & rows.MOST_EVENTS - 1) + 1
        elif over == ENDED and (kept := self._beside(schema.TALLIES, match)):
            with suppress(DataError):
                tally = Tally.from_json(kept)
        try:
            return Summary(
                match, game, tuple(json.loads(names)), began / MILLISECONDS, last / MILLISECONDS, count, over,
                tuple(json.loads(winners)), rule, tally,
            )  # fmt: skip
        except (ValueError, TypeError):
            raise self._damaged() from None

    def _beside(self, table: str, match: int) -> dict[str, Any] | None:
        with self._turn, self._told():
            found = self._connection.execute(f"SELECT body, chk FROM {table} WHERE match = ?", (match,)).fetchone()
        if found is None or found[1] != check_beside(table, match, str(found[0])):
            return None
        value: dict[str, Any] = json.loads(found[0])
        return value

    def _rows(self, match: int) -> list[Row]:
        found = self._connection.execute(
            "SELECT id, at, kind, body, chk FROM events WHERE id >= ? AND id < ? ORDER BY id", _span(match)
        ).fetchall()
        made = [rows.row_of(*row) for row in found]
        if None in made:
            raise self._damaged()
        return [row for row in made if row]

    # -- what goes wrong ------------------------------------------------------------------------------

    def _damaged(self) -> DamagedJournalError:
        return DamagedJournalError(N_("the journal {name} is damaged"), name=shown(str(self.path), limit=200))

    @contextmanager
    def _told(self) -> Iterator[None]:
        """What SQLite finds wrong, as an error of ours."""
        try:
            yield
        except sqlite3.Error as error:
            raise opening.translated(self.path, error) from None


def _no_match(match: int) -> NoMatchError:
    return NoMatchError(N_("there is no match {number} in the journal"), number=match)


def _span(match: int) -> tuple[int, int]:
    """The keys of the rows of a match: from, and up to."""
    return match << NUMBERS, match + 1 << NUMBERS
