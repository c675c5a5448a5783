"""A damaged journal: set aside under a name that keeps its own, and whatever is whole saved into a new one.

At any moment of this the machine may stop: the new file is made whole beside the old one first, and only
then takes its place. Whoever opens the journal next finishes what was begun.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from engine.errors import N_, DataError
from engine.words import Words
from runewatch.events import Began
from runewatch.journal import listing, schema
from runewatch.journal.pages import cells
from runewatch.journal.rows import Row, check_beside, row_of

LOG, INDEX = "-wal", "-shm"
"""What SQLite keeps beside a file: its write-ahead log, and an index of that, which it makes again."""
_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class Salvage:
    """What became of a damaged journal."""

    aside: Path
    """The damaged file, as it was."""
    matches: int
    events: int
    shortened: tuple[int, ...] = ()
    """Matches that end earlier now than they did."""
    lost: tuple[int, ...] = ()
    """Matches of which something is left, but not the beginning, so that none of it could be saved."""

    def sentences(self, words: Words) -> list[str]:
        """What to tell people."""
        saved = words(
            N_("Saved: {matches} with {events}."),
            matches=words.ngettext("{number} match", "{number} matches", self.matches),
            events=words.ngettext("{number} event", "{number} events", self.events),
        )
        told = [words(N_("The journal was damaged; it is kept as {name}."), name=str(self.aside)), saved]
        if self.shortened:
            told.append(words(N_("These end early: {numbers}."), numbers=_numbers(self.shortened)))
        if self.lost:
            told.append(words(N_("These are lost: {numbers}."), numbers=_numbers(self.lost)))
        return told


def _numbers(found: tuple[int, ...], most: int = 12) -> str:
    return ", ".join(map(str, found[:most])) + (" …" if len(found) > most else "")


@dataclass(slots=True)
class _Found:
    """All that was made out in a damaged file. Rows first found are believed before others."""

    rows: dict[int, dict[int, dict[Row, None]]] = field(default_factory=dict)
    beside: dict[tuple[str, int], str] = field(default_factory=dict)
    listed: dict[int, int] = field(default_factory=dict)
    """How many events a match that is over had, by the list."""

    def add(self, row: Row | None) -> None:
        if row:
            self.rows.setdefault(row.match, {}).setdefault(row.number, {})[row] = None

    def add_beside(self, match: int, body: object, check: object) -> None:
        for what in (schema.CLOCKS, schema.TALLIES):
            if isinstance(body, str) and check == check_beside(what, match, body):
                self.beside.setdefault((what, match), body)


def save(path: Path) -> Salvage:
    """Puts a new journal in the place of a damaged one, with all that could be saved. Raises OSError."""
    found = _Found()
    _ask_sqlite(path, found)
    _walk_pages(path, found)
    courses = {match: _course(rows) for match, rows in sorted(found.rows.items())}
    kept = {match: course for match, course in courses.items() if _is_match(course)}
    draft = _beside(path, "draft")
    _write(draft, kept, found)
    draft.replace(saved_beside(path))
    aside = put_in_place(path)
    return Salvage(
        aside,
        len(kept),
        sum(map(len, kept.values())),
        tuple(match for match, course in kept.items() if _was_longer(found, match, len(course))),
        tuple(sorted(match for match in {*courses, *found.listed} - kept.keys() if _was_longer(found, match, 0))),
    )


def _was_longer(found: _Found, match: int, length: int) -> bool:
    """Whether something tells of events of a match beyond those."""
    later = (row for number, rows in found.rows.get(match, {}).items() if number >= length for row in rows)
    return found.listed.get(match, 0) > length or any(map(_is_event, later))


def _is_event(row: Row) -> bool:
    try:
        row.kept()
    except DataError:
        return False
    return True


# -- finding --------------------------------------------------------------------------------------------


def _ask_sqlite(path: Path, found: _Found) -> None:
    """All that SQLite can still read, from both ends towards the damage."""
    with (
        suppress(sqlite3.Error),
        closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as base,
    ):
        base.text_factory = lambda data: data.decode("utf-8", "replace")
        for order in ("ASC", "DESC"):
            for row in _as_far_as(base, f"SELECT id, at, kind, body, chk FROM events ORDER BY id {order}"):
                found.add(row_of(*row))
        for table in (schema.CLOCKS, schema.TALLIES):
            for row in _as_far_as(base, f"SELECT match, body, chk FROM {table}"):
                found.add_beside(*row)
        for match, count in _as_far_as(base, "SELECT id, events FROM matches"):
            if isinstance(match, int) and isinstance(count, int):
                found.listed[match] = count


def _as_far_as(base: sqlite3.Connection, question: str) -> Iterator[tuple[Any, ...]]:
    """The answers until SQLite gives up."""
    with suppress(sqlite3.Error, ValueError, MemoryError, OverflowError):
        yield from base.execute(question)


def _walk_pages(path: Path, found: _Found) -> None:
    database, log = (_bytes_of(path.with_name(path.name + suffix)) for suffix in ("", LOG))
    for key, values in cells(database, log, schema.PAGE):
        if len(values) == 5 and values[0] is None:
            found.add(row_of(key, *values[1:]))
        elif len(values) == 3 and values[0] is None:
            found.add_beside(key, *values[1:])


def _bytes_of(path: Path) -> bytes:
    """A file; zeros where the disk itself cannot read it."""
    try:
        with path.open("rb", buffering=0) as file:
            size, parts = os.fstat(file.fileno()).st_size, []
            for start in range(0, size, _BLOCK):
                try:
                    parts.append(os.pread(file.fileno(), _BLOCK, start))
                except OSError:
                    parts.append(bytes(min(_BLOCK, size - start)))
            return b"".join(parts)
    except FileNotFoundError:
        return b""


def _course(rows: Mapping[int, Mapping[Row, None]]) -> list[Row]:
    """The longest course of a match that its rows allow; the log may hold rows that never became true."""
    ends: dict[int, Any] = {0: None}
    for number in range(len(rows)):
        longer: dict[int, Any] = {}
        for row in rows.get(number, ()):
            for check, link in ends.items():
                if row.follows(check):
                    longer.setdefault(row.check, (link, row))
        if not longer:
            break
        ends = longer
    found: list[Row] = []
    link = next(iter(ends.values()))
    while link:
        link, row = link
        found.append(row)
    return found[::-1]


def _is_match(course: list[Row]) -> bool:
    try:
        return bool(course) and isinstance(course[0].kept().event, Began) and bool(course[-1].kept())
    except DataError:
        return False


# -- writing --------------------------------------------------------------------------------------------


def fresh(path: Path) -> None:
    """A journal with nothing in it, there wholly or not at all."""
    draft = _beside(path, "draft")
    _write(draft, {}, _Found())
    draft.replace(path)
    _settle(path.parent)


def _write(draft: Path, courses: Mapping[int, list[Row]], found: _Found) -> None:
    draft.unlink(missing_ok=True)
    with closing(sqlite3.connect(draft, isolation_level=None)) as base:
        base.execute(f"PRAGMA page_size = {schema.PAGE}")
        base.execute("PRAGMA journal_mode = MEMORY")
        schema.migrate(base, 0)
        base.execute("BEGIN")
        for course in courses.values():
            base.executemany(
                "INSERT INTO events VALUES (?, ?, ?, ?, ?)",
                [(row.key, row.at, row.kind, row.body, row.check) for row in course],
            )
            listing.put(base, course)
        for (table, match), body in found.beside.items():
            if match in courses:
                row = (match, body, check_beside(table, match, body))
                base.execute(f"INSERT INTO {table} VALUES (?, ?, ?)", row)
        base.execute("COMMIT")
        base.execute("PRAGMA journal_mode = WAL")
    with draft.open("rb+") as file:
        os.fsync(file.fileno())


def saved_beside(path: Path) -> Path:
    """The new journal that waits to take the place of the damaged one: whole, if it is there."""
    return _beside(path, "saved")


def put_in_place(path: Path) -> Path:
    """The damaged file and its log get their new names, and the saved journal takes the old one."""
    aside = _free_name(path)
    for suffix in ("", LOG):
        old = path.with_name(path.name + suffix)
        if old.exists() and (old.stat().st_size or not suffix):
            _also_named(old, aside.with_name(aside.name + suffix))
    _settle(path.parent)
    # the old log must be gone before the new file comes: SQLite would play it into that
    for suffix in (LOG, INDEX):
        path.with_name(path.name + suffix).unlink(missing_ok=True)
    _settle(path.parent)
    saved_beside(path).replace(path)
    _settle(path.parent)
    return aside


def _free_name(path: Path) -> Path:
    stamp = f"{path.name}.damaged-{datetime.now():%Y-%m-%dT%H-%M-%S}"
    names = (path.with_name(stamp if number == 1 else f"{stamp}-{number}") for number in range(1, 1000))
    return next(
        name for name in names if not any(name.with_name(name.name + suffix).exists() for suffix in ("", LOG))
    )


def _also_named(old: Path, new: Path) -> None:
    try:
        new.hardlink_to(old)
    except OSError:
        # a file system without second names
        shutil.copy2(old, new)
        with new.open("rb+") as file:
            os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """The names in a folder are on disk when this returns."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _beside(path: Path, what: str) -> Path:
    return path.with_name(f".{path.name}.{what}")
