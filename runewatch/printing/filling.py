"""Filling pages with pieces to cut out, and their backs where they must be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from engine.drawing import BLEED_MM, Drawing, Line, Point, Points, Shape, moved
from engine.printed import Batch, Piece
from runewatch.printing.pages import CAPTION_MM, MARGIN_MM, Placed, Room, Size

MARK_MM = 4.0
"""The length of a cutting mark where there is room for it."""
MARK_FROM_MM = 0.4
DASH_MM = 1.6
TOUCH_MM = 0.01
"""Less than this is rounding."""
DARK, PALE = "#222028", "#ffffff"

NO_DRAWING = Drawing((), 0.0, 0.0)


@dataclass(slots=True)
class _Row:
    """Pieces side by side; the first is the tallest."""

    top: float
    height: float
    used: float = 0.0
    spots: list[tuple[Piece, float]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Spot:
    """A piece on a page."""

    piece: Piece
    front: Placed


def filled(batch: Batch, paper: Size) -> list[tuple[Spot, ...]]:
    """The pieces of a batch, page by page."""
    around = 2 * (MARGIN_MM + BLEED_MM)
    width, height = paper[0] - around, paper[1] - around - CAPTION_MM
    pages: list[list[_Row]] = []
    for piece in batch.pieces:
        for _ in range(piece.count):
            if not (pages and _put(pages[-1], piece, batch.apart, width, height)):
                pages.append([])
                _put(pages[-1], piece, batch.apart, width, height)
    return [_spots(rows, batch.apart, paper[0]) for rows in pages]


def _put(rows: list[_Row], piece: Piece, apart: float, width: float, height: float) -> bool:
    """Puts a piece into the first row that has room for it, or into a new one; says whether there was room."""
    across, down = piece.front.width_mm, piece.front.height_mm
    for row in rows:
        if down <= row.height and row.used + apart + across <= width:
            row.spots.append((piece, row.used + apart))
            row.used += apart + across
            return True
    top = rows[-1].top + rows[-1].height + apart if rows else 0.0
    if rows and top + down > height:
        return False
    rows.append(_Row(top, down, across, [(piece, 0.0)]))
    return True


def _spots(rows: list[_Row], apart: float, paper_width: float) -> tuple[Spot, ...]:
    left = (paper_width - max(row.used for row in rows)) / 2
    top = MARGIN_MM + CAPTION_MM + BLEED_MM
    found = [
        (piece, left + x + piece.front.width_mm / 2, top + row.top + piece.front.height_mm / 2)
        for row in rows
        for piece, x in row.spots
    ]
    bare = [Placed(piece.name, piece.front, x, y) for piece, x, y in found]
    return tuple(
        Spot(piece, replace(item, room=_grown(item, bare, BLEED_MM)))
        for (piece, *_), item in zip(found, bare, strict=True)
    )


def backs(spots: tuple[Spot, ...], paper: Size) -> tuple[Placed, ...]:
    """The other side of a page that is turned over its long edge: left and right change places."""
    return tuple(_back(spot, paper[0]) for spot in spots if spot.piece.back)


def _back(spot: Spot, width: float) -> Placed:
    front, room = spot.front, spot.front.room
    turned = Room(width - room.right, room.top, width - room.left, room.bottom) if room else None
    return Placed(front.name, spot.piece.back or NO_DRAWING, width - front.x, front.y, turned)


def _grown(item: Placed, others: list[Placed], most: float) -> Room:
    """The edge of a piece and as much around it as is its own: half the way to a neighbour, or the most."""
    left, top, right, bottom = (_free(item, others, side, most) for side in ("left", "top", "right", "bottom"))
    edge = item.edge
    return Room(edge.left - left, edge.top - top, edge.right + right, edge.bottom + bottom)


def _free(item: Placed, others: list[Placed], side: str, most: float) -> float:
    """How far a piece may reach out on a side."""
    mine = item.edge
    free = most
    for other in others:
        its = other.edge
        if side in ("left", "right"):
            is_beside = min(its.bottom, mine.bottom) - max(its.top, mine.top) > TOUCH_MM
            gap = mine.left - its.right if side == "left" else its.left - mine.right
        else:
            is_beside = min(its.right, mine.right) - max(its.left, mine.left) > TOUCH_MM
            gap = mine.top - its.bottom if side == "top" else its.top - mine.bottom
        if other is not item and is_beside and gap > -TOUCH_MM:
            free = min(free, max(gap, 0.0) / 2)
    return free


# -- marks ------------------------------------------------------------------------------------------------


def marks(spots: tuple[Spot, ...]) -> Iterator[Shape]:
    """Where to cut and to fold."""
    fronts = [spot.front for spot in spots]
    for spot in spots:
        item = spot.front
        if item.drawing.outline:
            yield from _thin(moved(item.drawing.outline, item.x, item.y), is_closed=True)
        else:
            yield from _corner_marks(item, fronts)
        for fold in spot.piece.folds:
            yield from _dashed(moved(fold, item.x, item.y))


def _corner_marks(item: Placed, others: list[Placed]) -> Iterator[Line]:
    edge, far = item.edge, _grown(item, others, MARK_MM)
    for x, out in ((edge.left, far.left), (edge.right, far.right)):
        for y in (edge.top, edge.bottom):
            yield from _mark((x, y), (out, y))
    for y, out in ((edge.top, far.top), (edge.bottom, far.bottom)):
        for x in (edge.left, edge.right):
            yield from _mark((x, y), (x, out))


def _mark(corner: Point, end: Point) -> Iterator[Line]:
    reach = max(abs(end[0] - corner[0]), abs(end[1] - corner[1]))
    if reach > 2 * MARK_FROM_MM:
        share = MARK_FROM_MM / reach
        start = (corner[0] + (end[0] - corner[0]) * share, corner[1] + (end[1] - corner[1]) * share)
        yield from _thin((start, end))


def _thin(points: Points, *, is_closed: bool = False) -> Iterator[Line]:
    """A thin line that shows on any ground."""
    yield Line(points, PALE, 0.45, is_closed)
    yield Line(points, DARK, 0.12, is_closed)


def _dashed(fold: Points) -> Iterator[Line]:
    (x, y), (end_x, end_y) = fold
    length = max(abs(end_x - x), abs(end_y - y))
    count = max(1, round(length / DASH_MM / 2))
    for i in range(count):
        first, last = (i + 0.25) / count, (i + 0.75) / count
        ends = tuple((x + (end_x - x) * t, y + (end_y - y) * t) for t in (first, last))
        yield from _thin(ends)
