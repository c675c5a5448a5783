"""Makes the pictures that the second network learns from: pieces of made-up sets as a frame shows them, close.

Run: python -m training.closeups FOLDER FIRST COUNT. One file a set; a set's number is its seed.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from training.arranging import ARENA, Arrangement, arrange, stood
from training.boards import Showing, covered, photo_of, stand
from training.covers import cover
from training.faces import Rng
from training.figures import FIGURES, piece_traits
from training.ground import Lie, ground
from training.lessons import LESSONS
from training.lighting import Staging, eye, light, lit_ground
from training.plane import CLOSE, FIRST
from training.sets import Set, made_up
from vision.cut import Tone, tone_of
from vision.upright import PATCH, WIDE, corners, lean_at

BOARDS = 7
TAKEN = 100
"""Pixels across what is kept of a piece: a little more than a patch, so that patches can be taken a little off."""
GONE = 0.35
"""A piece is not asked about when a larger share of it is covered."""


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
    inner = (plan.tiles[ARENA, ARENA] > 0) & (rng.random((4, 4)) < rng.uniform(0.4, 0.75))
    figures[ARENA, ARENA] = np.where(inner, rng.integers(1, FIGURES + 1, (4, 4)), 0)
    return replace(plan, figures=figures)


def closeups(rng: Rng, made: Set, clean: bool) -> list[Closeup]:
    """One board of a set: its visible pieces, and as many places without."""
    plan, at, shine = crowded(rng, arrange(rng, made)), eye(rng), light(rng)
    flat = ground(rng, CLOSE)
    for row, column in np.argwhere(plan.tiles > 0):
        art = made.faces[plan.tiles[row, column] - 1]
        flat.lay(art, Lie(plan.middles[row, column], plan.turns[row, column], (made.tile_size,) * 2))
    solids, cells = stood(rng, plan, made)
    points = np.concatenate([solid.points for solid in solids]) if solids else np.zeros((0, 3), np.float32)
    over = None if clean or rng.random() < 0.8 else cover(rng, CLOSE.size, CLOSE.fine)
    picture, bright = lit_ground(rng, flat, Staging(shine, at, points, over, made.tile_gloss, made.thickness))
    stand(picture, bright, solids, Showing(made, shine, at, CLOSE))
    seen = dict(zip(cells, solids, strict=True))
    if over is not None:
        picture = picture * (1 - over.mask[..., None]) + over.light(shine) * over.mask[..., None]
        seen = {cell: solid for cell, solid in seen.items() if covered(over, solid, at, CLOSE) < GONE}
    fineness = float(np.exp(rng.uniform(math.log(50 if not clean else 75), math.log(150))))
    photo = photo_of(rng, picture, CLOSE, fineness, clean)
    scale = photo.shape[0] / CLOSE.size
    low, high = (CLOSE.px(np.array([[-0.5, -0.5], [3.5, 3.5]])) * scale).astype(int)
    tone = tone_of(photo[low[1] : high[1], low[0] : high[0]])
    off = rng.normal(0, rng.choice([0.01, 0.03, 0.05]), 2)
    spot = (at[0] + FIRST, at[1] + FIRST, at[2])
    found = []
    bare = [(int(row), int(column)) for row, column in np.argwhere(plan.figures == 0) if _inner(row, column)]
    without = [bare[i] for i in rng.permutation(len(bare))[: max(2, len(seen) * 2 // 3)]]
    for row, column in (*seen, *without):
        where = corners(spot, row, column, WIDE * TAKEN / PATCH) - FIRST + off
        name = int(plan.figures[row, column]) - 1
        found.append(Closeup(_patch(photo, CLOSE.px(where) * scale - 0.5), name, lean_at(spot, row, column), tone))
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
    boards = [closeups(rng, made, clean=i < LESSONS) for i in range(BOARDS)]
    every = [one for board in boards for one in board]
    return {
        "patches": np.stack([one.picture for one in every]),
        "names": np.array([one.name for one in every], np.int64),
        "boards": np.repeat(np.arange(BOARDS), [len(board) for board in boards]),
        "leans": np.array([one.lean for one in every], np.float32),
        "tones": np.array([(*one.tone.mean, one.tone.spread) for one in every], np.float32),
        "traits": np.stack([piece_traits(solid) for solid in made.figures]),
    }


def main() -> None:
    cv2.setNumThreads(1)
    folder, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(first, first + count):
        path = folder / f"{number:06}.npz"
        if not path.exists():
            part = path.with_suffix(".part.npz")
            np.savez(part, **lesson(number))
            part.rename(path)


if __name__ == "__main__":
    main()
