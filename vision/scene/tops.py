"""Table tops: wood, cloth and a dark polish, each a little different for every seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.scene.light import Gloss

Rng = np.random.Generator
Texture = NDArray[np.uint8]
Rough = NDArray[np.float32]

SIDE = 1400
"""Pixels of a table top's side; beyond that it repeats."""
_BAND = 100
"""So many rows are worked out at a time: a whole top takes a fifth of what a small Pi has to spare."""


@dataclass(frozen=True, slots=True, eq=False)
class Top:
    """What a table top looks like and how it shines."""

    texture: Texture
    gloss: Gloss


@lru_cache(maxsize=2)
def top(name: str, seed: int) -> Top:
    """The table top of this name."""
    return TOPS[name](np.random.default_rng([seed, 11]))


def clouds(rng: Rng, across: int, down: int, octaves: int = 4) -> Rough:
    """Smooth noise of about unit spread: so many lumps across and down, then ever finer ones."""
    found = np.zeros((SIDE, SIDE), np.float32)
    for octave in range(octaves):
        size = (max(2, min(down << octave, SIDE)), max(2, min(across << octave, SIDE)))
        lumps = rng.standard_normal(size, np.float32)
        finer = np.asarray(cv2.resize(lumps, (SIDE, SIDE), interpolation=cv2.INTER_CUBIC), np.float32)
        finer *= np.float32(0.6**octave)
        found += finer
    found /= found.std()
    return found


def _planks(rng: Rng, colour: tuple[float, float, float], contrast: float) -> Texture:
    """Boards side by side, each with its own grain and tone."""
    rows = np.arange(SIDE, dtype=np.float32)
    width = float(rng.uniform(95, 150))
    board = np.floor((rows + rng.uniform(0, width)) / width).astype(int)
    bowed = clouds(rng, 2, 9, 3) * 14
    start = rng.uniform(0, 900, board.max() + 1).astype(np.float32)
    period = np.float32(2 * np.pi / rng.uniform(13, 22))
    fibre = clouds(rng, 5, 220, 3)
    pores = clouds(rng, 40, 700, 1)
    tone = rng.normal(0, 0.09, board.max() + 1).astype(np.float32)[board][:, None]
    joint = np.abs((rows - rows[np.searchsorted(board, board)]) - 0.5) < 1.1
    redder = clouds(rng, 3, 12, 2)
    found = np.empty((SIDE, SIDE, 3), np.uint8)
    for top in range(0, SIDE, _BAND):
        band = slice(top, top + _BAND)
        rings = np.sin((rows[band, None] + start[board[band]][:, None] + bowed[band]) * period)
        holes = np.clip(pores[band] - 1.6, 0, 1)
        bright = 1 + contrast * (0.5 * rings * (0.6 + 0.4 * bowed[band] / 14) + 0.6 * fibre[band] - 1.1 * holes)
        bright += tone[band]
        bright[joint[band]] *= 0.45
        wood = bright[..., None] * np.array(colour, np.float32)
        wood[..., 2] *= 1 + 0.03 * redder[band] + 0.5 * tone[band]
        found[band] = np.clip(wood, 0, 255)
    return found


def _wood(rng: Rng) -> Top:
    colours = ((62, 108, 158), (52, 86, 132), (92, 138, 178), (44, 66, 104))
    return Top(_planks(rng, colours[int(rng.integers(len(colours)))], 0.14), Gloss(0.05, 0.28))


def _dark(rng: Rng) -> Top:
    return Top(_planks(rng, (26, 28, 36), 0.16), Gloss(0.16, 0.16))


def _cloth(rng: Rng) -> Top:
    colours = ((44, 32, 128), (66, 84, 38), (104, 62, 40), (96, 110, 118))
    thread = rng.standard_normal((SIDE, SIDE), np.float32)
    woven = cv2.blur(thread, (5, 1)) + cv2.blur(thread, (1, 5))
    bright = 1 + 0.11 * woven + 0.045 * clouds(rng, 5, 4, 3)
    colour = np.array(colours[int(rng.integers(len(colours)))], np.float32)
    return Top(np.clip(bright[..., None] * colour, 0, 255).astype(np.uint8), Gloss(0.004, 0.6))


TOPS: Mapping[str, Callable[[Rng], Top]] = {"wood": _wood, "cloth": _cloth, "dark": _dark}
