"""Moments: small at hand, large on demand; and an even pace."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from device.cameras.shot import SMALL, Decoding, Frame, Leisure, Pace, Shot, shrunk
from engine.errors import RunewatchError
from tests.clock import Clock
from tests.device.cameras.doubles import DECODING, jpeg, scene


def test_the_large_picture_is_fetched_once_and_only_if_it_is_wanted() -> None:
    fetched: list[int] = []

    def fetch() -> Frame:
        fetched.append(1)
        return scene(640, 480)

    shot = Shot(1.0, scene(), fetch)
    assert fetched == []
    assert shot.large() is shot.large()
    assert fetched == [1]


def test_a_shot_is_given_back_once_whatever_the_camera_says_to_it() -> None:
    given: list[int] = []

    def release() -> None:
        given.append(1)
        raise RuntimeError("gone")

    shot = Shot(1.0, scene(), scene, release)
    for _ in range(2):
        shot.close()
    assert given == [1]


@pytest.mark.parametrize(
    ("size", "small"), [((1920, 1080), (640, 360)), ((1000, 2000), (320, 640)), ((320, 240), (320, 240))]
)
def test_a_small_picture_has_the_same_shape(size: tuple[int, int], small: tuple[int, int]) -> None:
    found = shrunk(scene(*size))
    assert found.shape == (small[1], small[0], 3)
    assert max(found.shape) <= SMALL


def test_a_frame_as_thin_as_a_hair_is_still_one() -> None:
    assert shrunk(np.zeros((1, 3000, 3), np.uint8)).shape == (1, 640, 3)


def test_of_jpeg_the_small_picture_is_grey_and_of_the_same_scene() -> None:
    frame = scene(1920, 1080)
    shot = DECODING.shot(jpeg(frame), "a phone", 2.0)
    assert shot.small.shape == (270, 480)
    assert shot.large().shape == frame.shape
    grey = cv2.cvtColor(shot.large(), cv2.COLOR_BGR2GRAY)[2::4, 2::4]
    assert float(cv2.absdiff(grey, shot.small).mean()) < 3


def test_what_is_no_jpeg_is_refused_when_it_is_taken() -> None:
    with pytest.raises(RunewatchError, match="not a picture"):
        DECODING.shot(b"no picture at all", "a phone", 2.0)
    with pytest.raises(RunewatchError, match="cut short"):
        DECODING.shot(jpeg(scene())[:-30], "a phone", 2.0)
    assert isinstance(DECODING, Decoding)


def test_the_pace_is_even_and_what_is_late_is_left_out() -> None:
    hours = Clock(0)
    pace = Pace(10, hours, hours.sleep)
    assert [round(pace.wait(), 3) for _ in range(3)] == [0.0, 0.1, 0.2]
    hours.now = 1.05
    assert pace.wait() == 1.05
    assert [round(pace.wait(), 3) for _ in range(2)] == [1.05, 1.15]


def test_at_leisure_every_other_one_will_do_and_the_hurry_is_back_at_once() -> None:
    hours, leisure = Clock(0), Leisure()
    pace = Pace(10, hours, hours.sleep)
    assert [round(pace.wait(leisure), 3) for _ in range(2)] == [0.0, 0.1]
    leisure.is_on = True
    assert [round(pace.wait(leisure), 3) for _ in range(3)] == [0.2, 0.4, 0.6]
    leisure.is_on = False
    assert [round(pace.wait(leisure), 3) for _ in range(3)] == [0.8, 0.9, 1.0]
    leisure.is_on = True
    due = []
    for number in range(30):
        hours.now = 1.1 + number / 10
        due.append(pace.is_due(leisure))
    assert sum(due) in (15, 16)


def test_of_a_camera_that_is_faster_every_third_is_taken() -> None:
    hours = Clock(0)
    pace = Pace(10, hours, hours.sleep)
    due = []
    for number in range(90):
        hours.now = number / 30 + (0.004 if number % 2 else 0.0)
        due.append(pace.is_due())
    assert 28 <= sum(due) <= 31
