"""The wiring, opened: real lines where there are pins, twins for those that cannot be had."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from device.display import Digits, Display, Oled
from device.faults import pin_error
from device.lines import GpioInput, GpioOutput, Input, Output, Rgb
from device.pins import Pins
from device.twins import TwinDisplay, TwinInput, TwinOutput
from device.wiring import Button, Light, Screen, Wiring
from engine.errors import RunewatchError

BUZZER, LAMP, SCREEN = "buzzer", "lamp", "display"


@dataclass(slots=True)
class Opened:
    """Everything that is wired, by name; what could not be opened is a twin, and among the faults."""

    outputs: dict[str, Output] = field(default_factory=dict)
    """Lights, buzzer and lamp."""
    buttons: dict[str, Input] = field(default_factory=dict)
    display: Display | None = None
    faults: list[RunewatchError] = field(default_factory=list)


def open_wiring(wiring: Wiring, pins: Pins, edge: Callable[[str, bool], None]) -> Opened:
    """Opens all of it. ``edge`` is called with the name of a button that went down, or up."""
    return _Opening(pins, edge).all(wiring)


class _Opening:
    def __init__(self, pins: Pins, edge: Callable[[str, bool], None]) -> None:
        self._factory, self._edge = pins.factory, edge
        self._rgb: dict[tuple[int, ...], Rgb] = {}
        self._found = Opened()

    def all(self, wiring: Wiring) -> Opened:
        found = self._found
        found.outputs = {light.name: self._light(light) for light in wiring.lights}
        found.buttons = {button.name: self._button(button) for button in wiring.buttons}
        if (buzzer := wiring.buzzer) is not None:
            found.outputs[BUZZER] = self._output(BUZZER, buzzer.pin, buzzer.active_low, tone=buzzer.tone)
        if (lamp := wiring.lamp) is not None:
            found.outputs[LAMP] = self._output(LAMP, lamp.pin, lamp.active_low)
        if wiring.screen is not None:
            found.display = self._display(wiring.screen)
        return found

    def _light(self, light: Light) -> Output:
        if len(light.pins) == 1:
            return self._output(light.name, light.pins[0], light.active_low, light.brightness)
        if light.pins not in self._rgb:
            red, green, blue = (
                self._output(light.name, pin, light.active_low, light.brightness) for pin in light.pins
            )
            self._rgb[light.pins] = Rgb((red, green, blue))
        return self._rgb[light.pins].colour(light.colour)

    def _output(self, name: str, pin: int, active_low: bool, brightness: float = 1.0, tone: int = 0) -> Output:
        if self._factory is None:
            return TwinOutput()
        try:
            return GpioOutput(self._factory, pin, active_low=active_low, brightness=brightness, tone=tone)
        except Exception as error:  # libraries for pins fail in many ways of their own
            self._found.faults.append(pin_error(pin, name, error))
            return TwinOutput()

    def _button(self, button: Button) -> Input:
        def edge(is_down: bool, name: str = button.name) -> None:
            self._edge(name, is_down)

        if self._factory is None:
            return TwinInput(edge)
        try:
            return GpioInput(self._factory, button.pin, edge, active_low=button.active_low, pull=button.pull)
        except Exception as error:  # as above
            self._found.faults.append(pin_error(button.pin, button.name, error))
            return TwinInput(edge)

    def _display(self, screen: Screen) -> Display:
        if self._factory is None:
            return TwinDisplay()
        try:
            if screen.kind == "oled":
                return Oled()
            clock, data = (self._output(SCREEN, pin, False) for pin in (screen.clock, screen.data))
            return Digits(clock, data, screen.brightness)
        except Exception as error:  # as above
            self._found.faults.append(pin_error(screen.data, SCREEN, error))
            return TwinDisplay()
