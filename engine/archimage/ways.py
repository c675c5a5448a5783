"""Ways through the dungeon: what bars them, where a mage can walk, which seals it can reach."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from engine.archimage.board import bits
from engine.archimage.elements import is_scroll, is_token
from engine.archimage.state import State

if TYPE_CHECKING:
    from engine.archimage.game import ArchimageRules

_REMEMBERED = 8192


@lru_cache(maxsize=_REMEMBERED)
def sealed(board: tuple[int, ...]) -> tuple[int, int]:
    """The spaces with a token, and those with a scroll, as sets."""
    tokens = scrolls = 0
    for number, cell in enumerate(board):
        if is_token(cell):
            tokens |= 1 << number
        elif is_scroll(cell):
            scrolls |= 1 << number
    return tokens, scrolls


@lru_cache(maxsize=_REMEMBERED)
def floor(beside: tuple[int, ...], start: int, barred: int) -> int:
    """Every space that can be walked onto from one, itself included."""
    reached = edge = 1 << start
    while edge:
        fresh = 0
        for number in bits(edge):
            fresh |= beside[number]
        edge = fresh & ~barred & ~reached
        reached |= edge
    return reached


@lru_cache(maxsize=_REMEMBERED)
def brink(beside: tuple[int, ...], floor_: int) -> int:
    """The spaces of a floor and those next to it."""
    found = floor_
    for number in bits(floor_):
        found |= beside[number]
    return found


def figures(state: State, seat: int) -> int:
    """The spaces on which mages and familiars of the others stand."""
    found = 0
    for other, (mage, familiar) in enumerate(zip(state.mages, state.familiars, strict=True)):
        if other != seat:
            found |= (1 << mage if mage >= 0 else 0) | (1 << familiar if familiar >= 0 else 0)
    return found


def barred(rules: ArchimageRules, state: State, seat: int) -> int:
    """The spaces that a player's mage cannot walk onto."""
    tokens, scrolls = sealed(state.board)
    standing = figures(state, seat)
    if not rules.house.chamber_bars:
        standing &= ~rules.board.chamber
    return tokens | standing | (0 if rules.house.scrolls_open else scrolls)


def within_reach(rules: ArchimageRules, state: State, seat: int, free: int = 0) -> int:
    """The seals that a player's mage can reach, protected ones too; ``free`` spaces bar nothing this time."""
    beside = rules.board.beside
    tokens, scrolls = sealed(state.board)
    walked = floor(beside, state.mages[seat], barred(rules, state, seat) & ~free)
    # what was leapt over is walked on, but not itself behind anything
    return brink(beside, walked) & (tokens | scrolls) & ~free


def protected(state: State, seat: int) -> int:
    """The seals a player must not break: under a guardian, or under the familiar of somebody else."""
    found = 0
    for space in state.guardians:
        if space >= 0:
            found |= 1 << space
    for other, space in enumerate(state.familiars):
        if other != seat and space >= 0:
            found |= 1 << space
    return found


def targets(rules: ArchimageRules, state: State, seat: int, free: int = 0) -> int:
    """The seals a player could break with the right dice."""
    return within_reach(rules, state, seat, free) & ~protected(state, seat)
