"""The network, run by OpenCV alone: from a cut to features of every cell.

``make train`` makes it; see docs/sight.md. A file whose hash is not the one written beside it is not loaded.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.errors import N_, RunewatchError
from vision.cut import CELLS, Cut, Eye, prepared
from vision.lesson import softmax

Features = NDArray[np.float32]


class ModelError(RunewatchError, ValueError):
    """The network's file is not the one that belongs to this program."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the network makes of a cut: features of each cell, and how likely each sign is there."""

    faces: Features
    pieces: Features
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

    sha256: str
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


class Network:
    """A loaded network. Not for several threads at once."""

    def __init__(self, onnx: bytes, fit: Fit) -> None:
        came = hashlib.sha256(onnx).hexdigest()
        if came != fit.sha256:
            raise ModelError(N_("the network's file has the hash {came}, not {expected}"), came=came[:12],
                             expected=fit.sha256[:12])  # fmt: skip
        self.fit = fit
        self._net = cv2.dnn.readNetFromONNX(np.frombuffer(onnx, np.uint8))

    def look(self, cuts: Sequence[tuple[Cut, Eye]]) -> list[Seen]:
        """Features of every cell of every cut."""
        found = []
        for cut, eye in cuts:
            self._net.setInput(prepared(cut, eye)[None])
            out = np.asarray(self._net.forward(), np.float32).reshape(-1, CELLS, CELLS)
            found.append(self._split(out.transpose(1, 2, 0)))
        return found

    def _split(self, out: Features) -> Seen:
        fit = self.fit
        ends = np.cumsum([fit.faces, fit.pieces, fit.owners])
        faces, pieces, owners, signs = np.split(out, ends, axis=2)
        likely = 1 / (1 + np.exp(-signs[..., :4] * np.float32(fit.sign_scale)))
        ways = softmax((signs[..., 4:] * np.float32(fit.way_scale)).reshape(-1, 4)).reshape(CELLS, CELLS, 4)
        flat, stands, covered, pointer = np.moveaxis(likely, 2, 0)
        return Seen(faces, pieces, owners, flat, stands, covered, pointer, ways)


def network_from(onnx: bytes, description: dict[str, Any]) -> Network:
    return Network(onnx, Fit(**description["fit"]))


@cache
def network() -> Network:
    """The network that comes with the program."""
    folder = files("vision") / "model"
    description = tomllib.loads((folder / "network.toml").read_text(encoding="utf-8"))
    return network_from((folder / "network.onnx").read_bytes(), description)
