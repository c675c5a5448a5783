"""Whether anything lies on a cell, told by the ground around and by what was shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.sighted import Plain
from vision.cut import CELLS
from vision.lying import ARENA, RING, looks, lying, measured
from vision.network import Seen

CLOTH, TILE = np.array([1.0, 0.0, 0.0], np.float32), np.array([0.0, 1.0, 0.0], np.float32)
FIT = replace(Plain.fit, lying_arena=(1.0, -8.0, 8.0, 0.0), lying_ring=(1.0, -8.0, 0.0, 4.0))
GAP, SPARE = (3, 4), (1, 3)


def table(**changed: Any) -> Seen:
    """An arena full of tiles but for one gap, on a cloth; the network is sure of all but the gap."""
    faces = np.where(ARENA[..., None], TILE, CLOTH)
    faces[GAP] = CLOTH
    flat = np.where(ARENA, 0.99, 0.01).astype(np.float32)
    flat[GAP] = 0.7
    nothing = np.zeros((CELLS, CELLS), np.float32)
    four, wide = np.zeros((CELLS, CELLS, 4), np.float32), np.zeros((CELLS, CELLS, 3), np.float32)
    seen = Seen(faces, wide, wide, flat, nothing, nothing, nothing, four)
    return replace(seen, **changed)


KNOWN = looks(np.stack([TILE, TILE, 2 * TILE]), ["a", "a", "b"])


def test_the_cloth_in_a_gap_is_told_by_the_cloth_around() -> None:
    found = lying(table(), KNOWN, FIT)
    assert found[GAP] < 0.01
    assert found[3, 3] > 0.99
    assert (found[RING] < 0.1).all()


def test_a_tile_of_which_the_network_is_not_sure_is_told_by_those_that_were_shown() -> None:
    flat = table().flat.copy()
    flat[2, 2] = 0.3
    assert lying(table(flat=flat), KNOWN, FIT)[2, 2] > 0.99


def test_what_lies_beside_the_arena_is_not_compared_with_itself() -> None:
    faces, flat = table().faces.copy(), table().flat.copy()
    faces[SPARE], flat[SPARE] = TILE, 0.4
    assert lying(table(faces=faces, flat=flat), KNOWN, FIT)[SPARE] > 0.9


def test_each_name_looks_like_the_mean_of_its_examples() -> None:
    assert np.allclose(KNOWN, [TILE, TILE])
    assert len(looks(np.zeros((0, 1), np.float32), [])) == 0


@pytest.mark.parametrize("unseen", ["ground", "lesson"])
def test_without_ground_or_lesson_the_network_is_believed(unseen: str) -> None:
    covered = table().covered.copy()
    covered[~ARENA] = unseen == "ground"
    seen = table(covered=covered)
    known = KNOWN if unseen == "ground" else looks(np.zeros((0, 1), np.float32), [])
    assert measured(seen, known) is None
    assert np.array_equal(lying(seen, known, FIT), seen.flat)


def test_while_an_arena_is_being_built_the_network_is_believed() -> None:
    flat = table().flat.copy()
    flat[2:4, 2:5] = 0.2
    seen = table(flat=flat)
    assert np.array_equal(lying(seen, KNOWN, FIT), seen.flat)
    # but for cells below a hand, of which nobody knows
    covered = np.where((flat == np.float32(0.2)), np.float32(0.9), np.float32(0))
    assert lying(table(flat=flat, covered=covered), KNOWN, FIT)[GAP] < 0.01


def test_corners_and_rim_are_left_as_they_are() -> None:
    seen = table()
    found = lying(seen, KNOWN, FIT)
    assert np.array_equal(found[~(ARENA | RING)], seen.flat[~(ARENA | RING)])
