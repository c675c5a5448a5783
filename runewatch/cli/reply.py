"""How a command answers: in which language, as text or as JSON, with colours or without."""

from __future__ import annotations

import codecs
import json
import re
import sys
import textwrap
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from engine.words import Words, language_from, languages

WIDTH = 80
"""Text is made to fit so many columns; positions are not broken, so that they can be copied."""

GLUE = "\0"
_PLAIN = str.maketrans("┌┬┐├┼┤└┴┘─│▐▌■·▲△●○◆✓✗▸→–—…’«»", '+++++++++-|||#.^^oo*+x>>--.\'""')


def _in_plain_letters(error: UnicodeError) -> tuple[str | bytes, int]:
    """What to write to a terminal that lacks a letter of ours."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_PLAIN)
    bare = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return (bare or "?", error.end)


codecs.register_error("runewatch-plain", _in_plain_letters)


@dataclass(frozen=True, slots=True)
class Reply:
    """Where the answer goes and what it looks like."""

    words: Words = field(default_factory=Words)
    as_json: bool = False
    colour: bool = False

    def line(self, text: str = "") -> None:
        click.echo(text, color=self.colour)

    def document(self, document: Mapping[str, Any]) -> None:
        """The one JSON document of a command."""
        click.echo(json.dumps(document, ensure_ascii=_is_narrow(), indent=2))

    def paragraph(self, text: str, indent: int = 0, first: str | None = None, **style: Any) -> None:
        """Text in lines that fit; ``first`` is what stands before it instead of the indent."""
        before = " " * indent
        opening = before if first is None else first
        for number, line in enumerate(wrapped(text, WIDTH - max(indent, len(opening)) - 1)):
            start = before if number else opening
            self.line(start + self.styled(line, **style))

    def styled(self, text: str, **style: Any) -> str:
        return click.style(text, **style) if self.colour and text else text

    def say(self, message: str, /, **facts: Any) -> None:
        """A message of the catalogue on a line, or on several."""
        self.paragraph(self.words(message, **facts))


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines; what is joined by GLUE stays together, and no line begins with a French colon."""
    text = re.sub(r" (?=[:;!?»](?:\s|$))", GLUE, text)
    lines = textwrap.wrap(text, max(width, 20), break_long_words=False, break_on_hyphens=False)
    return [line.replace(GLUE, " ") for line in lines] or [""]


def glued(text: str) -> str:
    """The text as one that no line end parts."""
    return text.replace(" ", GLUE)


def wished(args: Sequence[str], environ: Mapping[str, str]) -> Reply:
    """The reply that these words of a command line ask for.

    Looked at before they are parsed, so that help and errors are said the right way too.
    """
    args = args[: args.index("--")] if "--" in args else args
    language = language_from(environ)
    for i, word in enumerate(args):
        name, equals, value = word.partition("=")
        if name == "--lang":
            asked = value if equals else "".join(args[i + 1 : i + 2])
            language = asked if asked in languages() else language
    return Reply(Words(language), "--json" in args, _coloured(args, environ))


def _coloured(args: Sequence[str], environ: Mapping[str, str]) -> bool:
    for word in reversed(args):
        if word in ("--color", "--no-color"):
            return word == "--color"
    # https://no-color.org
    return not environ.get("NO_COLOR") and environ.get("TERM") != "dumb" and is_terminal()


def is_terminal() -> bool:
    # it is None where the program was started with its output closed
    return sys.stdout is not None and sys.stdout.isatty()


def _is_narrow() -> bool:
    return "utf" not in (getattr(sys.stdout, "encoding", None) or "").lower()
