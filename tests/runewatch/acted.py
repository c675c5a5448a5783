"""A simulated table with people at it, refereed through frames alone, for tests that act out stretches of play."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from runewatch.events import Began
from runewatch.journal.keeping import Journal
from runewatch.listeners import Listeners
from runewatch.live import opening
from runewatch.live.acting import Actor, Deed
from runewatch.live.service import Service
from runewatch.live.sitting import House, Sitting, Times
from runewatch.settings import Settings, overridden
from tests.clock import Clock

RATE = 5
PACE = 2.0
LONGEST = 900.0
"""Seconds of the table's time after which nothing more is to be expected."""


class Room:
    """A simulated table with people at it, and the referee."""

    def __init__(self, folder: Path, began: Began) -> None:
        self.hours = Clock(0)
        self.journal = Journal.open(folder / "journal.db")
        self.listeners: Listeners[Any] = Listeners()
        self.heard = self.listeners.listen("test", most=100_000)
        house = House(self.journal, self.listeners, times=Times(self.hours, self.hours))
        self.sitting = Sitting.begin(house, began)
        settings: Settings = overridden(Settings(), [f"camera.rate={RATE}"])
        self.source, self.service = self._watched(settings)

    def _watched(self, settings: Settings) -> tuple[Any, Service]:
        """The table's camera, and who looks through it."""
        source = opening.simulated(self.sitting, settings, self.hours.sleep)
        return source, opening.service(self.sitting, settings, source)

    def play(self, told: Iterable[Deed | Callable[[], object]]) -> None:
        """These deeds are done one after the other; between them something else may happen to table or camera."""
        actor = Actor(self.service, self.source, self._happening(told), PACE)
        while not actor.is_done and self.hours.now < LONGEST:
            actor.step()
            self.service.step()
        assert actor.is_done, f"stuck after {self.hours.now:.0f} s: {self.said()[-4:]}"

    def _happening(self, told: Iterable[Deed | Callable[[], object]]) -> Iterator[Deed]:
        for one in told:
            if isinstance(one, Deed):
                yield one
            else:
                one()

    def said(self, kind: type[Any] = object) -> list[Any]:
        found = []
        while (one := self.heard.take(timeout=0)) is not None:
            found.append(one)
        return [one for one in found if isinstance(one, kind)]

    def kept(self) -> list[Any]:
        return [one.event for one in self.journal.events(self.sitting.number)]

    def close(self) -> None:
        self.listeners.close()
        self.journal.close()
