"""Which way to the pins is taken, and why; on every Pi, and on none."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from device import pins
from device.faults import PinFactoryError, pin_error
from device.pins import choose, open_factory, pi_revision

PI_4, PI_5, ZERO_2, FIRST = 0xC03115, 0xD04170, 0x902120, 0x000E


def opener(**failing: str) -> Callable[[str], Any]:
    def open_it(name: str) -> Any:
        if name in failing:
            raise ImportError(failing[name])
        return SimpleNamespace(close=lambda: None, name=name)

    return open_it


def chosen(wanted: str = "auto", revision: int | None = PI_4, **more: Any) -> pins.Pins:
    return choose(wanted, environ=more.pop("environ", {}), revision=lambda: revision, opener=opener(**more))


@pytest.mark.parametrize("revision", [PI_4, PI_5, ZERO_2, FIRST])
def test_lgpio_comes_first(revision: int) -> None:
    found = chosen(revision=revision)
    assert (found.name, found.is_simulated) == ("lgpio", False)
    assert "every Pi" in found.why


@pytest.mark.parametrize("revision", [PI_4, ZERO_2, FIRST])
def test_rpi_gpio_where_lgpio_is_missing(revision: int) -> None:
    found = chosen(revision=revision, lgpio="No module named 'lgpio'")
    assert found.name == "rpigpio"
    assert found.facts["failed"] == "No module named 'lgpio'"


def module(monkeypatch: pytest.MonkeyPatch, **content: Any) -> None:
    """What is installed as RPi.GPIO."""
    gpio = SimpleNamespace(**content)
    monkeypatch.setitem(sys.modules, "RPi", SimpleNamespace(GPIO=gpio))
    monkeypatch.setitem(sys.modules, "RPi.GPIO", gpio)


def test_on_a_pi_5_only_what_stands_in_for_rpi_gpio_will_do(monkeypatch: pytest.MonkeyPatch) -> None:
    module(monkeypatch, VERSION="0.7.1")
    with pytest.raises(PinFactoryError, match="does not know the pins of a Pi 5"):
        chosen(revision=PI_5, lgpio="broken")
    module(monkeypatch, VERSION="0.7.2", lgpio=object())
    assert chosen(revision=PI_5, lgpio="broken").name == "rpigpio"


def test_no_library_at_all_is_told_with_both_reasons() -> None:
    with pytest.raises(PinFactoryError, match=r"lgpio: one; RPi\.GPIO: two; install python3-lgpio"):
        chosen(lgpio="one", rpigpio="two")


def test_what_lgpio_says_to_do_is_said_alone() -> None:
    def forbid(name: str) -> Any:
        raise PinFactoryError("put the user into the group gpio") if name == "lgpio" else OSError("no memory")

    with pytest.raises(PinFactoryError, match=r"^put the user into the group gpio$"):
        choose(environ={}, revision=lambda: PI_4, opener=forbid)


def test_a_laptop_has_twins() -> None:
    found = chosen(revision=None)
    assert (found.name, found.is_simulated, found.why) == ("simulated", True, "this machine has no pins")
    found.close()


def test_wishes_come_first() -> None:
    environ = {"GPIOZERO_PIN_FACTORY": "mock"}
    assert chosen("rpigpio", None, environ=environ).name == "rpigpio"
    assert chosen("rpigpio", None).why == "the settings say so"
    assert chosen("simulated", PI_4, environ=environ).is_simulated
    found = chosen(revision=None, environ=environ)
    assert (found.name, found.why) == ("mock", "GPIOZERO_PIN_FACTORY says so")


def test_a_wish_that_fails_is_told_and_nothing_else_is_taken() -> None:
    with pytest.raises(PinFactoryError, match="through lgpio, though the settings say so: no chip"):
        chosen("lgpio", lgpio="no chip")
    with pytest.raises(PinFactoryError, match="there is no gpiod; there are: lgpio,"):
        choose(environ={"GPIOZERO_PIN_FACTORY": "gpiod"})


def test_gpiozeros_own_names_are_understood() -> None:
    found = choose(environ={"GPIOZERO_PIN_FACTORY": "Mock"})
    assert type(found.factory).__name__ == "MockFactory"
    found.close()


# -- which Pi -------------------------------------------------------------------------------------------


def test_the_revision_is_read(tmp_path: Path) -> None:
    assert pi_revision(tmp_path) is None
    (tmp_path / "proc").mkdir()
    cpuinfo = tmp_path / "proc" / "cpuinfo"
    cpuinfo.write_text("processor\t: 0\nmodel name\t: a laptop\n")
    assert pi_revision(tmp_path) is None
    cpuinfo.write_text("Revision\t: nonsense\n")
    assert pi_revision(tmp_path) is None
    cpuinfo.write_text("Hardware\t: BCM2835\nRevision\t: c03115\n")
    assert pi_revision(tmp_path) == PI_4
    system = tmp_path / "proc" / "device-tree" / "system"
    system.mkdir(parents=True)
    (system / "linux,revision").write_bytes(PI_5.to_bytes(4, "big"))
    assert pi_revision(tmp_path) == PI_5


# -- lgpio's traps --------------------------------------------------------------------------------------


class Lgpio:
    """As much of lgpio as is used to find a chip."""

    def __init__(self, **labels: str) -> None:
        self.labels = labels
        self.is_open = False

    def gpiochip_open(self, number: int) -> str:
        assert not self.is_open
        name = f"gpiochip{number}"
        if not self.labels.get(name):
            raise OSError("can not open gpiochip")
        self.is_open = True
        return name

    def gpiochip_close(self, handle: str) -> None:
        self.is_open = False

    def gpio_get_chip_info(self, handle: str) -> tuple[int, int, str, str]:
        return 0, 58, handle, self.labels[handle]


def chip(folder: Path, **labels: str) -> int | None:
    for name in labels:
        (folder / name).touch()
    return pins._chip(Lgpio(**labels), folder)


def test_the_header_is_found_under_any_number(tmp_path: Path) -> None:
    assert chip(tmp_path, gpiochip0="gpio-brcmstb@107d508500", gpiochip4="pinctrl-rp1") == 4
    assert chip(tmp_path / ".", gpiochip0="pinctrl-rp1", gpiochip10="gpio-brcmstb@107d508500") == 0


def test_the_header_of_older_ones(tmp_path: Path) -> None:
    assert chip(tmp_path, gpiochip0="pinctrl-bcm2711", gpiochip1="raspberrypi-exp-gpio") == 0


def test_a_chip_of_another_name_is_left_to_gpiozero(tmp_path: Path) -> None:
    assert chip(tmp_path, gpiochip0="something") is None


def test_no_chip_and_no_permission_are_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PinFactoryError, match="no /dev/gpiochip"):
        chip(tmp_path)
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PinFactoryError, match="group gpio"):
        chip(tmp_path, gpiochip0="")


def test_lgpio_is_lent_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    monkeypatch.setitem(sys.modules, "lgpio", None)
    with pytest.raises(ImportError):
        open_factory("lgpio")
    folder = Path(os.environ["LG_WD"])
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o777 == 0o700
    with pytest.raises(ImportError):
        open_factory("lgpio")
    assert os.environ["LG_WD"] == str(folder)
    # one that is named but cannot be written to is no help
    monkeypatch.setenv("LG_WD", str(tmp_path / "none"))
    with pytest.raises(ImportError):
        open_factory("lgpio")
    assert Path(os.environ["LG_WD"]).parent == tmp_path
    monkeypatch.delenv("LG_WD")


def test_an_empty_lgpio_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LG_WD", "/tmp")
    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace())
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(PinFactoryError, match="lgpio: "):
        choose(environ={}, revision=lambda: PI_5)


# -- what a library raises ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (RuntimeError("GPIO busy"), "used by another program"),
        (OSError("pin GPIO17 is already in use by <LED>"), "used by another program"),
        (PermissionError(13, "Permission denied"), "group gpio"),
        (RuntimeError("No access to /dev/mem. Try running as root!"), "group gpio"),
        (RuntimeError("Failed to add edge detection"), "install lgpio"),
        (ValueError("strange"), "cannot be used: strange"),
        (ValueError(), "cannot be used: ValueError"),
    ],
)
def test_every_failure_is_a_sentence(error: Exception, words: str) -> None:
    assert words in str(pin_error(17, "in-step", error))
    assert "pin 17 (in-step)" in str(pin_error(17, "in-step", error))
