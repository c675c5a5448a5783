"""Makes the pictures that the second network learns from: pieces of made-up sets as a frame shows them, close.

Run: python -m training.closeups FOLDER FIRST COUNT. One file a set; a set's number is its seed.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from training.arranging import ARENA, Arrangement, arrange, stood
from training.boards import GONE, Scene, Shown, covered, drawn, photo_of
from training.covers import cover
from training.faces import Rng
from training.figures import FIGURES, piece_traits
from training.ground import ground
from training.lessons import LESSONS, write
from training.lighting import eye, light
from training.plane import CLOSE, FIRST, Field, Spot
from training.sets import Set, made_up
from vision.cut import Tone, tone_of
from vision.scene.light import Plane
from vision.upright import PATCH, WIDE, corners, lean_at

BOARDS = 7
Cell = tuple[int, int]
CLEAR = 0.6
"""How many boards nothing reaches over: fingers look like pieces."""
TAKEN = 100
"""Pixels across what is kept of a piece: a little more than a patch, so that patches can be taken a little off."""


@dataclass(frozen=True)
class Closeup:
    """What is kept about one place: its picture, which piece stands there (-1 for none), and how it is lit."""

    picture: NDArray[np.uint8]
    name: int
    lean: float
    tone: Tone


def crowded(rng: Rng, plan: Arrangement) -> Arrangement:
    """The same board with pieces on many of its tiles, and none elsewhere."""
    figures = np.zeros_like(plan.figures)
    inner = (plan.tiles[ARENA, ARENA] > 0) & (rng.random((4, 4)) < rng.uniform(0.5, 0.9))
    figures[ARENA, ARENA] = np.where(inner, rng.integers(1, FIGURES + 1, (4, 4)), 0)
    return replace(plan, figures=figures)


def closeups(rng: Rng, made: Set, clean: bool, shown: Shown = drawn, field: Field = CLOSE) -> list[Closeup]:
    """One board of a set: its visible pieces, and as many places without."""
    plan, at, shine = crowded(rng, arrange(rng, made)), eye(rng), light(rng)
    flat = ground(rng, field)
    solids, cells = stood(rng, plan, made)
    over = None if clean or rng.random() < CLEAR else cover(rng, field.size, field.fine)
    picture = shown(rng, Scene(made, plan, flat, solids, shine, at, over))
    seen = dict(zip(cells, solids, strict=True))
    if over is not None:
        picture = picture * (1 - over.mask[..., None]) + over.light(shine) * over.mask[..., None]
        seen = {cell: solid for cell, solid in seen.items() if covered(over, solid, at, field) < GONE}
    return looked_at(rng, (picture, field), at, (plan, list(seen)), clean)


Seen = tuple[Arrangement, list[Cell]]
"""A board, and the cells whose pieces can be seen."""


def looked_at(rng: Rng, shown: tuple[Plane, Field], at: Spot, what: Seen, clean: bool) -> list[Closeup]:
    """A camera's closeups of these pieces of a board, and of places without."""
    picture, field = shown
    plan, seen = what
    fineness = float(np.exp(rng.uniform(math.log(50 if not clean else 75), math.log(150))))
    photo = photo_of(rng, picture, field, fineness, clean)
    scale = photo.shape[0] / field.size
    low, high = (field.px(np.array([[-0.5, -0.5], [3.5, 3.5]])) * scale).astype(int)
    tone = tone_of(photo[low[1] : high[1], low[0] : high[0]])
    off = rng.normal(0, rng.choice([0.01, 0.03, 0.05]), 2)
    spot = (at[0] + FIRST, at[1] + FIRST, at[2])
    found = []
    bare = [(int(row), int(column)) for row, column in np.argwhere(plan.figures == 0) if _inner(row, column)]
    without = [bare[i] for i in rng.permutation(len(bare))[: max(3, len(seen) // 2)]]
    for row, column in (*seen, *without):
        where = corners(spot, row, column, WIDE * TAKEN / PATCH) - FIRST + off
        name = int(plan.figures[row, column]) - 1
        found.append(Closeup(_patch(photo, field.px(where) * scale - 0.5), name, lean_at(spot, row, column), tone))
    return found


def _inner(row: int, column: int) -> bool:
    return ARENA.start <= row < ARENA.stop and ARENA.start <= column < ARENA.stop


def _patch(photo: NDArray[np.uint8], at: NDArray[np.float32]) -> NDArray[np.uint8]:
    whole = np.array([[0, 0], [TAKEN, 0], [TAKEN, TAKEN], [0, TAKEN]], np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(whole, at.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    taken = cv2.warpPerspective(photo, matrix, (TAKEN, TAKEN), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(taken, np.uint8)


def lesson(number: int) -> dict[str, np.ndarray]:
    """Pieces of the set of this number, board by board; the first boards are photographed as lessons are."""
    rng = np.random.default_rng(number)
    made = made_up(rng)
    return packed(made, [closeups(rng, made, clean=i < LESSONS) for i in range(BOARDS)])


def packed(made: Set, boards: list[list[Closeup]]) -> dict[str, np.ndarray]:
    """The closeups of a set's boards as they are kept."""
    every = [one for board in boards for one in board]
    return {
        "patches": np.stack([one.picture for one in every]),
        "names": np.array([one.name for one in every], np.int64),
        "boards": np.repeat(np.arange(len(boards)), [len(board) for board in boards]),
        "leans": np.array([one.lean for one in every], np.float32),
        "tones": np.array([(*one.tone.mean, one.tone.spread) for one in every], np.float32),
        "traits": np.stack([piece_traits(solid) for solid in made.figures]),
    }


if __name__ == "__main__":
    write(lesson)
