"""What a camera gives: moments, each with a small picture at hand and a large one to be had."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
"""Rows of pixels from the top, each blue, green, red; a small one may be grey."""

SMALL = 640
"""The longer side of the picture in which motion is looked for is at most this."""


class Shot:
    """One moment. Its large picture costs something, and can be had until the next shot is taken."""

    __slots__ = ("_fetch", "_large", "_release", "seconds", "small")

    def __init__(
        self, seconds: float, small: Frame, fetch: Callable[[], Frame], release: Callable[[], object] | None = None
    ) -> None:
        self.seconds = seconds
        """When it was taken, on a clock that never goes back."""
        self.small = small
        self._fetch, self._release = fetch, release
        self._large: Frame | None = None

    @classmethod
    def of(cls, frame: Frame, seconds: float) -> Shot:
        """The shot of a camera that has nothing small to give."""
        return cls(seconds, shrunk(frame), lambda: frame)

    def large(self) -> Frame:
        """All that was seen, in colour. Raises CameraError if it cannot be had any more."""
        if self._large is None:
            self._large = self._fetch()
        return self._large

    def close(self) -> None:
        """The camera may have its memory back. More than once does no harm."""
        release, self._release = self._release, None
        if release is not None:
            with suppress(Exception):  # a camera that is gone takes nothing back
                release()


class Camera(Protocol):
    """Something that gives shots, one after the other."""

    def shot(self) -> Shot:
        """The next one; waits for it, but never for ever. Raises CameraError if there are no more."""

    def close(self) -> None:
        """No more are wanted. More than once does no harm."""


@dataclass(slots=True)
class Leisure:
    """Whether nobody is in a hurry: every other picture is then left as it came, since decoding is what costs."""

    is_on: bool = False


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a camera is asked for. What it cannot give it gives as well as it can."""

    size: tuple[int, int] = (1920, 1080)
    rate: float = 10.0
    focus: float | None = None
    """How near it is to see sharply, in dioptres: one by the distance in metres. None: it finds out."""
    leisure: Leisure = field(default_factory=Leisure, compare=False)
    """Whoever looks says here how closely."""


@dataclass(frozen=True, slots=True)
class Decoding:
    """How the bytes of a picture become one; the second text is what an error calls it."""

    whole: Callable[[bytes, str], Frame]
    small: Callable[[bytes, str], Frame]
    """Grey and no larger than motion needs, which costs a fraction."""

    def shot(self, data: bytes, name: str, seconds: float) -> Shot:
        return Shot(seconds, self.small(data, name), lambda: self.whole(data, name))


class Pace:
    """So many times a second, no faster; what could not be done in time is left out."""

    def __init__(
        self,
        rate: float,
        steady: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._pause = 1 / rate
        self._steady, self._sleep = steady, sleep
        self._next = steady()

    def wait(self, leisure: Leisure | None = None) -> float:
        """Waits until it is time again; gives when that is."""
        now = self._steady()
        if now < self._next:
            self._sleep(self._next - now)
            now = self._steady()
        self._next = max(self._next + self._until_next(leisure), now)
        return now

    def is_due(self, leisure: Leisure | None = None) -> bool:
        """Whether it is time again, give or take a tenth: a camera's own pace is never quite even."""
        now = self._steady()
        if now < self._next - self._pause / 10:
            return False
        self._next = max(self._next + self._until_next(leisure), now)
        return True

    def _until_next(self, leisure: Leisure | None) -> float:
        return 2 * self._pause if leisure is not None and leisure.is_on else self._pause


def shrunk(frame: Frame) -> Frame:
    """The same picture, at most ``SMALL`` wide and high."""
    longer = max(frame.shape[:2])
    if longer <= SMALL:
        return frame
    size = (max(1, frame.shape[1] * SMALL // longer), max(1, frame.shape[0] * SMALL // longer))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
