"""From single squares to lattices: squares that lie side by side, one unit apart, and the view they give."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.board.fitting import Freedom, fit
from vision.camera import Lens, Points, View

SIDE = 0.94
"""A tile's side in units, before it is measured."""
NOISE = 0.025
"""How far, in units, tiles lie off their lattice."""
OFF = 0.22
"""A square this far, in units, from a slot does not lie in it."""
MOST_TRIED = 24
UNIT = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


@dataclass(frozen=True, slots=True)
class Seed:
    """Some squares of a picture that lie on one lattice: the view that shows it so, which, and at what slots."""

    view: View
    members: NDArray[np.intp]
    slots: NDArray[np.intp]


def seeds(  # noqa: PLR0913
    squares: Points, foreign: NDArray[np.float64], lens: Lens, free: Freedom, *, span: int, most: int
) -> Iterator[Seed]:
    """Lattices that several squares agree on, those of most squares first; a square starts at most one.

    Squares count as far as they are ``foreign`` to the table.

    A lattice that goes on and on is a chequered cloth, not a block of at most ``span`` by ``span``.
    """
    if not len(squares):
        return
    order = np.argsort(-_votes(squares, foreign), kind="stable")
    used: set[int] = set()
    given = tried = 0
    for first in order.tolist():
        if given == most or tried == MOST_TRIED:
            return
        if first in used:
            continue
        tried += 1
        used.add(first)
        seed = _grown(squares, first, lens, free)
        if seed is not None:
            used.update(_covered(squares, seed.view).tolist())
            if not _endless(seed.slots, span):
                given += 1
                yield seed


def _endless(slots: NDArray[np.intp], span: int) -> bool:
    """Whether a good part of a lattice lies outside every block of so many slots."""
    low, high = slots.min(axis=0), slots.max(axis=0)
    most = max(
        int(((slots >= (x, y)) & (slots < (x + span, y + span))).all(axis=1).sum())
        for x in range(low[0], max(low[0], high[0] - span + 1) + 1)
        for y in range(low[1], max(low[1], high[1] - span + 1) + 1)
    )
    return len(slots) - most > 3


def _covered(squares: Points, view: View) -> NDArray[np.intp]:
    """The squares that would start the same lattice again."""
    shapes = squares.reshape(-1, 4, 2)
    flat = view.ground(shapes.reshape(-1, 2)).reshape(-1, 4, 2)
    at = flat.mean(axis=1)
    sides = np.roll(flat, -1, axis=1) - flat
    askew = (np.abs(sides).min(axis=2) / np.maximum(np.linalg.norm(sides, axis=2), 1e-9)).max(axis=1)
    return np.flatnonzero((np.linalg.norm(at - np.rint(at), axis=1) < 0.2) & (askew < 0.2))


def _votes(squares: Points, foreign: NDArray[np.float64]) -> NDArray[np.float64]:
    """For each square, how many neighbouring slots of the lattice it starts hold a like square."""
    shapes = squares.reshape(-1, 4, 2)
    middles = shapes.mean(axis=1)
    across = (shapes[:, 1] - shapes[:, 0] + shapes[:, 2] - shapes[:, 3]) / 2
    down = (shapes[:, 3] - shapes[:, 0] + shapes[:, 2] - shapes[:, 1]) / 2
    frame = _inverses(across, down)
    at = SIDE * np.einsum("nij,nmj->nmi", frame, middles[None] - middles[:, None])
    along = np.einsum("nij,mj->nmi", frame, across)
    size = np.linalg.norm(along, axis=2)
    # The like square's sides run along either axis, so the smaller part of its direction is small.
    askew = np.abs(along).min(axis=2) / np.maximum(size, 1e-9)
    slot = np.rint(at)
    far = np.abs(slot).max(axis=2)
    off = np.linalg.norm(at - slot, axis=2)
    like = (
        (far >= 1) & (far <= 2) & (off < 0.1 + 0.06 * far) & (np.abs(np.log(size + 1e-9)) < 0.22) & (askew < 0.18)
    )
    spots = np.where(like, (slot[:, :, 0] + 2) * 5 + slot[:, :, 1] + 2, -1).astype(np.intp)
    taken = np.array([len(set(row.tolist()) - {-1}) for row in spots], np.float64)
    return np.asarray((taken + 0.5) * foreign, np.float64)


def _inverses(across: Points, down: Points) -> NDArray[np.float64]:
    """From pixels to how many times across and down they are, for each pair of sides."""
    # by hand: a library that shares out even two by two numbers among threads waits for those
    area = across[:, 0] * down[:, 1] - across[:, 1] * down[:, 0]
    rows = np.stack([down[:, 1], -down[:, 0], -across[:, 1], across[:, 0]], axis=-1)
    return np.asarray((rows / area[:, None]).reshape(-1, 2, 2), np.float64)


def _grown(squares: Points, first: int, lens: Lens, free: Freedom) -> Seed | None:
    """Takes in the neighbours of a square, then theirs."""
    shapes = squares.reshape(-1, 4, 2)
    length = float(np.linalg.norm(np.roll(shapes[first], -1, axis=0) - shapes[first], axis=1).mean())
    found = fit(UNIT * SIDE, shapes[first], lens, free, noise=2 * NOISE * length)
    members, slots = np.array([first], np.intp), np.zeros((1, 2), np.intp)
    for reach in (1, 2, 3, 4):
        if found is None:
            return None
        members, slots, corners, side = _joined(shapes, found.view, (-reach, -reach), (reach, reach))
        if not len(members):
            return None
        plan = (slots[:, None, :] + UNIT[None] * side).reshape(-1, 2)
        found = fit(plan, corners.reshape(-1, 2), lens, free, noise=NOISE * length, start=found.view)
    return None if found is None else Seed(found.view, members, slots)


def _joined(
    shapes: Points, view: View, low: tuple[int, int], high: tuple[int, int]
) -> tuple[NDArray[np.intp], NDArray[np.intp], Points, float]:
    """The squares in the slots between two, one a slot: which, where, their corners, their side."""
    flat = view.ground(shapes.reshape(-1, 2)).reshape(-1, 4, 2)
    at = flat.mean(axis=1)
    slot = np.rint(at)
    off = np.linalg.norm(at - slot, axis=1)
    sides = np.roll(flat, -1, axis=1) - flat
    length = np.linalg.norm(sides, axis=2)
    askew = (np.abs(sides).min(axis=2) / np.maximum(length, 1e-9)).max(axis=1)
    fits = (slot >= low).all(axis=1) & (slot <= high).all(axis=1) & (off < OFF) & (askew < 0.16)
    fits &= (length.min(axis=1) > 0.78) & (length.max(axis=1) < 1.1)
    best: dict[tuple[int, int], int] = {}
    for i in sorted(np.flatnonzero(fits).tolist(), key=lambda i: float(off[i])):
        best.setdefault((int(slot[i, 0]), int(slot[i, 1])), i)
    members = np.array(list(best.values()), np.intp)
    side = float(np.median(length[members])) if len(members) else SIDE
    # Corners start top left, as the lattice has it.
    turn = (flat[members].sum(axis=2).argmin(axis=1)[:, None] + np.arange(4)) % 4
    corners = np.take_along_axis(shapes[members], turn[:, :, None], axis=1)
    return members, slot[members].astype(np.intp), corners, min(side, 1.0)
