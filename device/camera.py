"""Live cameras: those of a Pi through picamera2, others through OpenCV."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

Frame = NDArray[np.uint8]
OWN = "picamera2"
"""Cameras of the Pi are named with it and their number, as in picamera2:0."""
TIRED = 50
"""A camera that fails so often in a row gives no more frames."""


class CameraGoneError(ConnectionError):
    """A camera gives no frames, or no more."""


class Camera(Protocol):
    """Something that gives frames, one after the other, each with its moment on the steady clock."""

    def frame(self) -> tuple[Frame, float]:
        """The next frame; waits for it. Raises CameraGoneError."""

    def close(self) -> None:
        """No more frames are wanted."""


def open_camera(name: str, size: tuple[int, int], rate: float) -> Camera:
    """The camera of this name. Raises CameraGoneError."""
    own, _, number = name.partition(":")
    return PiCamera(int(number), size, rate) if own == OWN else VideoCamera(name, size, rate)


class VideoCamera:
    """A camera that Linux knows as a video device."""

    def __init__(self, name: str, size: tuple[int, int], rate: float) -> None:
        self._camera = cv2.VideoCapture(name)
        if not self._camera.isOpened():
            raise CameraGoneError(name)
        self._name = name
        self._camera.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        self._camera.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        self._camera.set(cv2.CAP_PROP_FPS, rate)
        # an old frame is worth less than none
        self._camera.set(cv2.CAP_PROP_BUFFERSIZE, 1)

    def frame(self) -> tuple[Frame, float]:
        for _ in range(TIRED):
            is_there, found = self._camera.read()
            if is_there:
                return np.asarray(found, np.uint8), time.monotonic()
        raise CameraGoneError(self._name)

    def close(self) -> None:
        self._camera.release()


class PiCamera:
    """A Camera Module on the Pi's own connector."""

    def __init__(self, number: int, size: tuple[int, int], rate: float) -> None:
        self._name = f"{OWN}:{number}"
        try:
            self._camera: Any = import_module(OWN).Picamera2(number)
            # what libcamera calls RGB has blue first in memory, as OpenCV wants it
            main = {"size": size, "format": "RGB888"}
            self._camera.configure(self._camera.create_video_configuration(main, controls={"FrameRate": rate}))
            self._camera.start()
        except Exception as error:
            raise CameraGoneError(self._name) from error

    def frame(self) -> tuple[Frame, float]:
        try:
            return np.ascontiguousarray(self._camera.capture_array("main"), np.uint8), time.monotonic()
        except Exception as error:
            raise CameraGoneError(self._name) from error

    def close(self) -> None:
        self._camera.close()
