"""The kept events of a match in words, as they happen and in the history."""

from __future__ import annotations

from typing import Any

from engine.contract import Result, Rules
from engine.errors import N_
from engine.record import seat_name
from engine.words import Words
from runewatch.events import AGREED, TIME, Abandoned, Acted, Began, Corrected, Ended, Event, Paused, SteppedBack

PAUSES = {
    "asked": N_("The clocks stand."),
    "out-of-step": N_("The clocks stand until table and match agree."),
    "restart": N_("The match goes on where it was broken off. The clocks stand: go on, or abandon it?"),
    "over": N_("The clocks stand: the match is over."),
}
"""Why the clocks stand."""


def recounted(words: Words, rules: Rules[Any, Any], event: Event) -> str:
    """One event as a sentence."""
    match event:
        case Began():
            return words(N_("A match of {game} begins."), game=rules.game.title)
        case Acted(by=by, text=text):
            return words(N_("{who}: {told}"), who=seat_name(rules, by), told=text)
        case SteppedBack():
            return words(N_("Taken back."))
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


def _ended(words: Words, rules: Rules[Any, Any], event: Ended) -> str:
    names = tuple(rules.seats[seat] for seat in event.winners) or (N_("nobody"),)
    if event.rule == AGREED:
        return words(N_("The players agree on the result; winner: {names}."), names=names)
    if event.rule == TIME:
        return words(N_("Time has run out; winner: {names}."), names=names)
    return words.sentence(rules, Result(event.winners, event.rule, event.facts))
