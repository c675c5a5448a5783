"""The clocks of a match: how much time everybody has used, and what falls due.

Pure values. Every operation is handed the moment it happens, in seconds of a monotonic clock, and gives the
clocks after it; what fell due on the way stands in ``fell_due``, each thing once. Inside, time is counted in
whole milliseconds, so that looking more often changes no sum.

A turn belongs to the match, not to a seat: when it begins, nobody has used any of it, and whoever is to act in
it (the player in turn, another who must answer, several at once) uses a time of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace

from engine.contract import Seat
from engine.errors import N_, RunewatchError
from runewatch.clocks.account import FRESH, Account, ms
from runewatch.clocks.timing import Due, NotCounted, RanOut, Timer, Timing, Warned

READY, ASKED, OUT_OF_STEP, RESTART, OVER = "ready", "asked", "out-of-step", "restart", "over"
"""Why clocks stand: not begun, somebody wished it, the table is not understood, the program was away, the end."""


class ClockError(RunewatchError, ValueError):
    """The clocks are asked for something that cannot be."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One timer as a display shows it, in seconds."""

    used: float
    """In the whole match."""
    lap: float
    """In this turn or round."""
    left: float | None
    """Below nothing when overdrawn; None where there is no end."""
    runs: bool


@dataclass(frozen=True, slots=True)
class Face:
    """All timers at one moment."""

    seats: tuple[Reading, ...]
    round: Reading
    stands: tuple[str, ...]
    """Why the clocks stand; empty while they run."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """The clocks of a match. New ones stand, as ``READY``, until they are begun."""

    timing: Timing
    seats: tuple[Account, ...]
    round: Account = FRESH
    acting: frozenset[Seat] = frozenset()
    """Who is to act now; chance and the arbiter have no clock."""
    stands: tuple[str, ...] = (READY,)
    """Why the clocks stand, each reason once; empty while they run."""
    stood: int = 0
    """Milliseconds that passed while they stood."""
    lost: int = 0
    """Milliseconds that were not counted, because time jumped ahead."""
    since: int | None = None
    """The moment up to which all is counted; None until they are told one."""
    fell_due: tuple[Due, ...] = field(default=(), compare=False)
    """What fell due in the operation that gave these clocks."""

    @classmethod
    def new(cls, timing: Timing, seats: int) -> Clocks:
        """For so many seats, before the match begins."""
        if seats < 1:
            raise ClockError(N_("a match has at least one seat, not {came}"), came=seats)
        return cls(timing, (FRESH,) * seats)

    @property
    def runs(self) -> bool:
        return not self.stands

    # -- operations -------------------------------------------------------------------------------------

    def until(self, now: float) -> Clocks:
        """The same clocks when it is ``now``."""
        moment = ms(now)
        passed = 0 if self.since is None else moment - self.since
        clocks = replace(self, since=moment, fell_due=())
        if passed < 0:
            return replace(clocks, fell_due=(NotCounted(passed / 1000),)) if self.runs else clocks
        if not self.runs:
            return replace(clocks, stood=self.stood + passed)
        if passed > ms(self.timing.most_gap):
            return replace(clocks, lost=self.lost + passed, fell_due=(NotCounted(passed / 1000),))
        return clocks._charged(passed)

    def begun(self, now: float, seats: Collection[Seat]) -> Clocks:
        """The match begins: the first round, the first turn, and the clocks run."""
        clocks = self.until(now)
        going = clocks.round_begun(now).turn_begun(now, seats).resumed(now)
        return replace(going, fell_due=clocks.fell_due)

    def turn_begun(self, now: float, seats: Collection[Seat]) -> Clocks:
        """A new turn, in which these are to act first (one, or several side by side)."""
        clocks, acting, timer = self.until(now), self._clocked(seats), self.timing.turn
        accounts = tuple(
            account.begun(timer, granting=seat in acting) for seat, account in enumerate(clocks.seats)
        )
        return replace(clocks, seats=accounts, acting=acting)

    def turn_undone(self, now: float, granted: Collection[Seat], seats: Collection[Seat]) -> Clocks:
        """The last turn, begun for those who were ``granted`` what a turn brings, has not begun.

        Whose turn it is again, ``seats``, has gone on with it all the while: ending it once more comes to the same
        as ending it once.
        """
        clocks, timer = self.until(now), self.timing.turn
        passed = max((account.lap for account in clocks.seats), default=0)
        back = tuple(account.undone(timer, granted=seat in granted) for seat, account in enumerate(clocks.seats))
        again = replace(clocks, seats=back, acting=self._clocked(seats))
        return again._charged_turn(passed)

    def round_undone(self, now: float) -> Clocks:
        """The last round has not begun: the one before has gone on all the while."""
        clocks, timer = self.until(now), self.timing.round
        passed = clocks.round.lap
        account, marks = clocks.round.undone(timer, granted=True).charged(timer, passed)
        return replace(clocks, round=account, fell_due=(*clocks.fell_due, *self._told(None, marks)))

    def acting_now(self, now: float, seats: Collection[Seat]) -> Clocks:
        """Within the turn others are to act: who has done their part waits, who must answer goes on."""
        return replace(self.until(now), acting=self._clocked(seats))

    def round_begun(self, now: float) -> Clocks:
        """A new round; whose turn it is stays as it was."""
        clocks = self.until(now)
        return replace(clocks, round=clocks.round.begun(self.timing.round, granting=True))

    def paused(self, now: float, why: str = ASKED) -> Clocks:
        """They stand for one reason more; the reason before stays."""
        return replace(self.until(now), stands=tuple(dict.fromkeys((*self.stands, why))))

    def resumed(self, now: float, why: str = "") -> Clocks:
        """This reason is gone, or every one; they run again once there is none left."""
        left = tuple(reason for reason in self.stands if why and reason != why)
        return replace(self.until(now), stands=left)

    def face(self, now: float) -> Face:
        """What a display shows at this moment. Changes nothing."""
        clocks = self.until(now)
        seats = tuple(
            _reading(account, self.timing.turn, runs=self.runs and seat in self.acting)
            for seat, account in enumerate(clocks.seats)
        )
        return Face(seats, _reading(clocks.round, self.timing.round, runs=self.runs), self.stands)

    def _clocked(self, seats: Collection[Seat]) -> frozenset[Seat]:
        for seat in seats:
            if seat >= len(self.seats):
                raise ClockError(
                    N_("there is no seat {came}; the seats are 0 to {last}"), came=seat, last=len(self.seats) - 1
                )
        return frozenset(seat for seat in seats if seat >= 0)

    def _charged(self, passed: int) -> Clocks:
        clocks = self._charged_turn(passed)
        account, marks = self.round.charged(self.timing.round, passed)
        return replace(clocks, round=account, fell_due=(*clocks.fell_due, *self._told(None, marks)))

    def _charged_turn(self, passed: int) -> Clocks:
        accounts = list(self.seats)
        due = list(self.fell_due)
        for seat in sorted(self.acting):
            accounts[seat], marks = accounts[seat].charged(self.timing.turn, passed)
            due += self._told(seat, marks)
        return replace(self, seats=tuple(accounts), fell_due=tuple(due))

    def _told(self, seat: Seat | None, marks: tuple[int, ...]) -> Iterator[Due]:
        for mark in marks:
            yield Warned(seat, mark / 1000) if mark else RanOut(seat, self.timing.out_ends)


def _reading(account: Account, timer: Timer, *, runs: bool) -> Reading:
    left = account.left(timer)
    return Reading(account.used / 1000, account.lap / 1000, None if left is None else left / 1000, runs)
