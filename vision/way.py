"""Ways from the pixels of a small picture to those of the frame in which it is seen."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]

_FINE_ENOUGH = 1.6
"""How many pixels of the frame may fall on one of the small picture before the frame is shrunk first."""


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """From each pixel of a small picture to a part of the frame, shrunk ``step`` times."""

    left: int
    top: int
    right: int
    bottom: int
    step: int
    first: NDArray[np.int16]
    second: NDArray[np.uint16]

    def through(self, frame: Picture, border: int = cv2.BORDER_CONSTANT) -> Picture:
        """The small picture; ``border`` says what is seen where the frame ends, nothing unless told otherwise."""
        part = frame[self.top : self.bottom, self.left : self.right]
        if self.step > 1:
            size = (max(1, part.shape[1] // self.step), max(1, part.shape[0] // self.step))
            part = part[: size[1] * self.step, : size[0] * self.step]
            part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
        if part.size == 0:
            return np.zeros((*self.second.shape, 3), np.uint8)
        return np.asarray(cv2.remap(part, self.first, self.second, cv2.INTER_LINEAR, borderMode=border), np.uint8)


def way_to(at: NDArray[np.float32], width: int, height: int) -> Way:
    """The way to these pixels (x, y), in rows and columns, of a frame so wide and high."""
    step = max(1, int(_spread(at) / _FINE_ENOUGH))
    left, top = (max(0, int(low) - 2 * step) for low in at.reshape(-1, 2).min(0))
    right, bottom = (int(high) + 2 * step + 1 for high in at.reshape(-1, 2).max(0))
    right, bottom = min(width, right), min(height, bottom)
    right, bottom = max(right, left + step), max(bottom, top + step)
    local = at - np.array([left, top], np.float32)
    local += np.float32(0.5)
    local /= np.float32(step)
    local -= np.float32(0.5)
    first, second = cv2.convertMaps(local, np.empty(0, np.float32), cv2.CV_16SC2)
    return Way(left, top, right, bottom, step, np.asarray(first, np.int16), np.asarray(second, np.uint16))


def _spread(at: NDArray[np.float32]) -> float:
    """How many pixels of the frame one of the small picture stands for, in its middle."""
    middle = len(at) // 2
    across = at[middle, middle + 1] - at[middle, middle]
    down = at[middle + 1, middle] - at[middle, middle]
    return float(np.sqrt(abs(across[0] * down[1] - across[1] * down[0])))
