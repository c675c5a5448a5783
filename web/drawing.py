"""Drawings as SVG: a game's things as symbols, and a table as the places with things on them.

Nothing here carries a style of its own; shapes have their printed colours as attributes, and all else has classes
that the style sheet knows. A thing's symbol is drawn once for a page and used wherever the thing lies.
"""

from __future__ import annotations

import math
import re
import textwrap
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import escape
from itertools import groupby, pairwise
from typing import Any

from engine.contract import Rules
from engine.drawing import Area, Drawing, Line, Points, Shape, Standing, Text
from engine.errors import N_
from engine.lettering import face
from engine.table import Layout, Motion, Place, TablePlan, Thing
from engine.words import Words, capital

EDGE = 0.06
"""So much is shown around the places, in the plan's unit."""
FIGURE = 0.92
"""How large a standing piece is drawn, so that something of what it stands on is seen."""

PIECE = 1.7
"""Pixels to a millimetre where a piece is drawn by itself."""
FILLED = 0.96
"""So much of its place a thing fills that lies there by itself."""
FLAGGED = ("wrong", "todo")
"""Why a place is pointed at that people have to find: its name is told there."""
WALL = 0.22
"""How long half a wall is, in the plan's unit."""
LABEL = 11.0
"""How high the letters of a place's name are, in millimetres."""
TAG, TAG_OVER = 13.0, 4.0
"""How high the tag is that tells a place's name above what lies there, and how far it reaches over that."""
WIDE = 0.58
"""How wide a letter is, of its height."""
SIZES = (14.0, 12.0, 10.0, 8.5, 7.0, 5.5)
"""How high the letters may be of what is written on a thing that nobody drew: as high as there is room."""
ROOM = 40.0
"""Millimetres that a thing has to measure for anything to be written on it."""
_SIGN = re.compile(r"(?:^|-)([a-z]?\d+[a-z]?)$")

Marks = Mapping[str, str]
"""Place name -> why it is pointed at: ``match``, ``wrong``, ``todo``, ``changed``."""


# -- things -----------------------------------------------------------------------------------------------


def symbol(rules: Rules[Any, Any], words: Words, name: str) -> str:
    """One thing of the plan to be used by ``#t-name``; empty for what nobody drew."""
    return _symbol(rules, words.language, name)


@lru_cache(1024)
def _symbol(rules: Rules[Any, Any], language: str, name: str) -> str:
    thing = next((one for one in rules.plan().things if one.name == name), None)
    drawing = face(rules, thing, Words(language)) if thing else None
    if drawing is None:
        return ""
    flat = drawing.front if isinstance(drawing, Standing) else drawing
    width, height = flat.width_mm, flat.height_mm
    shapes = "".join(_painted(Words(language), flat.shapes))
    edge = f'<path d="{_path(flat.edge, closed=True)}"/>'
    return (
        f'<symbol id="t-{escape(name)}" viewBox="{_n(-width / 2)} {_n(-height / 2)} {_n(width)} {_n(height)}"'
        f' overflow="visible"><clipPath id="c-{escape(name)}">{edge}</clipPath>'
        f'<g class="edge {"stands" if isinstance(drawing, Standing) else "lies"}">{edge}</g>'
        f'<g clip-path="url(#c-{escape(name)})">{shapes}</g></symbol>'
    )


def common(plan: TablePlan) -> Iterator[str]:
    """The names of the things that any picture may show: all but what is printed and told by its pattern."""
    return (thing.name for thing in plan.things if thing.name not in plan.printed)


def symbols(rules: Rules[Any, Any], words: Words, names: Iterable[str]) -> str:
    """Several things as symbols, each once."""
    return "".join(_symbol(rules, words.language, name) for name in dict.fromkeys(names))


def _painted(words: Words, shapes: Iterable[Shape]) -> Iterator[str]:
    """Shapes in their order; neighbours of one colour are one path, for a browser lays out every path it gets."""
    for brush, same in groupby(shapes, _brush):
        if isinstance(brush, Text):
            yield from (_lettering(words, one) for one in same if isinstance(one, Text))
        else:
            yield f'<path {brush} d="{"".join(map(_subpath, same))}"/>'


def _brush(shape: Shape) -> str | Text:
    """What a path is painted with; lettering is no path."""
    if isinstance(shape, Text):
        return shape
    if isinstance(shape, Area):
        return f'fill="{shape.colour}"'
    return f'fill="none" stroke="{shape.colour}" stroke-width="{_n(shape.width)}" stroke-linejoin="round"'


def _subpath(shape: Shape) -> str:
    if isinstance(shape, Area):
        # all the same way round: where two of them overlap nothing is left out
        return _path(shape.points if _area(shape.points) >= 0 else shape.points[::-1], closed=True)
    return _path(shape.points, closed=shape.closed) if isinstance(shape, Line) else ""


def _area(points: Points) -> float:
    """Twice the area of a polygon; negative if it goes the other way round."""
    return sum(x * ty - tx * y for (x, y), (tx, ty) in pairwise((*points, *points[:1])))


def _lettering(words: Words, text: Text) -> str:
    turn = f' transform="rotate({_n(text.turn)} {_n(text.x)} {_n(text.y)})"' if text.turn else ""
    anchor = {"left": "start", "middle": "middle", "right": "end"}[text.anchor]
    weight = ' font-weight="700"' if text.is_bold else ""
    told = escape(words(text.said) if text.said else text.text)
    is_set = not text.said and len(text.text) > 1
    # a browser's letters may be wider than a printer's, and then would not stay within their card
    long = f' textLength="{_n(text.width)}" lengthAdjust="spacingAndGlyphs"' if is_set else ""
    return (
        f'<text x="{_n(text.x)}" y="{_n(text.y)}" font-size="{_n(text.size)}" fill="{text.colour}"'
        f' text-anchor="{anchor}"{weight}{long}{turn}>{told}</text>'
    )


def _path(points: Points, *, closed: bool) -> str:
    """From point to point, by the steps in between: they are shorter to write than where the points are."""
    tenths = [(round(10 * x), round(10 * y)) for x, y in points]
    (x, y), *_ = tenths
    steps = ((tx - x, ty - y) for (x, y), (tx, ty) in pairwise(tenths) if (x, y) != (tx, ty))
    told = "".join(f"{_tenths(dx, ' ')}{_tenths(dy, ' ')}" for dx, dy in steps)
    return f"M{_tenths(x)}{_tenths(y, ' ')}{f'l{told.lstrip()}' if told else 'h0'}{'Z' if closed else ''}"


def _tenths(tenths: int, gap: str = "") -> str:
    """So many tenths, as short as can be; a minus needs no gap before it."""
    whole, rest = divmod(abs(tenths), 10)
    number = f"{whole or (0 if not rest else '')}{f'.{rest}' if rest else ''}"
    return f"-{number}" if tenths < 0 else f"{gap}{number}"


def _n(value: float) -> str:
    """A number with one digit behind the point, or none: a tenth of a millimetre is finer than anybody sees."""
    told = f"{value:.1f}"
    return told.removesuffix(".0") if told != "-0.0" else "0"


# -- a table ----------------------------------------------------------------------------------------------


def board(  # noqa: PLR0913, PLR0917 - how a table is shown is many things
    rules: Rules[Any, Any],
    words: Words,
    layout: Layout,
    marks: Marks | None = None,
    motions: Sequence[Motion] = (),
    places: Sequence[Place] = (),
) -> str:
    """The table as a picture, as large as the room it gets; ``motions`` are arrows on it.

    ``places`` are those to be shown, if not only those of the board.
    """
    plan, marks = rules.plan(), marks or {}
    places = places or board_places(plan, layout, marks)
    if not places:
        return ""
    unit = plan.unit_mm
    left = min(one.x - one.width / 2 for one in places) - EDGE
    right = max(one.x + one.width / 2 for one in places) + EDGE
    top = min(one.y - one.height / 2 for one in places) - (_tag_room(plan) / unit or EDGE)
    bottom = max(one.y + one.height / 2 for one in places) + EDGE
    box = " ".join(_n(value * unit) for value in (left, top, right - left, bottom - top))
    cells = "".join(_cell(rules, words, one, layout.get(one.name, ()), marks.get(one.name, "")) for one in places)
    tags = "".join(_tags(plan, places, layout, marks))
    arrows = "".join(_arrow(plan, one) for one in motions)
    links = "".join((*_links(plan, places), *_walls(plan, places)))
    told = escape(words(N_("The table")))
    return f'<svg class="board" viewBox="{box}" role="img" aria-label="{told}">{links}{cells}{tags}{arrows}</svg>'


def board_places(plan: TablePlan, layout: Layout, marks: Marks | None = None) -> tuple[Place, ...]:
    """The places that make up the board now: those like the plan's first, and what is in use next to them.

    While it is built on places that lie over the others, those around what lies there.
    """
    used = {name for name, things in layout.items() if things} | set(marks or ())
    over = [place for place in plan.places if place.overlay]
    if laid := [place for place in over if place.name in used]:
        return tuple(place for place in over if any(_is_near(place, one, 1.0) for one in laid))
    board = [place for place in plan.places if place.kind == plan.places[0].kind]
    beside = (
        place
        for place in plan.places
        if place.name in used
        and place not in board
        and (_is_within(place, board) or any(_is_near(place, one, 1.0) for one in board))
    )
    return (*board, *(place for place in beside if not place.overlay))


def _is_within(place: Place, board: Sequence[Place]) -> bool:
    """Whether it lies, at least in part, inside of the outline of the others."""
    left, top = min(one.x - one.width / 2 for one in board), min(one.y - one.height / 2 for one in board)
    right, bottom = max(one.x + one.width / 2 for one in board), max(one.y + one.height / 2 for one in board)
    wide, high = place.width / 2 - 0.01, place.height / 2 - 0.01
    return left < place.x + wide and place.x - wide < right and top < place.y + high and place.y - high < bottom


def _is_near(one: Place, other: Place, reach: float) -> bool:
    return abs(one.x - other.x) <= reach + 0.01 and abs(one.y - other.y) <= reach + 0.01


def _links(plan: TablePlan, places: Sequence[Place]) -> Iterator[str]:
    """The lines that join places on the board itself; they lie under everything."""
    at = {place.name: (place.x * plan.unit_mm, place.y * plan.unit_mm) for place in (*places, *plan.places)}
    shown = {place.name for place in places}
    for one, other in plan.links:
        if shown & {one, other}:
            (x, y), (tx, ty) = at[one], at[other]
            yield f'<path class="link" d="M{_n(x)} {_n(y)}L{_n(tx)} {_n(ty)}"/>'


def _walls(plan: TablePlan, places: Sequence[Place]) -> Iterator[str]:
    """The bars between places that nothing joins, across the way from one to the other."""
    at = {place.name: (place.x * plan.unit_mm, place.y * plan.unit_mm) for place in places}
    for one, other in plan.walls:
        if one in at and other in at:
            (x, y), (tx, ty) = at[one], at[other]
            long = WALL * plan.unit_mm / (math.hypot(tx - x, ty - y) or 1.0)
            (right, down), (mx, my) = (long * (y - ty), long * (tx - x)), ((x + tx) / 2, (y + ty) / 2)
            yield f'<path class="wall" d="M{_n(mx - right)} {_n(my - down)}L{_n(mx + right)} {_n(my + down)}"/>'


def _cell(rules: Rules[Any, Any], words: Words, place: Place, things: Sequence[Thing], mark: str) -> str:
    unit = rules.plan().unit_mm
    x, y = place.x * unit, place.y * unit
    width, height = place.width * unit, place.height * unit
    name, told = escape(place.name), escape(spoken(rules, words, things))
    mat = _box("mat", width - 3, height - 3, 4)
    lying = "".join(_things(rules, words, things, (width, height), grows=not place.many))
    sign = _mark(place, mark, width, height) if mark else ""
    label = _label(sign_of(place), width) if not things else ""
    return (
        f'<g class="cell{f" is-{mark}" if mark else ""}" data-place="{name}"'
        f' transform="translate({_n(x)} {_n(y)})">'
        f"<title>{escape(words.place(rules, place.name))}: {told}</title>{mat}{label}{lying}{sign}</g>"
    )


def _tag_room(plan: TablePlan) -> float:
    """How far tags stand out, where there are any: between walls nobody can count from one name to the next."""
    return TAG - TAG_OVER if plan.walls else 0.0


def sign_of(place: Place) -> str:
    """What is written on a place while nothing lies there, such as ``a1``; nothing where its name is a word."""
    found = _SIGN.search(place.name)
    return found[1] if found else ""


def _label(name: str, width: float) -> str:
    """A place by its sign, as large as there is room for it."""
    size = min(LABEL, (width - 4) / (WIDE * max(1, len(name))))
    smaller = f' font-size="{_n(size)}"' if size < LABEL else ""
    return f'<text class="name" y="2.5"{smaller}>{escape(name)}</text>' if name else ""


def _tags(plan: TablePlan, places: Sequence[Place], layout: Layout, marks: Marks) -> Iterator[str]:
    """The names of places that something lies on, at its upper edge: there they hide next to nothing of it."""
    for place in places if _tag_room(plan) else ():
        name = sign_of(place)
        if name and layout.get(place.name) and marks.get(place.name) not in FLAGGED:
            wide, unit = 5 + 6.5 * len(name), plan.unit_mm
            x = (place.x - place.width / 2) * unit + wide / 2
            y = (place.y - place.height / 2) * unit + TAG_OVER - TAG / 2
            ground = _box("tag-ground", wide, TAG, 3)
            told = f'{ground}<text y="4">{escape(name)}</text>'
            yield f'<g class="tag" transform="translate({_n(x)} {_n(y)})">{told}</g>'


def _box(kind: str, width: float, height: float, radius: float) -> str:
    corner = f'x="{_n(-width / 2)}" y="{_n(-height / 2)}"'
    return f'<rect class="{kind}" {corner} width="{_n(width)}" height="{_n(height)}" rx="{_n(radius)}"/>'


def _things(
    rules: Rules[Any, Any],
    words: Words,
    things: Sequence[Thing],
    room: tuple[float, float],
    *,
    grows: bool = False,
) -> Iterator[str]:
    """What lies on a place so wide and high, bottom first; what is alike lies abreast, what stands in front.

    What ``grows`` is drawn as large as its place, so that what is on it can be read from afar.
    """
    drawn = [(thing, rules.drawing(thing)) for thing in things]
    standing = [(thing, one) for thing, one in drawn if isinstance(one, Standing)]
    lying = [(thing, one) for thing, one in drawn if isinstance(one, Drawing)]
    abreast = len({thing.kind for thing, _ in lying}) < len(lying)
    if grows and len(lying) == 1:
        thing, flat = lying[0]
        scale = max(1.0, FILLED * min(room[0] / flat.width_mm, room[1] / flat.height_mm))
        yield _use(thing, 0, 0, flat.width_mm * scale, flat.height_mm * scale)
        lying = []
    for i, (thing, flat) in enumerate(lying):
        step = min(flat.width_mm + 2, room[0] / len(lying)) if abreast else 0.0
        yield _use(thing, step * (i - (len(lying) - 1) / 2), 0, flat.width_mm, flat.height_mm)
    yield from (_undrawn(rules, words, thing, room) for thing, one in drawn if one is None)
    for i, (thing, one) in enumerate(standing):
        x = 15.0 * (i - (len(standing) - 1) / 2)
        wide, height = one.width_mm * FIGURE, one.height_mm * FIGURE
        feet = 24.0
        yield f'<ellipse class="foot" cx="{_n(x)}" cy="{_n(feet)}" rx="{_n(one.foot_mm * 0.42)}" ry="4.5"/>'
        yield _use(thing, x, feet - height / 2, wide, height)


def _undrawn(rules: Rules[Any, Any], words: Words, thing: Thing, room: tuple[float, float]) -> str:
    """A thing that nobody drew: a stone with its letters, or a card with its title."""
    whose = "" if thing.owner is None else f" seat-{thing.owner}"
    letters = rules.game.letters.get(thing.name, "")
    if letters or min(room) < ROOM:
        radius = min(room) * 0.42
        told = _line(letters, 3.6, min(LABEL, radius)) if letters else ""
        return f'<g class="stone{whose}"><circle r="{_n(radius)}"/>{told}</g>'
    width, height = room[0] - 8, room[1] - 8
    title = rules.title(thing, words.language) or words.thing(rules, thing)
    size, lines = _fitted(title, width - 4, height - 4)
    top = size * 0.35 - (len(lines) - 1) * size * 0.6
    told = "".join(_line(line, top + i * size * 1.2, size) for i, line in enumerate(lines))
    return f'<g class="card{whose}">{_box("card-ground", width, height, 3)}{told}</g>'


def _line(text: str, y: float, size: float) -> str:
    return f'<text y="{_n(y)}" font-size="{_n(size)}">{escape(text)}</text>'


def _fitted(text: str, width: float, height: float) -> tuple[float, list[str]]:
    """The text in lines that have room there, and how high its letters are; cut off if it is too long even so."""
    size, lines = SIZES[-1], [text]
    for size in SIZES:
        letters = max(1, int(width / (WIDE * size)))
        lines = textwrap.wrap(text, letters, break_long_words=size == SIZES[-1])
        if all(len(line) <= letters for line in lines) and 1.2 * size * len(lines) <= height:
            break
    return size, lines[: max(1, int(height / (1.2 * size)))]


def _use(thing: Thing, x: float, y: float, width: float, height: float) -> str:
    return (
        f'<use href="#t-{escape(thing.name)}" x="{_n(x - width / 2)}" y="{_n(y - height / 2)}"'
        f' width="{_n(width)}" height="{_n(height)}"/>'
    )


def _mark(place: Place, mark: str, width: float, height: float) -> str:
    """Why a place is pointed at: a frame, and a flag with its name where people have to find it."""
    frame = _box("mark", width - 2, height - 2, 5)
    if mark not in FLAGGED:
        return frame
    name = escape(sign_of(place) or "!")
    wide = 8 + 5 * len(sign_of(place) or "!")
    at = f'transform="translate({_n(wide / 2 - width / 2 - 1)} {_n(6 - height / 2)})"'
    return f'{frame}<g class="flag" {at}>{_box("flag-ground", wide, 13, 3)}<text y="3.6">{name}</text></g>'


def _arrow(plan: TablePlan, motion: Motion) -> str:
    """How a piece goes: from place to place, onto the table, off it, or over onto its other side."""
    unit, reach = plan.unit_mm, 0.36
    ends = [plan.place(name) for name in (motion.source, motion.target) if name]
    (x, y), (tx, ty) = ((one.x * unit, one.y * unit) for one in (ends[0], ends[-1]))
    if motion.source == motion.target:
        r = unit * 0.27
        way = f"M{_n(x - r)} {_n(y)}A{_n(r)} {_n(r)} 0 1 1 {_n(x)} {_n(y + r)}"
        return _way(way, (x, y + r), 180)
    if not motion.source:
        y -= unit * reach
    if not motion.target:
        ty -= unit * reach
    return _way(f"M{_n(x)} {_n(y)}L{_n(tx)} {_n(ty)}", (tx, ty), math.degrees(math.atan2(ty - y, tx - x)))


def _way(path: str, tip: tuple[float, float], turn: float) -> str:
    """A line with a head; drawn twice, so that it is seen on any ground."""
    head = f'<path d="M-11 -8L4 0L-11 8Z" transform="translate({_n(tip[0])} {_n(tip[1])}) rotate({_n(turn)})"/>'
    return f'<g class="arrow"><path class="under" d="{path}"/><path class="line" d="{path}"/>{head}</g>'


def spoken(rules: Rules[Any, Any], words: Words, things: Sequence[Thing]) -> str:
    """What lies on a place, in words."""
    told = tuple(_called(rules, words, thing) for thing in things)
    return words.listed(told) if told else words(N_("nothing"))


def _called(rules: Rules[Any, Any], words: Words, thing: Thing) -> str:
    """A thing in words; what has a title by that, and by what it is called in actions."""
    called, title = words.thing(rules, thing), rules.title(thing, words.language)
    # what has no other name than that by which it is written needs none beside its title
    return (
        words(N_("{title} ({name})"), title=title, name=called)
        if title and called not in (thing.name, title)
        else title or called
    )


def place_picture(rules: Rules[Any, Any], words: Words, things: Sequence[Thing]) -> str:
    """One place by itself, with what lies there: cards, too, are seen as a whole."""
    flat = [one for one in map(rules.drawing, things) if isinstance(one, Drawing)]
    usual = max(rules.plan().unit_mm, ROOM)
    half = max(usual, *(max(one.width_mm, one.height_mm) for one in flat)) / 2 if flat else usual / 2
    large = " is-large" if 2 * half > usual else ""
    room = (2 * half, 2 * half)
    told, lying = escape(spoken(rules, words, things)), "".join(_things(rules, words, things, room))
    return (
        f'<svg class="place{large}" viewBox="{_n(-half)} {_n(-half)} {_n(2 * half)} {_n(2 * half)}" role="img"'
        f' aria-label="{told}">{_box("mat", 2 * half - 3, 2 * half - 3, 4)}{lying}</svg>'
    )


def pieces(rules: Rules[Any, Any], words: Words, things: Sequence[Thing]) -> Iterator[str]:
    """Things by themselves, each a picture as large as the thing is beside the others."""
    for thing in things:
        drawn = rules.drawing(thing)
        flat = drawn.front if isinstance(drawn, Standing) else drawn
        wide, high = (flat.width_mm, flat.height_mm) if flat else (ROOM, ROOM)
        lying = _use(thing, 0, 0, wide, high) if flat else _undrawn(rules, words, thing, (wide, high))
        box = f"{_n(-wide / 2)} {_n(-high / 2)} {_n(wide)} {_n(high)}"
        size = f'width="{_n(wide * PIECE)}" height="{_n(high * PIECE)}"'
        told = escape(_called(rules, words, thing))
        yield (
            f'<svg class="piece" viewBox="{box}" {size} role="img" aria-label="{told}">'
            f"<title>{told}</title>{lying}</svg>"
        )


def beside(rules: Rules[Any, Any], words: Words, layout: Layout, without: Collection[str] = ()) -> Iterator[str]:
    """What lies where the picture of the board does not reach, place by place; but not what patterns tell.

    ``without``: places that are shown by themselves.
    """
    plan = rules.plan()
    shown = {place.name for place in board_places(plan, layout)} | set(without)
    for place in plan.places:
        things = [thing for thing in layout.get(place.name, ()) if thing.name not in plan.printed]
        if things and place.name not in shown:
            what = capital(words.place(rules, place.name))
            yield words(N_("{what} – {told}"), what=what, told=spoken(rules, words, things))


def drawn_names(layout: Layout) -> Iterator[str]:
    """The things that lie on a table, by name."""
    for things in layout.values():
        yield from (thing.name for thing in things)
