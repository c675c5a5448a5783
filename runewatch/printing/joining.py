"""Grounds on paper: on one page if it is large enough, else on several to be glued together.

A page shows its part and what else of the ground finds room. Where two parts meet, the earlier page is cut along
the line and laid on the same line of the later one, whose margin takes the glue.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from engine.drawing import Line, Shapes, Text
from engine.errors import N_
from engine.lettering import lines
from engine.printed import Ground
from engine.words import Words
from runewatch.printing.pages import GREY, MARGIN_MM, Page, Placed, Size

TICKS_MM = 33.0
TICK_MM = 3.0
LINE_MM = 0.15
WORDS_MM, SMALL_MM, LEADING = 2.4, 2.0, 1.2
BESIDE_MM = 4.0
LEAST_COLUMN_MM = 35.0
BETWEEN_MM = 45.0
"""From the outer edge of a marker to where words may stand."""


@dataclass(frozen=True, slots=True)
class _Grid:
    """So many pages of this size, and the part of the ground that each must show."""

    paper: Size
    part: Size
    columns: int
    rows: int

    @property
    def count(self) -> int:
        return self.columns * self.rows


def joined(ground: Ground, paper: Size, words: Words) -> Iterator[Page]:
    """The pages of a ground, row by row, upright or lengthwise, whichever takes fewer."""
    grid = min((_grid(ground.inner, size) for size in (paper, paper[::-1])), key=lambda found: found.count)
    for row in range(grid.rows):
        for column in range(grid.columns):
            yield _page(ground, grid, column, row, words)


def _grid(inner: Size, paper: Size) -> _Grid:
    # what just fits does so in spite of rounding
    columns, rows = (
        math.ceil(need / (side - 2 * MARGIN_MM) - 1e-9) for need, side in zip(inner, paper, strict=True)
    )
    return _Grid(paper, (inner[0] / columns, inner[1] / rows), columns, rows)


def _page(ground: Ground, grid: _Grid, column: int, row: int, words: Words) -> Page:
    (width, height), (across, down) = grid.paper, grid.part
    x = width / 2 + ((grid.columns - 1) / 2 - column) * across
    y = height / 2 + ((grid.rows - 1) / 2 - row) * down
    item = Placed(ground.name, ground.drawing, x, y)
    title, about = words(ground.title), [words(ground.about)]
    if grid.count > 1:
        number = row * grid.columns + column + 1
        title = words(N_("{part}, {number} of {count}"), part=title, number=number, count=grid.count)
        about += [words(JOINING)]
    said = _said(item, grid, title, " ".join(about))
    marks: Shapes = (*_edges(item, grid.paper), *_joints(grid, column, row), *said)
    return Page(ground.name, title, width, height, (item,), marks)


JOINING = N_("Cut along the lines on the right and below, lay each page on the same line of the next, and glue.")


def _edges(item: Placed, paper: Size) -> Iterator[Line]:
    """Where the ground ends, if the paper goes on."""
    (width, height), edge = paper, item.edge
    for x in (edge.left, edge.right):
        if MARGIN_MM <= x <= width - MARGIN_MM:
            yield Line(((x, max(edge.top, 0.0)), (x, min(edge.bottom, height))), GREY, LINE_MM)
    for y in (edge.top, edge.bottom):
        if MARGIN_MM <= y <= height - MARGIN_MM:
            yield Line(((max(edge.left, 0.0), y), (min(edge.right, width), y)), GREY, LINE_MM)


def _joints(grid: _Grid, column: int, row: int) -> Iterator[Line]:
    """The lines two pages have in common, with ticks across them to lay one on the other."""
    (width, height), (across, down) = grid.paper, grid.part
    for is_there, x in ((column > 0, (width - across) / 2), (column < grid.columns - 1, (width + across) / 2)):
        if is_there:
            yield Line(((x, 0), (x, height)), GREY, LINE_MM)
            yield from (_tick(x, height / 2 + t, TICK_MM, 0) for t in _ticks(down))
    for is_there, y in ((row > 0, (height - down) / 2), (row < grid.rows - 1, (height + down) / 2)):
        if is_there:
            yield Line(((0, y), (width, y)), GREY, LINE_MM)
            yield from (_tick(width / 2 + t, y, 0, TICK_MM) for t in _ticks(across))


def _ticks(length: float) -> Iterator[float]:
    count = int(length / 2 / TICKS_MM)
    yield from (i * TICKS_MM for i in range(-count, count + 1))


def _tick(x: float, y: float, right: float, down: float) -> Line:
    return Line(((x - right, y - down), (x + right, y + down)), GREY, LINE_MM)


def _said(item: Placed, grid: _Grid, title: str, about: str) -> Iterator[Text]:
    """Words beside the ground if there is room, else along its upper edge, between the markers."""
    room = grid.paper[0] - MARGIN_MM - item.edge.right - BESIDE_MM
    if room >= LEAST_COLUMN_MM:
        x, y = item.edge.right + BESIDE_MM, 4 * BESIDE_MM
        told = [*lines(title, WORDS_MM, room), *lines(about, WORDS_MM, room)]
        yield from (
            Text(line, x, y + LEADING * WORDS_MM * i, WORDS_MM, GREY, "left") for i, line in enumerate(told)
        )
    else:
        told = lines(f"{title}. {about}", SMALL_MM, grid.part[0] - 2 * BETWEEN_MM)
        for i, line in enumerate(told):
            yield Text(line, grid.paper[0] / 2, MARGIN_MM + SMALL_MM / 2 + LEADING * SMALL_MM * i, SMALL_MM, GREY)
