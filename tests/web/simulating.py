"""A host with the simulated table, for tests: what lies there is seen without a fault, hands and all."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from device.cameras.shot import Shot
from engine.table import Layout
from runewatch.box import attach
from runewatch.events import Acted
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listeners
from runewatch.live import opening
from runewatch.live.host import Host
from runewatch.live.service import Service
from runewatch.live.sitting import House, Sitting, Times
from runewatch.live.sources import Simulated
from runewatch.live.watching import AGAIN, TOGETHER, Look, Watched
from runewatch.settings import Settings, overridden
from runewatch.simulated import Wish, scene_of
from tests.runewatch.refereeing import Camera
from tests.web.hosting import PACE, REAL, WALL, Table, running
from vision.scene.table import SimulatedTable


class Sped(Simulated):
    """The simulated table without its pictures."""

    frame = np.full((48, 64, 3), 120, np.uint8)
    pace = REAL

    def shot(self) -> Shot:
        time.sleep(self.pace)
        CLOCK.now += PACE
        return Shot.of(self.frame, CLOCK.now)


class _Clock:
    now = 100.0


CLOCK = _Clock()


class Gaze:
    """Sees what lies on the simulated table when no hand is over it; looks as seldom as a watcher does."""

    def __init__(self, sitting: Sitting, source: Sped) -> None:
        self._camera, self._source = Camera(sitting.referee.plan), source
        self.blind = False
        self._seen: tuple[Layout, bool] | None = None
        self._looks, self._looked_at = 0, 0.0

    def see(self, shot: Shot, *, overlay: bool = False, **wished: Any) -> Watched:
        table, now = self._source.table, self._source.now()
        # time passes on the table though nobody draws it
        table._now = now
        if table.is_busy(now) or self.blind:
            self._seen = None
            return Watched(Look.HAND)
        layout = table.layout(now)
        if (layout, overlay) != self._seen:
            self._seen, self._looks = (layout, overlay), 0
        if self._looks >= TOGETHER and now - self._looked_at < AGAIN:
            return Watched(Look.RESTING)
        self._looks, self._looked_at = self._looks + 1, now
        return Watched(Look.RESTING, self._camera.sighting(layout, overlay=overlay))


class Simulation(Table):
    """A simulated table for tests."""

    def __init__(self, host: Host) -> None:
        super().__init__(host, None)  # type: ignore[arg-type]

    @property
    def gaze(self) -> Gaze:
        assert self.host.service is not None
        found: Any = self.host.service.watcher
        assert isinstance(found, Gaze)
        return found

    @property
    def table(self) -> SimulatedTable:
        assert isinstance(self.host.source, Simulated)
        return self.host.source.table

    def lies(self, place: str) -> tuple[str, ...]:
        """What lies in a place when hands are done."""
        return tuple(thing.name for thing in self.table.goal.get(place, ()))


@contextmanager
def simulating(folder: Path, *settings: str) -> Iterator[Simulation]:
    """A host whose loop runs in a thread of its own, with a box of twins."""
    chosen = overridden(Settings(), ["camera.which=simulated", "box.pins=simulated", *settings])
    with Journal.open(folder / "journal.db") as journal, Listeners[Any]() as listeners:
        times = Times(lambda: CLOCK.now, lambda: WALL + CLOCK.now)
        host = Host(House(journal, listeners, times=times), chosen)
        with _sped_up(), attach(host, chosen), running(host):
            yield Simulation(host)


@contextmanager
def _sped_up() -> Iterator[None]:
    """Every simulated table is looked at as above."""
    kept = opening.service, opening.simulated, opening.prepare

    def simulated(sitting: Sitting, settings: Settings) -> Simulated:
        rules = sitting.match.rules
        layout = rules.layout(sitting.match.state)
        table = SimulatedTable(scene_of(rules, Wish(size=(640, 480)), layout), layout)
        return Sped(table, settings.camera.rate, lambda: CLOCK.now)

    def service(sitting: Sitting, settings: Settings, source: Any, *more: Any) -> Service:
        return Service(sitting, Gaze(sitting, source), source)  # type: ignore[arg-type]

    opening.service, opening.simulated = service, simulated  # type: ignore[assignment]
    opening.prepare = lambda game: None
    try:
        yield
    finally:
        opening.service, opening.simulated, opening.prepare = kept


def played(table: Simulation) -> list[str]:
    """The actions of the match so far, as they are written."""
    match = table.host.moment.match
    assert match is not None
    return [step.event.text for step in match.steps if isinstance(step.event, Acted)]


def use_simulation(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Simulation]:
    """What a fixture called ``table`` yields, for tests of the page at the simulated table."""
    monkeypatch.setenv("RUNEWATCH_DATA", str(folder / "data"))
    monkeypatch.setenv("RUNEWATCH_CONFIG", "")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    with simulating(folder) as found:
        yield found
