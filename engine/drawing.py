"""Drawings: what a game's things look like, as flat shapes in millimetres that anybody can print or paint.

Three kinds of shape are all there is: areas, lines and lettering; whatever is round has been made of short
straight pieces by the functions below. A shape's coordinates are millimetres from the middle of its drawing,
x right and y down. Later shapes cover earlier ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from engine import letters

Point = tuple[float, float]
Points = tuple[Point, ...]

BLEED_MM = 2.0
"""Drawings to be cut out go on so far beyond their edge, so that a crooked cut shows no white."""


@dataclass(frozen=True, slots=True)
class Area:
    """A filled polygon. Colours are written '#rrggbb'."""

    points: Points
    colour: str


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, ``width`` thick; a closed one returns to its start."""

    points: Points
    colour: str
    width: float
    closed: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """Lettering. (x, y) is on its base line; ``size`` is the height of the letters' body."""

    text: str
    x: float
    y: float
    size: float
    colour: str
    anchor: Literal["left", "middle", "right"] = "middle"
    is_bold: bool = False
    turn: float = 0.0
    """Degrees clockwise about (x, y)."""
    said: str = ""
    """The message that it is for whoever reads it; cameras and presses have the text as it is."""

    @property
    def width(self) -> float:
        """How wide it is as printed."""
        return letters.width(self.text, self.size, is_bold=self.is_bold)


Shape = Area | Line | Text
Shapes = tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a piece of this size. What lies outside its edge is bleed: it is cut off."""

    shapes: Shapes
    width_mm: float
    height_mm: float
    outline: Points = ()
    """The edge, where it is not the whole rectangle."""

    @property
    def edge(self) -> Points:
        """The polygon to cut along."""
        return self.outline or box(0, 0, self.width_mm, self.height_mm)

    def turned(self, degrees: float) -> Drawing:
        """The drawing turned clockwise, by quarters."""
        across = round(degrees / 90) % 2 == 1
        width, height = (self.height_mm, self.width_mm) if across else (self.width_mm, self.height_mm)
        outline = moved(self.outline, turn=degrees)
        return Drawing(tuple(placed(self.shapes, turn=degrees)), width, height, outline)


@dataclass(frozen=True, slots=True)
class Standing:
    """A piece that stands up on a round foot: its picture seen from in front, and its foot seen from above.

    The picture stands upright through the middle of the foot, its lower edge on the table.
    """

    front: Drawing
    foot: Drawing

    @property
    def height_mm(self) -> float:
        return self.front.height_mm

    @property
    def width_mm(self) -> float:
        return self.front.width_mm

    @property
    def foot_mm(self) -> float:
        """The foot's diameter."""
        return self.foot.width_mm


# -- points ---------------------------------------------------------------------------------------------


def box(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Points:
    """A rectangle around its middle, with round corners if asked for."""
    right, down = width / 2 - radius, height / 2 - radius
    if not radius:
        return ((x - right, y - down), (x + right, y - down), (x + right, y + down), (x - right, y + down))
    quarters = ((right, -down, -90), (right, down, 0), (-right, down, 90), (-right, -down, 180))
    return tuple(p for dx, dy, start in quarters for p in arc(x + dx, y + dy, radius, start, start + 90))


def arc(x: float, y: float, radius: float, start: float, end: float) -> Points:
    """Part of a circle. Angles are in degrees, clockwise from the right."""
    steps = max(2, math.ceil(abs(end - start) / 360 * _fineness(radius)))
    return tuple(_polar(x, y, radius, start + (end - start) * i / steps) for i in range(steps + 1))


def disc(x: float, y: float, radius: float) -> Points:
    """A circle."""
    return arc(x, y, radius, 0, 360)[:-1]


def star(x: float, y: float, count: int, outer: float, inner: float) -> Points:
    """A star of so many points, the first on top."""
    step = 180 / count
    return tuple(_polar(x, y, inner if i % 2 else outer, step * i - 90) for i in range(2 * count))


def hatched(x: float, y: float, width: float, height: float, step: float) -> Iterator[Points]:
    """Lines both ways across a box around its middle, aslant, so far apart from left to right."""
    for way in (1, -1):
        for number in range(-_MOST_LINES, _MOST_LINES + 1):
            off = number * step
            # from left to right along y = way * x + off, cut at the box
            ends = [(right, way * right + off) for right in (-width / 2, width / 2)]
            ends += [(way * (down - off), down) for down in (-height / 2, height / 2)]
            inside = sorted({(round(right, 3), round(down, 3)) for right, down in ends
                             if abs(right) <= width / 2 + 1e-6 and abs(down) <= height / 2 + 1e-6})  # fmt: skip
            if len(inside) >= 2:
                (right, down), (other_right, other_down) = inside[0], inside[-1]
                yield (x + right, y + down), (x + other_right, y + other_down)


_MOST_LINES = 12


def lozenge(x: float, y: float, right: float, down: float) -> Points:
    """A square on its point, by its half diagonals."""
    return ((x, y - down), (x + right, y), (x, y + down), (x - right, y))


def curve(start: Point, *bends: tuple[Point, Point, Point]) -> Points:
    """A line of cubic Bézier curves: each bend is two handles and where it ends."""
    found = [start]
    for first, second, end in bends:
        begin = found[-1]
        found += [_bezier(begin, first, second, end, i / _BEND_STEPS) for i in range(1, _BEND_STEPS + 1)]
    return tuple(found)


def mirrored(points: Points) -> Points:
    """Points with left and right exchanged, in reverse order so that they close the half they came from."""
    return tuple((-x, y) for x, y in reversed(points))


def moved(points: Points, x: float = 0.0, y: float = 0.0, turn: float = 0.0, scale: float = 1.0) -> Points:
    """Points scaled, then turned clockwise in degrees, then shifted."""
    cos, sin = _turning(turn)
    return tuple((x + scale * (px * cos - py * sin), y + scale * (px * sin + py * cos)) for px, py in points)


_BEND_STEPS = 12


def _bezier(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    u = 1 - t
    weights = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
    return (
        sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
        sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
    )


def _polar(x: float, y: float, radius: float, degrees: float) -> Point:
    cos, sin = _turning(degrees)
    return (x + radius * cos, y + radius * sin)


def _turning(degrees: float) -> tuple[float, float]:
    # quarter turns exactly, so that what was straight stays so
    if degrees % 90 == 0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(degrees // 90) % 4]
    return (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))


def _fineness(radius: float) -> int:
    """Pieces of a whole circle, that nobody sees its corners."""
    return max(16, 4 * math.ceil(4 * math.sqrt(radius)))


# -- shapes ---------------------------------------------------------------------------------------------


def placed(
    shapes: Iterable[Shape], x: float = 0.0, y: float = 0.0, turn: float = 0.0, scale: float = 1.0
) -> Iterator[Shape]:
    """Shapes scaled, then turned clockwise in degrees, then shifted."""
    for shape in shapes:
        if isinstance(shape, Text):
            ((tx, ty),) = moved(((shape.x, shape.y),), x, y, turn, scale)
            yield replace(shape, x=tx, y=ty, size=shape.size * scale, turn=shape.turn + turn)
        elif isinstance(shape, Line):
            points = moved(shape.points, x, y, turn, scale)
            yield replace(shape, points=points, width=shape.width * scale)
        else:
            yield replace(shape, points=moved(shape.points, x, y, turn, scale))


def around(shapes: Iterable[Shape], count: int, turn: float = 0.0) -> Iterator[Shape]:
    """The shapes repeated all round the middle."""
    whole = tuple(shapes)
    for i in range(count):
        yield from placed(whole, turn=turn + 360 * i / count)
