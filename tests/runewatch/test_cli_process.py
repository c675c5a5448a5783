"""The command line as a real program: pipes, signals, terminals, and what it loads."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

POSITION = "spell 2e | v b v b / v BM N Vm / b v b v / b v b ."
RUNEWATCH = [sys.executable, "-m", "runewatch"]
INTERRUPTED = 130
PIPE_CLOSED = 141
HEAVY = ("cv2", "numpy", "flask", "jinja2", "vision", "device", "web", "asyncio", "urllib.request")


def environment(**more: str) -> Mapping[str, str]:
    usual = {"PATH": os.environ["PATH"], "LANG": "C.UTF-8", "PYTHONPATH": str(Path(__file__).parents[2])}
    return usual | more


def run(*args: str, given: bytes = b"", **environ: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*RUNEWATCH, *args], input=given, capture_output=True, timeout=60, check=False, env=environment(**environ)
    )


def on_a_terminal(*args: str, **environ: str) -> str:
    """What the program shows on a terminal."""
    main, other = pty.openpty()
    with subprocess.Popen([*RUNEWATCH, *args], stdin=other, stdout=other, env=environment(**environ)) as program:
        os.close(other)
        found = b""
        try:
            while part := os.read(main, 1 << 16):
                found += part
        except OSError:
            pass  # Linux's way of saying that the other end is closed
    os.close(main)
    assert program.returncode == 0
    return found.decode()


def test_it_runs() -> None:
    found = run("convert", "-", "--to", "line", given=POSITION.encode())
    assert (found.returncode, found.stdout.decode(), found.stderr) == (0, f"{POSITION} | turn black\n", b"")
    assert run("draw", "x").returncode == 2


def test_the_demo_makes_no_pause_if_nobody_looks() -> None:
    # with pauses this speed would take a day; the run would be ended as hung
    assert run("demo", "--speed", "0.001").returncode == 0


def test_colours_on_a_terminal_only() -> None:
    found = on_a_terminal("demo", "--speed", "1000", TERM="xterm-256color")
    assert "\x1b[" in found
    assert "\x1b[" not in on_a_terminal("demo", "--speed", "0", TERM="xterm-256color", NO_COLOR="1")
    assert "\x1b[" not in on_a_terminal("demo", "--speed", "0", "--no-color", TERM="xterm-256color")
    assert "\x1b[" not in on_a_terminal("demo", "--speed", "0", TERM="dumb")


def test_a_closed_pipe_is_quiet() -> None:
    with subprocess.Popen(
        [*RUNEWATCH, "demo"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as program:
        assert program.stdout
        assert program.stderr
        program.stdout.close()
        assert program.stderr.read() == b""
    assert program.returncode == PIPE_CLOSED


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("args", [["games"], ["--help"], ["games", "--json"]])
def test_a_full_disk_is_told(args: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        found = subprocess.run(
            [*RUNEWATCH, *args], stdout=full, stderr=subprocess.PIPE, timeout=60, check=False, env=environment()
        )
    assert found.returncode == 2
    assert b"Traceback" not in found.stderr


# Whoever starts the tests may ignore Ctrl-C, and the program must have begun before it comes.
INTERRUPTIBLE = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from runewatch.cli.app import app\nfrom runewatch.cli import main\n"
    "print('ready', flush=True, file=sys.stderr); main()"
)


@pytest.mark.parametrize("args", [["perft", POSITION, "9"], ["check", "-"]])
def test_ctrl_c_is_quiet(args: list[str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", INTERRUPTIBLE, *args],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment(),
    ) as program:  # fmt: skip
        assert program.stderr
        assert program.stderr.readline() == b"ready\n"
        time.sleep(0.3)
        program.send_signal(signal.SIGINT)
        assert program.communicate(timeout=60)[1].strip() == b""
    assert program.returncode == INTERRUPTED


@pytest.mark.parametrize("args", [["games"], ["demo"], ["games", "--json"]])
def test_a_closed_standard_output_is_no_fault_of_ours(args: list[str]) -> None:
    found = subprocess.run(
        ["sh", "-c", '"$@" >&-', "sh", *RUNEWATCH, *args],
        capture_output=True, timeout=60, check=False, env=environment(),
    )  # fmt: skip
    assert b"Traceback" not in found.stderr


def test_a_closed_standard_input_is_told() -> None:
    found = subprocess.run(
        ["sh", "-c", '"$@" <&-', "sh", *RUNEWATCH, "check", "-"],
        capture_output=True, timeout=60, check=False, env=environment(),
    )  # fmt: skip
    assert (found.returncode, found.stderr) == (2, b"runewatch: standard input is closed\n")


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "utf-16"])
def test_any_terminal_can_write_it(encoding: str) -> None:
    for args in (["demo"], ["demo", "--lang", "fr"], ["games", "--json", "--lang", "fr"]):
        found = run(*args, PYTHONIOENCODING=encoding)
        assert (found.returncode, found.stderr) == (0, b"")


def test_arguments_need_not_be_text() -> None:
    found = subprocess.run(
        [os.fsencode(word) for word in RUNEWATCH] + [b"draw", b"\xff\xfe"],
        capture_output=True, timeout=60, check=False, env=environment(),
    )  # fmt: skip
    assert found.returncode == 2
    assert b"Traceback" not in found.stderr


def test_it_loads_little() -> None:
    code = (
        "import sys; from runewatch.cli.app import app\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, timeout=60, check=True, env=environment()
    )
    assert found.stdout == b"[]\n"
