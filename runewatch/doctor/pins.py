"""The check of the pins that lights and buttons are wired to."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.errors import N_
from runewatch.doctor.finding import Finding, fine, note, said, wrong

BUSES: Mapping[str, frozenset[int]] = {
    "I2C": frozenset({2, 3}),
    "SPI": frozenset({7, 8, 9, 10, 11}),
    "UART": frozenset({14, 15}),
    "ID": frozenset({0, 1}),
}
"""What pins are also for."""

Opener = Callable[[str, int], None]
"""Opens a pin for the key that names it, and closes it again; fails if that cannot be."""


def check_pins(wanted: Mapping[str, tuple[int, ...]], has_header: bool, opener: Callable[[], Opener]) -> Finding:
    """Whether the pins of the settings can be used. ``opener`` fails where nothing can open pins."""
    if not has_header:
        return note(
            "pins",
            said(N_("This machine has no pins; simulated lights and buttons take the place of real ones.")),
            said(N_("Nothing; they are on the page.")),
        )
    try:
        open_pin = opener()
    except Exception as error:  # libraries for pins fail in many ways of their own
        return wrong(
            "pins",
            said(N_("gpiozero cannot be used: {why}"), why=_reason(error)),
            said(N_("Install it: sudo apt install python3-gpiozero python3-lgpio.")),
        )
    closed = tuple(_closed(wanted, open_pin))
    if closed:
        return wrong(
            "pins",
            said(N_("Not every pin can be opened: {pins}"), pins=closed),
            said(N_("End what else uses them, a running Runewatch too, and put this user into the group gpio.")),
        )
    return _opened(wanted)


def _closed(wanted: Mapping[str, tuple[int, ...]], open_pin: Opener) -> list[str]:
    """Each pin that cannot be opened, with its key and the reason."""
    found = []
    for key, pins in wanted.items():
        for pin in pins:
            try:
                open_pin(key, pin)
            except Exception as error:  # as above
                found.append(f"{pin} ({key}): {_reason(error)}")
    return found


def _opened(wanted: Mapping[str, tuple[int, ...]]) -> Finding:
    every = [pin for pins in wanted.values() for pin in pins]
    shared = tuple(f"{pin} ({bus})" for pin in every for bus, own in BUSES.items() if pin in own)
    if shared:
        return note(
            "pins",
            said(N_("Pins that are also for something else: {pins}"), pins=shared),
            said(N_("Leave I2C, SPI or the serial port switched off in raspi-config, or wire it otherwise.")),
        )
    return fine("pins", said(N_("All {count} pins can be opened."), count=len(every)))


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
