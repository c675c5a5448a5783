"""A set somebody taught: photos of known boards, cut out, and what lies on each of their cells.

The pictures are kept, not what a network made of them, so a profile outlives the network it was taught with.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.errors import N_, RunewatchError
from vision.cut import CLOSE_SIDE, SIDE, Cut, Eye, Window
from vision.files import write_whole
from vision.upright import Part, part_kept

FORM = 2
"""The form of the file. A newer one is refused rather than guessed at."""
MOST_PHOTOS = 24
MOST_BYTES = 64 << 20
_INDEX = "profile.json"

DAMAGE = (
    zipfile.BadZipFile, zlib.error, cv2.error, LookupError, ValueError, TypeError, AttributeError, ArithmeticError,
    RuntimeError,  # of a packed file that is encrypted, or packed in a way that Python does not know
)  # fmt: skip
"""What reading a file can end in that somebody else wrote, or nobody finished."""


class ProfileError(RunewatchError, ValueError):
    """A profile cannot be read or written; says which and why."""


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One photo of a lesson: its cut and a closer one, where the camera was, and what was said to lie where."""

    cut: Cut
    close: Cut
    eye: Eye
    window: Window
    told: Mapping[str, tuple[str, ...]]
    """The things' names on each place, bottom first."""

    @property
    def part(self) -> Part:
        return part_kept(self.cut, self.close, self.eye)


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """What one set looks like. ``about`` is whatever else its owner wants to keep, such as the game it is for."""

    name: str
    photos: tuple[Photo, ...] = ()
    about: Mapping[str, str] | None = None

    def with_photo(self, photo: Photo) -> Profile:
        if len(self.photos) >= MOST_PHOTOS:
            raise ProfileError(N_("profile {name} has {most} photos already"), name=self.name, most=MOST_PHOTOS)
        return Profile(self.name, (*self.photos, photo), self.about)


def save(profile: Profile, path: Path) -> None:
    """Writes the profile, whole or not at all."""
    pictures, index = [], []
    for number, photo in enumerate(profile.photos):
        for name, picture in ((f"{number}.png", photo.cut), (f"{number}-close.png", photo.close)):
            pictures.append((name, cv2.imencode(".png", picture)[1].tobytes()))
        told = {place: list(names) for place, names in photo.told.items()}
        index.append({"eye": list(photo.eye), "window": [photo.window.x, photo.window.y], "told": told})
    document = {"form": FORM, "name": profile.name, "about": dict(profile.about or {}), "photos": index}
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(zipfile.ZipInfo(_INDEX), json.dumps(document, ensure_ascii=False, indent=1))
        for name, data in pictures:
            archive.writestr(zipfile.ZipInfo(name), data)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, packed.getvalue())
    except OSError as error:
        raise ProfileError(
            N_("{path} cannot be written: {why}"), path=str(path), why=str(error.strerror)
        ) from error


def load(path: Path) -> Profile:
    """Reads a profile. Raises ProfileError for anything that is not one."""
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ProfileError(N_("{path} is too large for a profile"), path=str(path))
        with zipfile.ZipFile(path) as archive:
            document = json.loads(_member(archive, _INDEX))
            if document.get("form") != FORM:
                raise ProfileError(N_("{path} is a profile of another version"), path=str(path))
            if len(document["photos"]) > MOST_PHOTOS:
                raise ValueError
            photos = tuple(_photo(entry, archive, number) for number, entry in enumerate(document["photos"]))
            about = {str(key): str(value) for key, value in document["about"].items()}
            return Profile(str(document["name"]), photos, about)
    except FileNotFoundError as error:
        raise ProfileError(N_("there is no profile {path}"), path=str(path)) from error
    except OSError as error:
        raise ProfileError(N_("{path} cannot be read: {why}"), path=str(path), why=str(error.strerror)) from error
    except ProfileError:
        raise
    except DAMAGE as error:
        raise ProfileError(N_("{path} is not a profile, or a damaged one"), path=str(path)) from error


def _member(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).file_size > MOST_BYTES:
        raise ValueError(name)
    return archive.read(name)


def _photo(entry: Mapping[str, Any], archive: zipfile.ZipFile, number: int) -> Photo:
    x, y, up = (float(value) for value in entry["eye"])
    if not np.isfinite([x, y, up]).all() or up <= 0:
        raise ValueError
    column, row = (int(value) for value in entry["window"])
    told = {str(place): tuple(str(name) for name in names) for place, names in entry["told"].items()}
    cut = _picture(_member(archive, f"{number}.png"), SIDE)
    close = _picture(_member(archive, f"{number}-close.png"), CLOSE_SIDE)
    return Photo(cut, close, (x, y, up), Window(column, row), told)


def _picture(data: bytes, side: int) -> Cut:
    # imdecode gives None for what is not a picture, whatever its type says
    picture = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR))
    if picture.shape != (side, side, 3):
        raise ValueError
    return np.asarray(picture, np.uint8)
