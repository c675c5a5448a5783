"""What a command writes to a file somebody named."""

from __future__ import annotations

from pathlib import Path

from engine.errors import N_, reason, shown
from runewatch.cli.framework import UsageError


def see_to_folder(name: str) -> None:
    """Refuses a file whose folder is not made yet, best before anything that takes long."""
    folder = Path(name).parent
    if not folder.exists():
        raise UsageError(
            N_("{name} cannot be written: there is no folder {folder}; make it first, or name another"),
            name=shown(name, limit=200),
            folder=shown(str(folder), limit=200),
        )


def write_file(name: str, content: bytes) -> None:
    """The whole file or, if that fails, the old one untouched."""
    from vision.files import write_whole  # noqa: PLC0415 - commands that see nothing load nothing of sight

    see_to_folder(name)
    try:
        write_whole(Path(name), content)
    except (OSError, ValueError) as error:
        called = shown(name, limit=200)
        raise UsageError(N_("{name} cannot be written: {why}"), name=called, why=reason(error)) from None
