"""What comes from the system's packages: what makes environments, and the libraries of the Pi."""

from __future__ import annotations

import platform
import sys

from engine.errors import N_
from runewatch.installing.machine import InstallError, Machine

MACHINES = ("aarch64", "x86_64")
"""For these there are wheels of everything; a Pi with a 32-bit system is none of them."""
NEEDED = ("python3-venv",)
OF_THE_PI = ("python3-picamera2", "python3-lgpio")
"""Taken where the system has them, which plain Debian has not; an index of Python's has them without wheels."""
DROP_IN, REPLACED = "python3-rpi-lgpio", "python3-rpi.gpio"
"""The second is driven out by the first, and what else runs on the machine may need it."""


def check_system(machine: str = "", largest: int = sys.maxsize) -> None:
    """Raises InstallError where there is nothing to install for."""
    machine = machine or platform.machine()
    if machine not in MACHINES or largest < 2**32:
        raise InstallError(
            N_("needs a 64-bit system, and this one is for {came}; on a Pi, install the 64-bit Raspberry Pi OS"),
            came=machine,
        )


def install_packages(machine: Machine) -> None:
    """Installs what is lacking. Where packages cannot be fetched, only those that are needed are missed."""
    if not machine.tries("apt-get", "--version"):
        machine.say(N_("This system has no apt-get: its packages stay as they are."))
        return
    wanted = [*NEEDED, *OF_THE_PI, *([] if _is_installed(machine, REPLACED) else [DROP_IN])]
    lacking = [name for name in wanted if not _is_installed(machine, name)]
    if not lacking:
        return
    # an old list of packages names what can no longer be fetched
    machine.tries("apt-get", "-qq", "update")
    known = [name for name in lacking if machine.tries("apt-cache", "show", name)]
    for name in known:
        machine.say(N_("Installing the system's package {name}."), name=name)
        if not machine.tries("apt-get", "-qq", "-y", "--no-install-recommends", "install", name):
            machine.say(N_("The package {name} could not be installed; going on without it."), name=name)


def _is_installed(machine: Machine, name: str) -> bool:
    done = machine.run(["dpkg-query", "--show", "--showformat=${db:Status-Status}", name])
    return done.returncode == 0 and done.stdout.strip() == "installed"
