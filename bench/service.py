"""The whole service as systemd starts it, page and all: how soon it is ready, what it takes, what it writes.

It watches a table that nobody touches through a camera of the network's, as JPEG, which costs the most to read.
``SECONDS=3600 make bench ARGS=service`` watches for an hour.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from pathlib import Path
from threading import Thread

from bench.idle import POSITION, RATE, SIZE
from bench.page import cpu, free_port
from bench.timing import table

SECONDS = float(os.environ.get("SECONDS", "120"))
"""For so long it is watched."""
SETTLING = 30.0
PATIENCE = 600.0
"""Seconds to wait for a start, on a machine that does other things as well."""
STARTS = 5
MEMORY = "/dev/shm"
"""Where folders are in memory, as the runtime folder of a service is."""
WATCHDOG = 20_000_000
"""Microseconds, as the unit has it."""


def section() -> str:
    with tempfile.TemporaryDirectory(dir=Path.home()) as folder:
        base = Path(folder)
        drawn_apart(base)
        with _sending(base) as address, _systemd() as there:
            # the printed set is drawn in the first run
            _started(base, address, there, again=False)
            starts = [_started(base, address, there) for _ in range(STARTS)]
            rows: list[list[object]] = [
                ["from start to `READY=1`, median", f"{statistics.median(one[0] for one in starts):.2f} s", ""],
                ["processor time until then, median", f"{statistics.median(one[1] for one in starts):.2f} s", ""],
                *_watched(base, address, there),
            ]
    told = (
        f"`SECONDS={SECONDS:.0f} make bench ARGS=service`. `runewatch run` in a process of its own, as systemd\n"
        "starts it: with the page, a match that was broken off gone on with, and a camera of the network's that\n"
        f"sends {RATE} JPEG pictures of {SIZE[0]}×{SIZE[1]} a second, with noise, of a table nobody touches.\n"
        "Written is what the kernel has put on a disk for it (`write_bytes` in `/proc/PID/io`).\n"
        f"Load of the machine meanwhile: {os.getloadavg()[1]:.0f} on {os.cpu_count()} cores."
    )
    return f"## The service\n\n{told}\n\n" + table(["", "measured", "at most"], rows)


def drawn_apart(folder: Path) -> None:
    """Drawing takes memory that is none of ours."""
    subprocess.run([sys.executable, "-c", "import sys; from pathlib import Path; from bench.idle import drawn; "
                    "drawn(Path(sys.argv[1]))", str(folder)], check=True)  # fmt: skip


def _watched(base: Path, address: str, there: socket.socket) -> list[list[object]]:
    with _running(base, address, there) as process:
        _ready(there, process)
        time.sleep(SETTLING)
        begin, used, written = time.monotonic(), cpu(process.pid), _written(process.pid)
        time.sleep(SECONDS)
        passed = time.monotonic() - begin
        share = 100 * (cpu(process.pid) - used) / passed
        bytes_ = _written(process.pid) - written
        now, most = (_memory(process.pid, name) for name in ("VmRSS", "VmHWM"))
    return [
        [f"of one core, over {passed:.0f} s", f"{share:.1f} %", "10 %"],
        ["resident", f"{now:.0f} MB", "200 MB"],
        ["resident, at its most", f"{most:.0f} MB", "200 MB"],
        [f"written in {passed:.0f} s", f"{bytes_} bytes", "0 bytes"],
    ]


def _started(base: Path, address: str, there: socket.socket, *, again: bool = True) -> tuple[float, float]:
    """Seconds, and seconds of the processor, until it is ready."""
    begin = time.monotonic()
    with _running(base, address, there, *([] if again else ["--new", "--position", POSITION])) as process:
        _ready(there, process)
        found = time.monotonic() - begin, cpu(process.pid)
        if not again:
            time.sleep(SETTLING)
        return found


@contextmanager
def _running(base: Path, address: str, there: socket.socket, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    memory = str(Path(there.getsockname()).parent)
    environ = {
        **os.environ, "RUNEWATCH_DATA": str(base), "XDG_CONFIG_HOME": str(base), "RUNEWATCH_CONFIG": "",
        "NOTIFY_SOCKET": there.getsockname(), "WATCHDOG_USEC": str(WATCHDOG), "RUNTIME_DIRECTORY": memory,
        "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    words = ["run", "--set", f"camera.which={address}", "--set", f"web.port={free_port()}", *more]
    with subprocess.Popen(
        [sys.executable, "-m", "runewatch", *words],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        env=environ,
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)


@contextmanager
def _systemd() -> Iterator[socket.socket]:
    """What is told to, and listens."""
    with (
        tempfile.TemporaryDirectory(dir=MEMORY) as folder,
        socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there,
    ):
        there.bind(str(Path(folder) / "notify"))
        there.settimeout(PATIENCE)
        yield there


def _ready(there: socket.socket, process: subprocess.Popen[bytes]) -> None:
    while there.recv(1000) != b"READY=1":
        if process.poll() is not None:
            raise ChildProcessError("the service ended before it was ready")
    there.setblocking(False)
    with suppress(BlockingIOError):
        while there.recv(1000):
            pass
    there.settimeout(PATIENCE)


@contextmanager
def _sending(base: Path) -> Iterator[str]:
    """A camera of the network's, in a thread of this process."""
    pictures = [path.read_bytes() for path in sorted(base.glob("*.jpg"))]

    class Sender(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=x")
            self.end_headers()
            for picture in cycle(pictures):
                head = f"--x\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n\r\n"
                try:
                    self.wfile.write(head.encode() + picture + b"\r\n")
                except OSError:
                    return
                time.sleep(1 / RATE)

        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads it."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Sender) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/video"
        finally:
            server.shutdown()


def _written(pid: int) -> int:
    os.sync()
    found = re.search(r"^write_bytes: (\d+)", Path(f"/proc/{pid}/io").read_text(encoding="ascii"), re.MULTILINE)
    assert found is not None
    return int(found[1])


def _memory(pid: int, name: str) -> float:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024
