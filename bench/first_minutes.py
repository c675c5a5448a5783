"""From nothing to the first refereed move: what somebody waits for who has just heard of it.

A clone, ``make run``, the page, a press on *Start the demo*, and the moment in which a move is judged. Cold is a
machine that knows nothing: no environment, nothing that pip kept, no printed set learnt. Warm is the next time.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from bench.page import free_port
from bench.timing import table
from web.security.access import WORD

PATIENCE = 1800.0
"""Seconds for all of it, however slow the network is."""
OFTEN = 0.05


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds since the start: the address is told, the page answers, a move is judged."""

    told: float
    answered: float
    judged: float


def section() -> str:
    with tempfile.TemporaryDirectory(prefix="runewatch-first-") as folder:
        base = Path(folder)
        begin = time.monotonic()
        subprocess.run(["git", "clone", "--quiet", str(Path.cwd()), str(base / "clone")], check=True)
        cloned = time.monotonic() - begin
        cold, warm = (_first_move(base) for _ in range(2))
        sizes = [
            _size(base / "clone" / ".venv"),
            _size(base / "clone") - _size(base / "clone" / ".venv"),
            _size(base / "data"),
        ]
    rows = [
        ["cloned, from this disk", f"{cloned:.1f} s", ""],
        ["`make run` tells its address", f"{cold.told:.1f} s", f"{warm.told:.1f} s"],
        ["the page answers", f"{cold.answered:.1f} s", f"{warm.answered:.1f} s"],
        ["the first move is judged", f"{cold.judged:.1f} s", f"{warm.judged:.1f} s"],
    ]
    told = (
        "`make bench ARGS=first`. A clone, `make run`, the page, *Start the demo*: until the referee says what is "
        "wrong with the first move. Cold: no environment, no wheels that pip kept, no printed set learnt. Seconds "
        "since `make run` was said. **Two commands and one press.** "
        f"Load of the machine meanwhile: {os.getloadavg()[1]:.0f} on {os.cpu_count()} cores.\n\n"
        f"Installed: {sizes[0]:.0f} MB of environment, {sizes[1]:.0f} MB of sources with their history, "
        f"{sizes[2]:.0f} MB of what was drawn and kept."
    )
    return f"## The first minutes\n\n{told}\n\n" + table(["", "cold", "warm"], rows)


def _first_move(base: Path) -> Taken:
    with _running(base) as (process, began):
        address = _address(process)
        told = time.monotonic() - began
        page = _Page(address)
        answered = time.monotonic() - began
        page.ask("/demo", {"deed": "start"})
        while page.ask("/now")["trouble"] is None:
            time.sleep(OFTEN)
            if time.monotonic() - began > PATIENCE:
                raise TimeoutError("no move was judged")
        return Taken(told, answered, time.monotonic() - began)


@contextmanager
def _running(base: Path) -> Iterator[tuple[subprocess.Popen[str], float]]:
    """What a newcomer types, in a group of its own."""
    env = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("RUNEWATCH", "XDG", "MAKE", "MFLAGS"))
    }
    env |= {"RUNEWATCH_DATA": str(base / "data"), "XDG_CONFIG_HOME": str(base / "config"), "PIP_NO_CACHE_DIR": "1"}
    words = ["make", "run", f"ARGS=run --simulated --lang en --set web.port={free_port()}"]
    began = time.monotonic()
    process = subprocess.Popen(
        words,
        cwd=base / "clone",
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield process, began
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _address(process: subprocess.Popen[str]) -> str:
    """The address that is told, with the code behind it."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://\S+#pair=\d+", line):
            return found[0]
    raise RuntimeError("it ended without telling an address")


class _Page:
    """A browser without a screen that takes part."""

    def __init__(self, address: str) -> None:
        self._base = address.partition("sim#")[0]
        self._open = build_opener(HTTPCookieProcessor(CookieJar())).open
        self._word = ""
        self._open(address.partition("#")[0]).read()
        self._word = self.ask("/pairing", {"code": address.rpartition("=")[2]})["word"]

    def ask(self, path: str, sent: Any = None) -> Any:
        data = None if sent is None else json.dumps(sent).encode()
        head = {"Content-Type": "application/json"} | ({WORD: self._word} if self._word else {})
        with self._open(Request(f"{self._base}api/v1{path}", data, head), timeout=120) as answer:
            return json.load(answer)


def _size(folder: Path) -> float:
    """Megabytes of all files below a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if not path.is_dir()) / 1e6
