"""A camera by its name."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import urlsplit

from device.cameras.finding import OWN
from device.cameras.shot import Camera, Decoding, Wanted

SCHEMES = ("http", "https")
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp")


def open_camera(name: str, wanted: Wanted, decoding: Decoding) -> Camera:
    """The camera of this name: the Pi's own, an address, a folder, a device, a file. Raises CameraError."""
    own, _, number = name.partition(":")
    if own == OWN:
        from device.cameras.pi import PiCamera  # noqa: PLC0415 - each only if it is wanted

        return PiCamera(int(number), wanted)
    if own in SCHEMES:
        from device.cameras.phone import PhoneCamera  # noqa: PLC0415

        return PhoneCamera(name, wanted, decoding)
    path = Path(name).expanduser()
    if path.is_dir() or path.suffix.lower() in _PICTURES:
        from device.cameras.pictures import PictureCamera  # noqa: PLC0415

        return PictureCamera(path, wanted, decoding)
    if path.is_file():
        from device.cameras.film import FilmCamera  # noqa: PLC0415

        return FilmCamera(path, wanted)
    from device.cameras.video import VideoCamera  # noqa: PLC0415

    return VideoCamera(path, wanted, decoding)


def called(name: str) -> str:
    """What a camera may be called where people read it: an address keeps its password to itself."""
    if name.partition(":")[0] not in SCHEMES:
        return name
    parts = urlsplit(name)
    host = parts.netloc.rpartition("@")[2]
    return f"{parts.scheme}://{host}{parts.path}"
