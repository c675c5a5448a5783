"""The box beside the table, as far as it is simulated: what its lights show, and fingers on its buttons."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

from flask import Flask, current_app

from engine.errors import N_, RunewatchError
from engine.words import Words
from runewatch.box import Box
from runewatch.live.host import Host
from web.api.endpoints import Api
from web.api.forms import Name
from web.api.match import host
from web.stream import Stream
from web.words import reader

TITLES = {
    "in-step": N_("In step"), "in-doubt": N_("In doubt"), "out-of-step": N_("Out of step"),
    "signal": N_("Something to tell"), "arbiter": N_("Arbiter"), "buzzer": N_("Buzzer"),
}  # fmt: skip

api = Api("box")


class NoButtonError(RunewatchError, LookupError):
    """There is no such button to be pressed from here."""


class Fingers:
    """Fingers on the simulated buttons of one host's box."""

    def __init__(self, host: Host, stream: Stream) -> None:
        self._host, self._stream = host, stream
        self._turn = Lock()
        self._followed: Box | None = None

    @property
    def box(self) -> Box | None:
        """The box; from now on browsers hear when its lights change."""
        box = self._host.box
        with self._turn:
            if box is not None and box is not self._followed:
                self._followed = box
                box.shown.call("page lights", lambda _: self._stream.hint("box"))
        return box

    def press(self, name: str, *, long: bool) -> None:
        """A finger on a button. Raises NoButtonError."""
        box = self.box
        if box is None or name not in {one.name for one in box.panel.wiring.buttons}:
            raise NoButtonError(N_("there is no such button"))
        if box.panel.is_real(name):
            raise NoButtonError(N_("this button is a real one: press it at the box"))
        box.tap(name, long)


def attach(app: Flask) -> None:
    """The fingers of an application."""
    app.extensions["fingers"] = Fingers(app.extensions["host"], app.extensions["stream"])


def fingers() -> Fingers:
    """The fingers of this application."""
    found: Fingers = current_app.extensions["fingers"]
    return found


@dataclass(frozen=True, slots=True)
class BoxLight:
    """A light, and what it plays: steps of brightness and seconds, so many times; for ever if that is 0."""

    name: str
    title: str
    colour: str
    pattern: str
    steps: tuple[tuple[float, ...], ...]
    times: int
    age: float
    """For how many seconds it has played that."""


@dataclass(frozen=True, slots=True)
class BoxButton:
    """A button of the box."""

    name: str
    title: str
    is_real: bool


@dataclass(frozen=True, slots=True)
class BoxNow:
    """The box beside the table. ``hold`` is after how many seconds a press is a long one."""

    lights: tuple[BoxLight, ...] = ()
    buttons: tuple[BoxButton, ...] = ()
    digits: str = ""
    has_colon: bool = False
    hold: float = 1.0


@dataclass(frozen=True, slots=True)
class BoxPress:
    """A finger on a button of the box, for a moment or for long."""

    name: Name
    long: bool = False


@api.get("/box", gives=BoxNow, about=N_("What the lights of the box show, and its buttons."))
def box_now() -> BoxNow:
    box = fingers().box
    if box is None:
        return BoxNow()
    panel, words = box.panel, reader()
    now = panel.now()
    lights = tuple(
        BoxLight(
            one.name,
            _title(words, one.name),
            one.colour,
            one.pattern.name,
            tuple((step.level, step.seconds) for step in one.pattern.steps),
            one.pattern.times,
            round(max(0.0, now - one.began), 3),
        )
        for one in panel.shown()
    )
    buttons = tuple(
        BoxButton(one.name, _title(words, one.name), panel.is_real(one.name)) for one in panel.wiring.buttons
    )
    return BoxNow(lights, buttons, box.sign.digits, box.sign.colon, panel.wiring.hold)


def _title(words: Words, name: str) -> str:
    """What people call a light or button; those of a seat by who sits there."""
    number = name.rpartition("-")[2]
    if not number.isdecimal():
        return words(TITLES.get(name, name))
    match, seat = host().moment.match, int(number) - 1
    if match is None or seat >= len(match.rules.seats):
        return words(N_("Seat {number}"), number=int(number))
    names = match.began.names
    return (names[seat] if seat < len(names) else "") or words(match.rules.seats[seat])


@api.post("/box/press", takes=BoxPress, about=N_("Press a simulated button of the box, for a moment or for long."))
def box_press(wanted: BoxPress) -> None:
    fingers().press(wanted.name, long=wanted.long)
