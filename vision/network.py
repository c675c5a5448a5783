"""The networks, run by OpenCV alone: from a cut to features of every cell and of every piece.

``make train`` makes it; see docs/sight.md. A file whose hash is not the one written beside it is not loaded.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import N_, RunewatchError
from vision.cut import CELLS, RIM, arena_of, prepared, tone_of
from vision.lesson import softmax
from vision.upright import Part, Patch, upright

Features = NDArray[np.float32]

INNER = tuple((row, column) for row in range(RIM, CELLS - RIM) for column in range(RIM, CELLS - RIM))
"""All cells of a cut that can be read."""
_PERHAPS = 0.01
"""Where a piece stands less likely than this, none is looked for."""


class ModelError(RunewatchError, ValueError):
    """The network's file is not the one that belongs to this program."""


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
    """How likely the middle of something that points is there."""
    ways: NDArray[np.float32]
    """How likely it points up, right, down, left of the cut."""


@dataclass(frozen=True, slots=True)
class Fit:
    """What goes with a network's file: widths of its features, and how answers are drawn from lessons."""

    cells_sha256: str
    pieces_sha256: str
    faces: int
    pieces: int
    owners: int
    face_stiffness: float
    face_scale: float
    piece_stiffness: float
    piece_scale: float
    owner_stiffness: float
    owner_scale: float
    sign_scale: float
    """How far to trust the signs: fitted so that what is said to be 99 % sure is right 99 times of 100."""
    way_scale: float
    stands_scale: float


class Network:
    """The loaded networks: one looks at whole cuts, one at pieces. Not for several threads at once."""

    def __init__(self, cells: bytes, pieces: bytes, fit: Fit) -> None:
        self.fit = fit
        self._cells = _loaded(cells, fit.cells_sha256)
        self._pieces = _loaded(pieces, fit.pieces_sha256)

    def look(self, part: Part, standing: Collection[tuple[int, int]] | None = None) -> Seen:
        """Features of every cell of a part of the table. ``standing``: where to look for pieces, if known."""
        fit = self.fit
        tone = tone_of(arena_of(part.cut))
        self._cells.setInput(prepared(part.cut, part.eye, tone)[None])
        out = np.asarray(self._cells.forward(), np.float32).reshape(-1, CELLS, CELLS).transpose(1, 2, 0)
        faces, owners, signs = np.split(out, np.cumsum([fit.faces, fit.owners]), axis=2)
        likely = 1 / (1 + np.exp(-signs[..., :4] * np.float32(fit.sign_scale)))
        ways = softmax((signs[..., 4:] * np.float32(fit.way_scale)).reshape(-1, 4)).reshape(CELLS, CELLS, 4)
        flat, stands, covered, pointer = np.moveaxis(likely, 2, 0).copy()
        pieces = np.zeros((CELLS, CELLS, fit.pieces), np.float32)
        for row, column in _spots(stands) if standing is None else standing:
            pieces[row, column], stands[row, column] = self.piece(upright(part, tone, row, column))
        return Seen(faces, pieces, owners, flat, stands, covered, pointer, ways)

    def piece(self, patch: Patch) -> tuple[Features, float]:
        """Features of what stands in a patch, and how likely anything does."""
        self._pieces.setInput(patch[None])
        answer = np.asarray(self._pieces.forward(), np.float32).ravel()
        return answer[:-1], float(1 / (1 + np.exp(-answer[-1] * np.float32(self.fit.stands_scale))))


def _spots(stands: NDArray[np.float32]) -> list[tuple[int, int]]:
    return [spot for spot in INNER if stands[spot] > _PERHAPS]


def _loaded(onnx: bytes, expected: str) -> cv2.dnn.Net:
    came = hashlib.sha256(onnx).hexdigest()
    if came != expected:
        raise ModelError(
            N_("the network's file has the hash {came}, not {expected}"), came=came[:12], expected=expected[:12]
        )
    return cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))


@cache
def network() -> Network:
    """The networks that come with the program. Raises ModelError if they are not there, or are others."""
    folder = files("vision") / "model"
    try:
        described = tomllib.loads((folder / "network.toml").read_text(encoding="utf-8"))
        cells, pieces = ((folder / f"{name}.onnx").read_bytes() for name in ("cells", "pieces"))
        return Network(cells, pieces, Fit(**described["fit"]))
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError) as error:
        raise ModelError(
            N_("the networks of sight are missing or of another version: {why}"), why=str(error)
        ) from error
