"""What was seen, drawn onto the frame it was seen in, for people who want to know what the camera makes of it.

Colours only repeat what form tells: a doubtful place has a frame and a question mark, a hidden one is hatched.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.table import Place, TablePlan
from vision.board import Lattice, lattice
from vision.camera import Points, View
from vision.picture import Picture
from vision.sighting import NOTHING, Belief, Heap, Sighting

DOUBT = 0.9
"""What is less sure than this is doubtful."""
HIDDEN = 0.5
EMPTY = "."

Colour = tuple[int, int, int]

_FONT = cv2.FONT_HERSHEY_SIMPLEX
_FONT_PIXELS = 22.0
"""How high a capital of the font is at scale one."""
_DARK, _LIGHT, _AMBER, _PALE = (24, 20, 20), (255, 255, 255), (40, 190, 255), (200, 200, 200)
_NAME_SHARE, _SURE_SHARE, _ASIDE_SHARE = 0.26, 0.13, 0.16
"""How high the letters are, in units of the plan."""
_BOX = 0.44
_HATCHES = 8
_BENDS = 12
"""Points along an edge that a lens bends."""


def overlay(
    frame: Picture, plan: TablePlan, sighting: Sighting, labels: Mapping[str, str] | None = None
) -> Picture:
    """The frame with the board's outline and, on every place, what was seen there and how surely.

    ``labels`` are what things are called; those without one are called by their names.
    """
    for sheet, seen in zip(plan.sheets, sighting.sheets, strict=True):
        frame = overlay(frame, sheet, seen, labels) if seen is not None else frame
    view = sighting.view
    if view is None:
        return frame.copy()
    drawn = frame.copy()
    block = lattice(plan)
    _outline(drawn, block, view)
    pointing = {thing.kind for thing in plan.things if thing.turn is not None}
    aside: list[_Told] = []
    for place in plan.places:
        belief = sighting.places.get(place.name)
        if belief is None or not belief.kinds:
            continue
        told = _told(belief, labels or {})
        if pointing & belief.kinds.keys():
            aside += [told] if told.name != EMPTY else []
        elif told != _Told() or _in_block(place, block):
            _draw(drawn, place, told, view)
    for place in plan.places:
        if (heap := sighting.heaps.get(place.name)) is not None:
            _draw(drawn, place, _told_heap(heap, plan), view)
    _write_aside(drawn, aside, _unit(view, *block.middle))
    return drawn


@dataclass(frozen=True, slots=True)
class _Told:
    """What is written on a place. Bare table in plain sight, far from the board, needs no word."""

    name: str = EMPTY
    sure: str = ""
    is_doubtful: bool = False
    is_hidden: bool = False


def _told(belief: Belief, labels: Mapping[str, str]) -> _Told:
    best = [belief.best(kind) for kind in belief.kinds]
    seen = [labels.get(name, name) for name, _ in best if name != NOTHING]
    name = ("" if all(len(label) == 1 for label in seen) else " ").join(seen)
    sure = min(likely for _, likely in best)
    is_hidden, is_doubtful = belief.hidden >= HIDDEN, sure < DOUBT
    mark = "?" if is_hidden or is_doubtful else ""
    percent = f"{min(int(100 * sure), 99)}%" if seen or mark else ""
    return _Told((name or EMPTY) + mark, percent, is_doubtful, is_hidden)


def _told_heap(heap: Heap, plan: TablePlan) -> _Told:
    """What lies side by side, each die by the first letter of its colour and its pips."""
    seen = [f"{one.colour[:1]}{one.pips or ''}" if one.pips is not None else one.name for one in heap.things(plan)]
    is_hidden, is_doubtful = heap.hidden >= HIDDEN, any(one.doubts for one in heap.each)
    mark = "?" if is_hidden or is_doubtful else ""
    return _Told((" ".join(seen) or EMPTY) + mark, "", is_doubtful, is_hidden)


def _in_block(place: Place, block: Lattice) -> bool:
    return 0 <= place.x - block.left < block.columns and 0 <= place.y - block.top < block.rows


# -- drawing ----------------------------------------------------------------------------------------------


def _outline(drawn: Picture, block: Lattice, view: View) -> None:
    """The board's outer edge, and a mark at its own top."""
    sides = zip(block.corners, np.roll(block.corners, -1, 0), strict=True)
    edge = np.vstack([np.linspace(start, end, _BENDS, endpoint=False) for start, end in sides])
    middle, top = block.middle[0], block.top - 0.5
    mark = np.array([[middle - 0.16, top - 0.06], [middle, top - 0.28], [middle + 0.16, top - 0.06]])
    unit = _unit(view, *block.middle)
    for line in (edge, mark):
        _line(drawn, view.project(line), _LIGHT, unit / 45)


def _draw(drawn: Picture, place: Place, told: _Told, view: View) -> None:
    unit = _unit(view, place.x, place.y) * min(place.width, place.height)
    x, y = (float(value) for value in view.project(np.array([[place.x, place.y]]))[0])
    if not (0 <= x < drawn.shape[1] and 0 <= y < drawn.shape[0]):
        return
    half = _BOX * np.array([place.width, place.height])
    box = view.project(np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half + (place.x, place.y))
    if told.is_hidden:
        _hatch(drawn, box, unit)
    elif told.is_doubtful:
        _line(drawn, box, _AMBER, unit / 30)
    colour = _PALE if told.is_hidden else _AMBER if told.is_doubtful else _LIGHT
    _text(drawn, told.name, (x, y - 0.04 * unit), _NAME_SHARE * unit, colour)
    _text(drawn, told.sure, (x, y + 0.27 * unit), _SURE_SHARE * unit, colour)


def _write_aside(drawn: Picture, seen: Sequence[_Told], unit: float) -> None:
    """What points lies where its owner put it down, so it is told in the corner of the picture."""
    for number, told in enumerate(seen):
        high = _ASIDE_SHARE * unit
        at = (2 * high, (2 + 2 * number) * high)
        _text(drawn, f"{told.name} {told.sure}", at, high, _AMBER if told.is_doubtful else _LIGHT, centred=False)


def _line(drawn: Picture, around: Points, colour: Colour, width: float) -> None:
    """A closed line that shows on dark and on light ground."""
    points = [np.round(around).astype(np.int32).reshape(-1, 1, 2)]
    thin = max(1, round(width))
    cv2.polylines(drawn, points, True, _DARK, thin + 2, cv2.LINE_AA)
    cv2.polylines(drawn, points, True, colour, thin, cv2.LINE_AA)


def _hatch(drawn: Picture, box: Points, unit: float) -> None:
    """Slanted lines across a place."""
    left, top, wide, high = cv2.boundingRect(np.round(box).astype(np.int32))
    left, top = max(left, 0), max(top, 0)
    part = drawn[top : top + high, left : left + wide]
    if part.size == 0:
        return
    within = np.zeros(part.shape[:2], np.uint8)
    cv2.fillConvexPoly(within, np.round(box - (left, top)).astype(np.int32), (1,))
    y, x = np.mgrid[: part.shape[0], : part.shape[1]]
    step = max(6, round(unit / _HATCHES))
    slant = (x + y) % step
    part[(within > 0) & (slant < step // 3 + 1)] = _DARK
    part[(within > 0) & (slant < step // 6 + 1)] = _PALE


def _text(  # noqa: PLR0913
    drawn: Picture, text: str, at: tuple[float, float], high: float, colour: Colour, *, centred: bool = True
) -> None:
    """Outlined text about a point, or from it on."""
    scale = max(high / _FONT_PIXELS, 0.3)
    thick = max(1, round(2 * scale))
    (wide, tall), _ = cv2.getTextSize(text, _FONT, scale, thick)
    start = (round(at[0] - wide / 2 * centred), round(at[1] + tall / 2))
    cv2.putText(drawn, text, start, _FONT, scale, _DARK, 3 * thick, cv2.LINE_AA)
    cv2.putText(drawn, text, start, _FONT, scale, colour, thick, cv2.LINE_AA)


def _unit(view: View, x: float, y: float) -> float:
    """How many pixels a unit of the plan takes around a point."""
    at = view.project(np.array([[x - 0.5, y], [x + 0.5, y], [x, y - 0.5], [x, y + 0.5]]))
    return float(np.linalg.norm(at[1] - at[0]) + np.linalg.norm(at[3] - at[2])) / 2
