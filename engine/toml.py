"""Why a text is no TOML, in our words: tomllib tells it in English, and only what it stumbled over."""

from __future__ import annotations

import re

from engine.errors import N_

_PLACE = re.compile(r" *\(at (?:line (\d+), column (\d+)|end of document)\)$")

_THERE_ALREADY = N_("this key or heading is there already; each may be there once")
_NOT_CLOSED = N_("a text has no quotation mark at its end")
_ODD_BACKSLASH = N_(r"in a text a backslash stands only in \\, \", \n, \t and the like; others are written \\")
_NO_HEADING = N_("a heading is written [name] or [[name]], with as many brackets behind as in front")
_NO_KEY = N_('a line is a heading such as [name] or a key with its value such as name = "…"')

_REASONS = (
    ("Invalid statement", _NO_KEY),
    ("Invalid initial character for a key part", _NO_KEY),
    ("Expected '='", N_("behind a key stand = and its value; texts stand in quotation marks")),
    ("Expected ']", _NO_HEADING),
    ("Expected newline", N_("behind a value or a heading the line has to end")),
    ("Expected", _NOT_CLOSED),
    ("Unterminated string", _NOT_CLOSED),
    (r"Illegal character '\n'", _NOT_CLOSED),
    ("Illegal character", N_("this character may not stand in a text as it is")),
    ("Found invalid character", N_("this character may not stand in a comment")),
    ("Cannot", _THERE_ALREADY),
    ("Duplicate", _THERE_ALREADY),
    ("Unclosed array", N_("a list is not closed: ] or a comma is missing")),
    ("Unclosed inline table", N_("what is in braces is not closed: a brace or a comma is missing")),
    ("Unescaped", _ODD_BACKSLASH),
    ("Invalid hex value", _ODD_BACKSLASH),
    ("Escaped character", _ODD_BACKSLASH),
    ("Invalid date", N_("there is no such date or time; texts stand in quotation marks")),
)
"""How what tomllib says begins, and what we say: the first that fits."""
_NO_VALUE = N_("behind = stands a text in quotation marks, a number, true, false, or a list in [ ]")


def why_not(text: str, told: str) -> tuple[int, int, str]:
    """Line and column of the fault, from what tomllib told of a text, and a message that says what is wrong."""
    why = next((why for begin, why in _REASONS if told.startswith(begin)), _NO_VALUE)
    found = _PLACE.search(told)
    if found and found[1]:
        return int(found[1]), int(found[2]), why
    lines = text.rstrip().split("\n")
    return len(lines), len(lines[-1]) + 1, why
