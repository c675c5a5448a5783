"""The loop that makes a referee of all this: frames and requests in, until somebody stops it."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue

from engine.errors import RunewatchError
from runewatch.live.gesture import ends_turn, is_expected
from runewatch.live.sitting import Lost, Sitting
from runewatch.live.sources import Source
from runewatch.live.watching import Look, Watched, Watcher
from runewatch.referee.assessing import Standing
from runewatch.referee.requests import EndTurn, Request
from vision.sighting import Sighting

MISSED = 2.0
"""Seconds of rest without a board after which that is said."""


class Service:
    """One sitting, watched by one camera. ``ask`` may be called from any thread, all else from one.

    ``gestures``: a hand laid on the table may end the turn.
    """

    def __init__(self, sitting: Sitting, watcher: Watcher, source: Source, *, gestures: bool = False) -> None:
        self.sitting = sitting
        self.watcher = watcher
        self.source = source
        self._gestures = gestures
        self._rested: Sighting | None = None
        self._asked: SimpleQueue[Request] = SimpleQueue()
        self._lost_since: float | None = None
        self._told_lost = False

    def ask(self, request: Request) -> None:
        """A button was pressed, the page was tapped: done before the next frame is looked at."""
        self._asked.put(request)

    def run(self, until: Callable[[], bool]) -> None:
        """Goes on until it is told to stop; asks before every frame."""
        try:
            while not until():
                self.step()
            # what was asked before the stop is done
            self._answer()
        finally:
            self.source.close()

    def step(self) -> Watched:
        """One frame, and all that was asked before it."""
        frame, seconds = self.source.frame()
        self._answer()
        watched = self.watcher.see(
            frame, seconds, overlay=self.sitting.referee.overlay, hands=self._awaits_gesture()
        )
        if watched.look in (Look.MOVING, Look.HAND):
            self.sitting.stir()
            if watched.sighting is not None:
                self._heed(watched.sighting)
        elif watched.sighting is not None:
            self._rested = watched.sighting
            self.sitting.rest(watched.sighting)
        else:
            self.sitting.tick()
        self._miss(watched.lost, seconds)
        return watched

    def _answer(self) -> None:
        while True:
            try:
                asked = self._asked.get_nowait()
            except Empty:
                return
            self.sitting.request(asked)

    def _awaits_gesture(self) -> bool:
        in_step = self.sitting.referee.standing is Standing.IN_STEP
        return self._gestures and self._rested is not None and in_step and is_expected(self.sitting.match)

    def _heed(self, laid: Sighting) -> None:
        """Ends the turn if this is the gesture; the next one needs a table that has rested without the hand."""
        match, plan = self.sitting.match, self.sitting.referee.plan
        if self._rested is not None and ends_turn(match, plan, self._rested, laid):
            self._rested = None
            self.sitting.request(EndTurn(at_once=True))

    def _miss(self, lost: RunewatchError | None, seconds: float) -> None:
        """Says once that the board is out of view, and once that it is back."""
        if lost is None:
            if self._told_lost:
                self.sitting.house.listeners.tell(Lost())
            self._lost_since, self._told_lost = None, False
            return
        if self._lost_since is None:
            self._lost_since = seconds
        if not self._told_lost and seconds - self._lost_since >= MISSED:
            self._told_lost = True
            self.sitting.house.listeners.tell(Lost(lost))
