"""What is wired to which pin, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from device.buttons import HOLD


@dataclass(frozen=True, slots=True)
class Light:
    """A light of one colour on one pin; on three (red, green, blue) it is a colour of a light that has several."""

    name: str
    colour: str
    pins: tuple[int, ...]
    active_low: bool = False
    brightness: float = 1.0


@dataclass(frozen=True, slots=True)
class Button:
    """A button; ``pull`` is the resistor on the board: ``up``, ``down`` or ``none``."""

    name: str
    pin: int
    active_low: bool = True
    pull: str = "up"


@dataclass(frozen=True, slots=True)
class Buzzer:
    """A buzzer; one without a tone of its own is given one, in hertz."""

    pin: int
    active_low: bool = False
    tone: int = 0


@dataclass(frozen=True, slots=True)
class Lamp:
    """A lamp over the table, behind a transistor or a relay."""

    pin: int
    active_low: bool = False


@dataclass(frozen=True, slots=True)
class Screen:
    """A display: ``digits`` on two pins of any kind, or an ``oled`` on those of the I2C bus."""

    kind: str
    clock: int
    data: int
    brightness: float = 1.0


@dataclass(frozen=True, slots=True)
class Wiring:
    """The whole box."""

    lights: tuple[Light, ...] = ()
    buttons: tuple[Button, ...] = ()
    buzzer: Buzzer | None = None
    lamp: Lamp | None = None
    screen: Screen | None = None
    hold: float = HOLD
