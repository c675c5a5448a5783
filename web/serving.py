"""The server: threads enough for everybody who watches, in the same process as the referee."""

from __future__ import annotations

import errno
import logging
import socket
from contextlib import suppress
from pathlib import Path
from threading import Thread
from types import TracebackType
from typing import Any

from flask import Flask
from waitress.server import create_server  # type: ignore[import-untyped]
from waitress.wasyncore import close_all  # type: ignore[import-untyped]

from engine.errors import N_, RunewatchError, reason
from runewatch.live.host import Host
from runewatch.settings import Settings
from web.app import LARGEST, create_app
from web.security.access import Doors
from web.stream import MOST_STREAMS, Stream

THREADS = MOST_STREAMS + 8
"""One for each stream, and some for pages and requests."""
CONNECTIONS = 256
GONE = 30
"""Seconds after which somebody who takes nothing of what is sent is let go, by the system itself."""
UNSENT = 512_000
"""Bytes that wait for one browser at most."""
FAREWELL = 2.0
"""Seconds that whatever is being answered gets when the page is closed."""
FIRST_PORT, LAST_PORT = 1024, 65_535
"""The ports that any program may have."""
EVERYWHERE = ("0.0.0.0", "::")


class PageError(RunewatchError, OSError):
    """The page cannot be served."""


class Page:
    """The page of one host, served until it is closed."""

    def __init__(self, host: Host, settings: Settings, folder: Path | None = None, spare: int = 0) -> None:
        """``folder`` keeps who may take part, if not that of the user's data. Raises PairingError, PageError.

        If the port is taken, one of so many ``spare`` ones after it will do.
        """
        self.address = settings.web.address
        self.app = create_app(host, folder=folder)
        doors: Doors = self.app.extensions["doors"]
        self.code = doors.code.code
        """What lets a browser take part, as it is at the beginning."""
        bound = _bound(self.address, settings.web.port, spare)
        self.port: int = bound.getsockname()[1]
        self._server = _server(self.app, bound)
        self._thread = Thread(target=self._server.run, name="page", daemon=True)

    def __enter__(self) -> Page:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def url(self) -> str:
        """Where people find it."""
        name = (
            f"{socket.gethostname().removesuffix('.local')}.local" if self.address in EVERYWHERE else self.address
        )
        name = f"[{name}]" if ":" in name else name
        return f"http://{name}/" if self.port == 80 else f"http://{name}:{self.port}/"

    def close(self) -> None:
        """Nobody is answered any more."""
        stream: Stream = self.app.extensions["stream"]
        stream.close()
        self._server.task_dispatcher.shutdown(cancel_pending=True, timeout=FAREWELL)
        if self._thread.is_alive():
            # connections belong to the server's thread, so they are closed there
            # it may wake by itself and close all before it is woken, which leaves nothing to wake
            with suppress(OSError):
                self._server.trigger.pull_trigger(lambda: close_all(self._server._map, ignore_all=True))
            self._thread.join(FAREWELL)
        else:
            close_all(self._server._map, ignore_all=True)


def _server(app: Flask, bound: socket.socket) -> Any:
    # a browser that goes away is no error of ours
    logging.getLogger("waitress").setLevel(logging.CRITICAL)
    server = create_server(
        app, sockets=[bound], threads=THREADS, connection_limit=CONNECTIONS, ident="",
        max_request_body_size=LARGEST, max_request_header_size=16_384, outbuf_high_watermark=UNSENT,
        outbuf_overflow=4 * UNSENT, channel_timeout=60, clear_untrusted_proxy_headers=True,
    )  # fmt: skip
    # whoever does not read is let go by the kernel: no thread has to watch for it
    timeout = (socket.IPPROTO_TCP, getattr(socket, "TCP_USER_TIMEOUT", 18), GONE * 1000)
    server.adj.socket_options = [*server.adj.socket_options, timeout]
    return server


def _bound(address: str, port: int, spare: int) -> socket.socket:
    """Where browsers connect to. Raises PageError, about the first of the ports."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        return socket.create_server((address, port), family=family, backlog=128)
    except OSError as error:
        taken = error
    if taken.errno == errno.EADDRINUSE:
        for other in range(port + 1, port + 1 + spare):
            with suppress(OSError):
                return socket.create_server((address, other), family=family, backlog=128)
        raise PageError(
            N_("port {port} is in use: end the other program, or take another port: --set web.port={other}"),
            port=port, other=port + 1 if port < LAST_PORT else FIRST_PORT,
        )  # fmt: skip
    if taken.errno == errno.EACCES:
        raise PageError(
            N_("port {port} is kept for services: take one from {first} on: --set web.port=8080"),
            port=port, first=FIRST_PORT,
        )  # fmt: skip
    why = reason(taken)
    raise PageError(
        N_("the page cannot be served at {address}, port {port}: {why}"), address=address, port=port, why=why
    )
