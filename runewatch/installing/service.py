"""The service itself: started, waited for, ended."""

from __future__ import annotations

import time
from collections.abc import Callable

from engine.errors import N_
from runewatch.installing.machine import UNIT, InstallError, Machine

LOG = ("journalctl", "--namespace", "runewatch", "--no-pager", "--output", "cat", "--lines", "10")
SETTLING = 5.0
"""Seconds that a version must stay up after it said that it is ready."""


class NotReadyError(InstallError):
    """The service did not come up."""


def enable(machine: Machine) -> None:
    """From now on it starts with the machine."""
    machine.must("systemctl", "enable", "--quiet", UNIT)


def restart(machine: Machine, sleep: Callable[[float], None] = time.sleep) -> None:
    """Starts it anew, waits until it says that it is ready, and a little longer. Raises NotReadyError."""
    machine.tries("systemctl", "reset-failed", UNIT)
    # comes back when the service has said READY=1, or has failed or run out of time
    if machine.tries("systemctl", "restart", UNIT):
        run = _run(machine)
        sleep(SETTLING)
        if run == _run(machine) and is_up(machine):
            return
    said = machine.run(LOG).stdout.strip() or "-"
    raise NotReadyError(N_("the service does not come up; its log ends with:\n{said}"), said=said)


def is_up(machine: Machine) -> bool:
    return machine.tries("systemctl", "is-active", "--quiet", UNIT)


def end(machine: Machine) -> None:
    """Stops it, now and at the next start of the machine."""
    if machine.is_running:
        machine.tries("systemctl", "disable", "--quiet", "--now", UNIT)
    else:
        machine.tries("systemctl", "disable", "--quiet", UNIT)


def _run(machine: Machine) -> str:
    """Which run of the service this is: another one after every start."""
    return machine.run(["systemctl", "show", "--property=InvocationID", UNIT]).stdout.strip()
