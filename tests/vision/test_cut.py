"""Cutting the table out of a frame."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.camera import Lens, View
from vision.cut import (
    CELL,
    CELLS,
    CLOSE,
    CLOSE_SIDE,
    MIDDLE,
    SIDE,
    Cut,
    Eye,
    Window,
    arena_of,
    cut_out,
    eye_over,
    inside,
    prepared,
    tone_of,
    turned,
)  # fmt: skip

HOME = Window()


def seen_by(cut: Cut, eye: Eye) -> NDArray[np.float32]:
    return prepared(cut, eye, tone_of(arena_of(cut)))


def looking(width: int = 1280, height: int = 960, tilt: float = 0.3) -> View:
    return View(Lens(width, height, 0.77 * width, -0.05), (tilt, -0.1, 0.4), (-1.2, -1.4, 9.5))


def chequered(view: View) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A frame in which each cell has a brightness of its own."""
    frame = np.zeros((view.lens.height, view.lens.width, 3), np.uint8)
    for row in range(CELLS):
        for column in range(CELLS):
            x, y = column + HOME.x, row + HOME.y
            corners = view.project(
                [(x - 0.5, y - 0.5), (x + 0.5, y - 0.5), (x + 0.5, y + 0.5), (x - 0.5, y + 0.5)]
            )
            shade = 40 + 3 * (row * CELLS + column)
            cv2.fillConvexPoly(frame, np.round(corners).astype(np.int32), (shade, 255 - shade, shade))
    return frame


def test_what_is_seen_is_turned_as_the_cut_would_be() -> None:
    cut = np.random.default_rng(4).integers(0, 255, (SIDE, SIDE, 3)).astype(np.uint8)
    x, y, up = 2.5, 4.25, 9.0
    for quarters in range(4):
        expected = seen_by(np.ascontiguousarray(np.rot90(cut, quarters)), (x, y, up))
        assert turned(seen_by(cut, _back((x, y, up), quarters)), quarters) == pytest.approx(expected, abs=2e-3)


def _back(eye: Eye, quarters: int) -> Eye:
    """Where the camera is over a cut before it was turned so often to the left."""
    for _ in range(quarters):
        eye = (CELLS - 1 - eye[1], eye[0], eye[2])
    return eye


@pytest.mark.parametrize("size", [(1280, 960), (1920, 1080), (3840, 2160), (640, 480)])
def test_every_cell_is_where_it_belongs(size: tuple[int, int]) -> None:
    view = looking(*size)
    cut = cut_out(chequered(view), view, HOME)
    assert cut.shape == (SIDE, SIDE, 3)
    for row in range(2, 6):
        for column in range(2, 6):
            middle = cut[row * CELL + 8 : (row + 1) * CELL - 8, column * CELL + 8 : (column + 1) * CELL - 8, 0]
            assert middle.mean() == pytest.approx(40 + 3 * (row * CELLS + column), abs=1.5)


def test_a_close_cut_shows_the_same_twice_as_finely() -> None:
    view = looking(3840, 2160)
    frame = chequered(view)
    close = cut_out(frame, view, HOME, CLOSE)
    assert close.shape == (CLOSE_SIDE, CLOSE_SIDE, 3)
    small = cv2.resize(close, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(int) - cut_out(frame, view, HOME)).mean() < 1


def test_a_board_half_out_of_the_frame_is_cut_all_the_same() -> None:
    view = View(Lens(640, 480, 500.0), (0.0, 0.0, 0.0), (1.5, -1.5, 6.0))
    cut = cut_out(np.full((480, 640, 3), 200, np.uint8), view, HOME)
    assert cut[SIDE // 2, 0].max() >= 199
    assert cut[SIDE // 2, -1].max() == 0
    shown = inside(view, HOME)
    assert shown[4, 2]
    assert not shown[:, -1].any()


def test_a_board_far_beyond_the_frame_gives_black() -> None:
    away = View(Lens(640, 480, 500.0), (0.0, 0.0, 0.0), (90.0, 0.0, 6.0))
    assert not cut_out(np.full((480, 640, 3), 200, np.uint8), away, HOME).any()
    assert not inside(away, HOME).any()


def test_eye_is_told_from_the_first_cell() -> None:
    x, y, up = looking().eye
    assert eye_over(looking(), HOME) == pytest.approx((x + 2, y + 2, up))
    assert eye_over(looking(), Window(1, 0)) == pytest.approx((x - 1, y, up))


@pytest.mark.parametrize("gain", [0.3, 0.6])
def test_a_dimmer_lamp_changes_little_of_what_the_network_sees(gain: float) -> None:
    cut = np.random.default_rng(1).integers(0, 256, (SIDE, SIDE, 3)).astype(np.uint8)
    bright, dim = (seen_by(np.asarray(cut * g, np.uint8), (3.5, 3.5, 9.0)) for g in (1.0, gain))
    middle = slice(MIDDLE.start * CELL, MIDDLE.stop * CELL)
    for one in (bright, dim):
        assert np.abs(one[:3, middle, middle].mean((1, 2))).max() < 1e-3
    assert np.corrcoef(bright[:3].ravel(), dim[:3].ravel())[0, 1] > 0.999


def test_lean_grows_with_the_distance_from_the_eye() -> None:
    lean = seen_by(np.zeros((SIDE, SIDE, 3), np.uint8), (3.5, 2.0, 8.0))[4:]
    assert lean[0, 0, 0] == pytest.approx((0.5 / CELL - 0.5 - 3.5) / 8)
    assert lean[1, 0, 0] == pytest.approx((0.5 / CELL - 0.5 - 2.0) / 8)
    assert (np.diff(lean[0], axis=1) > 0).all()
    assert np.abs(np.diff(lean[0], axis=0)).max() == 0
