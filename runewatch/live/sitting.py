"""One match at one table: the referee, the journal, the clocks, and all who listen.

Everything here is called from one thread. Whoever else wants something puts it into the queue of the service.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from engine.contract import Rules, Seat
from engine.errors import N_, RunewatchError
from runewatch.clocks import Clocks, Due, NotCounted, RanOut, Timing
from runewatch.clocks import from_json as clocks_from_json
from runewatch.clocks import to_json as clocks_to_json
from runewatch.events import TIME, Abandoned, Acted, Began, Ended, Event, Paused, Resumed, SteppedBack
from runewatch.journal.faults import JournalError
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listeners
from runewatch.match import Match, MatchError, Step, begun, replayed, seated
from runewatch.referee import announcements as say
from runewatch.referee.referee import Patience, Referee
from runewatch.referee.requests import Request
from vision.sighting import Sighting

RESTART = "restart"
CLOCK_KEPT = 30.0
"""Seconds after which the clocks are kept though nothing happened: no more is lost by a power cut."""


@dataclass(frozen=True, slots=True)
class Times:
    """Where the time comes from: one clock that never goes back, and that of the wall."""

    steady: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time


@dataclass(frozen=True, slots=True)
class FellDue:
    """A warning of the clocks, or time that ran out."""

    due: Due


@dataclass(frozen=True, slots=True)
class Lost:
    """The board is out of view, and why; with no reason: it is back."""

    why: RunewatchError | None = None


@dataclass(frozen=True, slots=True)
class Blind:
    """The camera gives no pictures, and why; with no reason: it gives them again."""

    why: RunewatchError | None = None


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something went wrong that is no matter of the rules, such as a full disk; nothing was done."""

    why: RunewatchError


Announcement = say.Announcement | FellDue | Lost | Blind | Trouble


@dataclass(frozen=True, slots=True)
class House:
    """What a match is played with."""

    journal: Journal
    listeners: Listeners[Announcement]
    timing: Timing = field(default_factory=Timing)
    times: Times = field(default_factory=Times)
    patience: Patience = field(default_factory=Patience)


class Sitting:
    """A match that is being played."""

    def __init__(self, house: House, match: Match, number: int, clocks: Clocks) -> None:
        self.house = house
        self.number = number
        self.clocks = clocks
        self._kept_at = house.times.steady()
        self._trouble = ""
        self._out_of_time: RanOut | None = None
        self._is_ready = False
        self.referee = Referee(match, self._keep, house.listeners.tell, house.patience)

    @classmethod
    def begin(cls, house: House, began: Began) -> Sitting:
        """A new match, on disk before anything else. Raises SetupError or NotationError."""
        began = replace(began, names=seated(begun(began).rules, began.names))
        match = begun(began)
        clocks = Clocks.new(house.timing, len(match.rules.seats)).begun(house.times.steady(), _acting(match))
        number = house.journal.begin(began, house.times.wall(), clock=clocks_to_json(clocks))
        house.listeners.tell(say.Kept(began))
        sitting = cls(house, match, number, clocks)
        sitting.referee.take_up()
        return sitting

    @classmethod
    def resume(cls, house: House, number: int) -> Sitting:
        """A match that was broken off, with its clocks paused until somebody says: go on.

        Raises MatchError if the rules of today do not allow what was played.
        """
        match = _gone_on_with(house.journal, number)
        now = house.times.steady()
        told = house.journal.clock(number)
        new = Clocks.new(house.timing, len(match.rules.seats))
        clocks = clocks_from_json(told) if told else new.begun(now, _acting(match)).paused(now, RESTART)
        sitting = cls(house, match, number, clocks.until(now))
        if match.paused == RESTART:
            house.listeners.tell(say.Kept(Paused(RESTART)))
        elif match.over is None:
            sitting.referee.pause(RESTART)
        sitting.referee.take_up()
        return sitting

    @property
    def match(self) -> Match:
        return self.referee.match

    # -- what comes in --------------------------------------------------------------------------------

    def stir(self) -> None:
        """Something moves over the table."""
        self.tick()
        self.referee.stir()

    def rest(self, sighting: Sighting) -> None:
        """The table rests and looks like this."""
        self.tick()
        with self._telling_trouble():
            self.referee.rest(sighting, self.house.times.steady())

    def unseen(self) -> None:
        """The table is out of view."""
        with self._telling_trouble():
            self.referee.unseen()

    def request(self, asked: Request) -> None:
        """Somebody asks for something."""
        self.tick()
        self.referee.request(asked)

    def tick(self) -> None:
        """Time goes on. What falls due is told; now and then the clocks are kept."""
        now = self.house.times.steady()
        self.clocks = self.clocks.until(now)
        self._tell_due(self.clocks)
        self._is_ready = True
        if self.match.over is not None:
            return
        with self._telling_trouble():
            if self._out_of_time is not None:
                self.referee.end(Ended(self._others(self._out_of_time.seat), TIME))
            elif self.clocks.runs and now - self._kept_at >= CLOCK_KEPT:
                self.house.journal.keep_clock(self.number, clocks_to_json(self.clocks))
                self._kept_at, self._trouble = now, ""

    def _tell_due(self, clocks: Clocks) -> None:
        for due in clocks.fell_due:
            if isinstance(due, NotCounted) and not self._is_ready:
                # it took long until the camera was there and the set known; nobody's time jumped
                continue
            self.house.listeners.tell(FellDue(due))
            if isinstance(due, RanOut) and due.ends and self._out_of_time is None:
                self._out_of_time = due

    @contextmanager
    def _telling_trouble(self) -> Iterator[None]:
        """What cannot be kept is tried again with the next frame; it is told once, until something was kept."""
        try:
            yield
        except JournalError as error:
            if str(error) != self._trouble:
                self.house.listeners.tell(Trouble(error))
            self._trouble = str(error)

    def _others(self, seat: Seat | None) -> tuple[Seat, ...]:
        """All but the one whose time ran out."""
        if seat is None:
            return ()
        return tuple(other for other in range(len(self.match.rules.seats)) if other != seat)

    # -- what is kept ---------------------------------------------------------------------------------

    def _keep(self, event: Event, after: Match) -> None:
        """On disk before anybody is told."""
        now = self.house.times.steady()
        passed = self.clocks.until(now)
        clocks = _clocks_after(passed, self.referee.match, event, after, now)
        self.house.journal.add(self.number, (event,), self.house.times.wall(), clocks_to_json(clocks))
        self.clocks, self._kept_at, self._trouble = clocks, now, ""
        self._tell_due(passed)


def _gone_on_with(journal: Journal, number: int) -> Match:
    try:
        return replayed(kept.event for kept in journal.events(number))
    except JournalError:
        raise
    except RunewatchError as error:
        raise MatchError(
            N_(
                "match {number} cannot be gone on with ({why}); nothing of it is lost: {history} exports it, and "
                "{option} begins another"
            ),
            number=number,
            why=str(error),
            history=f"runewatch history export {number} --json",
            option="runewatch run --new",
        ) from error


def _acting(match: Match) -> frozenset[Seat]:
    """Whose time runs: of those who are to act now."""
    return frozenset(request.by for request in match.rules.requests(match.state) if request.timed)


def _clocks_after(clocks: Clocks, before: Match, event: Event, after: Match, now: float) -> Clocks:
    if isinstance(event, Paused):
        return clocks.paused(now, event.why)
    if isinstance(event, Resumed):
        return clocks.resumed(now)
    if isinstance(event, Ended | Abandoned):
        return clocks.paused(now, "over")
    if before.over is not None:
        clocks = clocks.resumed(now, "over")
    if isinstance(event, SteppedBack):
        clocks = _taken_back(clocks, before.rules, before.steps[event.left :], now)
    was, is_ = before.rules.clock(before.state), after.rules.clock(after.state)
    if isinstance(event, Acted) and was.round != is_.round:
        clocks = clocks.round_begun(now)
    if isinstance(event, Acted) and was != is_:
        # whose turn it is gets what a turn brings, though the table may have to be asked first
        clocks = clocks.turn_begun(now, {is_.seat})
    return clocks.acting_now(now, _acting(after))


def _taken_back(clocks: Clocks, rules: Rules[Any, Any], steps: Sequence[Step], now: float) -> Clocks:
    """The clocks as if these steps had not been taken: what they began is undone, the latest first."""
    for step in reversed(steps):
        was, is_ = rules.clock(step.before), rules.clock(step.after)
        if isinstance(step.event, Acted) and was.round != is_.round:
            clocks = clocks.round_undone(now)
        if isinstance(step.event, Acted) and was != is_:
            clocks = clocks.turn_undone(now, {is_.seat}, {was.seat})
    return clocks
