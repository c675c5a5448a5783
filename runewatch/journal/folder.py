"""Where the journal is: a file in the folder of the user's data."""

from __future__ import annotations

from pathlib import Path

from runewatch.settings import Settings

NAME = "journal.db"


def journal_path(settings: Settings) -> Path:
    """The journal of this user."""
    return settings.journal.path / NAME
