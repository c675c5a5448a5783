"""The parts of what a page shows, as plain values: ``snapshot`` fills them, ``/now`` and the stream send them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from web.asides import Aside
from web.fallen import Fallen
from web.glancing import Glance
from web.relying import Reliance


@dataclass(frozen=True, slots=True)
class Clock:
    """One timer, in seconds. ``left`` is nothing where there is no end; a page lets it run on by itself."""

    used: float
    lap: float
    left: float | None
    runs: bool


@dataclass(frozen=True, slots=True)
class Tray:
    """A place that is shown with its player: what it is called, and what lies there as pictures."""

    place: str
    pieces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Player:
    """Who sits where."""

    seat: int
    name: str
    """Of the player, or of the seat if nobody said it."""
    colour: str
    """What the game calls the seat, in words."""
    points: int | None
    acts: bool
    clock: Clock | None
    trays: tuple[Tray, ...] = ()
    """What lies in front of the player."""


@dataclass(frozen=True, slots=True)
class Told:
    """An announcement: its number, when it was made (seconds since 1970), what kind it is, and its sentences."""

    id: int
    at: float
    kind: str
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rune:
    """A pattern on display: its rows as ``#`` and ``.``, and each way it lies on the table now."""

    name: str
    rows: tuple[str, ...]
    placements: tuple[tuple[str, ...], ...]
    claimable: bool


@dataclass(frozen=True, slots=True)
class Choice:
    """In doubt: one of the things that may have been done, with the table it leads to."""

    number: int
    actions: tuple[str, ...]
    written: tuple[str, ...]
    """The same as it is written, for whoever picks it."""
    likely: float
    board: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A place to put right: what lies there, what should, and the same in a sentence."""

    place: str
    sentence: str
    seen: str
    wanted: str


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule that is broken, and the sentence for it."""

    id: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Trouble:
    """Out of step: what differs, and why."""

    rules: tuple[Rule, ...]
    fixes: tuple[Fix, ...]
    board: str
    """The table as it is seen, what differs pointed at."""
    may_stand: bool
    """Whether the table may be declared right."""


@dataclass(frozen=True, slots=True)
class Task:
    """One thing that a script has people do, with a picture of it; several are for them to choose from."""

    text: str
    """The action, as it is written: what to say if the camera cannot see it."""
    sentence: str
    board: str


@dataclass(frozen=True, slots=True)
class Saying:
    """Something that can be said by a press: as it is written, and in words."""

    text: str
    sentence: str
    is_shown: bool = False
    """It is said as well by tapping what it was that was turned up."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The turn: what is waited for, what was done so far, and what may be asked for now."""

    waits: tuple[str, ...]
    done: tuple[str, ...]
    ends: bool
    """There is a turn that somebody could end."""
    steps: int
    """So many steps could be taken back."""
    paused: str
    """Why the clocks stand, as a sentence; empty while they run."""
    is_asked: bool
    """Somebody asked for that pause, so it is for somebody to end it."""
    says: tuple[Saying, ...] = ()
    """What leaves no trace on the table and may be said now."""
    has_books: bool = False
    """There are books on the table."""
    has_offers: bool = False
    """There is something to use, which can be looked at."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """How the score of a player comes about: lines with their points, and the sum."""

    seat: int
    lines: tuple[tuple[str, int], ...]
    points: int


@dataclass(frozen=True, slots=True)
class Playing:
    """What is played."""

    number: int
    game: str
    title: str
    setup: Mapping[str, Any]
    position: str
    result: str
    """How it ended; empty while it goes on."""
    is_watched: bool
    """Whether a camera can follow it; otherwise all that is done is said."""
    is_said: bool
    """Whether all that can be done is listed, since a camera does not see all of it."""
    has_turn_end: bool
    """Whether turns are ended by an action of their own."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything a page shows of one moment."""

    id: int
    stage: Literal["setting-up", "playing", "over"]
    standing: Literal["in-step", "in-doubt", "out-of-step"]
    standing_word: str
    lost: str
    """Why there is no picture of the board, as a sentence."""
    unfinished: int | None
    playing: Playing | None
    players: tuple[Player, ...]
    track: int
    """How long the track of points is; 0 in a game without points."""
    round: int
    round_clock: Clock | None
    turn: Turn | None
    board: str
    """The table as the match has it, as SVG that uses the symbols of ``/drawings``."""
    places: tuple[tuple[str, str], ...]
    """The same place by place, in words."""
    things: tuple[str, ...]
    """The symbols that the pictures here use."""
    glance: Glance | None
    """What people look up again and again; nothing in a game whose table says it all."""
    runes: tuple[Rune, ...]
    asides: tuple[Aside, ...]
    trays: tuple[Tray, ...]
    """What lies beside the board for all."""
    sheets: tuple[Sheet, ...]
    """How the scores came about, once the match is over."""
    doubt: tuple[Choice, ...]
    trouble: Trouble | None
    fallen: tuple[Fallen, ...]
    """What fell on the table and is to be confirmed."""
    owed: tuple[Fix, ...]
    """What the table still has to follow."""
    relied: tuple[Reliance, ...]
    """What the referee relies on, where a camera only helps."""
    tasks: tuple[Task, ...]
    log: tuple[Told, ...]


@dataclass(frozen=True, slots=True)
class Badge:
    """How things stand, for the head of every page: the name of its sign and colour, and a word."""

    kind: str
    word: str
