"""What Archimage gives to the printer: boards drawn from their text, tokens, scrolls, figures, mats for players.

Nothing is told by colour alone: each element has a shape of its own, on tokens, scrolls, guardians and zones.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.archimage.board import (
    CIRCLE_MM,
    HUB_MM,
    SCROLL_MM,
    SIZES,
    START_MM,
    Board,
    Space,
    board_names,
    load_board,
)
from engine.archimage.drawings import (
    DARK,
    INKS,
    PAPER,
    TEXT_BOX,
    TITLE_BOX,
    back,
    drawing,
    nearer,
    printed_scroll,
    sign,
)
from engine.archimage.elements import (
    BOND,
    CIRCLES,
    COLOURS,
    ELEMENTS,
    NATURE,
    POWERS,
    TOKENS,
    TOKENS_EACH,
    seal_of,
)
from engine.archimage.house import SEATS
from engine.archimage.judging.faults import called
from engine.archimage.layouts import field, plan
from engine.archimage.layouts import sheet as dice_sheet
from engine.archimage.offers import does
from engine.archimage.sentences import KINDS
from engine.drawing import (
    BLEED_MM,
    Area,
    Drawing,
    Line,
    Points,
    Shape,
    Standing,
    Text,
    arc,
    around,
    box,
    disc,
    hatched,
    placed,
    star,
)
from engine.errors import N_
from engine.printed import Batch, Ground, Piece, Wording
from engine.table import Thing
from engine.verdict import Phrase

GROUND, FLOOR, WAY, WALL, FAINT = "#fbf8f0", "#efe9db", "#c9bfa9", "#3b3630", "#9a917f"
PRINT, GLOW = "#a89d86", "#cdb6e2"
"""What bare spaces show; of violet spots the bright part."""
WAY_MM, WALL_MM = 9.0, 3.0
WALL_HALF_MM = 9.0
APART_MM = 2 * BLEED_MM
CIRCLE_TITLES = {
    "0": N_("Scrolls of the elementary circle"),
    "1": N_("Scrolls of circle I"),
    "2": N_("Scrolls of circle II"),
    "3": N_("Scrolls of circle III"),
    "4": N_("Scrolls of circle IV"),
}
BOARD_TITLES = {
    2: N_("Board for two players"),
    3: N_("Board for three players"),
    4: N_("Board for four players"),
    5: N_("Board for five players"),
}


def printed() -> Iterator[Batch | Ground]:
    for name in board_names():
        found = load_board(name, 0)
        yield board(found, f"board-{found.players}", "")
    yield _mat()
    yield _sheet()
    yield _tokens()
    for circle in ("0", *CIRCLES):
        yield _scrolls(circle)
    yield _figures()


# -- boards ---------------------------------------------------------------------------------------------


def board(found: Board, name: str, said: str) -> Ground:
    """A board as its text has it; ``said`` is the option under which it is played."""
    half = field.half(found)
    return Ground(
        name,
        BOARD_TITLES[found.players],
        N_("Glue the sheets together along the marks. Tokens lie on circles, scrolls on rectangles, as numbered."),
        Drawing(tuple(_dungeon(found, half)), 2 * half, 2 * half),
        0.0,
        0.0,
        (2 * half, 2 * half),
        marked=True,
        choices={"players": found.players, "board": said},
    )


def _dungeon(found: Board, half: float) -> Iterator[Shape]:
    yield Area(box(0, 0, 2 * half, 2 * half), GROUND)
    spaces = found.spaces
    for one, other in found.links:
        yield Line(((spaces[one].x, spaces[one].y), (spaces[other].x, spaces[other].y)), WAY, WAY_MM)
    for one, other in found.walls:
        yield Line(_across(spaces[one], spaces[other]), WALL, WALL_MM)
    for space in sorted(spaces, key=lambda one: one.kind != "hub"):
        yield from _space(space)
    for colour, (x, y) in zip(NATURE, plan.zones_at(found), strict=True):
        wide, high = plan.ZONE_MM
        yield Area(box(x, y, wide, high, 5), FLOOR)
        yield Line(box(x, y, wide, high, 5), INKS[COLOURS[colour]], 1.6, closed=True)
        yield Line(sign(colour, x, y, 1.6), INKS[COLOURS[colour]], 1.2, closed=True)


def _across(one: Space, other: Space) -> Points:
    """The line of a wall: halfway, across the way there would be."""
    long = WALL_HALF_MM / (((other.x - one.x) ** 2 + (other.y - one.y) ** 2) ** 0.5 or 1.0)
    right, down = long * (one.y - other.y), long * (other.x - one.x)
    x, y = (one.x + other.x) / 2, (one.y + other.y) / 2
    return ((x - right, y - down), (x + right, y + down))


def _space(space: Space) -> Iterator[Shape]:
    x, y = space.x, space.y
    if space.kind == "hub":
        yield Area(disc(x, y, HUB_MM / 2), FLOOR)
        yield Line(disc(x, y, HUB_MM / 2), WAY, 1.2, closed=True)
        return
    wide, high = SIZES[space.kind]
    if space.kind == "start":
        yield Area(disc(x, y, START_MM / 2), INKS["violet"])
        yield Area(star(x, y, 5, 11.0, 5.6), GLOW)
        yield Area(disc(x, y, 4.4), INKS["violet"])
    elif space.kind == "circle":
        yield Area(disc(x, y, CIRCLE_MM / 2), PAPER)
        yield from (Area(rays, PRINT) for rays in _rays(x, y, CIRCLE_MM / 2))
        yield Line(disc(x, y, CIRCLE_MM / 2), WALL, 0.8, closed=True)
    else:
        yield Area(box(x, y, *SCROLL_MM, 3), PAPER)
        yield from (Line(line, PRINT, 1.6) for line in hatched(x, y, wide - 4, high - 4, _HATCH_MM))
        yield Line(box(x, y, wide, high, 3), WALL, 0.8, closed=True)
    if space.power:
        yield Area(disc(x, y, 6.4), PAPER)
        yield Text(str(space.power), x, y + 3.6, 10.5, FAINT, is_bold=True)
    # beside its space, where it is read though something lies there
    yield Text(space.name, x, y + high / 2 + 3.1, 3.2, FAINT)


_HATCH_MM = 10.0
_RAYS = 8


def _rays(x: float, y: float, radius: float) -> Iterator[Points]:
    """Every other one of the sectors of a disc."""
    for number in range(_RAYS):
        start = 360 * number / _RAYS
        yield ((x, y), *arc(x, y, radius, start, start + 180 / _RAYS))


# -- in front of the players ----------------------------------------------------------------------------


def _mat() -> Ground:
    """One player's row of the table plan."""
    places = [(plan.TRAY_MM, -215.0), (plan.TOKEN_MM, -105.0), (plan.TOKEN_MM, -65.0), (plan.BOND_MM, -20.0),
              (plan.SCROLLS_MM, 135.0)]  # fmt: skip
    left, right = -215 - plan.TRAY_MM[0] / 2 - 5, 135 + plan.SCROLLS_MM[0] / 2 + 5
    middle, wide, high = (left + right) / 2, right - left, plan.SCROLLS_MM[1] + 10
    shapes: list[Shape] = [Area(box(0, 0, wide, high), GROUND)]
    for (across, down), x in places:
        shapes += [
            Area(box(x - middle, 0, across, down, 4), FLOOR),
            Line(box(x - middle, 0, across, down, 4), WALL, 0.8, closed=True),
        ]
    return Ground(
        "mat",
        N_("Mat of a player"),
        N_("Print one for each player. From the left: dice, first-player token, familiar, Bond, scrolls."),
        Drawing(tuple(shapes), wide, high),
        0.0,
        1e6,
        (wide, high),
    )


def _sheet() -> Ground:
    """What a camera looks at: trays by number, as players sit, and the zones."""
    shapes: list[Shape] = [Area(box(0, 0, *dice_sheet.SHEET_MM), GROUND)]
    for label, x, y in dice_sheet.seat_labels():
        wide, high = dice_sheet.TRAY_MM
        shapes += [
            Area(box(x, y, wide, high, 4), FLOOR),
            Line(box(x, y, wide, high, 4), WALL, 0.8, closed=True),
            Text(label, x - wide / 2 + 6, y + high / 2 - 3, 8.0, FAINT, is_bold=True),
        ]
    for colour, x, y in dice_sheet.zones_at():
        wide, high = dice_sheet.ZONE_MM
        ink = INKS[COLOURS[colour]]
        shapes += [
            Area(box(x, y, wide, high, 4), FLOOR),
            Line(box(x, y, wide, high, 4), ink, 1.6, closed=True),
            # grey, or it would be taken for a die
            Line(sign(colour, x - wide / 2 + 7, y + high / 2 - 7, 0.8), FAINT, 0.8, closed=True),
        ]
    return Ground(
        "dice",
        N_("Sheet for the dice"),
        N_("For play with a camera, which looks at this sheet. Everybody's dice lie in the tray of their number."),
        Drawing(tuple(shapes), *dice_sheet.SHEET_MM),
        *dice_sheet.AT,
        dice_sheet.SHEET_MM,
        marked=True,
    )


# -- pieces ---------------------------------------------------------------------------------------------


def _flat(thing: Thing) -> Drawing:
    found = drawing(thing)
    assert isinstance(found, Drawing)
    return found


def _tokens() -> Batch:
    things = [(plan.cell_thing(cell), TOKENS_EACH[seal_of(cell)[1]]) for cell in TOKENS]
    pieces = [Piece(thing.name, _bled(_flat(thing)), count=count) for thing, count in things]
    first = Piece(plan.FIRST_PLAYER.name, _flat(plan.FIRST_PLAYER))
    return Batch(
        "tokens",
        N_("Seal tokens"),
        N_("Glue the sheets onto cardboard before you cut. Each element has its sign, besides its colour."),
        (*pieces, first),
        APART_MM,
    )


def _scrolls(circle: str) -> Batch:
    """The scrolls of a circle; those of the elementary circle come with everybody's Bond."""
    start = max(0, int(circle) - 1) * len(POWERS) * len(ELEMENTS)
    cards = range(start, start + len(POWERS) * len(ELEMENTS))
    pieces = [_scroll(f"{circle}-{plan.scroll_thing(card).name}", card) for card in cards]
    if circle == "0":
        pieces += [
            _scroll(plan.bond_thing(name, seat, is_up=True).name, BOND, Phrase(KINDS["bond"], {"who": name}))
            for seat, name in enumerate(SEATS)
        ]
    return Batch(
        "scrolls",
        CIRCLE_TITLES[circle],
        N_("Print on both sides of card and cut along the lines between the marks."),
        tuple(pieces),
        0.0,
        stock=f"circle-{circle}",
    )


def _scroll(name: str, card: int, title: Phrase | None = None) -> Piece:
    """A scroll with its title and what it does."""
    title = title or Phrase(KINDS["scroll"], called(card))
    words = (
        Wording((title,), *TITLE_BOX, 3.2, DARK, is_bold=True),
        Wording(does(card), *TEXT_BOX, 2.6, DARK),
    )
    return Piece(name, printed_scroll(card), back(), words=words)


def _figures() -> Batch:
    things = [
        plan.figure_thing(kind, name, seat) for kind in ("mage", "familiar") for seat, name in enumerate(SEATS)
    ]
    things += [plan.guardian(element) for element in range(len(ELEMENTS))]
    return Batch(
        "figures",
        N_("Mages, familiars and guardians"),
        N_(
            "Cut out, fold at the dashed lines, glue the two sides together, and bend both halves of the foot "
            "outwards."
        ),
        tuple(map(_folded, things)),
        APART_MM,
    )


def _folded(thing: Thing) -> Piece:
    """Both sides of a figure, head to head, with half of its foot at each end: a camera sees these from above."""
    found = drawing(thing)
    assert isinstance(found, Standing)
    wide, high, flap = max(found.width_mm, found.foot_mm), found.height_mm, found.foot_mm / 2
    whole = box(0, 0, wide, 2 * (high + flap))
    side = (*placed(found.front.shapes, 0, high / 2), *placed(nearer(found.foot), 0, high))
    net = Drawing((Area(whole, PAPER), *around(side, 2)), wide, 2 * (high + flap), whole)
    folds = tuple(((-wide / 2, y), (wide / 2, y)) for y in (-high, 0.0, high))
    return Piece(thing.name, net, folds=folds)


def _bled(found: Drawing) -> Drawing:
    """A round piece that goes on a little beyond its edge, so that a crooked cut shows no white."""
    ground = found.shapes[0]
    bleed = Line(found.edge, ground.colour, 2 * BLEED_MM, closed=True)
    return Drawing((bleed, *found.shapes), found.width_mm, found.height_mm, found.outline)
