"""The form of the journal's file, and how older forms become the newest.

The header says twice what the file is: whose it is, and which form, in a way that no single flipped byte
turns into another form.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from engine.errors import N_, shown
from runewatch.journal.faults import DamagedJournalError, NewerJournalError, OlderJournalError

PAGE = 512
"""Small pages: each event writes the page it is on, and the wear of an SD card counts."""
MARK = 0x52554E45
"""Whose file it is: RUNE."""
EVENTS, CLOCKS, TALLIES = "events", "clocks", "tallies"

Migration = tuple[str, ...]
"""The statements that make the next form out of the one before; done all at once or not at all."""

MIGRATIONS: tuple[Migration, ...] = (
    (
        "CREATE TABLE events (id INTEGER PRIMARY KEY, at INTEGER, kind TEXT, body TEXT, chk INTEGER)",
        "CREATE TABLE clocks (match INTEGER PRIMARY KEY, body TEXT, chk INTEGER)",
        "CREATE TABLE tallies (match INTEGER PRIMARY KEY, body TEXT, chk INTEGER)",
        # told from the events, for lists: nothing here is known from here alone
        "CREATE TABLE matches (id INTEGER PRIMARY KEY, game TEXT, names TEXT, began INTEGER, last INTEGER,"
        " events INTEGER, over TEXT, winners TEXT, rule TEXT)",
    ),
)


def stamp(version: int) -> int:
    """What the header holds for a form."""
    return version * 0x010101


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The form of a file, 0 if it is empty. Raises DamagedJournalError if its header cannot be believed."""
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (told,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if (mark, told, tables) == (0, 0, 0):
        return 0
    version: int = told & 0xFF
    if mark != MARK or not version or told != stamp(version):
        raise DamagedJournalError(N_("the journal {name} is damaged"), name=shown(str(path), limit=200))
    return version


def check_version(connection: sqlite3.Connection, path: Path, newest: int = len(MIGRATIONS)) -> int:
    """The form of the file, which is not newer than this program. Raises NewerJournalError."""
    version = version_of(connection, path)
    if version > newest:
        raise NewerJournalError(
            N_("{name} was written by a newer Runewatch (form {version}, this one knows up to {newest})"),
            name=shown(str(path), limit=200),
            version=version,
            newest=newest,
        )
    return version


def check_current(connection: sqlite3.Connection, path: Path) -> None:
    """For readers, who change nothing. Raises OlderJournalError too."""
    version = check_version(connection, path)
    if version < len(MIGRATIONS):
        raise OlderJournalError(
            N_("{name} is of an older form ({version}); start runewatch once to bring it up to date"),
            name=shown(str(path), limit=200),
            version=version,
        )


def is_ours(connection: sqlite3.Connection, version: int) -> bool:
    """Whether the tables are those of this form, to the letter: a damaged name shows only when it is asked for."""
    with closing(sqlite3.connect(":memory:")) as model:
        model.isolation_level = None
        migrate(model, 0, MIGRATIONS[:version])
        asked = "SELECT type, name, sql FROM sqlite_schema ORDER BY type, name"
        wanted = model.execute(asked).fetchall()
        return bool(connection.execute(asked).fetchall() == wanted)


def migrate(connection: sqlite3.Connection, version: int, migrations: Sequence[Migration] = MIGRATIONS) -> None:
    """Brings a file of this form to the newest; a form is reached wholly or not at all."""
    for number, statements in enumerate(migrations[version:], version + 1):
        connection.execute("BEGIN IMMEDIATE")
        try:
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA application_id = {MARK}")
            connection.execute(f"PRAGMA user_version = {stamp(number)}")
            connection.execute("COMMIT")
        except BaseException:
            # of a full disk SQLite has taken it back by itself
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise
