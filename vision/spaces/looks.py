"""How the things look that may lie or stand on a space: flat ones by their faces, figures by their feet."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.drawing import Drawing, Standing, Text
from engine.table import Thing
from vision.picture import Picture
from vision.scene.flats import MARGIN as EDGE
from vision.scene.flats import painted
from vision.spaces.cuts import PER_MM, Colours, soft

ANGLES = 64
RADII_MM = (1.5, 3.0, 4.5, 6.0, 7.5, 9.0, 10.2, 11.4, 12.4)
"""Where round things are looked at: so many times around, so far from their middle."""
WEIGHTS = np.array(RADII_MM, np.float32) / np.float32(sum(RADII_MM))
_EDGE_MM = 1.0
"""So much along a thing's edge tells nothing: it is seen blurred with what is beside it."""
CARD = (24, 32)
"""Cards are compared in so many pixels."""
_PAPER = 247
_READ_MM = 4.0

Draw = Callable[[Thing], Drawing | Standing | None]
Faces = Mapping[str, Sequence[Colours]]
"""By the name of a thing, pictures that show it in place of what is drawn, its middle in theirs: ``PER_MM``, cards
upright; of a figure its foot with the camera below it, and black beside it."""


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """Number tokens: each as rings of colours about its middle, and those as waves, so that all turns are one."""

    names: tuple[str, ...]
    rings: Colours
    """Of each: radii, angles, colours."""
    waves: NDArray[np.complex64]
    """The same as waves, to be multiplied with those of what is seen."""
    weights: NDArray[np.float32]
    """How much each ring counts: what lies beyond the smallest token does not."""
    means: NDArray[np.float32]
    squares: NDArray[np.float32]
    plain: tuple[Colours, ...]
    """What their rings look like without numbers: each colour of tokens once."""


@dataclass(frozen=True, slots=True, eq=False)
class Cards:
    """Cards, small, in the two turns in which they fit a space."""

    names: tuple[str, ...]
    faces: Colours
    """Each as a row."""
    weights: NDArray[np.float32]
    """What they differ in counts most; they sum to one."""
    weighed: Colours
    """The faces, each value as much as it counts."""
    means: NDArray[np.float32]
    squares: NDArray[np.float32]
    size_mm: tuple[float, float]


@dataclass(frozen=True, slots=True, eq=False)
class Foot:
    """What is seen of a figure from above: rings of one colour each, as many as lie within its foot."""

    name: str
    rings: Colours
    covers: NDArray[np.bool_]
    """Which of the rings it covers."""
    radius_mm: float
    height_mm: float
    width_mm: float


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """All that may be told apart."""

    round: Round
    cards: Cards
    feet: tuple[Foot, ...]
    tokens: frozenset[str]
    """The kinds of things that are number tokens."""


def looks_of(things: Sequence[Thing], draw: Draw, taught: Faces) -> Looks:
    """How things look: those that were shown as they were seen, all others as they are drawn."""
    tokens: list[tuple[str, Colours]] = []
    cards: list[tuple[str, Colours]] = []
    feet: list[Foot] = []
    for thing in things:
        drawn, shown = draw(thing), taught.get(thing.name, ())
        if isinstance(drawn, Standing):
            feet += [_shown_foot(thing.name, drawn, face) for face in shown] or [_foot(thing.name, drawn)]
        elif isinstance(drawn, Drawing) and not thing.unknown:
            faces = shown or (soft(face_of(drawn)),)
            if thing.number is not None:
                tokens += [(thing.name, face) for face in faces]
            else:
                size = (drawn.width_mm, drawn.height_mm)
                cards += [(thing.name, middle_part(face, size)) for face in faces]
    kinds = frozenset(thing.kind for thing in things if thing.number is not None)
    return Looks(tokens_of(tokens), cards_of(cards, _card_mm(things, draw)), tuple(feet), kinds)


def card_sizes(things: Sequence[Thing], draw: Draw) -> dict[str, tuple[float, float]]:
    """How large cards of each kind are: what is flat and has no number."""
    found: dict[str, tuple[float, float]] = {}
    for thing in things:
        drawn = draw(thing)
        if isinstance(drawn, Drawing) and thing.number is None and not thing.unknown:
            found.setdefault(thing.kind, (drawn.width_mm, drawn.height_mm))
    return found


def _card_mm(things: Sequence[Thing], draw: Draw) -> tuple[float, float]:
    return next(iter(card_sizes(things, draw).values()), (1.0, 1.0))


def middle_part(face: Colours, size_mm: tuple[float, float]) -> Colours:
    """So much of the middle of a picture."""
    wide, high = (round(side * PER_MM) for side in size_mm)
    top, left = ((have - want) // 2 for have, want in zip(face.shape, (high, wide), strict=False))
    return face[top : top + high, left : left + wide] if min(top, left) > 0 else face


def face_of(drawing: Drawing) -> Picture:
    """The face of a thing, ``PER_MM``, without letters that are too small to be read from above a board."""
    shapes = tuple(shape for shape in drawing.shapes if not (isinstance(shape, Text) and shape.size < _READ_MM))
    drawing = replace(drawing, shapes=shapes)
    return np.ascontiguousarray(painted(drawing, PER_MM).ink[EDGE:-EDGE, EDGE:-EDGE, :3])


def unrolled(picture: Colours, middles: NDArray[np.float64], radii_mm: Sequence[float] = RADII_MM) -> Colours:
    """The rings of colours about each of some middles: pixels, right and down."""
    angles = np.arange(ANGLES) * (2 * np.pi / ANGLES)
    radii = np.array(radii_mm)[:, None] * PER_MM
    right = (middles[:, 0][:, None, None] + radii * np.cos(angles)).astype(np.float32)
    down = (middles[:, 1][:, None, None] + radii * np.sin(angles)).astype(np.float32)
    flat = (right.reshape(len(middles), -1), down.reshape(len(middles), -1))
    found = cv2.remap(picture, *flat, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.float32).reshape(len(middles), len(radii_mm), ANGLES, 3)


def middle_of(picture: Picture | Colours) -> NDArray[np.float64]:
    return np.array([[(picture.shape[1] - 1) / 2, (picture.shape[0] - 1) / 2]])


def waves_of(rings: Colours, weights: NDArray[np.float32]) -> NDArray[np.complex64]:
    """Rings as waves, weighed by how long each ring is: angles last."""
    weighed = rings * np.sqrt(weights / 3)[:, None, None]
    flat = weighed.transpose(0, 1, 3, 2).reshape(len(rings), -1, ANGLES)
    return np.asarray(np.fft.rfft(flat, axis=2), np.complex64)


def cut_small(picture: Colours, size_mm: tuple[float, float], offsets: NDArray[np.float64]) -> Colours:
    """What of a picture a card in its middle would show, a little beside it, each as a row."""
    across, down = (round(side * PER_MM) for side in size_mm)
    left, top = (round((have - want) / 2) for have, want in zip(picture.shape[1::-1], (across, down), strict=True))
    found = [
        cv2.resize(
            picture[top + below : top + below + down, left + right : left + right + across],
            CARD,
            interpolation=cv2.INTER_AREA,
        )
        for right, below in np.rint(offsets).astype(int).tolist()
    ]
    return np.asarray(found, np.float32).reshape(len(found), -1)


def tokens_of(tokens: list[tuple[str, Colours]]) -> Round:
    none = np.zeros((0, len(RADII_MM), ANGLES, 3), np.float32)
    rings = np.concatenate([none, *(unrolled(soft(face), middle_of(face)) for _, face in tokens)])
    beyond = [far + _EDGE_MM for far in RADII_MM]
    covers = [unrolled(face, middle_of(face), beyond).max(axis=3).min(axis=(0, 2)) > 0 for _, face in tokens]
    each = WEIGHTS * np.all(covers, axis=0) if covers else WEIGHTS
    each = np.asarray(each / max(float(each.sum()), 1e-6), np.float32)
    weights = each[:, None, None] / np.float32(3 * ANGLES)
    return Round(
        tuple(name for name, _ in tokens),
        rings,
        np.conj(waves_of(rings, each)).transpose(2, 1, 0),
        each,
        (rings * weights).sum(axis=(1, 2, 3)),
        (rings**2 * weights).sum(axis=(1, 2, 3)),
        _plain(np.median(rings, axis=2)),
    )


def _plain(rings: Colours) -> tuple[Colours, ...]:
    found: list[Colours] = []
    for one in rings:
        if all(float(np.abs(one - other).mean()) > _SAME for other in found):
            found.append(one)
    return tuple(found)


_SAME = 16.0
"""Rings so few levels apart are those of one colour."""


_EVEN = 6.0
"""What all cards share counts for as much as if they differed by so many levels."""


def cards_of(cards: list[tuple[str, Colours]], size_mm: tuple[float, float]) -> Cards:
    upright = [cv2.resize(face, CARD, interpolation=cv2.INTER_AREA) for _, face in cards]
    both = [turned for face in upright for turned in (face, face[::-1, ::-1])]
    faces = np.asarray(both, np.float32).reshape(len(both), CARD[0] * CARD[1] * 3)
    counts = faces.std(axis=0) + _EVEN if both else np.ones(CARD[0] * CARD[1] * 3)
    weights = np.asarray(counts / counts.sum(), np.float32)
    weighed = faces * weights
    names = tuple(name for name, _ in cards for _ in range(2))
    return Cards(names, faces, weights, weighed, weighed.sum(axis=1), (weighed * faces).sum(axis=1), size_mm)


def _foot(name: str, standing: Standing) -> Foot:
    face = painted(standing.foot, PER_MM).ink[EDGE:-EDGE, EDGE:-EDGE]
    picture = np.where(face[..., 3:] > 0, face[..., :3], np.uint8(_PAPER))
    radius = standing.foot_mm / 2
    rings = np.median(unrolled(soft(picture), middle_of(picture)), axis=2)[0]
    covers = np.array(RADII_MM) < radius - 0.3
    return Foot(name, np.asarray(rings, np.float32), covers, radius, standing.height_mm, standing.width_mm)


def _shown_foot(name: str, standing: Standing, picture: Colours) -> Foot:
    rings, covers = foot_rings(picture)
    return Foot(name, rings, covers, standing.foot_mm / 2, standing.height_mm, standing.width_mm)


def foot_rings(picture: Colours) -> tuple[Colours, NDArray[np.bool_]]:
    """The rings of a foot as it was seen from the side of the camera, below; which of them it covers."""
    below = slice(ANGLES // 4 - _HALF, ANGLES // 4 + _HALF + 1)
    seen = unrolled(picture, middle_of(picture))[0][:, below]
    rings = np.asarray(np.median(seen, axis=1), np.float32)
    return rings, rings.max(axis=1) > 0


_HALF = round(ANGLES * 70 / 360)
