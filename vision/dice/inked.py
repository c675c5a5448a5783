"""A frame made so small that a die is some fourteen pixels wide, and what looks like pips there.

What a morphological opening (for light pips) or closing (for dark ones) takes away are pips, and what it leaves is
the bodies, as if they had none.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.dice.lesson import Taught, differing_pixels
from vision.dice.patches import Frame, Layers

Points = NDArray[np.float32]

GRAIN = 14.0
"""Pixels of the small frame that a die's edge takes."""
FAINTEST = 12
"""A pip differs from its body by so much of 255, at least."""
_LARGEST_PIP = 7
"""What is wider than so many pixels of it is no pip."""
_SHARE = 0.3
"""Of how much pips differed in the lesson, those in a frame do so much at least."""
_MOST_PIPS = 250
"""Of each colour so many pips are looked at, the clearest."""
_MOST_AT_ONCE = 30000
"""OpenCV maps no more rows than this."""
_DISC = np.array(
    [
        (far * math.cos(angle), far * math.sin(angle))
        for far, count in ((0.2, 4), (0.38, 8))
        for angle in np.arange(count) * (2 * math.pi / count)
    ],
    np.float32,
)
"""Places well within a face, however it is turned."""


@dataclass(frozen=True, slots=True, eq=False)
class Inked:
    """A small frame: how many pixels of the frame each of its is wide, and what looks like pips, light or dark."""

    share: float
    is_light: bool
    pips: Frame
    bodies: Frame
    """What is below pips."""
    points: Mapping[str, Points]
    """Where taught pips may be, by the name of the colour they are on; and how much like pips they are."""

    def within(self, at: Points, sizes: Points) -> Frame:
        """Bodies' pixels well within a face of each size, of 1, at each point."""
        return taken(self.bodies, at[:, None] + _DISC * np.float32(GRAIN) * sizes[:, None, None])


def inked(layers: Layers, edge: float, taught: Taught) -> list[Inked]:
    """A frame in which dice have about this edge: what may be pips, and number's strokes, on taught colours."""
    shrunk, share = layers.small(edge, GRAIN)
    kernel = np.ones((_LARGEST_PIP, _LARGEST_PIP), np.uint8)
    found = []
    for is_light in (True, False):
        names = [name for name, pips in taught.pips.items() if (float(pips.sum()) > 0) == is_light]
        if names:
            how = cv2.MORPH_OPEN if is_light else cv2.MORPH_CLOSE
            bodies = np.asarray(cv2.morphologyEx(shrunk, how, kernel), np.uint8)
            over = cv2.subtract(shrunk, bodies) if is_light else cv2.subtract(bodies, shrunk)
            pips = np.asarray(cv2.blur(_evenly(over), (3, 3)), np.uint8)
            found.append(Inked(share, is_light, pips, bodies, _points(shrunk, pips, bodies, names, taught)))
    return found


def taken(picture: Frame, at: Points) -> Frame:
    """The pixels at these points, or the nearest ones."""
    if len(at) > _MOST_AT_ONCE:
        return np.concatenate([taken(picture, at[:_MOST_AT_ONCE]), taken(picture, at[_MOST_AT_ONCE:])])
    if not at.size:
        return np.zeros((*at.shape[:-1], *picture.shape[2:]), np.uint8)
    rows = np.ascontiguousarray(at, np.float32).reshape(len(at), -1, 2)
    found = cv2.remap(picture, rows, None, cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)  # type: ignore[call-overload]
    return np.asarray(found, np.uint8).reshape(*at.shape[:-1], *picture.shape[2:])


def median(values: NDArray[Any]) -> NDArray[Any]:
    """That of each last axis, an even number of values: NumPy's own takes its time with few."""
    half = values.shape[-1] // 2
    return np.asarray(np.partition(values, (half - 1, half))[..., half - 1 : half + 1].mean(-1))


def _evenly(over: cv2.typing.MatLike) -> cv2.typing.MatLike:
    """Four tenths of each channel together: a matrix would say the same, and take its time."""
    blue, green, red = cv2.split(over)
    return cv2.addWeighted(cv2.addWeighted(blue, 0.5, green, 0.5, 0), 0.8, red, 0.4, 0)


def _points(shrunk: Frame, pips: Frame, bodies: Frame, names: Sequence[str], taught: Taught) -> dict[str, Points]:
    around = cv2.dilate(pips, np.ones((3, 3), np.uint8))
    ys, xs = np.divmod(np.flatnonzero((pips >= around) & (pips > FAINTEST)), pips.shape[1])
    colours = taught.colours["die"]
    alike = colours.alike(bodies[ys, xs])
    on = np.flatnonzero(alike)
    ys, xs, alike = ys[on], xs[on], alike[on]
    differ = differing_pixels(shrunk[ys, xs], bodies[ys, xs])
    at = np.column_stack([xs + _aside(pips, ys, xs, 0, 1), ys + _aside(pips, ys, xs, 1, 0)]).astype(np.float32)
    found = {}
    for name in names:
        usual = taught.pips[name]
        like = differ @ (usual / max(float(usual @ usual), 1e-6))
        own = np.flatnonzero((alike & colours.bit(name) != 0) & (like > _SHARE))
        if len(own) > _MOST_PIPS:
            own = own[np.argsort(-like[own])[:_MOST_PIPS]]
        found[name] = np.column_stack([at[own], np.minimum(like[own], np.float32(1))])
    return found


def _aside(pips: Frame, ys: NDArray[np.intp], xs: NDArray[np.intp], down: int, right: int) -> Points:
    """How far beside its pixel the top of each pip is, one way: as if it were a parabola."""
    height, width = pips.shape
    before, here, after = (
        pips[(ys + step * down).clip(0, height - 1), (xs + step * right).clip(0, width - 1)].astype(np.float32)
        for step in (-1, 0, 1)
    )
    return np.asarray(np.clip((after - before) / np.maximum(2 * (2 * here - before - after), 1), -0.5, 0.5))
