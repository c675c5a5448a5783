"""What the referee says, besides what it keeps: values for listeners, never sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.contract import Request, Seat
from engine.table import Difference, Motion
from engine.verdict import Breach, Event, Fact, Notice, Phrase
from runewatch import events


@dataclass(frozen=True, slots=True)
class Kept:
    """An event of the match, on disk before it is told; and in words what it does or takes back."""

    event: events.Event
    deeds: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class Told:
    """What a kept action brought about: a rune formed, points scored, the next round; and what to mention."""

    events: tuple[Event, ...]
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class InStep:
    """The referee knows the position again."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to read the table: the turn's actions in the game's notation and in words, and how likely it is."""

    actions: tuple[str, ...]
    likely: float
    deeds: tuple[Phrase, ...] = ()


@dataclass(frozen=True, slots=True)
class InDoubt:
    """Two or more readings fit: which is meant? The likeliest comes first."""

    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """No legal reading fits: where the table differs, and the rule that one illegal act broke."""

    differences: tuple[Difference, ...]
    breaches: tuple[Breach, ...]


@dataclass(frozen=True, slots=True)
class Refused:
    """Something asked for cannot be done; the match is as it was."""

    by: Seat
    text: str
    breaches: tuple[Breach, ...] = ()
    why: str = ""
    facts: Mapping[str, Fact] = field(default_factory=dict, hash=False)
    """Where no rule of the game is broken: a message and its facts."""


@dataclass(frozen=True, slots=True)
class Outstanding:
    """What the table still owes: cards to turn up, pieces to clear away. Empty: all is done.

    ``as_a_whole``: everything is there, but has to lie elsewhere together.
    """

    differences: tuple[Difference, ...]
    as_a_whole: bool = False


@dataclass(frozen=True, slots=True)
class Instruction:
    """One thing that may be done for a script: as actions are written, in words, and how the pieces go."""

    text: str
    deed: Phrase
    motions: tuple[Motion, ...]


@dataclass(frozen=True, slots=True)
class Instructed:
    """What the script has happen next: the choices there are, as actions are written; the places they change."""

    by: Seat
    choices: tuple[str, ...]
    places: tuple[str, ...]
    instructions: tuple[Instruction, ...] = ()
    """The same choices for whoever says or draws them."""


@dataclass(frozen=True, slots=True)
class Held:
    """The turn's end was asked for, and comes when the table lies still and in view; asked again, at once."""

    by: Seat


@dataclass(frozen=True, slots=True)
class Waiting:
    """Whom the match waits for, and for what."""

    requests: tuple[Request, ...]


Announcement = Kept | Told | InStep | InDoubt | OutOfStep | Refused | Outstanding | Instructed | Held | Waiting
