"""Run in the lab's virtual machine: commands, the service, and what is proved, said line by line."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

UNIT = "runewatch.service"
LAB = Path("/lab")
DATA = Path("/var/lib/runewatch")
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def proved(what: str) -> None:
    print(f"proved: {what}", flush=True)


def measured(what: str) -> None:
    print(f"measured: {what}", flush=True)


def run(*command: str, fails: bool = False, **environ: str) -> str:
    """What a command says; the end of it all if it fails where it should not, or the other way round."""
    done = subprocess.run(
        command, env={"PATH": PATH, "LC_ALL": "C.UTF-8", **environ}, check=False, text=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    if (done.returncode != 0) != fails:
        print(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}\n{log()}", flush=True)
        sys.exit(1)
    return done.stdout


def shown(*names: str) -> list[str]:
    """Properties of the service, in the order asked for."""
    told = run("systemctl", "show", UNIT, *(f"--property={name}" for name in names))
    values = dict(line.split("=", 1) for line in told.splitlines())
    return [values[name] for name in names]


def process() -> int:
    return int(shown("MainPID")[0])


def is_active() -> bool:
    return shown("ActiveState", "SubState") == ["active", "running"]


def wait(what: str, until: Callable[[], object], seconds: float = 600) -> float:
    """Waits for something; how long it took."""
    begin = time.monotonic()
    while not until():
        if time.monotonic() - begin > seconds:
            print(f"waited {seconds:.0f} s in vain: {what}\n{log(60)}", flush=True)
            sys.exit(1)
        time.sleep(0.05)
    return time.monotonic() - begin


def log(lines: int = 30) -> str:
    """What the service has said of late, and what systemd says about it."""
    told = ""
    for where in (["--namespace=runewatch"], [f"--unit={UNIT}"]):
        with suppress(OSError):
            told += subprocess.run(
                ["journalctl", *where, "--no-pager", "--output=short-monotonic", f"--lines={lines}"],
                check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            ).stdout  # fmt: skip
    return told


def ready_after() -> float:
    """Seconds from the start of the process to its saying that it is ready."""
    began, ready = shown("ExecMainStartTimestampMonotonic", "ActiveEnterTimestampMonotonic")
    return (int(ready) - int(began)) / 1e6
