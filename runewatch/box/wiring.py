"""The wiring that the settings describe, and the names by which lights and buttons are spoken of."""

from __future__ import annotations

from collections.abc import Iterator

from device.wiring import Button, Buzzer, Lamp, Light, Screen, Wiring
from engine.errors import N_
from runewatch.settings import Settings
from runewatch.settings.hardware import ButtonSettings, LightSettings
from runewatch.settings.wired import OLED_PINS

IN_STEP, IN_DOUBT, OUT_OF_STEP = N_("in-step"), N_("in-doubt"), N_("out-of-step")
SIGNAL, ARBITER = "signal", "arbiter"
_SEAT, _BUTTON = "seat-", "button-"
# what is put together below, in the words of each language
SEATS = N_("seat-1"), N_("seat-2"), N_("seat-3"), N_("seat-4"), N_("seat-5")
BUTTONS = N_("button-1"), N_("button-2"), N_("button-3"), N_("button-4"), N_("button-5")


def light_of(seat: int) -> str:
    """The name of a seat's light; people count from one."""
    return f"{_SEAT}{seat + 1}"


def button_of(seat: int) -> str:
    """The name of a seat's button."""
    return f"{_BUTTON}{seat + 1}"


def seat_of(button: str) -> int | None:
    """Whose button this is; None if it is the arbiter's."""
    return int(button.removeprefix(_BUTTON)) - 1 if button.startswith(_BUTTON) else None


def wiring(settings: Settings) -> Wiring:
    """What hangs on which pin."""
    buzzer, lamp, display = settings.buzzer, settings.lamp, settings.display
    is_oled = display.kind == "oled"
    return Wiring(
        lights=tuple(_lights(settings.lights)),
        buttons=tuple(_buttons(settings.buttons)),
        buzzer=None if buzzer.pin is None else Buzzer(buzzer.pin, buzzer.active_low, buzzer.tone),
        lamp=None if lamp.pin is None else Lamp(lamp.pin, lamp.active_low),
        screen=None
        if display.kind == "none"
        else Screen(
            display.kind,
            OLED_PINS["display.clock"] if is_oled else display.clock,
            OLED_PINS["display.data"] if is_oled else display.data,
            display.brightness,
        ),
        hold=settings.buttons.hold_seconds,
    )


def _lights(chosen: LightSettings) -> Iterator[Light]:
    def light(name: str, colour: str, *pins: int) -> Light:
        return Light(name, colour, pins, pins[0] in chosen.active_low, chosen.brightness)

    standing = {
        (IN_STEP, N_("green")): chosen.in_step,
        (IN_DOUBT, N_("yellow")): chosen.in_doubt,
        (OUT_OF_STEP, N_("red")): chosen.out_of_step,
    }
    for (name, colour), pin in standing.items():
        pins = chosen.rgb or (() if pin is None else (pin,))
        if pins:
            yield light(name, colour, *pins)
    for seat, pin in enumerate(chosen.seats):
        yield light(light_of(seat), N_("white"), pin)
    if chosen.signal is not None:
        yield light(SIGNAL, N_("blue"), chosen.signal)


def _buttons(chosen: ButtonSettings) -> Iterator[Button]:
    named = [(button_of(seat), pin) for seat, pin in enumerate(chosen.seats)]
    named += [] if chosen.arbiter is None else [(ARBITER, chosen.arbiter)]
    for name, pin in named:
        active_low = pin not in chosen.active_high
        pull = "none" if pin in chosen.no_pull else "up" if active_low else "down"
        yield Button(name, pin, active_low, pull)
