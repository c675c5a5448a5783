"""The check of the pins that lights, buttons and the rest are wired to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from device.faults import PinFactoryError
from engine.errors import N_
from runewatch.doctor.finding import Finding, fine, note, said, wrong

if TYPE_CHECKING:
    from device.panel import Panel

BUSES: Mapping[str, frozenset[int]] = {
    "I2C": frozenset({2, 3}),
    "SPI": frozenset({7, 8, 9, 10, 11}),
    "UART": frozenset({14, 15}),
    "ID": frozenset({0, 1}),
}
"""What pins are also for."""


def check_pins(wanted: Mapping[str, tuple[int, ...]], opened: Callable[[], Panel]) -> Finding:
    """Whether the pins of the settings can be used: ``opened`` opens all of them, and they are closed again."""
    panel = opened()
    panel.close()
    return panel_finding(wanted, panel)


def panel_finding(wanted: Mapping[str, tuple[int, ...]], panel: Panel) -> Finding:
    """The same of a panel that somebody has opened."""
    unreached = next((fault for fault in panel.faults if isinstance(fault, PinFactoryError)), None)
    if unreached is not None:
        return wrong(
            "pins", unreached, said(N_("Until then simulated lights and buttons take the place of real ones."))
        )
    if panel.pins.is_simulated:
        return note(
            "pins",
            said(N_("Simulated lights and buttons take the place of real ones: {why}."), why=panel.pins.why),
            said(N_("Nothing; they are on the page.")),
        )
    if panel.faults:
        return wrong(
            "pins",
            panel.faults[0],
            said(
                N_(
                    "Lines that cannot be used: {count}. The rest works; runewatch box test tries them one by one."
                ),
                count=len(panel.faults),
            ),
        )
    return _opened(wanted, panel)


def _opened(wanted: Mapping[str, tuple[int, ...]], panel: Panel) -> Finding:
    # an OLED is what the I2C bus is for
    is_oled = panel.wiring.screen is not None and panel.wiring.screen.kind == "oled"
    every = [
        pin for key, pins in wanted.items() for pin in pins if not (is_oled and key.startswith("display."))
    ]  # fmt: skip
    shared = tuple(f"{pin} ({bus})" for pin in every for bus, own in BUSES.items() if pin in own)
    if shared:
        return note(
            "pins",
            said(N_("Pins that are also for something else: {pins}"), pins=shared),
            said(N_("Leave I2C, SPI or the serial port switched off in raspi-config, or wire it otherwise.")),
        )
    message = N_("All {count} pins can be used, through {name}.")
    return fine("pins", said(message, count=sum(map(len, wanted.values())), name=panel.pins.name))
