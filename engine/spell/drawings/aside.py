"""What lies beside the arena for the players, not for the camera: action cards, tracks and their markers."""

from __future__ import annotations

from collections.abc import Iterator

from engine.drawing import (
    BLEED_MM,
    Area,
    Drawing,
    Line,
    Shape,
    Text,
    around,
    box,
    disc,
    lozenge,
    placed,
    star,
)
from engine.spell.arena import BLACK
from engine.spell.drawings.inks import COLOURS, GREY, INK, PAPER, STONE, STONE_DARK, emblem
from engine.spell.layouts.plan import CARD_MM, MOST_POINTS, ROUNDS

TRACKS_MM = (190.0, 92.0)
SPACE_MM = 17.0
IN_A_ROW = 11
GOAL = 16
MARKER_MM = 13.0
STROKE = 1.1


# -- action cards -----------------------------------------------------------------------------------------


def action(owner: int, name: str) -> Drawing:
    """The bright side: the action can still be taken."""
    colours = COLOURS[owner]
    return _card(colours.light, colours.ground, owner, tuple(_SIGNS[name](colours.ground, colours.glow)))


def action_used(owner: int, name: str) -> Drawing:
    """The dull side."""
    colours = COLOURS[owner]
    return _card(
        colours.dull_ground, colours.dull_line, None, tuple(_SIGNS[name](colours.dull_line, colours.dull_line))
    )


def _card(ground: str, line: str, owner: int | None, sign: tuple[Shape, ...]) -> Drawing:
    width, height = CARD_MM
    shapes: list[Shape] = [Area(box(0, 0, width + 2 * BLEED_MM, height + 2 * BLEED_MM), ground)]
    radius = 0.0 if owner == BLACK else 4.0
    shapes += [Line(box(0, 0, width - 9, height - 9, radius=radius), line, STROKE, closed=True)]
    shapes += placed(sign, 0, -3)
    if owner is not None:
        shapes += [Area(disc(0, 19, 5.4), COLOURS[owner].ground), *emblem(owner, 0, 19, 4.4)]
    return Drawing(tuple(shapes), width, height)


def _step(colour: str, accent: str) -> Iterator[Shape]:
    """A mage, and the eight ways a step may go."""
    yield from around((Area(((0, -14.5), (1.8, -11.2), (-1.8, -11.2)), accent),), 8)
    yield Area(((0, -8), (2.6, -4), (5.4, 6.5), (-5.4, 6.5), (-2.6, -4)), colour)


def _slide(colour: str, accent: str) -> Iterator[Shape]:
    """Three tiles in a line, and the gap they slide into."""
    for i in range(3):
        yield Area(box(-10.2 + 6.8 * i, 4, 5.6, 5.6), colour)
    yield Line(box(10.2, 4, 5.0, 5.0), colour, 0.6, closed=True)
    yield Area(((-11, -7.2), (4, -7.2), (4, -10.2), (11.5, -5.5), (4, -0.8), (4, -3.8), (-11, -3.8)), accent)


_SIGNS = {"mage": _step, "shift": _slide}


# -- tracks -----------------------------------------------------------------------------------------------


def tracks() -> Drawing:
    """Spaces for the points of both, and for the round."""
    shapes = [*_points(), *_rounds(), Line(box(0, 0, 188, 90, radius=4), GREY, 0.5, closed=True)]
    return Drawing(tuple(shapes), *TRACKS_MM)


def _points() -> Iterator[Shape]:
    for points in range(MOST_POINTS + 1):
        # from the second row on a row begins below the 1
        row, column = divmod(max(points - 1, 0), IN_A_ROW - 1)
        x, y = (column + (points > 0) - (IN_A_ROW - 1) / 2) * SPACE_MM, -34.0 + 18.0 * row
        if points == GOAL:
            yield Area(star(x, y, 8, 8.4, 6.2), COLOURS[BLACK].glow)
        yield Line(disc(x, y, MARKER_MM / 2), STONE_DARK, 0.4, closed=True)
        yield Text(str(points), x, y + 1.8, 5.0, INK, is_bold=points == GOAL)


def _rounds() -> Iterator[Shape]:
    for number in range(1, ROUNDS + 1):
        x, y = (number - (ROUNDS + 1) / 2) * 1.5 * SPACE_MM, 29.0
        if number < ROUNDS:
            yield Line(((x + 8.5, y), (x + 1.5 * SPACE_MM - 8.5, y)), STONE_DARK, 0.4)
        yield Area(box(x, y, 15, 15, radius=2), STONE)
        yield Text(str(number), x, y + 2.4, 6.5, INK, is_bold=True)


def marker(owner: int | None) -> Drawing:
    """A player's disc for the points; nobody's is for the round."""
    edge = disc(0, 0, MARKER_MM / 2)
    colour = COLOURS[owner].ground if owner is not None else STONE_DARK
    sign: list[Shape] = [Area(lozenge(0, 0, 3.2, 4.0), PAPER)] if owner is None else list(emblem(owner, 0, 0, 4.4))
    bleed = Line(edge, colour, 2 * BLEED_MM, closed=True)
    return Drawing((Area(edge, colour), bleed, *sign), MARKER_MM, MARKER_MM, edge)
