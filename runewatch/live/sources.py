"""Where shots come from: a camera that is kept going, or the simulated table in its place."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from device.cameras.shot import Frame, Pace, Shot
from engine.errors import RunewatchError
from vision.scene.table import SimulatedTable

__all__ = ["Frame", "Shot", "Simulated", "Source"]


class Source(Protocol):
    """Something that gives shots, and never fails: where there are none it says why."""

    def shot(self) -> Shot | None:
        """The next one. Waits for it, but not for long: None if something else is to be seen to first."""

    @property
    def trouble(self) -> RunewatchError | None:
        """Why there are none; nothing while all is well."""

    @property
    def is_stuck(self) -> bool:
        """Whether only a new process can help: whoever watches over this one should know."""

    def ease(self, is_calm: bool) -> None:
        """Half as many shots will do, as long as nothing goes on."""

    def wake(self) -> None:
        """Something else is to be seen to. For any thread."""

    def close(self) -> None:
        """No more are wanted."""


class Simulated:
    """The simulated table as a live camera: so many shots a second, on the clock it is given."""

    trouble: RunewatchError | None = None
    is_stuck = False

    def __init__(
        self,
        table: SimulatedTable,
        rate: float = 10.0,
        steady: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.table = table
        self._pace = Pace(rate, steady, sleep)
        self._steady = steady
        self._began = steady()

    def shot(self) -> Shot:
        now = self._pace.wait()
        return Shot.of(self.table.frame(self.now(now)), now)

    def now(self, steady: float | None = None) -> float:
        """The table's own time."""
        return (self._steady() if steady is None else steady) - self._began

    def ease(self, is_calm: bool) -> None:
        """Somebody may come and play at it, who would see it stutter."""

    def wake(self) -> None:
        """It never waits for longer than to its next shot."""

    def close(self) -> None:
        """There is nothing to close."""
