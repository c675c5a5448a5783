"""What can be wrong with a journal."""

from __future__ import annotations

from engine.errors import RunewatchError


class JournalError(RunewatchError, OSError):
    """The journal cannot be read or written; says which file and why."""


class JournalInUseError(JournalError):
    """Another process writes this journal."""


class NewerJournalError(JournalError):
    """The journal was written by a newer program; it is left alone."""


class DamagedJournalError(JournalError):
    """What the journal holds is not what was written. Opening it for writing saves what can be saved."""


class OlderJournalError(JournalError):
    """The journal is of an older form and is only being read. Opening it for writing brings it up to date."""


class NoMatchError(JournalError, LookupError):
    """There is no match of this number."""


class ReplayError(RunewatchError, ValueError):
    """The events of a match do not replay; says at which one and why."""
