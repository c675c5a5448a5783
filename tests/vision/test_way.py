"""Looking at a part of a frame through a way: it shows what is there, evenly however fine the frame is."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.way import way_to

SIDE = 8


def pixels(left: float, top: float, apart: float = 1.0) -> NDArray[np.float32]:
    """A small picture's pixels in the frame, so far apart."""
    x, y = np.meshgrid(left + apart * np.arange(SIDE), top + apart * np.arange(SIDE))
    return np.asarray(np.stack([x, y], axis=-1), np.float32)


def speckled(width: int = 60, height: int = 40) -> NDArray[np.uint8]:
    return np.random.default_rng(1).integers(0, 256, (height, width, 3), np.uint8)


@pytest.mark.parametrize(("left", "top"), [(0, 0), (20, 7), (52, 32)])
def test_it_shows_what_the_frame_does(left: int, top: int) -> None:
    frame = speckled()
    shown = way_to(pixels(left, top), 60, 40).through(frame)
    assert (shown == frame[top : top + SIDE, left : left + SIDE]).all()


def test_a_fine_frame_is_shrunk_first() -> None:
    frame = speckled(600, 400)
    assert way_to(pixels(10, 10, 20), 600, 400).through(frame).std() < 0.2 * frame.std()


def test_where_the_frame_ends_there_is_nothing_or_more_of_its_edge() -> None:
    frame = speckled()
    way = way_to(pixels(-4, 10), 60, 40)
    assert not way.through(frame)[:, :4].any()
    assert (way.through(frame, cv2.BORDER_REPLICATE)[:, :4] == frame[10 : 10 + SIDE, :1]).all()


def test_beside_the_frame_there_is_nothing() -> None:
    shown = way_to(pixels(100, 100), 60, 40).through(speckled(), cv2.BORDER_REPLICATE)
    assert shown.shape == (SIDE, SIDE, 3)
    assert not shown.any()
