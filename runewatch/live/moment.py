"""What is on the table at one moment: a value that anybody may keep, made anew with everything that happens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from engine.errors import RunewatchError
from runewatch.clocks import Clocks
from runewatch.events import Abandoned, Ended
from runewatch.live.sitting import Announcement, Blind, Lost, Sitting
from runewatch.match import Match
from runewatch.referee import announcements as say
from runewatch.referee.assessing import Standing

LONGEST_LOG = 100
"""So many announcements are remembered; the journal keeps what matters for ever."""


class Stage(StrEnum):
    """How far the table is with a match."""

    SETTING_UP = "setting-up"
    PLAYING = "playing"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Entry:
    """An announcement, when it was made (seconds of the wall's clock), and which one it is."""

    number: int
    at: float
    said: Announcement
    match: Match | None
    """The match it belongs to."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """What the referee knows and says just now."""

    number: int = 0
    """Which moment it is; one more with every change."""
    stage: Stage = Stage.SETTING_UP
    match_number: int = 0
    match: Match | None = None
    clocks: Clocks | None = None
    """As they stood when this moment began; ``clocks.since`` says when that was."""
    standing: Standing = Standing.IN_STEP
    doubt: say.InDoubt | None = None
    out: say.OutOfStep | None = None
    owed: say.Outstanding | None = None
    instructed: say.Instructed | None = None
    aloud: say.ReadAloud | None = None
    """What fell and is to be confirmed."""
    relied: frozenset[str] = frozenset()
    """The places for which the referee relies on what it sees, where a camera only helps."""
    lost: RunewatchError | None = None
    """Why the board is out of view."""
    blind: RunewatchError | None = None
    """Why the camera gives no pictures."""
    unfinished: int | None = None
    """While setting up: the match that can be gone on with."""
    log: tuple[Entry, ...] = ()

    def after(self, said: Announcement, sitting: Sitting | None, wall: float) -> Moment:
        """The moment with one announcement more."""
        number = self.log[-1].number + 1 if self.log else 1
        found = self.of(sitting)
        if isinstance(said, say.ReadAloud):
            # it changes with every look, and is no news when it is over
            return replace(found, number=self.number + 1, aloud=said if said.places else None)
        if isinstance(said, say.Relies):
            return replace(found, number=self.number + 1)
        entry = Entry(number, wall, said, found.match)
        return _told(replace(found, number=self.number + 1, log=(*self.log, entry)[-LONGEST_LOG:]), said)

    def of(self, sitting: Sitting | None) -> Moment:
        """The moment of this sitting, as far as the sitting itself tells."""
        if sitting is None:
            return replace(
                Moment(),
                number=self.number,
                lost=self.lost,
                blind=self.blind,
                unfinished=self.unfinished,
                log=self.log,
            )
        referee = sitting.referee
        return replace(
            self,
            stage=Stage.PLAYING if sitting.match.over is None else Stage.OVER,
            match_number=sitting.number,
            match=sitting.match,
            clocks=sitting.clocks,
            standing=referee.standing,
            relied=referee.relied,
            doubt=self.doubt if referee.standing is Standing.IN_DOUBT else None,
            out=self.out if referee.standing is Standing.OUT_OF_STEP else None,
            unfinished=None,
        )


def _told(moment: Moment, said: Announcement) -> Moment:
    match said:
        case say.InDoubt():
            return replace(moment, doubt=said)
        case say.OutOfStep():
            return replace(moment, out=said)
        case say.Outstanding(differences):
            return replace(moment, owed=said if differences else None)
        case say.Instructed():
            return replace(moment, instructed=said)
        case say.Kept(Ended() | Abandoned()):
            return replace(moment, owed=None, instructed=None, aloud=None)
        case say.Kept():
            # what was to be done may be done now; it is told again if not
            return replace(moment, instructed=None)
        case Lost(why):
            return replace(moment, lost=why)
        case Blind(why):
            return replace(moment, blind=why)
    return moment
