"""A match at a glance, as plain values in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine import glance as told
from engine.contract import Rules
from engine.verdict import Phrase
from engine.words import Words, capital


@dataclass(frozen=True, slots=True)
class Slip:
    """Something with a title, what there is to say of it, and how it stands."""

    title: str
    lines: tuple[str, ...]
    mark: str
    is_over: bool


@dataclass(frozen=True, slots=True)
class Stop:
    """A step of a track: ``past``, ``here`` or ``ahead``."""

    title: str
    when: told.When
    slips: tuple[Slip, ...]


@dataclass(frozen=True, slots=True)
class Track:
    """Steps that a match takes one after the other."""

    title: str
    stops: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Gauge:
    """How much there is of something, of how much if that is known (else 0)."""

    title: str
    value: int
    most: int
    is_low: bool


@dataclass(frozen=True, slots=True)
class Side:
    """What everybody may know of a seat."""

    lines: tuple[str, ...]
    slips: tuple[Slip, ...]
    brief: str


@dataclass(frozen=True, slots=True)
class Glance:
    """What people look up again and again."""

    head: str
    mood: told.Mood
    tracks: tuple[Track, ...]
    slips: tuple[Slip, ...]
    gauges: tuple[Gauge, ...]
    warnings: tuple[str, ...]
    needs: tuple[str, ...]
    sums: tuple[Gauge, ...]
    sides: tuple[Side, ...]
    note: str


def glance(rules: Rules[Any, Any], words: Words, state: Any) -> Glance | None:
    """What the game has people look up, if it has anything."""
    found = rules.glance(state)
    if found is None:
        return None

    def said(phrase: Phrase) -> str:
        return capital(words.phrase(rules, phrase))

    def lines(phrases: Iterable[Phrase]) -> tuple[str, ...]:
        return tuple(map(said, phrases))

    def slips(found: Iterable[told.Slip]) -> tuple[Slip, ...]:
        return tuple(
            Slip(said(one.title), lines(one.lines), said(one.mark) if one.mark else "", one.is_over)
            for one in found
        )

    def gauges(found: Iterable[told.Gauge]) -> tuple[Gauge, ...]:
        return tuple(Gauge(said(one.title), one.value, one.most, one.is_low) for one in found)

    def track(found: told.Track) -> Track:
        return Track(
            said(found.title), tuple(Stop(said(one.title), one.when, slips(one.slips)) for one in found.stops)
        )

    return Glance(
        said(found.head),
        rules.mood(state),
        tuple(map(track, found.tracks)),
        slips(found.slips),
        gauges(found.gauges),
        lines(found.warnings),
        lines(found.needs),
        gauges(found.sums),
        tuple(
            Side(lines(one.lines), slips(one.slips), said(one.brief) if one.brief else "") for one in found.sides
        ),
        said(found.note) if found.note else "",
    )
