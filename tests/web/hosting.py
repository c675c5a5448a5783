"""A host without a camera: what is seen is what the test lays on the table; time runs as fast as it can."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from device.cameras.shot import Shot
from engine.table import Layout
from runewatch.clocks import Timing
from runewatch.events import Began
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listeners
from runewatch.live import opening
from runewatch.live.host import Host
from runewatch.live.moment import Moment
from runewatch.live.service import Service
from runewatch.live.sitting import House, Sitting, Times
from runewatch.live.watching import Look, Watched
from runewatch.referee import requests as ask
from runewatch.referee.assessing import Standing
from runewatch.settings import Settings
from runewatch.sight.looking import Corners
from tests.runewatch.refereeing import Camera, played
from vision.sighting import Belief, Sighting

PACE, REAL = 0.1, 0.004
"""Seconds that pass from shot to shot; and how few of them in truth."""
PATIENCE = 120.0
"""Seconds after which something is not slow but wrong: the machine may be busy with other things."""
OPENING = "spell 2e | v N b b / v BM b v / v B b . / b v Vm v | runes 1O 2P"
WALL = 1_700_000_000.0


class Eyes:
    """A camera and a watcher in one: they see what was laid."""

    is_stuck = False
    trouble = None

    def __init__(self) -> None:
        self.now = 100.0
        self.cameras: tuple[str, ...] = ("eyes",)
        """What there is to look through; nothing, and the table is a simulated one."""
        self.layout: Layout | None = None
        self.other: Layout | None = None
        """What is seen just as likely, if there is doubt."""
        self.sitting: Sitting | None = None
        self.frame = np.full((48, 64, 3), 120, np.uint8)
        self.corners: Corners | None = None

    def shot(self) -> Shot | None:
        time.sleep(REAL)
        self.now += PACE
        return Shot.of(self.frame, self.now)

    def point(self, corners: Corners | None) -> None:
        """Somebody says where the board lies."""
        self.corners = corners

    def ease(self, is_calm: bool) -> None:
        """It has a pace of its own."""

    def wake(self) -> None:
        """It never waits for long."""

    def close(self) -> None:
        """There is nothing to close."""

    def see(self, shot: Shot, *, overlay: bool = False, **wished: Any) -> Watched:
        if self.sitting is None or self.layout is None:
            return Watched(Look.RESTING)
        camera = Camera(self.sitting.match.rules.watched())
        sighting = camera.sighting(self.layout, overlay=overlay)
        if self.other is not None:
            sighting = _between(sighting, camera.sighting(self.other, overlay=overlay))
        return Watched(Look.RESTING, sighting)


def _between(one: Sighting, other: Sighting) -> Sighting:
    """A sighting that cannot tell which of the two it is."""
    places = {
        name: Belief(
            {
                kind: {thing: (p + other.places[name].kinds[kind][thing]) / 2 for thing, p in likely.items()}
                for kind, likely in belief.kinds.items()
            }
        )
        for name, belief in one.places.items()
    }
    return Sighting(places, 1.0)


class Table:
    """A table for tests: its host, and hands that lay things on it."""

    def __init__(self, host: Host, eyes: Eyes) -> None:
        self.host, self.eyes = host, eyes
        self.code = ""
        """What a browser pairs with, while the page is served."""

    def begin(self, position: str = OPENING, names: tuple[str, ...] = ("Ana", "Leo"), **setup: Any) -> None:
        """A match, from this position on."""
        began = Began(position.split(maxsplit=1)[0], setup or {"edition": "2e"}, names, position)
        self.host.do(lambda: self.host.begin(began)).result(PATIENCE)

    def lay(self, *texts: str) -> None:
        """The table looks as it does after these actions of the turn."""
        self.eyes.layout = self._after(*texts)

    def doubt(self, one: str, other: str) -> None:
        """The table looks as it does after the one and after the other, just as likely."""
        self.eyes.layout, self.eyes.other = self._after(one), self._after(other)
        self.until(lambda moment: moment.standing is Standing.IN_DOUBT)

    def _after(self, *texts: str) -> Layout:
        match = self.host.moment.match
        assert match is not None
        states = [match.turn_state, *played(match.rules, match.turn_state, texts)]
        return match.rules.layout(states[-1])

    def spoil(self, place: str, *things: str) -> None:
        """Something else lies in this place."""
        match = self.host.moment.match
        assert match is not None
        known = {thing.name: thing for thing in match.rules.plan().things}
        told = match.rules.layout(match.state).items()
        settled = {name: there for name, there in told if not any(thing.unknown for thing in there)}
        self.eyes.layout = {**settled, place: tuple(known[name] for name in things)}

    def clear(self) -> None:
        """The table looks as it should."""
        match = self.host.moment.match
        assert match is not None
        self.eyes.layout = match.rules.layout(match.state)

    def ask(self, asked: ask.Request) -> Any:
        return self.host.ask(asked).result(PATIENCE)

    def until(self, wanted: Callable[[Moment], bool]) -> Moment:
        """The first moment like this. Fails if there is none for long."""
        until(lambda: wanted(self.host.moment))
        return self.host.moment


def until(is_so: Callable[[], bool]) -> None:
    """Waits until it is so. Fails if it is not for long."""
    end, pause = time.monotonic() + PATIENCE, 0.004
    while not is_so():
        assert time.monotonic() < end, "it did not come to that"
        # whoever asks all the time keeps the loop from getting there
        time.sleep(pause)
        pause = min(pause * 1.5, 0.03)


@contextmanager
def running(host: Host) -> Iterator[None]:
    """The host's loop, in a thread of its own; nothing of it goes on into the next test."""
    stopped = threading.Event()
    thread = threading.Thread(target=host.run, args=(stopped.is_set,), name="host", daemon=True)
    thread.start()
    try:
        yield
    finally:
        stopped.set()
        thread.join(PATIENCE)
        host._apart.shutdown(wait=True, cancel_futures=True)
    assert not thread.is_alive(), "the loop does not end"


@contextmanager
def hosting(folder: Path, settings: Settings | None = None, timing: Timing | None = None) -> Iterator[Table]:
    """A table whose loop runs in a thread of its own."""
    eyes = Eyes()
    with Journal.open(folder / "journal.db") as journal, Listeners[Any]() as listeners:
        times = Times(lambda: eyes.now, lambda: WALL + eyes.now)
        host = Host(House(journal, listeners, timing or Timing(), times), settings or Settings())
        with eyes_for_cameras(eyes), running(host):
            yield Table(host, eyes)


@contextmanager
def eyes_for_cameras(eyes: Eyes) -> Iterator[None]:
    """Every service sees through these eyes."""
    kept = opening.service, opening.cameras, opening.camera

    def service(sitting: Sitting, settings: Settings, source: Any) -> Service:
        eyes.sitting, eyes.layout, eyes.other = sitting, None, None
        return Service(sitting, eyes, eyes)  # type: ignore[arg-type]

    opening.service = service
    opening.cameras = lambda settings: eyes.cameras
    opening.camera = lambda settings, name, lamp=None: eyes
    try:
        yield
    finally:
        opening.service, opening.cameras, opening.camera = kept
