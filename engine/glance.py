"""A match at a glance: what people look up again and again, as phrases and numbers. Whoever shows it draws it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.verdict import Phrase

Mood = Literal["calm", "now", "danger"]
"""How pressing a match is: nothing does, something befalls the players just now, or it may soon be lost."""

When = Literal["past", "here", "ahead"]


@dataclass(frozen=True, slots=True)
class Slip:
    """Something with a title and what there is to say of it, such as a card that lies somewhere."""

    title: Phrase
    lines: tuple[Phrase, ...] = ()
    mark: Phrase | None = None
    """How it stands, where that has to be said."""
    is_over: bool = False
    """It is used up, or has done what it does."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A step of a track, and what lies there."""

    title: Phrase
    when: When
    slips: tuple[Slip, ...] = ()


@dataclass(frozen=True, slots=True)
class Track:
    """Steps that a match takes one after the other."""

    title: Phrase
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Gauge:
    """How much there is of something, of how much if that is known."""

    title: Phrase
    value: int
    most: int = 0
    is_low: bool = False
    """It is a reason to take care."""


@dataclass(frozen=True, slots=True)
class Side:
    """What everybody may know of a seat."""

    lines: tuple[Phrase, ...]
    slips: tuple[Slip, ...] = ()
    brief: Phrase | None = None
    """The same in a few words, for where there is no room for all of it."""


@dataclass(frozen=True, slots=True)
class Glance:
    """Everything that is looked up at one moment."""

    head: Phrase
    tracks: tuple[Track, ...] = ()
    slips: tuple[Slip, ...] = ()
    gauges: tuple[Gauge, ...] = ()
    warnings: tuple[Phrase, ...] = ()
    needs: tuple[Phrase, ...] = ()
    """What is still needed to win."""
    sums: tuple[Gauge, ...] = ()
    """The same in numbers: what there is of what is needed."""
    sides: tuple[Side, ...] = ()
    """Of each seat, in their order."""
    note: Phrase | None = None
    """What has to be known about all of it, such as that texts are made up."""
