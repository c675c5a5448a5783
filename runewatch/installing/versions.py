"""The versions of Runewatch that a machine has: each whole in a folder of its own, one of them in use."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from engine.errors import N_
from runewatch import __version__
from runewatch.installing.files import contents
from runewatch.installing.machine import PROGRAMS, InstallError, Machine

PACKAGES = ("engine", "vision", "device", "runewatch", "web")
NEEDED = ("pyproject.toml", "README.md", "LICENSE")
LOCK = "requirements/run.lock"
ROOM_MB = 700
"""What a version takes while it is made."""
WHOLE = ".whole"
"""The last file of a version; it tells what the version was made from."""


@dataclass(frozen=True, slots=True)
class Version:
    """One version: an environment, and the system files it goes with."""

    folder: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def python(self) -> Path:
        return self.folder / "bin" / "python"

    @property
    def system_files(self) -> Path:
        return self.folder / "systemd"

    @property
    def made_from(self) -> str:
        """The mark of what it was made from; empty if it is not whole."""
        with suppress(OSError):
            return (self.folder / WHOLE).read_text(encoding="ascii").strip()
        return ""


def current(machine: Machine) -> Version | None:
    """The version in use."""
    return _linked(machine, "current")


def previous(machine: Machine) -> Version | None:
    """The version to go back to."""
    found = _linked(machine, "previous")
    return found if found != current(machine) else None


def use(machine: Machine, version: Version, before: Version | None) -> None:
    """Makes a version the one in use, at once; the one before is kept to go back to."""
    if before is not None and before != version:
        _link(machine, "previous", before)
    # a card must hold all of it before anything points to it
    os.sync()
    _link(machine, "current", version)


def tidy(machine: Machine) -> None:
    """Takes away what is neither in use nor kept, half-made versions among it."""
    keep = {version.folder for version in (current(machine), previous(machine)) if version}
    folder = _folder(machine)
    for path in folder.iterdir() if folder.is_dir() else ():
        if path not in keep:
            shutil.rmtree(path, ignore_errors=True)


def fingerprint(source: Path) -> str:
    """Tells one state of the program from another: what it says, and which Python runs it."""
    told = hashlib.sha256(f"{sys.version} {PROGRAMS}".encode())
    single = [source / name for name in (*NEEDED, LOCK)]
    for path in (*single, *(file for name in (*PACKAGES, "systemd") for file in contents(source / name))):
        told.update(f"\n{path.relative_to(source)} ".encode() + hashlib.sha256(path.read_bytes()).digest())
    return told.hexdigest()


def make(machine: Machine, source: Path, wheels: Path | None) -> Version:
    """Makes a version from a folder of sources, whole or not at all. Raises InstallError."""
    folder = _folder(machine)
    folder.mkdir(parents=True, exist_ok=True)
    if (free := shutil.disk_usage(folder).free // 1_000_000) < ROOM_MB:
        raise InstallError(
            N_("{needed} MB of disk are needed in {folder}, and {free} are free"),
            needed=ROOM_MB, folder=str(folder), free=free,
        )  # fmt: skip
    version = Version(folder / f"{__version__}-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}")
    with _whole_or_gone(version):
        machine.say(N_("Making {version}, with the Python {python} of the system."),
                    version=version.name, python=sys.version.split()[0])  # fmt: skip
        machine.must(sys.executable, "-m", "venv", "--system-site-packages", version.folder)
        machine.say(N_("Installing the libraries; this takes some minutes on a Pi."))
        _pip(machine, version, wheels, "--require-hashes", "--ignore-installed", "--requirement", source / LOCK)
        machine.say(N_("Installing Runewatch."))
        _copy(source, version.folder / "source")
        _pip(machine, version, wheels, "--no-deps", version.folder / "source")
        shutil.rmtree(version.folder / "source")
        shutil.copytree(source / "systemd", version.system_files)
        machine.say(N_("Trying it: everything that sees must load together."))
        _try(machine, version)
        (version.folder / WHOLE).write_text(fingerprint(source) + "\n", encoding="ascii")
    return version


@contextmanager
def _whole_or_gone(version: Version) -> Iterator[None]:
    try:
        yield
    except BaseException:
        shutil.rmtree(version.folder, ignore_errors=True)
        raise


def _pip(machine: Machine, version: Version, wheels: Path | None, *what: str | Path) -> None:
    offline = ("--no-index", "--find-links", wheels) if wheels else ()
    machine.must(
        version.python, "-m", "pip", "-qq", "--disable-pip-version-check", "--no-input",
        "install", "--no-build-isolation", "--use-pep517", *offline, *what,
    )  # fmt: skip


def _try(machine: Machine, version: Version) -> None:
    """The libraries of the system must load beside ours, unless they do not even load without them."""
    machine.must(version.python, "-P", "-c", "import cv2, numpy, web, runewatch.cli.app")
    if machine.tries(sys.executable, "-P", "-c", "import picamera2"):
        machine.must(version.python, "-P", "-c", "import cv2, picamera2")
    else:
        machine.say(N_("This system has no picamera2 that works: of cameras, only USB ones can be used."))


def _copy(source: Path, target: Path) -> None:
    """What is built from a copy leaves nothing behind in the sources."""
    for name in PACKAGES:
        shutil.copytree(source / name, target / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in NEEDED:
        shutil.copy(source / name, target / name)


def _folder(machine: Machine) -> Path:
    return machine.path(PROGRAMS) / "releases"


def _linked(machine: Machine, name: str) -> Version | None:
    link = machine.path(PROGRAMS) / name
    if not link.is_symlink():
        return None
    version = Version(_folder(machine) / Path(os.readlink(link)).name)  # noqa: PTH115 - the link's own words
    return version if version.made_from else None


def _link(machine: Machine, name: str, version: Version) -> None:
    link = machine.path(PROGRAMS) / name
    new = link.with_name(f".{name}.new")
    new.unlink(missing_ok=True)
    new.symlink_to(Path("releases") / version.name)
    new.replace(link)
