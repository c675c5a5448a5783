"""The kept events of a match in words, as they happen and in the history."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.contract import ARBITER, TABLE, Result, Rules, Seat
from engine.errors import N_
from engine.verdict import Phrase
from engine.words import Words
from runewatch.events import AGREED, TIME, Abandoned, Acted, Began, Corrected, Ended, Event, Paused, SteppedBack

PAUSES = {
    "asked": N_("The clocks stand."),
    "out-of-step": N_("The clocks stand until table and match agree."),
    "restart": N_("The match goes on where it was broken off. The clocks stand: go on, or abandon it?"),
    "over": N_("The clocks stand: the match is over."),
}
"""Why the clocks stand."""


def recounted(words: Words, rules: Rules[Any, Any], event: Event, deeds: tuple[Phrase, ...] = ()) -> str:
    """One event as a sentence; ``deeds`` is what it does or takes back, otherwise told as it is written."""
    match event:
        case Began():
            return " ".join(_began(words, rules, event))
        case Acted(by=by, text=text):
            return _acted(words, rules, by, said(words, rules, deeds) or text)
        case SteppedBack():
            told = said(words, rules, deeds)
            return words(N_("Taken back: {told}."), told=told) if told else words(N_("Taken back."))
        case Corrected(why=why):
            told = words(N_("The position is put right."))
            return f"{told} {why}" if why else told
        case Paused(why=why):
            return words(PAUSES.get(why, PAUSES["asked"]))
        case Ended():
            return _ended(words, rules, event)
        case Abandoned():
            return words(N_("The match is given up."))
        case _:
            return words(N_("The clocks run again."))


def said(words: Words, rules: Rules[Any, Any], deeds: Iterable[Phrase]) -> str:
    """Several deeds in a row."""
    return "; ".join(words.phrase(rules, deed) for deed in deeds)


def _began(words: Words, rules: Rules[Any, Any], event: Began) -> Iterator[str]:
    yield words(N_("A match of {game} begins."), game=rules.game.title)
    for side, name in zip(rules.seats, event.names, strict=False):
        if name and name != side:
            yield words(N_("{name} plays {side}."), name=name, side=side)


def _acted(words: Words, rules: Rules[Any, Any], by: Seat, told: str) -> str:
    others = {TABLE: N_("the table"), ARBITER: N_("the arbiter")}
    return words(N_("{who}: {told}"), who=others.get(by) or rules.seats[by], told=told)


def _ended(words: Words, rules: Rules[Any, Any], event: Ended) -> str:
    winners = tuple(rules.seats[seat] for seat in event.winners)
    if event.rule == AGREED and not winners:
        return words(N_("The players agree on the result; nobody wins."))
    if event.rule == AGREED:
        return words(N_("The players agree on the result; winner: {winners}."), winners=winners)
    if event.rule == TIME and not winners:
        return words(N_("Time has run out; nobody wins."))
    if event.rule == TIME:
        return words(N_("Time has run out; winner: {winners}."), winners=winners)
    return words.sentence(rules, Result(event.winners, event.rule, event.facts))
