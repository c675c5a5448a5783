"""What is announced, in sentences of the reader's language. For the terminal, the page and whoever reads aloud."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from engine.contract import TABLE, Rules
from engine.errors import N_
from engine.table import Difference, Thing
from engine.words import Words
from runewatch.clocks import Due, NotCounted, RanOut, Warned
from runewatch.live.sitting import Announcement, Blind, FellDue, Lost, Trouble
from runewatch.recounting import recounted
from runewatch.recounting import said as deeds_said
from runewatch.referee import announcements as say
from runewatch.referee.evidence import unvouched


def told(words: Words, rules: Rules[Any, Any], announcement: Announcement, *, is_cited: bool = False) -> list[str]:
    """The sentences for an announcement; none for what needs no words.

    ``is_cited``: the rules that are broken are named as well.
    Players are called by their names if the words are: ``words.calling(rules.seats, match.began.names)``.
    """
    found = list(_told(words, rules, announcement))
    return [*found, *_cited(words, announcement)] if is_cited else found


def _cited(words: Words, said: Announcement) -> Iterator[str]:
    if isinstance(said, say.Refused | say.OutOfStep) and said.breaches:
        yield words(N_("Rules: {rules}"), rules=", ".join(dict.fromkeys(one.rule for one in said.breaches)))


def _told(words: Words, rules: Rules[Any, Any], said: Announcement) -> Iterator[str]:
    match said:
        case say.Kept(event, deeds):
            yield recounted(words, rules, event, deeds)
        case say.Told(events, notices):
            yield from (words.event(rules, event) for event in events)
            yield from (words.sentence(rules, notice) for notice in notices)
        case say.Refused():
            yield from _refused(words, rules, said)
        case say.Instructed():
            yield from _instructed(words, rules, said)
        case say.Held():
            yield words(
                N_("The turn ends as soon as the table lies still and in view. Ask once more to end it at once.")
            )
        case say.Waiting(requests):
            yield from (words.request(rules, request) for request in requests)
        case FellDue() | Trouble() | Lost() | Blind():
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
                actions = (
                    deeds_said(words, rules, one.deeds)
                    or "; ".join(one.actions[one.settled :])
                    or words(N_("nothing"))
                )
                yield words(N_("{number}: {actions}"), number=number, actions=actions)
        case say.OutOfStep(differences, breaches, may_stand):
            yield words(N_("Something is not as it should be."))
            yield from (words.sentence(rules, breach) for breach in breaches)
            yield from to_do(words, rules, differences)
            yield words(OR_ACCEPT_IT if may_stand else RIGHT_IT)
        case say.ReadAloud():
            yield from _aloud(words, rules, said)
        case say.Relies(seen):
            yield from _relies(words, rules, seen)
        case say.Outstanding(_, as_a_whole=True):
            yield words(N_("It is complete, and has to lie in its frame now: push it there as a whole."))
        case say.Outstanding(differences):
            if differences:
                yield words(N_("Still to be done at the table:"))
            yield from to_do(words, rules, differences)


OR_ACCEPT_IT = N_("Put the table right like this, or say that it is right as it lies.")
RIGHT_IT = N_("Put the table right like this: no match can stand as it lies.")

DOUBTS: Mapping[str, str] = {
    "leaning": N_("it leans: lay it flat, or say what it shows"),
    "cut": N_("it is not wholly in view"),
    "unsure": N_("is there one at all?"),
    "colour": N_("its colour is not clear"),
    "face": N_("what it shows is not clear"),
    "unknown": N_("a card that nobody has shown yet: say which it is"),
}
"""Why people are asked about something that fell."""


def _aloud(words: Words, rules: Rules[Any, Any], said: say.ReadAloud) -> Iterator[str]:
    """What was read of what fell; what was not read needs no words."""
    for name, spots in said.places.items():
        seen = [one for one in spots if one.is_open and one.seen is not None]
        broken = [breach for one in spots for breach in one.breaches]
        yield from (words.sentence(rules, breach) for breach in broken)
        if not seen or broken:
            continue
        place = words.place(rules, name)
        if name in said.unrolled:
            yield words(N_("{place} – not rolled yet: all lies as it lay before."), place=place)
        if name in said.sure:
            yield words(
                N_("{place} – I read {things}. Right?"),
                place=place,
                things=_things(words, rules, [one.shows for one in seen]),
            )
        for one in seen:
            for doubt in one.doubts:
                thing, why = words.thing(rules, one.shows), words(DOUBTS.get(doubt, DOUBTS["face"]))
                yield words(N_("{place} – {thing}: {why}."), place=place, thing=thing, why=why)


def _instructed(words: Words, rules: Rules[Any, Any], said: say.Instructed) -> Iterator[str]:
    """What to do; where the table itself chooses, the request has said how."""
    choices = [words.phrase(rules, one.deed) for one in said.instructions] or list(said.choices)
    if len(choices) == 1:
        yield words(N_("To do: {actions}"), actions=choices[0])
    elif said.by != TABLE:
        yield words(N_("To do, one of these:"))
        yield from (f"– {choice}" for choice in choices)


def _relies(words: Words, rules: Rules[Any, Any], seen: Collection[str]) -> Iterator[str]:
    if not seen:
        yield words(N_("I see nothing of the table: everything is as you say."))
        return
    yield words(N_("I go by what I see, places: {count}. All else is as you say."), count=len(seen))
    for sheet in unvouched(rules.watched(), seen):
        yield words(N_("Not in view, so what lies there is as you say: {sheet}"), sheet=words(sheet.title))


def _from_outside(words: Words, rules: Rules[Any, Any], said: FellDue | Trouble | Lost | Blind) -> str:
    """What time, camera and disk have to say."""
    if isinstance(said, FellDue):
        return _due(words, rules, said.due)
    if said.why is not None:
        return words.error(said.why)
    if isinstance(said, Blind):
        return words(N_("The camera gives pictures again."))
    return words(N_("The board is in view again."))


def _refused(words: Words, rules: Rules[Any, Any], said: say.Refused) -> Iterator[str]:
    if said.breaches:
        yield from dict.fromkeys(words.sentence(rules, breach) for breach in said.breaches)
    elif said.error is not None:
        yield words.reason(said.error)
    yield from dict.fromkeys(words.request(rules, request) for request in said.waits)


def _due(words: Words, rules: Rules[Any, Any], due: Due) -> str:
    match due:
        case Warned(None, left):
            return words.ngettext(
                "{number} second is left for this round.", "{number} seconds are left for this round.", round(left)
            )
        case Warned(int(seat), left):
            return words.ngettext(
                "{who}: {number} second is left.", "{who}: {number} seconds are left.", round(left),
                who=rules.seats[seat],
            )  # fmt: skip
        case RanOut(None, _):
            return words(N_("The time for this round is over."))
        case RanOut(int(seat), _):
            return words(N_("{who}: time is over."), who=rules.seats[seat])
        case NotCounted(seconds):
            return words.ngettext(
                "The time jumped by {number} second; nobody is charged.",
                "The time jumped by {number} seconds; nobody is charged.",
                round(seconds),
            )
    raise AssertionError(due)


# -- where the table differs ------------------------------------------------------------------------------


def to_do(words: Words, rules: Rules[Any, Any], differences: Iterable[Difference]) -> Iterator[str]:
    """How to put the table right, place by place."""
    for one in differences:
        wanted = _things(words, rules, _without(one.expected, one.seen))
        seen = _things(words, rules, _without(one.seen, one.expected))
        place = words.place(rules, one.place)
        if not wanted:
            told = words(N_("{place} – take away: {seen}"), place=place, seen=seen)
        elif not seen:
            told = words(N_("{place} – put there: {wanted}"), place=place, wanted=wanted)
        else:
            told = words(N_("{place} – instead of {seen}: {wanted}"), place=place, seen=seen, wanted=wanted)
        yield told


def _without(things: Iterable[Thing], others: Iterable[Thing]) -> list[Thing]:
    """Some things less others, alike ones one for one."""
    left = list(others)
    found = []
    for thing in things:
        if thing in left:
            left.remove(thing)
        else:
            found.append(thing)
    return found


def _things(words: Words, rules: Rules[Any, Any], things: Iterable[Thing]) -> tuple[str, ...]:
    """Alike ones with their number, for no sentence names a thing twice."""
    counted = Counter(words.thing(rules, thing) for thing in things)
    return tuple(name if count == 1 else f"{count} × {name}" for name, count in counted.items())
