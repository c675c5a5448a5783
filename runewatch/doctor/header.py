"""The pins of this machine, through gpiozero, where that is installed."""

from __future__ import annotations

import os
from importlib import import_module
from pathlib import Path

from runewatch.doctor.pins import Opener

_MODEL = Path("/proc/device-tree/model")
_FACTORY = "GPIOZERO_PIN_FACTORY"


def has_header() -> bool:
    """Whether this is a Raspberry Pi, or somebody chose what stands in for its pins."""
    if os.environ.get(_FACTORY):
        return True
    try:
        return "Raspberry Pi" in _MODEL.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False


def opener() -> Opener:
    """What opens pins: as a button where a key of buttons names it, else as a light that stays dark."""
    # no dependency of ours: on a Pi it comes with the system
    gpiozero = import_module("gpiozero")

    def open_pin(key: str, pin: int) -> None:
        form = gpiozero.Button if key.startswith("buttons.") else gpiozero.LED
        form(pin).close()

    return open_pin
