"""Opening the journal's file: made if there is none, looked at before it is trusted, saved if it is damaged."""

from __future__ import annotations

import errno
import sqlite3
from contextlib import closing, suppress
from itertools import groupby
from pathlib import Path
from typing import Any

from engine.errors import N_, DataError, reason, shown
from runewatch.journal import schema
from runewatch.journal.faults import DamagedJournalError, JournalError
from runewatch.journal.listing import GOES_ON, agrees
from runewatch.journal.rows import NUMBERS, check_beside, row_of, whole
from runewatch.journal.salvage import LOG, Salvage, fresh, put_in_place, save, saved_beside

SMALL = 1 << 20
"""Up to this size a journal is checked row by row whenever it is opened for writing,"""
MIDDLING = 8 << 20
"""and up to this size after an end without a close."""
PATIENCE = 5.0
"""Seconds to wait for SQLite's own short locks."""
_NOT_THE_FILES_FAULT = (
    "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_READONLY", "SQLITE_FULL",
    "SQLITE_AUTH", "SQLITE_IOERR", "SQLITE_INTERRUPT", "SQLITE_MISUSE", "SQLITE_NOLFS",
)  # fmt: skip
_AS_THE_SYSTEM_SAYS = {
    "SQLITE_FULL": errno.ENOSPC, "SQLITE_READONLY": errno.EROFS, "SQLITE_PERM": errno.EACCES,
}  # fmt: skip
_BAD_READ = ("SQLITE_IOERR_READ", "SQLITE_IOERR_SHORT_READ", "SQLITE_IOERR_CORRUPTFS", "SQLITE_IOERR_DATA")


def for_writing(path: Path, *, thorough: bool = False) -> tuple[sqlite3.Connection, Salvage | None]:
    """A connection that is on disk when it commits, and what had to be saved. Raises JournalError."""
    try:
        if saved_beside(path).exists():
            put_in_place(path)
        if not path.exists() and not _size(path, LOG):
            fresh(path)
        salvage = None
        try:
            _look(path, thorough=thorough)
        except DamagedJournalError:
            salvage = save(path)
        return _writer(path), salvage
    except sqlite3.Error as error:
        raise translated(path, error) from None
    except OSError as error:
        if isinstance(error, JournalError):
            raise
        raise _unusable(path, reason(error)) from None


def for_reading(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing. Raises JournalError."""
    if not path.is_file():
        raise _unusable(path, reason(FileNotFoundError(errno.ENOENT, "")))
    try:
        connection = _reader(path)
        try:
            schema.check_current(connection, path)
        except BaseException:
            connection.close()
            raise
    except sqlite3.Error as error:
        raise translated(path, error) from None
    return connection


def translated(path: Path, error: sqlite3.Error) -> JournalError:
    """What SQLite found wrong: the file itself, or something about its surroundings."""
    name = getattr(error, "sqlite_errorname", "")
    is_ours = isinstance(error, sqlite3.ProgrammingError)
    if is_ours or (name.startswith(_NOT_THE_FILES_FAULT) and name not in _BAD_READ):
        number = _AS_THE_SYSTEM_SAYS.get("_".join(name.split("_")[:2]), 0)
        return _unusable(path, reason(OSError(number, str(error))))
    return DamagedJournalError(N_("the journal {name} is damaged: {why}"), name=_named(path), why=str(error))


def _unusable(path: Path, why: str) -> JournalError:
    return JournalError(N_("the journal {name} cannot be used: {why}"), name=_named(path), why=why)


def _named(path: Path) -> str:
    return shown(str(path), limit=200)


def _connected(address: str, *, is_uri: bool = False) -> sqlite3.Connection:
    connection = sqlite3.connect(
        address, timeout=PATIENCE, isolation_level=None, check_same_thread=False, uri=is_uri
    )
    # a row with bytes that are no text is told by its check value, like every other damage
    connection.text_factory = lambda found: found.decode("utf-8", "replace")
    return connection


def _reader(path: Path) -> sqlite3.Connection:
    return _connected(f"{path.absolute().as_uri()}?mode=ro", is_uri=True)


def _writer(path: Path) -> sqlite3.Connection:
    connection = _connected(str(path))
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        schema.migrate(connection, schema.check_version(connection, path))
    except BaseException:
        connection.close()
        raise
    return connection


# -- is it whole? ---------------------------------------------------------------------------------------


def _look(path: Path, *, thorough: bool) -> None:
    """Raises DamagedJournalError unless the file is as it was written, as far as one looks; changes nothing."""
    size, log = _size(path), _size(path, LOG)
    if not size:
        raise _damaged(path)
    _look_at_header(path)
    limit = MIDDLING if log else SMALL
    try:
        with closing(_reader(path)) as connection:
            version = schema.check_version(connection, path)
            pages, page = (
                connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size")
            )
            if not log and pages * page != size:
                raise _damaged(path)
            if not schema.is_ours(connection, version):
                raise _damaged(path)
            if version < len(schema.MIGRATIONS):
                return
            _look_at_newest(connection, path)
            if thorough or size + log <= limit:
                _look_at_all(connection, path)
    except sqlite3.Error as error:
        raise translated(path, error) from None
    except (ValueError, MemoryError, OverflowError):
        # lengths and letters that no file of ours has
        raise _damaged(path) from None


def _look_at_header(path: Path) -> None:
    """What is the same in the header of every journal; SQLite would take some of it for another wish of ours."""
    with path.open("rb") as file:
        header = file.read(100)
    if any(header[at : at + len(usual)] != usual for at, usual in _HEADER.items()):
        raise _damaged(path)


_HEADER = {
    0: b"SQLite format 3\0",
    18: b"\2\2\0\x40\x20\x20",  # written and read with a log, nothing reserved
    52: bytes(4) + b"\0\0\0\1",  # no vacuum, UTF-8
    64: bytes(4),
}
"""https://www.sqlite.org/fileformat2.html#the_database_header"""


def _look_at_newest(connection: sqlite3.Connection, path: Path) -> None:
    """The matches that go on, which somebody may want to resume."""
    unfinished = connection.execute(
        "SELECT id FROM matches WHERE over = ? ORDER BY id DESC LIMIT 1", (GOES_ON,)
    ).fetchall()
    for (match,) in unfinished:
        span = match << 20, match + 1 << 20
        found = connection.execute(f"{_ROWS} WHERE id >= ? AND id < ? ORDER BY id", span).fetchall()
        if not _is_whole(found):
            raise _damaged(path)


def _look_at_all(connection: sqlite3.Connection, path: Path) -> None:
    """Every page, every row, and whether the lists agree with the events."""
    said = [row[0] for row in connection.execute("PRAGMA quick_check(1)")]
    if said != ["ok"]:
        raise _damaged(path)
    listed = {row[0]: tuple(row) for row in connection.execute("SELECT * FROM matches")}
    for match, group in groupby(connection.execute(f"{_ROWS} ORDER BY id"), _match_of):
        found = list(group)
        if not _is_whole(found) or not _is_listed(listed.pop(match, None), found):
            raise _damaged(path)
    if listed:
        raise _damaged(path)
    for table in (schema.CLOCKS, schema.TALLIES):
        for match, body, check in connection.execute(f"SELECT match, body, chk FROM {table}"):
            if check != check_beside(table, match, str(body)):
                raise _damaged(path)


def _match_of(row: tuple[Any, ...]) -> int:
    # a damaged schema may make of the number something else
    return row[0] >> NUMBERS if isinstance(row[0], int) else -1


_ROWS = "SELECT id, at, kind, body, chk FROM events"


def _is_whole(found: list[tuple[int, object, object, object, object]]) -> bool:
    made = [row for row in (row_of(*values) for values in found) if row]
    return bool(made) and len(made) == len(found) == len(list(whole(made)))


def _is_listed(line: Any, found: list[tuple[int, object, object, object, object]]) -> bool:
    made = [row for row in (row_of(*values) for values in found) if row]
    try:
        return line is not None and agrees(line, made)
    except DataError:
        return False


def _damaged(path: Path) -> DamagedJournalError:
    return DamagedJournalError(N_("the journal {name} is damaged"), name=_named(path))


def _size(path: Path, suffix: str = "") -> int:
    with suppress(FileNotFoundError):
        return path.with_name(path.name + suffix).stat().st_size
    return 0
