"""Makes the pictures that the network learns from: many made-up sets, a handful of boards of each.

Run: python -m training.lessons FOLDER FIRST COUNT. One file a set; a set's number is its seed.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from training.boards import Board, board
from training.figures import piece_traits
from training.sets import Set, face_traits, made_up

LESSONS = 3
"""How many boards of a set are photographed the way people photograph a lesson."""
BOARDS = 6
HELD_BACK = 50040
"""The sets below this number are never learnt from."""


def lesson(number: int) -> dict[str, np.ndarray]:
    """Boards of the set of this number."""
    rng = np.random.default_rng(number)
    made = made_up(rng)
    return packed(made, [board(rng, made, clean=i < LESSONS) for i in range(BOARDS)])


def packed(made: Set, boards: list[Board]) -> dict[str, np.ndarray]:
    """A set's boards as they are kept."""
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


@dataclass(frozen=True)
class Shelf:
    """Where lessons lie: many that were drawn, and perhaps a few that were traced."""

    drawn: Path
    traced: Path | None = None
    share: float = 0.4
    """How many of those learnt from are traced ones."""

    def some(self, rng: np.random.Generator, count: int) -> tuple[list[dict[str, np.ndarray]], bool]:
        """Sets at random, none of them held back, and whether they were traced: all of them or none."""
        few = _learnt(self.traced) if self.traced is not None and rng.random() < self.share else []
        files = few or _learnt(self.drawn)
        return [dict(np.load(files[rng.integers(len(files))])) for _ in range(count)], bool(few)


def _learnt(folder: Path) -> list[Path]:
    files = [path for path in folder.glob("*.npz") if "part" not in path.name]
    return [path for path in files if int(path.stem) >= HELD_BACK]


def shelf_options(parser: argparse.ArgumentParser) -> None:
    """What a learning command asks about its lessons."""
    parser.add_argument("lessons", type=Path)
    parser.add_argument("--traced", type=Path, help="lessons that were traced, to mix in")
    parser.add_argument("--share", type=float, default=0.4, help="how many of those learnt from are traced")


def shelf(chosen: argparse.Namespace) -> Shelf:
    """The lessons that were asked for."""
    return Shelf(chosen.lessons, chosen.traced, chosen.share)


def write(lesson: Callable[[int], dict[str, np.ndarray]]) -> None:
    """The sets that the command line asks for, a file each, but for those that are there."""
    cv2.setNumThreads(1)
    folder, first, count = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    for number in range(first, first + count):
        if not (folder / f"{number:06}.npz").exists():
            keep(folder, number, lesson(number))


def keep(folder: Path, number: int, what: dict[str, np.ndarray]) -> None:
    """A set's file, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{number:06}.npz"
    part = path.with_suffix(".part.npz")
    np.savez(part, **what)
    part.rename(path)


if __name__ == "__main__":
    write(lesson)
