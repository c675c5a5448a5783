"""How much of each tray something covers that is neither the sheet, in light or shadow, nor what was read there.

Trays are printed pale and all alike, so how they look tells the light: shadow darkens, and makes nothing redder.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import Place
from vision.camera import View
from vision.cut import Cut
from vision.dice.pieces import Piece

_CELL_MM, _ACROSS = 5.0, 5
"""Trays are looked at in cells of this size, so many pixels across: noise in the dark is no colour."""
_FREE_MM = 3.0
"""So much of a tray is left out at its edges, where its frame is printed."""
_AROUND = 0.95
"""A die with its sides is seen within so many of its sizes from the middle between top and underside."""
_WARM, _HUE = 0.18, 0.5
"""Natural logarithms of how much redder than blue, and how much more of any colour than of another, is not the
sheet: beside a warm lamp shadows are bluer, and hands are redder in any light."""
_PALEST = 0.75
"""What is paler than so much of all that is seen is the sheet: hands and sleeves are darker in one colour."""
_DARK = 0.22
"""What is darker than this share of the sheet is no shadow."""
_CORNERS = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])

Colours = NDArray[np.float32]


def covered(
    frame: Cut, view: View, places: Sequence[Place], pieces: Sequence[Piece], unit_mm: float
) -> list[float]:
    """The share of each place's open floor, 0 to 1, over which something lies."""
    cuts = [_cut(frame, view, place, pieces, unit_mm) for place in places]
    open_floor = np.concatenate([seen[free] for seen, free in cuts])
    if not len(open_floor):
        return [0.0] * len(places)
    pale = open_floor.min(axis=1)
    sheet = np.median(open_floor[pale >= np.quantile(pale, _PALEST)], axis=0)
    # where dice leave hardly any floor free, the little there is says little
    return [float(_strange(seen[free], sheet).sum() / max(free.sum(), free.size / 2)) for seen, free in cuts]


def _strange(seen: Colours, sheet: Colours) -> NDArray[np.bool_]:
    """Pixels that are not the sheet in whatever light."""
    share = np.log(seen / sheet)
    is_warm = share[:, 2] - share[:, 0] > _WARM
    return np.asarray(is_warm | (np.ptp(share, axis=1) > _HUE) | (share.max(axis=1) < np.log(_DARK)))


def _cut(
    frame: Cut, view: View, place: Place, pieces: Sequence[Piece], unit_mm: float
) -> tuple[Colours, NDArray[np.bool_]]:
    """A place from straight above, and where nothing was read in it."""
    size = np.array([place.width, place.height]) - 2 * _FREE_MM / unit_mm
    wide, high = (max(2, round(side * unit_mm / _CELL_MM)) for side in size)
    at = view.project(_CORNERS * size / 2 + (place.x, place.y)).astype(np.float32)
    to = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) * _ACROSS - np.float32(0.5)
    warp = cv2.getPerspectiveTransform(at, to)
    whole = cv2.warpPerspective(frame, warp, (wide * _ACROSS, high * _ACROSS), borderMode=cv2.BORDER_REPLICATE)
    seen = cv2.resize(whole, (wide, high), interpolation=cv2.INTER_AREA).astype(np.float32) + 1
    free = np.ones((high, wide), np.bool_)
    if pieces:
        middles = np.array([(piece.x, piece.y) for piece in pieces], np.float32)[:, None]
        middles = (cv2.perspectiveTransform(middles, warp)[:, 0] + 0.5) / _ACROSS
        scale = wide / float(np.linalg.norm(at[1] - at[0]))
        reach = np.array([piece.size for piece in pieces]) * _AROUND * scale + 0.5
        down, right = np.mgrid[:high, :wide, :1][:2] + 0.5
        free = (np.hypot(right - middles[:, 0], down - middles[:, 1]) > reach).all(axis=2)
    return seen, free
