"""The pieces that the networks learn from: every kind of body can be made, drawn and traced."""

from __future__ import annotations

import numpy as np
import pytest

from training.figures import CLOUDS, FIGURES, SHAPES, Workshop, figures, piece_traits
from training.meshes import MESHES


@pytest.mark.parametrize("by", [CLOUDS, MESHES], ids=["drawn", "traced"])
@pytest.mark.parametrize("kind", range(len(SHAPES)))
def test_every_body_is_made(kind: int, by: Workshop) -> None:
    for seed in range(5):
        body = SHAPES[kind](by, np.random.default_rng([kind, seed]), 600)
        assert len(body.points) > 3
        assert np.isfinite(body.points).all()
        assert np.isfinite(body.normals).all()
        assert 0 < body.points[:, 2].max() < 2


def test_pieces_of_a_set_fit_on_its_tiles() -> None:
    for seed in range(40):
        found = figures(np.random.default_rng(seed), ((0.8, 0.8, 0.6), (0.1, 0.1, 0.2)))
        assert len(found) == FIGURES
        for piece in found:
            assert np.hypot(*piece.points[:, :2].T).max() < 1
            assert np.isfinite(piece_traits(piece)).all()
