"""Telling look-alikes apart, by nothing but what they differ by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.comparing import COLUMNS, ROWS, Flags, Matched, Seen
from vision.cards.kept import HALF, Apart, halved
from vision.cards.looks import FACE, Floats

SOFT, FAINT = 1.0, 0.06
"""Up to here it makes no difference how much less sharp a picture is; of what is softer so much must be left."""
LITTLE = 5.0
"""Where two cards differ by so little, what is like neither may be noise."""
TO_MEAN = 2.2
"""The mean of the squares of what is off by chance, by their median."""
OFF = 0.4
"""What is off by more counts no more: something lies over it."""
TINTS = 0.5
"""How much colours count beside lightness: they are half as sharp."""


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """How a picture stands between one card and each of others that look like it."""

    leaning: Floats
    """1 where the picture shows the card, -1 where it shows the other, something between for neither."""
    in_sight: Floats
    """How much of what tells them apart is in sight, as a share."""
    better: Floats
    """How much nearer it is to the card than to each other one."""
    strange: Floats
    """How much it shows that is neither, as a share of what tells them apart."""

    def of(self, some: Sequence[int]) -> Told:
        """The same of some of the others."""
        return Told(*(part[list(some)] for part in (self.leaning, self.in_sight, self.better, self.strange)))


def told(seen: Seen, card: Matched, apart: Sequence[Apart], free: Flags | None = None) -> Told:
    """How a picture stands between a card and those that differ so from it; ``free`` is what is in sight."""
    sight, tint_sight = _sights(seen, free)
    off = np.clip(seen.look[0] - card.light, -OFF, OFF)
    if seen.blown is not None:
        off[seen.blown] = np.maximum(off[seen.blown], 0)
    tint_off = np.clip(halved(seen.look[1:3] - card.tints) / card.vivid, -OFF, OFF).reshape(2, -1)
    noise = _usual(off.ravel()), _usual(tint_off)
    rows = [_between((off.ravel(), tint_off), noise, one, (sight, tint_sight), card.soft) for one in apart]
    return Told(*np.array(rows, np.float32).reshape(-1, 4).T)


def _usual(off: Floats) -> float:
    """What is off by chance, squared, summed over the layers: half of a card is as it was shown."""
    layers = off.reshape(-1, off.shape[-1])[:, ::7]
    return float(np.median(layers**2, axis=1).sum()) * TO_MEAN


def _between(
    offs: tuple[Floats, Floats],
    noise: tuple[float, float],
    apart: Apart,
    sights: tuple[Floats, Floats],
    soft: float,
) -> tuple[float, float, float, float]:
    off, tint_off = offs
    differs, in_sight = apart.light, sights[0][apart.at]
    if soft > SOFT:
        differs = _softer(apart, soft)
        in_sight = in_sight * (np.abs(differs) > FAINT)
    tint_in_sight = TINTS * sights[1][apart.tint_at]
    own, tint_own = differs * in_sight, apart.tint * tint_in_sight
    own_off, tint_own_off = off[apart.at], tint_off[:, apart.tint_at]
    visible = float(own @ differs) + float((tint_own * apart.tint).sum())
    toward = float(own @ own_off) + float((tint_own * tint_own_off).sum())
    whole = float(differs @ differs) + TINTS * float((apart.tint**2).sum())
    if visible <= 0:
        return 0.0, 0.0, 0.0, 0.0
    all_off = float(in_sight @ own_off**2) + float((tint_in_sight * tint_own_off**2).sum())
    chance = float(in_sight.sum()) * noise[0] + float(tint_in_sight.sum()) * noise[1]
    strange = max(all_off - chance, 0.0) / (visible + LITTLE)
    return 1 + 2 * toward / visible, visible / whole, visible + 2 * toward, strange


def _softer(apart: Apart, soft: float) -> Floats:
    """What differs, in a picture that is so much less sharp."""
    whole = np.zeros(FACE[0] * FACE[1], np.float32)
    whole[apart.at] = apart.light
    blurred = np.asarray(cv2.GaussianBlur(whole.reshape(FACE[1], FACE[0]), (0, 0), soft), np.float32)
    # where pixels were left out, they would be taken for such as do not differ
    return blurred.ravel()[apart.at] * apart.every


def _sights(seen: Seen, free: Flags | None) -> tuple[Floats, Floats]:
    """1 for what is in sight, and where its colours are, too, at half the size."""
    cells = np.ones((ROWS, COLUMNS), np.float32) if free is None else free.astype(np.float32)
    light = np.asarray(cv2.resize(cells, FACE, interpolation=cv2.INTER_NEAREST), np.float32)
    if seen.hidden is not None:
        light = light * ~seen.hidden
    tint = cv2.resize(light * ~seen.glaring, HALF, interpolation=cv2.INTER_NEAREST)
    return light.ravel(), np.asarray(tint, np.float32).ravel()
