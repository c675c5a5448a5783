"""The heart of the service: tells systemd that it is ready and alive, and knows whether it keeps failing.

Without systemd nobody is told, and nothing is counted.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

MOST = 3
"""After so many starts in a row that went badly, the next one is a safe one: without a camera."""
WELL = 600.0
"""A run that has lasted so many seconds went well, however it ends."""
COUNT = "starts"
"""The file that counts: in the runtime folder, which is in memory and outlives restarts, but no power cut."""

Tell = Callable[[str], object]


class Heart:
    """Beats with every look at the table. If it stops beating, systemd starts the service anew."""

    def __init__(
        self,
        tell: Tell,
        pause: float | None = None,
        count: Path | None = None,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        """``pause``: seconds between two signs of life; none if nobody waits for them."""
        self._tell, self._pause, self._count, self._steady = tell, pause, count, steady
        self.folder = count.parent if count is not None else None
        """In memory, and gone with the service; none if nobody started this as one."""
        self._began = steady()
        self._told_at: float | None = None
        self.bad_starts = _counted(count)

    @classmethod
    def start(cls, environ: Mapping[str, str] = os.environ) -> Heart:
        """The heart of this process, as systemd started it or not."""
        address, folder = environ.get("NOTIFY_SOCKET", ""), environ.get("RUNTIME_DIRECTORY", "")
        return cls(_telling(address), _pause(environ), Path(folder) / COUNT if address and folder else None)

    @property
    def is_safe(self) -> bool:
        """Whether this start is to do without what may have made the ones before fail."""
        return self.bad_starts >= MOST

    @property
    def is_ready(self) -> bool:
        """Whether it has beaten."""
        return self._told_at is not None

    def beat(self) -> None:
        """The table was looked at, or there is nothing to look with: all is well. The first one says: ready."""
        now = self._steady()
        if self._told_at is None:
            self._tell("READY=1")
        elif self._pause is None or now - self._told_at < self._pause:
            return
        else:
            self._tell("WATCHDOG=1")
        self._told_at = now
        if now - self._began >= WELL:
            self._forget()

    def say(self, status: str) -> None:
        """What goes on, in one line, for ``systemctl status``."""
        self._tell(f"STATUS={' '.join(status.split())}")

    def stop(self) -> None:
        """The end, and it was wanted."""
        self._tell("STOPPING=1")
        self._forget()

    def _forget(self) -> None:
        """This start went well, and those before do not matter any more."""
        if self._count is not None:
            with suppress(OSError):
                self._count.unlink(missing_ok=True)


def _pause(environ: Mapping[str, str]) -> float | None:
    """A quarter of the time after which systemd gives a process up, if it is this one that it watches."""
    wanted, process = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
    if not wanted.isdecimal() or (process and process != str(os.getpid())):
        return None
    return int(wanted) / 4_000_000


def _counted(count: Path | None) -> int:
    """How many starts in a row went badly; from now on this one is among them until it went well."""
    if count is None:
        return 0
    with suppress(OSError, ValueError):
        with count.open("a+", encoding="ascii") as file:
            file.seek(0)
            before = len(file.read().splitlines())
            file.write("started\n")
        return before
    return 0


def _telling(address: str) -> Tell:
    """How systemd is told; a word that does not reach it is no reason to fail."""
    if not address:
        return lambda _: None
    # an address that begins with @ is no file, but a name of the kernel's
    address = address.replace("@", "\0", 1) if address.startswith("@") else address

    def tell(word: str) -> None:
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as there:
            # a listener that does not listen holds nobody up
            there.setblocking(False)
            there.connect(address)
            there.send(word.encode())

    return tell
