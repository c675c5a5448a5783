"""The tables that the networks learn from: every seed draws one."""

from __future__ import annotations

import numpy as np

from training.ground import clutter, ground
from training.plane import Field


def test_every_ground_is_drawn() -> None:
    field = Field(2, 8, 12)
    grounds = []
    for seed in range(60):
        rng = np.random.default_rng(seed)
        flat = ground(rng, field)
        clutter(rng, flat)
        assert flat.canvas.shape == (field.size, field.size, 3)
        grounds.append(flat.canvas)
    assert len({one.tobytes() for one in grounds}) == len(grounds)
