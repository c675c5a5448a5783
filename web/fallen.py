"""What fell on the table, such as dice, as a page shows it: each thing with all that it may show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.contract import Rules
from engine.errors import N_
from engine.table import Thing
from engine.words import Words, capital
from runewatch.referee.announcements import ReadAloud, Spot
from runewatch.telling import DOUBTS
from web import drawing

UNKNOWN = {"leaning", "cut", "unsure", "unknown"}
"""Doubts after which people have to say what it shows."""


@dataclass(frozen=True, slots=True)
class Shown:
    """One thing that fell: each thing that it may show, by name, picture and word; the name of what was read.

    ``why`` is why it has to be looked at again.
    """

    faces: tuple[tuple[str, str, str], ...]
    read: str
    why: str


@dataclass(frozen=True, slots=True)
class Fallen:
    """What fell in a place, to be confirmed or put right."""

    place: str
    title: str
    things: tuple[Shown, ...]
    is_card: bool = False
    """A card that was turned up, and nothing that was rolled."""
    is_unrolled: bool = False
    """All lies as it lay before: it is taken for a roll only if somebody says so."""


def fallen(rules: Rules[Any, Any], words: Words, aloud: ReadAloud | None) -> Iterator[Fallen]:
    for name, spots in (aloud.places if aloud else {}).items():
        title = capital(words.place(rules, name))
        is_card = any(spot.wanted.unknown for spot in spots)
        things = tuple(_fell(rules, words, spot) for spot in spots)
        yield Fallen(name, title, things, is_card, is_unrolled=aloud is not None and name in aloud.unrolled)


def _fell(rules: Rules[Any, Any], words: Words, spot: Spot) -> Shown:
    """What leans, or may be none, is not taken for anything until somebody says what it is."""
    things = _faces(rules, spot)
    faces = zip(things, drawing.pieces(rules, words, things), strict=True)
    why = next((words(DOUBTS[one]) for one in spot.doubts if one in DOUBTS), "")
    for one in spot.breaches[:1]:
        told = f"{words.sentence(rules, one)} ({one.rule})"
        # nobody knows what is spoken of unless it is said what was seen
        seen = capital(words.thing(rules, spot.shows))
        why = words(N_("{what}: {told}"), what=seen, told=told)
    is_known = not spot.is_open or (spot.seen is not None and not UNKNOWN & set(spot.doubts) and not spot.breaches)
    open_to = tuple((one.name, picture, words.thing(rules, one)) for one, picture in faces)
    return Shown(open_to, spot.shows.name if is_known else "", why if spot.is_open else "")


def _faces(rules: Rules[Any, Any], spot: Spot) -> tuple[Thing, ...]:
    if not spot.is_open:
        return (spot.wanted,)
    if spot.wanted.unknown:
        return spot.faces
    alike = (spot.wanted.kind, spot.wanted.colour)
    return tuple(one for one in rules.plan().things if one.pips and (one.kind, one.colour) == alike)
