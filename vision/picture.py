"""Pictures in files: read with a clear word for everything that may be wrong with them, and written whole."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import N_, RunewatchError, reason, shown
from vision.files import write_whole
from vision.header import KINDS, Header, header

Picture = NDArray[np.uint8]
"""Rows of pixels from the top, each blue, green, red."""

MOST_BYTES = 64_000_000
"""A picture file is at most this large."""
MOST_PIXELS = 40_000_000
"""A picture has at most this many pixels; a Pi with 1 GB still holds three of it."""
LEAST = (64, 48)
"""Nothing can be read from a picture with a longer and a shorter side below these."""

_DARK = 16
_BRIGHT = 250
_EVEN = 8
_SMALL = (64, 48)
"""Small enough that noise is gone, large enough that a tile is not."""
_REDUCED = (
    (8, cv2.IMREAD_REDUCED_GRAYSCALE_8),
    (4, cv2.IMREAD_REDUCED_GRAYSCALE_4),
    (2, cv2.IMREAD_REDUCED_GRAYSCALE_2),
)
_WRITTEN = (".png", ".jpg", ".jpeg", ".webp", ".bmp")


class PictureError(RunewatchError, ValueError):
    """A picture cannot be used; says which and why."""


class PictureFileError(PictureError, OSError):
    """A picture's file cannot be opened, read or written."""


class MissingPictureError(PictureFileError, FileNotFoundError):
    """There is no such file."""


def read_picture(path: str | Path) -> Picture:
    """The picture in a file, upright."""
    name = os.fspath(path)
    return decode(_bytes_of(name), name)


def decode(data: bytes, source: str = "") -> Picture:
    """The picture in these bytes, upright. ``source`` is what an error calls it."""
    what = shown(source, limit=200) if source else N_("the picture")
    _refuse_unfit(header(data), data, what)
    return _decoded(data, cv2.IMREAD_COLOR, what)


def decode_small(data: bytes, source: str = "", least: int = 400) -> Picture:
    """The same picture in grey, and as small as comes cheaply; its longer side is not below ``least`` for it.

    JPEG holds pictures so that a half, a quarter or an eighth of one is had for a fraction of the work.
    """
    what = shown(source, limit=200) if source else N_("the picture")
    told = header(data)
    _refuse_unfit(told, data, what)
    longer = max(told.width, told.height) if told else 0
    how = next((how for share, how in _REDUCED if longer >= share * least), cv2.IMREAD_GRAYSCALE)
    return _decoded(data, how, what)


def _decoded(data: bytes, how: int, what: str) -> Picture:
    try:
        found = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    except cv2.error:
        found = None
    if found is None:
        raise PictureError(N_("{what} is damaged: it cannot be decoded"), what=what)
    return np.asarray(found, np.uint8)


def _refuse_unfit(told: Header | None, data: bytes, what: str) -> None:
    """Refuse what is no picture, not whole, or of a wrong size, before a pixel of it is decoded."""
    if not data:
        raise PictureError(N_("{what} is empty"), what=what)
    if len(data) > MOST_BYTES:
        raise PictureError(N_("{what} is too large: it may have {most} bytes"), what=what, most=MOST_BYTES)
    if told is None:
        raise PictureError(N_("{what} is not a picture that can be read: expected JPEG or PNG"), what=what)
    if told.kind not in KINDS:
        raise PictureError(
            N_("{what} is a {kind} file; save it as one of: {kinds}"),
            what=what,
            kind=told.kind,
            kinds=", ".join(KINDS),
        )
    if told.animated:
        raise PictureError(N_("{what} is a moving picture; a still one is needed"), what=what)
    if told.width * told.height > MOST_PIXELS:
        raise PictureError(
            N_("{what} has {width}×{height} pixels; it may have {most} millions"),
            what=what,
            width=told.width,
            height=told.height,
            most=MOST_PIXELS // 1_000_000,
        )
    if not told.whole:
        raise PictureError(N_("{what} is cut short: its end is missing"), what=what)
    if not told.sound:
        raise PictureError(N_("{what} is damaged: it cannot be decoded"), what=what)
    if max(told.width, told.height) < LEAST[0] or min(told.width, told.height) < LEAST[1]:
        raise PictureError(
            N_("{what} has only {width}×{height} pixels: too few to read anything from"),
            what=what,
            width=told.width,
            height=told.height,
        )


def _bytes_of(name: str) -> bytes:
    called = shown(name, limit=200)
    try:
        mode = Path(name).stat().st_mode
        if stat.S_ISDIR(mode):
            raise PictureFileError(N_("{name} is a folder, not a file"), name=called)
        if not stat.S_ISREG(mode):  # a pipe may keep us waiting, a device may never end
            raise PictureFileError(N_("{name} is not a file"), name=called)
        with Path(name).open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except FileNotFoundError:
        raise MissingPictureError(N_("there is no file {name}"), name=called) from None
    except PermissionError:
        raise PictureFileError(N_("the file {name} may not be read"), name=called) from None
    except PictureError:
        raise
    except (OSError, ValueError) as error:
        raise PictureFileError(N_("{name} cannot be read: {why}"), name=called, why=reason(error)) from None


def write_picture(path: str | Path, picture: NDArray[Any]) -> None:
    """Write a picture, of the kind its name ends in: all of it or, if that fails, nothing."""
    target = Path(path)
    called = shown(os.fspath(path), limit=200)
    if target.suffix.lower() not in _WRITTEN:
        raise PictureError(
            N_("{name} does not end in a kind of picture: {kinds}"), name=called, kinds=", ".join(_WRITTEN)
        )
    data = np.asarray(cv2.imencode(target.suffix.lower(), picture)[1], np.uint8).tobytes()
    try:
        write_whole(target, data)
    except (OSError, ValueError) as error:
        raise PictureFileError(N_("{name} cannot be written: {why}"), name=called, why=reason(error)) from None


def as_jpeg(picture: NDArray[Any], widest: int, quality: int = 78) -> bytes:
    """A picture to be sent: at most so wide."""
    height, width = picture.shape[:2]
    if width > widest:
        size = (widest, round(height * widest / width))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return np.asarray(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], np.uint8).tobytes()


def refuse_blank(picture: Picture, source: str = "") -> None:
    """Refuse a picture in which nothing can be made out: black, washed out, or of one even colour."""
    what = shown(source, limit=200) if source else N_("the picture")
    small = cv2.resize(picture, _SMALL, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY) if small.ndim == 3 else small
    low, high = (float(found) for found in np.percentile(grey, [2, 98]))
    if high < _DARK:
        raise PictureError(N_("{what} is black: is there light, and is the lens free?"), what=what)
    if low > _BRIGHT:
        raise PictureError(N_("{what} is washed out: there is too much light"), what=what)
    if high - low < _EVEN:
        raise PictureError(N_("{what} is of one even colour: nothing can be made out in it"), what=what)
