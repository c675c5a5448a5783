"""Makes the pictures that the network learns from: many made-up sets, a handful of boards of each.

Run: python -m training.lessons FOLDER FIRST COUNT. One file a set; a set's number is its seed.
"""

from __future__ import annotations

import sys
from pathlib import Path

import cv2
import numpy as np

from training.boards import board
from training.figures import piece_traits
from training.sets import face_traits, made_up

LESSONS = 3
"""How many boards of a set are photographed the way people photograph a lesson."""
BOARDS = 6
HELD_BACK = 50040
"""The sets below this number are never learnt from."""


def lesson(number: int) -> dict[str, np.ndarray]:
    """Boards of the set of this number."""
    rng = np.random.default_rng(number)
    made = made_up(rng)
    boards = [board(rng, made, clean=i < LESSONS) for i in range(BOARDS)]
    return {
        "cut": np.stack([one.cut for one in boards]),
        "eye": np.array([one.eye for one in boards], np.float32),
        "tiles": np.stack([one.tiles for one in boards]),
        "figures": np.stack([one.figures for one in boards]),
        "gem": np.stack([one.gem for one in boards]),
        "hidden": np.stack([one.hidden for one in boards]),
        "face_traits": np.stack([face_traits(art) for art in made.faces]),
        "piece_traits": np.stack([piece_traits(solid) for solid in made.figures]),
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
