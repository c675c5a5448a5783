"""Makes boards of sets held back from learning, drawn finely: what trust is fitted on.

Run: python -m training.trials FOLDER COUNT. One file a set; its number is its seed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from training.boards import Board, board
from training.lessons import HELD_BACK, LESSONS
from training.plane import FINELY
from training.sets import made_up

BOARDS = 7


def trial(number: int) -> dict[str, np.ndarray]:
    """Boards of the set of this number; the first are photographed as lessons are."""
    rng = np.random.default_rng([number, 1])
    made = made_up(rng)
    return packed([board(rng, made, clean=i < LESSONS, field=FINELY) for i in range(BOARDS)])


def packed(boards: list[Board]) -> dict[str, np.ndarray]:
    """A set's boards as they are kept."""
    return {
        "cut": np.stack([one.cut for one in boards]),
        "close": np.stack([one.close for one in boards]),
        "eye": np.array([one.eye for one in boards], np.float32),
        "tiles": np.stack([one.tiles for one in boards]),
        "figures": np.stack([one.figures for one in boards]),
        "gem": np.stack([one.gem for one in boards]),
        "hidden": np.stack([one.hidden for one in boards]),
    }


def main() -> None:
    cv2.setNumThreads(1)
    folder, count = Path(sys.argv[1]), int(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(HELD_BACK - count, HELD_BACK):
        path = folder / f"{number:06}.npz"
        if not path.exists():
            part = path.with_suffix(".part.npz")
            np.savez(part, **trial(number))
            part.rename(path)


if __name__ == "__main__":
    main()
