"""What the networks of dice are shown: the whole frame made small, and patches about what was found."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
Shown = NDArray[np.float32]

SMALL = 9.0
"""Pixels of the small frame that a die's edge takes."""
STEP = 4
"""Pixels of the small frame from one spot to the next."""
PATCH, TOKEN_PATCH = 40, 48
"""Pixels across a patch about a die, and about a token."""
DIE, TOKEN = 20.0, 42.0
"""Pixels of a patch that a die's edge and a token's width take."""
CLOSE = 36
"""Pixels across the middle of a die's patch, which the network looks at."""
_FINE = 0.55
"""A frame is not made smaller than this at once: what lies between its pixels would be lost."""
_QUIET, _DARK = 10.0, 12.0
"""What is added to how far colours differ, so that noise does not become a picture."""


@dataclass(frozen=True, eq=False)
class Layers:
    """A frame, and the same made half as large again and again."""

    frame: Frame

    @cached_property
    def half(self) -> Layers:
        height, width = self.frame.shape[:2]
        size = (max(width // 2, 1), max(height // 2, 1))
        return Layers(np.asarray(cv2.resize(self.frame, size, interpolation=cv2.INTER_AREA), np.uint8))

    def small(self, edge: float, grain: float = SMALL) -> tuple[Frame, float]:
        """The frame made so small that an edge is so many pixels long, and how many of its own each is wide."""
        share = edge / grain
        if share > 2:
            found, inner = self.half.small(edge / 2, grain)
            return found, inner * 2
        height, width = self.frame.shape[:2]
        size = (max(round(width / share), STEP), max(round(height / share), STEP))
        found = np.asarray(cv2.resize(self.frame, size, interpolation=cv2.INTER_LINEAR), np.uint8)
        below, beside = -size[1] % STEP, -size[0] % STEP
        if below or beside:
            found = np.asarray(cv2.copyMakeBorder(found, 0, below, 0, beside, cv2.BORDER_REPLICATE), np.uint8)
        return found, width / size[0]

    def cut(self, x: float, y: float, scale: float, side: int) -> Frame:
        """A patch about a point of the frame, enlarged so many times."""
        if scale < _FINE and min(self.frame.shape[:2]) > 2:
            return self.half.cut((x + 0.5) / 2 - 0.5, (y + 0.5) / 2 - 0.5, scale * 2, side)
        middle = (side - 1) / 2
        way = np.array([[1 / scale, 0, x - middle / scale], [0, 1 / scale, y - middle / scale]])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return np.asarray(
            cv2.warpAffine(self.frame, way, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
        )


def prepared(shrunk: Frame) -> Shown:
    """Its colours about its own mean brightness, as a batch of one."""
    mean, spread = cv2.meanStdDev(shrunk)
    level = float(mean.mean())
    scale = float(np.sqrt((spread**2).mean())) + _DARK
    return np.asarray(cv2.dnn.blobFromImage(shrunk, 1 / scale, mean=(level, level, level)), np.float32)


def told(patches: list[Frame]) -> Shown:
    """What the networks are shown of patches: each about its own mean."""
    pixels = np.stack(patches)
    found = pixels.reshape(len(pixels), -1).astype(np.float32)
    found -= found.mean(1, keepdims=True)
    found /= np.sqrt(np.einsum("np,np->n", found, found) / found.shape[1])[:, None] + np.float32(_QUIET)
    return np.ascontiguousarray(found.reshape(pixels.shape).transpose(0, 3, 1, 2))


def middle_of(patches: list[Frame]) -> list[Frame]:
    """The middles of dice's patches."""
    off = (PATCH - CLOSE) // 2
    return [patch[off : off + CLOSE, off : off + CLOSE] for patch in patches]
