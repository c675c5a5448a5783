"""From light to a picture as a small camera takes it: blur, noise, balance, sharpening, JPEG."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.splat import Picture


@dataclass(frozen=True, slots=True)
class Sensor:
    """How a camera spoils what it sees. The values are those of a good one by day."""

    exposure: float = 1.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Gains of blue, green, red: where the white balance ended up."""
    saturation: float = 1.0
    contrast: float = 1.0
    blur: float = 0.4
    grain: float = 0.006
    """Noise of the darkest and, growing with light, of brighter parts."""
    sharpening: float = 0.3
    quality: int = 90


_NOISE = np.random.default_rng(5).standard_normal((1 << 20,), np.float32)
"""Enough noise to cut from anywhere; drawing it anew for every picture would take longest of all."""


def noise(shape: tuple[int, ...], rng: np.random.Generator) -> Picture:
    n = int(np.prod(shape))
    if n > _NOISE.size // 2:
        return rng.standard_normal(shape, np.float32)
    start = int(rng.integers(_NOISE.size - n))
    return _NOISE[start : start + n].reshape(shape)


_KNEE = 0.75


def _developed(light: Picture, sensor: Sensor) -> Picture:
    """Linear light to display values 0..1."""
    balanced = light * (np.array(sensor.balance, np.float32) * sensor.exposure)
    # highlights roll off instead of clipping at once
    over = balanced > _KNEE
    balanced = np.where(over, _KNEE + (1 - _KNEE) * (1 - np.exp(-(balanced - _KNEE) / (1 - _KNEE))), balanced)
    shown = np.clip(balanced, 0, 1) ** np.float32(1 / 2.2)
    if sensor.contrast != 1.0:
        shown = shown + (sensor.contrast - 1) * (shown - 0.4) * (1 - np.abs(2 * shown - 1))
    grey = shown.mean(axis=2, keepdims=True)
    return np.asarray(grey + (shown - grey) * sensor.saturation, np.float32)


def taken(light: Picture, sensor: Sensor, rng: np.random.Generator) -> NDArray[np.uint8]:
    """The picture a camera makes of this light (linear BGR, 1 is white)."""
    if sensor.blur > 0.2:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), sensor.blur), np.float32)
    shown = _developed(light, sensor)
    # raw noise, enlarged by the tone curve in the dark, smeared a little by demosaicing
    gain = sensor.grain * (0.6 + 1.4 * (1 - shown))
    spoiled = shown + noise(shown.shape, rng) * gain
    if sensor.sharpening > 0.05:
        soft = cv2.GaussianBlur(spoiled, (0, 0), 1.0)
        spoiled = spoiled + sensor.sharpening * (spoiled - soft)
    picture = (np.clip(spoiled, 0, 1) * 255).astype(np.uint8)
    if sensor.quality >= 100:
        return picture
    packed = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, sensor.quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def tones(light: Picture, sensor: Sensor) -> Picture:
    """What becomes of grey light, one value each: its display values 0..1, whatever the balance."""
    grey = Sensor(contrast=sensor.contrast)
    return np.asarray(_developed(light.reshape(-1, 1, 1), grey)[:, 0, 0], np.float32)
