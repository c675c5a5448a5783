"""Pieces turned upright: what leans away from the camera points up, and a kept photo shows what the frame did."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.camera import Lens, View
from vision.cut import CLOSE, Cut, Tone, Window, cut_out, eye_over
from vision.upright import CHANNELS, PATCH, WIDE, Part, corners, lean_at, part_kept, part_of, upright

HOME = Window()
EVEN = Tone((100.0, 100.0, 100.0), 0.2)


def looking(tilt: float = 0.3) -> View:
    return View(Lens(1920, 1080, 1500.0, -0.05), (tilt, -0.1, 0.4), (-1.2, -1.4, 9.5))


def leaning(view: View, row: int, column: int) -> Cut:
    """A frame in which something thin and bright stands on a cell, half a cell high."""
    frame = np.full((view.lens.height, view.lens.width, 3), 60, np.uint8)
    foot = (column + HOME.x, row + HOME.y)
    ends = np.round(view.project([(*foot, 0.0), (*foot, 0.5)])).astype(int)
    cv2.line(frame, ends[0].tolist(), ends[1].tolist(), (230, 230, 230), 9)
    return frame


@pytest.mark.parametrize(("row", "column"), [(2, 2), (2, 5), (5, 2), (5, 5), (3, 4)])
def test_what_stands_points_up(row: int, column: int) -> None:
    view = looking()
    patch = upright(part_of(leaning(view, row, column), view, HOME), EVEN, row, column)
    bright = np.argwhere(patch[0] > patch[0].mean() + 1)
    assert len(bright) > 20
    foot_x = PATCH / 2 - 0.5
    assert abs(np.median(bright[:, 1]) - foot_x) < 4
    assert bright[:, 0].mean() < PATCH * 0.75


def test_a_patch_has_the_shape_it_says() -> None:
    view = looking()
    patch = upright(part_of(leaning(view, 3, 3), view, HOME), EVEN, 3, 3)
    assert patch.shape == (CHANNELS, PATCH, PATCH)
    assert patch.dtype == np.float32
    assert np.unique(patch[4]) == pytest.approx(2 * lean_at(eye_over(view, HOME), 3, 3))


def test_the_kept_photo_shows_what_the_frame_did() -> None:
    view = looking()
    frame = leaning(view, 2, 4)
    kept = part_kept(cut_out(frame, view, HOME), cut_out(frame, view, HOME, CLOSE), eye_over(view, HOME))
    one, other = (upright(part, EVEN, 2, 4) for part in (part_of(frame, view, HOME), kept))
    assert np.abs(one - other).mean() < 0.06


def test_where_the_frame_ends_is_no_fault() -> None:
    away = View(Lens(640, 480, 500.0), (0.0, 0.0, 0.0), (90.0, 0.0, 6.0))
    patch = upright(part_of(np.full((480, 640, 3), 200, np.uint8), away, HOME), EVEN, 3, 3)
    assert np.isfinite(patch).all()


def test_a_very_fine_picture_is_shrunk_before_it_is_looked_at() -> None:
    rng = np.random.default_rng(4)
    speckled = rng.integers(0, 255, (3000, 3000, 3)).astype(np.uint8)
    part = Part(speckled[:1, :1], (3.5, 3.5, 9.0), speckled, lambda at: (at + 0.5) * 375 - 0.5)
    assert upright(part, EVEN, 3, 3)[:3].std() < 0.5


def test_straight_below_the_camera_nothing_leans() -> None:
    eye = (3.0, 3.0, 9.0)
    found = corners(eye, 3, 3)
    assert lean_at(eye, 3, 3) == 0
    assert found.mean(0) == pytest.approx([3, 3])
    assert np.ptp(found, axis=0) == pytest.approx([WIDE, WIDE])
