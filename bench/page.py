"""The page: how large it is, how soon it is there, and what fifty who watch cost."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import re
import selectors
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.timing import table
from runewatch.referee import requests as ask
from runewatch.settings import Settings, overridden
from tests.web.browsing import chromium, lacking
from tests.web.hosting import hosting
from web.serving import Page

POSITION = "spell 2e | v N b b / v BM b v / v B b . / b v Vm v | runes 1O 2P"
WATCHERS = 50
SECONDS = 20.0
"""For so long everybody watches; something happens every second."""
SETTLE = 6.0
"""Seconds before anything is measured."""
HOST = "127.0.0.1"
VISITS = 9
"""So often the page is opened by a browser that has never seen it."""
OPENED = 2.0
"""Seconds that a window gets before it is sent anywhere: a new one is busy with itself at first."""
LOOKS = 0.5
"""Seconds between two looks at whether all is drawn: each takes the page's time, so they are few."""
DRAWN = """new MutationObserver(() => {
    if (!window.drawn && document.getElementById("turn-title")?.textContent) window.drawn = performance.now();
}).observe(document, { subtree: true, childList: true, characterData: true });"""
"""Notes when all of the table view is there and can be used: its scripts have drawn whose turn it is."""
SEEN = """(() => {
    const [painted] = performance.getEntriesByName("first-contentful-paint");
    return window.drawn && painted ? Math.max(window.drawn, painted.startTime) : 0;
})()"""
"""When that could be used, and something of it was seen; 0 before."""


def section() -> str:
    """The section of the benchmarks' page."""
    with tempfile.TemporaryDirectory() as folder:
        # the printed set is drawn in the first run, which takes a while
        alone = _measured(Path(folder), watchers=0)
        watched = _measured(Path(folder), watchers=WATCHERS)
        bare = _measured(Path(folder), watchers=None)
        quiet, heard = (_share(Path(folder) / "bare", watchers) for watchers in (0, WATCHERS))
    late = sorted(watched.late)
    rows: list[list[object]] = [
        ["the table view with its scripts, styles and first pictures", f"{alone.bytes / 1000:.1f} kB", "60 kB"],
        ["answered in (median)", f"{alone.answer * 1000:.0f} ms", ""],
        ["drawn and usable in Chromium that knows nothing of it, median", _in_ms(alone.usable[0]), "300 ms"],
        ["processor time that Chromium's page takes for it, median", _in_ms(alone.usable[1]), ""],
        ["from the event to the browser, median", f"{statistics.median(late) * 1000:.0f} ms", ""],
        ["the same, 95th percentile", f"{late[int(0.95 * len(late))] * 1000:.0f} ms", "150 ms"],
        ["resident, above the rest", f"{watched.memory - bare.memory:.0f} MB", "60 MB"],
        [
            "of one core, the simulated camera with it",
            f"{100 * watched.cpu:.1f} %, the rest {100 * bare.cpu:.1f} %",
            "",
        ],
        ["of one core, without any camera", f"{100 * heard:.1f} %; {100 * quiet:.1f} % if nobody watches", "15 %"],
    ]
    told = (
        f"`runewatch run` on the simulated table, an event a second, {WATCHERS} who watch; *the rest* is the same "
        f"run with `--no-page`. {len(late)} pieces were received. "
        f"Load of the machine meanwhile: {os.getloadavg()[1]:.0f} on {os.cpu_count()} cores."
    )
    return f"## The page\n\n{told}\n\n" + table(["", "measured", "at most"], rows)


def _share(folder: Path, watchers: int) -> float:
    """Of one core, what a table and its page take without any camera, whose pictures would hide it."""
    settings = overridden(Settings(), [f"web.port={free_port()}"])
    with hosting(folder / str(watchers), settings) as played, Page(played.host, settings, folder) as page:
        played.begin(POSITION)
        listening = [sys.executable, "-m", "bench.page", str(page.port), str(watchers), str(SETTLE + SECONDS)]
        with subprocess.Popen(listening) as listeners:
            time.sleep(SETTLE)
            before, begin = time.process_time(), time.monotonic()
            for number in range(int(SECONDS)):
                played.ask((ask.Pause(), ask.Resume())[number % 2])
                time.sleep(max(0.0, begin + number + 1 - time.monotonic()))
            share = (time.process_time() - before) / (time.monotonic() - begin)
            listeners.terminate()
    return share


def _listen(port: int, watchers: int, seconds: float) -> None:
    """Watches, and forgets what is heard: in a process of its own, so that it is not counted."""
    opened = [_stream(port) for _ in range(watchers)]
    end = time.monotonic() + seconds
    with selectors.DefaultSelector() as selector:
        for one in opened:
            selector.register(one, selectors.EVENT_READ)
        while time.monotonic() < end:
            for key, _ in selector.select(0.5) if opened else ():
                key.fileobj.recv(1 << 20)  # type: ignore[union-attr]
            if not opened:
                time.sleep(0.5)


@dataclass(frozen=True, slots=True)
class _Run:
    """What one run uses, and if it has a page, how soon who hears."""

    cpu: float
    """Of one core."""
    memory: float
    """Megabytes, resident."""
    bytes: int
    answer: float
    usable: tuple[float, float]
    """Seconds until the page can be used, and of processor time; none without a browser."""
    late: list[float]


def _measured(folder: Path, watchers: int | None) -> _Run:
    port = free_port()
    with _running(folder, port, has_page=watchers is not None) as process:
        size, answer, usable = 0, 0.0, (0.0, 0.0)
        if watchers is not None:
            _await(port, process)
            size, answer = _first_page(port), _answer(port)
        if watchers == 0:
            usable = _usable(port)
        time.sleep(SETTLE)
        before, begin = cpu(process.pid), time.monotonic()
        late = _watch(port, watchers or 0, process)
        share = (cpu(process.pid) - before) / (time.monotonic() - begin)
        return _Run(share, _resident(process.pid), size, answer, usable, late)


@contextmanager
def _running(folder: Path, port: int, *, has_page: bool) -> Iterator[subprocess.Popen[str]]:
    words = ["run", "--new", "--position", POSITION, "--set", "camera.which=simulated"]
    words += ["--set", f"web.port={port}"] if has_page else ["--no-page"]
    environ = {**os.environ, "RUNEWATCH_DATA": str(folder), "XDG_CONFIG_HOME": str(folder), "RUNEWATCH_CONFIG": ""}
    with subprocess.Popen(
        [sys.executable, "-m", "runewatch", *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True,
        env=environ,
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            _type(process, "quit")
            process.wait(30)


def _type(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(f"{line}\n")
    process.stdin.flush()


def _watch(port: int, watchers: int, process: subprocess.Popen[str]) -> list[float]:
    """How late each piece came to each watcher; something happens every second."""
    late: list[float] = []
    with selectors.DefaultSelector() as selector:
        opened = [_stream(port) for _ in range(watchers)]
        for one in opened:
            selector.register(one, selectors.EVENT_READ, one)
        unread = dict.fromkeys(opened, b"")
        end, number = time.monotonic() + SECONDS, 0
        turn = time.monotonic() + 1
        while (now := time.monotonic()) < end:
            if now >= turn:
                _type(process, ("pause", "go")[number % 2])
                number, turn = number + 1, turn + 1
            for key, _ in selector.select(max(0.0, turn - time.monotonic())) if watchers else ():
                one = key.data
                heard = time.time()
                *pieces, unread[one] = (unread[one] + one.recv(1 << 20)).split(b"\n\n")
                late += [heard - at for piece in pieces if (at := _told_at(piece)) is not None]
            if not watchers:
                time.sleep(max(0.0, turn - time.monotonic()))
        for one in opened:
            one.close()
    return late


def _told_at(piece: bytes) -> float | None:
    """When the latest announcement in a piece was made; none in what is no news."""
    if b"event: parts" not in piece:
        return None
    told = json.loads(piece.partition(b"data: ")[2])
    log = told["now"].get("log")
    return float(log[-1]["at"]) if log else None


def _stream(port: int) -> socket.socket:
    found = socket.create_connection((HOST, port))
    found.sendall(b"GET /api/v1/events HTTP/1.0\r\nHost: localhost\r\n\r\n")
    return found


def _first_page(port: int) -> int:
    """Bytes, as they travel, of all that a browser fetches for the table view."""
    seen, waiting = {}, ["/"]
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        body, size = _got(port, path)
        seen[path] = size
        waiting += re.findall(r'(?:href|src)="(/(?:static|scripts|styles)/[^"#]+)', body)
    return sum(seen.values())


def _got(port: int, path: str) -> tuple[str, int]:
    connection = http.client.HTTPConnection(HOST, port)
    connection.request("GET", path, headers={"Accept-Encoding": "gzip"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    plain = gzip.decompress(body) if answer.getheader("Content-Encoding") == "gzip" else body
    return plain.decode("utf-8", "replace"), len(body)


def _answer(port: int) -> float:
    """Seconds that the table view takes, in the middle."""
    found = []
    for _ in range(20):
        begin = time.perf_counter()
        _got(port, "/")
        found.append(time.perf_counter() - begin)
    return statistics.median(found)


def _usable(port: int) -> tuple[float, float]:
    """Seconds from asking for the table view until it can be used, and those that the page computes for it."""
    if lacking():
        return 0.0, 0.0
    passed, taken = [], []
    with chromium() as browser:
        for _ in range(VISITS):
            context = browser.new_context()
            page = context.new_page()
            page.add_init_script(DRAWN)
            probe = context.new_cdp_session(page)
            probe.send("Performance.enable")
            time.sleep(OPENED)
            before = _computed(probe)
            page.goto(f"http://{HOST}:{port}/")
            while not (seen := page.evaluate(SEEN)):
                time.sleep(LOOKS)
            passed.append(float(seen) / 1000)
            taken.append(_computed(probe) - before)
            context.close()
    return statistics.median(passed), statistics.median(taken)


def _computed(probe: Any) -> float:
    """Seconds of processor time that the process of a page has taken so far."""
    told = probe.send("Performance.getMetrics")["metrics"]
    return next(float(one["value"]) for one in told if one["name"] == "ProcessTime")


def _in_ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds else "–"


def _await(port: int, process: subprocess.Popen[str]) -> None:
    for _ in range(900):
        if process.poll() is not None:
            break
        time.sleep(0.2)
        with suppress(OSError):
            if json.loads(_got(port, "/api/v1/now")[0])["stage"] == "playing":
                return
    raise TimeoutError("the match does not begin")


def cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def free_port() -> int:
    with socket.socket() as found:
        found.bind((HOST, 0))
        return int(found.getsockname()[1])


if __name__ == "__main__":
    _listen(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]))
