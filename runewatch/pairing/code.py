"""The pairing code: six digits that somebody at the table reads out, so that another device may take part."""

from __future__ import annotations

import hmac
import secrets
from pathlib import Path
from threading import Lock

from runewatch.pairing.keeping import FOLDER, keep, kept

DIGITS = 6
MOST_FAILURES = 20
"""After so many wrong tries there is a new code."""


class PairingCode:
    """The code of this box, the same after a restart. May be used from several threads and programs."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FOLDER / "code"
        self._turn = Lock()
        self._failures = 0

    @property
    def code(self) -> str:
        """The code as it is now; made when it is wanted for the first time. Raises PairingError."""
        return self._now()[0]

    @property
    def number(self) -> int:
        """Which code it is. Who was paired by an earlier one stays so; ``forget`` ends that too."""
        return self._now()[1]

    def is_right(self, tried: str) -> bool:
        """Whether this is the code; after too many wrong ones it is another from now on."""
        with self._turn:
            code = self.code
            plain = "".join(letter for letter in tried if not letter.isspace() and letter != "-")
            if hmac.compare_digest(plain.encode(), code.encode()):
                self._failures = 0
                return True
            self._failures += 1
            if self._failures >= MOST_FAILURES:
                self.renew()
            return False

    def renew(self) -> str:
        """Another code from now on; who is paired stays so."""
        self._failures = 0
        return self._new(self._now()[1] if kept(self._path) else 1)

    def forget(self) -> str:
        """Another code, and everybody has to pair again."""
        self._failures = 0
        return self._new(self._now()[1] + 1)

    def _now(self) -> tuple[str, int]:
        found = kept(self._path)
        if isinstance(found, dict):
            code, number = found.get("code"), found.get("number")
            if isinstance(code, str) and len(code) == DIGITS and code.isdecimal() and isinstance(number, int):
                return code, number
        return self._new(1), 1

    def _new(self, number: int) -> str:
        code = "".join(secrets.choice("0123456789") for _ in range(DIGITS))
        keep(self._path, {"code": code, "number": number})
        return code


def spaced(code: str) -> str:
    """A code as people read it out: two groups of three."""
    return f"{code[:3]} {code[3:]}"
