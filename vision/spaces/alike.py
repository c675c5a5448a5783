"""How alike the things of a lesson are: which other one each is most like, and whether that bears its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.table import TablePlan
from vision.spaces import weighing
from vision.spaces.cuts import Colours, soft
from vision.spaces.lesson import Shown
from vision.spaces.looks import cards_of, cut_small, foot_rings, middle_of, middle_part, tokens_of, unrolled
from vision.spaces.reader import SHARP
from vision.teaching import Confusion

Sizes = Mapping[str, tuple[float, float]]
"""How large cards of each kind are, in millimetres."""
FAR = 40.0
"""So many levels of colour apart is as far as counts."""


@dataclass(frozen=True, slots=True, eq=False)
class Alike:
    """A thing that was shown elsewhere, too, and what it looks like by that."""

    shown: Shown
    looks: str
    likely: float
    """How likely it is what it was said to be."""
    rival: str
    """What else it looks like most."""
    margin: float
    """How much farther that is, of 1; below 0 it is nearer."""


def alike(plan: TablePlan, sizes: Sizes, asked: Sequence[Shown], others: Sequence[Shown]) -> Iterator[Alike]:
    """For each thing that is among the others once more: what they make of it."""
    for kind in dict.fromkeys(thing.kind for thing in plan.things):
        names = {thing.name for thing in plan.things if thing.kind == kind}
        mine, theirs = ([one for one in some if one.name in names] for some in (asked, others))
        if not mine:
            continue
        tiles, others_tiles = ([one.tile.astype(np.float32) for one in some] for some in (mine, theirs))
        if kind in sizes:
            far = _cards_off(tiles, others_tiles, sizes[kind])
        elif any(thing.tall for thing in plan.things if thing.kind == kind):
            far = _feet_off(tiles, others_tiles)
        else:
            far = _tokens_off(tiles, others_tiles)
        for one, row in zip(mine, far, strict=True):
            found = _alike(one, theirs, row)
            if found is not None:
                yield found


def confusions(plan: TablePlan, sizes: Sizes, shown: Sequence[Shown]) -> tuple[Confusion, ...]:
    """How well the things of each kind are told apart, each by all others that were shown."""
    kinds = {thing.name: thing.kind for thing in plan.things}
    found: dict[str, list[Alike]] = {kinds[one.name]: [] for one in shown}
    for one in alike(plan, sizes, shown, shown):
        found[kinds[one.shown.name]].append(one)
    return tuple(_confusion(kind, some) for kind, some in found.items())


def _confusion(kind: str, some: Sequence[Alike]) -> Confusion:
    if not some:
        return Confusion(kind, 0, 0, None, 1.0)
    least = min(some, key=lambda one: one.margin)
    right = sum(one.looks == one.shown.name for one in some)
    return Confusion(kind, right, len(some), (least.shown.name, least.rival), least.margin)


def _alike(one: Shown, others: Sequence[Shown], far: NDArray[np.float64]) -> Alike | None:
    every = [(off, other.name) for other, off in zip(others, far.tolist(), strict=True) if other is not one]
    same = [found for found in every if found[1] == one.name]
    rivals = [found for found in every if found[1] != one.name]
    if not same or not rivals:
        return None
    (own, _), (off, rival) = min(same), min(rivals)
    likely = 1 / (1 + float(np.exp(np.clip(SHARP * (own - off), -50, 50))))
    looks = one.name if own <= off else rival
    return Alike(one, looks, likely, rival, float(np.clip((off - own) / FAR, -1, 1)))


_STEPS = np.array([(right, down) for right in (-1.0, 0.0, 1.0) for down in (-1.0, 0.0, 1.0)])


# how far each of these is from each of those, in levels of colour


def _tokens_off(mine: list[Colours], theirs: list[Colours]) -> NDArray[np.float64]:
    known = tokens_of([("", tile) for tile in theirs])
    # the middle of each may be a little off
    return np.array(
        [weighing.turned(unrolled(soft(tile), middle_of(tile) + _STEPS), known).min(axis=1) for tile in mine]
    )


def _cards_off(mine: list[Colours], theirs: list[Colours], size_mm: tuple[float, float]) -> NDArray[np.float64]:
    known = cards_of([("", middle_part(tile, size_mm)) for tile in theirs], size_mm)
    far = [weighing.cards_off(cut_small(tile, size_mm, weighing.BESIDE), known).min(axis=1) for tile in mine]
    # each of them both ways up
    return np.asarray(np.array(far).reshape(len(mine), len(theirs), 2).min(axis=2))


def _feet_off(mine: list[Colours], theirs: list[Colours]) -> NDArray[np.float64]:
    rows, columns = (np.array([foot_rings(tile)[0].ravel() for tile in some]) for some in (mine, theirs))
    weights = np.full(rows.shape[1], 1 / rows.shape[1], np.float32)
    return np.asarray(weighing.off(columns, rows, weights).T)
