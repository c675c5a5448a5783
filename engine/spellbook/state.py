"""States and actions of a match of Spellbook Master: values, compared and hashed by what they hold."""

from __future__ import annotations

from enum import IntEnum
from functools import lru_cache
from itertools import combinations
from typing import Literal, NamedTuple

from engine.spellbook.agrica import ADJACENT, EACH, EMPTY, POINTS, owner

Kind = Literal[
    "ready", "toss", "place", "move", "open", "cast", "pass", "next",
    "inhibit", "settle", "forfeit", "agree",
]  # fmt: skip
RULED = ("inhibit", "settle", "forfeit", "agree")
"""What the people at the table rule themselves."""


class Phase(IntEnum):
    """Where in a match a state is, and so what it waits for."""

    STUDY = 0
    TOSS = 1
    TURN = 2
    NEXT = 3
    OVER = 4


class Contested(NamedTuple):
    """The cast just made, which may still be objected to: the spell, and the table before it."""

    spell: int
    before: bytes
    open: int
    """Whose books were open."""


class Stage(NamedTuple):
    """What changes less often than the board."""

    phase: Phase = Phase.STUDY
    ready: int = 0
    """Who has studied enough, as bits of the seats."""
    first: int = 0
    """Who acts first in this confrontation."""
    game: int = 1
    wins: tuple[int, int] = (0, 0)
    open: int = 0
    """Whose books are open, as bits of the seats."""
    cast: tuple[int, int] = (0, 0)
    """The spells each master has cast in this confrontation, as bits: South's book, then North's."""
    inhibited: int = 0
    settled: tuple[tuple[int, str], ...] = ()
    """Spells whose owner has laid down what they mean, in the spell language."""
    used: int = 0
    """Spells cast by either in earlier confrontations of the series, where precedent lasts that long."""
    contested: Contested | None = None
    lost: tuple[int, int] = (0, 0)
    """Gems each master has taken from themselves, where the table asks."""
    ended: tuple[int, str] | None = None
    """Who won the confrontation (-1: nobody) and by which rule."""


class State(NamedTuple):
    """A whole state; the parts that change most come first."""

    board: bytes = EMPTY
    turns: int = 0
    """Turns ended in this confrontation."""
    reserve: bytes = bytes([EACH] * 8)
    """Gems never yet placed, by code less one."""
    stage: Stage = Stage()

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return self.stage.first ^ (self.turns & 1)

    @property
    def round(self) -> int:
        return self.turns // 2 + 1

    def reserve_of(self, seat: int) -> bytes:
        return self.reserve[4 * seat : 4 * seat + 4]


class Action(NamedTuple):
    """What somebody does. Which fields count depends on the kind; -1 and nothing mean "not said"."""

    kind: Kind
    gem: int = 0
    """The code of the gems that are placed."""
    points: tuple[int, ...] = ()
    """Where gems are placed; from where to where one is moved."""
    spell: int = -1
    """A spell of both books, South's first."""
    board: bytes = b""
    """The table after a cast."""
    seat: int = -1
    """Who is ready, first, forfeits or wins; or who doubts."""
    words: str = ""
    """How a spell is settled, or why somebody forfeits."""


OPEN = Action("open")
PASS = Action("pass")
NEXT = Action("next")

_REMEMBERED = 1024


@lru_cache(maxsize=_REMEMBERED)
def placements(free: int, gem: int, most: int) -> tuple[Action, ...]:
    """Every way to place one gem of a kind, or up to ``most``, onto the free points."""
    points = [point for point in range(POINTS) if free >> point & 1]
    return tuple(
        Action("place", gem, chosen) for count in range(1, most + 1) for chosen in combinations(points, count)
    )


STEPS: tuple[tuple[tuple[int, Action], ...], ...] = tuple(
    tuple((target, Action("move", points=(source, target))) for target in targets)
    for source, targets in enumerate(ADJACENT)
)
"""For each point the moves from it, with where they lead."""

OWN: tuple[tuple[bool, ...], ...] = tuple(
    tuple(gem > 0 and owner(gem) == seat for gem in range(9)) for seat in (0, 1)
)
"""For each seat and code, whether the gem is the seat's."""
