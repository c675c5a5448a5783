"""Actions of SPELL, and the small tables they are taken from.

An action is one value with a kind and a few places. The ones that recur are made once and shared, in
tuples remembered by what they depend on, so that listing the legal actions costs next to nothing.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Literal, NamedTuple

from engine.spell.arena import LINES
from engine.spell.frame import EDGES, KINGS, places

Kind = Literal[
    "gem", "amulet", "reveal", "core", "lay", "mage",
    "move", "flip", "shift", "summon", "levitate", "push", "special", "claim", "end",
    "carry", "slide", "take", "wait",
]  # fmt: skip


class Action(NamedTuple):
    """What somebody does. Which fields count depends on the kind; -1 and 0 mean "not said"."""

    kind: Kind
    place: int = -1
    """Where it ends or happens: a place of the arena, or of the sheet while building."""
    source: int = -1
    """Where a mage comes from."""
    card: int = 0
    """The level of the card that pays for it; 0 for none."""
    other: int = -1
    """The direction of a shift, a rune, a displaced mage's new place, an amulet, a seat."""
    tile: str = ""
    """The tile laid while building."""


END = Action("end")
WAIT = Action("wait")

_REMEMBERED = 4096


@cache
def _one(kind: Kind, place: int = -1, source: int = -1, card: int = 0, other: int = -1) -> Action:
    """The one action of its kind: lists are remembered by the thousand, and share what is in them."""
    return Action(kind, place, source, card, other)


@lru_cache(maxsize=_REMEMBERED)
def shifts(free: int, zero: bool) -> tuple[Action, ...]:
    """Every shift of a free tile; ``zero`` allows a border tile to be carried without a slide."""
    found = [_one("shift", p, other=d) for p in places(free) for d in range(4) if LINES[4 * p + d]]
    if zero:
        found += [_one("shift", p) for p in places(free) if not all(LINES[4 * p + d] for d in range(4))]
    return tuple(found)


@lru_cache(maxsize=_REMEMBERED)
def moves(mages: int, open_to: int, card: int) -> tuple[Action, ...]:
    """Every king's step of one of ``mages`` onto a place of ``open_to``."""
    return tuple(
        _one("move", to, source, card) for source in places(mages) for to in places(KINGS[source] & open_to)
    )


@lru_cache(maxsize=_REMEMBERED)
def flips(mages: int, turnable: int, card: int) -> tuple[Action, ...]:
    """Every flip of a turnable tile that shares an edge with one of ``mages``."""
    reach = 0
    for mage in places(mages):
        reach |= EDGES[mage]
    return tuple(_one("flip", place, card=card) for place in places(reach & turnable))


@lru_cache(maxsize=_REMEMBERED)
def summons(free: int, card: int) -> tuple[Action, ...]:
    return tuple(_one("summon", place, card=card) for place in places(free))


@lru_cache(maxsize=_REMEMBERED)
def dislodgings(rivals: int, free: int, card: int) -> tuple[Action, ...]:
    """Every summon under one of ``rivals``, with the place its mage is moved to."""
    return tuple(
        _one("summon", place, card=card, other=to)
        for place in places(rivals)
        for to in places(KINGS[place] & free)
    )


@lru_cache(maxsize=_REMEMBERED)
def levitations(mages: int, free: int, card: int) -> tuple[Action, ...]:
    return tuple(_one("levitate", to, source, card) for source in places(mages) for to in places(free))


@lru_cache(maxsize=_REMEMBERED)
def pushes(rivals: int, free: int, card: int, anywhere: bool) -> tuple[Action, ...]:
    """Every push of one of ``rivals``: a king's step, or to any free tile."""
    return tuple(
        _one("push", to, source, card)
        for source in places(rivals)
        for to in places(free if anywhere else KINGS[source] & free)
    )


@lru_cache(maxsize=64)
def specials(ring: int) -> tuple[Action, ...]:
    return tuple(_one("special", place) for place in places(ring))


@lru_cache(maxsize=_REMEMBERED)
def claims(runes: int) -> tuple[Action, ...]:
    return tuple(_one("claim", other=rune) for rune in places(runes))
