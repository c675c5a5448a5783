"""Cards to try the recognising of cards on: those that can be printed, and made-up families of look-alikes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.catalogue import games
from engine.drawing import Area, Drawing, Line, Shape, Text, box, disc, lozenge, moved, star
from engine.lettering import worded
from engine.printed import Batch
from engine.words import Words
from vision.scene.flats import painted

PER_MM = 4.2
SIZES_MM = ((63.0, 88.0), (57.0, 87.0), (44.0, 68.0), (70.0, 70.0), (88.0, 126.0))
LEAST_MM = 24.0
"""What is smaller is a token, not a card."""
FAMILIES = 12
MEMBERS = 8
WAYS = ("text", "symbol", "number", "art")
"""How the cards of a family differ: by their words, by one symbol, by a number, by the picture and words."""
WORDS = (
    "ash", "bone", "candle", "dusk", "ember", "frost", "glass", "hollow", "ivy", "jade", "knell", "lamp",
    "moss", "night", "oak", "pale", "quartz", "rain", "salt", "thorn", "umber", "veil", "wax", "yew", "zinc",
    "all", "draw", "each", "one", "two", "three", "card", "cards", "player", "may", "then", "if", "spell",
    "from", "hand", "top", "put",
)  # fmt: skip

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class CardFace:
    """A card as it is printed: a picture of it, with how much each pixel covers, and its family."""

    name: str
    family: str
    ink: Picture
    """Blue, green, red, cover."""
    wide_mm: float
    high_mm: float


def every_face() -> tuple[CardFace, ...]:
    """Each card once; two that look the same are one."""
    found: dict[bytes, CardFace] = {}
    for name, family, drawing in (*_printed(), *_made_up()):
        face = painted(drawing, PER_MM)
        found.setdefault(face.ink.tobytes(), CardFace(name, family, face.ink, drawing.width_mm, drawing.height_mm))
    return tuple(found.values())


def _printed() -> Iterator[tuple[str, str, Drawing]]:
    for game in games().values():
        rules = game.open()
        for batch in game.printed():
            if not isinstance(batch, Batch):
                continue
            for piece in batch.pieces:
                front = worded(piece, rules, Words()).front
                if min(front.width_mm, front.height_mm) >= LEAST_MM and not piece.folds and _is_card(front):
                    yield f"{game.name} {piece.name}", f"{game.name} {batch.name} {batch.stock}", front


def _is_card(front: Drawing) -> bool:
    """Cards have four sides, with round corners or not."""
    edge = np.array(front.edge)
    low, high = edge.min(axis=0), edge.max(axis=0)
    near = [
        np.abs(edge - corner).max(axis=1).min() for corner in (low, high, (low[0], high[1]), (high[0], low[1]))
    ]
    return bool(max(near) < 3.5)


# -- made up ----------------------------------------------------------------------------------------------


def _made_up() -> Iterator[tuple[str, str, Drawing]]:
    for number in range(FAMILIES):
        way = WAYS[number % len(WAYS)]
        for member in range(MEMBERS):
            yield f"{way} {number}-{member}", f"{way} {number}", made_up(number, member, way)


def made_up(family: int, member: int, way: str) -> Drawing:
    """A card of a family: frame, title, picture, words, and a number in its corners."""
    own, one = random.Random(family), random.Random(1000 * family + member + 1)
    differs = {part: way == part or (part == "text" and way == "art") for part in WAYS}
    wide, high = SIZES_MM[family % len(SIZES_MM)]
    ground, ink, pale = _colours(own)
    rim = own.choice([0.0, 2.5, 4.0])
    shapes: list[Shape] = [Area(box(0, 0, wide, high), pale if rim else ground)]
    if rim:
        shapes.append(Area(box(0, 0, wide - 2 * rim, high - 2 * rim, 2), ground))
    shapes.append(Line(box(0, 0, wide - 2 * rim - 3, high - 2 * rim - 3, 1.5), ink, 0.7, closed=True))
    top, art_high = -high / 2 + rim + 5, high * own.uniform(0.34, 0.44)
    art = random.Random(f"{family} {member if differs['art'] else 0}")
    shapes += _art(art, wide - 2 * rim - 8, art_high, top + 4 + art_high / 2)
    words = one if differs["text"] else own
    shapes.append(Text(" ".join(words.sample(WORDS, 2)), 0, top + 2.5, 4.2, ink, is_bold=True))
    below = top + 4 + art_high
    symbol = member if differs["symbol"] else own.randrange(10)
    shapes += (
        Area(moved(area.points, -wide / 2 + rim + 10, below + 6, scale=wide / 56), area.colour)
        for area in _symbol(symbol, ink)
    )
    lines = int((high / 2 - rim - 3 - below - 12) / 4)
    for line in range(max(1, lines)):
        said = " ".join(words.choices(WORDS, k=max(3, int(wide / 11))))
        shapes.append(Text(said, 0, below + 14 + 4 * line, 3.1, ink))
    level = str(member if differs["number"] else own.randrange(10))
    for x, y in ((wide / 2 - rim - 7, below + 8.5), (-wide / 2 + rim + 6, top + 8)):
        shapes += [Area(disc(x, y - 3.2, 0.09 * wide), pale), Text(level, x, y, 0.15 * wide, ink, is_bold=True)]
    return Drawing(tuple(shapes), wide, high, box(0, 0, wide, high, 2.5))


def _colours(rng: random.Random) -> tuple[str, str, str]:
    is_dark = rng.random() < 0.4
    low, high = (30, 90) if is_dark else (165, 240)
    ground = [rng.randint(low, high) for _ in range(3)]
    ink = "#f2ecdc" if is_dark else "#241f26"
    pale = "#fbf9f2" if not is_dark else "#55505c"
    return "#{:02x}{:02x}{:02x}".format(*ground), ink, pale


def _art(rng: random.Random, wide: float, high: float, y: float) -> Iterator[Shape]:
    yield Area(box(0, y, wide, high), _any(rng))
    for _ in range(18):
        size = rng.uniform(0.08, 0.3) * high
        x, at = rng.uniform(-0.5, 0.5) * (wide - 2 * size), y + rng.uniform(-0.5, 0.5) * (high - 2 * size)
        figure = rng.choice(
            [disc(0, 0, size), star(0, 0, rng.randint(3, 7), size, size / 2), lozenge(0, 0, size, size)]
        )
        yield Area(moved(figure, x, at, turn=rng.uniform(0, 90)), _any(rng))


def _any(rng: random.Random) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(rng.randint(20, 235) for _ in range(3)))


def _symbol(number: int, ink: str) -> Iterator[Area]:
    figures = (
        disc(0, 0, 3.6), box(0, 0, 6.4, 6.4), lozenge(0, 0, 4.4, 4.4), star(0, 0, 3, 4.6, 2.2),
        star(0, 0, 5, 4.6, 2.0), box(0, 0, 7.4, 2.4), box(0, 0, 2.4, 7.4), star(0, 0, 4, 4.8, 1.4),
        ((-4, 3.5), (0, -4), (4, 3.5)), ((-4, -3.5), (0, 4), (4, -3.5)),
    )  # fmt: skip
    yield Area(tuple((float(x), float(y)) for x, y in figures[number % len(figures)]), ink)
