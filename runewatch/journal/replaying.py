"""A match made again from its events, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine import verdict
from engine.errors import N_, RunewatchError
from engine.verdict import Notice
from runewatch.events import Began, Event
from runewatch.journal.faults import ReplayError
from runewatch.match import Match, begun


@dataclass(frozen=True, slots=True)
class Step:
    """An event of a match, and the match before and after it."""

    number: int
    """Which event of the match it is; the set-up is 0."""
    event: Event
    before: Match
    after: Match

    @property
    def is_played(self) -> bool:
        """Whether it is an action or a correction."""
        return len(self.after.steps) > len(self.before.steps)

    @property
    def told(self) -> tuple[verdict.Event, ...]:
        """What the game announces of it."""
        return self.after.steps[-1].told if self.is_played else ()

    @property
    def notices(self) -> tuple[Notice, ...]:
        return self.after.steps[-1].notices if self.is_played else ()


def steps(events: Iterable[Event]) -> Iterator[Step]:
    """Every event in turn, those that were taken back later as well. Raises ReplayError, naming the event."""
    match: Match | None = None
    for number, event in enumerate(events):
        before = match
        try:
            match = _first(event) if before is None else before.after(event)
        except ReplayError:
            raise
        except RunewatchError as error:
            raise ReplayError(
                N_("event {number} does not replay: {why}"), number=number, why=str(error)
            ) from error
        yield Step(number, event, before or match, match)
    if match is None:
        raise ReplayError(N_("a match begins with its set-up"))


def replayed(events: Iterable[Event]) -> Match:
    """The match after all its events. Raises ReplayError, naming the event that does not fit."""
    *_, last = steps(events)
    return last.after


def _first(event: Event) -> Match:
    if not isinstance(event, Began):
        raise ReplayError(N_("a match begins with its set-up"))
    return begun(event)
