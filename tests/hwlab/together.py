"""Run in the lab: picamera2, OpenCV and numpy in one process, arrays handed from each to each."""

from __future__ import annotations

import sys
import time
from types import ModuleType
from unittest.mock import MagicMock

CAMERA = "--camera" in sys.argv
if not CAMERA:  # Debian 12 has no Python bindings of libcamera; all else that picamera2 imports is real
    absent = ("libcamera", "libcamera.controls", "pykms", "lab_scene")
    sys.modules.update({name: MagicMock() for name in absent})

import cv2  # noqa: E402
import lab_scene  # type: ignore[import-not-found]  # noqa: E402
import numpy as np  # noqa: E402
import picamera2  # type: ignore[import-not-found]  # noqa: E402
import simplejpeg  # type: ignore[import-not-found]  # noqa: E402

from vision.picture import Picture, decode, refuse_blank  # noqa: E402
from vision.stillness import Stillness  # noqa: E402


def drawn() -> Picture:
    """A scene with a marker in it."""
    scene = np.full((480, 640, 3), (60, 90, 120), np.uint8)
    marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50), 3, 120)
    cv2.rectangle(scene, (180, 130), (380, 330), (255, 255, 255), -1)
    scene[170:290, 220:340] = marker[:, :, None]
    return scene


def check(picture: Picture) -> None:
    """OpenCV finds what was drawn in it."""
    refuse_blank(picture)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    ids = detector.detectMarkers(picture)[1]
    assert np.asarray(ids).ravel().tolist() == [3], ids


def exchange() -> None:
    """A JPEG written by the library of picamera2 and read by ours, and the other way round."""
    scene = drawn()
    check(decode(simplejpeg.encode_jpeg(np.ascontiguousarray(scene), colorspace="BGR")))
    there = np.asarray(cv2.imencode(".jpg", scene)[1], np.uint8).tobytes()
    check(np.asarray(simplejpeg.decode_jpeg(there, colorspace="BGR"), np.uint8))
    print("simplejpeg and OpenCV exchange pictures")


def photograph() -> None:
    """A picture taken with picamera2, handed to OpenCV and to us."""
    scene = drawn()
    lab_scene.show(np.ascontiguousarray(scene[:, :, ::-1]))
    camera = picamera2.Picamera2()
    # its RGB888 is blue, green, red in memory
    camera.configure(camera.create_video_configuration(main={"size": (640, 480), "format": "RGB888"}))
    camera.start()
    end = time.monotonic() + 20
    while not np.array_equal(taken := camera.capture_array(), scene):
        assert time.monotonic() < end, "the scene never arrived"
    check(taken)
    watch = Stillness()
    while not watch.step(camera.capture_array(), time.monotonic()).at_rest:
        assert time.monotonic() < end, "never at rest"
    camera.capture_file("/tmp/taken.jpg")
    camera.stop()
    with open("/tmp/taken.jpg", "rb") as file:  # noqa: PTH123
        check(decode(file.read()))
    print("a picture taken with picamera2, read by OpenCV, seen at rest")


def ours(module: ModuleType) -> bool:
    return str(module.__file__).startswith(sys.prefix)


for module in (picamera2, simplejpeg, cv2, np):
    print(f"{module.__name__} {getattr(module, '__version__', '')} {module.__file__}")
assert ours(cv2) and ours(np) and not ours(picamera2) and not ours(simplejpeg)
exchange()
if CAMERA:
    photograph()
print("TOGETHER OK", sys.version.split()[0])
