"""What can be done: install, update, go back to the version before, take it all away."""

from __future__ import annotations

import shutil
from pathlib import Path

from engine.errors import N_
from runewatch.installing import service, versions
from runewatch.installing.files import SETTINGS, place_files, prepare, remove_files
from runewatch.installing.machine import DATA, PROGRAMS, USER, InstallError, Machine
from runewatch.installing.packages import check_system, install_packages
from runewatch.installing.service import NotReadyError
from runewatch.installing.versions import Version

DRAW = (
    "from engine.catalogue import games; from runewatch.sight.profiles import built_in; "
    "[built_in(game) for game in games().values() if game.is_watched and game.printed()]"
)

FRUGAL = "MALLOC_MMAP_THRESHOLD_=1048576"
"""Has what is freed given back at once: drawing takes and frees far more than a small Pi has."""


def install(machine: Machine, source: Path, wheels: Path | None = None) -> None:
    """Puts these sources into the box and starts them. Doing it again changes nothing. Raises InstallError."""
    check_system()
    before = versions.current(machine)
    if before is not None and before.made_from == versions.fingerprint(source):
        machine.say(N_("{version} is what is in use already."), version=before.name)
        _take(machine, before, before)
        return
    install_packages(machine)
    versions.tidy(machine)
    _take(machine, versions.make(machine, source, wheels), before)


def update(machine: Machine, source: Path, wheels: Path | None = None) -> None:
    """Replaces the version in use. Raises InstallError if there is none, or if the new one does not come up."""
    if versions.current(machine) is None:
        raise InstallError(N_("there is nothing to update: say sudo make install"))
    install(machine, source, wheels)


def roll_back(machine: Machine) -> None:
    """Goes back to the version before. Raises InstallError if there is none."""
    now, before = versions.current(machine), versions.previous(machine)
    if now is None or before is None:
        raise InstallError(N_("there is no version to go back to"))
    _take(machine, before, now)


def uninstall(machine: Machine, *, purge: bool = False) -> None:
    """Takes away all that was installed; the data only if that is wished."""
    service.end(machine)
    gone = remove_files(machine)
    programs, data = machine.path(PROGRAMS), machine.path(DATA)
    if programs.is_dir():
        shutil.rmtree(programs)
        gone.append(PROGRAMS)
    if machine.is_running:
        machine.tries("systemctl", "daemon-reload")
        machine.tries(
            "systemctl", "stop", "systemd-journald@runewatch.service", "systemd-journald@runewatch.socket"
        )
        machine.tries("udevadm", "control", "--reload")
    for name in gone:
        machine.say(N_("Removed {name}."), name=name)
    if purge:
        shutil.rmtree(data, ignore_errors=True)
        machine.tries("userdel", USER)
        machine.say(N_("Removed the matches, sets and settings, and the user {user}."), user=USER)
    elif data.is_dir():
        machine.say(N_("Your matches, sets and settings stay in {folder}; with PURGE=1 they go too."), folder=DATA)
    machine.say(N_("Runewatch is not installed here any more. The system's own packages stay."))


def _take(machine: Machine, version: Version, before: Version | None) -> None:
    """Uses a version; if it does not come up, the one before is used again. Raises InstallError."""
    kept = versions.previous(machine)
    try:
        _activate(machine, version, before)
    except BaseException as error:
        if before is None or before == version:
            raise
        machine.say(N_("Going back to {version}."), version=before.name)
        _activate(machine, before, kept)
        versions.tidy(machine)
        if not isinstance(error, NotReadyError):
            raise
        machine.print(machine.words.error(error))
        raise InstallError(
            N_("{new} did not come up; {old} is in use again"), new=version.name, old=before.name
        ) from error
    versions.tidy(machine)
    _tell(machine, version)


def _activate(machine: Machine, version: Version, before: Version | None) -> None:
    """Makes a version the one that runs. Raises NotReadyError if it does not."""
    placed = place_files(machine, version.system_files)
    for name in placed:
        machine.say(N_("Placed {name}."), name=name)
    versions.use(machine, version, before)
    prepare(machine, version.system_files)
    service.enable(machine)
    if not machine.is_running:
        _draw(machine, version)
        machine.say(N_("systemd does not run here: {version} starts with the machine."), version=version.name)
    elif placed or before != version or not service.is_up(machine):
        _draw(machine, version)
        machine.say(N_("Starting {version}."), version=version.name)
        service.restart(machine)


def _draw(machine: Machine, version: Version) -> None:
    """Draws the sets that can be printed, which would otherwise hold up the first start."""
    machine.say(N_("Learning the printed set; this takes a minute on a Pi."))
    user = ("setpriv", f"--reuid={USER}", f"--regid={USER}", "--init-groups")
    data = f"RUNEWATCH_DATA={machine.path(DATA)}"
    machine.must(*user, "env", "-C", machine.path(DATA), data, FRUGAL, version.python, "-P", "-c", DRAW)


def _tell(machine: Machine, version: Version) -> None:
    machine.say(N_("Runewatch {version} is installed. Settings: {file}"), version=version.name, file=SETTINGS)
    host = machine.path("/etc/hostname")
    name = host.read_text(encoding="utf-8").strip() if host.is_file() else ""
    if machine.is_running and name:
        machine.say(N_("The page: http://{name}.local – the log: journalctl --namespace runewatch"), name=name)
