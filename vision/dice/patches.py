"""What the two networks of dice are shown: the whole frame made small, and patches about what was found."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
Shown = NDArray[np.float32]

WIDE = 640
"""Pixels across the small frame."""
STEP = 16
"""Small frames are so many pixels wide and high, or a multiple: what a network halves it has to halve evenly."""
PATCH = 40
"""Pixels across a patch."""
DIE, TOKEN = 20.0, 31.0
"""Pixels of a patch that a die's edge and a token's width take."""
CHANNELS = 6
"""A patch's colours, and the frame's mean ones."""


def small(frame: Frame) -> tuple[Frame, float]:
    """A frame as the first network sees it, and how many of the frame's pixels one of its is wide."""
    height, width = frame.shape[:2]
    share = max(width / WIDE, 1.0)
    size = (round(width / share), round(height / share))
    if size == (width, height):
        found = frame
    else:
        found = np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)
    below, beside = -size[1] % STEP, -size[0] % STEP
    if below or beside:
        found = np.asarray(cv2.copyMakeBorder(found, 0, below, 0, beside, cv2.BORDER_REPLICATE), np.uint8)
    return found, share


def prepared(shrunk: Frame) -> Shown:
    """Its colours about its own mean brightness, as a batch of one."""
    mean, spread = cv2.meanStdDev(shrunk)
    level = float(mean.mean())
    scale = float(np.sqrt((spread**2).mean())) + 12.0
    return np.asarray(cv2.dnn.blobFromImage(shrunk, 1 / scale, mean=(level, level, level)), np.float32)


def shown_mean(mean: Sequence[float]) -> Shown:
    """A frame's mean colour, as patches are told it."""
    return np.asarray(np.array(mean[:3], np.float32) / np.float32(255) - np.float32(0.5), np.float32)


def cut(frame: Frame, x: float, y: float, scale: float, turn: float = 0.0) -> Frame:
    """A patch about a point of the frame, enlarged so many times, perhaps turned."""
    cos, sin = np.cos(turn) / scale, np.sin(turn) / scale
    middle = (PATCH - 1) / 2
    way = np.array([[cos, -sin, x - (cos - sin) * middle], [sin, cos, y - (sin + cos) * middle]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(frame, way, (PATCH, PATCH), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def told(patch: Frame, mean: Shown) -> Shown:
    """What the second network is shown of a patch."""
    found = np.empty((CHANNELS, PATCH, PATCH), np.float32)
    found[:3] = patch.transpose(2, 0, 1).astype(np.float32) * np.float32(1 / 255) - np.float32(0.5)
    found[3:] = mean[:, None, None]
    return found
