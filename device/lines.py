"""One line of the header each: what is lit and what is pressed, through gpiozero."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol


class Output(Protocol):
    """Something with a brightness: a light, a buzzer, a lamp."""

    def write(self, level: float) -> None:
        """From now on as bright or loud as this, 0 to 1."""

    def close(self) -> None:
        """Dark, and free for others. More than once does no harm."""


class Input(Protocol):
    """Something that can be pressed; it calls whoever opened it with every edge."""

    def is_down(self) -> bool:
        """Whether it is pressed at this moment."""

    def close(self) -> None:
        """Free for others. More than once does no harm."""


Edge = Callable[[bool], None]
"""Called when a button went down, or up."""

BOUNCE = 0.005
"""Seconds for which a contact must be quiet before it is believed; longer bounces are told by ``buttons``."""
FLICKER = 100
"""Times a second a dimmed light goes on and off; more cannot be seen and costs more."""


class GpioOutput:
    """A pin that is driven: switched, or dimmed by pulses where it is not to be fully bright."""

    def __init__(
        self, factory: Any, pin: int, *, active_low: bool = False, brightness: float = 1.0, tone: int = 0
    ) -> None:
        gpiozero = import_module("gpiozero")
        self._pulses = bool(tone) or brightness < 1
        # a tone is half on and half off, whatever its loudness is to be
        self._full = 0.5 if tone else brightness
        if self._pulses:
            self._device: Any = gpiozero.PWMOutputDevice(
                pin, active_high=not active_low, frequency=tone or FLICKER, pin_factory=factory
            )
        else:
            self._device = gpiozero.OutputDevice(pin, active_high=not active_low, pin_factory=factory)

    def write(self, level: float) -> None:
        self._device.value = level * self._full if self._pulses else level >= 0.5

    def close(self) -> None:
        self._device.close()


class GpioInput:
    """A pin that is listened to. ``pull`` is ``up``, ``down`` or ``none``, where a resistor is wired."""

    def __init__(self, factory: Any, pin: int, edge: Edge, *, active_low: bool = True, pull: str = "up") -> None:
        form = import_module("gpiozero").Button
        pulled = {"up": True, "down": False, "none": None}[pull]
        state = {"active_state": not active_low} if pulled is None else {}
        self._device: Any = form(pin, pull_up=pulled, bounce_time=BOUNCE, pin_factory=factory, **state)
        self._device.when_pressed = lambda: edge(True)
        self._device.when_released = lambda: edge(False)

    def is_down(self) -> bool:
        return bool(self._device.is_pressed)

    def close(self) -> None:
        if self._device.pin is not None:
            # gpiozero leaves the callback of lgpio behind, and a press after that is a traceback
            self._device.pin.when_changed = None
        self._device.close()


MIXED = {"red": (1.0, 0.0, 0.0), "yellow": (1.0, 0.6, 0.0), "green": (0.0, 1.0, 0.0)}
"""How much red, green and blue makes a colour."""


class Rgb:
    """A light of three, one pin each, that can take several colours: the brightest wish wins in each of them."""

    def __init__(self, parts: tuple[Output, Output, Output]) -> None:
        self._parts = parts
        self._levels: dict[str, float] = {}

    def colour(self, name: str) -> Output:
        """One of its colours, as a light of its own."""
        return _Colour(self, name)

    def write(self, colour: str, level: float) -> None:
        self._levels[colour] = level
        for number, part in enumerate(self._parts):
            part.write(max(MIXED[name][number] * wish for name, wish in self._levels.items()))

    def close(self) -> None:
        for part in self._parts:
            part.close()


class _Colour:
    def __init__(self, light: Rgb, name: str) -> None:
        self._light, self._name = light, name

    def write(self, level: float) -> None:
        self._light.write(self._name, level)

    def close(self) -> None:
        self._light.close()
