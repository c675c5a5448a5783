"""Events out: one stream, any number of listeners, none of which can hold up whoever tells.

Each listener has a queue of its own, as long as it asked for. Where it is full the oldest event gives way,
and the listener can see how many it missed.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterator
from threading import Condition, Lock, Thread, current_thread
from time import monotonic
from types import TracebackType
from typing import Generic, TypeVar

T = TypeVar("T")

MOST = 256
"""So many events wait for a listener, unless it says otherwise."""
FAREWELL = 2.0
"""Seconds that listeners get to hear out what waits for them when the stream is closed."""

_log = logging.getLogger(__name__)


class Listener(Generic[T]):
    """A place in the audience: events are taken one by one, or listened to in a loop until it is closed."""

    def __init__(self, name: str, most: int, leave: Callable[[Listener[T]], None]) -> None:
        self.name = name
        self._waiting: deque[T] = deque(maxlen=max(most, 1))
        self._missed = 0
        self._is_open = True
        self._changed = Condition()
        self._leave = leave

    @property
    def missed(self) -> int:
        """How many events gave way to newer ones before they were taken."""
        with self._changed:
            return self._missed

    @property
    def is_open(self) -> bool:
        """Whether more may come."""
        with self._changed:
            return self._is_open

    def take(self, timeout: float | None = None) -> T | None:
        """The next event; None if none comes in time, or none will come any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or not self._is_open, timeout)
            return self._waiting.popleft() if self._waiting else None

    def __iter__(self) -> Iterator[T]:
        while (event := self.take()) is not None or self.is_open:
            if event is not None:
                yield event

    def close(self) -> None:
        """No more events, but for those that wait already. More than once does no harm."""
        self._leave(self)
        with self._changed:
            self._is_open = False
            self._changed.notify_all()

    def __enter__(self) -> Listener[T]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def hear(self, event: T) -> None:
        """Puts an event into the queue; never waits for anybody."""
        with self._changed:
            if not self._is_open:
                return
            self._missed += len(self._waiting) == self._waiting.maxlen
            self._waiting.append(event)
            self._changed.notify()

    def forget(self) -> None:
        """Nothing waits any more."""
        with self._changed:
            self._waiting.clear()


class Listeners(Generic[T]):
    """The stream. ``tell`` it what happened; ``listen`` or ``call`` to hear of it."""

    def __init__(self) -> None:
        self._all: tuple[Listener[T], ...] = ()
        self._threads: dict[Listener[T], Thread] = {}
        self._is_open = True
        self._lock = Lock()

    def __enter__(self) -> Listeners[T]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def tell(self, event: T) -> None:
        """Everybody hears of it, in the order of telling. Never waits; once it is closed nobody listens."""
        with self._lock:
            for listener in self._all:
                listener.hear(event)

    def listen(self, name: str, most: int = MOST) -> Listener[T]:
        """A listener that is read in a loop of one's own."""
        listener: Listener[T] = Listener(name, most, self._part)
        with self._lock:
            is_open = self._is_open
            if is_open:
                self._all = (*self._all, listener)
        if not is_open:
            listener.close()
        return listener

    def call(self, name: str, told: Callable[[T], object], most: int = MOST) -> Listener[T]:
        """A listener that is called with each event, in a thread of its own."""
        listener = self.listen(name, most)
        thread = Thread(target=self._live, args=(listener, told), name=f"listener {name}", daemon=True)
        with self._lock:
            self._threads[listener] = thread
            thread.start()
        return listener

    def _live(self, listener: Listener[T], told: Callable[[T], object]) -> None:
        try:
            _calling(listener, told)
        finally:
            listener.close()
            with self._lock:
                self._threads.pop(listener, None)

    def close(self, timeout: float = FAREWELL) -> tuple[str, ...]:
        """Ends all listeners and their threads, when they have heard what waits for them.

        Gives the names of those that are still busy with one event after ``timeout`` seconds: they end after it.
        """
        with self._lock:
            self._is_open = False
            listeners, threads = self._all, dict(self._threads)
        for listener in listeners:
            listener.close()
        until = monotonic() + timeout
        busy = []
        for listener, thread in threads.items():
            if thread is current_thread():
                continue
            thread.join(max(until - monotonic(), 0))
            if thread.is_alive():
                listener.forget()
                busy.append(listener.name)
        return tuple(busy)

    def _part(self, listener: Listener[T]) -> None:
        with self._lock:
            self._all = tuple(other for other in self._all if other is not listener)


def _calling(listener: Listener[T], told: Callable[[T], object]) -> None:
    """The life of a thread: what goes wrong is told once, and what comes later is still heard."""
    has_failed = False
    for event in listener:
        try:
            told(event)
        except Exception as error:
            if not has_failed:
                _log.warning("The listener %s failed: %s: %s", listener.name, type(error).__name__, error)
            has_failed = True
