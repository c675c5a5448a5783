"""Reading what a command is given: a text, a file, standard input. Every fault is told with its place."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from engine.catalogue import game_named, game_of, games
from engine.contract import Rules
from engine.errors import N_, NotationError, RunewatchError, reason, shown
from engine.options import value_from_text
from engine.record import Record, read_record
from engine.text import LONGEST_TEXT
from engine.words import Words
from runewatch.cli.framework import InputError, UsageError

STDIN = "-"
FILE = "@"
POSITION = "POSITION"
MOST_BYTES = 4 * LONGEST_TEXT
"""No letter takes more than four bytes."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position somebody gave: the rules it is under and its state."""

    rules: Rules[Any, Any]
    state: Any

    @property
    def text(self) -> str:
        return self.rules.write_position(self.state)


def rules_from(text: str) -> Rules[Any, Any]:
    """The rules of a game under choices written as NAME=VALUE. Raises RunewatchError."""
    name, *said = text.split()
    game = game_named(name)
    known = {option.name: option for option in game.options}
    choices: dict[str, Any] = {}
    for word in said:
        option, is_said, value = word.partition("=")
        if not is_said:
            raise UsageError(N_("a choice is written NAME=VALUE, not {came}"), came=shown(word))
        choices[option] = value_from_text(known[option], value) if option in known else value
    return game.open(choices)


def position_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """The argument POSITION; several words are taken, to say what is wrong with them."""
    return click.argument("position", metavar=POSITION, nargs=-1)(command)


def read_position(given: Sequence[str], ctx: click.Context) -> Position:
    """The position that the words of a command line give."""
    words: Words = ctx.obj.words
    if not given:
        raise UsageError(N_("{name} is missing"), name=POSITION)
    if len(given) > 1:
        raise _hinted(
            InputError(
                N_("expected one text, but came {count} words: {came}"), count=len(given), came=shown(given[0])
            ),
            _unquoted(given, ctx),
        )
    text, source = text_of(given[0], words)
    try:
        return _position(text)
    except RunewatchError as error:
        if isinstance(error, NotationError) and source:
            error.at(source=source)
        raise _hinted(error, _advice(text, source, ctx)) from None


def _position(text: str) -> Position:
    if not text.strip():
        raise NotationError(N_("expected a position")).at(1, 1)
    if text.lstrip().startswith("{"):
        data = _json(text)
        return Position(*game_named(str(data.get("game", ""))).from_json(data))
    return Position(*game_of(text).read_position(text))


def _json(text: str) -> Mapping[str, Any]:
    try:
        found: Mapping[str, Any] = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        came = text[error.pos :] or None
        raise NotationError(N_("expected JSON")).at(error.lineno, error.colno, came) from None
    except NotationError:
        raise
    except (ValueError, RecursionError):
        # a number with thousands of digits, lists within lists without end
        raise NotationError(N_("expected JSON of a reasonable size")) from None
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose names are all different; the last of two would win silently."""
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for i, name in enumerate(names) if name in names[:i])
        raise NotationError(N_("field {name} is said twice"), name=shown(twice))
    return found


def _hinted(error: RunewatchError, hint: str) -> RunewatchError:
    error.hint = hint  # type: ignore[attr-defined]  # only this command line has hints
    return error


def _advice(text: str, source: str, ctx: click.Context) -> str:
    """What may help somebody whose text was not understood."""
    words: Words = ctx.obj.words
    if not text.strip():
        rules = next(iter(games().values())).open()
        return words(N_("A position is written like this: {example}"), example=rules.write_position(rules.start()))
    if source:
        return ""
    if _is_file(text):
        return words(N_("To read a file, write {name}."), name=f"{FILE}{text}")
    if text.lstrip().startswith(("{", "[")) or any(mark in text for mark in "|/ \n"):
        return ""
    return _unquoted([text], ctx)


def _is_file(text: str) -> bool:
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _unquoted(given: Sequence[str], ctx: click.Context) -> str:
    words: Words = ctx.obj.words
    began = " ".join(given)
    return words(
        N_("Put the whole position in quotes, or the shell cuts it at every |: {example}"),
        example=f"{ctx.command_path} '{shown(began, limit=30)[1:-1]} | …'",
    )


def read_match(given: str, words: Words) -> tuple[Record, str]:
    """The record in a file or on standard input, and what to call where it came from."""
    text, source = text_of(given if given == STDIN or given.startswith(FILE) else f"{FILE}{given}", words)
    try:
        return read_record(text), source
    except NotationError as error:
        raise error.at(source=source) from None


def text_of(given: str, words: Words) -> tuple[str, str]:
    """A text and what to call its source: nothing if it was given as it is."""
    if given == STDIN:
        if sys.stdin is None:  # a shell closed it: <&-
            raise InputError(N_("standard input is closed"))
        source = words(N_("standard input"))
        return _decoded(_bytes_of(None, source), source), source
    if given.startswith(FILE) and len(given) > 1:
        source = click.format_filename(given[1:])
        return _decoded(_bytes_of(given[1:], source), source), source
    return given, ""


def _bytes_of(name: str | None, source: str) -> bytes:
    """What a file holds, or standard input."""
    called = shown(source, limit=200)
    try:
        with Path(name).open("rb") if name else nullcontext(sys.stdin.buffer) as file:
            found = file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise InputError(N_("there is no file {name}"), name=called) from None
    except IsADirectoryError:
        raise InputError(N_("{name} is a folder, not a file"), name=called) from None
    except PermissionError:
        raise InputError(N_("the file {name} may not be read"), name=called) from None
    except (OSError, ValueError) as error:
        raise InputError(N_("{name} cannot be read: {why}"), name=called, why=reason(error)) from None
    if len(found) > MOST_BYTES:
        raise InputError(N_("{name} is too large: it may have {most} bytes"), name=called, most=MOST_BYTES)
    return found


def _decoded(found: bytes, source: str) -> str:
    try:
        return found.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        before = found[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode("utf-8", "replace")) + 1
        came = f"0x{found[error.start]:02x}"
        raise NotationError(N_("expected text in UTF-8")).at(line, column, came, source=source) from None
