"""The board on a bare table: a block of tiles side by side, found by their outlines."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.board.fitting import GUESSED, KNOWN, Freedom
from vision.board.found import Found
from vision.board.lattice import Lattice
from vision.board.placing import Block, Picture, hold, place, sharpen
from vision.board.quads import foreignness, squares
from vision.board.seeds import seeds
from vision.board.turning import moved, upwards
from vision.camera import Lens, View

LOOK = 800
"""The longer side of the picture that is searched."""
MOST_SEEDS = 7
FOREIGN = 0.5
"""Squares less foreign to the table than this are taken only if the others tell nothing."""
ENOUGH = 0.95
"""A block this sure is not searched further for a better one."""


def search(frame: Picture, block: Lattice, lens: Lens, *, known: bool) -> Block | None:
    """The likeliest block of tiles in a frame, in the frame's pixels."""
    small = reduced(frame)
    height, width = small.shape[:2]
    eye, free = lens.scaled(width, height), KNOWN if known else GUESSED
    best: Block | None = None
    for found in candidates(small, block, eye, free):
        if best is None or found.certainty > best.certainty:
            best = found
        if best.certainty > ENOUGH:
            break
    if best is None:
        return None
    return sharpen(frame, best, lens, free)


def reduced(frame: Picture) -> Picture:
    """The frame no larger than is searched."""
    height, width = frame.shape[:2]
    share = LOOK / max(height, width)
    if share >= 1:
        return frame
    size = (max(1, round(width * share)), max(1, round(height * share)))
    return np.asarray(cv2.resize(frame, size, interpolation=cv2.INTER_AREA), np.uint8)


def candidates(small: Picture, block: Lattice, lens: Lens, free: Freedom) -> Iterator[Block]:
    """Blocks that a picture may show, likelier ones first: from squares foreign to the table, then from any."""
    found = squares(small)
    foreign = foreignness(small, found)
    strangers = foreign >= FOREIGN
    span = max(block.rows, block.columns) + 1
    for some in (strangers, np.ones_like(strangers))[int(strangers.all()) :]:
        for seed in seeds(found[some], foreign[some], lens, free, span=span, most=MOST_SEEDS):
            for size in dict.fromkeys([(block.rows, block.columns), (block.columns, block.rows)]):
                placed = place(small, seed, size, lens, free)
                if placed is not None:
                    yield placed


def again(frame: Picture, block: Lattice, near: View) -> Found:
    """The block close to where a view of the plan, with a lens that is known, has it."""
    start = moved(near, (block.left, block.top), 0)
    found = sharpen(frame, hold(frame, start, block.rows, block.columns), near.lens, KNOWN)
    return Found(moved(found.view, (-block.left, -block.top), 0), found.certainty, "bare")


def as_plan(found: Block, block: Lattice, quarter: int = 0, last: View | None = None) -> View:
    """The block's view as the plan's: of its turns the one nearest the last view, or the picture's up."""
    middle = ((found.columns - 1) / 2, (found.rows - 1) / 2)
    centred = moved(found.view, middle, 0)
    even = found.columns == block.columns and found.rows == block.rows
    fitting = [q for q in range(4) if block.rows == block.columns or (q % 2 == 0) == even]
    views = {q: moved(moved(centred, (0.0, 0.0), q), (-block.middle[0], -block.middle[1]), 0) for q in fitting}
    wanted = np.array([0.0, -1.0]) if last is None else upwards(last, block)
    best = max(fitting, key=lambda q: float(upwards(views[q], block) @ wanted))
    return views[fitting[(fitting.index(best) + quarter) % len(fitting)]]
