"""What is announced, in sentences of the reader's language. For the terminal, the page and whoever reads aloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from engine.contract import Rules
from engine.errors import N_
from engine.table import Difference, Thing
from engine.words import Words
from runewatch.clocks import Due, NotCounted, RanOut, Warned
from runewatch.live.sitting import Announcement, FellDue, Lost, Trouble
from runewatch.recounting import recounted
from runewatch.referee import announcements as say


def told(words: Words, rules: Rules[Any, Any], announcement: Announcement) -> list[str]:
    """The sentences for an announcement; none for what needs no words."""
    return list(_told(words, rules, announcement))


def _told(words: Words, rules: Rules[Any, Any], said: Announcement) -> Iterator[str]:
    match said:
        case say.Kept(event):
            yield recounted(words, rules, event)
        case say.Told(events, notices):
            yield from (words.event(rules, event) for event in events)
            yield from (words.sentence(rules, notice) for notice in notices)
        case say.Refused():
            yield from _refused(words, rules, said)
        case say.Instructed(_, choices, _):
            yield words(N_("To do: {actions}"), actions=words(N_(" or ")).join(choices))
        case say.Waiting(requests):
            yield from (words.request(rules, request) for request in requests)
        case FellDue() | Trouble() | Lost():
            yield _from_outside(words, rules, said)
        case _:
            yield from _standing(words, rules, said)


def _standing(words: Words, rules: Rules[Any, Any], said: say.Announcement) -> Iterator[str]:
    """How well table and match agree, and what is to be done about it."""
    match said:
        case say.InStep():
            yield words(N_("Table and match agree again."))
        case say.InDoubt(alternatives):
            yield words(N_("I am not sure what was done. Which is it?"))
            for number, one in enumerate(alternatives, 1):
                actions = "; ".join(one.actions) or words(N_("nothing"))
                yield words(N_("{number}: {actions}"), number=number, actions=actions)
        case say.OutOfStep(differences, breaches):
            yield words(N_("Something is not as it should be."))
            yield from (words.sentence(rules, breach) for breach in breaches)
            yield from _to_do(words, rules, differences)
        case say.Outstanding(differences):
            yield from _to_do(words, rules, differences)


def _from_outside(words: Words, rules: Rules[Any, Any], said: FellDue | Trouble | Lost) -> str:
    """What time, camera and disk have to say."""
    if isinstance(said, FellDue):
        return _due(words, rules, said.due)
    return words.error(said.why) if said.why else words(N_("The board is in view again."))


def _refused(words: Words, rules: Rules[Any, Any], said: say.Refused) -> Iterator[str]:
    if said.breaches:
        yield from dict.fromkeys(words.sentence(rules, breach) for breach in said.breaches)
    else:
        yield words(said.why, **said.facts)


def _due(words: Words, rules: Rules[Any, Any], due: Due) -> str:
    match due:
        case Warned(None, left):
            return words(N_("{seconds} seconds are left for this round."), seconds=round(left))
        case Warned(int(seat), left):
            return words(N_("{who}: {seconds} seconds are left."), who=rules.seats[seat], seconds=round(left))
        case RanOut(None, _):
            return words(N_("The time for this round is over."))
        case RanOut(int(seat), _):
            return words(N_("{who}: time is over."), who=rules.seats[seat])
        case NotCounted(seconds):
            return words(N_("The time jumped by {seconds} seconds; nobody is charged."), seconds=round(seconds))
    raise AssertionError(due)


# -- where the table differs ------------------------------------------------------------------------------


def _to_do(words: Words, rules: Rules[Any, Any], differences: Iterable[Difference]) -> Iterator[str]:
    """How to put the table right, place by place."""
    for one in differences:
        wanted = _things(words, rules, [thing for thing in one.expected if thing not in one.seen])
        seen = _things(words, rules, [thing for thing in one.seen if thing not in one.expected])
        if not wanted:
            yield words(N_("{place}: clear away {seen}"), place=one.place, seen=seen)
        elif not seen:
            yield words(N_("{place}: put {wanted} there"), place=one.place, wanted=wanted)
        else:
            yield words(N_("{place}: not {seen} but {wanted}"), place=one.place, seen=seen, wanted=wanted)


def _things(words: Words, rules: Rules[Any, Any], things: Iterable[Thing]) -> tuple[str, ...]:
    known = rules.game.things
    return tuple(words(known.get(thing.name, thing.name.replace("-", " "))) for thing in things)
