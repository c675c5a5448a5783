"""Reading text forms: words that remember where they stood, and the few checks every reader needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Generic, NamedTuple, TypeVar

from engine.errors import N_, NotationError

Kind = TypeVar("Kind", bound=str)

LONGEST_TEXT = 1 << 20
"""A record longer than this is none; it is refused before it costs time."""
LONGEST_POSITION = 1 << 17
"""Nor is any position, layout or action, whatever it brings with it."""

MOST_LISTED = 40
"""An error lists at most so many of the words that were possible."""
_UNREADABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u2028\u2029]")
"""Control characters, lone surrogates, and line ends that no editor shows as such."""


class Word(NamedTuple):
    """A word of a text and where it stands, counted from 1; 0 where there is no such thing."""

    text: str
    line: int = 0
    column: int = 0

    def error(self, message: str, **facts: str | int) -> NotationError:
        """The error that this word is not what it should be."""
        return NotationError(message, **facts).at(self.line, self.column, self.text)


def words(text: str, *, line: int = 1, column: int = 1) -> list[Word]:
    """The words of one line, parted by blanks."""
    return [Word(match.group(), line, column + match.start()) for match in re.finditer(r"\S+", text)]


def parts(text: str) -> list[list[Word]]:
    """The words between strokes or line ends, where there are any."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        column = 1
        for part in line.split("|"):
            found.append(words(part, line=number, column=column))
            column += len(part) + 1
    return [part for part in found if part]


def checked_text(text: str, most: int = LONGEST_POSITION) -> str:
    """The text, if it is of a reasonable size and holds no control characters; line ends are made alike."""
    if len(text) > most:
        raise NotationError(N_("a text of at most {most} characters"), most=most)
    text = text.replace("\r\n", "\n")
    found = _UNREADABLE.search(text)
    if found:
        before = text[: found.start()]
        raise NotationError(N_("expected readable text, not a control character")).at(
            before.count("\n") + 1, len(before) - before.rfind("\n"), found.group()
        )
    return text


def one_of(word: Word, choices: Iterable[str], what: str) -> str:
    """The word, if it is among the choices; else an error that names the nearest, or what there is."""
    known = list(choices)
    if word.text in known:
        return word.text
    near = get_close_matches(word.text[:40], known, n=1, cutoff=0.6)
    if near:
        raise word.error(N_("expected {what}; did you mean {near}?"), what=what, near=near[0])
    if not known:
        raise word.error(N_("expected {what}, but there is none in this match"), what=what)
    listed = ", ".join(known[:MOST_LISTED]) + (", …" if known[MOST_LISTED:] else "")
    raise word.error(N_("expected {what}, one of: {choices}"), what=what, choices=listed)


def whole_number(word: Word, what: str, least: int, most: int) -> int:
    """The number a word means, within bounds."""
    if re.fullmatch(r"[0-9]{1,9}", word.text, re.ASCII) and least <= int(word.text) <= most:
        return int(word.text)
    raise word.error(N_("expected {what}, a number from {least} to {most}"), what=what, least=least, most=most)


def end_of(word: Word | None, text: str) -> Word:
    """Where something missing should have stood: just after a word, or at the start of a text."""
    if word is None:
        return Word("", 1, 1)
    if not word.line:
        return Word("")
    return Word("", word.line, word.column + len(word.text) + 1)


class ActionText(Generic[Kind]):
    """The words of an action, taken one by one: its kind, then what its game has it be told."""

    def __init__(self, text: str, kinds: Sequence[Kind], lacking: str) -> None:
        """``lacking`` says what was expected where there is no word at all."""
        found = words(checked_text(text))
        if not found:
            raise Word("", 1, 1).error(lacking)
        named = one_of(found[0], kinds, N_("an action"))
        self.kind = next(kind for kind in kinds if kind == named)
        self.last = found[0]
        self.left = found[1:]

    def take(self, what: str) -> Word:
        if not self.left:
            raise end_of(self.last, "").error(N_("expected {what} here, but the text ends"), what=what)
        self.last = self.left.pop(0)
        return self.last

    def follows(self, text: str) -> bool:
        """Whether the next word is this one; takes it."""
        if self.left and self.left[0].text == text:
            self.take(text)
            return True
        return False

    def choice(self, choices: Sequence[str], what: str) -> str:
        return one_of(self.take(what), choices, what)

    def end(self) -> None:
        if self.left:
            raise self.left[0].error(N_("nothing more is expected here"))
