"""Fits the weights of ``vision.dice.judging``: which of the spots that the networks look at are dice.

Run: python -m training.dice.judging FOLDER [FOLDER ...]. The folders are those of ``training.dice.scenes``.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice import patches
from vision.dice.judging import features
from vision.dice.network import dice_network
from vision.dice.pips import pips_of

MARGIN = (272, 432)
"""Pixels put round a made-up picture, above and beside: a frame is as large as that, and looked at in halves."""
NEAR, FAR = 0.35, 0.5
"""How far from a die, as a share of its size, a spot may be to be it; and must be to be none."""
COVERED = 0.12
STIFF = 1e-4
Rows = NDArray[np.float64]


def examples(path: Path) -> tuple[list[tuple[float, ...]], list[bool]]:
    """What is known of each spot that was looked at in a picture, and whether it is a die that lies flat."""
    cv2.setNumThreads(1)
    kept = np.load(path)
    down, beside = MARGIN
    picture = cv2.copyMakeBorder(kept["picture"], down, down, beside, beside, cv2.BORDER_REFLECT)
    looks = [look for look in dice_network().look(picture) if look.spot.kind == "die"]
    cuts = [patches.cut(picture, one.spot.x, one.spot.y, patches.DIE / one.spot.size) for one in looks]
    rows, are_dice = [], []
    for look, seen in zip(looks, pips_of(cuts), strict=True):
        scale = look.spot.size / patches.DIE
        at = look.spot.x - beside + seen.x * scale, look.spot.y - down + seen.y * scale
        near = min(((math.dist(at, die[:2]) / die[2], die) for die in kept["dice"]), key=lambda one: one[0],
                   default=(math.inf, None))  # fmt: skip
        share, die = near
        if die is not None and share < NEAR:
            if die[5] > COVERED or die[4] <= 0.5:
                continue
        elif share < FAR:
            continue
        rows.append(features(look, seen))
        are_dice.append(share < NEAR)
    return rows, are_dice


def fitted(rows: Rows, are_dice: NDArray[np.bool_]) -> tuple[Rows, float]:
    """A logistic regression, its weights for features as they are, and its bias."""
    middle, spread = rows.mean(0), rows.std(0) + 1e-6
    wide = np.column_stack([(rows - middle) / spread, np.ones(len(rows))])
    weights = np.zeros(wide.shape[1])
    for _ in range(30):
        likely = 1 / (1 + np.exp(-wide @ weights))
        slope = wide.T @ (are_dice - likely) - STIFF * len(rows) * weights
        bend = (wide * (likely * (1 - likely))[:, None]).T @ wide + STIFF * len(rows) * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    plain = weights[:-1] / spread
    return plain, float(weights[-1] - middle @ plain)


def main() -> None:
    found = [examples(path) for folder in sys.argv[1:] for path in sorted(Path(folder).glob("*.npz"))]
    rows = np.array([row for some, _ in found for row in some])
    are_dice = np.array([one for _, some in found for one in some])
    weights, bias = fitted(rows, are_dice)
    right = ((rows @ weights + bias > 0) == are_dice).mean()
    print(f"# {len(rows)} spots, {are_dice.mean():.3f} of them dice, {right:.4f} right")
    print(f"_WEIGHTS = {tuple(round(float(weight), 3) for weight in weights)}\n_BIAS = {bias:.3f}")


if __name__ == "__main__":
    main()
