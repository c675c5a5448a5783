"""Where frames come from: a camera, or the simulated table in its place."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.scene.table import SimulatedTable

Frame = NDArray[np.uint8]


class Source(Protocol):
    """Something that gives frames, one after the other, each with its moment on a clock that never goes back."""

    def frame(self) -> tuple[Frame, float]:
        """The next frame; waits for it."""

    def close(self) -> None:
        """No more frames are wanted."""


class Simulated:
    """The simulated table as a live camera: so many frames a second, on the clock it is given."""

    def __init__(
        self,
        table: SimulatedTable,
        rate: float = 10.0,
        steady: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.table = table
        self._pace = 1 / rate
        self._steady, self._sleep = steady, sleep
        self._next = self._began = steady()

    def frame(self) -> tuple[Frame, float]:
        now = self._steady()
        if now < self._next:
            self._sleep(self._next - now)
            now = self._steady()
        # what could not be shown in time is left out
        self._next = max(self._next + self._pace, now)
        return self.table.frame(self.now(now)), now

    def now(self, steady: float | None = None) -> float:
        """The table's own time."""
        return (self._steady() if steady is None else steady) - self._began

    def close(self) -> None:
        """There is nothing to close."""
