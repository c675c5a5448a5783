"""How often somebody may ask: buckets that fill again with time. May be used from several threads."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

MOST_ADDRESSES = 1024
"""So many addresses are remembered; whoever was not heard of for longest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many at once, and one more every so many seconds."""

    burst: float
    seconds: float


class Bucket:
    """One measure of how much is left."""

    def __init__(self, rate: Rate, now: float) -> None:
        self._rate, self._left, self._at = rate, rate.burst, now

    def wait(self, now: float) -> float:
        """Seconds until one is left; 0 if there is one."""
        passed, self._at = max(now - self._at, 0.0), now
        self._left = min(self._rate.burst, self._left + passed / self._rate.seconds)
        return max(0.0, (1 - self._left) * self._rate.seconds)

    def take(self) -> None:
        self._left -= 1


class Limits:
    """A rate for each address, and one for all together."""

    def __init__(self, each: Rate, every: Rate, steady: Callable[[], float] = time.monotonic) -> None:
        self._each, self._steady = each, steady
        self._all = Bucket(every, steady())
        self._of: OrderedDict[str, Bucket] = OrderedDict()
        self._turn = Lock()

    def wait(self, address: str) -> float:
        """Seconds this address has to wait; 0 if it may ask now."""
        with self._turn:
            now = self._steady()
            return max(bucket.wait(now) for bucket in self._buckets(address, now))

    def count(self, address: str) -> None:
        """It has asked."""
        with self._turn:
            for bucket in self._buckets(address, self._steady()):
                bucket.take()

    def taken(self, address: str) -> float:
        """Counts it if it may ask now; otherwise seconds to wait."""
        waiting = self.wait(address)
        if not waiting:
            self.count(address)
        return waiting

    def _buckets(self, address: str, now: float) -> tuple[Bucket, Bucket]:
        found = self._of.pop(address, None) or Bucket(self._each, now)
        self._of[address] = found
        if len(self._of) > MOST_ADDRESSES:
            self._of.popitem(last=False)
        return found, self._all
