"""Printed sheets under everything: the mat with its markers, and whatever else a game lays out on paper."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.drawing import Area, Drawing, box
from engine.table import Marker, TablePlan
from vision.scene.flats import MARGIN, Face, Ink, painted

QUIET_MM = 5.0
"""White around a marker, or its border cannot be told from what is beside it."""
_SIDE_CELLS = 6
_PAPER = "#f4f2ec"
_BORDER_MM = 10.0


@dataclass(frozen=True, slots=True)
class Sheet:
    """A printed sheet whose middle lies at (x, y) of the plan; a marked one carries the plan's markers on it."""

    drawing: Drawing
    x: float
    y: float
    marked: bool = False


def plain_mat(plan: TablePlan) -> Sheet | None:
    """White paper under the markers of a plan, for a game that drew no mat of its own; None without markers."""
    if not plan.markers:
        return None
    left, right = min(m.x - m.side / 2 for m in plan.markers), max(m.x + m.side / 2 for m in plan.markers)
    top, bottom = min(m.y - m.side / 2 for m in plan.markers), max(m.y + m.side / 2 for m in plan.markers)
    width, height = ((far - near) * plan.unit_mm + 2 * _BORDER_MM for near, far in ((left, right), (top, bottom)))
    paper = Area(box(0, 0, width, height), _PAPER)
    return Sheet(Drawing((paper,), width, height), (left + right) / 2, (top + bottom) / 2, marked=True)


def with_mat(plan: TablePlan, sheets: Iterable[Sheet]) -> tuple[Sheet, ...]:
    """Sheets to lie on a table with the mat: one of them is marked if the plan has markers at all."""
    given = tuple(sheets)
    mat = None if any(sheet.marked for sheet in given) else plain_mat(plan)
    return (mat, *given) if mat else given


def printed(sheet: Sheet, plan: TablePlan, per_mm: float) -> Face:
    """What a sheet looks like."""
    face = painted(sheet.drawing, per_mm)
    if not sheet.marked:
        return face
    across, down = (side / 2 / plan.unit_mm for side in (sheet.drawing.width_mm, sheet.drawing.height_mm))
    own = [one for one in plan.markers if abs(one.x - sheet.x) < across and abs(one.y - sheet.y) < down]
    return _marked(face, sheet, own, plan.unit_mm)


def _marked(face: Face, sheet: Sheet, markers: Sequence[Marker], unit_mm: float) -> Face:
    ink = face.ink.copy()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    middle = np.array(ink.shape[1::-1]) / 2
    for marker in markers:
        bits = np.asarray(cv2.aruco.generateImageMarker(dictionary, marker.number, _SIDE_CELLS)).reshape(
            _SIDE_CELLS, _SIDE_CELLS
        )
        side = marker.side * unit_mm
        at = middle + (np.array([marker.x - sheet.x, marker.y - sheet.y])) * unit_mm * face.per_mm
        white = np.full((1, 1), 255, np.uint8)
        _stamp(ink, white, at, (side + 2 * QUIET_MM) * face.per_mm)
        _stamp(ink, np.asarray(np.maximum(bits, 12), np.uint8), at, side * face.per_mm)
    return replace(face, ink=ink)


def _stamp(ink: Ink, bits: NDArray[np.uint8], at: NDArray[np.float64], side: float) -> None:
    """A square of bits around a point, its edges exactly where they belong: pixels are shared out by area."""
    over = 8
    low = np.floor(at - side / 2).astype(int) - 1
    size = int(np.ceil(side)) + 3
    cells = bits.shape[0]
    axes = [(np.arange(size * over) + 0.5) / over + low[axis] - (at[axis] - side / 2) for axis in (0, 1)]
    column, row = (np.floor(axis / side * cells).astype(int) for axis in axes)
    inside = ((row >= 0) & (row < cells))[:, None] & ((column >= 0) & (column < cells))[None]
    fine = bits[row.clip(0, cells - 1)[:, None], column.clip(0, cells - 1)[None]]
    shape = (size, over, size, over)
    share = inside.reshape(shape).mean((1, 3))[..., None]
    value = (fine * inside).reshape(shape).mean((1, 3))[..., None]
    left, top = max(int(low[0]), MARGIN), max(int(low[1]), MARGIN)
    part = ink[top : int(low[1]) + size, left : int(low[0]) + size, :3]
    cut = (slice(top - int(low[1]), top - int(low[1]) + part.shape[0]),
           slice(left - int(low[0]), left - int(low[0]) + part.shape[1]))  # fmt: skip
    part[:] = np.round(value[cut] + part * (1 - share[cut])).astype(np.uint8)
