"""What was logged lately, kept in memory: a bounded number of lines, each of bounded length, and no secrets."""

from __future__ import annotations

import logging
import re
from collections import deque

LINES = 1000
LONGEST = 400
"""Letters of a line."""
_SECRET = re.compile(
    r"rw_[A-Za-z0-9_-]{20,}|\b\d{3}[ -]?\d{3}\b|(?<=://)[^/\s@]+@|(?i:bearer|cookie|session)\S*\s+\S+"
)
"""What looks like a token, a pairing code, a password in an address or a cookie."""


class Recent(logging.Handler):
    """Keeps the last lines of the log."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        self._kept: deque[str] = deque(maxlen=LINES)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            told = self.format(record)
        except Exception:  # a message that does not go with its parts is no reason to fail
            told = f"{record.levelname} {record.name}: {record.msg!r}"
        for line in told.splitlines():
            self._kept.append(_SECRET.sub("***", line)[:LONGEST])

    def lines(self) -> tuple[str, ...]:
        """The oldest first."""
        return tuple(self._kept)


RECENT = Recent()
"""The one of this program."""


def listen() -> None:
    """From now on it hears all that is logged."""
    root = logging.getLogger()
    if RECENT not in root.handlers:
        root.addHandler(RECENT)
