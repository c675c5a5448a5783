"""A webcam, with a stand-in for OpenCV's V4L2."""

from __future__ import annotations

import os
import pwd
from pathlib import Path

import cv2
import numpy as np
import pytest

from device.cameras import video
from device.cameras.errors import CameraError
from device.cameras.shot import Pace, Wanted
from device.cameras.video import FREE, VideoCamera
from engine.errors import RunewatchError
from tests.device.cameras.doubles import DECODING, VideoDouble, jpeg, scene

WANTED = Wanted((640, 480), 10)


class Hours:
    """Time that goes on with every look at it."""

    def __init__(self, pace: float = 0.04) -> None:
        self.now, self.pace = 50.0, pace

    def monotonic(self) -> float:
        self.now += self.pace
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def node(tmp_path: Path) -> Path:
    path = tmp_path / "video0"
    path.touch()
    return path


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    hours = Hours()
    monkeypatch.setattr(video, "time", hours)
    monkeypatch.setattr(video, "Pace", lambda rate: Pace(rate, hours.monotonic, hours.sleep))
    return hours


def opened(monkeypatch: pytest.MonkeyPatch, node: Path, double: VideoDouble) -> VideoCamera:
    monkeypatch.setattr(cv2, "VideoCapture", double)
    return VideoCamera(node, WANTED, DECODING)


def test_jpeg_is_decoded_whole_only_on_demand(monkeypatch: pytest.MonkeyPatch, node: Path, hours: Hours) -> None:
    double = VideoDouble()
    double.frame = scene(1280, 720)
    shot = opened(monkeypatch, node, double).shot()
    assert shot.small.shape == (360, 640)
    assert shot.large().shape == (720, 1280, 3)
    assert double.set_to[cv2.CAP_PROP_FRAME_WIDTH] == 640, "it gives another size than asked, and that works"


def test_a_camera_without_jpeg_gives_frames(monkeypatch: pytest.MonkeyPatch, node: Path, hours: Hours) -> None:
    double = VideoDouble(jpeg=False)
    shot = opened(monkeypatch, node, double).shot()
    assert (shot.large() == double.frame).all()
    assert cv2.CAP_PROP_CONVERT_RGB not in double.set_to


def test_bare_bytes_are_a_frame_too(monkeypatch: pytest.MonkeyPatch, node: Path, hours: Hours) -> None:
    double = VideoDouble(jpeg=False, bare=True)
    camera = opened(monkeypatch, node, double)
    assert (camera.shot().large() == double.frame).all()
    monkeypatch.setattr(double, "retrieve", lambda: (True, _row(bytes(1000))))
    with pytest.raises(CameraError, match="gives no picture"):
        camera.shot()


def test_frames_that_are_not_due_cost_nothing(monkeypatch: pytest.MonkeyPatch, node: Path) -> None:
    hours = Hours(0.004)
    monkeypatch.setattr(video, "time", hours)
    monkeypatch.setattr(video, "Pace", lambda rate: Pace(rate, hours.monotonic, hours.sleep))
    double = VideoDouble()
    camera = opened(monkeypatch, node, double)
    for _ in range(10):
        camera.shot()
    assert double.retrieved == 10
    assert hours.now - 50 > 0.8


def test_colours_and_focus_are_held_after_a_while(
    monkeypatch: pytest.MonkeyPatch, node: Path, hours: Hours
) -> None:
    double = VideoDouble()
    camera = opened(monkeypatch, node, double)
    camera.shot()
    assert cv2.CAP_PROP_AUTO_WB not in double.set_to
    hours.now += FREE
    camera.shot()
    assert double.set_to[cv2.CAP_PROP_AUTO_WB] == double.set_to[cv2.CAP_PROP_AUTOFOCUS] == 0
    double.set_to[cv2.CAP_PROP_AUTO_WB] = 1
    camera.shot()
    assert double.set_to[cv2.CAP_PROP_AUTO_WB] == 1, "once is enough"


def test_a_damaged_picture_is_passed_over(monkeypatch: pytest.MonkeyPatch, node: Path, hours: Hours) -> None:
    double = VideoDouble()
    camera = opened(monkeypatch, node, double)
    whole, damaged = jpeg(double.frame), jpeg(double.frame)[:-200]
    given = iter([damaged, damaged, whole])
    monkeypatch.setattr(double, "retrieve", lambda: (True, _row(next(given))))
    assert camera.shot().large().shape == (240, 320, 3)


def test_nothing_but_damage_is_said(monkeypatch: pytest.MonkeyPatch, node: Path, hours: Hours) -> None:
    double = VideoDouble()
    double.data = jpeg(double.frame)[:-200]
    with pytest.raises(RunewatchError, match="cut short"):
        opened(monkeypatch, node, double).shot()


def test_a_silent_camera_is_said_to_be_one_and_one_pulled_out_too(
    monkeypatch: pytest.MonkeyPatch, node: Path, hours: Hours
) -> None:
    double = VideoDouble()
    camera = opened(monkeypatch, node, double)
    double.is_silent = True
    with pytest.raises(CameraError, match="nothing else uses it"):
        camera.shot()
    node.unlink()
    begin = hours.now
    with pytest.raises(CameraError, match="is not there: see to its cable"):
        camera.shot()
    assert hours.now - begin < 1, "that is seen at once"
    camera.close()
    assert double.is_released


def test_what_keeps_it_from_being_opened_is_said(
    monkeypatch: pytest.MonkeyPatch, node: Path, hours: Hours, tmp_path: Path
) -> None:
    with pytest.raises(CameraError, match="gives no picture"):
        opened(monkeypatch, node, VideoDouble(opens=False))
    with pytest.raises(CameraError, match="is not there"):
        VideoCamera(tmp_path / "video7", WANTED, DECODING)
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(CameraError, match=f"usermod -aG video {pwd.getpwuid(os.geteuid()).pw_name},"):
        VideoCamera(node, WANTED, DECODING)


def _row(data: bytes) -> object:
    return np.frombuffer(data, np.uint8).reshape(1, -1)
