"""How the arena looks: letters place by place, possible or not.

A state can only hold what the rules allow. A look holds whatever may be seen: two gaps, eight black tiles,
a mage on bare table. Judging what is seen works on looks; what a state allows is compared with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.spell.arena import ACTIVE, ELEMENTALS, GAP, LANE, MAGES, TILES
from engine.spell.building import NEUTRAL
from engine.spell.frame import DIRECTION_NAMES, NAMES, PLACES, SIDE
from engine.spell.layouts.plan import (
    FIGURES,
    GEM,
    LETTERS,
    LIBRARY,
    ON_SHEET,
    RUNE,
    SPECIAL_LETTERS,
    cell_letters,
)
from engine.spell.notation import cells
from engine.spell.state import State
from engine.table import Layout, Thing

FRAME = SIDE * SIDE
MANY = "*"
"""More than one tile lies on this place."""
_LANES = {"M": MAGES, "m": MAGES + LANE, "E": ELEMENTALS, "e": ELEMENTALS + LANE}


class Look(NamedTuple):
    """The arena and its ring: one letter a tile, the sorted letters of the figures on each."""

    tiles: str
    figures: tuple[str, ...]
    ring: tuple[tuple[str, str], ...] = ()
    """What lies or stands on places outside the frame, by name."""

    def standing(self, letter: str) -> list[int]:
        """Where figures of a letter stand, one entry each, in the frame."""
        return [place for place in range(FRAME) for _ in range(self.figures[place].count(letter))]

    def on_ring(self, letter: str) -> list[str]:
        """The places of the ring that hold something of a letter."""
        return [name for name, letters in self.ring for _ in range(letters.count(letter))]


def passes_for(look: Look, seen: Look) -> bool:
    """Whether a look may be seen as another: of several figures on one place sight tells one."""
    return (look.tiles, look.ring) == (seen.tiles, seen.ring) and all(
        on == told or (len(told) == 1 and told in on) for on, told in zip(look.figures, seen.figures, strict=True)
    )


@dataclass(frozen=True, slots=True)
class View:
    """All that a layout shows: the arena, and the library and the Gem if they can be seen."""

    look: Look
    library: tuple[str, ...] | None
    """The codes of the visible runes, sorted; None where the table shows no library."""
    gem: int
    """The direction of its tip; -1 where it is not seen."""


def look_of(found: Layout) -> Look:
    """How a layout looks."""
    tiles: list[str] = []
    figures: list[str] = []
    for name in NAMES[:FRAME]:
        letters = _letters(found.get(name, ()))
        here = [letter for letter in letters if letter not in FIGURES]
        tiles.append(here[0] if len(here) == 1 else MANY if here else cells.BLANK)
        figures.append("".join(sorted(letter for letter in letters if letter in FIGURES)))
    outside = [
        (name, _letters(things))
        for name, things in found.items()
        if PLACES.get(name, FRAME) >= FRAME and not name.startswith(ON_SHEET)
    ]
    return Look("".join(tiles), tuple(figures), tuple(sorted(pair for pair in outside if pair[1])))


def _letters(things: Sequence[Thing]) -> str:
    """The letters of pieces, sorted; cards and markers have none."""
    return "".join(sorted(LETTERS.get(thing.name, "") for thing in things))


def look_of_state(state: State) -> Look:
    """How a state's arena looks; bare where none has been built yet."""
    if not state.arena:
        return Look(cells.BLANK * FRAME, ("",) * FRAME)
    found = list(cell_letters(state))
    special = state.special.bit_length() - 1
    ring = ((NAMES[special], SPECIAL_LETTERS[state.stage.seat]),) if state.special else ()
    return Look("".join(cell[0] for cell in found), tuple("".join(sorted(cell[1:])) for cell in found), ring)


def view_of(found: Layout) -> View:
    """Everything a layout shows of the match."""
    slots = [things for name, things in found.items() if name.startswith(LIBRARY)]
    codes = sorted(thing.name.removeprefix(RUNE) for things in slots for thing in things)
    tips = [thing.name.removeprefix("gem-") for thing in found.get(GEM, ())]
    gem = DIRECTION_NAMES.index(tips[0]) if tips and tips[0] in DIRECTION_NAMES else -1
    return View(look_of(found), tuple(codes) if slots else None, gem)


def arena_of_look(look: Look) -> int | None:
    """The look's frame as an arena integer; None where the look is no arena that play could lead to."""
    if look.tiles.count(cells.BLANK) != 1 or MANY in look.tiles or set(look.tiles) & set(SPECIAL_LETTERS):
        return None
    arena = 0
    for place, (tile, standing) in enumerate(zip(look.tiles, look.figures, strict=True)):
        if tile == cells.BLANK:
            if standing:
                return None
            arena |= 1 << GAP + place
        elif tile != NEUTRAL:
            seat = cells.TILE_LETTERS.index(tile.upper())
            arena |= 1 << TILES + LANE * seat + place | tile.isupper() << ACTIVE + place
        for letter in standing:
            arena |= 1 << _LANES[letter] + place
    return arena
