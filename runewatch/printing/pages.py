"""Pages: drawings and where they lie, in millimetres from the upper left corner, x right and y down."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from engine.drawing import Drawing, Shape, Shapes, Text, placed
from engine.lettering import lines

Side = Literal["single", "front", "back"]
Size = tuple[float, float]

PAPERS: Mapping[str, Size] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
"""Upright."""
MARGIN_MM = 5.0
"""What printers leave blank."""
CAPTION_MM = 9.5
"""Kept for words on top of pages that are full of pieces."""
GREY = "#8a8577"
BLACK = "#222028"


@dataclass(frozen=True, slots=True)
class Room:
    """A rectangle on a page."""

    left: float
    top: float
    right: float
    bottom: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A drawing with its middle at (x, y); nothing of it shows outside its room."""

    name: str
    drawing: Drawing
    x: float
    y: float
    room: Room | None = None

    @property
    def edge(self) -> Room:
        """The rectangle that is left of it after cutting."""
        right, down = self.drawing.width_mm / 2, self.drawing.height_mm / 2
        return Room(self.x - right, self.y - down, self.x + right, self.y + down)


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet: what is cut from it or lain on, then the marks and words over it."""

    part: str
    title: str
    width: float
    height: float
    placed: tuple[Placed, ...]
    marks: Shapes = ()
    """In page coordinates."""
    side: Side = "single"

    def painted(self) -> Iterator[tuple[Shape, Room | None]]:
        """Every shape in page coordinates with the room it may fill, in the order of painting."""
        for item in self.placed:
            for shape in placed(item.drawing.shapes, item.x, item.y):
                yield shape, item.room
        for shape in self.marks:
            yield shape, None


def caption(title: str, about: str, width: float) -> Iterator[Text]:
    """Words on top of a page."""
    yield Text(title, MARGIN_MM, MARGIN_MM + 3.0, 3.2, BLACK, "left", is_bold=True)
    for number, line in enumerate(lines(about, 2.4, width - 2 * MARGIN_MM)):
        yield Text(line, MARGIN_MM, MARGIN_MM + 5.9 + 2.8 * number, 2.4, GREY, "left")
