"""Matches of the journal told to people, as text or as plain values for JSON."""

from __future__ import annotations

from typing import Any

from engine.catalogue import games
from engine.errors import N_
from engine.words import Words
from runewatch import events
from runewatch.cli import report
from runewatch.cli.reply import Reply, glued
from runewatch.journal.listing import ABANDONED, GOES_ON, Summary
from runewatch.journal.players import Player, told
from runewatch.journal.recording import stamp
from runewatch.journal.replaying import Step
from runewatch.journal.rows import Kept
from runewatch.recounting import recounted

SHORTEST = 10
"""The column of names is at least so wide."""


def tell_summary(reply: Reply, one: Summary) -> None:
    words = reply.words
    number = reply.styled(f"{one.match:5}", bold=True)
    reply.line(f"{number}  {_when(one.began)}  {_named(reply, one)}")
    points = " – ".join(map(str, one.tally.points)) if one.tally else ""
    told = [_outcome(reply, one), glued(points), words(N_("{minutes} min"), minutes=_minutes(one))]
    told.append(words.ngettext("{number} event", "{number} events", one.events))
    reply.paragraph("   ".join(filter(None, told)), indent=7, fg=244)


def _named(reply: Reply, one: Summary) -> str:
    title = games()[one.game].title if one.game in games() else one.game
    names = " – ".join(name or "?" for name in one.names) if any(one.names) else ""
    return f"{title}  {names}".rstrip()


def _outcome(reply: Reply, one: Summary) -> str:
    if one.over == GOES_ON:
        return reply.words(N_("goes on"))
    if one.over == ABANDONED:
        return reply.words(N_("given up"))
    winners = [_player_in(one, seat) for seat in one.winners]
    return reply.words(N_("won by {names}"), names=tuple(winners)) if winners else reply.words(N_("nobody won"))


def _player_in(one: Summary, seat: int) -> str:
    if seat < len(one.names) and one.names[seat]:
        return one.names[seat]
    seats = games()[one.game].seats if one.game in games() else ()
    return seats[seat] if seat < len(seats) else str(seat + 1)


def _when(at: float) -> str:
    return stamp(at)[:16].replace("T", " ")


def _minutes(one: Summary) -> int:
    return max(round((one.last - one.began) / 60), 0)


def plain(one: Summary) -> dict[str, Any]:
    return {
        "match": one.match,
        "game": one.game,
        "names": list(one.names),
        "began": stamp(one.began),
        "last": stamp(one.last),
        "events": one.events,
        "over": one.over or None,
        "winners": list(one.winners),
        "rule": one.rule or None,
        "points": list(one.tally.points) if one.tally else None,
    }


# -- step by step ---------------------------------------------------------------------------------------


def tell_step(reply: Reply, step: Step, kept: Kept) -> None:
    rules = step.after.rules
    words = _calling(reply, step)
    said = recounted(words, rules, step.event, step.before.deeds(step.event))
    reply.paragraph(said, indent=16, first=f"{step.number:5} {reply.styled(stamp(kept.at)[11:19], fg=244)}  ")
    for event in step.told:
        reply.paragraph(words.event(rules, event), indent=18, fg=244)
    for notice in step.notices:
        reply.paragraph(f"{words.sentence(rules, notice)} ({notice.rule})", indent=18)


def _calling(reply: Reply, step: Step) -> Words:
    """The reader's words, with the players of this match called by their names."""
    return reply.words.calling(step.after.rules.seats, step.after.began.names)


def plain_step(reply: Reply, step: Step, kept: Kept) -> dict[str, Any]:
    rules, words = step.after.rules, _calling(reply, step)
    return {
        "number": step.number,
        "at": stamp(kept.at),
        "event": events.kind_of(step.event),
        "said": recounted(words, rules, step.event, step.before.deeds(step.event)),
        "facts": events.to_json(step.event),
        "told": report.events(words, rules, step.told),
        "notices": report.notices(words, rules, step.notices),
        "position": rules.write_position(step.after.state),
    }


# -- figures --------------------------------------------------------------------------------------------


def tell_player(reply: Reply, one: Player) -> None:
    words = reply.words
    reply.line(f"{reply.styled(one.name, bold=True)}  ({one.game})")
    rows = [(words(N_("matches")), str(one.matches)), (words(N_("won")), str(one.wins))]
    if one.points_a_round is not None:
        rows.append((words(N_("points a round")), words.decimal(one.points_a_round, 1)))
    if one.seconds_a_turn is not None:
        rows.append((words(N_("time a turn")), words(N_("{seconds} s"), seconds=round(one.seconds_a_turn))))
    rows += [(name, str(count)) for _, count, name in told(words, one)]
    wide = max(SHORTEST, *(len(name) for name, _ in rows))
    for name, value in rows:
        reply.line(f"  {name.ljust(wide)}  {value:>7}")


def plain_player(reply: Reply, one: Player) -> dict[str, Any]:
    return {
        "name": one.name,
        "game": one.game,
        "matches": one.matches,
        "wins": one.wins,
        "points": one.points,
        "rounds": one.rounds,
        "points_a_round": _rounded(one.points_a_round),
        "turns": one.turns,
        "seconds_a_turn": _rounded(one.seconds_a_turn),
        "counts": [
            {"event": name, "by": dict(by), "count": count, "text": text}
            for (name, by), count, text in told(reply.words, one)
        ],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)
