"""What lights and sounds do over time, as values: played on pins, drawn on the page, from the same data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Step:
    """So bright (0 to 1) for so many seconds."""

    level: float
    seconds: float


@dataclass(frozen=True, slots=True)
class Pattern:
    """Steps, one after the other, so many ``times``; for ever if that is 0."""

    name: str
    steps: tuple[Step, ...]
    times: int = 0

    @property
    def round(self) -> float:
        """Seconds until it begins anew."""
        return sum(step.seconds for step in self.steps)

    @property
    def lasts(self) -> float | None:
        """Seconds until it is over; None if it goes on for ever."""
        return self.round * self.times if self.times else None

    def at(self, seconds: float) -> tuple[float, float | None]:
        """How bright it is so long after it began, and in how many seconds that may change; None: never."""
        if self.lasts is not None and seconds >= self.lasts:
            return 0.0, None
        if len(self.steps) == 1 and not self.times:
            return self.steps[0].level, None
        left = seconds % self.round
        for step in self.steps:
            if left < step.seconds:
                return step.level, step.seconds - left
            left -= step.seconds
        return self.steps[0].level, self.steps[0].seconds

    def to_json(self) -> dict[str, Any]:
        """As a page plays it."""
        steps = [[step.level, step.seconds] for step in self.steps]
        return {"name": self.name, "steps": steps, "times": self.times}


def _pattern(name: str, *on_and_off: float, times: int = 0) -> Pattern:
    """On, off, on, off … for so many seconds each."""
    steps = tuple(Step(float(i % 2 == 0), seconds) for i, seconds in enumerate(on_and_off))
    return Pattern(name, steps, times)


DARK = Pattern("dark", (Step(0.0, 1.0),))
STEADY = _pattern("steady", 1.0)
SLOW = _pattern("slow", 0.8, 0.8)
"""Something is asked."""
DOUBLE = _pattern("double", 0.15, 0.15, 0.15, 0.75)
"""Something is wrong."""
WINK = _pattern("wink", 1.8, 0.2)
"""Lit, but not as usual."""
NOW = _pattern("now", 0.25, 0.25)
"""Something befalls the players, just now."""
DANGER = _pattern("danger", 0.18, 0.18, 0.18, 0.18, 0.18, 1.0)
"""The match may soon be lost."""
FOUND = _pattern("found", 0.2, 0.15, times=3)
"""Once: something good was found."""
WARNING = _pattern("warning", 0.2, 0.2, times=8)
"""Once, for three seconds: hurry."""
REFUSED = _pattern("refused", 0.5, 0.2, times=2)
"""Once: that cannot be."""

BLIP = _pattern("blip", 0.05, 0.05, times=1)
BEEPS = _pattern("beeps", 0.1, 0.1, times=2)
HURRY = _pattern("hurry", 0.07, 0.07, times=4)
LONG = _pattern("long", 0.5, 0.1, times=1)
LONGS = _pattern("longs", 0.5, 0.2, times=2)
CHIME = _pattern("chime", 0.06, 0.06, 0.06, 0.06, 0.3, 0.1, times=1)

LIGHTS = (DARK, STEADY, SLOW, DOUBLE, WINK, NOW, DANGER, FOUND, WARNING, REFUSED)
SOUNDS = (BLIP, BEEPS, HURRY, LONG, LONGS, CHIME)


@dataclass(frozen=True, slots=True)
class Shown:
    """What a light was told to do: enough for a page to draw it."""

    name: str
    colour: str
    pattern: Pattern
    began: float = 0.0
    """On the clock of whoever plays it; two of the same pattern are told apart by it."""

    def to_json(self) -> dict[str, Any]:
        """As a page draws it."""
        return {"name": self.name, "colour": self.colour, "pattern": self.pattern.to_json(), "began": self.began}
