"""Displays: the digits as the chip behind two lines reads them, and an OLED through a stand-in for its library."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest

from device.display import COLON, SEGMENTS, Digits, Oled, Sign
from device.faults import DisplayError


class Chip:
    """A TM1637: it watches its two lines and takes what they say."""

    def __init__(self) -> None:
        self.clock = self.data = 1.0
        self.bits: list[int] = []
        self.is_listening = False
        self.telegrams: list[list[int]] = []
        self.closed = 0

    def line(self, name: str) -> Any:
        def write(level: float) -> None:
            before = getattr(self, name)
            setattr(self, name, level)
            if name == "clock" and not before and level and self.is_listening:
                self.bits.append(round(self.data))
            elif name == "data" and self.clock and level != before:
                self.turn(begins=not level)

        def close() -> None:
            self.closed += 1

        return SimpleNamespace(write=write, close=close)

    def turn(self, *, begins: bool) -> None:
        """Data moves while the clock is high: a telegram begins, or ends."""
        if not begins:
            # the clock went up once more for the stop
            bits = self.bits[:-1]
            assert len(bits) % 9 == 0, bits
            telegram = [bits[i : i + 9] for i in range(0, len(bits), 9)]
            assert all(nine[8] == 0 for nine in telegram), "the chip would answer against us"
            self.telegrams.append([sum(bit << i for i, bit in enumerate(nine[:8])) for nine in telegram])
        self.is_listening, self.bits = begins, []

    @property
    def shows(self) -> tuple[str, bool, int]:
        """The digits, the colon and the brightness that were told last."""
        write, place, control = self.telegrams[-3:]
        assert write == [0x40]
        assert place[0] == 0xC0
        assert control[0] & 0xF8 == 0x88
        signs = {code: sign for sign, code in SEGMENTS.items()}
        return "".join(signs[code & 0x7F] for code in place[1:]), bool(place[2] & COLON), control[0] & 7


@pytest.fixture
def chip() -> Chip:
    return Chip()


def digits(chip: Chip, brightness: float = 1.0) -> Digits:
    return Digits(chip.line("clock"), chip.line("data"), brightness)


def test_scores_are_read_by_the_chip(chip: Chip) -> None:
    display = digits(chip)
    display.show(Sign("12 7", colon=True))
    assert chip.shows == ("12 7", True, 7)
    display.show(Sign("9"))
    assert chip.shows == ("   9", False, 7)


@pytest.mark.parametrize("text", ["", "12345", "ab-1", "0-89"])
def test_any_text_is_four_digits(chip: Chip, text: str) -> None:
    digits(chip).show(Sign(text))
    assert len(chip.shows[0]) == 4


def test_brightness(chip: Chip) -> None:
    digits(chip, 0.5).show(Sign("1"))
    assert chip.shows[2] == 4


def test_it_is_blank_when_it_is_closed(chip: Chip) -> None:
    display = digits(chip)
    display.show(Sign("1234"))
    display.close()
    assert chip.shows[0] == "    "
    assert chip.closed == 2


# -- the OLED -------------------------------------------------------------------------------------------


class Luma:
    """As much of luma as is used."""

    def __init__(self) -> None:
        self.drawn: list[tuple[tuple[int, int], str]] = []
        self.is_clean, self.fails = False, False

    def install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        modules = {
            "luma.core.render": SimpleNamespace(canvas=self.canvas),
            "luma.core.interface.serial": SimpleNamespace(i2c=self.i2c),
            "luma.oled.device": SimpleNamespace(
                ssd1306=lambda bus: SimpleNamespace(bus=bus, cleanup=self.cleanup)
            ),
        }
        for name, module in modules.items():
            monkeypatch.setitem(sys.modules, name, module)
        for name in ("luma", "luma.core", "luma.core.interface", "luma.oled"):
            monkeypatch.setitem(sys.modules, name, SimpleNamespace(__path__=[]))

    def i2c(self, port: int, address: int) -> tuple[int, int]:
        if self.fails:
            raise OSError("No such file or directory: /dev/i2c-1")
        return port, address

    @contextmanager
    def canvas(self, device: Any) -> Any:
        if self.fails:
            raise OSError("Remote I/O error")
        assert device.bus == (1, 0x3C)
        self.drawn = []
        yield SimpleNamespace(text=lambda place, text, fill: self.drawn.append((place, text)))

    def cleanup(self) -> None:
        self.is_clean = True


def test_an_oled_shows_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    luma = Luma()
    luma.install(monkeypatch)
    oled = Oled()
    oled.show(Sign(lines=("> Ana 12", "  Leo 7")))
    assert luma.drawn == [((0, 0), "> Ana 12"), ((0, 16), "  Leo 7")]
    oled.show(Sign(lines=tuple("abcde")))
    assert [place[1] for place, _ in luma.drawn] == [0, 12, 24, 36, 48]
    luma.fails = True
    with pytest.raises(DisplayError, match="no longer answers"):
        oled.show(Sign())
    oled.close()
    assert luma.is_clean


def test_an_oled_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    luma = Luma()
    luma.install(monkeypatch)
    luma.fails = True
    with pytest.raises(DisplayError, match="raspi-config"):
        Oled()


def test_a_library_that_is_missing_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "luma.core.render", None)
    with pytest.raises(DisplayError, match=r"luma.oled, which is missing"):
        Oled()
