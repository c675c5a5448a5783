"""The networks, run by OpenCV alone: from a cut to features of every cell and of every piece.

``make train`` makes it; see docs/sight.md. A file whose hash is not the one written beside it is not loaded.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.cut import CELLS, RIM, Tone, arena_of, prepared, tone_of, turned, without_rim
from vision.lesson import softmax
from vision.model import loaded, shipped
from vision.upright import Part, Patch, Spot, level, mirrored, upright

Features = NDArray[np.float32]

NAMES = ("cells", "pieces", "pointers")
"""What the files are called."""

FITTED = 3
"""The trust in lessons was fitted on lessons of so many photos."""
INNER = tuple((row, column) for row in range(RIM, CELLS - RIM) for column in range(RIM, CELLS - RIM))
"""All cells of a cut that can be read."""
_READABLE = np.zeros((CELLS, CELLS), np.bool_)
_READABLE[RIM:-RIM, RIM:-RIM] = True
_PERHAPS = 0.01
"""Where a piece stands in sight less likely than this, none is looked for."""
Weights = tuple[float, ...]
Turns = tuple[int, ...]
"""By how many quarters a cut is turned to the left before it is looked at."""
ONE_WAY: Turns = (0,)
EVERY_WAY: Turns = (0, 1, 2, 3)
"""Four looks at one cut err less than one does, and take four times as long."""
_LOOKS = 12
"""In so many spots at most a piece is looked for, the likeliest ones: more than may stand in an arena at once."""
_NEVER = np.float32(-20)
"""What is said of a cell that was not looked at, in place of an answer."""
_COARSE = np.float32(0.3)
"""How much the look of a piece within the whole cut counts beside the close look at it."""
_SPOTS = 3
"""In so many spots at most something that points is looked for, the likeliest ones."""
_POINTING = 5
"""The last of the answers about a cell: whether something points there, and where to."""
_BEHIND = 3.0
"""A spot whose logit is so far behind the likeliest one's is no rival to it."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the network makes of a cut: features of each cell, and how likely each sign is there."""

    faces: Features
    pieces: Features
    """Of cells on which something seems to stand; zero elsewhere."""
    owners: Features
    flat: NDArray[np.float32]
    """How likely something flat lies there."""
    stands: NDArray[np.float32]
    """How likely something stands there."""
    covered: NDArray[np.float32]
    """How likely a hand, an arm or a cup hides the cell."""
    pointer: NDArray[np.float32]
    """How likely something that points lies about there, in the spots that were looked at; nothing elsewhere."""
    ways: NDArray[np.float32]
    """How likely it points up, right, down, left of the cut."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What goes with a network's file: widths of its features, and how answers are drawn from lessons."""

    cells_sha256: str
    pieces_sha256: str
    pointers_sha256: str
    faces: int
    pieces: int
    owners: int
    face_stiffness: float
    face_scale: float
    piece_stiffness: float
    piece_scale: float
    owner_stiffness: float
    owner_scale: float
    flat_scale: float
    """How far to trust a sign: fitted so that what is said to be 99 % sure is right 99 times of 100."""
    cover_scale: float
    cover_offset: float
    """Drawn so that what may well be hidden is told as hidden."""
    way_scale: float
    points_scale: float
    stands_scale: float
    bare_weight: float
    """How much more a lesson's bare places weigh than a piece does: they are of many looks."""
    lying_arena: Weights
    """What each measure of `vision.lying` says for something that lies on a cell of the arena."""
    lying_ring: Weights

    def after(self, photos: int) -> Fit:
        """The same for a lesson of so many photos: who was shown more may believe what was shown to the letter."""
        more = max(photos / FITTED, 1.0)
        return replace(self, piece_stiffness=self.piece_stiffness - 3 * math.log(more))


class Network:
    """The loaded networks: one looks at whole cuts, one at pieces, one at what points."""

    def __init__(self, cells: bytes, pieces: bytes, pointers: bytes, fit: Fit) -> None:
        self.fit = fit
        self._cells = loaded(cells, fit.cells_sha256)
        self._pieces = loaded(pieces, fit.pieces_sha256)
        self._pointers = loaded(pointers, fit.pointers_sha256)
        self._lock = Lock()

    def look(self, part: Part, standing: Collection[Spot] | None = None, *, points: bool = True,
             tone: Tone | None = None, turns: Turns = ONE_WAY) -> Seen:  # fmt: skip
        """Features of every cell of a part of the table.

        ``standing``: where to look for pieces, if known; ``points``: whether to look for what points; ``tone``:
        the light, if known better than by the arena's mean; ``turns``: which way round, and if several, what is
        seen on the whole. Several threads may ask; one waits for the other.
        """
        with self._lock:
            return self._look(part, standing, points, (tone or tone_of(arena_of(part.cut)), turns))

    def _look(self, part: Part, standing: Collection[Spot] | None, points: bool, how: tuple[Tone, Turns]) -> Seen:
        fit, (tone, turns) = self.fit, how
        out = self._cells_of(part, tone, turns, whole=points)
        faces, coarse, owners, signs = np.split(out, np.cumsum([fit.faces, fit.pieces, fit.owners]), axis=2)
        flat = _likely(signs[..., 0], fit.flat_scale)
        stands = _likely(signs[..., 1], 1.0)
        covered = _likely(signs[..., 2] + np.float32(fit.cover_offset), fit.cover_scale)
        perhaps = signs[..., 3]
        pointer, ways = np.zeros_like(perhaps), np.full((CELLS, CELLS, 4), 0.25, np.float32)
        for row, column in _likeliest(perhaps, perhaps.max() - _BEHIND, _SPOTS) if points else ():
            close, ways[row, column] = self.pointer(level(part, tone, row, column))
            # the second sees the thing, the first what lies around it: letters look like tips to the second alone
            pointer[row, column] = _likely(close + perhaps[row, column], fit.points_scale)
        pieces = np.zeros((CELLS, CELLS, 2 * fit.pieces), np.float32)
        if standing is None:
            in_sight = np.where(_READABLE, stands * (1 - covered), 0)
            standing = _likeliest(in_sight, _PERHAPS, _LOOKS)
        for row, column in standing:
            patch = upright(part, tone, row, column)
            fine, stands[row, column] = self.piece(mirrored(patch) if turns[0] % 2 else patch)
            pieces[row, column] = np.concatenate([_unit(fine), _COARSE * _unit(coarse[row, column])])
        return Seen(faces, pieces, owners, flat, stands, covered, pointer, ways)

    def _cells_of(self, part: Part, tone: Tone, turns: Turns, *, whole: bool) -> Features:
        """What the first network answers about every cell; only what points may lie at the rim."""
        cut, eye = (part.cut, part.eye) if whole else without_rim(part.cut, part.eye)
        planes = prepared(cut, eye, tone)
        looks = [self._turned(planes, turn) for turn in turns]
        out = np.mean(looks, axis=0)
        # averaged with looks that miss it, a tip would drown
        out[..., -_POINTING:] = looks[0][..., -_POINTING:]
        found = np.full((CELLS, CELLS, out.shape[2]), _NEVER, np.float32)
        rim = (CELLS - len(out)) // 2
        found[rim : CELLS - rim, rim : CELLS - rim] = out
        return found

    def _turned(self, planes: Features, turn: int) -> Features:
        """The same of cells that are turned so often before they are looked at."""
        self._cells.setInput(turned(planes, turn)[None])
        out = np.asarray(self._cells.forward(), np.float32)[0].transpose(1, 2, 0)
        return np.rot90(out, -turn)

    def piece(self, patch: Patch) -> tuple[Features, float]:
        """Features of what stands in a patch, and how likely anything does."""
        self._pieces.setInput(patch[None])
        answer = np.asarray(self._pieces.forward(), np.float32).ravel()
        return answer[:-1], float(_likely(answer[-1:], self.fit.stands_scale)[0])

    def pointer(self, patch: Patch) -> tuple[np.float32, Features]:
        """The logit of something in a patch pointing, and how likely up, right, down, left."""
        self._pointers.setInput(patch[None])
        answer = np.asarray(self._pointers.forward(), np.float32).ravel()
        ways = softmax(answer[None, :4] * np.float32(self.fit.way_scale))[0]
        return answer[4], ways


def _likely(logits: Features, scale: float) -> Features:
    return np.asarray(1 / (1 + np.exp(-logits * np.float32(scale))), np.float32)


def _unit(features: Features) -> Features:
    return np.asarray(features / max(float(np.linalg.norm(features)), 1e-12), np.float32)


def _likeliest(likely: NDArray[np.float32], least: float, most: int) -> list[Spot]:
    """The likeliest cells, so many at most, and none that is less likely than ``least``."""
    ranked = np.argsort(likely, axis=None)[::-1][:most]
    spots = zip(*np.unravel_index(ranked, likely.shape), strict=True)
    return [(int(row), int(column)) for row, column in spots if likely[row, column] >= least]


@cache
def network() -> Network:
    """The networks that come with the program. Raises ModelError if they are not there, or are others."""
    return shipped("network.toml", NAMES, _network)


def _network(found: Sequence[bytes], fit: Mapping[str, Any]) -> Network:
    cells, pieces, pointers = found
    weights = {name: tuple(value) for name, value in fit.items() if isinstance(value, list)}
    return Network(cells, pieces, pointers, Fit(**{**fit, **weights}))
