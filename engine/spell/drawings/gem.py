"""The Gem of Vrinolur: a long stone, bright at its tip."""

from __future__ import annotations

from collections.abc import Iterator

from engine.drawing import BLEED_MM, Area, Drawing, Line, Shape, around, disc, lozenge, placed

WIDTH, HEIGHT = 36.0, 58.0
OUTLINE = ((0.0, -29.0), (18.0, 6.0), (11.0, 29.0), (-11.0, 29.0), (-18.0, 6.0))
_TABLE = ((0.0, -15.0), (8.5, 6.0), (5.5, 18.0), (-5.5, 18.0), (-8.5, 6.0))
"""The flat facet in the middle."""
_FACETS = ("#fff6dc", "#c9471f", "#5c1408", "#8e2410", "#ffd76b")
"""Clockwise from the right of the tip: two bright ones meet there."""
_RIM, _HEART = "#3a0c06", "#e8792c"
_BRIGHT = "#fffbee"


def gem(sign: str = "sun") -> Drawing:
    """The stone with its tip up; its two sides bear a sun and a star."""
    return Drawing(tuple(_stone(sign)), WIDTH, HEIGHT, OUTLINE)


def _stone(sign: str) -> Iterator[Shape]:
    yield Area(OUTLINE, _RIM)
    yield Line(OUTLINE, _RIM, 2 * BLEED_MM, closed=True)
    inner = tuple((x * 0.93, y * 0.95 + 0.4) for x, y in OUTLINE)
    count = len(inner)
    yield Area(inner, _HEART)
    for i, colour in enumerate(_FACETS):
        after = (i + 1) % count
        yield Area((inner[i], inner[after], _TABLE[after], _TABLE[i]), colour)
    yield Area(_TABLE, _HEART)
    yield Area((_TABLE[0], _TABLE[1], _TABLE[4]), "#ffc04a")
    yield from placed(_sun() if sign == "sun" else _star(), 0, 6)


def _sun() -> Iterator[Shape]:
    yield Area(disc(0, 0, 2.6), _BRIGHT)
    yield from around((Area(lozenge(0, -4.6, 0.6, 1.2), _BRIGHT),), 8)


def _star() -> Iterator[Shape]:
    yield from around((Area(((0, -5.6), (1.5, -1.5), (0, 0), (-1.5, -1.5)), _RIM),), 4)
