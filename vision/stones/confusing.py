"""How well a profile tells stones apart: each photo read with what the others teach."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.table import TablePlan, Thing
from vision.profile import Photo, Profile
from vision.stones.lesson import Colours, colours
from vision.stones.light import light_of, named
from vision.stones.measuring import logs, looks
from vision.stones.table import pixels, points, stones
from vision.teaching import Confusion


def confusions(plan: TablePlan, profile: Profile) -> tuple[Confusion, ...]:
    """For each kind; of a single photo nothing can be told."""
    photos = profile.photos
    rest = [Profile(profile.name, (*photos[:i], *photos[i + 1 :])) for i in range(len(photos))]
    return tuple(_confusion(plan, kind, things, photos, rest) for kind, things in stones(plan).items())


def _confusion(
    plan: TablePlan, kind: str, things: Sequence[Thing], photos: Sequence[Photo], rest: Sequence[Profile]
) -> Confusion:
    right = asked = 0
    worst: tuple[str, str] | None = None
    margin = 1.0
    for photo, others in zip(photos, rest, strict=True):
        taught = colours(plan, others)[kind]
        for told, other, gap in _answers(plan, photo, taught, {thing.name for thing in things}):
            asked += 1
            right += gap > 0
            if gap < margin:
                worst, margin = (told, other), gap
    return Confusion(kind, right, asked, worst, margin)


def _answers(plan: TablePlan, photo: Photo, taught: Colours, known: set[str]) -> list[tuple[str, str, float]]:
    """For each stone of a photo what it is, what it is most nearly taken for, and how far that is behind."""
    if len(taught.names) < 2:
        return []
    told = tuple(place for place in points(plan) if place.name in photo.told)
    seen = looks(logs(photo.cut), pixels(plan, told))
    likely = named(taught, seen, light_of(taught, seen)).likely[:, : len(taught.names)]
    found = []
    for place, row in zip(told, likely, strict=True):
        for name in photo.told[place.name]:
            if name in known and name in taught.names:
                at = taught.names.index(name)
                others = np.where(np.arange(len(row)) == at, -1.0, row)
                other = int(others.argmax())
                found.append((name, taught.names[other], float(row[at] - row[other])))
    return found
