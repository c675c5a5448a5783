"""What the referee says, besides what it keeps: values for listeners, never sentences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.contract import Request, Seat
from engine.errors import RunewatchError
from engine.table import Difference, Motion, Thing
from engine.verdict import Breach, Event, Notice, Phrase
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
    settled: int = 0
    """So many of the actions are in no doubt, and not told among the deeds."""


@dataclass(frozen=True, slots=True)
class InDoubt:
    """Two or more readings fit: which is meant? The likeliest comes first."""

    alternatives: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """No legal reading fits: where the table differs, and the rule that one illegal act broke."""

    differences: tuple[Difference, ...]
    breaches: tuple[Breach, ...]
    may_stand: bool = True
    """Whether a match can stand like this, so that the table may be declared right."""


@dataclass(frozen=True, slots=True)
class Refused:
    """Something asked for cannot be done; the match is as it was."""

    by: Seat
    text: str
    breaches: tuple[Breach, ...] = ()
    error: RunewatchError | None = None
    """Where no rule of the game is broken: why it cannot be done."""
    waits: tuple[Request, ...] = ()
    """What has to be done instead, where that is not said by why it cannot be done."""


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


@dataclass(frozen=True, slots=True)
class Spot:
    """One of the things in a place that is read aloud: what is known of it, and what it seems to show.

    Nothing ``seen`` where it was not found. ``doubts`` are reasons to look again. Of a card that was turned up,
    ``faces`` are those it may be, and ``breaches`` the rules by which it may not be what it looks like.
    """

    wanted: Thing
    seen: Thing | None = None
    doubts: tuple[str, ...] = ()
    faces: tuple[Thing, ...] = ()
    breaches: tuple[Breach, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether what it shows is not known yet."""
        return self.wanted.pips == 0 or self.wanted.unknown

    @property
    def is_sure(self) -> bool:
        """Whether it was read, and nobody has to look again."""
        return self.seen is not None and not (self.doubts or self.breaches) if self.is_open else True

    @property
    def shows(self) -> Thing:
        """What it shows, as far as that is known."""
        return self.seen if self.is_open and self.seen is not None else self.wanted


@dataclass(frozen=True, slots=True)
class ReadAloud:
    """What fell on the table, place by place, to be confirmed or put right. Empty: there is nothing to confirm.

    In those ``unrolled`` all lies as it did before: it fell only if somebody says so of that very place.
    """

    places: Mapping[str, tuple[Spot, ...]] = field(default_factory=dict, hash=False)
    unrolled: frozenset[str] = frozenset()

    @property
    def sure(self) -> Mapping[str, tuple[Spot, ...]]:
        """The places in which all was read, and had been rolled."""
        rolled = {name: spots for name, spots in self.places.items() if name not in self.unrolled}
        return {name: spots for name, spots in rolled.items() if all(one.is_sure for one in spots)}


@dataclass(frozen=True, slots=True)
class Relies:
    """The places for which the referee relies on what it sees; for all others on what is said."""

    seen: frozenset[str] = frozenset()


Announcement = (
    Kept | Told | InStep | InDoubt | OutOfStep | Refused | Outstanding | Instructed | Held | Waiting | ReadAloud
    | Relies
)  # fmt: skip
