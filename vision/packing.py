"""Files that are handed on: a zip with an index of what is in it, and the pictures.

What comes from elsewhere is never trusted: whatever is wrong with a file is told in a word.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import N_, RunewatchError, reason
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


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort of file: what its index is called, its form, and what is said of a file that is none of this sort.

    A document of another form is refused rather than guessed at.
    """

    index: str
    form: int
    error: type[RunewatchError] = ProfileError
    too_large: str = N_("{path} is too large for a profile")
    another: str = N_("{path} is a profile of another version")
    missing: str = N_("there is no profile {path}")
    damaged: str = N_("{path} is not a profile, or a damaged one")


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """A picture that stays packed until it is looked at: dozens of them, opened, would fill a small machine."""

    data: bytes

    @classmethod
    def of(cls, picture: Picture) -> Kept:
        return cls(cv2.imencode(".png", picture)[1].tobytes())

    def opened(self) -> Picture:
        return np.asarray(cv2.imdecode(np.frombuffer(self.data, np.uint8), cv2.IMREAD_COLOR), np.uint8)


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
        return self._picture(self.member(name), name, height, width)

    def kept(self, name: str, height: int, width: int) -> Kept:
        """The same, packed."""
        data = self.member(name)
        self._picture(data, name, height, width)
        return Kept(data)

    def _picture(self, data: bytes, name: str, height: int, width: int) -> Picture:
        # imdecode gives None for what is not a picture, whatever its type says
        found = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR))
        if found.shape != (height, width, 3):
            raise ValueError(name)
        return np.asarray(found, np.uint8)


def pack(
    path: Path, sort: Sort, document: Mapping[str, Any], pictures: Iterable[tuple[str, Picture | Kept]]
) -> None:
    """Writes the document and the pictures; whole or not at all. Raises the sort's error."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        whole = {"form": sort.form, **document}
        archive.writestr(zipfile.ZipInfo(sort.index), json.dumps(whole, ensure_ascii=False, indent=1))
        for name, picture in pictures:
            kept = picture if isinstance(picture, Kept) else Kept.of(picture)
            archive.writestr(zipfile.ZipInfo(name), kept.data)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, packed.getvalue())
    except OSError as error:
        raise sort.error(N_("{path} cannot be written: {why}"), path=str(path), why=reason(error)) from error


def unpacked(path: Path, sort: Sort, read: Callable[[Mapping[str, Any], Packed], Read]) -> Read:
    """What ``read`` makes of a file's document and pictures. Raises the sort's error for anything that is none."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise sort.error(sort.too_large, path=str(path))
        with zipfile.ZipFile(path) as archive:
            packed = Packed(archive)
            document = json.loads(packed.member(sort.index))
            if document.get("form") != sort.form:
                raise sort.error(sort.another, path=str(path))
            return read(document, packed)
    except FileNotFoundError as error:
        raise sort.error(sort.missing, path=str(path)) from error
    except OSError as error:
        raise sort.error(N_("{path} cannot be read: {why}"), path=str(path), why=reason(error)) from error
    except sort.error:
        raise
    except DAMAGE as error:
        raise sort.error(sort.damaged, path=str(path)) from error
