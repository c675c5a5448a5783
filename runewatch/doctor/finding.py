"""What a check finds: how grave it is, a sentence about it, and a sentence about what to do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.errors import RunewatchError
from engine.verdict import Fact
from engine.words import Words

_WORD = re.compile(r"[^\W\d_][^\W\d_’']*[’']?[^\W\d_]*")


class Level(StrEnum):
    FINE = "fine"
    NOTE = "note"
    """Good to know; the match can be played all the same."""
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the catalogue with its facts."""

    message: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


Told = Said | RunewatchError


@dataclass(frozen=True, slots=True)
class Finding:
    check: str
    """The name of the check, the same in every language."""
    level: Level
    found: Told
    todo: Told | None = None
    """What to do; where all is fine there is nothing."""


def said(message: str, /, **facts: Fact) -> Said:
    return Said(message, facts)


def fine(check: str, found: Told) -> Finding:
    return Finding(check, Level.FINE, found)


def note(check: str, found: Told, todo: Told) -> Finding:
    return Finding(check, Level.NOTE, found, todo)


def wrong(check: str, found: Told, todo: Told) -> Finding:
    return Finding(check, Level.WRONG, found, todo)


def sentence(words: Words, told: Told) -> str:
    """What is told, in the reader's language, as a sentence."""
    text = _begun(words.error(told)) if isinstance(told, RunewatchError) else words(told.message, **told.facts)
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _begun(text: str) -> str:
    """Errors begin small; a path or a key at their beginning stays as it is typed."""
    return text[0].upper() + text[1:] if _WORD.fullmatch(text.split(" ", 1)[0]) else text
