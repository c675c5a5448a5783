"""The stream of moments: one thread makes what is sent, once for each language; any number of browsers hear it.

A browser gets the whole snapshot first, then only the parts that changed. Each has a short queue; one that does
not read is let go, and comes back by itself for the whole snapshot.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from queue import Empty, Full, Queue
from threading import Lock
from typing import Any

from engine.errors import N_, RunewatchError
from engine.words import Words
from runewatch.listeners import Listener
from runewatch.live.host import Host
from runewatch.live.moment import Moment
from web.api import forms
from web.snapshot import Snapshots

MOST_STREAMS = 56
"""Below the threads of the server, so that pages are still answered."""
MOST_OF_ONE = 16
"""One address may have so many, so that nobody keeps all others from watching; this machine may have all."""
WAITING = 16
"""So many pieces wait for a browser that is slow."""
HEARTBEAT = 15.0
"""Seconds without anything to tell after which a sign of life is sent."""
LONGEST = 1800.0
"""Seconds after which a stream ends; the browser comes back by itself, and asks again who it is."""
RETRY = 1500
"""Milliseconds after which a browser comes back."""

Parts = dict[str, Any]


class TooManyStreamsError(RunewatchError, RuntimeError):
    """There are as many watching as can be served."""


class _Ear:
    """One browser that listens: what is sent to it, piece by piece, until it has gone or is let go."""

    def __init__(self, language: str, address: str, first: bytes, until: float, stream: Stream) -> None:
        self.language, self.address = language, address
        self._until, self._stream = until, stream
        self._waiting: Queue[bytes] = Queue(WAITING)
        self._waiting.put_nowait(first)
        self._is_open = True

    def hear(self, piece: bytes) -> None:
        """Puts a piece into the queue; never waits."""
        try:
            self._waiting.put_nowait(piece)
        except Full:
            self._is_open = False

    def leave(self) -> None:
        """It is let go, after what it waits for."""
        self._is_open = False
        self.hear(b"")

    def __iter__(self) -> _Ear:
        return self

    def __next__(self) -> bytes:
        if not self._is_open or self._stream.steady() >= self._until:
            self.close()
            raise StopIteration
        try:
            return self._waiting.get(timeout=HEARTBEAT)
        except Empty:
            return b": alive\n\n"

    def close(self) -> None:
        """Nobody listens any more. The server calls it, however the connection ends."""
        self._is_open = False
        self._stream.part(self)


class Stream:
    """All browsers that listen to one host."""

    def __init__(self, host: Host, snapshots: Snapshots, steady: Callable[[], float] = time.monotonic) -> None:
        self.host = host
        self.run = f"{time.time_ns() & 0xFFFFFFFF:08x}"
        """Which run of the program it is: numbers of moments begin anew with each."""
        self._snapshots = snapshots
        self.steady = steady
        self._ears: list[_Ear] = []
        self._turn = Lock()
        self._last: dict[str, Parts] = {}
        self._heard: Listener[Moment] = host.moments.call("page", self._tell, most=1)

    @property
    def count(self) -> int:
        """How many listen now."""
        with self._turn:
            return len(self._ears)

    def listen(self, words: Words, last_id: str = "", address: str = "") -> _Ear:
        """What one browser is sent. ``last_id`` is the last it has heard. Raises TooManyStreamsError."""
        with self._turn:
            of_one = sum(ear.address == address for ear in self._ears) if not _is_here(address) else 0
            if len(self._ears) >= MOST_STREAMS or of_one >= MOST_OF_ONE:
                raise TooManyStreamsError(N_("too many are watching already; try again in a while"))
            moment = self.host.moment
            self._last.setdefault(words.language, self._plain(moment, words))
            is_new = last_id != self._id(moment.number)
            first = f"retry: {RETRY}\n\n".encode() + (self._whole(moment, words) if is_new else b"")
            ear = _Ear(words.language, address, first, self.steady() + LONGEST, self)
            self._ears.append(ear)
        return ear

    def part(self, ear: _Ear) -> None:
        """This one has gone."""
        with self._turn:
            if ear in self._ears:
                self._ears.remove(ear)

    def close(self) -> None:
        """Everybody is let go."""
        with self._turn:
            ears = list(self._ears)
        for ear in ears:
            ear.leave()

    def hint(self, what: str) -> None:
        """Has everybody told that something beside the match is new, to be asked for by whoever shows it."""
        piece = f"event: news\ndata: {what}\n\n".encode()
        with self._turn:
            ears = list(self._ears)
        for ear in ears:
            ear.hear(piece)

    def whole(self, words: Words) -> Parts:
        """The snapshot of now, with how old it is, as it is sent; and under which id it would be sent."""
        moment = self.host.moment
        return {**self._envelope(moment, words), "last": self._id(moment.number)}

    def _tell(self, moment: Moment) -> None:
        """Makes a piece for every language that somebody listens in."""
        with self._turn:
            ears = list(self._ears)
            pieces = {}
            for language in {ear.language for ear in ears}:
                before, now = self._last[language], self._plain(moment, Words(language))
                if now["id"] > before["id"]:
                    pieces[language] = self._changed(moment, before, now)
                    self._last[language] = now
            self._last = {language: self._last[language] for language in {ear.language for ear in ears}}
        for ear in ears:
            if ear.language in pieces:
                ear.hear(pieces[ear.language])

    def _changed(self, moment: Moment, before: Parts, now: Parts) -> bytes:
        """The parts that are not as they were told last; who was told something else asks for the whole."""
        parts = {name: value for name, value in now.items() if before[name] != value}
        return self._piece("parts", moment, {"after": before["id"], "age": self._age(moment), "now": parts})

    def _whole(self, moment: Moment, words: Words) -> bytes:
        return self._piece("whole", moment, self._envelope(moment, words))

    def _envelope(self, moment: Moment, words: Words) -> Parts:
        return {"age": self._age(moment), "now": self._plain(moment, words)}

    def _plain(self, moment: Moment, words: Words) -> Parts:
        found: Parts = forms.plain(self._snapshots.of(moment, words))
        return found

    def _piece(self, kind: str, moment: Moment, value: Parts) -> bytes:
        told = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self._id(moment.number)}\nevent: {kind}\ndata: {told}\n\n".encode()

    def _id(self, number: int) -> str:
        return f"{self.run}-{number}"

    def _age(self, moment: Moment) -> float:
        """For how many seconds this moment has lasted: by so much its clocks have gone on."""
        if moment.clocks is None or moment.clocks.since is None:
            return 0.0
        return round(max(0.0, self.host.house.times.steady() - moment.clocks.since / 1000), 3)


def _is_here(address: str) -> bool:
    """Whether this is the machine itself."""
    return address in ("", "::1") or address.startswith("127.")
