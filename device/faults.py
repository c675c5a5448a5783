"""What can go wrong with pins: each a sentence that says what to do. The rest of the box stays up."""

from __future__ import annotations

from engine.errors import N_, RunewatchError


class PinError(RunewatchError, OSError):
    """A pin cannot be used; says which, why, and what to do."""


class PinFactoryError(RunewatchError, OSError):
    """Pins cannot be used at all as wished; says why, and what to do."""


class DisplayError(RunewatchError, OSError):
    """A display shows nothing; says why, and what to do."""


_BUSY = ("busy", "in use", "already")
_FORBIDDEN = ("permission", "not permitted", "denied", "no access")


def pin_error(pin: int, name: str, error: Exception) -> RunewatchError:
    """What a library for pins raised, as an error of ours; one that is ours already stays as it is."""
    if isinstance(error, RunewatchError):
        return error
    why = str(error) or type(error).__name__
    if any(word in why.lower() for word in _BUSY):
        return PinError(
            N_("pin {pin} ({name}) is used by another program: end that, a second Runewatch too"),
            pin=pin,
            name=name,
        )
    if isinstance(error, PermissionError) or any(word in why.lower() for word in _FORBIDDEN):
        return PinError(
            N_("pin {pin} ({name}) is not for this user: put the user into the group gpio"), pin=pin, name=name
        )
    if "edge detection" in why.lower():
        return PinError(
            N_("pin {pin} ({name}) cannot be listened to by RPi.GPIO: install lgpio (python3-lgpio)"),
            pin=pin,
            name=name,
        )
    return PinError(N_("pin {pin} ({name}) cannot be used: {why}"), pin=pin, name=name, why=why)
