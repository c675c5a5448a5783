"""From what lies there, and the light, to the picture a camera gives: quick, and only where something changed.

The same camera as ``sensor.taken``, by look-up tables and whole numbers, and without JPEG.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import View
from vision.scene.layers import Stack
from vision.scene.light import Gloss, Light, glint, lit
from vision.scene.seeing import Box, Field, Seen
from vision.scene.sensor import Sensor, tones

Picture = NDArray[np.uint8]

LINEAR = ((np.arange(256) / 255.0) ** 2.2).astype(np.float32)
REACH = 4
"""Blur and sharpening look so many pixels around."""

_STEPS = 4096
_MOST = 4.0
"""Light beyond this is white, whatever it is."""
_SPARE = 96
"""Every picture cuts its noise from another place of a slightly larger one."""
_LEVELS = 64.0
_GAIN = 8.0
_SHINE = 5.0
_VIGNETTE = 0.22
_THINGS = Gloss(0.035, 0.32)
_GREY = np.array([0.114, 0.587, 0.299], np.float32)
_WANTED, _BRIGHTEST = 0.34, 1.05
"""How bright the camera wants a picture on average, and white paper at most."""
_EVERY = 4


@dataclass(frozen=True, slots=True, eq=False)
class Lighting:
    """What falls on each pixel if nothing is in the way: the room and each lamp, and their mirror images.

    It changes so slowly that every fourth pixel is kept, across and down; those between are made when wanted.
    """

    light: Light
    falls: tuple[Field, ...]
    on_table: tuple[Field, ...]
    on_things: tuple[Field, ...]

    @classmethod
    def of(cls, seen: Seen, light: Light, gloss: Gloss, middle: tuple[float, float]) -> Lighting:
        x, y = (np.ascontiguousarray(seen.at[::_EVERY, ::_EVERY, way]) for way in (0, 1))
        eye = seen.view.eye
        corner = np.ascontiguousarray(_vignette(seen.view)[::_EVERY, ::_EVERY])
        falls, on_table, on_things = [corner], [], []
        for lamp in light.lamps:
            # a lamp's light is told for the middle of this plan, wherever that is
            there = lit(np.full(1, middle[0], np.float32), np.full(1, middle[1], np.float32), lamp)
            falls.append(corner * lit(x, y, lamp) / there)
            on_table.append(corner * glint(x, y, lamp, eye, gloss.roughness) * (gloss.strength * _SHINE))
            on_things.append(corner * glint(x, y, lamp, eye, _THINGS.roughness) * (_THINGS.strength * _SHINE))
        return cls(light, tuple(falls), tuple(on_table), tuple(on_things))

    def on(self, stack: Stack) -> Field:
        """The light that comes from a part of the frame (linear, 1 is white)."""
        return self._on(stack, lambda field: _enlarged(field, stack.box))

    def on_few(self, stack: Stack) -> Field:
        """The same of a whole frame, but only at the pixels that are kept."""
        return self._on(stack.thinned(_EVERY), lambda field: field)

    def _on(self, stack: Stack, there: Callable[[Field], Field]) -> Field:
        """``there`` is what a kept field is for this stack."""
        colours = [self.light.ambient, *(lamp.colour for lamp in self.light.lamps)]
        gets = [_times(there(field), reach) for field, reach in zip(self.falls, stack.reach, strict=True)]
        found = cv2.multiply(cv2.LUT(stack.colour, LINEAR), _coloured(gets, colours))
        if self.light.lamps:
            pairs = zip(self.on_table, self.on_things, stack.reach[1:], strict=True)
            shines = [_times(_mixed(there(low), there(high), stack.things), reach) for low, high, reach in pairs]
            found = cv2.add(found, _coloured(shines, colours[1:]))
        return np.asarray(found, np.float32)


def _coloured(fields: Sequence[Field], colours: Sequence[tuple[float, float, float]]) -> Field:
    """Lights of these colours together. Three at a time, which OpenCV does ten times as fast as one or two."""
    total: Field | None = None
    for i in range(0, len(fields), 3):
        three = [*fields[i : i + 3]]
        missing = 3 - len(three)
        three += [np.zeros_like(three[0])] * missing
        mixing = np.array([*colours[i : i + 3], *[(0.0, 0.0, 0.0)] * missing], np.float32)
        found = np.asarray(cv2.transform(cv2.merge(three), np.ascontiguousarray(mixing.T)), np.float32)
        total = found if total is None else np.asarray(cv2.add(total, found), np.float32)
    assert total is not None
    return total


def _enlarged(field: Field, box: Box) -> Field:
    """Pixels 0, 4, 8 ... back to where they were taken, and those between: a part of the frame."""
    move = np.array([[1 / _EVERY, 0, box.left / _EVERY], [0, 1 / _EVERY, box.top / _EVERY]])
    size, flags = (box.right - box.left, box.bottom - box.top), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(field, move, size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.float32)


def _times(field: Field, reach: NDArray[np.uint8]) -> Field:
    return np.asarray(cv2.multiply(field, reach, scale=1 / 255, dtype=cv2.CV_32F), np.float32)


def _mixed(low: Field, high: Field, share: NDArray[np.uint8]) -> Field:
    return np.asarray(low + _times(high - low, share), np.float32)


def _vignette(view: View) -> Field:
    width, height = view.lens.width, view.lens.height
    x = (np.arange(width, dtype=np.float32) - (width - 1) / 2) / view.lens.focal
    y = (np.arange(height, dtype=np.float32) - (height - 1) / 2) / view.lens.focal
    return np.asarray(1 / (1 + _VIGNETTE * (x * x + (y * y)[:, None])) ** 2, np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Film:
    """A sensor's tone curve, colours, sharpness and grain, ready to use."""

    sensor: Sensor
    curve: NDArray[np.uint8]
    colours: NDArray[np.float32]
    gain: NDArray[np.uint8]

    @classmethod
    def of(cls, sensor: Sensor, exposure: float) -> Film:
        light = (np.arange(_STEPS, dtype=np.float32) / (_STEPS - 1)) ** 2 * _MOST
        curve = np.round(tones(light, sensor) * 255).astype(np.uint8)
        shown = np.arange(256) / 255
        gain = np.clip(sensor.grain * (0.6 + 1.4 * (1 - shown)) * 255 * _GAIN, 0, 255).astype(np.uint8)
        mixing = np.eye(3) * sensor.saturation + (1 - sensor.saturation) * _GREY
        balanced = mixing @ np.diag(sensor.balance) * (exposure * sensor.exposure)
        return cls(sensor, curve, balanced.astype(np.float32), gain)

    def developed(self, light: Field) -> Picture:
        """The picture of this light, before its noise."""
        toned = np.clip(cv2.transform(light, self.colours), 0, _MOST)
        steps = cv2.sqrt(toned) * np.float32((_STEPS - 1) / _MOST**0.5)
        shown: Picture = np.take(self.curve, steps.astype(np.uint16))
        if self.sensor.blur > 0.2:
            shown = np.asarray(cv2.GaussianBlur(shown, (5, 5), self.sensor.blur), np.uint8)
        if self.sensor.sharpening > 0.05:
            soft = cv2.GaussianBlur(shown, (5, 5), 1.0)
            more = self.sensor.sharpening
            shown = np.asarray(cv2.addWeighted(shown, 1 + more, soft, -more, 0), np.uint8)
        return shown

    def noisy(self, shown: Picture, seed: int) -> Picture:
        """The picture with noise, different for every seed."""
        height, width = shown.shape[:2]
        more, less = _noise(width, height)
        right, down = (int(part) for part in np.random.default_rng(seed).integers(_SPARE, size=2))
        part = Box(right, down, right + width, down + height).part
        gain = cv2.LUT(shown, self.gain)
        scale = 1 / (_LEVELS * _GAIN)
        brighter = cv2.add(shown, cv2.multiply(more[part], gain, scale=scale))
        return np.asarray(cv2.subtract(brighter, cv2.multiply(less[part], gain, scale=scale)), np.uint8)


@lru_cache(maxsize=2)
def _noise(width: int, height: int) -> tuple[Picture, Picture]:
    """Noise as what it adds and what it takes, smeared a little as demosaicing does."""
    rng = np.random.default_rng(8)
    raw = rng.standard_normal((height + _SPARE, width + _SPARE, 3), np.float32)
    smeared = np.asarray(cv2.GaussianBlur(raw, (3, 3), 0.55), np.float32)
    del raw
    smeared *= np.float32(_LEVELS / float(smeared.std()))
    more, less = np.empty(smeared.shape, np.uint8), np.empty(smeared.shape, np.uint8)
    for row, adds, takes in zip(smeared, more, less, strict=True):
        # a row at a time: they are large, and a small Pi is not
        adds[:], takes[:] = np.clip(row, 0, 255), np.clip(-row, 0, 255)
    return more, less


def exposed(lighting: Lighting, bare: Stack) -> float:
    """How long a camera exposes for a table without things: neither blind nor blinded, and paper stays white."""
    bright = float((lighting.on_few(bare) @ _GREY).mean())
    light = lighting.light
    white = sum(float(np.array(part) @ _GREY) for part in (light.ambient, *(lamp.colour for lamp in light.lamps)))
    return min(_WANTED / max(bright, 1e-3), _BRIGHTEST / max(0.85 * white, 1e-3))
