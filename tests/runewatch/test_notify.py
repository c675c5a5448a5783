"""What systemd is told, and what is remembered of starts that went badly."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from urllib.request import urlopen

import pytest

from runewatch.notify import COUNT, MOST, WELL, Heart


class Systemd:
    """Hears what a service tells, at a clock that is moved by hand."""

    def __init__(self, folder: Path) -> None:
        self.told: list[str] = []
        self.now = 100.0
        self.count = folder / COUNT

    def heart(self, pause: float | None = 5.0) -> Heart:
        return Heart(self.told.append, pause, self.count, lambda: self.now)


@pytest.fixture
def systemd(tmp_path: Path) -> Systemd:
    return Systemd(tmp_path)


def test_the_first_beat_says_ready_and_later_ones_that_it_lives(systemd: Systemd) -> None:
    heart = systemd.heart(pause=5)
    for _ in range(12):
        heart.beat()
        systemd.now += 1
    assert systemd.told == ["READY=1", "WATCHDOG=1", "WATCHDOG=1"]


def test_where_nobody_waits_for_signs_of_life_none_are_given(systemd: Systemd) -> None:
    heart = systemd.heart(pause=None)
    heart.beat()
    systemd.now += 1000
    heart.beat()
    assert systemd.told == ["READY=1"]


def test_a_status_is_one_line(systemd: Systemd) -> None:
    systemd.heart().say("two\nlines")
    assert systemd.told == ["STATUS=two lines"]


def test_starts_that_went_badly_end_in_a_safe_one(systemd: Systemd) -> None:
    assert [systemd.heart().is_safe for _ in range(MOST + 2)] == [False] * MOST + [True] * 2


def test_an_end_that_was_wanted_is_none_that_counts(systemd: Systemd) -> None:
    for _ in range(MOST + 1):
        heart = systemd.heart()
    assert heart.is_safe
    heart.stop()
    assert systemd.told == ["STOPPING=1"]
    assert systemd.heart().bad_starts == 0


def test_a_run_that_lasted_went_well(systemd: Systemd) -> None:
    systemd.heart()
    heart = systemd.heart()
    heart.beat()
    systemd.now += WELL - 1
    heart.beat()
    assert systemd.heart().bad_starts == 2
    systemd.now += 6
    heart.beat()
    assert systemd.heart().bad_starts == 0


def test_a_count_that_cannot_be_kept_is_none(tmp_path: Path) -> None:
    nowhere = tmp_path / "none" / COUNT
    assert Heart(lambda _: None, None, nowhere).bad_starts == 0
    (tmp_path / COUNT).write_bytes(b"\xff\n")
    Heart(lambda _: None, None, tmp_path / COUNT).stop()


# -- as systemd starts it --------------------------------------------------------------------------------


@pytest.fixture
def there(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(5)
        yield listening


def test_the_socket_is_told(there: socket.socket, tmp_path: Path) -> None:
    environ = {"NOTIFY_SOCKET": there.getsockname(), "WATCHDOG_USEC": "0", "WATCHDOG_PID": str(os.getpid()),
               "RUNTIME_DIRECTORY": str(tmp_path)}  # fmt: skip
    heart = Heart.start(environ)
    heart.beat()
    assert there.recv(100) == b"READY=1"
    heart.beat()
    assert there.recv(100) == b"WATCHDOG=1"
    assert (tmp_path / COUNT).read_text() == "started\n"


def test_a_name_of_the_kernels_is_a_socket_too() -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        name = f"runewatch-test-{os.getpid()}"
        listening.bind(f"\0{name}")
        listening.settimeout(5)
        Heart.start({"NOTIFY_SOCKET": f"@{name}"}).beat()
        assert listening.recv(100) == b"READY=1"


def test_signs_of_life_meant_for_another_process_are_not_given(there: socket.socket) -> None:
    heart = Heart.start({"NOTIFY_SOCKET": there.getsockname(), "WATCHDOG_USEC": "0", "WATCHDOG_PID": "1"})
    heart.beat()
    heart.beat()
    assert there.recv(100) == b"READY=1"
    there.setblocking(False)
    with pytest.raises(BlockingIOError):
        there.recv(100)


def test_a_socket_that_is_gone_is_no_reason_to_fail(tmp_path: Path) -> None:
    Heart.start({"NOTIFY_SOCKET": str(tmp_path / "gone")}).beat()


def test_without_systemd_nothing_is_told_or_counted(tmp_path: Path) -> None:
    heart = Heart.start({"RUNTIME_DIRECTORY": str(tmp_path)})
    heart.beat()
    heart.stop()
    assert not list(tmp_path.iterdir())


INTERRUPTIBLE = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from runewatch.cli import main; main()"
)
"""As systemd starts it: whoever starts the tests, in the background of a shell say, may ignore this signal."""


@dataclass(frozen=True)
class Service:
    """A run that was started as a service, and is ready."""

    port: int
    process: subprocess.Popen[bytes]

    def page(self) -> str:
        with urlopen(f"http://127.0.0.1:{self.port}/?lang=en", timeout=30) as page:
            return unescape(str(page.read().decode()))

    def ended(self) -> str:
        """What it said until it was asked to end."""
        self.process.send_signal(signal.SIGINT)
        told = self.process.communicate(timeout=60)[0].decode()
        assert self.process.returncode == 0, told
        return " ".join(told.split())


@contextmanager
def running(there: socket.socket, runtime: Path, **environ: str) -> Iterator[Service]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environ = {"NOTIFY_SOCKET": there.getsockname(), "RUNTIME_DIRECTORY": str(runtime), "LANG": "C.UTF-8",
               "RUNEWATCH_DATA": str(runtime), "XDG_CONFIG_HOME": str(runtime), "PATH": os.environ["PATH"],
               "PYTHONPATH": str(Path(__file__).parents[2]), "PYTHONUNBUFFERED": "1", **environ}  # fmt: skip
    command = [sys.executable, "-c", INTERRUPTIBLE, "run", "--set", f"web.port={port}"]
    there.settimeout(60)
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, env=environ) as process:
        try:
            while there.recv(1000) != b"READY=1":
                pass
            yield Service(port, process)
        finally:
            process.kill()


def test_a_run_is_ready_and_ends_by_a_signal_as_it_was_wished(there: socket.socket, tmp_path: Path) -> None:
    """The start after too many bad ones: it does not look for a camera, says so, and the page is up."""
    (tmp_path / COUNT).write_text("started\n" * MOST)
    with running(there, tmp_path) as service:
        assert "<html" in service.page()
        assert len((tmp_path / COUNT).read_text().splitlines()) == MOST + 1
        assert "without the camera" in service.ended()
    assert there.recv(1000) == b"STOPPING=1" and not (tmp_path / COUNT).exists()


def test_a_pin_that_is_used_twice_keeps_no_page_from_coming_up(there: socket.socket, tmp_path: Path) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text("[camera]\nwhich = 'simulated'\n[lights]\nin_step = 17\nin_doubt = 17\n")
    with running(there, tmp_path, RUNEWATCH_CONFIG=str(settings)) as service:
        assert "lights.in_doubt: pin 17 is used by lights.in_step already" in service.page()
        assert "pin 17 is used by lights.in_step" in service.ended()


def test_a_disk_that_takes_nothing_keeps_no_page_from_coming_up(there: socket.socket, tmp_path: Path) -> None:
    """Where even root may not write: below a file."""
    (tmp_path / "disk").write_text("")
    with running(there, tmp_path, RUNEWATCH_DATA=str(tmp_path / "disk" / "data")) as service:
        page = service.page()
        assert "cannot be written: a file is in the place of a folder" in page and "kept in memory alone" in page
        assert "kept in memory alone" in service.ended()
    # who may take part is kept there as well
    assert (tmp_path / "access").is_dir() and (tmp_path / "journal.db").is_file()


def test_a_camera_that_hangs_from_the_start_lets_the_page_come_up_first(
    there: socket.socket, tmp_path: Path
) -> None:
    """A pipe that nobody writes to; where all is slow it counts as stuck before the loop has begun."""
    (tmp_path / "hung").mkdir()
    os.mkfifo(tmp_path / "hung" / "table.png")
    settings = tmp_path / "settings.toml"
    settings.write_text(f"[camera]\nwhich = '{tmp_path / 'hung'}'\n")
    (tmp_path / "sitecustomize.py").write_text(
        "import device.cameras.keeping as keeping\nkeeping.SLOW = keeping.SILENT = keeping.STUCK = 0.0\n"
    )
    path = f"{tmp_path}{os.pathsep}{Path(__file__).parents[2]}"
    with running(
        there, tmp_path, RUNEWATCH_CONFIG=str(settings), PYTHONPATH=path, WATCHDOG_USEC="400000"
    ) as service:
        assert "<html" in service.page()
        # and from now on there is no sign of life
        there.settimeout(2)
        with pytest.raises(TimeoutError):
            while there.recv(1000) != b"WATCHDOG=1":
                pass
