"""The colours of SPELL's printed set, and the two families of motifs that tell its owners apart.

Black is made of straight cuts (crystals, squares), violet of round ones (petals, circles), so that nobody has to
tell them by their hue; what is active is bright and filled, what is inactive only outlined.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.drawing import Area, Line, Point, Points, Shape, curve, mirrored, moved
from engine.spell.arena import BLACK, VIOLET

INK = "#1b1a24"
PAPER = "#fbf7ec"
GREY = "#cfc6b2"
STONE, STONE_LINE, STONE_DARK = "#e7e1d3", "#b9b09c", "#8c8471"


@dataclass(frozen=True, slots=True)
class Colours:
    """What an owner's things are painted with, from dark to bright; the last two on what is inactive."""

    ground: str
    shade: str
    glow: str
    light: str
    dull_ground: str
    dull_line: str


COLOURS = {
    BLACK: Colours("#17161d", "#3d3b48", "#eeb440", "#fff3d0", "#33323b", "#6b6976"),
    VIOLET: Colours("#6a2bb8", "#451a80", "#ff9fdc", "#f7ecff", "#a99abd", "#7b6a93"),
}


def crystal(colours: Colours, tip: float, root: float, width: float) -> Iterator[Shape]:
    """A cut stone that points up, one side of it in the light."""
    tip_at, right, root_at, left = crystal_edge(tip, root, width)
    # the whole in light, then one side over it: two halves side by side would show a seam
    yield Area((tip_at, right, root_at, left), colours.light)
    yield Area((tip_at, right, root_at), colours.glow)


def crystal_edge(tip: float, root: float, width: float) -> Points:
    """Its outline: tip, right, root, left."""
    waist = tip + (root - tip) * 0.62
    return ((0, -tip), (width, -waist), (0, -root), (-width, -waist))


def petal(tip: float, root: float, width: float) -> Points:
    """A leaf that points up: round at the tip, narrow at the root."""
    start: Point = (0, -root)
    reach = tip - root
    half = curve(
        start,
        ((width * 0.5, -root - reach * 0.15), (width, -root - reach * 0.45), (width, -root - reach * 0.68)),
        ((width, -root - reach * 0.9), (width * 0.45, -tip), (0, -tip)),
    )
    return (*half, *mirrored(half)[1:-1])


def outlined(points: Points, colour: str, width: float) -> Line:
    return Line(points, colour, width, closed=True)


def comma(radius: float, width: float) -> Points:
    """A curl from the middle outwards."""
    half = curve(
        (0, 0),
        ((radius * 0.1, -radius * 0.55), (radius * 0.55, -radius), (radius, -radius * 0.62)),
    )
    back = curve(
        (radius, -radius * 0.62),
        ((radius * 0.72, -radius * 0.62 + width * 0.2), (radius * 0.42, -width * 0.6), (0, 0)),
    )
    return (*half, *back[1:-1])


def emblem(owner: int, x: float, y: float, size: float) -> Iterator[Shape]:
    """An owner's sign in small: four cut stones, or five petals."""
    colours = COLOURS[owner]
    if owner == BLACK:
        for i in range(4):
            turn = 90.0 * i
            for shape in crystal(colours, size, size * 0.12, size * 0.36):
                if isinstance(shape, Area):
                    yield Area(moved(shape.points, x, y, turn), shape.colour)
    else:
        for i in range(5):
            yield Area(moved(petal(size, size * 0.22, size * 0.36), x, y, 72.0 * i), colours.light)
