"""Every error of the house: one root, each also the built-in it resembles.

An error says what was expected, what came, and where. It keeps the parts (a message to be translated
and its facts), so that ``engine.words`` can say it in the reader's language and tools can point at
the fault. ``str()`` of it is plain English.
"""

from __future__ import annotations

import errno
import socket
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.verdict import Refusal


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for "to be translated later"
    """Mark a message for the catalogue without translating it yet."""
    return message


class RunewatchError(Exception):
    """The root of all errors that Runewatch raises on purpose."""

    def __init__(self, message: str, **facts: str | int) -> None:
        self.message = message
        self.facts = facts
        super().__init__(message.format(**facts))


class NotationError(RunewatchError, ValueError):
    """A text is not in the form it should be in; says where, what was expected and what came."""

    line = 0
    column = 0
    source = ""
    came = ""

    def __str__(self) -> str:
        where = [self.source] if self.source else []
        where += [f"line {self.line}"] if self.line else []
        where += [f"column {self.column}"] if self.column else []
        told = super().__str__() + (f" (found {self.came})" if self.came else "")
        return f"{', '.join(where)}: {told}" if where else told

    def at(self, line: int = 0, column: int = 0, came: str | None = None, *, source: str = "") -> NotationError:
        """The same error with its place, as far as it is known here, and with what stood there."""
        self.line = line or self.line
        self.column = column or self.column
        self.came = self.came if came is None else shown(came)
        self.source = source or self.source
        return self

    def moved(self, columns: int, line: int = 0) -> NotationError:
        """The same error seen from the text that the faulty piece was cut out of."""
        return self.at(line, max(self.column, 1) + columns)


class SetupError(RunewatchError, ValueError):
    """A game cannot be set up as asked; says which option, what it may be and what came."""


class DataError(RunewatchError, ValueError):
    """A data file (a deck, an opening) is faulty; says which file, which entry and why."""


class UnknownGameError(RunewatchError, LookupError):
    """No game of that name is in the box; says which there are."""


class IllegalActionError(RunewatchError, ValueError):
    """An action was played that the rules refuse; carries the refusal."""

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(N_("the rules refuse this: {rules}"), rules=", ".join(refusal.rules))


def shown(text: str, limit: int = 40) -> str:
    """A piece of a user's text as an error may quote it: printable, quoted, never long."""
    clean = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text[: limit + 1])
    return f"'{clean[:limit]}…'" if len(clean) > limit else f"'{clean}'"


# -- why the machine did not do as it was told ------------------------------------------------------------

# an operating system tells this in English, and only what is the matter; the usual reasons are messages here,
# which errors take as their fact ``why``
_MISSING = N_("it is not there; see how its name is written, and that its folder is made")
_NO_RIGHT = N_("this user has no right to do so; give it, or name another place")
_FULL = N_("the disk is full; make room on it")
_NO_WAY = N_("no way leads there")
_LATE = N_("no answer came in time")
_NAMELESS = N_("nothing of that name is known here")

FULL = (errno.ENOSPC, errno.EDQUOT)
"""The numbers of a disk on which there is no room."""
_REASONS = {
    errno.ENOENT: _MISSING,
    errno.ENOTDIR: N_("a file is in the place of a folder; move it away, or name another place"),
    errno.EISDIR: N_("it is a folder; name a file"),
    errno.EACCES: _NO_RIGHT,
    errno.EPERM: _NO_RIGHT,
    **dict.fromkeys(FULL, _FULL),
    errno.EROFS: N_("it can only be read there; let it be written to, or name another place"),
    errno.ENAMETOOLONG: N_("its name is too long; give it a shorter one"),
    errno.EIO: N_("the disk does not answer as it should; see to it, or name another place"),
    errno.ECONNREFUSED: N_("nothing answers there"),
    errno.ECONNRESET: N_("the other side hung up"),
    errno.EHOSTUNREACH: _NO_WAY,
    errno.ENETUNREACH: _NO_WAY,
    errno.ETIMEDOUT: _LATE,
    errno.EADDRNOTAVAIL: N_("this machine has no such address"),
}


def reason(error: BaseException) -> str:
    """Why it failed; in the words of whoever raised it where there are none of ours."""
    if isinstance(error, socket.gaierror):
        return _NAMELESS
    if isinstance(error, TimeoutError):
        return _LATE
    number = getattr(error, "errno", None)
    if number in _REASONS:
        return _REASONS[number]
    return str(getattr(error, "strerror", None) or error) or type(error).__name__
