"""The loop that makes a referee of all this: shots and requests in, until somebody stops it.

It goes on whatever fails: what cannot be seen or done is said in a sentence, and the match is on disk.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue

from engine.errors import N_, RunewatchError
from runewatch.live.complaints import Complaint
from runewatch.live.gesture import ends_turn, is_expected
from runewatch.live.obliging import Obliging
from runewatch.live.sitting import Blind, Lost, Sitting, Trouble
from runewatch.live.sources import Shot, Simulated, Source
from runewatch.live.watching import Look, Watched, Watcher
from runewatch.referee.assessing import Standing
from runewatch.referee.requests import EndTurn, Request
from vision.sighting import Sighting

MISSED = 2.0
"""Seconds of rest without a board after which that is said."""
BLIND = 1.0
"""Seconds without a picture after which that is said, if the camera knows why."""
CALM_AFTER = 2.0
"""Seconds after which a table at rest has nothing new to tell, once the referee's patience is over."""
_BREATH = 0.25
_MOST_UNFORESEEN = 100

_log = logging.getLogger(__name__)


class UnforeseenError(RunewatchError, RuntimeError):
    """Something failed that should not; the log tells where."""


class Service:
    """One sitting, watched by one camera. ``ask`` may be called from any thread, all else from one.

    ``gestures``: a hand laid on the table may end the turn.
    """

    def __init__(self, sitting: Sitting, watcher: Watcher, source: Source, *, gestures: bool = False) -> None:
        self.sitting = sitting
        self.watcher = watcher
        self.source = source
        self.shot: Shot | None = None
        """The last one, for whoever wants to see what the camera sees."""
        self.look = Look.BLIND
        """What goes on in it."""
        self.sighted: Sighting | None = None
        """What was seen when the table rested last."""
        self._gestures = gestures
        self._hands = Obliging()
        self._rested: Sighting | None = None
        self._asked: SimpleQueue[Request] = SimpleQueue()
        tell = sitting.house.listeners.tell
        self._is_aided = sitting.match.rules.is_aided
        # a table without a mat is none of a helper's business
        self._lost = Complaint(self._unseen if self._is_aided else lambda why: tell(Lost(why)), MISSED)
        self._blind = Complaint(lambda why: tell(Blind(why)), BLIND)
        self._unforeseen: set[str] = set()
        self._stirred_at = sitting.house.times.steady()

    def ask(self, request: Request) -> None:
        """A button was pressed, the page was tapped: done before the next shot is looked at, which is soon."""
        self._asked.put(request)
        self.source.wake()

    def run(self, until: Callable[[], bool]) -> None:
        """Goes on until it is told to stop; asks before every shot."""
        try:
            while not until():
                self.step()
            # what was asked before the stop is done
            self._answer()
        finally:
            self.source.close()

    def step(self) -> Watched:
        """One shot if there is one, and all that was asked before it."""
        shot, trouble = self._taken()
        self._answer()
        watched = Watched(Look.BLIND)
        if shot is not None:
            self.shot = shot
            if self.sitting.match.rules.game.is_watched:
                with self._surviving():
                    watched, trouble = self._seen(shot)
        with self._surviving():
            self._heed(watched)
        if trouble is not None or watched.look is not Look.BLIND:
            self.look = watched.look
        now = self.sitting.house.times.steady()
        if trouble is not None or (shot is not None and watched.look is not Look.RESTING):
            # that a shot is late is nothing that stirs
            self._stirred_at = now
        if trouble is not None or watched.look is not Look.BLIND:
            self._blind.hear(trouble, now)
        if trouble is not None and self._blind.is_told:
            self.sitting.unseen()
        if watched.look in (Look.LOST, Look.RESTING) or not self._lost.is_told:
            # that something moves does not show the board
            self._lost.hear(watched.lost, now)
        return watched

    # -- its parts ------------------------------------------------------------------------------------

    def _taken(self) -> tuple[Shot | None, RunewatchError | None]:
        """The next shot; or why there is none, if it is known."""
        try:
            shot = self.source.shot()
            return shot, self.source.trouble if shot is None else None
        except Exception as error:
            time.sleep(_BREATH)  # it may fail again at once, and for ever
            return None, _unforeseen(error)

    def _seen(self, shot: Shot) -> tuple[Watched, RunewatchError | None]:
        """What is to be seen in it; a picture that cannot be had is none."""
        overlay, hands, is_calm = self.sitting.referee.overlay, self._awaits_gesture(), self._is_calm()
        self.source.ease(is_calm)
        try:
            return self.watcher.see(
                shot, overlay=overlay, hands=hands, is_calm=is_calm, is_optional=self._is_aided
            ), None
        except RunewatchError as error:
            return Watched(Look.BLIND), error

    def _heed(self, watched: Watched) -> None:
        """What the referee makes of it."""
        if watched.look in (Look.MOVING, Look.HAND):
            self.sitting.stir()
            if watched.sighting is not None:
                self._heed_hand(watched.sighting)
        elif watched.sighting is not None:
            self._rested = self.sighted = watched.sighting
            self.sitting.rest(watched.sighting)
        else:
            self.sitting.tick()
        if self._is_aided and isinstance(self.source, Simulated):
            self._hands.carry_out(self.sitting, self.source)

    def _unseen(self, why: RunewatchError | None) -> None:
        if why is not None:
            self.sitting.unseen()

    def _answer(self) -> None:
        while True:
            try:
                asked = self._asked.get_nowait()
            except Empty:
                return
            # it may wait for the table, or change what is to be seen there
            self._stirred_at = self.sitting.house.times.steady()
            with self._surviving():
                self.sitting.request(asked)

    def _is_calm(self) -> bool:
        """Whether the table has been at rest for so long that whatever there was to say of it was said."""
        house = self.sitting.house
        return house.times.steady() - self._stirred_at > house.patience.out + CALM_AFTER

    def _awaits_gesture(self) -> bool:
        in_step = self.sitting.referee.standing is Standing.IN_STEP
        return self._gestures and self._rested is not None and in_step and is_expected(self.sitting.match)

    def _heed_hand(self, laid: Sighting) -> None:
        """Ends the turn if this is the gesture; the next one needs a table that has rested without the hand."""
        match, plan = self.sitting.match, self.sitting.referee.plan
        if self._rested is not None and ends_turn(match, plan, self._rested, laid):
            self._rested = None
            self.sitting.request(EndTurn(at_once=True))

    @contextmanager
    def _surviving(self) -> Iterator[None]:
        """What fails that should not is said once; the match, which is on disk, goes on."""
        try:
            yield
        except Exception as error:
            told = _unforeseen(error)
            if str(told) in self._unforeseen or len(self._unforeseen) >= _MOST_UNFORESEEN:
                return
            self._unforeseen.add(str(told))
            _log.exception("The loop goes on after this:")
            self.sitting.house.listeners.tell(Trouble(told))


def _unforeseen(error: Exception) -> RunewatchError:
    if isinstance(error, RunewatchError):
        return error
    why = f"{type(error).__name__}: {error}"
    return UnforeseenError(N_("this should not have happened, and the match goes on: {why}"), why=why[:200])
