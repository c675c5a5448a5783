"""Writing a file whole or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def write_whole(path: Path, data: bytes, *, secret: bool = False) -> None:
    """On disk when it returns; if it fails, with OSError, what was there before is untouched.

    A ``secret`` is for its owner's eyes only.
    """
    if path.exists() and not path.is_file():
        # a device or a pipe is written to, never put another file in the place of
        path.write_bytes(data)
        return
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            if secret:
                draft.chmod(0o600)
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
    finally:
        with suppress(OSError):
            draft.unlink(missing_ok=True)
