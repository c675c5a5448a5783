"""One writer: a lock that ends with the process that holds it, however that ends."""

from __future__ import annotations

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from engine.errors import N_, reason, shown
from runewatch.journal.faults import JournalError, JournalInUseError

SUFFIX = ".lock"


def check_folder(journal: Path) -> None:
    """Raises JournalError where a file is in the place of the folder that keeps matches."""
    if journal.parent.is_file():
        raise JournalError(
            N_("{name} is a file, but matches are kept in a folder: move it away, or set journal.folder"),
            name=shown(str(journal.parent), limit=200),
        )


class WriterLock:
    """Held from the making to ``release``. Raises JournalInUseError if somebody else holds it."""

    def __init__(self, journal: Path) -> None:
        check_folder(journal)
        path = journal.with_name(journal.name + SUFFIX)
        name = shown(str(journal), limit=200)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except OSError as error:
            raise JournalError(N_("{name} cannot be written: {why}"), name=name, why=reason(error)) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            holder = os.read(self._file, 20).decode("ascii", "replace").strip() or "?"
            os.close(self._file)
            if not isinstance(error, BlockingIOError):
                raise JournalError(N_("{name} cannot be written: {why}"), name=name, why=reason(error)) from None
            raise JournalInUseError(
                N_("another Runewatch (process {process}) is writing the journal {name}"),
                process=shown(holder)[1:-1],
                name=name,
            ) from None
        # who holds it is told in words only: the lock is the kernel's, not the text's
        with suppress(OSError):  # a full disk
            os.ftruncate(self._file, 0)
            os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Lets others write. More than once does no harm."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
