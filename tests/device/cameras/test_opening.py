"""Which cameras there are, and which one a name means."""

from __future__ import annotations

import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from device.cameras import finding, opening
from device.cameras.errors import CameraError
from device.cameras.film import FilmCamera
from device.cameras.opening import called, open_camera
from device.cameras.pictures import PictureCamera
from device.cameras.shot import Wanted
from tests.device.cameras.doubles import DECODING, PiDouble, module


def kind(name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Which form of camera is opened."""
    made: list[str] = []
    for where, form in (("pi", "PiCamera"), ("phone", "PhoneCamera"), ("pictures", "PictureCamera"),
                        ("film", "FilmCamera"), ("video", "VideoCamera")):  # fmt: skip
        monkeypatch.setattr(f"device.cameras.{where}.{form}", lambda *_, form=form: made.append(form))
    open_camera(name, Wanted(), DECODING)
    return made[0]


def test_a_name_says_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "table.mp4").touch()
    told = {
        "picamera2:1": "PiCamera", "http://phone:8080/video": "PhoneCamera", "https://phone/": "PhoneCamera",
        str(tmp_path): "PictureCamera", str(tmp_path / "a.JPG"): "PictureCamera",
        str(tmp_path / "table.mp4"): "FilmCamera", "/dev/video7": "VideoCamera",
    }  # fmt: skip
    for name, form in told.items():
        with monkeypatch.context() as patch:
            assert kind(name, patch) == form, name


def test_a_camera_that_is_not_there_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(CameraError, match="is not there"):
        open_camera(str(tmp_path / "video9"), Wanted(), DECODING)
    assert {PictureCamera, FilmCamera} and opening.SCHEMES


def test_an_address_is_told_without_its_password() -> None:
    assert called("http://ann:secret@192.168.1.20:8080/video?key=1") == "http://192.168.1.20:8080/video"
    assert called("/dev/video0") == "/dev/video0"
    assert called("picamera2:0") == "picamera2:0"


# -- which there are ------------------------------------------------------------------------------------------


def test_devices_that_are_no_cameras_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = {
        "video10": "bcm2835-codec-decode", "video2": "USB Camera", "video0": "unicam-image", "video1": "HD Pro",
        "video3": "HD Pro: metadata",
    }  # fmt: skip
    for device, name in names.items():
        (tmp_path / device).mkdir()
        (tmp_path / device / "name").write_text(f"{name}\n", encoding="utf-8")
    monkeypatch.setattr(finding, "captures", lambda node: node.name != "video3")
    assert finding.devices(tmp_path) == ("/dev/video1", "/dev/video2")
    assert finding.devices(tmp_path / "none") == ()


@pytest.mark.parametrize(
    ("whole", "own", "expected"),
    [
        (0x85200001, 0x05200001, True),
        (0x85A00001, 0x04A00000, False),
        (0x05200001, 0, True),
        (0x00000002, 0, False),
    ],
)
def test_a_device_says_whether_it_gives_pictures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whole: int, own: int, expected: bool
) -> None:
    def ioctl(device: int, asked: int, told: bytearray) -> int:
        assert asked == 0x80685600 and len(told) == 104
        finding._CAPABILITY.pack_into(told, 0, b"uvcvideo", b"HD Pro", b"usb-1", 6, whole, own)
        return 0

    node = tmp_path / "video0"
    node.touch()
    monkeypatch.setitem(sys.modules, "fcntl", SimpleNamespace(ioctl=ioctl))
    assert finding.captures(node) is expected


def test_a_device_that_will_not_tell_may_be_a_camera(tmp_path: Path) -> None:
    assert finding.captures(tmp_path / "none")
    (tmp_path / "file").touch()
    assert finding.captures(tmp_path / "file")


def test_the_pis_own_cameras_come_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "devices", lambda: ("/dev/video0",))
    monkeypatch.setitem(sys.modules, "picamera2", module(PiDouble))
    assert finding.cameras() == ("picamera2:0", "picamera2:1", "/dev/video0"), "webcams are devices"


@pytest.mark.parametrize("broken", [None, SimpleNamespace()])
def test_without_picamera2_there_are_only_devices(monkeypatch: pytest.MonkeyPatch, broken: Any) -> None:
    monkeypatch.setattr(finding, "devices", lambda: ("/dev/video0",))
    monkeypatch.setitem(sys.modules, "picamera2", broken)
    assert finding.cameras() == ("/dev/video0",)
