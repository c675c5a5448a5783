"""Made-up gems: things that lie beside the board and point somewhere."""

from __future__ import annotations

import numpy as np

from training.faces import Rng, bgr
from training.figures import CLOUDS, Workshop, linear
from vision.scene.solids import Cloud, Solid

_POINTS = 3500


def _drop(rng: Rng) -> Cloud:
    """Round below, drawn out to a tip."""
    angle = np.linspace(0.5, 2 * np.pi - 0.5, 24)
    round_ = np.column_stack([np.sin(angle), -np.cos(angle)]) * rng.uniform(0.35, 0.6)
    return np.vstack([round_ + np.array([0, 0.35]), [[0, -1]]]).astype(np.float32)


def _kite(rng: Rng) -> Cloud:
    wide, at = rng.uniform(0.3, 0.65), rng.uniform(0.1, 0.5)
    return np.array([[0, -1], [wide, at], [0, rng.uniform(0.7, 1)], [-wide, at]], np.float32)


def _wedge(rng: Rng) -> Cloud:
    wide = rng.uniform(0.3, 0.6)
    return np.array([[0, -1], [wide, 0.8], [-wide, 0.8]], np.float32)


def _arrow(rng: Rng) -> Cloud:
    wide, thin, at = rng.uniform(0.4, 0.7), rng.uniform(0.12, 0.3), rng.uniform(-0.3, 0.2)
    return np.array([[0, -1], [wide, at], [thin, at], [thin, 1], [-thin, 1], [-thin, at], [-wide, at]], np.float32)


def _crystal(rng: Rng) -> Cloud:
    wide, shoulder = rng.uniform(0.25, 0.5), rng.uniform(-0.6, -0.2)
    return np.array([[0, -1], [wide, shoulder], [wide, 0.9], [-wide, 0.9], [-wide, shoulder]], np.float32)


_OUTLINES = (_drop, _drop, _drop, _kite, _wedge, _arrow, _crystal)


def gem(rng: Rng, by: Workshop = CLOUDS) -> Solid:
    """A gem that points up the plan."""
    outline = _OUTLINES[int(rng.integers(len(_OUTLINES)))](rng) * np.float32(rng.uniform(0.2, 0.52))
    solid = by.prism(outline, rng.uniform(0.03, 0.25), rng, _POINTS, taper=rng.uniform(0.4, 1.0))
    h, s, v = rng.random(), rng.uniform(0.2, 1), rng.uniform(0.25, 1)
    paint = np.tile(linear(bgr((h, s, v))), (len(solid.points), 1))
    pale = linear(bgr((h, s * rng.uniform(0.1, 0.6), min(1, v * 1.4))))
    # facets: sectors and rings that catch the light differently
    x, y = solid.points[:, 0], solid.points[:, 1]
    facets = int(rng.integers(3, 12))
    sector = np.floor((np.arctan2(y, x) / (2 * np.pi) + 0.5) * facets)
    change = rng.uniform(0.6, 1.5, facets + 1)[sector.astype(int)] if rng.random() < 0.6 else np.ones(len(x))
    heart = np.hypot(x, y) < np.abs(outline).max() * rng.uniform(0.1, 0.5)
    paint = np.where(heart[:, None], pale if rng.random() < 0.6 else paint, paint) * change[:, None]
    return solid.painted(paint.astype(np.float32))
