"""Small files that only their owner may read."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from engine.errors import N_, RunewatchError, reason
from vision.files import write_whole

FOLDER = "access"
SECRET = "secret"
LARGEST = 1_000_000
"""Bytes. A larger file is none of ours."""


class PairingError(RunewatchError, OSError):
    """What pairing needs cannot be kept."""


def kept(path: Path) -> Any:
    """What a file keeps, as JSON values; None where there is none, or none that can be read."""
    with suppress(OSError, ValueError):
        if path.stat().st_size <= LARGEST:
            return json.loads(path.read_text(encoding="utf-8"))
    return None


def keep(path: Path, value: Mapping[str, Any]) -> None:
    """Writes the file as a whole, on disk when this returns. Raises PairingError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, json.dumps(value).encode(), secret=True)
    except OSError as error:
        raise PairingError(N_("{name} cannot be kept: {why}"), name=str(path), why=reason(error)) from error


def secret(folder: Path) -> str:
    """What cookies are signed with; made when it is wanted for the first time. Raises PairingError."""
    path = folder / FOLDER / SECRET
    found = kept(path)
    key = found.get("key") if isinstance(found, dict) else None
    if isinstance(key, str) and len(key) >= 32:
        return key
    key = secrets.token_hex(32)
    keep(path, {"key": key})
    return key
