"""Pieces cut out of a cut, each turned so that it stands upright in its patch.

Seen from above, a piece leans away from the camera: to every side, depending on where it stands. Turned so that it
leans upwards it looks like itself, only seen from higher or lower; how high, the last channel says.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cut import CELL, Eye

PATCH = 56
CHANNELS = 5
_WIDE = 64.0
"""Pixels of the cut that a patch shows across."""
_AHEAD = 8.0
"""How many pixels of the cut to look ahead where things lean far: a piece's head is there, not its foot."""
_FAR = 0.4

Patch = NDArray[np.float32]


def upright(prepared: Patch, eye: Eye, row: float, column: float, turn: float = 0.0) -> Patch:
    """The patch about a cell of a prepared cut, (5, side, side). ``turn`` is a little more, in radians."""
    lean_x, lean_y = (column - eye[0]) / eye[2], (row - eye[1]) / eye[2]
    lean = math.hypot(lean_x, lean_y)
    angle = math.atan2(lean_x, -lean_y) + turn
    scale = _WIDE / PATCH
    cos, sin = math.cos(angle) * scale, math.sin(angle) * scale
    ahead = _AHEAD * min(lean / _FAR, 1.5) / scale
    middle = np.array([PATCH / 2 - 0.5, PATCH / 2 - 0.5 + ahead])
    way = np.array([[cos, -sin], [sin, cos]])
    spot = np.array([(column + 0.5) * CELL, (row + 0.5) * CELL]) - way @ middle
    matrix = np.column_stack([way, spot]).astype(np.float32)
    found = np.empty((CHANNELS, PATCH, PATCH), np.float32)
    for channel in range(CHANNELS - 1):
        found[channel] = cv2.warpAffine(
            prepared[channel], matrix, (PATCH, PATCH), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        )  # fmt: skip
    found[-1] = 2 * lean
    return found
