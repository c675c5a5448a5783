"""What the gems look like: a stone on a white or a black base, with the sign of its kind, as flat shapes."""

from __future__ import annotations

from functools import cache

from engine.drawing import Area, Drawing, Line, Points, Shape, disc, moved
from engine.spellbook.agrica import SEATS
from engine.table import Thing

BASES = {"south": "#f2efe8", "north": "#24221f"}
STONES = {"fire": "#c42d22", "air": "#efc62f", "water": "#2559b8", "earth": "#2f8a46"}
DARK, PALE = "#3a2c05", "#ffffff"
GEM_MM, STONE_MM = 21.0, 14.0
"""Across the base, and across the stone on it."""
_SIGN_MM, _THICK_MM = 2.9, 0.9
_RIM_MM = 0.4
BLEED_MM = 0.5


@cache
def drawing(thing: Thing) -> Drawing:
    """One gem seen from above."""
    seat, kind = thing.name.split("-")
    return Drawing(tuple(_shapes(seat, kind)), GEM_MM, GEM_MM, disc(0, 0, GEM_MM / 2))


def _shapes(seat: str, kind: str) -> list[Shape]:
    ink = DARK if kind == "air" else PALE
    rim = BASES[SEATS[1 - SEATS.index(seat)]]
    return [
        Area(disc(0, 0, GEM_MM / 2 + BLEED_MM), BASES[seat]),
        Line(disc(0, 0, GEM_MM / 2 - _RIM_MM / 2), rim, _RIM_MM, closed=True),
        Area(disc(0, 0, STONE_MM / 2), STONES[kind]),
        *(Line(points, ink, _THICK_MM, closed=len(points) > 2) for points in sign(kind)),
    ]


def sign(kind: str) -> tuple[Points, ...]:
    """A triangle: up for fire and air, down for water and earth, with a bar for air and earth."""
    high, wide = _SIGN_MM, _SIGN_MM * 0.95
    triangle = ((0.0, -high), (wide, high * 0.62), (-wide, high * 0.62))
    bar = ((-wide, -high * 0.08), (wide, -high * 0.08))
    shapes = (triangle, bar) if kind in ("air", "earth") else (triangle,)
    return tuple(moved(points, turn=180.0) for points in shapes) if kind in ("water", "earth") else shapes
