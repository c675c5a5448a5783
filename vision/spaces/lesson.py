"""What photos of known boards teach: each token, card and figure, cut out of the space on which it is alone.

The light is taken off, the thing's middle is that of its tile, and all beside it is black; a figure is turned to
have the camera below it. Nothing of the board is kept: what one board taught serves on every other.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import TablePlan, Thing
from vision.camera import View
from vision.cut import CELLS, CLOSE, CLOSE_SIDE, SIDE, Window, eye_over
from vision.packing import Kept
from vision.picture import Picture
from vision.profile import Photo
from vision.spaces.cuts import PER_MM, Cut
from vision.spaces.looks import RADII_MM, unrolled

TILE = CLOSE
"""Pixels across a tile, ``PER_MM``; a photo of a profile has room for eight by eight."""
_EACH = CELLS * CELLS
_DIFFERS = 20.0
"""A pixel so many levels off the print shows something else."""
_NEAR = np.ones((3, 3), np.uint8)
_LEAST_SEEN = 0.12
"""So much of a space differs at least, if anything is on it."""
_BESIDE = 6
"""How far beside the middle of its space a thing may lie, in pixels."""
_TOKEN_MM, _FOOT_MM = np.arange(7.0, 16.1, 0.5), np.arange(5.0, 11.6, 0.5)
"""The radii that tokens and feet may have."""
_RING_MM = 2.0
"""So wide is the ring about a thing in which the print has to be seen."""
_SECTOR = math.cos(math.radians(70))
"""Of a figure that half is looked at which is towards the camera."""


Plane = NDArray[np.float32]
Floats = NDArray[np.float64]
Shapes = list[tuple[float, Plane]]
"""How far shapes reach from their middles, and their pixels: 1 within, -1 in a ring about them."""


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """A thing of a lesson's photo: where it was, which it is, and its tile."""

    place: str
    name: str
    tile: Picture


def photos_of(
    cuts: Mapping[str, Cut],
    told: Mapping[str, Sequence[Thing]],
    view: View,
    card_mm: Mapping[str, tuple[float, float]],
) -> Iterator[Photo]:
    """What is kept of a photo: the tiles of all spaces on which one thing was told to be.

    ``card_mm``: how large cards of each kind are.
    """
    alone = [(name, things[0]) for name, things in told.items() if len(things) == 1 and name in cuts]
    for first in range(0, len(alone), _EACH):
        some = alone[first : first + _EACH]
        close = np.zeros((CLOSE_SIDE, CLOSE_SIDE, 3), np.uint8)
        for number, (name, thing) in enumerate(some):
            cut = cuts[name]
            close[_at(number)] = _tile(cut, thing, view, _shapes(cut, thing, view, card_mm.get(thing.kind)))
        small = cv2.resize(close, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
        window = Window(0, 0)
        yield Photo(
            np.asarray(small, np.uint8), Kept.of(close), eye_over(view, window), window,
            {name: (thing.name,) for name, thing in some},
        )  # fmt: skip


def shown_in(photos: Sequence[Photo], plan: TablePlan) -> list[Shown]:
    """The things that photos of a profile show, those that a plan knows."""
    known = {thing.name for thing in plan.things}
    return [
        Shown(place, names[0], np.array(close[_at(number)]))
        for photo in photos
        for close in [photo.close.opened()]
        for number, (place, names) in enumerate(photo.told.items())
        if number < _EACH and len(names) == 1 and names[0] in known
    ]


def seems_bare(cut: Cut) -> bool:
    """Whether hardly anything but the print is seen on a space."""
    return float((_differing(cut)[cut.ground.inside] > 0).mean()) < _LEAST_SEEN


def _at(number: int) -> tuple[slice, slice]:
    row, column = divmod(number, CELLS)
    return slice(row * TILE, (row + 1) * TILE), slice(column * TILE, (column + 1) * TILE)


def _differing(cut: Cut) -> NDArray[np.float32]:
    """From -1 where the print is seen to 1 where it surely is not."""
    # a view is never quite exact: what is printed right beside counts as well
    most, least = cv2.dilate(cut.ground.bare, _NEAR), cv2.erode(cut.ground.bare, _NEAR)
    off = np.maximum(np.maximum(cut.seen - most, least - cut.seen), 0).mean(axis=2)
    return np.asarray(np.clip(off / _DIFFERS - 1, -1, 1), np.float32)


def _tile(cut: Cut, thing: Thing, view: View, shapes: Shapes) -> Picture:
    turn = _turn(cut, view) if thing.tall else 0.0
    (middle, radius), to = _placed(cut, shapes), (TILE - 1) / 2
    if thing.number is not None:
        middle = _centred(cut, middle, radius)
    # from the tile to the space, about the thing's middle
    cos, sin = math.cos(turn), math.sin(turn)
    spin = np.array([[cos, sin], [-sin, cos]])
    way = np.column_stack([spin, middle - spin @ (to, to)])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(cut.seen, way, (TILE, TILE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    tile = np.clip(np.rint(seen), 1, 255).astype(np.uint8)
    y, x = np.mgrid[:TILE, :TILE] - to
    tile[np.hypot(x, y) > radius * PER_MM] = 0
    return tile


def _turn(cut: Cut, view: View) -> float:
    """By how much what is towards the camera is turned from what is below."""
    place = cut.ground.place
    return math.atan2(view.eye[0] - place.x, view.eye[1] - place.y)


def _shapes(cut: Cut, thing: Thing, view: View, card_mm: tuple[float, float] | None) -> Shapes:
    """The shapes that a thing may have: a disc, of a figure the half towards the camera, or a card."""
    if card_mm is not None and not thing.tall:
        wide, high = card_mm
        return [(math.hypot(wide, high) / 2 + _RING_MM, _box(wide / 2, high / 2))]
    turn = _turn(cut, view)
    return [
        (radius, _disc(radius, turn if thing.tall else None))
        for radius in (_FOOT_MM if thing.tall else _TOKEN_MM).tolist()
    ]


def _disc(radius: float, turn: float | None) -> Plane:
    """1 within a disc, -1 in the ring about it; with a turn in one half of both alone."""
    y, x = _pixels(radius)
    far = np.hypot(x, y)
    half = 1.0 if turn is None else x * math.sin(turn) + y * math.cos(turn) >= _SECTOR * far
    return np.asarray(_ringed(far <= radius, far <= radius + _RING_MM) * half, np.float32)


def _box(across: float, down: float) -> Plane:
    """The same of a card, by the halves of its sides."""
    y, x = _pixels(max(across, down))
    beyond = np.maximum(np.abs(x) - across, np.abs(y) - down)
    return _ringed(beyond <= 0, beyond <= _RING_MM)


def _pixels(half_mm: float) -> tuple[Floats, Floats]:
    """How far down and right of the middle each pixel is, in millimetres, of a plane with room for a ring."""
    reach = math.ceil((half_mm + _RING_MM) * PER_MM)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1] / PER_MM
    return y, x


def _ringed(within: NDArray[np.bool_], ring: NDArray[np.bool_]) -> Plane:
    return np.where(within, 1.0, np.where(ring, -1.0, 0.0)).astype(np.float32)


def _placed(cut: Cut, shapes: Shapes) -> tuple[Floats, float]:
    """Where one of the shapes covers the print, and the print is seen about it: its middle, and its radius."""
    differing = _differing(cut)
    corner = (np.array(differing.shape[::-1]) - 1) // 2 - _BESIDE
    best, found = -math.inf, (np.zeros(2), shapes[0][0])
    for radius, kernel in shapes:
        fits = np.asarray(cv2.filter2D(differing, -1, kernel, borderType=cv2.BORDER_CONSTANT), np.float32)
        (left, top), side = corner, 2 * _BESIDE + 1
        near = fits[top : top + side, left : left + side]
        down, right = divmod(int(near.argmax()), near.shape[1])
        if near[down, right] > best:
            best, found = float(near[down, right]), (corner + _peak(near, right, down), radius)
    return found


def _centred(cut: Cut, middle: Floats, radius: float) -> Floats:
    """The middle of a token, about which its rings are most of one colour each."""
    radii = [far for far in RADII_MM if far < radius]
    rings = unrolled(cut.seen, middle + _FINE, radii)
    uneven = (rings.var(axis=2).sum(axis=2) * np.array(radii, np.float32)).sum(axis=1)
    return np.asarray(middle + _FINE[int(uneven.argmin())])


_FINE = np.array([(right, down) for right in np.arange(-2, 2.1, 0.5) for down in np.arange(-2, 2.1, 0.5)])


def _peak(fits: Plane, right: int, down: int) -> Floats:
    """Where the highest of these is, between its pixels."""
    return np.array([right + _top(fits[down], right), down + _top(fits[:, right], down)])


def _top(row: Plane, at: int) -> float:
    """How far from the highest of a row a curve through it and its neighbours is highest."""
    if not 0 < at < len(row) - 1:
        return 0.0
    before, here, after = (float(one) for one in row[at - 1 : at + 2])
    return (before - after) / (2 * min(before - 2 * here + after, -1e-6))
