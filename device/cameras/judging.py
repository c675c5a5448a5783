"""How good the pictures of a camera are: for whoever puts it up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from device.cameras.shot import Frame, Shot

BLURRED = 15.0
"""A picture of a table less sharp than this is out of focus."""
DARK, BRIGHT = 40.0, 215.0
_LOOKED_AT = 1280
"""Sharpness is judged at this width, so that it says the same of any camera."""


@dataclass(frozen=True, slots=True)
class Quality:
    """What a camera truly gives."""

    width: int
    height: int
    rate: float
    """Pictures a second."""
    sharpness: float
    """How strong the finest edges are: below ``BLURRED`` it is out of focus, or looks at nothing."""
    brightness: float
    """The middle grey, 0 to 255: well between ``DARK`` and ``BRIGHT``."""


def judged(shots: Iterable[Shot]) -> Quality:
    """What these shots, taken one after the other, are like; the last one is looked at closely."""
    moments: list[float] = []
    last: Shot | None = None
    for shot in shots:
        if last is not None:
            last.close()
        moments.append(shot.seconds)
        last = shot
    if last is None:
        raise ValueError("no shots to judge")
    frame = last.large()
    last.close()
    gaps = [after - before for before, after in pairwise(moments)]
    rate = 1 / float(np.median(gaps)) if gaps and np.median(gaps) > 0 else 0.0
    height, width = frame.shape[:2]
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame
    return Quality(width, height, rate, sharpness(np.asarray(grey, np.uint8)), float(np.median(grey)))


def sharpness(grey: Frame) -> float:
    """The spread of what an edge filter leaves of a grey picture."""
    height, width = grey.shape
    if width > _LOOKED_AT:
        size = (_LOOKED_AT, max(1, round(height * _LOOKED_AT / width)))
        grey = np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
    return float(cv2.Laplacian(grey, cv2.CV_32F).var())
