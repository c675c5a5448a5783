"""What lies and stands where on a made-up board."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from training.faces import Rng
from training.figures import CLOUDS, FIGURES, Workshop
from training.gems import gem
from training.plane import FIRST
from training.sets import SPECIALS, TILES, Set
from vision.cut import CELLS
from vision.scene.solids import Solid

EMPTY = 0
ARENA = slice(FIRST, FIRST + 4)


@dataclass(frozen=True)
class Arrangement:
    """Truth of a board, and where exactly things are."""

    tiles: NDArray[np.int8]
    figures: NDArray[np.int8]
    middles: NDArray[np.float64]
    turns: NDArray[np.float64]


def arrange(rng: Rng, made: Set) -> Arrangement:
    """A board as it may stand in the middle of a match; sometimes one being built, or one in disorder."""
    tiles = np.zeros((CELLS, CELLS), np.int8)
    owners = rng.permutation([1] * 7 + [3] * 7 + [TILES] + [EMPTY]).reshape(4, 4)
    sides = (rng.random((4, 4)) < rng.uniform(0.25, 0.75)).astype(int)
    inner = np.where((owners == 1) | (owners == 3), owners + sides, owners)
    unbuilt = rng.random()
    if unbuilt < 0.16:
        inner[rng.random((4, 4)) < (0.3 if unbuilt < 0.1 else rng.uniform(0.7, 1.1))] = EMPTY
    tiles[ARENA, ARENA] = inner
    figures = np.zeros((CELLS, CELLS), np.int8)
    occupied = (tiles > 0) & (rng.random(tiles.shape) < rng.uniform(0.15, 0.6))
    for which in range(SPECIALS):
        if rng.random() < 0.3:
            place = _ring_place(rng)
            if not tiles[place]:
                tiles[place] = TILES + 1 + which
                occupied[place] = rng.random() < 0.3
    figures[occupied] = rng.integers(1, FIGURES + 1, occupied.sum())
    return Arrangement(tiles, figures, _middles(rng), _turns(rng, made))


def _ring_place(rng: Rng) -> tuple[int, int]:
    along, side = int(rng.integers(FIRST, FIRST + 4)), int(rng.integers(4))
    before, after = FIRST - 1, FIRST + 4
    return [(before, along), (after, along), (along, before), (along, after)][side]


def _middles(rng: Rng) -> NDArray[np.float64]:
    """Rows and columns have slid a little, tiles were put down a little beside."""
    row, column = np.mgrid[0:CELLS, 0:CELLS].astype(np.float64) - FIRST
    loose = rng.uniform(0, 0.025)
    x = column + rng.normal(0, loose, (CELLS, CELLS)) + rng.normal(0, rng.choice([0, 0.04]), (CELLS, 1))
    y = row + rng.normal(0, loose, (CELLS, CELLS)) + rng.normal(0, rng.choice([0, 0.04]), (1, CELLS))
    return np.stack([np.clip(x, column - 0.14, column + 0.14), np.clip(y, row - 0.14, row + 0.14)], axis=-1)


def _turns(rng: Rng, made: Set) -> NDArray[np.float64]:
    quarter = np.zeros((CELLS, CELLS)) if made.upright_art else rng.integers(0, 4, (CELLS, CELLS))
    return quarter * (np.pi / 2) + rng.normal(0, rng.uniform(0.005, 0.03), (CELLS, CELLS))


def beside(rng: Rng, reach: float) -> NDArray[np.float64]:
    """A point so far from the middle of the arena, along the axis that is farther."""
    along, side = rng.uniform(-1, 1) * reach, int(rng.integers(4))
    return 1.5 + np.array([(along, -reach), (reach, along), (along, reach), (-reach, along)][side])


def spares(rng: Rng, made: Set) -> list[Solid]:
    """Pieces that wait beside the board, standing or fallen."""
    found = []
    for _ in range(int(rng.choice([0, 0, 0, 1, 2, 3]))):
        x, y = beside(rng, rng.uniform(3.7, 4.4))
        solid = made.figures[int(rng.integers(FIGURES))].turned(rng.uniform(0, 2 * np.pi))
        found.append((solid.laid() if rng.random() < 0.4 else solid).moved(float(x), float(y)))
    return found


def jewel(rng: Rng, plan: Arrangement, by: Workshop = CLOUDS) -> tuple[Solid | None, NDArray[np.float32]]:
    """The gem somewhere beside the arena, and where it points."""
    if rng.random() < 0.2:
        return None, np.full(3, -1, np.float32)
    occupied = plan.middles[1:-1, 1:-1][plan.tiles[1:-1, 1:-1] > 0]
    for _ in range(8):
        at = beside(rng, rng.uniform(2.45, 3.6))
        if np.abs(occupied - at).max(axis=1).min(initial=9) > 0.85:
            way = int(rng.integers(4))
            solid = gem(rng, by).turned(math.pi / 2 * way + rng.normal(0, 0.12)).moved(float(at[0]), float(at[1]))
            return solid, np.array([at[0] + FIRST, at[1] + FIRST, way], np.float32)
    return None, np.full(3, -1, np.float32)


def stood(rng: Rng, plan: Arrangement, made: Set) -> tuple[list[Solid], list[tuple[int, int]]]:
    solids, cells = [], []
    for row, column in np.argwhere(plan.figures > 0):
        solid = made.figures[plan.figures[row, column] - 1]
        off = rng.normal(0, 0.11, 2).clip(-0.3, 0.3)
        x, y = plan.middles[row, column] + off
        solid = solid.turned(rng.uniform(0, 2 * np.pi))
        if rng.random() < 0.015:
            solid = solid.laid()
        solids.append(solid.moved(float(x), float(y), made.thickness))
        cells.append((int(row), int(column)))
    return solids, cells
