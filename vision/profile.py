"""A set somebody taught: photos of known boards, cut out, and what lies on each of their cells.

The pictures are kept, not what a network made of them, so a profile outlives the network it was taught with.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from pathlib import Path
from typing import Any

import numpy as np

from engine.errors import N_
from engine.table import TablePlan
from vision.cut import CLOSE_SIDE, SIDE, Cut, Eye, Window
from vision.packing import Kept, Packed, ProfileError, Sort, pack, unpacked
from vision.upright import Part, part_kept

__all__ = ["MOST_PHOTOS", "SORT", "Photo", "Profile", "ProfileError", "load", "save"]

MOST_PHOTOS = 24
_MOST_PARTS = 8 * MOST_PHOTOS
"""What pictures are kept in; those of a board take a few each, of which there is no end in a file made to harm."""
SORT = Sort("profile.json", form=2)


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """One photo of a lesson: its cut and a closer one, where the camera was, and what was said to lie where."""

    cut: Cut
    close: Kept
    eye: Eye
    window: Window
    told: Mapping[str, tuple[str, ...]]
    """The things' names on each place, bottom first."""
    goes_on: bool = False
    """It shows more of the picture of the one before it, which has room for so much alone."""
    sheet: str = ""
    """Which of several sheets it shows. Those of old do not say."""

    @property
    def part(self) -> Part:
        return part_kept(self.cut, self.close.opened(), self.eye)


@dataclass(frozen=True, slots=True, eq=False)
class Profile:
    """What one set looks like. ``about`` is whatever else its owner wants to keep, such as the game it is for."""

    name: str
    photos: tuple[Photo, ...] = ()
    about: Mapping[str, str] | None = None

    @property
    def count(self) -> int:
        """How many pictures taught it."""
        return _count(self.photos)

    def of_sheet(self, plan: TablePlan) -> Profile:
        """The same with those photos alone that show this sheet; those of old by what was said to lie there."""
        names = {thing.name for thing in plan.things}
        shows = (
            one.sheet == plan.name if one.sheet else any(names.intersection(told) for told in one.told.values())
            for one in self.photos
        )
        return replace(self, photos=tuple(compress(self.photos, shows))) if plan.name else self

    def with_photo(self, first: Photo, *more: Photo) -> Profile:
        """With what is kept of one picture, in as many photos as that takes."""
        if self.count >= MOST_PHOTOS:
            raise ProfileError(N_("profile {name} has {most} photos already"), name=self.name, most=MOST_PHOTOS)
        rest = (replace(one, goes_on=True) for one in more)
        return replace(self, photos=(*self.photos, first, *rest))


def _count(photos: Sequence[Photo]) -> int:
    return sum(not one.goes_on for one in photos)


def save(profile: Profile, path: Path) -> None:
    """Writes the profile, whole or not at all."""
    pictures: list[tuple[str, Cut | Kept]] = []
    index = []
    for number, photo in enumerate(profile.photos):
        pictures += [(f"{number}.png", photo.cut), (f"{number}-close.png", photo.close)]
        told = {place: list(names) for place, names in photo.told.items()}
        entry = {"eye": list(photo.eye), "window": [photo.window.x, photo.window.y], "told": told}
        sheet = {"sheet": photo.sheet} if photo.sheet else {}
        index.append({**entry, **sheet, **({"goes_on": True} if photo.goes_on else {})})
    document = {"name": profile.name, "about": dict(profile.about or {}), "photos": index}
    pack(path, SORT, document, pictures)


def load(path: Path) -> Profile:
    """Reads a profile. Raises ProfileError for anything that is not one."""
    return unpacked(path, SORT, _profile)


def _profile(document: Mapping[str, Any], packed: Packed) -> Profile:
    if len(document["photos"]) > _MOST_PARTS:
        raise ValueError
    photos = tuple(_photo(entry, packed, number) for number, entry in enumerate(document["photos"]))
    if _count(photos) > MOST_PHOTOS:
        raise ValueError
    about = {str(key): str(value) for key, value in document["about"].items()}
    return Profile(str(document["name"]), photos, about)


def _photo(entry: Mapping[str, Any], packed: Packed, number: int) -> Photo:
    x, y, up = (float(value) for value in entry["eye"])
    if not np.isfinite([x, y, up]).all() or up <= 0:
        raise ValueError
    column, row = (int(value) for value in entry["window"])
    told = {str(place): tuple(str(name) for name in names) for place, names in entry["told"].items()}
    cut = packed.picture(f"{number}.png", SIDE, SIDE)
    close = packed.kept(f"{number}-close.png", CLOSE_SIDE, CLOSE_SIDE)
    goes_on, sheet = entry.get("goes_on") is True, str(entry.get("sheet", ""))
    return Photo(cut, close, (x, y, up), Window(column, row), told, goes_on, sheet)
