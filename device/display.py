"""What a small display shows, and the two kinds there are: four digits (TM1637), and an OLED of 128 by 64 dots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from device.faults import DisplayError
from engine.errors import N_

if TYPE_CHECKING:
    from device.lines import Output


@dataclass(frozen=True, slots=True)
class Sign:
    """What is to be read: four characters, a colon between them or not; some lines where there is room."""

    digits: str = ""
    colon: bool = False
    lines: tuple[str, ...] = ()


class Display(Protocol):
    """Something to read from. It shows what it can of a sign."""

    def show(self, sign: Sign) -> None:
        """This, from now on. Raises DisplayError."""

    def close(self) -> None:
        """Blank, and free for others. More than once does no harm."""


SEGMENTS = {
    "0": 0x3F, "1": 0x06, "2": 0x5B, "3": 0x4F, "4": 0x66, "5": 0x6D, "6": 0x7D, "7": 0x07, "8": 0x7F, "9": 0x6F,
    "-": 0x40, " ": 0x00,
}  # fmt: skip
"""The seven segments of each character, clockwise from the top, the middle one last: one bit each."""
COLON = 0x80
WIDTH = 4

_WRITE, _FROM_FIRST, _ON = 0x40, 0xC0, 0x88


class Digits:
    """Four digits behind a TM1637, on two pins. It is only talked to, so any two outputs will do.

    The chip answers each byte by pulling its data line low. We hold it low ourselves meanwhile: nobody listens,
    and the two never pull against each other.
    """

    def __init__(self, clock: Output, data: Output, brightness: float = 1.0) -> None:
        self._clock, self._data = clock, data
        self._bright = min(round(brightness * 7), 7)
        self._clock.write(1)
        self._data.write(1)

    def show(self, sign: Sign) -> None:
        codes = [SEGMENTS.get(sign, 0) for sign in sign.digits.rjust(WIDTH)[:WIDTH]]
        if sign.colon:
            codes[1] |= COLON
        self._send(codes)

    def close(self) -> None:
        self._send([0] * WIDTH)
        self._clock.close()
        self._data.close()

    def _send(self, codes: Sequence[int]) -> None:
        self._say(_WRITE)
        self._say(_FROM_FIRST, *codes)
        self._say(_ON | self._bright)

    def _say(self, *values: int) -> None:
        """Some bytes between a start (data falls while the clock is high) and a stop (data rises)."""
        self._data.write(0)
        for value in values:
            for bit in range(8):
                self._tick(value >> bit & 1)
            self._tick(0)
        self._clock.write(0)
        self._data.write(0)
        self._clock.write(1)
        self._data.write(1)

    def _tick(self, bit: int) -> None:
        self._clock.write(0)
        self._data.write(bit)
        self._clock.write(1)


HEIGHT, ROOM = 16, 64
"""Dots from one line of an OLED to the next, and in all."""


class Oled:
    """An OLED with an SSD1306 on the I2C bus, through luma.oled."""

    def __init__(self, address: int = 0x3C) -> None:
        try:
            self._canvas: Any = import_module("luma.core.render").canvas
            bus = import_module("luma.core.interface.serial").i2c(port=1, address=address)
            self._device: Any = import_module("luma.oled.device").ssd1306(bus)
        except ImportError as error:
            raise DisplayError(
                N_("the OLED needs the library luma.oled, which is missing: install runewatch[oled]")
            ) from error
        except Exception as error:
            raise DisplayError(
                N_("no OLED answers: see to its four wires, and that I2C is on in raspi-config ({why})"),
                why=str(error) or type(error).__name__,
            ) from error

    def show(self, sign: Sign) -> None:
        try:
            with self._canvas(self._device) as draw:
                step = min(HEIGHT, ROOM // max(len(sign.lines), 1))
                for number, line in enumerate(sign.lines):
                    draw.text((0, number * step), line, fill="white")
        except Exception as error:
            raise DisplayError(
                N_("the OLED no longer answers: see to its wires ({why})"), why=str(error) or type(error).__name__
            ) from error

    def close(self) -> None:
        self._device.cleanup()
