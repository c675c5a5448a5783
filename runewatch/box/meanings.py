"""What lights and buttons mean, for people: each light with the pattern that it shows."""

from __future__ import annotations

from dataclasses import dataclass

from device.patterns import DANGER, DOUBLE, FOUND, NOW, REFUSED, SLOW, STEADY, WARNING, WINK, Pattern
from engine.errors import N_
from runewatch.box.wiring import IN_DOUBT, IN_STEP, OUT_OF_STEP, SIGNAL

SEAT = "seat"
"""The light of any seat."""

NAMES = {
    IN_STEP: N_("In step"), IN_DOUBT: N_("In doubt"), OUT_OF_STEP: N_("Out of step"), SEAT: N_("A player's"),
    SIGNAL: N_("Signal"),
}  # fmt: skip
COLOURS = {
    IN_STEP: N_("green"),
    IN_DOUBT: N_("yellow"),
    OUT_OF_STEP: N_("red"),
    SEAT: N_("white"),
    SIGNAL: N_("blue"),
}


@dataclass(frozen=True, slots=True)
class Meaning:
    """A light, how it is lit, and what that says."""

    light: str
    pattern: Pattern
    look: str
    says: str


MEANINGS = (
    Meaning(IN_STEP, STEADY, N_("steady"), N_("The referee knows the position.")),
    Meaning(IN_DOUBT, SLOW, N_("slowly on and off"), N_("Several things may have been done: say which.")),
    Meaning(OUT_OF_STEP, DOUBLE, N_("two short flashes"),
            N_("Nothing legal fits the table: put it back, or say that it is right.")),
    Meaning(OUT_OF_STEP, WINK, N_("steady with a short gap"), N_("Nothing can be seen: no camera, or no board.")),
    Meaning(SEAT, STEADY, N_("steady"), N_("It is this player's turn.")),
    Meaning(SEAT, WINK, N_("steady with a short gap"), N_("It is this player's turn, and the clocks stand.")),
    Meaning(SEAT, WARNING, N_("quick, for three seconds"), N_("This player's time is running out, or has.")),
    Meaning(SEAT, SLOW, N_("slowly on and off"), N_("The match is over: this player has won.")),
    Meaning(SIGNAL, SLOW, N_("slowly on and off"), N_("Something is to be done at the table.")),
    Meaning(SIGNAL, NOW, N_("quickly on and off"), N_("Something befalls the players just now.")),
    Meaning(SIGNAL, DANGER, N_("three flashes and a pause"), N_("The match may soon be lost.")),
    Meaning(SIGNAL, FOUND, N_("three quick flashes"), N_("Something was formed that can be taken.")),
    Meaning(SIGNAL, REFUSED, N_("two long flashes"), N_("That cannot be, or something failed.")),
)  # fmt: skip
"""Everything a light can say."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button, and what it asks for when it is pressed and when it is held."""

    button: str
    pressed: str
    held: str


PRESSES = (
    Press(N_("A player's"), N_("ends the turn"), N_("takes the turn back")),
    Press(N_("The arbiter's, in doubt"), N_("accepts the first reading"), N_("pauses the match, or goes on")),
    Press(
        N_("The arbiter's, out of step"), N_("accepts the table as it lies"), N_("pauses the match, or goes on")
    ),
    Press(N_("The arbiter's, while the clocks stand"), N_("lets the clocks run"), N_("lets the clocks run")),
    Press(N_("The arbiter's, otherwise"), N_("takes back what was done last"), N_("pauses the match, or goes on")),
)
