"""Tokens, scrolls and figures of Archimage as another printer might draw them: no shape of ours."""

from __future__ import annotations

from engine.archimage import drawings
from engine.archimage.elements import COLOURS, EFFECTS, ELEMENTS
from engine.drawing import Area, Drawing, Shape, Standing, Text, box, disc
from engine.table import Thing

INKS = {"red": "#a01818", "blue": "#1c3f7a", "yellow": "#f0cf60", "green": "#1d6b34", "violet": "#57307c"}
FIGURES = {"mage": "#16161c", "familiar": "#f4f0e4"}
SEATS = ("#d22f80", "#2fb6d2", "#8ed22f", "#d2842f", "#6a2fd2")
ACROSS = 24.0


def another(thing: Thing) -> Drawing | Standing | None:
    ours = drawings.drawing(thing)
    if thing.number is not None and thing.colour:
        return _token(thing.colour, thing.number)
    if isinstance(ours, Standing):
        return Standing(ours.front, _foot(thing, ours.foot.width_mm))
    if isinstance(ours, Drawing) and thing.kind == "scroll" and thing.name != "scroll-back":
        return _card(thing.name.removeprefix("scroll-"), ours.width_mm, ours.height_mm)
    return ours


def _token(colour: str, number: int) -> Drawing:
    edge, pale = disc(0, 0, ACROSS / 2), "#16161c" if colour == "yellow" else "#f8f0d8"
    shapes = (
        Area(edge, INKS[colour]),
        Area(disc(0, 0, 8.5), pale),
        Text(str(number), 0, 5, 14, INKS[colour], is_bold=True),
    )
    return Drawing(shapes, ACROSS, ACROSS, edge)


def _card(name: str, wide: float, high: float) -> Drawing:
    """A band of the element's colour, and as many bars as its school's number."""
    effect, _, element = name.rpartition("-")
    ink = INKS[COLOURS[ELEMENTS.index(element)]]
    number = EFFECTS.index(effect) if effect in EFFECTS else 0
    shapes: list[Shape] = [Area(box(0, 0, wide, high, 2), "#e8dcb8"), Area(box(0, 12, wide - 4, 14), ink)]
    for at in range(5):
        if (number + 5) >> at & 1:
            shapes.append(Area(box(-12 + 6 * at, -8, 4.5, 20), "#16161c"))
    return Drawing(tuple(shapes), wide, high, box(0, 0, wide, high, 2))


def _foot(thing: Thing, across: float) -> Drawing:
    """Whose it is by its rim, what it is by its heart."""
    kind = thing.name.partition("-")[0]
    rim = SEATS[(thing.owner or 0) % len(SEATS)] if kind in FIGURES else "#7d6f5c"
    heart = FIGURES.get(kind) or INKS[COLOURS[ELEMENTS.index(thing.name.rpartition("-")[2])]]
    edge = disc(0, 0, across / 2)
    return Drawing((Area(edge, rim), Area(disc(0, 0, across * 0.28), heart)), across, across, edge)
