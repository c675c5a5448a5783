"""What happens in a match and is kept: a match is the list of these, and its state is what replaying them gives.

Each is a plain value that goes to JSON and back. What the referee merely thinks or announces is not kept.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from engine.contract import Seat
from engine.errors import N_, DataError, shown


@dataclass(frozen=True, slots=True)
class Began:
    """A match was set up: the game, what was chosen, who sits where; the position, if it is not the usual one."""

    game: str
    setup: Mapping[str, Any] = field(hash=False)
    names: tuple[str, ...] = ()
    position: str = ""


@dataclass(frozen=True, slots=True)
class Acted:
    """Somebody took a legal action, in the game's notation. ``seen`` if the camera told, not a person."""

    by: Seat
    text: str
    seen: bool = False


@dataclass(frozen=True, slots=True)
class SteppedBack:
    """The last actions and corrections were taken back: only so many are left."""

    left: int


@dataclass(frozen=True, slots=True)
class Corrected:
    """The people at the table settled what the position is. ``why`` is a word of theirs, or empty."""

    position: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Paused:
    """The clocks stand. ``why`` is ``asked``, ``out-of-step``, ``restart`` or ``over``."""

    why: str = "asked"


@dataclass(frozen=True, slots=True)
class Resumed:
    """The clocks run again."""


TIME, AGREED = "time", "agreed"
"""What ended a match, where no rule of its game did: time ran out; the people at the table agreed."""


@dataclass(frozen=True, slots=True)
class Ended:
    """The match is over by its rules."""

    winners: tuple[Seat, ...]
    rule: str
    facts: Mapping[str, Any] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Abandoned:
    """The people at the table gave the match up."""


Event = Began | Acted | SteppedBack | Corrected | Paused | Resumed | Ended | Abandoned

_KINDS: dict[str, type[Event]] = {
    "began": Began, "acted": Acted, "stepped-back": SteppedBack, "corrected": Corrected, "paused": Paused,
    "resumed": Resumed, "ended": Ended, "abandoned": Abandoned,
}  # fmt: skip
_NAMES = {kind: name for name, kind in _KINDS.items()}


def kind_of(event: Event) -> str:
    """The name an event of this kind is kept under."""
    return _NAMES[type(event)]


def to_json(event: Event) -> dict[str, Any]:
    """The event without its kind, as plain JSON values."""
    return asdict(event)


def from_json(kind: str, told: Mapping[str, Any]) -> Event:
    """The event that ``to_json`` wrote. Raises DataError."""
    try:
        form: Any = _KINDS[kind]
        names = {one.name for one in fields(form)}
        given = {name: tuple(value) if isinstance(value, list) else value for name, value in told.items()}
        if not given.keys() <= names:
            raise TypeError
        found: Event = form(**given)
        return found
    except (KeyError, TypeError, AttributeError) as error:
        raise DataError(N_("{text} is not an event of a match"), text=shown(f"{kind} {told}")) from error
