"""The Pi's own camera, with a faithful stand-in for picamera2."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import cv2
import pytest

from device.cameras import pi
from device.cameras.errors import CameraError
from device.cameras.holding import STEADY
from device.cameras.pi import BUFFERS, PiCamera
from device.cameras.shot import Pace, Wanted
from tests.device.cameras.doubles import VIMC, PiDouble, module

WANTED = Wanted((1280, 720), 10)


@pytest.fixture
def double(monkeypatch: pytest.MonkeyPatch) -> PiDouble:
    """The one camera that is opened."""
    camera = PiDouble()
    monkeypatch.setitem(sys.modules, "picamera2", module(lambda number: camera))
    return camera


def test_small_for_nothing_and_large_on_demand(double: PiDouble) -> None:
    camera = PiCamera(0, WANTED)
    shot = camera.shot()
    assert shot.small.shape == (360, 640)
    assert double.copied == ["lores"]
    assert (shot.large() == double.frame).all()
    assert double.configured["lores"] == {"size": (640, 360), "format": "YUV420"}
    assert double.configured["main"] == {"size": (1280, 720), "format": "RGB888"}
    assert double.controls[0]["FrameRate"] == 10


def test_shots_that_are_given_back_never_run_out(double: PiDouble) -> None:
    camera = PiCamera(0, WANTED)
    for _ in range(3 * BUFFERS):
        camera.shot().close()
    assert all(one.is_released for one in double.requests)


def test_it_is_held_once_it_has_settled_and_asked_no_more(double: PiDouble) -> None:
    camera = PiCamera(0, WANTED)
    for _ in range(STEADY + 20):
        camera.shot().close()
    assert double.controls[-1]["ColourGains"] == (1.5, 2.1)
    assert double.controls[-1]["AeEnable"] is False
    assert double.asked == STEADY + 1
    assert len(double.controls) == 2


def test_a_camera_of_few_talents_is_asked_for_none_of_them(double: PiDouble) -> None:
    double.known, double.lores = VIMC, False
    camera = PiCamera(0, Wanted((641, 481), 10))
    shot = camera.shot()
    assert double.configured["main"]["size"] == (640, 480)
    assert double.configured["lores"] is None
    assert double.controls == [{}]
    assert shot.small.shape == (360, 640, 3)


def test_a_camera_that_cannot_be_told_its_rate_is_not_followed(
    double: PiDouble, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    capture = double.capture_request

    def tick(wait: float) -> Any:
        now[0] += 1 / 45
        return capture(wait)

    monkeypatch.setattr(pi, "Pace", lambda rate: Pace(rate, lambda: now[0]))
    monkeypatch.setattr(double, "capture_request", tick)
    double.known = VIMC
    camera = PiCamera(0, WANTED)
    for _ in range(20):
        camera.shot().close()
    assert 1.6 < now[0] < 2.2
    assert all(one.is_released for one in double.requests)


def test_a_small_picture_needs_no_small_stream(double: PiDouble) -> None:
    PiCamera(0, Wanted((640, 480), 10))
    assert double.configured["lores"] is None


def test_a_cable_that_comes_loose_is_noticed_and_the_camera_let_go(double: PiDouble) -> None:
    camera = PiCamera(0, WANTED)
    shot = camera.shot()
    double.fails = TimeoutError()
    with pytest.raises(CameraError, match=r"no more pictures.*ribbon"):
        camera.shot()
    for _ in range(2):
        camera.close()
    assert double.is_flushed and double.is_closed
    with pytest.raises(CameraError):
        shot.large()
    with pytest.raises(CameraError):
        camera.shot()
    shot.close()


def test_a_frame_that_fails_is_given_back(double: PiDouble, monkeypatch: pytest.MonkeyPatch) -> None:
    camera = PiCamera(0, WANTED)

    def fail(number: int) -> dict[str, object]:
        raise KeyError(number)

    double.told = fail
    with pytest.raises(CameraError, match="gives no picture"):
        camera.shot()
    assert double.requests[-1].is_released


def broken(error: Exception) -> Callable[[int], PiDouble]:
    def made(number: int) -> PiDouble:
        # picamera2 says of what went wrong only that it did, and why below
        raise RuntimeError("Camera __init__ sequence did not complete.") from error

    return made


def test_what_keeps_it_from_being_opened_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", module(broken(RuntimeError("Device or resource busy"))))
    with pytest.raises(CameraError, match="resource busy; see that nothing else uses it"):
        PiCamera(0, WANTED)
    with pytest.raises(CameraError, match="picamera2:9 is not there"):
        PiCamera(9, WANTED)
    monkeypatch.setitem(sys.modules, "picamera2", None)
    with pytest.raises(CameraError, match="apt install python3-picamera2"):
        PiCamera(0, WANTED)


def test_a_camera_that_does_not_start_is_closed(double: PiDouble, monkeypatch: pytest.MonkeyPatch) -> None:
    def start() -> None:
        raise RuntimeError("Failed to start camera: Broken pipe")

    monkeypatch.setattr(double, "start", start)
    with pytest.raises(CameraError, match="Broken pipe"):
        PiCamera(0, WANTED)
    assert double.is_closed


def test_what_the_small_stream_shows_is_what_the_large_one_shows(double: PiDouble) -> None:
    shot = PiCamera(0, WANTED).shot()
    large = cv2.cvtColor(shot.large(), cv2.COLOR_BGR2GRAY)[::2, ::2]
    assert float(cv2.absdiff(large, shot.small).mean()) < 3
