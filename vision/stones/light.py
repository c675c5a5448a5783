"""Names and light together: the light of a picture is the one in which what lies there has its colours."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.stones.lesson import Colours, lit, prior
from vision.stones.measuring import Doubles, Looks

STARTS = (-0.9, 0.0, 0.6)
"""How bright the light may be, next to that of the lesson, for a beginning."""
ROUNDS = 2
FAR = 100.0
"""What lies further from everything that was taught is something else, and says no more about the light."""
_ODDS = 2.0
"""How much is believed of how far things are: neighbouring pixels are not witnesses of their own."""


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """For each look how far it is from each name, and from a bare point: a row each."""

    stones: Doubles
    bare: Doubles

    @property
    def likely(self) -> Doubles:
        """How likely each name is, then nothing, then something else."""
        other = np.full((len(self.bare), 1), FAR)
        every = np.hstack([self.stones, self.bare[:, None], other]) / (2 * _ODDS)
        powers = np.exp(every.min(axis=1, keepdims=True) - every)
        return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float64)


def named(taught: Colours, seen: Looks, light: Doubles) -> Named:
    """How each look goes with each name in a light."""
    return Named(taught.nearest(seen.colours, light), taught.bareness(seen.even, seen.ground))


def light_of(taught: Colours, seen: Looks, about: Doubles | None = None) -> Doubles:
    """The light in which most of what is seen looks as it was taught; ``about`` is one to begin with."""
    if not taught.names:
        return np.zeros(3)
    colours = seen.even
    floor = np.minimum(taught.bareness(colours, seen.ground), FAR)
    starts = [np.full(3, start) for start in STARTS] if about is None else [about]
    first = min((_settled(taught, colours, floor, start) for start in starts), key=lambda one: one[0])
    return _settled(taught, colours, floor, first[1])[1]


def _settled(taught: Colours, colours: Doubles, floor: Doubles, light: Doubles) -> tuple[float, Doubles]:
    """From a guess some way to the light that fits, and how badly it does."""
    for _ in range(ROUNDS):
        every = np.hstack([taught.against(colours, light), floor[:, None]]) / 2
        powers = np.exp(every.min(axis=1, keepdims=True) - every)
        light = lit(taught, colours, (powers / powers.sum(axis=1, keepdims=True))[:, :-1])
    nearest = np.minimum(taught.against(colours, light).min(axis=1), floor)
    return float(nearest.sum() + light @ prior() @ light), light
