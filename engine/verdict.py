"""Verdicts: what a judge says of an action.

A verdict never holds a sentence. It holds rule identifiers and facts; ``engine.words`` makes the
sentence from them in the reader's language.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

StateT = TypeVar("StateT")

Fact = str | int | tuple[str, ...]
"""A fact in a verdict: a place, a number, a word to be translated, or several of them."""


@dataclass(frozen=True, slots=True)
class Breach:
    """One rule that is broken, with the facts that its sentence needs.

    ``duty`` marks something compulsory that was left undone, rather than something forbidden done.
    """

    rule: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)
    duty: bool = False


@dataclass(frozen=True, slots=True)
class Notice:
    """Not a fault: the rulebook is silent here, and the table option that decided is named."""

    rule: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)
    option: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened in play: scored, turn ended, match over. A name and its facts."""

    name: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words for people, short of a sentence: a message of the catalogue and its facts."""

    message: str
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Accepted(Generic[StateT]):
    """The action is legal: the state it leads to, what happened, and what to mention."""

    state: StateT
    events: tuple[Event, ...] = ()
    notices: tuple[Notice, ...] = ()

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True, slots=True)
class Refusal:
    """The action is not legal: every rule it breaks, the plainest first."""

    breaches: tuple[Breach, ...]

    def __bool__(self) -> bool:
        return False

    @property
    def rules(self) -> tuple[str, ...]:
        return tuple(breach.rule for breach in self.breaches)


Verdict = Accepted[Any] | Refusal
