"""What the referee relies on where a camera only helps: for each sort of thing, sight or what is said."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from engine.contract import Rules
from engine.errors import N_
from engine.words import Words, capital
from runewatch.referee.evidence import unvouched

Source = Literal["seen", "said", "both"]


@dataclass(frozen=True, slots=True)
class Reliance:
    """A sort of thing, what is relied on for it, and the same in a sentence."""

    source: Source
    sentence: str


def relying(rules: Rules[Any, Any], words: Words, relied: Collection[str]) -> Iterator[Reliance]:
    """Nothing where a camera sees all there is, or none can follow."""
    if not rules.is_aided:
        return
    plan, watched = rules.watched(), dict[str, list[str]]()
    gone = unvouched(plan, relied)
    for sheet in gone:
        told = words(N_("Not in view, so what lies there is as you say: {sheet}"), sheet=words(sheet.title))
        yield Reliance("said", told)
    unseen = {place.name for sheet in gone for place in sheet.places}
    for place in plan.places:
        for kind in place.kinds:
            if place.name not in unseen:
                watched.setdefault(kind, []).append(place.name)
    for kind, names in watched.items():
        title = capital(words(rules.game.things[kind]))
        missed = tuple(words.place(rules, name) for name in names if name not in relied)
        if not missed:
            yield Reliance("seen", words(N_("{what}: seen by the camera"), what=title))
        elif len(missed) == len(names):
            yield Reliance("said", words(N_("{what}: said by the players"), what=title))
        else:
            told = words(N_("{what}: seen by the camera; said by the players: {places}"), what=title,
                         places=words.listed(missed))  # fmt: skip
            yield Reliance("both", told)
    yield Reliance("said", words(N_("Everything else, such as what hands hold: said by the players")))
