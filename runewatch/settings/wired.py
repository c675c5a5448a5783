"""Which pins the settings use, and what cannot be wired like that."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from engine.errors import N_
from runewatch.settings.forms import KEYS, Settings
from runewatch.settings.rules import Pin, SettingsError, Several

OLED_PINS: Mapping[str, int] = {"display.clock": 3, "display.data": 2}
"""An OLED is on the I2C bus, whatever is set."""
PULLED_UP = (2, 3)
"""Pins with a resistor to 3.3 V on the board that cannot be switched off."""
_STANDING = ("lights.in_step", "lights.in_doubt", "lights.out_of_step")

Fault = tuple[str, SettingsError]
"""What is wrong, after the key to blame for it."""


def pins(settings: Settings) -> dict[str, tuple[int, ...]]:
    """The pins that are in use, by the keys that name them."""
    found = {name: _pins(settings.value(name)) for name in _PIN_KEYS}
    for name in _STANDING if settings.lights.rgb else ("lights.rgb",):
        found[name] = ()
    for name, pin in OLED_PINS.items():
        if settings.display.kind != "digits":
            found[name] = (pin,) if settings.display.kind == "oled" else ()
    return {name: used for name, used in found.items() if used}


def faults(settings: Settings) -> Iterator[Fault]:
    """All that cannot be wired like that."""
    used = pins(settings)
    yield from _shared(used, settings.origins)
    if len(settings.lights.rgb) not in (0, 3):
        yield _fault(
            "lights.rgb", N_("{key} must name three pins, red, green and blue, or none"),
        )  # fmt: skip
    for name in ("lights.active_low", "buttons.active_high", "buttons.no_pull"):
        part = name.partition(".")[0]
        known = [pin for key in used if key.partition(".")[0] == part for pin in used[key]]
        yield from _strays(name, settings.value(name), known)
    for name in ("buttons.active_high", "buttons.no_pull"):
        for pin in PULLED_UP:
            if pin in settings.value(name):
                yield _fault(
                    name,
                    N_("{key}: the board pulls pin {pin} up; connect its button to ground, or take another pin"),
                    pin=pin,
                )


def _shared(used: Mapping[str, tuple[int, ...]], chosen: Collection[str]) -> Iterator[Fault]:
    """Pins that are used twice."""
    taken: dict[int, str] = {}
    # what somebody chose comes last, so that no default is blamed for it
    for name in sorted(used, key=lambda name: name in chosen):
        for pin in used[name]:
            if pin in taken:
                yield _fault(name, N_("{key}: pin {pin} is used by {other} already"), pin=pin, other=taken[pin])
            taken[pin] = name


def _strays(name: str, listed: tuple[int, ...], known: list[int]) -> Iterator[Fault]:
    """Pins about which something is said, though nothing is there."""
    for pin in listed:
        if pin not in known:
            there = ", ".join(map(str, known))
            yield _fault(name, N_("{key}: nothing is wired to pin {pin}; used are: {pins}"), pin=pin, pins=there)


def _fault(key: str, message: str, **facts: str | int) -> Fault:
    return key, SettingsError(message, key=key, **facts)


def _pins(value: int | tuple[int, ...] | None) -> tuple[int, ...]:
    if value is None:
        return ()
    return value if isinstance(value, tuple) else (value,)


def _claims(name: str) -> bool:
    rule = KEYS[name].rule
    pin = rule.of if isinstance(rule, Several) else rule
    return isinstance(pin, Pin) and pin.claims


_PIN_KEYS = [name for name in KEYS if _claims(name)]
