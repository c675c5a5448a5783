"""Dice and tokens that somebody named: patches of photos, and the names of their colours.

As with boards the pictures are kept, not what a network made of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.errors import N_
from vision.dice.lesson import USUAL, WIDER, Example, Taught, learnt
from vision.dice.network import Kind, Spot, patch_of
from vision.dice.numbers import tokens_on
from vision.dice.patches import Frame, Layers
from vision.dice.pips import pips_of
from vision.packing import Packed, ProfileError, Sort, pack, unpacked

MOST_EXAMPLES = 400
KEPT = 96
"""Pixels across what is kept about a piece."""
_WIDE = 2.4
"""So many of its sizes across."""
_SORT = Sort("dice.json", form=1)


@dataclass(frozen=True, slots=True)
class Named:
    """A piece in a photo that somebody named: where its middle is, and its size."""

    kind: Kind
    colour: str
    face: int
    """The pips it shows, or its number."""
    x: float
    y: float
    size: float


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What is kept of it: a picture of what is about it, and the mean colour of the photo."""

    kind: Kind
    colour: str
    face: int
    size: float
    photo: int
    """How large it is in which photo of the lesson, counted from 0."""
    picture: Frame
    mean: tuple[float, float, float]


@dataclass(frozen=True, slots=True, eq=False)
class DiceProfile:
    """What one set of dice and tokens looks like."""

    name: str
    shown: tuple[Shown, ...] = ()

    def with_photo(self, photo: Frame, named: Sequence[Named]) -> DiceProfile:
        """The same with what a photo shows. Raises ProfileError if that is too much, or nothing."""
        if not named:
            raise ProfileError(N_("no die and no token of the photo was named"))
        if len(self.shown) + len(named) > MOST_EXAMPLES:
            raise ProfileError(
                N_("profile {name} knows {most} pieces already"), name=self.name, most=MOST_EXAMPLES
            )
        blue, green, red, _ = cv2.mean(photo)
        number = 1 + max((one.photo for one in self.shown), default=-1)
        more = tuple(
            Shown(one.kind, one.colour, one.face, one.size, number, _kept(photo, one), (blue, green, red))
            for one in named
        )
        return DiceProfile(self.name, (*self.shown, *more))

    def taught(self) -> Taught:
        """What it teaches."""
        return learnt(map(_example, self.shown), *self._sizes())

    def _sizes(self) -> tuple[float, float]:
        """How long a die's edge is in the photos, and how much wider tokens are."""
        edges, ratios = [], []
        for number in {one.photo for one in self.shown}:
            here = [one for one in self.shown if one.photo == number]
            dice, tokens = ([one.size for one in here if one.kind == kind] for kind in ("die", "token"))
            if dice and tokens:
                ratios.append(float(np.median(tokens) / np.median(dice)))
            if dice:
                edges.append(float(np.median(dice)))
            elif tokens:
                edges.append(float(np.median(tokens)) / WIDER)
        return float(np.median(edges or [USUAL])), float(np.median(ratios or [WIDER]))


def _kept(photo: Frame, one: Named) -> Frame:
    scale = KEPT / (_WIDE * one.size)
    middle = (KEPT - 1) / 2
    way = np.array([[1 / scale, 0, one.x - middle / scale], [0, 1 / scale, one.y - middle / scale]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(photo, way, (KEPT, KEPT), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def _example(one: Shown) -> Example:
    middle = (KEPT - 1) / 2
    patch = patch_of(Layers(one.picture), Spot(one.kind, middle, middle, KEPT / _WIDE, 1.0))
    colour = pips_of([patch])[0].body if one.kind == "die" else tokens_on([patch]).colours[0]
    return Example(one.kind, one.colour, one.face, colour, patch)


# -- files ------------------------------------------------------------------------------------------------


def save(profile: DiceProfile, path: Path) -> None:
    """Writes the profile, whole or not at all."""
    index = [
        {
            "kind": one.kind,
            "colour": one.colour,
            "face": one.face,
            "size": round(one.size, 2),
            "photo": one.photo,
            "mean": list(one.mean),
        }
        for one in profile.shown
    ]
    document = {"name": profile.name, "shown": index}
    strip = [("shown.png", np.concatenate([one.picture for one in profile.shown]))] if profile.shown else []
    pack(path, _SORT, document, strip)


def load(path: Path) -> DiceProfile:
    """Reads a profile. Raises ProfileError for anything that is not one."""
    return unpacked(path, _SORT, _profile)


def _profile(document: Mapping[str, Any], packed: Packed) -> DiceProfile:
    return DiceProfile(str(document["name"]), tuple(_shown(document["shown"], packed)))


def _shown(index: Sequence[Mapping[str, Any]], packed: Packed) -> list[Shown]:
    if not index:
        return []
    if len(index) > MOST_EXAMPLES:
        raise ValueError
    strip = packed.picture("shown.png", KEPT * len(index), KEPT)
    found = []
    for number, entry in enumerate(index):
        blue, green, red = (float(value) for value in entry["mean"])
        size = float(entry["size"])
        if entry["kind"] not in ("die", "token") or not np.isfinite([blue, green, red, size]).all() or size <= 0:
            raise ValueError
        picture = np.ascontiguousarray(strip[number * KEPT : (number + 1) * KEPT])
        found.append(
            Shown(
                entry["kind"],
                str(entry["colour"]),
                int(entry["face"]),
                size,
                int(entry["photo"]),
                picture,
                (blue, green, red),
            )
        )
    return found
