"""The files of the system: which there are, laid out for a version and taken away again."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from runewatch.installing.machine import DATA, UNIT, USER, Machine

SETTINGS = f"{DATA}/settings.toml"


@dataclass(frozen=True, slots=True)
class Placed:
    """A file of the folder systemd/, and where it belongs."""

    name: str
    place: str
    mode: int = 0o644
    beside: str = ""
    """Only placed where this folder is: what it is for may not be installed."""


FILES = (
    Placed("sysusers.conf", "/etc/sysusers.d/runewatch.conf"),
    Placed("modules.conf", "/etc/modules-load.d/runewatch.conf"),
    Placed("devices.rules", "/etc/udev/rules.d/60-runewatch.rules"),
    Placed("journald@runewatch.conf", "/etc/systemd/journald@runewatch.conf"),
    Placed(UNIT, f"/etc/systemd/system/{UNIT}"),
    Placed("avahi.xml", "/etc/avahi/services/runewatch.service", beside="/etc/avahi/services"),
    Placed("runewatch.sh", "/usr/local/bin/runewatch", 0o755),
)


def place_files(machine: Machine, source: Path) -> list[str]:
    """Lays out the files; gives those that were not yet there as they are now."""
    return [file.place for file in FILES if _place(machine, file, source / file.name)]


def remove_files(machine: Machine) -> list[str]:
    """Takes them away; gives those that were there."""
    found = [file.place for file in FILES if machine.path(file.place).exists()]
    for name in found:
        machine.path(name).unlink()
    return found


def prepare(machine: Machine, source: Path) -> None:
    """The user, its folder with the first settings, and the devices as the new files want them."""
    machine.must("systemd-sysusers", machine.path("/etc/sysusers.d/runewatch.conf"))
    data = machine.path(DATA)
    machine.must("install", "-d", "-m", "0750", "-o", USER, "-g", USER, data)
    settings = machine.path(SETTINGS)
    if not settings.exists():
        # put there whole: what is half written would keep the service from starting
        new = settings.with_name("settings.toml.new")
        machine.must("install", "-m", "0640", "-o", USER, "-g", USER, source / "settings.toml", new)
        new.replace(settings)
    if machine.is_running:
        machine.must("systemctl", "daemon-reload")
        machine.tries("systemctl", "restart", "systemd-modules-load.service")
        machine.tries("udevadm", "control", "--reload")
        machine.tries("udevadm", "trigger", "--subsystem-match=gpio", "--subsystem-match=dma_heap")
        machine.tries("udevadm", "settle", "--timeout=10")


def _place(machine: Machine, file: Placed, source: Path) -> bool:
    target = machine.path(file.place)
    if file.beside and not machine.path(file.beside).is_dir():
        return False
    wanted = source.read_bytes()
    if target.is_file() and target.read_bytes() == wanted and target.stat().st_mode & 0o777 == file.mode:
        return False
    target.parent.mkdir(parents=True, exist_ok=True)
    new = target.with_name(f".{target.name}.new")
    new.write_bytes(wanted)
    new.chmod(file.mode)
    new.replace(target)
    return True


def contents(folder: Path) -> Iterator[Path]:
    """All files below a folder that belong to it, in a steady order."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and "__pycache__" not in path.parts and not path.name.endswith((".pyc", ".pyo")):
            yield path
