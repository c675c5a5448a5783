"""Checks of the machine: its Python, disk, memory and clock."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

from engine.errors import FULL, N_, RunewatchError, reason
from engine.verdict import Fact
from runewatch.doctor.finding import Finding, fine, note, said, wrong
from runewatch.settings.forms import Settings

RELEASED = date(2026, 11, 1)
"""No machine that runs this version lives before this day; one that thinks so has not been told the time."""
OLDEST, NEWEST = (3, 11), (3, 13)
"""The Pythons it is tried with."""
LIBRARIES = ("numpy", "cv2")
OF_THE_SYSTEM = ("picamera2",)
"""Not installed by us; where it is, it must have been built for the same numpy."""
NEEDED_MB = 200
"""The memory a running match needs."""
LEAST_FREE_MB, FREE_MB = 50, 500
"""Less free disk is wrong; less than the second is worth knowing."""
ROOM = N_("Make room: a full disk ends the keeping of matches.")
_MB = 1_000_000


def check_python(version: tuple[int, int, int], load: Callable[[str], str]) -> Finding:
    """Whether this Python is one of ours and the libraries that see go together. ``load`` tells a version."""
    running = ".".join(map(str, version))
    loaded = []
    for name in (*LIBRARIES, *OF_THE_SYSTEM):
        try:
            loaded.append(f"{name} {load(name)}".rstrip())
        except Exception as error:  # a library built for another one fails in any way it likes
            if name in OF_THE_SYSTEM and isinstance(error, ModuleNotFoundError) and error.name == name:
                continue
            return wrong(
                "python",
                said(N_("{name} cannot be imported: {why}"), name=name, why=str(error) or type(error).__name__),
                said(N_("Install Runewatch anew: make run sets up the versions that go together.")),
            )
    told: dict[str, Fact] = {"version": running, "libraries": tuple(loaded)}
    if not OLDEST <= version[:2] <= NEWEST:
        return note(
            "python",
            said(N_("Python {version} with {libraries}: Runewatch was not tried with this Python."), **told),
            said(
                N_("If something fails, use Python {oldest} to {newest}."),
                oldest=".".join(map(str, OLDEST)),
                newest=".".join(map(str, NEWEST)),
            ),
        )
    return fine("python", said(N_("Python {version} with {libraries}."), **told))


def check_settings(read: Callable[[], Settings]) -> tuple[Finding, Settings]:
    """Whether the settings can be read; where they cannot, the rest is checked with the defaults."""
    try:
        settings = read()
    except RunewatchError as error:
        todo = said(N_("Correct it; until then nothing starts. runewatch settings --example shows every key."))
        return wrong("settings", error, todo), Settings()
    if not settings.origins:
        return fine("settings", said(N_("Everything has its default."))), settings
    changed = ", ".join(settings.origins)
    return fine("settings", said(N_("The settings are in order; chosen: {keys}."), keys=changed)), settings


def check_disk(folder: Path, free: Callable[[Path], int], write: Callable[[Path], None]) -> Finding:
    """Whether data can be kept in a folder, or in the nearest one above it if it is still to be made.

    ``free`` tells bytes, ``write`` puts a file in a folder and on the disk.
    """
    try:
        there = next((one for one in (folder, *folder.parents) if one.is_dir()), folder)
        room = free(there) // _MB
        write(there)
    except OSError as error:
        todo = said(N_("Let this user write there, or choose another folder with journal.folder."))
        return wrong(
            "disk",
            said(
                N_("Nothing can be written to {folder}: {why}"),
                folder=str(folder),
                why=reason(error),
            ),
            said(ROOM) if error.errno in FULL else todo,
        )
    found = said(N_("{folder} can be written to; {free} MB are free."), folder=str(folder), free=room)
    if room >= FREE_MB:
        return fine("disk", found)
    level = note if room >= LEAST_FREE_MB else wrong
    return level("disk", found, said(ROOM))


def check_clock(today: date, moments: tuple[float, float]) -> Finding:
    """Whether the date can be true, and time runs: the second of the two moments is a little later."""
    if moments[1] <= moments[0]:
        return wrong(
            "clock",
            said(N_("The machine's steady clock stands still or runs backwards.")),
            said(N_("Start the machine anew; if that does not help, timers cannot be used on it.")),
        )
    if today < RELEASED:
        return wrong(
            "clock",
            said(N_("The machine believes that it is {today}, before this program was made."), today=str(today)),
            said(
                N_("Connect it to the network and wait a minute, or set the time; matches would be kept under it.")
            ),
        )
    return fine("clock", said(N_("It is {today}, and time runs."), today=str(today)))


_AVAILABLE = re.compile(r"^MemAvailable:\s+(\d+) kB", re.MULTILINE)


def check_memory(told: str) -> Finding:
    """Whether a match fits into the memory that is free, by what Linux tells in /proc/meminfo."""
    available = _AVAILABLE.search(told)
    if available is None:
        return note(
            "memory",
            said(N_("This machine does not tell how much memory is free.")),
            said(N_("Nothing, if it has {needed} MB to spare."), needed=NEEDED_MB),
        )
    free = int(available[1]) * 1024 // _MB
    found = said(N_("{free} MB of memory are free; a match needs {needed}."), free=free, needed=NEEDED_MB)
    if free >= NEEDED_MB:
        return fine("memory", found)
    return wrong("memory", found, said(N_("End other programs; a desktop takes the most.")))
