"""Mages and elementals: pictures that stand on a round foot, folded from one piece of card.

From above little is seen of the picture, so the foot says all, in plain areas that no tile has: a dark field
with a bright heart, or a small one without, by its kind; straight or round, in a bright rim or a dark one, by its
owner. A foot is the same turned by half: each half of it is a flap of the fold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.drawing import (
    BLEED_MM,
    Area,
    Drawing,
    Line,
    Point,
    Points,
    Shape,
    Shapes,
    Standing,
    arc,
    around,
    curve,
    disc,
    lozenge,
    mirrored,
    moved,
    placed,
)
from engine.printed import Piece
from engine.spell.arena import BLACK, VIOLET
from engine.spell.drawings.inks import COLOURS, Colours, emblem, petal

Art = Iterator[Shape]

MAGE_MM = (28.0, 46.0)
MAGE_FOOT_MM = 32.0
ELEMENTAL_MM = (22.0, 30.0)
ELEMENTAL_FOOT_MM = 22.0
RIM_MM = 1.6
FOOT = {BLACK: "#0b8f86", VIOLET: "#ffa438"}
"""Colours that are on no tile, so that a foot is never taken for what it stands on."""
RIM = {BLACK: COLOURS[BLACK].light, VIOLET: COLOURS[VIOLET].shade}
"""Far from a foot's own in grey: black's is brighter than it, violet's darker."""


def mage(owner: int) -> Standing:
    """A tall hooded figure on a broad foot."""
    return Standing(_front(owner, MAGE_MM, _MAGE_HALF, _hooded), _foot(owner, MAGE_FOOT_MM, _field))


def elemental(owner: int) -> Standing:
    """A small spirit on a small foot."""
    return Standing(_front(owner, ELEMENTAL_MM, _SPIRIT_HALF, _spirit), _foot(owner, ELEMENTAL_FOOT_MM, _sign))


# -- seen from in front -----------------------------------------------------------------------------------

_MAGE_HALF: Points = ((4.0, -23.0), (7.5, -12.0), (9.0, -2.0), (14.0, 23.0))
_SPIRIT_HALF: Points = ((3.5, -15.0), (9.0, -5.0), (11.0, 4.0), (8.0, 15.0))
"""Right halves of the outlines: straight cuts, and an edge on top to fold along."""


def _front(owner: int, size: Point, half: Points, painted: Callable[[int, Colours], Art]) -> Drawing:
    outline = _even(half)
    colours = COLOURS[owner]
    return Drawing((Area(outline, colours.ground), *painted(owner, colours)), *size, outline)


def _hooded(owner: int, colours: Colours) -> Art:
    yield Area(_even(((3.2, -22), (6.3, -12), (5.2, -7.5), (0, -5.2))), colours.shade)
    yield Area(_even(_curved((0, -17.5), (4.6, -17), (5.0, -9), (0, -7.2))), "#08070c")
    for side in (-1, 1):
        yield Area(lozenge(side * 1.9, -12.6, 0.95, 0.75), colours.light)
    yield Area(_even(((0, -5.0), (7.0, -7.6), (11.2, 14.5), (0, 16.5))), colours.shade)
    yield Area(_even(((0, -3.0), (2.6, -4.2), (4.4, 15.4), (0, 16))), colours.ground)
    yield Line(((-2.6, -4.2), (-4.4, 15.4)), colours.glow, 0.7)
    yield Line(((2.6, -4.2), (4.4, 15.4)), colours.glow, 0.7)
    yield from emblem(owner, 0, 3.4, 3.6)
    yield Line(((-8.4, 14.5), (-6.4, -6.5)), colours.glow, 0.9)
    yield Area(lozenge(-6.2, -8.6, 1.5, 2.4), colours.light)
    yield from _hem(owner, colours)


def _hem(owner: int, colours: Colours) -> Art:
    """The lower edge of the robe: zigzag or scallops."""
    if owner == BLACK:
        for i in range(-3, 4):
            x = 3.6 * i
            yield Area(((x - 1.8, 21.6), (x, 17.6), (x + 1.8, 21.6)), colours.light)
    else:
        for i in range(-3, 4):
            yield Area(arc(3.6 * i, 21.6, 1.7, -180, 0), colours.light)
    yield Line(((-12.8, 21.8), (12.8, 21.8)), colours.light, 0.8)


def _spirit(owner: int, colours: Colours) -> Art:
    if owner == BLACK:
        yield Area(((0, 11.5), (-8.3, 4), (-6.8, -4), (0, -13), (6.8, -4), (8.3, 4)), colours.dull_line)
        yield Area(((0, -13), (6.8, -4), (8.3, 4), (0, 11.5)), colours.shade)
        yield Area(((0, -13), (6.8, -4), (0, -1.6), (-6.8, -4)), colours.light)
        yield Area(((0, -13), (6.8, -4), (0, -1.6)), colours.glow)
        for side in (-1, 1):
            eye = ((side * 1.3, 2.6), (side * 5.4, -0.2), (side * 4.4, 3.4))
            yield Area(eye, colours.light)
    else:
        for shape in (petal(12.8, -11.0, 8.4), petal(10.6, -9.0, 6.2)):
            yield Area(shape, colours.light if shape[0][1] > 10 else colours.shade)
        for side in (-1, 1):
            yield Area(disc(side * 2.5, -1.8, 1.5), colours.light)
        for y, radius in ((3.0, 1.1), (5.8, 0.8)):
            yield Area(disc(0, y, radius), colours.glow)
        yield Area(petal(11.4, 7.0, 1.5), colours.glow)
    yield Line(((-6.6, 13.2), (6.6, 13.2)), colours.light, 0.9)


def _even(half: Points) -> Points:
    return (*half, *mirrored(half))


def _curved(top: Point, first: Point, second: Point, end: Point) -> Points:
    return curve(top, (first, second, end))


# -- seen from above --------------------------------------------------------------------------------------


def _foot(owner: int, across: float, painted: Callable[[int, Colours, float], Art]) -> Drawing:
    half = tuple(_half_foot(owner, across / 2, painted))
    # whole under the halves, or a hair's breadth of the table shows between them
    ground = Area(disc(0, 0, across / 2 - 1), FOOT[owner])
    return Drawing((ground, *around(half, 2)), across, across, disc(0, 0, across / 2))


def _half_foot(owner: int, radius: float, painted: Callable[[int, Colours, float], Art]) -> Art:
    """The nearer half, without a bleed on its straight side."""
    colours = COLOURS[owner]
    yield Area(arc(0, 0, radius, 0, 180), FOOT[owner])
    yield Line(arc(0, 0, radius + (BLEED_MM - RIM_MM) / 2, 0, 180), RIM[owner], BLEED_MM + RIM_MM)
    yield from painted(owner, colours, radius)


def _field(owner: int, colours: Colours, radius: float) -> Art:
    """A mage: half of a dark field with a bright heart, straight or round."""
    for colour, reach in ((colours.ground, radius - 5.5), (colours.light, radius - 9.5)):
        yield Area(_half(owner, reach), colour)


def _sign(owner: int, colours: Colours, radius: float) -> Art:
    """An elemental: half of a small dark field, straight or round."""
    reach = radius - 6
    yield Area(_half(owner, reach), colours.ground)


def _half(owner: int, reach: float) -> Points:
    return ((-reach, 0), (reach, 0), (0, reach)) if owner == BLACK else arc(0, 0, reach, 0, 180)


def _nearer(foot: Drawing) -> Shapes:
    """The nearer half of a foot, which is drawn before the other."""
    return foot.shapes[1 : 1 + len(foot.shapes) // 2]


# -- to cut and fold --------------------------------------------------------------------------------------


def folded(name: str, figure: Standing, count: int) -> Piece:
    """A figure's two sides, head to head, and the halves of its foot as flaps at both ends."""
    radius, height = figure.foot_mm / 2, figure.height_mm
    right = figure.front.outline[: len(figure.front.outline) // 2]
    (top, _), (sole, _) = right[0], right[-1]
    lower = (*moved(right, 0, height / 2), *arc(0, height, radius, 0, 90))
    lower = (*lower, *mirrored(lower)[1:])
    outline = (*lower, *moved(lower, turn=180))
    ground = figure.front.shapes[0]
    bleed = Line(outline, ground.colour, 2 * BLEED_MM, closed=True)
    side = (*placed(figure.front.shapes, 0, height / 2), *placed(_nearer(figure.foot), 0, height))
    net = Drawing((bleed, *around(side, 2)), figure.foot_mm, 2 * (height + radius), outline)
    folds = tuple(((-x, y), (x, y)) for x, y in ((sole, -height), (top, 0.0), (sole, height)))
    return Piece(name, net, count=count, folds=folds)


def sole(name: str, figure: Standing, count: int) -> Piece:
    """A disc to glue under the flaps, of thicker card if there is some."""
    across = figure.foot_mm
    edge = disc(0, 0, across / 2)
    ring = Line(disc(0, 0, across / 2 - 2), "#9a937f", 0.4, closed=True)
    return Piece(name, Drawing((Area(edge, "#efeadd"), ring), across, across, edge), count=count)
