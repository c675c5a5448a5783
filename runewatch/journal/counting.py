"""The figures of one match, for any game: points, rounds, turns, time, and what the game announced how often.

A game may say in ``tallies`` which of its events are counted, by which of their facts, and in which words;
of one that does not, every event that names a seat is counted, and by each of its whole numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Any, NamedTuple

from engine.contract import Clock, Game, Rules, Seat
from engine.errors import N_, DataError
from engine.verdict import Event, Fact
from runewatch.events import Acted
from runewatch.journal.replaying import Step, steps
from runewatch.journal.rows import Kept
from runewatch.match import Match

LONGEST_WAIT = 12 * 3600.0
"""More seconds than this between two events are no thinking: the machine's clock was put right."""

Counted = tuple[str, tuple[tuple[str, Fact], ...]]
"""The name of an event, and the facts it is counted by."""


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of a match; what belongs to a seat stands at its place."""

    points: tuple[int, ...]
    rounds: int
    turns: tuple[int, ...]
    seconds: tuple[float, ...]
    """Time spent in turns, without the pauses; 0 where nobody took the time."""
    counts: tuple[Mapping[Counted, int], ...]

    def to_json(self) -> dict[str, Any]:
        return {
            "points": self.points,
            "rounds": self.rounds,
            "turns": self.turns,
            "seconds": [round(seconds, 1) for seconds in self.seconds],
            "counts": [[[name, dict(by), count] for (name, by), count in of.items()] for of in self.counts],
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Tally:
        """Raises DataError."""
        try:
            return cls(
                tuple(told["points"]),
                told["rounds"],
                tuple(told["turns"]),
                tuple(told["seconds"]),
                tuple({(name, tuple(by.items())): count for name, by, count in of} for of in told["counts"]),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise DataError(N_("these are no figures of a match")) from error


class _Go(NamedTuple):
    """What a state waits for: the same until the turn passes. Where turns are counted, the clock says it all."""

    clock: Clock
    kinds: tuple[str, ...]


def tally(kept: Sequence[Kept]) -> Tally:
    """The figures of a match. Raises RunewatchError where it does not replay."""
    walked = list(steps(one.event for one in kept))
    match = walked[-1].after
    rules = match.rules
    turns = _turns(match)
    lasted = _seconds(kept, walked, set(turns))
    seats = range(len(rules.seats))
    return Tally(
        rules.points(match.state),
        max((go.clock.round for go in turns), default=0),
        tuple(sum(go.clock.seat == seat for go in turns) for seat in seats),
        tuple(lasted[seat] for seat in seats),
        _counts(match),
    )


def counted(game: Game, event: Event) -> list[Counted]:
    """What an event is counted as."""
    said = game.tallies
    if event.name not in said:
        return []
    by = [(name, fact) for name, fact in event.facts.items() if f"{{{name}}}" in said[event.name]]
    return [(event.name, tuple(by))]


def _counts(match: Match) -> tuple[Mapping[Counted, int], ...]:
    found: list[Counter[Counted]] = [Counter() for _ in match.rules.seats]
    for step in match.steps:
        for event in step.told:
            for seat in _seats_of(match.rules, event):
                found[seat].update(counted(match.rules.game, event))
    return tuple(found)


def _seats_of(rules: Rules[Any, Any], event: Event) -> tuple[Seat, ...]:
    """Whose event it is: that of the seat it names; what names none is everybody's."""
    named = [rules.seats.index(fact) for fact in event.facts.values() if fact in rules.seats]
    return tuple(named[:1]) or tuple(range(len(rules.seats)))


def _go(rules: Rules[Any, Any], state: Any) -> _Go:
    clock = rules.clock(state)
    return _Go(clock, () if clock.turn else tuple(request.kind for request in rules.requests(state)))


def _turns(match: Match) -> list[_Go]:
    """The turns that stand: those that the game counts.

    Where it counts none and goes have several actions, one of a single action is no turn, but a tile laid while
    building. Where all have one, turns are what most of them are for; the rest is said before play.
    """
    by_seats = [step for step in match.steps if isinstance(step.event, Acted) and step.event.by >= 0]
    acted = [_go(match.rules, step.before) for step in by_seats]
    goes = [(go, len(list(group))) for go, group in groupby(acted) if go.clock.round > 0 and go.clock.seat >= 0]
    if counted_turns := [go for go, _ in goes if go.clock.turn]:
        return list(dict.fromkeys(counted_turns))
    usual = Counter(go.kinds for go, _ in goes).most_common(1)
    kinds = {go.kinds for go, count in goes if count > 1} or {kinds for kinds, _ in usual}
    return list(dict.fromkeys(go for go, _ in goes if go.kinds in kinds))


def _seconds(kept: Sequence[Kept], walked: Sequence[Step], turns: Collection[_Go]) -> Mapping[Seat, float]:
    """How long each seat was in its turns."""
    rules = walked[0].after.rules
    found = dict.fromkeys(range(len(rules.seats)), 0.0)
    for step, (before, now) in zip(walked, pairwise([kept[0], *kept]), strict=True):
        waited = now.at - before.at
        go = _go(rules, step.before.state)
        if not step.before.paused and go in turns and 0 < waited < LONGEST_WAIT:
            found[go.clock.seat] += waited
    return found
