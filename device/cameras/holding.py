"""Keeping a camera as it is: exposure, gain, colours and focus settle once and are then held.

White balance and exposure that go on by themselves change with every hand in the picture, and what was taught
as violet drifts. So they are left free until they are steady, then fixed as they are. If the picture becomes
nearly black or white for some seconds, the light is another one: they are left free again, and settle anew. Only
what a camera says it has is asked of it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

from device.cameras.shot import Frame

STEADY = 8
"""So many frames in a row must be alike before they count as settled."""
LONGEST = 80
"""After so many frames they are taken as they are."""
ALIKE = 0.02
"""They differ by less than this share from one frame to the next."""
DARK, BRIGHT = 20, 235
"""A picture whose middle brightness is outside of these can hardly be read."""
SPOILT = 30
"""So many frames of it in a row mean another light."""

_HELD = ("ExposureTime", "AnalogueGain", "ColourGains")
_CONVERGED = 2
_MANUAL, _AUTO, _START, _FULL = 0, 1, 0, 2
_SCAN_OVER = (2, 3)
"""Focused; or failed, which is as good as it gets."""

Controls = dict[str, Any]


class Holding:
    """What to tell a camera that has these controls, frame by frame."""

    def __init__(self, known: Collection[str], focus: float | None = None) -> None:
        self._known, self._focus = frozenset(known), focus
        self._is_held = False
        self._is_focused = focus is not None
        self._frames = self._alike = self._spoilt = 0
        self._last: tuple[float, ...] = ()

    @property
    def is_held(self) -> bool:
        """Whether everything is fixed."""
        return self._is_held

    def begin(self) -> Controls:
        """What to tell it first: to find exposure, colours and focus by itself."""
        free = {"AeEnable": True, "AwbEnable": True}
        if self._focus is not None:
            return self._only({**free, "AfMode": _MANUAL, "LensPosition": self._focus})
        return self._only({**free, "AfMode": _AUTO, "AfRange": _FULL, "AfTrigger": _START})

    def step(self, told: Mapping[str, Any], small: Frame) -> Controls:
        """What to tell it after this frame; nothing, mostly. ``told`` is what it says of the frame."""
        if self._is_held:
            return self._again(small)
        self._frames += 1
        values = _values(told)
        self._alike = self._alike + 1 if _are_alike(values, self._last) else 0
        self._last = values
        self._is_focused = self._is_focused or told.get("AfState", _SCAN_OVER[0]) in _SCAN_OVER
        is_settled = self._alike >= STEADY and self._is_focused and _has_converged(told)
        if not is_settled and self._frames < LONGEST:
            return {}
        self._is_held = self._is_focused = True
        held = {name: told[name] for name in _HELD if name in told}
        lens = {"AfMode": _MANUAL, "LensPosition": told["LensPosition"]} if "LensPosition" in told else {}
        return self._only({"AeEnable": False, "AwbEnable": False, **held, **lens})

    def _again(self, small: Frame) -> Controls:
        """Left free if the light is another one."""
        middle = float(np.median(small[::8, ::8]))
        self._spoilt = 0 if DARK <= middle <= BRIGHT else self._spoilt + 1
        if self._spoilt < SPOILT:
            return {}
        self._is_held = False
        self._frames = self._alike = self._spoilt = 0
        # zero is how older versions are told to choose by themselves again
        return self._only({"AeEnable": True, "AwbEnable": True, "ExposureTime": 0, "AnalogueGain": 0})

    def _only(self, controls: Controls) -> Controls:
        return {name: value for name, value in controls.items() if name in self._known}


def _values(told: Mapping[str, Any]) -> tuple[float, ...]:
    """What is to be steady: the light taken in, and the share of red and blue."""
    light = float(told.get("ExposureTime", 0)) * float(told.get("AnalogueGain", 1))
    return (light, *(float(gain) for gain in told.get("ColourGains", ())))


def _are_alike(now: tuple[float, ...], before: tuple[float, ...]) -> bool:
    return len(now) == len(before) and all(
        abs(one - other) <= ALIKE * max(abs(one), abs(other)) for one, other in zip(now, before, strict=True)
    )


def _has_converged(told: Mapping[str, Any]) -> bool:
    """What the camera itself says of its exposure, if it says anything: older versions one way, newer another."""
    return bool(told.get("AeLocked", True)) and told.get("AeState", _CONVERGED) == _CONVERGED
