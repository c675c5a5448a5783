"""The keys of what is wired to the header: lights, buttons, buzzer, display, lamp."""

from __future__ import annotations

from dataclasses import dataclass

from engine.errors import N_
from runewatch.settings.declaring import MOST_SEATS, key
from runewatch.settings.rules import AUTO, Choice, Flag, Number, Pin, PinOrNone, Several, Whole

MOST_LIGHTS = MOST_SEATS + 4
SOUNDS = ("turn", "found", "warning", "question", "trouble", "refused", "over")
FACTORIES = (AUTO, "lgpio", "rpigpio", "pigpio", "native", "mock", "simulated")

_LISTED = Pin(claims=False)


@dataclass(frozen=True, slots=True)
class LightSettings:
    """The lights, by the pins they are wired to.

    Free of I2C (2, 3), SPI (7 to 11) and UART (14, 15), of 1-wire (4) and of sound cards (18 to 21); next to each
    other on the header, a ground between them; and pulled low when the machine starts, so that nothing glows.
    """

    in_step: int | None = key(17, PinOrNone(), N_("The green light that says: in step; or none."))
    in_doubt: int | None = key(27, PinOrNone(), N_("The yellow light that says: in doubt; or none."))
    out_of_step: int | None = key(22, PinOrNone(), N_("The red light that says: out of step; or none."))
    rgb: tuple[int, ...] = key(
        (),
        Several(Pin(), 0, 3),
        N_("The red, green and blue pin of one light that takes the place of those three; empty: there is none."),
    )
    seats: tuple[int, ...] = key(
        (23, 24), Several(Pin(), 0, MOST_SEATS), N_("A light for each seat that says: your turn.")
    )
    signal: int | None = key(
        25, PinOrNone(), N_("The light that blinks when there is something to tell; or none.")
    )
    active_low: tuple[int, ...] = key(
        (), Several(_LISTED, 0, MOST_LIGHTS), N_("Which of these pins light when they are low.")
    )
    brightness: float = key(1.0, Number(0, 1), N_("How bright they are, from 0 to 1."))


@dataclass(frozen=True, slots=True)
class ButtonSettings:
    """The buttons, by the pins they connect to ground.

    As free as those of the lights; the first two are pulled high when the machine starts.
    """

    seats: tuple[int, ...] = key(
        (5, 6),
        Several(Pin(), 0, MOST_SEATS),
        N_("A button for each seat: it ends the turn; held, it takes it back."),
    )
    arbiter: int | None = key(
        16, PinOrNone(), N_("The arbiter's button: it accepts or contests; held, it pauses the match; or none.")
    )
    active_high: tuple[int, ...] = key(
        (),
        Several(_LISTED, 0, MOST_SEATS + 1),
        N_("Which of these pins are connected to 3.3 V when pressed, not to ground."),
    )
    no_pull: tuple[int, ...] = key(
        (),
        Several(_LISTED, 0, MOST_SEATS + 1),
        N_("Which of these pins have a resistor of their own, so that the one of the board stays off."),
    )
    hold_seconds: float = key(1.0, Number(0.3, 10), N_("For how many seconds a button is held in a long press."))


@dataclass(frozen=True, slots=True)
class BuzzerSettings:
    """The buzzer, and when it is heard."""

    pin: int | None = key(None, PinOrNone(), N_("The pin of the buzzer; or none."))
    active_low: bool = key(False, Flag(), N_("Whether it sounds when its pin is low."))
    tone: int = key(
        0, Whole(0, 5000), N_("The tone it is given, in hertz; 0 for a buzzer that has one of its own.")
    )
    sounds: tuple[str, ...] = key(
        ("warning", "trouble", "refused"),
        Several(Choice(lambda: SOUNDS), 0, len(SOUNDS)),
        N_("When it is heard: turn, found, warning, question, trouble, refused, over."),
    )


@dataclass(frozen=True, slots=True)
class DisplaySettings:
    """The display of the scores. On the pins of the I2C bus, which have resistors, whichever it is."""

    kind: str = key(
        "none",
        Choice(lambda: ("none", "digits", "oled")),
        N_("The display of the scores: none, digits (four, with a TM1637) or oled (128 by 64, with an SSD1306)."),
    )
    clock: int = key(3, Pin(), N_("The pin of its clock line (CLK, SCL); that of an OLED is always 3."))
    data: int = key(2, Pin(), N_("The pin of its data line (DIO, SDA); that of an OLED is always 2."))
    brightness: float = key(0.6, Number(0, 1), N_("How bright the digits are, from 0 to 1."))


@dataclass(frozen=True, slots=True)
class LampSettings:
    """A lamp over the table, lit as long as the table is watched."""

    pin: int | None = key(None, PinOrNone(), N_("The pin that switches a lamp over the table; or none."))
    active_low: bool = key(False, Flag(), N_("Whether it is lit when its pin is low."))


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """How the pins are reached."""

    pins: str = key(
        AUTO,
        Choice(lambda: FACTORIES),
        N_("What reaches the pins: auto, lgpio, rpigpio, pigpio, native, mock or simulated."),
    )
