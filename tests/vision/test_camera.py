"""Plan to pixels and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.camera import Lens, View

tilts = st.floats(-0.4, 0.4)
spots = st.tuples(st.floats(-2, 5), st.floats(-2, 5))


def view(tilt_x: float = 0.0, tilt_y: float = 0.0, k1: float = 0.0) -> View:
    return View(Lens(1280, 960, 985.0, k1), (tilt_x, tilt_y, 0.2), (-1.5, -1.5, 9.0))


@given(tilts, tilts, st.floats(-0.09, 0.02), spots)
def test_ground_undoes_project(tilt_x: float, tilt_y: float, k1: float, spot: tuple[float, float]) -> None:
    seen = view(tilt_x, tilt_y, k1)
    assert seen.ground(seen.project([spot])) == pytest.approx(np.array([spot]), abs=1e-3)


@given(tilts, tilts, spots, st.floats(0.05, 1))
def test_what_stands_leans_away_from_the_eye(
    tilt_x: float, tilt_y: float, spot: tuple[float, float], up: float
) -> None:
    seen = view(tilt_x, tilt_y)
    x, y, _ = seen.eye
    away = np.array(spot) - (x, y)
    leant = seen.ground(seen.project([(*spot, up)]))[0] - spot
    assert leant @ away >= -1e-9


def test_eye_is_above_the_table() -> None:
    straight = View(Lens.usual(1280, 960), (0.0, 0.0, 0.0), (-1.5, -1.5, 9.0))
    assert straight.eye == pytest.approx((1.5, 1.5, 9.0))
    assert straight.ground([(639.5, 479.5)])[0] == pytest.approx((1.5, 1.5))


def test_scaled_view_sees_the_same() -> None:
    small = view(0.2, 0.1, -0.05)
    large = small.scaled(2560, 1920)
    half_pixel = 0.5
    spots = [(0.0, 0.0), (3.0, 2.0), (-1.0, 4.0, 0.5)]
    for spot in spots:
        ratio = (large.project([spot]) + half_pixel) / (small.project([spot]) + half_pixel)
        assert ratio == pytest.approx(np.array([[2.0, 2.0]]), rel=1e-3)


def test_usual_lens_sees_its_field() -> None:
    lens = Lens.usual(1280, 960, 66.0)
    assert np.degrees(2 * np.arctan(640 / lens.focal)) == pytest.approx(66.0)
