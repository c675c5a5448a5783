"""The time of one seat, or of the rounds: whole milliseconds, so that no sum depends on how often one looks."""

from __future__ import annotations

from dataclasses import dataclass, replace

from runewatch.clocks.timing import Timer, Way


def ms(seconds: float) -> int:
    """Seconds as whole milliseconds."""
    return round(seconds * 1000)


@dataclass(frozen=True, slots=True)
class Account:
    """The time of one seat, or of the rounds, in milliseconds."""

    used: int = 0
    """In the whole match."""
    lap: int = 0
    """In this turn or round."""
    before: int = 0
    """In the one before, for whoever goes back into it."""
    granted: int = 0
    """Added by increments so far."""
    told: int | None = None
    """The lowest mark told so far; 0 once time ran out."""

    def left(self, timer: Timer) -> int | None:
        """Below nothing by how much it was overdrawn; None where there is no end."""
        if not timer.ends:
            return None
        spent = self.lap if timer.way is Way.DOWN else self.used
        return ms(timer.seconds) + self.granted - spent

    def begun(self, timer: Timer, *, granting: bool) -> Account:
        """As a turn or round begins."""
        more = ms(timer.increment) if granting and timer.way is Way.INCREMENT else 0
        told = None if timer.way is Way.DOWN else self.told
        return replace(self, lap=0, before=self.lap, granted=self.granted + more, told=told)

    def undone(self, timer: Timer, *, granted: bool) -> Account:
        """As if the turn or round had not begun: what it brought is taken back, and what it took."""
        more = ms(timer.increment) if granted and timer.way is Way.INCREMENT else 0
        return replace(self, used=self.used - self.lap, lap=self.before, before=0, granted=self.granted - more)

    def charged(self, timer: Timer, passed: int) -> tuple[Account, tuple[int, ...]]:
        """So much later, with the marks that were reached meanwhile, the highest first; 0 is the end."""
        after = replace(self, used=self.used + passed, lap=self.lap + passed)
        before, left = self.left(timer), after.left(timer)
        if before is None or left is None:
            return after, ()
        marks = sorted({*map(ms, timer.warnings), 0}, reverse=True)
        due = tuple(mark for mark in marks if left <= mark < before and (self.told is None or mark < self.told))
        return (replace(after, told=due[-1]) if due else after), due


FRESH = Account()
"""Of somebody who has used nothing."""
