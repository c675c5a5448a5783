"""The loop that makes a referee of all this: frames and requests in, until somebody stops it."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue

from engine.errors import RunewatchError
from runewatch.live.sitting import Lost, Sitting
from runewatch.live.sources import Source
from runewatch.live.watching import Look, Watched, Watcher
from runewatch.referee.requests import Request

MISSED = 2.0
"""Seconds of rest without a board after which that is said."""


class Service:
    """One sitting, watched by one camera. ``ask`` may be called from any thread, all else from one."""

    def __init__(self, sitting: Sitting, watcher: Watcher, source: Source) -> None:
        self.sitting = sitting
        self.watcher = watcher
        self.source = source
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
        finally:
            self.source.close()

    def step(self) -> Watched:
        """One frame, and all that was asked before it."""
        frame, seconds = self.source.frame()
        self._answer()
        watched = self.watcher.see(frame, seconds, overlay=self.sitting.referee.overlay)
        if watched.look in (Look.MOVING, Look.HAND):
            self.sitting.stir()
        elif watched.sighting is not None:
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
