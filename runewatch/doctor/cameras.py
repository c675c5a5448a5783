"""One picture from a camera of this machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from device.cameras.finding import cameras
from runewatch.settings.rules import AUTO

if TYPE_CHECKING:
    from runewatch.settings.forms import Settings
    from vision.picture import Picture

__all__ = ["cameras", "picture"]

_SETTLING = 8
"""The first pictures of a camera are dark: its exposure follows."""


def picture(settings: Settings, there: Sequence[str]) -> Picture:
    """One picture from the camera of the settings. Raises CameraError, or PictureError if it shows nothing."""
    from device.cameras.opening import called  # noqa: PLC0415 - OpenCV takes its time to load
    from runewatch.live.opening import opened  # noqa: PLC0415
    from vision.picture import refuse_blank  # noqa: PLC0415

    wanted = settings.camera.which
    name = there[0] if wanted == AUTO else f"/dev/video{wanted}" if isinstance(wanted, int) else wanted
    camera = opened(settings, name)
    try:
        for _ in range(_SETTLING):
            camera.shot().close()
        found = camera.shot().large()
    finally:
        camera.close()
    refuse_blank(found, called(name))
    return found
