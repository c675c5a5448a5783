"""Time for tests: it passes when the test says so, and never by itself."""

from __future__ import annotations


class Clock:
    """Seconds moved by hand, or by whoever sleeps by it; with a ``pace`` they pass with every look, too."""

    def __init__(self, now: float = 100.0, pace: float = 0.0) -> None:
        self.now, self.pace = now, pace
        self.slept: list[float] = []

    def __call__(self) -> float:
        self.now += self.pace
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds
