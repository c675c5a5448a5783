"""How good the pictures of a camera are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from device.cameras.judging import BLURRED, judged
from device.cameras.shot import Frame, Shot


def table(blur: float = 0.0) -> Frame:
    rng = np.random.default_rng(4)
    frame = np.kron(rng.integers(40, 200, (45, 80), np.uint8), np.ones((24, 24), np.uint8))
    frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), blur) if blur else frame, np.uint8)
    return np.repeat(frame[:, :, None], 3, axis=2)


def shots(frame: Frame, *seconds: float) -> list[Shot]:
    return [Shot.of(frame, one) for one in seconds]


def test_size_rate_and_light_are_told() -> None:
    found = judged(shots(table(), 0.0, 0.1, 0.2, 0.3, 1.3))
    assert (found.width, found.height) == (1920, 1080)
    assert found.rate == pytest.approx(10)
    assert 100 < found.brightness < 140


def test_what_is_out_of_focus_is_told_from_what_is_not() -> None:
    sharp, soft = (judged(shots(table(blur), 0.0)).sharpness for blur in (1.0, 12.0))
    assert soft < BLURRED < sharp / 4


def test_shots_are_given_back() -> None:
    given: list[int] = []
    judged(Shot(number, table(), table, lambda: given.append(1)) for number in range(4))
    assert len(given) == 4


def test_nothing_cannot_be_judged() -> None:
    with pytest.raises(ValueError, match="no shots"):
        judged([])
