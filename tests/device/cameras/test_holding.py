"""A camera settles, is held as it is, and is let go when the light is another one."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from device.cameras.holding import LONGEST, SPOILT, STEADY, Holding
from tests.device.cameras import doubles
from tests.device.cameras.doubles import MODULE_3, VIMC

TOLD = doubles.STEADY
GREY = np.full((360, 640), 120, np.uint8)
DARK = np.full((360, 640), 5, np.uint8)


def settled(holding: Holding, told: dict[str, Any], most: int = LONGEST + 1) -> tuple[int, dict[str, Any]]:
    """After how many frames it says something, and what."""
    for number in range(1, most + 1):
        if controls := holding.step(told, GREY):
            return number, controls
    return 0, {}


def test_only_what_is_there_is_asked_for() -> None:
    holding = Holding(VIMC)
    assert holding.begin() == {}
    assert settled(holding, {"SensorTimestamp": 1}) == (0, {})
    assert holding.is_held


def test_exposure_gain_and_colours_are_fixed_as_they_settled() -> None:
    holding = Holding(MODULE_3 - {"AfMode", "AfRange", "AfTrigger", "LensPosition"})
    assert holding.begin() == {"AeEnable": True, "AwbEnable": True}
    number, controls = settled(holding, TOLD)
    assert number == STEADY + 1
    assert controls == {
        "AeEnable": False, "AwbEnable": False,
        "ExposureTime": 20_000, "AnalogueGain": 2.0, "ColourGains": (1.5, 2.1),
    }  # fmt: skip
    assert holding.step(TOLD, GREY) == {}


def test_it_waits_until_they_are_steady() -> None:
    holding = Holding(MODULE_3)
    for number in range(30):
        assert holding.step({**TOLD, "ColourGains": (1.5 + 0.1 * (number % 2), 2.0)}, GREY) == {}
    assert settled(holding, TOLD)[0] > 1


@pytest.mark.parametrize("busy", [{"AeLocked": False}, {"AeState": 1}, {"AfState": 1}])
def test_it_waits_for_what_the_camera_says_but_not_for_ever(busy: dict[str, Any]) -> None:
    told = {**TOLD, **busy}
    if "AeState" in busy:
        told.pop("AeLocked")
    holding = Holding(MODULE_3)
    assert settled(holding, told, 40) == (0, {})
    assert settled(holding, told)[0] == LONGEST - 40


def test_focus_is_found_once_and_locked() -> None:
    holding = Holding(MODULE_3)
    begun = holding.begin()
    assert (begun["AfMode"], begun["AfTrigger"]) == (1, 0)
    _, controls = settled(holding, {**TOLD, "AfState": 2, "LensPosition": 1.8})
    assert (controls["AfMode"], controls["LensPosition"]) == (0, 1.8)


def test_focus_that_is_told_is_not_looked_for() -> None:
    holding = Holding(MODULE_3, focus=2.5)
    begun = holding.begin()
    assert (begun["AfMode"], begun["LensPosition"]) == (0, 2.5)
    assert "AfTrigger" not in begun
    assert settled(holding, {**TOLD, "AfState": 0, "LensPosition": 2.5})[0] == STEADY + 1


def test_another_light_lets_it_settle_anew() -> None:
    holding = Holding(MODULE_3)
    settled(holding, {**TOLD, "AfState": 2, "LensPosition": 1.8})
    for _ in range(SPOILT - 1):
        assert holding.step({}, DARK) == {}
    assert holding.step({}, GREY) == {}, "a hand over the lens is no other light"
    freed = [holding.step({}, DARK) for _ in range(SPOILT)][-1]
    assert freed == {"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0}
    assert not holding.is_held
    number, controls = settled(holding, {**TOLD, "AfState": 0, "LensPosition": 1.8})
    assert number <= STEADY + 1, "the focus is not looked for again"
    assert controls["AwbEnable"] is False
