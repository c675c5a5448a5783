"""Telling look-alikes apart, by nothing but what they differ by."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.comparing import COLUMNS, EDGE, ROWS, Flags, Matched, Seen
from vision.cards.kept import HALF, Apart, halved
from vision.cards.looks import FACE, Floats

DIFFERS = 0.01
"""What differs by less, squared, does so by chance."""
ABOUT = (5, 5)
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


def told(seen: Seen, card: Matched, apart: Apart, free: Flags | None = None) -> Told:
    """How a picture stands between a card and those that differ so from it; ``free`` is what is in sight."""
    sights = _sights(seen, free)
    offs = seen.look[0] - card.light, halved(seen.look[1:3] - card.tints)
    offs = np.clip(offs[0], -OFF, OFF), np.clip(offs[1], -OFF, OFF)
    if seen.blown is not None:
        offs[0][seen.blown] = np.maximum(offs[0][seen.blown], 0)
    leaning, in_sight, better, strange = [], [], [], []
    for differ, tints in zip(apart.light, apart.tint, strict=True):
        soft_differ = np.asarray(cv2.GaussianBlur(differ, (0, 0), card.soft) if card.soft else differ, np.float32)
        matters = cv2.boxFilter(soft_differ**2, -1, ABOUT) > DIFFERS
        tint_matters = cv2.boxFilter((tints**2).sum(axis=0), -1, ABOUT) > DIFFERS
        seen_light, seen_tint = matters & sights[0], tint_matters & sights[1]
        own, own_tint = soft_differ[seen_light], tints[:, seen_tint]
        all_of_it = float((soft_differ[matters] ** 2).sum() + TINTS * (tints[:, tint_matters] ** 2).sum())
        visible = float((own**2).sum() + TINTS * (own_tint**2).sum())
        toward = float((offs[0][seen_light] * own).sum() + TINTS * (offs[1][:, seen_tint] * own_tint).sum())
        leaning.append(1 + 2 * toward / visible if visible > 0 else 0.0)
        in_sight.append(visible / max(all_of_it, 1e-6))
        better.append(visible + 2 * toward)
        off = float((offs[0][seen_light] ** 2).sum() + TINTS * (offs[1][:, seen_tint] ** 2).sum())
        strange.append(off / visible if visible > 0 else 0.0)
    return Told(*(np.array(part, np.float32) for part in (leaning, in_sight, better, strange)))


def _sights(seen: Seen, free: Flags | None) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """What is in sight, and where its colours are, too, at half the size."""
    cells = np.ones((ROWS, COLUMNS), np.uint8) if free is None else free.astype(np.uint8)
    light = cv2.resize(cells, FACE, interpolation=cv2.INTER_NEAREST)
    light[:EDGE], light[-EDGE:], light[:, :EDGE], light[:, -EDGE:] = 0, 0, 0, 0
    colours = (light > 0) & ~seen.glaring
    tint = cv2.resize(colours.astype(np.uint8), HALF, interpolation=cv2.INTER_NEAREST)
    return np.asarray(light > 0), np.asarray(tint > 0)
