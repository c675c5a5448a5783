"""Light as rooms have it: by day, under a lamp, in the evening. Spots are millimetres from the plan's middle."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

from vision.scene.light import Lamp, Light
from vision.scene.sensor import Sensor


@dataclass(frozen=True, slots=True)
class Mood:
    """The light of a room, and what the camera makes of it."""

    light: Light
    sensor: Sensor

    def dimmed(self, share: float) -> Mood:
        """The same room with so much of its light; the camera makes up for most of it, and is the noisier."""
        left = max(share, 0.02) ** 0.4
        sensor = replace(self.sensor, grain=self.sensor.grain / left, exposure=self.sensor.exposure * left)
        return Mood(scaled(self.light, share), sensor)


def scaled(light: Light, share: float) -> Light:
    """So much of a light."""
    blue, green, red = (part * share for part in light.ambient)
    return Light(
        (blue, green, red), tuple(replace(lamp, colour=_times(lamp.colour, share)) for lamp in light.lamps)
    )


def _times(colour: tuple[float, float, float], share: float) -> tuple[float, float, float]:
    return colour[0] * share, colour[1] * share, colour[2] * share


def _from(azimuth: float, elevation: float, away: float) -> tuple[float, float, float]:
    """A spot so many degrees clockwise from the plan's up, and so high."""
    turn, high = math.radians(azimuth), math.radians(elevation)
    flat = away * math.cos(high)
    return flat * math.sin(turn), -flat * math.cos(turn), away * math.sin(high)


MOODS: Mapping[str, Mood] = {
    "day": Mood(
        Light((0.62, 0.56, 0.52), (Lamp(_from(-62, 38, 2200), (0.60, 0.58, 0.56), 420),)),
        Sensor(balance=(0.95, 1.0, 1.05), grain=0.009, contrast=1.12, saturation=1.12, blur=0.5),
    ),
    "lamp": Mood(
        Light((0.20, 0.24, 0.28), (Lamp(_from(35, 52, 950), (0.52, 0.76, 0.98), 70),)),
        Sensor(balance=(1.22, 1.0, 0.88), grain=0.014, contrast=1.15, saturation=1.1, blur=0.5),
    ),
    "evening": Mood(
        Light(
            (0.13, 0.13, 0.145),
            (
                Lamp(_from(-40, 40, 1250), (0.20, 0.36, 0.54), 90),
                Lamp(_from(110, 24, 2600), (0.10, 0.08, 0.06), 500),
            ),
        ),
        Sensor(exposure=0.66, balance=(1.15, 1.0, 0.94), grain=0.02, contrast=1.05, saturation=1.02, blur=0.6),
    ),
}


def over(light: Light, middle: tuple[float, float], unit_mm: float) -> Light:
    """A light of millimetres, in the unit of a plan with this middle."""
    return Light(light.ambient, tuple(_over(lamp, middle, unit_mm) for lamp in light.lamps))


def _over(lamp: Lamp, middle: tuple[float, float], unit_mm: float) -> Lamp:
    x, y, up = (part / unit_mm for part in lamp.at)
    return Lamp((x + middle[0], y + middle[1], up), lamp.colour, lamp.size / unit_mm)
