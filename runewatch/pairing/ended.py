"""Sessions that somebody ended: their cookies, should anybody have a copy, are worth nothing any more."""

from __future__ import annotations

import hashlib
from pathlib import Path
from threading import Lock

from runewatch.pairing.keeping import FOLDER, keep, kept

MOST = 1000
"""So many are remembered; the one that would have lasted least gives way."""


class EndedSessions:
    """Those of this box, the same after a restart. May be used from several threads."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FOLDER / "ended"
        self._turn = Lock()
        self._until = _read(self._path)

    def end(self, word: str, until: float, now: float) -> None:
        """The session of this word is over; by itself it would have lasted ``until``. Raises PairingError."""
        with self._turn:
            left = {**self._until, _hash(word): until}
            left = {name: end for name, end in left.items() if end > now}
            self._until = dict(sorted(left.items(), key=lambda one: one[1])[-MOST:])
            keep(self._path, {"ended": self._until})

    def holds(self, word: str) -> bool:
        """Whether somebody ended it."""
        return _hash(word) in self._until


def _read(path: Path) -> dict[str, float]:
    found = kept(path)
    told = found.get("ended") if isinstance(found, dict) else None
    if not isinstance(told, dict):
        return {}
    return {name: float(end) for name, end in told.items() if isinstance(end, int | float)}


def _hash(word: str) -> str:
    return hashlib.sha256(word.encode("utf-8", "replace")).hexdigest()
