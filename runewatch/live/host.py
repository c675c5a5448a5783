"""What is on the table: nothing yet, a match, or one that is over. The loop that keeps it going, whichever it is.

All of it happens in one thread, that of ``run``. Whoever else wants something leaves a job there and gets its
outcome; what anybody may look at is the ``moment``, a value.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from secrets import randbelow
from threading import Event, get_native_id
from typing import TYPE_CHECKING, TypeVar

from engine.contract import TABLE
from engine.errors import N_, RunewatchError
from runewatch.events import Began
from runewatch.listeners import Listeners
from runewatch.live import opening
from runewatch.live.moment import Moment, Stage
from runewatch.live.service import Service
from runewatch.live.sitting import Announcement, House, Sitting, Trouble
from runewatch.live.sources import Shot, Simulated, Source
from runewatch.match import begun
from runewatch.referee.announcements import Refused
from runewatch.referee.referee import Patience
from runewatch.referee.requests import Abandon, Request, Say
from runewatch.settings import Settings
from runewatch.sight.looking import Corners

if TYPE_CHECKING:
    from runewatch.box import Box

T = TypeVar("T")

IDLE = 0.1
"""Seconds between two looks for jobs while there is no camera to look through."""
GIVING_WAY = 5
"""How far what takes long stands behind the rest. Not farther: people may be waiting for it."""
UNWATCHED = N_("no camera can follow {game} yet: say what is done, it is judged and kept")


def _give_way() -> None:
    """What takes long gives way to the match and the page, where a thread has a rank of its own."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, get_native_id(), GIVING_WAY)


class HostError(RunewatchError, RuntimeError):
    """What is asked for does not go with what is on the table now."""


class Host:
    """One table and what is played at it. ``ask``, ``do`` and ``apart`` are for any thread, the rest for one."""

    def __init__(self, house: House, settings: Settings) -> None:
        self.house = house
        self.settings = settings
        self.service: Service | None = None
        self.source: Source | None = None
        self.moments: Listeners[Moment] = Listeners()
        """Every moment, as it begins."""
        self.box: Box | None = None
        """Lights and buttons, if there are any; its lamp is lit while the camera looks."""
        self.shot: Shot | None = None
        """The last one of the camera. Its large picture is to be had in the loop's thread: ``do``."""
        self.corners: Corners | None = None
        """Where somebody said that the board's corners are in the picture."""
        self._moment = Moment(unfinished=house.journal.unfinished())
        self._said = house.listeners.listen("host", most=1024)
        self._jobs: SimpleQueue[Callable[[], object]] = SimpleQueue()
        self._apart = ThreadPoolExecutor(1, "apart", _give_way)
        self._ended = Event()
        self.is_safe = False
        """Whether it does without the camera, because starts before this one went badly."""
        self.amiss: tuple[RunewatchError, ...] = ()
        """What was found wrong at its start and it does without, until somebody mends it."""

    @property
    def moment(self) -> Moment:
        """What is on the table now."""
        return self._moment

    @property
    def sitting(self) -> Sitting | None:
        return self.service.sitting if self.service else None

    # -- for any thread -------------------------------------------------------------------------------

    def do(self, job: Callable[[], T]) -> Future[T]:
        """Has something done in the loop's thread, between two frames."""
        done: Future[T] = Future()

        def work() -> None:
            if not done.set_running_or_notify_cancel():
                return
            try:
                done.set_result(job())
            except BaseException as error:
                done.set_exception(error)

        self._jobs.put(work)
        if (source := self.source) is not None:
            source.wake()
        return done

    def ask(self, asked: Request) -> Future[tuple[Announcement, ...]]:
        """Asks the referee; what it says at once is the answer. Fails with HostError where there is no match."""
        return self.do(lambda: self.request(asked))

    def apart(self, job: Callable[[], T]) -> Future[T]:
        """Has something done that takes long and does not touch the match, one thing after the other."""
        return self._apart.submit(job)

    def end(self) -> None:
        """The loop comes to its end, as if whoever runs it had told it to."""
        self._ended.set()
        if (source := self.source) is not None:
            source.wake()

    # -- for the loop's thread ------------------------------------------------------------------------

    def begin(self, wanted: Began, house: House | None = None) -> Sitting:
        """A new match. Raises HostError while another is played, and whatever keeps this one from beginning.

        ``house`` is another one to be kept in, for what is not to stay.
        """
        self._refuse_a_second()
        begun(wanted)
        return self._seat(lambda: Sitting.begin(house or self.house, wanted))

    def go_on(self) -> Sitting:
        """Goes on with the match that was broken off. Raises HostError if there is none."""
        self._refuse_a_second()
        number = self._broken_off()
        return self._seat(lambda: Sitting.resume(self.house, number))

    def look(self) -> None:
        """Opens the camera, if there is one, so that it shows its picture before anybody plays."""
        if self.source is None and (names := opening.cameras(self.settings)):
            self.source = opening.camera(self.settings, names[0], self._lamp())

    def change(self, settings: Settings) -> None:
        """Other settings, until the program ends. Raises HostError for another camera while a match is played."""
        if replace(settings.camera, quarter=0) != replace(self.settings.camera, quarter=0):
            self._refuse_a_second()
            if self.service is not None:
                self.leave()
            if self.source is not None:
                self.source.close()
            self.source = self.shot = self.corners = None
        self.settings = settings
        patience = Patience(out=settings.sight.patience)
        self.house = replace(self.house, timing=settings.clocks.timing, patience=patience)
        self.look()

    def point(self, corners: Corners | None) -> None:
        """Somebody says where the board's corners are in the picture, or that it is to be looked for."""
        self.corners = corners
        if self.service is not None:
            self.service.watcher.point(corners)

    def give_up(self) -> None:
        """Gives up the match that was broken off. Raises HostError if there is none, or another is played."""
        self._refuse_a_second()
        Sitting.resume(self.house, self._broken_off()).request(Abandon())
        self.leave()

    def request(self, asked: Request) -> tuple[Announcement, ...]:
        """Asks the referee, and gives what it says at once. Raises HostError where there is no match."""
        if self.sitting is None:
            raise HostError(N_("there is no match on the table: begin one on the page"))
        self._hear()
        self.sitting.request(asked)
        return self._hear()

    def leave_to_chance(self) -> tuple[Announcement, ...]:
        """Draws and rolls for the table until somebody is waited for. Raises HostError if nothing is due."""
        said: tuple[Announcement, ...] = ()
        while (action := self._drawn()) is not None and not any(isinstance(one, Refused) for one in said):
            said += self.request(Say(action, TABLE))
        if not said:
            raise HostError(N_("nothing is to be drawn or rolled now"))
        return said

    def _drawn(self) -> str | None:
        match = self.moment.match
        if match is None or match.over is not None or match.paused:
            return None
        action = match.rules.by_chance(match.state, randbelow)
        return None if action is None else match.rules.write_action(match.state, action)

    def leave(self) -> None:
        """The table is free for another match; one that is not over can be gone on with later."""
        self.service = None
        self._hear()
        moment = self._moment.of(None)
        unfinished = self.house.journal.unfinished()
        self._publish(replace(moment, number=moment.number + 1, unfinished=unfinished))

    def run(self, until: Callable[[], bool]) -> None:
        """Goes on until it is told to stop."""
        try:
            while not (until() or self._ended.is_set()):
                self.step()
            self._work()
        finally:
            self.close()

    def step(self) -> None:
        """One frame, and all that was asked before it."""
        self._work()
        if self.service is not None:
            self.service.step()
            self.shot = self.service.shot
        else:
            self._idle()
        self._hear()

    def close(self) -> None:
        """Lets go of the camera, and of whoever listens."""
        if self.source is not None:
            self.source.close()
            self.source = None
        self._apart.shutdown(wait=False, cancel_futures=True)
        self._said.close()
        self.moments.close()

    # -- its parts ------------------------------------------------------------------------------------

    def _refuse_a_second(self) -> None:
        if self._moment.stage is Stage.PLAYING:
            raise HostError(N_("a match is being played: end it, or give it up first"))

    def _broken_off(self) -> int:
        number = self.house.journal.unfinished()
        if number is None:
            raise HostError(N_("there is no unfinished match to go on with"))
        return number

    def _seat(self, opened: Callable[[], Sitting]) -> Sitting:
        """People sit down. What cannot be watched is not begun."""
        self.service = None
        self._hear()
        sitting = opened()
        try:
            source = self._source(sitting)
            if source is not self.source:
                self.source, self.corners = source, None
            self.service = opening.service(sitting, self.settings, source)
            if self.corners is not None:
                self.service.watcher.point(self.corners)
        except RunewatchError:
            if not sitting.match.steps:
                sitting.request(Abandon())
            self.leave()
            raise
        if not (game := sitting.match.rules.game).is_watched:
            self.house.listeners.tell(Trouble(HostError(UNWATCHED, game=game.title)))
        self._hear()
        return sitting

    def _source(self, sitting: Sitting) -> Source:
        """What to look through: a camera stays open from match to match, the simulated table is laid anew."""
        if self.source is not None and not isinstance(self.source, Simulated):
            return self.source
        names = opening.cameras(self.settings)
        if not names:
            return opening.simulated(sitting, self.settings)
        return opening.camera(self.settings, names[0], self._lamp())

    def _lamp(self) -> Callable[[bool], object] | None:
        return None if self.box is None else self.box.light

    def _idle(self) -> None:
        """Nobody plays: pictures come all the same, for those who set up."""
        if self.source is None:
            with suppress(Empty):
                self._jobs.get(timeout=IDLE)()
            return
        self.shot = self.source.shot() or self.shot

    def _work(self) -> None:
        with suppress(Empty):
            while True:
                self._jobs.get_nowait()()

    def _hear(self) -> tuple[Announcement, ...]:
        """What was announced since it last listened becomes the moment, and is told on."""
        heard = []
        while (said := self._said.take(timeout=0)) is not None:
            heard.append(said)
            self._moment = self._moment.after(said, self.sitting, self.house.times.wall())
        if heard:
            self._publish(self._moment)
        return tuple(heard)

    def _publish(self, moment: Moment) -> None:
        self._moment = moment
        self.moments.tell(moment)
