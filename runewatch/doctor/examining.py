"""Every check of this very machine, in the order in which faults should be mended."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from engine.contract import Game
from engine.errors import N_
from runewatch.choosing import usual_game
from runewatch.doctor import cameras
from runewatch.doctor.finding import Finding, Level, note, said
from runewatch.doctor.machine import check_clock, check_disk, check_memory, check_python, check_settings
from runewatch.doctor.pins import check_pins, panel_finding
from runewatch.doctor.sight import check_board, check_camera, check_profile
from runewatch.settings.forms import Settings
from runewatch.settings.rules import AUTO, Device
from runewatch.settings.wired import pins

if TYPE_CHECKING:
    from device.panel import Panel
    from vision.board import Found
    from vision.picture import Picture
    from vision.profile import Profile
    from vision.teaching import Confusion

_MEMORY = Path("/proc/meminfo")
_SIGHT = ("camera", "board", "profile")


@dataclass(frozen=True, slots=True)
class Running:
    """What a Runewatch that runs has in its hands, and nobody else can open at the same time."""

    panel: Panel | None
    """Its lights and buttons."""
    picture: Callable[[], Picture]
    """What its camera shows. Raises RunewatchError."""
    is_simulated: bool
    """Whether it looks at the simulated table."""


def examine(read: Callable[[], Settings], picture: str = "", running: Running | None = None) -> Iterator[Finding]:
    """The findings, as they are made. ``picture`` is a file to look for the board in, instead of the camera."""
    libraries = check_python(sys.version_info[:3], _version)
    yield libraries
    finding, settings = check_settings(read)
    yield finding
    yield check_disk(settings.journal.path, lambda folder: shutil.disk_usage(folder).free, _write)
    yield check_memory(_memory())
    yield check_clock(datetime.now(UTC).date(), _moments())
    if running is not None and running.panel is not None:
        yield panel_finding(pins(settings), running.panel)
    else:
        yield check_pins(pins(settings), lambda: _panel(settings))
    if libraries.level is Level.WRONG:
        for name in _SIGHT:
            yield note(name, said(N_("Not looked at.")), said(N_("First see to what was said about python.")))
        return
    yield from _examine_sight(settings, picture, running)


def _examine_sight(settings: Settings, picture: str, running: Running | None) -> Iterator[Finding]:
    game = usual_game(settings)
    wanted, size = settings.camera.which, (settings.camera.width, settings.camera.height)
    there = cameras.cameras()
    if running is None:
        finding, taken = check_camera(wanted, size, there, lambda: cameras.picture(settings, there))
    elif running.is_simulated:
        finding, taken = check_camera(wanted if wanted == AUTO else Device.SIMULATED, size, (), running.picture)
    else:
        # it is looked through now, so it is there
        finding, taken = check_camera(wanted, size, (*there, str(wanted)), running.picture)
    yield finding
    yield check_board(lambda: _opened(picture) if picture else taken, lambda seen: _found(seen, game, settings))
    yield check_profile(lambda: _profile(settings), game.name, _separation(game), game.things)


# -- what is looked at ----------------------------------------------------------------------------------


def _version(name: str) -> str:
    return str(getattr(import_module(name), "__version__", ""))


def _write(folder: Path) -> None:
    with NamedTemporaryFile(dir=folder, prefix=".runewatch-") as file:
        file.write(b"runewatch")
        file.flush()
        os.fsync(file.fileno())


def _panel(settings: Settings) -> Panel:
    from device.panel import Ears, Panel  # noqa: PLC0415 - gpiozero is for a box
    from runewatch.box.wiring import wiring  # noqa: PLC0415

    return Panel.open(wiring(settings), settings.box.pins, Ears())


def _memory() -> str:
    try:
        return _MEMORY.read_text(encoding="utf-8")
    except OSError:
        return ""


def _moments() -> tuple[float, float]:
    first = time.monotonic()
    time.sleep(0.01)
    return first, time.monotonic()


def _opened(path: str) -> Picture:
    from runewatch.sight.looking import opened  # noqa: PLC0415 - commands that see nothing load nothing of sight

    return opened(path)


def _found(picture: Picture, game: Game, settings: Settings) -> Found:
    from runewatch.sight.looking import Hints, sheets  # noqa: PLC0415

    plans = game.open(game.sight).watched().apart
    found = sheets(picture, plans, Hints(quarter=settings.camera.quarter))
    return next(one for one in found if one is not None)


def _profile(settings: Settings) -> Profile:
    from runewatch.sight.profiles import chosen  # noqa: PLC0415

    return chosen("" if settings.table.profile == AUTO else settings.table.profile)


def _separation(game: Game) -> Callable[[Profile], tuple[Confusion, ...]]:
    def separation(profile: Profile) -> tuple[Confusion, ...]:
        from runewatch.sight.profiles import rules_of  # noqa: PLC0415
        from vision.network import network  # noqa: PLC0415
        from vision.teaching import confusions  # noqa: PLC0415

        return confusions(rules_of(profile).plan(), profile, network())

    return separation
