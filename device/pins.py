"""How the pins of this machine are reached: through which library, and why that one.

lgpio speaks to every Pi through the kernel and comes first. RPi.GPIO knows the registers of a Pi 4 and older; on
a Pi 5 its name is taken by rpi-lgpio, which is as good. Where there are no pins, twins take their place.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from device.faults import PinFactoryError
from engine.errors import N_

AUTO, SIMULATED = "auto", "simulated"
VARIABLE = "GPIOZERO_PIN_FACTORY"
FACTORIES: Mapping[str, tuple[str, str]] = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    "pigpio": ("gpiozero.pins.pigpio", "PiGPIOFactory"),
    "native": ("gpiozero.pins.native", "NativeFactory"),
    "mock": ("gpiozero.pins.mock", "MockFactory"),
}
"""What gpiozero can reach pins through, by the names it has for them."""
CHIPS = ("pinctrl-bcm2", "pinctrl-rp1")
"""How the chip of the header calls itself; its number changed from kernel to kernel."""
NEWEST = 4
"""The processor of a Pi 5, as its revision tells it; older ones have lower numbers."""


@dataclass(frozen=True, slots=True)
class Pins:
    """The way to the pins that was chosen, and why."""

    name: str
    why: str
    """A message for the catalogue."""
    facts: Mapping[str, str] = field(default_factory=dict)
    factory: Any = None
    """gpiozero's; None where twins take the place of pins."""

    @property
    def is_simulated(self) -> bool:
        return self.factory is None

    def close(self) -> None:
        """Every pin is free again."""
        if self.factory is not None:
            self.factory.close()


TWINS = Pins(SIMULATED, N_("this machine has no pins"))

Opener = Callable[[str], Any]
"""Gives gpiozero's factory of that name, or raises whatever the library raises."""


def choose(
    wanted: str = AUTO,
    *,
    environ: Mapping[str, str] | None = None,
    revision: Callable[[], int | None] | None = None,
    opener: Opener | None = None,
) -> Pins:
    """The way to the pins: as wished, as gpiozero's own variable says, else the best there is.

    Raises PinFactoryError.
    """
    environ, opened = os.environ if environ is None else environ, opener or open_factory
    if wanted == SIMULATED:
        return Pins(SIMULATED, N_("the settings say so"))
    if wanted != AUTO:
        return _named(wanted, N_("the settings say so"), opened)
    if named := environ.get(VARIABLE):
        return _named(named, N_("GPIOZERO_PIN_FACTORY says so"), opened)
    found = (revision or pi_revision)()
    return TWINS if found is None else _best(found, opened)


def _named(name: str, why: str, opened: Opener) -> Pins:
    try:
        return Pins(name, why, {}, opened(name))
    except Exception as error:  # libraries for pins fail in many ways of their own
        raise PinFactoryError(
            N_("the pins cannot be reached through {name}, though {what}: {why}"),
            name=name, what=why, why=_reason(error),
        ) from error  # fmt: skip


def _best(revision: int, opened: Opener) -> Pins:
    try:
        return Pins("lgpio", N_("lgpio speaks to the pins of every Pi"), {}, opened("lgpio"))
    except Exception as error:  # as above
        first = error
    try:
        if _processor(revision) >= NEWEST and not is_drop_in():
            raise PinFactoryError(N_("RPi.GPIO does not know the pins of a Pi 5; rpi-lgpio, in its place, would"))
        why = N_("lgpio cannot be used ({failed}); RPi.GPIO can")
        return Pins("rpigpio", why, {"failed": _reason(first)}, opened("rpigpio"))
    except Exception as error:  # as above
        if isinstance(first, PinFactoryError):
            # it says already what to do
            raise first from error
        raise PinFactoryError(
            N_("no library reaches the pins; lgpio: {one}; RPi.GPIO: {other}; install python3-lgpio"),
            one=_reason(first), other=_reason(error),
        ) from error  # fmt: skip


def pi_revision(root: Path = Path("/")) -> int | None:
    """Which Pi this is, as its revision code; None if it is none."""
    try:
        return int.from_bytes((root / "proc/device-tree/system/linux,revision").read_bytes()[:4], "big")
    except OSError:
        pass
    try:
        lines = (root / "proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return None
    found = [line.partition(":")[2].strip() for line in lines if line.startswith("Revision")]
    try:
        return int(found[-1], 16) if found else None
    except ValueError:
        return None


def _processor(revision: int) -> int:
    """0 for the first Pi to 4 for a Pi 5; a code of the old form is that of a first one."""
    return revision >> 12 & 0xF if revision & 1 << 23 else 0


def is_drop_in() -> bool:
    """Whether what is called RPi.GPIO here is rpi-lgpio."""
    return "lgpio" in vars(import_module("RPi.GPIO"))


# -- opening --------------------------------------------------------------------------------------------


def open_factory(name: str) -> Any:
    """gpiozero's factory of this name."""
    if name.lower() not in FACTORIES:
        raise PinFactoryError(N_("there is no {name}; there are: {names}"), name=name, names=", ".join(FACTORIES))
    if name.lower() in ("lgpio", "rpigpio"):
        _lend_folder()
    module, form = FACTORIES[name.lower()]
    factory = getattr(import_module(module), form)
    if name.lower() == "lgpio":
        return factory(chip=_chip(import_module("lgpio")))
    if name.lower() == "mock":
        return factory(pin_class=import_module(module).MockPWMPin)
    return factory()


def _lend_folder() -> None:
    """lgpio leaves a pipe in a folder that it may write to: not where we were started, and not one of others."""
    named = os.environ.get("LG_WD", "")
    if not named or not os.access(named, os.W_OK | os.X_OK):
        folder = tempfile.mkdtemp(prefix="runewatch-pins-", dir=os.environ.get("RUNTIME_DIRECTORY"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        os.environ["LG_WD"] = folder


def _chip(lgpio: Any, folder: Path = Path("/dev")) -> int | None:
    """The number of the header's chip, by how it calls itself; None if none does."""
    closed = None
    for number in _numbers(folder):
        try:
            handle = lgpio.gpiochip_open(number)
        except Exception:
            closed = folder / f"gpiochip{number}"
            continue
        try:
            label = str(lgpio.gpio_get_chip_info(handle)[-1])
        finally:
            lgpio.gpiochip_close(handle)
        if label.startswith(CHIPS):
            return number
    if closed is not None and not os.access(closed, os.R_OK | os.W_OK):
        raise PinFactoryError(
            N_("{path} is not for this user: put the user into the group gpio"), path=str(closed)
        )
    if not _has_any(folder):
        raise PinFactoryError(N_("this system has no /dev/gpiochip: its kernel is not one for a Pi"))
    return None


def _numbers(folder: Path) -> Iterator[int]:
    found = [path.name.removeprefix("gpiochip") for path in folder.glob("gpiochip*")]
    yield from sorted(int(number) for number in found if number.isdecimal())


def _has_any(folder: Path) -> bool:
    return any(True for _ in _numbers(folder))


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
