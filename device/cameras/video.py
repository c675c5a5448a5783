"""A camera that Linux knows as a video device: USB ones, mostly."""

from __future__ import annotations

import math
import os
import pwd
import time
from pathlib import Path

import cv2
import numpy as np

from device.cameras.errors import CameraError
from device.cameras.shot import Decoding, Frame, Pace, Shot, Wanted
from engine.errors import N_, RunewatchError

PATIENCE = 3.0
"""Seconds without a picture after which the camera counts as pulled out."""
FREE = 3.0
"""Seconds for its colours and its focus to settle."""
_BREATH = 0.05
_JPEG = cv2.VideoWriter.fourcc(*"MJPG")
_BEGIN = b"\xff\xd8"
"""What every JPEG begins with."""


class VideoCamera:
    """The camera at this device.

    A picture comes as JPEG if it can: that is all USB has room for, and a small one is had from it cheaply.
    Exposure stays free: what a camera says its exposure is, while it chooses by itself, is mostly not true.
    """

    def __init__(self, path: Path, wanted: Wanted, decoding: Decoding) -> None:
        self._path, self._decoding = path, decoding
        self._pace, self._leisure = Pace(wanted.rate), wanted.leisure
        self._free_until: float | None = None
        _refuse_unusable(path)
        self._camera = cv2.VideoCapture(str(path), cv2.CAP_V4L2)
        if not self._camera.isOpened():
            self._camera.release()
            raise self._silent()
        for key, value in (
            (cv2.CAP_PROP_FOURCC, _JPEG),
            (cv2.CAP_PROP_FRAME_WIDTH, wanted.size[0]),
            (cv2.CAP_PROP_FRAME_HEIGHT, wanted.size[1]),
            (cv2.CAP_PROP_FPS, wanted.rate),
            (cv2.CAP_PROP_BUFFERSIZE, 1),  # an old picture is worth less than none
        ):
            self._camera.set(key, value)
        if int(self._camera.get(cv2.CAP_PROP_FOURCC)) == _JPEG:
            self._camera.set(cv2.CAP_PROP_CONVERT_RGB, 0)

    def shot(self) -> Shot:
        begin = time.monotonic()
        why: RunewatchError | None = None
        while time.monotonic() - begin < PATIENCE:
            if not self._camera.grab():
                if not self._path.exists():
                    break
                time.sleep(_BREATH)
            elif self._pace.is_due(self._leisure):
                try:
                    if (shot := self._taken()) is not None:
                        self._hold(shot.seconds)
                        return shot
                except RunewatchError as error:  # a picture that came damaged: the next may be whole
                    why = error
        raise why or self._silent()

    def _taken(self) -> Shot | None:
        is_there, found = self._camera.retrieve()
        if not is_there:
            return None
        frame: Frame = np.asarray(found, np.uint8)
        now = time.monotonic()
        if frame.ndim == 3:
            return Shot.of(frame, now)
        data = frame.tobytes()
        if data.startswith(_BEGIN):
            return self._decoding.shot(data, str(self._path), now)
        # of a camera that gives blue, green, red by itself OpenCV hands on the bare bytes
        shape = (*(int(self._camera.get(key)) for key in (cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FRAME_WIDTH)), 3)
        return Shot.of(frame.reshape(shape), now) if frame.size == math.prod(shape) else None

    def _hold(self, now: float) -> None:
        """Once they have settled, colours and focus stay as they are."""
        if self._free_until is None:
            self._free_until = now + FREE
        elif now >= self._free_until:
            self._free_until = float("inf")
            self._camera.set(cv2.CAP_PROP_AUTO_WB, 0)
            self._camera.set(cv2.CAP_PROP_AUTOFOCUS, 0)

    def close(self) -> None:
        self._camera.release()

    def _silent(self) -> CameraError:
        _refuse_unusable(self._path)
        return CameraError(
            N_("the camera {name} gives no picture: see that it is one, and that nothing else uses it"),
            name=str(self._path),
        )


def _refuse_unusable(path: Path) -> None:
    """What can be told before anything is asked of it."""
    name = str(path)
    if not path.exists():
        raise CameraError(N_("the camera {name} is not there: see to its cable, and to camera.which"), name=name)
    if not os.access(path, os.R_OK | os.W_OK):
        raise CameraError(
            N_("the camera {name} may not be used by this user: {command}, then log in again"),
            name=name, command=f"sudo usermod -aG video {_user()}",
        )  # fmt: skip


def _user() -> str:
    """Who runs this; where only a number is known, whoever reads it puts in the name."""
    try:
        return pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return "$USER"
