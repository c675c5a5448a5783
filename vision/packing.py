"""Files that are handed on: a zip with an index of what is in it, and the pictures.

What comes from elsewhere is never trusted: whatever is wrong with a file is told in a word.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import N_, RunewatchError
from vision.files import write_whole

MOST_BYTES = 64 << 20

DAMAGE = (
    zipfile.BadZipFile, zlib.error, cv2.error, LookupError, ValueError, TypeError, AttributeError, ArithmeticError,
    RuntimeError,  # of a packed file that is encrypted, or packed in a way that Python does not know
)  # fmt: skip
"""What reading a file can end in that somebody else wrote, or nobody finished."""

Picture = NDArray[np.uint8]
Read = TypeVar("Read")


class ProfileError(RunewatchError, ValueError):
    """A profile cannot be read or written; says which and why."""


class Packed:
    """The members of a file that is open for reading."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive

    def member(self, name: str) -> bytes:
        if self._archive.getinfo(name).file_size > MOST_BYTES:
            raise ValueError(name)
        return self._archive.read(name)

    def picture(self, name: str, height: int, width: int) -> Picture:
        """A picture of this size, in colour."""
        data = np.frombuffer(self.member(name), np.uint8)
        # imdecode gives None for what is not a picture, whatever its type says
        found = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR))
        if found.shape != (height, width, 3):
            raise ValueError(name)
        return np.asarray(found, np.uint8)


def pack(path: Path, index: str, document: Mapping[str, Any], pictures: Iterable[tuple[str, Picture]]) -> None:
    """Writes the document, as the member called ``index``, and the pictures; whole or not at all."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(index), json.dumps(document, ensure_ascii=False, indent=1))
        for name, picture in pictures:
            archive.writestr(zipfile.ZipInfo(name), cv2.imencode(".png", picture)[1].tobytes())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, packed.getvalue())
    except OSError as error:
        raise ProfileError(
            N_("{path} cannot be written: {why}"), path=str(path), why=str(error.strerror)
        ) from error


def unpacked(path: Path, index: str, form: int, read: Callable[[Mapping[str, Any], Packed], Read]) -> Read:
    """What ``read`` makes of a file's document and pictures. Raises ProfileError for anything that is no profile.

    A document of another form than this is refused rather than guessed at.
    """
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ProfileError(N_("{path} is too large for a profile"), path=str(path))
        with zipfile.ZipFile(path) as archive:
            packed = Packed(archive)
            document = json.loads(packed.member(index))
            if document.get("form") != form:
                raise ProfileError(N_("{path} is a profile of another version"), path=str(path))
            return read(document, packed)
    except FileNotFoundError as error:
        raise ProfileError(N_("there is no profile {path}"), path=str(path)) from error
    except OSError as error:
        raise ProfileError(N_("{path} cannot be read: {why}"), path=str(path), why=str(error.strerror)) from error
    except ProfileError:
        raise
    except DAMAGE as error:
        raise ProfileError(N_("{path} is not a profile, or a damaged one"), path=str(path)) from error
