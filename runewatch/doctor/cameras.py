"""The cameras of this machine, and one picture from one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.errors import N_
from runewatch.doctor.sight import CameraError
from runewatch.settings.rules import AUTO

if TYPE_CHECKING:
    from vision.picture import Picture

_DEVICES = Path("/sys/class/video4linux")
_NO_CAMERA = re.compile(r"codec|isp|hevc|unicam|rp1-cfe|loopback", re.IGNORECASE)
"""Video devices of a Pi that are none, or that only libcamera can speak to."""
_SETTLING = 5
"""The first pictures of a camera are dark: its exposure follows."""
MODULE = "picamera2"


def cameras() -> tuple[str, ...]:
    """The cameras there are: the Pi's own ones first, then devices of Linux."""
    return (*(f"{MODULE}:{number}" for number in range(_own())), *devices(_DEVICES))


def picture(wanted: str | int, there: Sequence[str], size: tuple[int, int]) -> Picture:
    """One picture from the camera of the settings. Raises CameraError, or PictureError if it shows nothing."""
    from vision.picture import refuse_blank  # noqa: PLC0415 - OpenCV takes its time to load

    name = there[0] if wanted == AUTO else f"/dev/video{wanted}" if isinstance(wanted, int) else wanted
    own, _, number = name.partition(":")
    found = _from_own(int(number), size) if own == MODULE else _from_device(name, size)
    refuse_blank(found, name)
    return found


def _own() -> int:
    """How many cameras libcamera knows."""
    with suppress(Exception):  # it comes with the system, and is missing or broken in ways of its own
        return len(import_module(MODULE).Picamera2.global_camera_info())
    return 0


def devices(folder: Path) -> tuple[str, ...]:
    """The devices of Linux that may be cameras, by number."""
    found = []
    with suppress(OSError):
        for device in folder.iterdir():
            name = (device / "name").read_text(encoding="utf-8", errors="replace")
            if not _NO_CAMERA.search(name) and device.name.removeprefix("video").isdigit():
                found.append(int(device.name.removeprefix("video")))
    return tuple(f"/dev/video{number}" for number in sorted(found))


def _from_own(number: int, size: tuple[int, int]) -> Picture:
    try:
        with import_module(MODULE).Picamera2(number) as camera:
            # what libcamera calls RGB has blue first in memory, as OpenCV wants it
            camera.configure(camera.create_still_configuration({"size": size, "format": "RGB888"}))
            camera.start()
            for _ in range(_SETTLING):
                found = camera.capture_array()
            return _as_picture(found)
    except Exception as error:
        why = str(error) or type(error).__name__
        raise CameraError(
            N_("the camera {name} gives no picture: {why}"), name=f"{MODULE}:{number}", why=why
        ) from error


def _from_device(name: str, size: tuple[int, int]) -> Picture:
    import cv2  # noqa: PLC0415

    camera = cv2.VideoCapture(name)
    try:
        camera.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        camera.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        found: Any = None
        for _ in range(_SETTLING):
            is_there, frame = camera.read()
            found = frame if is_there else found
    finally:
        camera.release()
    if found is None:
        raise CameraError(N_("the camera {name} gives no picture"), name=name)
    return _as_picture(found)


def _as_picture(found: Any) -> Picture:
    import numpy as np  # noqa: PLC0415

    return np.ascontiguousarray(found, np.uint8)
