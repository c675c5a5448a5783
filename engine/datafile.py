"""Data files: TOML texts, read so that a fault is told with the file, the entry and the key it lies in."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import N_, DataError, shown
from engine.toml import why_not

LARGEST = 100_000
"""A data file has at most this many bytes."""
LONGEST_LINE = 1000
"""A line has at most this many letters: a key dotted through a whole file takes tomllib half a minute."""
LONGEST_TEXT = 100
"""A name or title has at most this many letters."""

LANGUAGE = re.compile(r"[a-z]{2,3}")
_HARD_BLANKS = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}"


@dataclass(frozen=True, slots=True)
class Entry:
    """A table of a data file and its place in it: the whole, a ``[part]`` or an item of a ``[[list]]``."""

    source: str
    values: Mapping[str, Any]
    part: str = ""
    number: int = 0
    label: str = ""

    @property
    def where(self) -> str:
        """The place as the file itself writes it, so that it needs no translation."""
        return ", ".join(filter(None, [self.source, self._inside]))

    @property
    def _inside(self) -> str:
        return " ".join(filter(None, [self.part, str(self.number or ""), self.label]))

    def fault(self, message: str, **facts: str | int) -> DataError:
        """The error to raise. ``message`` names ``{where}``."""
        return DataError(
            message, where=self.where, source=self.source, number=self.number, label=self.label, **facts
        )

    def expect(self, needed: Collection[str], optional: Collection[str] = ()) -> None:
        """Refuse a missing key, and one that nobody would read."""
        for key in needed:
            if key not in self.values:
                raise self.fault(N_("{where}: the key {key} is missing"), key=key)
        known = [*needed, *optional]
        for key in self.values:
            if key not in known:
                raise self.fault(
                    N_("{where}: there is no key {key}; the keys are: {known}"),
                    key=shown(key),
                    known=", ".join(known),
                )

    def drawing(self, key: str) -> str:
        """A text of any number of lines."""
        value = self.values[key]
        if not isinstance(value, str):
            raise self.fault(N_("{where}: {key} must be a text, not {came}"), key=key, came=told(value))
        return value

    def text(self, key: str) -> str:
        """A text to be shown in one line."""
        value = self.drawing(key)
        if not value.strip() or len(value) > LONGEST_TEXT or not all(map(_showable, value)):
            raise self.fault(
                N_("{where}: {key} must be one line of 1 to {most} letters, not {came}"),
                key=key,
                most=LONGEST_TEXT,
                came=shown(value),
            )
        return value

    def table(self, key: str) -> Entry:
        """The part under ``[key]``."""
        value = self.values[key]
        if not isinstance(value, dict):
            raise self.fault(N_("{where}: {key} must be a table, not {came}"), key=key, came=told(value))
        return Entry(self.source, value, f"{self._inside} [{key}]".lstrip())

    def words(self, key: str) -> list[str]:
        """A list of texts."""
        value = self.values[key]
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            raise self.fault(N_("{where}: {key} must be a list of texts, not {came}"), key=key, came=told(value))
        return value

    def entries(self, key: str, label: str, most: int) -> tuple[Entry, ...]:
        """The items under ``[[key]]``, at least one; errors call them by number and ``label``."""
        items = self.values[key]
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise self.fault(
                N_("{where}: {key} must be tables under [[{key}]], not {came}"), key=key, came=told(items)
            )
        if not 1 <= len(items) <= most:
            raise self.fault(
                N_("{where}: there must be 1 to {most} entries [[{key}]], not {came}"),
                key=key,
                most=most,
                came=len(items),
            )
        return tuple(
            Entry(self.source, item, f"[[{key}]]", number, told(item[label]) if label in item else "")
            for number, item in enumerate(items, 1)
        )

    def titles(self, key: str) -> dict[str, str]:
        """A title by language: English at least."""
        table = self.table(key)
        table.expect(["en"], [language for language in table.values if LANGUAGE.fullmatch(language)])
        return {language: table.text(language) for language in table.values}


def read_file(text: str, source: str) -> Entry:
    """The whole of a data file. Raises DataError with the line if it is no TOML."""
    whole = Entry(source, {})
    size = len(text.encode("utf-8", "replace"))
    if size > LARGEST:
        raise whole.fault(N_("{where}: a data file has at most {most} bytes, not {came}"), most=LARGEST, came=size)
    for line, letters in enumerate(text.split("\n"), 1):
        if len(letters) > LONGEST_LINE:
            raise whole.fault(
                N_("{where}, line {line}: a line has at most {most} letters, not {came}"),
                line=line,
                most=LONGEST_LINE,
                came=len(letters),
            )
    # read here because most who import the engine never read a data file
    import tomllib  # noqa: PLC0415

    try:
        return Entry(source, tomllib.loads(text))
    except RecursionError:
        raise whole.fault(N_("{where}: this is nested too deeply")) from None
    except ValueError as error:
        line, column, why = why_not(text, str(error))
        told = N_("{where}, line {line}, column {column}: this is not TOML: {why}")
        raise whole.fault(told, line=line, column=column, why=why) from None


def packaged(package: str, name: str) -> str:
    """The text of a data file that comes with a game."""
    # as above, and it is slow to load
    from importlib.resources import files  # noqa: PLC0415

    return (files(package) / "data" / name).read_text(encoding="utf-8")


def told(value: object) -> str:
    """A value of a data file as an error may quote it: short, whatever it is."""
    if isinstance(value, str):
        return shown(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    if isinstance(value, list):
        return "[…]" if value else "[]"
    # Python refuses to write very long numbers
    return shown(str(value)) if not isinstance(value, int) or value.bit_length() < 64 else "…"


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    # as above
    import json  # noqa: PLC0415

    # the one character that JSON leaves bare and TOML forbids
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _showable(letter: str) -> bool:
    return letter.isprintable() or letter in _HARD_BLANKS
