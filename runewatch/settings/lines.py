"""Where in a TOML text each key stands, and its value. tomllib does not tell.

For texts that tomllib has read: whatever is not understood here is passed over, and its keys have no place.
"""

from __future__ import annotations

import re
import tomllib
from contextlib import suppress
from dataclasses import dataclass

Path = tuple[str, ...]

_BETWEEN = re.compile(r"(?:[ \t\r\n]+|#[^\n]*)*")
_BLANKS = re.compile(r"[ \t]*")
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_STRING = re.compile(r'"""(?:\\.|[^\\])*?"{3,5}' r"|'''.*?'{3,5}" r'|"(?:\\.|[^"\\\n])*"' r"|'[^'\n]*'", re.DOTALL)
_PLAIN = re.compile(r"[^,\[\]{}#\n]+")


def lines_of(text: str) -> dict[Path, int]:
    """The line of each table and key by its path, that of the first mention where there are several."""
    scanner = _Scanner(text)
    with suppress(_LostError, RecursionError):
        scanner.whole()
    return scanner.found


@dataclass(frozen=True, slots=True)
class Pair:
    """A key with its value: where the key begins, and where the value begins and ends."""

    key: int
    begin: int
    end: int
    table: Path
    """The table whose header it stands under; none at the head of the file."""
    is_inner: bool
    """It stands between the braces of another value."""


def pairs_of(text: str) -> dict[Path, Pair]:
    """Each key that has a value, by its path."""
    scanner = _Scanner(text)
    with suppress(_LostError, RecursionError):
        scanner.whole()
    return scanner.pairs


class _LostError(Exception):
    """This is not the TOML we know."""


class _Scanner:
    """Walks through a text once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.found: dict[Path, int] = {}
        self.pairs: dict[Path, Pair] = {}
        self._header: Path = ()
        self._depth = 0
        self._counted = 0
        self._line = 1

    def whole(self) -> None:
        here: Path = ()
        while self._next():
            if self.text.startswith("[", self.at):
                brackets = 2 if self.text.startswith("[[", self.at) else 1
                self.at += brackets
                here = self._header = self._key(())
                self._take("]" * brackets)
            else:
                self._pair(here)

    def _next(self) -> bool:
        """Goes past blanks, line ends and comments; whether anything follows."""
        self._match(_BETWEEN)
        return self.at < len(self.text)

    def _pair(self, table: Path) -> None:
        key = self.at
        path = self._key(table)
        self._take("=")
        self._match(_BLANKS)
        begin = self.at
        self._value(path)
        end = begin + len(self.text[begin : self.at].rstrip())
        self.pairs.setdefault(path, Pair(key, begin, end, self._header, self._depth > 0))

    def _key(self, table: Path) -> Path:
        """A key, dotted or not, noted with the line it stands in."""
        while True:
            self._match(_BLANKS)
            line = self._current_line()
            table = (*table, self._part())
            self.found.setdefault(table, line)
            self._match(_BLANKS)
            if not self.text.startswith(".", self.at):
                return table
            self.at += 1

    def _part(self) -> str:
        if self.text[self.at : self.at + 1] in ('"', "'"):
            quoted = self._match(_STRING)
            return str(tomllib.loads(f"key = {quoted}")["key"])
        return self._match(_BARE)

    def _value(self, path: Path) -> None:
        first = self.text[self.at : self.at + 1]
        if first in ("[", "{"):
            self._collection(path, "]" if first == "[" else "}")
        elif first in ('"', "'"):
            self._match(_STRING)
        else:
            self._match(_PLAIN)

    def _collection(self, path: Path, end: str) -> None:
        self.at += 1
        self._depth += 1
        while self._next() and not self.text.startswith(end, self.at):
            if self.text.startswith(",", self.at):
                self.at += 1
            elif end == "]":
                self._value(path)
            else:
                self._pair(path)
        self._depth -= 1
        self._take(end)

    def _take(self, sign: str) -> None:
        self._match(_BLANKS)
        if not self.text.startswith(sign, self.at):
            raise _LostError
        self.at += len(sign)

    def _match(self, pattern: re.Pattern[str]) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            raise _LostError
        self.at = found.end()
        return found[0]

    def _current_line(self) -> int:
        self._line += self.text.count("\n", self._counted, self.at)
        self._counted = self.at
        return self._line
