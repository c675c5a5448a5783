"""The tiles of the arena: five faces, and the special tile of each colour."""

from __future__ import annotations

from collections.abc import Iterable

from engine.drawing import BLEED_MM, Area, Drawing, Line, Shape, around, box, disc, lozenge, placed
from engine.spell.arena import BLACK, VIOLET
from engine.spell.drawings.inks import (
    COLOURS,
    STONE,
    STONE_DARK,
    STONE_LINE,
    comma,
    crystal,
    crystal_edge,
    outlined,
    petal,
)

TILE_MM = 60.0
FRAME = 52.0
"""The side of the frame within a black tile; the ring of a violet one is as wide."""


def _tile(ground: str, *motifs: Iterable[Shape]) -> Drawing:
    whole = TILE_MM + 2 * BLEED_MM
    shapes = (Area(box(0, 0, whole, whole), ground), *(shape for motif in motifs for shape in motif))
    return Drawing(shapes, TILE_MM, TILE_MM)


def black_active() -> Drawing:
    """A burst of bright cut stones in a square frame."""
    colours = COLOURS[BLACK]
    corner = Area(((-26, -26), (-14.5, -26), (-26, -14.5)), colours.light)
    fold = Area(((-26, -26), (-18, -26), (-26, -18)), colours.glow)
    return _tile(
        colours.ground,
        (outlined(box(0, 0, FRAME, FRAME), colours.light, 1.8),),
        around((corner, fold), 4),
        around(crystal(colours, 22.5, 4.2, 4.6), 4),
        around(crystal(colours, 16.5, 6.5, 3.4), 4, turn=45),
        (Area(lozenge(0, 0, 3, 3), colours.light),),
    )


def black_inactive() -> Drawing:
    """The same stones without their light."""
    line = COLOURS[BLACK].dull_line
    return _tile(
        COLOURS[BLACK].dull_ground,
        (outlined(box(0, 0, FRAME, FRAME), line, 0.5),),
        around((Line(((-14.5, -26), (-26, -14.5)), line, 0.5),), 4),
        around((outlined(crystal_edge(22.5, 4.2, 4.6), line, 0.5),), 4),
        around((outlined(crystal_edge(16.5, 6.5, 3.4), line, 0.5),), 4, turn=45),
    )


def violet_active() -> Drawing:
    """A blossom in a ring of pearls."""
    colours = COLOURS[VIOLET]
    return _tile(
        colours.ground,
        (Area(disc(0, 0, FRAME / 2), colours.shade), outlined(disc(0, 0, FRAME / 2), colours.light, 1.8)),
        around((Area(disc(-24.3, -24.3, 4.0), colours.light), Area(disc(-24.3, -24.3, 1.6), colours.glow)), 4),
        around((Area(petal(20.5, 3.5, 5.2), colours.light), Area(petal(17, 7.5, 2.3), colours.glow)), 8),
        around((Area(disc(0, -22.6, 1.2), colours.light),), 8, turn=22.5),
        (Area(disc(0, 0, 5.4), colours.ground), Area(disc(0, 0, 3.6), colours.light)),
    )


def violet_inactive() -> Drawing:
    """The blossom pressed and faded."""
    line = COLOURS[VIOLET].dull_line
    return _tile(
        COLOURS[VIOLET].dull_ground,
        (outlined(disc(0, 0, FRAME / 2), line, 0.5),),
        around((outlined(disc(-24.3, -24.3, 4.0), line, 0.5),), 4),
        around((outlined(petal(20.5, 7.5, 4.6), line, 0.5),), 8),
        (outlined(disc(0, 0, 4.6), line, 0.5),),
    )


def neutral() -> Drawing:
    """A paved court: nobody's."""
    bracket = Line(((-25.5, 6), (-25.5, -25.5), (6, -25.5), (6, -17)), STONE_DARK, 1.5)
    inner = Line(((-17, -6), (-17, -17), (-2, -17), (-2, -9)), STONE_LINE, 1.2)
    return _tile(
        STONE,
        around((bracket, inner), 4),
        (outlined(box(0, 0, 11, 11), STONE_DARK, 1.2), Area(box(0, 0, 5, 5), STONE_LINE)),
    )


def black_special() -> Drawing:
    """A square whirl, dark on bright."""
    colours = COLOURS[BLACK]
    blade = Area(((0, 0), (-2.5, -18), (13.5, -11)), colours.ground)
    edge = Area(((-2.5, -18), (13.5, -11), (3.6, -11.6)), colours.glow)
    return _tile(
        colours.light,
        (Line(box(0, 0, 57, 57), colours.ground, 9.0, closed=True),),
        around((_tooth(i) for i in range(5)), 4),
        around((blade, edge), 4),
    )


def _tooth(number: int) -> Area:
    x = 9.0 * (number - 2)
    return Area(((x - 3, -24.1), (x + 3, -24.1), (x, -20)), COLOURS[BLACK].ground)


def violet_special() -> Drawing:
    """A round whirl, dark on bright."""
    colours = COLOURS[VIOLET]
    return _tile(
        colours.light,
        (Line(disc(0, 0, 26.0), colours.ground, 3.4, closed=True),),
        around((Area(disc(0, -22.6, 2.2), colours.ground),), 16),
        around((Area(disc(-25.5, -25.5, 3.4), colours.ground),), 4),
        around((Area(comma(17.5, 9), colours.ground),), 4),
        around(placed((Area(disc(0, 0, 1.7), colours.glow),), 11.2, -10.2), 4),
    )


FACES = {
    "black-active": black_active,
    "black-inactive": black_inactive,
    "violet-active": violet_active,
    "violet-inactive": violet_inactive,
    "neutral": neutral,
    "black-special": black_special,
    "violet-special": violet_special,
}
"""Every face, by the name of its thing."""
