"""A Camera Module on the Pi's own connector, through picamera2.

The image processor gives two streams of the same moment: the large one, which is copied only if somebody wants to
read it, and a small grey one for nothing.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from threading import Lock
from typing import Any

import numpy as np

from device.cameras.errors import CameraError
from device.cameras.finding import OWN
from device.cameras.holding import Holding
from device.cameras.shot import SMALL, Frame, Pace, Shot, Wanted, shrunk
from engine.errors import N_

TIMEOUT = 3.0
"""Seconds without a frame after which the camera counts as pulled out."""
BUFFERS = 4
"""One is looked at, one is being filled, two are on their way; each is as large as a picture."""


class PiCamera:
    """The camera of this number; all cameras of libcamera can be asked, a Pi's own ones have most to give."""

    def __init__(self, number: int, wanted: Wanted) -> None:
        self._name = f"{OWN}:{number}"
        self._lock = Lock()
        self._camera: Any = _opened(self._name, number)
        try:
            _configure(self._camera, wanted)
            known = self._camera.camera_controls
            self._holding = Holding(known, wanted.focus)
            first = self._holding.begin()
            has_rate = "FrameDurationLimits" in known
            if has_rate:
                first["FrameRate"] = wanted.rate
            self._pace = None if has_rate else Pace(wanted.rate)
            self._camera.set_controls(first)
            self._camera.start()
        except Exception as error:
            self.close()
            raise self._gone(error) from error

    def shot(self) -> Shot:
        camera = self._camera
        if camera is None:
            raise self._gone(None)
        try:
            request = camera.capture_request(wait=TIMEOUT)
            while self._pace is not None and not self._pace.is_due():
                request.release()
                request = camera.capture_request(wait=TIMEOUT)
        except Exception as error:
            raise self._gone(error) from error
        seconds = time.monotonic()
        try:
            small = _small(request)
            # what it says of a frame takes longer to get than the small picture
            told = {} if self._holding.is_held else request.get_metadata()
            if controls := self._holding.step(told, small):
                camera.set_controls(controls)
        except Exception as error:
            with suppress(Exception):
                request.release()
            raise self._gone(error) from error
        return Shot(seconds, small, partial(self._large, request), request.release)

    def _large(self, request: Any) -> Frame:
        # closing takes the memory away that this copies from
        with self._lock:
            if self._camera is None:
                raise self._gone(None)
            try:
                return np.ascontiguousarray(request.make_array("main"), np.uint8)
            except Exception as error:
                raise self._gone(error) from error

    def close(self) -> None:
        with self._lock:
            camera, self._camera = self._camera, None
            if camera is None:
                return
            with suppress(Exception):  # whatever still waits for a frame would keep it from closing
                camera.cancel_all_and_flush()
            with suppress(Exception):
                camera.close()

    def _gone(self, error: Exception | None) -> CameraError:
        if error is None or isinstance(error, TimeoutError):
            return CameraError(
                N_("the camera {name} gives no more pictures: see to its ribbon cable, at both ends"),
                name=self._name,
            )
        return CameraError(N_("the camera {name} gives no picture: {why}"), name=self._name, why=_innermost(error))


def _opened(name: str, number: int) -> Any:
    try:
        module = import_module(OWN)
    except Exception as error:
        raise CameraError(
            N_("the camera {name} needs {library}, which does not load: {why}; on a Pi: {command}"),
            name=name, library=OWN, why=_innermost(error), command=f"sudo apt install python3-{OWN}",
        ) from error  # fmt: skip
    try:
        there = len(module.Picamera2.global_camera_info())
        if number < there:
            return module.Picamera2(number)
    except Exception as error:
        raise CameraError(
            N_("the camera {name} cannot be opened: {why}; see that nothing else uses it"),
            name=name, why=_innermost(error),
        ) from error  # fmt: skip
    raise CameraError(
        N_("the camera {name} is not there, or in use elsewhere: see to its ribbon cable, then restart the Pi"),
        name=name,
    )


def _configure(camera: Any, wanted: Wanted) -> None:
    """With the small stream if it can give one."""
    width, height = (side - side % 2 for side in wanted.size)
    # what libcamera calls RGB has blue first in memory, as OpenCV wants it
    main = {"size": (width, height), "format": "RGB888"}
    failed: Exception | None = None
    for lores in _wishes(width, height):
        try:
            camera.configure(camera.create_video_configuration(main, lores=lores, buffer_count=BUFFERS))
        except Exception as error:
            failed = error
        else:
            return
    assert failed is not None
    raise failed


def _wishes(width: int, height: int) -> Iterator[dict[str, Any] | None]:
    longer = max(width, height)
    if longer > SMALL:
        size = (width * SMALL // longer // 2 * 2, height * SMALL // longer // 2 * 2)
        yield {"size": size, "format": "YUV420"}
    yield None


def _small(request: Any) -> Frame:
    """The small stream's grey, or what can be made of the large one."""
    lores = request.config.get("lores")
    if not lores:
        return shrunk(np.ascontiguousarray(request.make_array("main"), np.uint8))
    width, height = lores["size"]
    # of this format, grey comes first, in rows that may be longer than the picture is wide
    return np.asarray(request.make_array("lores")[:height, :width], np.uint8)


def _innermost(error: BaseException) -> str:
    """What went wrong at the bottom: picamera2 says of most things only that they did."""
    while error.__cause__ is not None:
        error = error.__cause__
    return str(error) or type(error).__name__
