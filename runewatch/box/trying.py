"""Every line of the box tried, one after the other: is each light lit, is each button felt?"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue

from device.buttons import Press
from device.display import Sign
from device.opening import BUZZER, LAMP, SCREEN
from device.panel import Panel
from device.patterns import CHIME, DARK, STEADY
from device.wiring import Button, Light
from engine.errors import N_
from runewatch.doctor.finding import Finding, Said, fine, said, wrong

TOUCH = 0.05
"""Seconds for which a script holds a twin of a button."""
_SHOWN = Sign("1234", True, ("Runewatch", "12:34"))


@dataclass(frozen=True, slots=True)
class Times:
    """How long things take: each light is lit for ``lit`` seconds, each button waited for at most ``wait``."""

    lit: float = 1.0
    wait: float = 15.0
    steady: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


def _nobody(_: Said) -> None:
    """Nobody is there to be asked."""


@dataclass(frozen=True, slots=True)
class Trial:
    """A box that is tried, playing in its own thread. ``ask`` hears what people are to do next."""

    panel: Panel
    presses: SimpleQueue[Press]
    ask: Callable[[Said], object] = _nobody
    times: Times = field(default_factory=Times)

    def run(self) -> Iterator[Finding]:
        """What is found, as it is found. Lines that could not be opened are told first, and passed over."""
        for fault in self.panel.faults:
            yield wrong("pins", fault, said(N_("Mend that and run this again; a match can be played without.")))
        for light in self.panel.wiring.lights:
            if self._is_there(light.name):
                yield self._lit(light)
        yield from self._others()
        for button in self.panel.wiring.buttons:
            if self._is_there(button.name):
                yield self._pressed(button)

    def _is_there(self, name: str) -> bool:
        return self.panel.pins.is_simulated or self.panel.is_real(name)

    def _lit(self, light: Light) -> Finding:
        self._for_a_while(lambda is_lit: self.panel.show(light.name, STEADY if is_lit else DARK))
        pins = ", ".join(map(str, light.pins))
        message = N_("Light {name} ({colour}, pin {pins}) was lit.")
        return fine("light", said(message, name=light.name, colour=light.colour, pins=pins))

    def _others(self) -> Iterator[Finding]:
        """What there is only one of."""
        wiring = self.panel.wiring
        if wiring.buzzer is not None and self._is_there(BUZZER):
            self.panel.sound(CHIME)
            self.times.sleep(self.times.lit)
            yield fine("buzzer", said(N_("The buzzer on pin {pin} sounded."), pin=wiring.buzzer.pin))
        if wiring.lamp is not None and self._is_there(LAMP):
            self._for_a_while(self.panel.light)
            yield fine("lamp", said(N_("The lamp on pin {pin} was lit."), pin=wiring.lamp.pin))
        if wiring.screen is not None and self._is_there(SCREEN):
            self._for_a_while(lambda is_lit: self.panel.sign(_SHOWN if is_lit else Sign()))
            yield fine("display", said(N_("The display showed {shown}."), shown=_SHOWN.lines[-1]))

    def _for_a_while(self, switch: Callable[[bool], object]) -> None:
        switch(True)
        self.times.sleep(self.times.lit)
        switch(False)

    def _pressed(self, button: Button) -> Finding:
        while not self.presses.empty():
            self.presses.get_nowait()
        if self.panel.is_real(button.name):
            self.ask(said(N_("Press {name} (pin {pin})."), name=button.name, pin=button.pin))
        else:
            self.panel.edge(button.name, True)
            self.times.sleep(TOUCH)
            self.panel.edge(button.name, False)
        if self._is_felt(button):
            return fine(
                "button", said(N_("Button {name} (pin {pin}) was felt."), name=button.name, pin=button.pin)
            )
        return wrong(
            "button",
            said(N_("Button {name} (pin {pin}) was not felt."), name=button.name, pin=button.pin),
            said(N_("See to its two wires; runewatch box wiring shows where they go.")),
        )

    def _is_felt(self, button: Button) -> bool:
        until = self.times.steady() + self.times.wait
        while (left := until - self.times.steady()) > 0:
            try:
                press = self.presses.get(timeout=left)
            except Empty:
                return False
            if press.name == button.name:
                return True
            self.ask(said(N_("That was {other}; press {name}."), other=press.name, name=button.name))
        return False
