"""From what was learnt to what is shipped: three ONNX files, their hashes, and how far to trust their answers.

Run: python -m training.export CELLS PIECES POINTERS TRIALS; the first three are files of what was learnt, or ONNX
files as ``training.mixing`` makes them. The trust is fitted with the shipped reading, on sets held back from
learning: scales under which what is said to be so likely is right so often.
"""

from __future__ import annotations

import hashlib
import itertools
import math
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

from training.lessons import HELD_BACK, LESSONS
from training.lying import Boards, Laid, laid, weights
from training.network import FACE, OWNER, PIECE, Network, PieceNetwork, PointerNetwork
from training.pieces import NONE
from training.train import HIDDEN_SHARE, TILES, readable
from vision import upright
from vision.cut import CELLS, CHANNELS, SIDE
from vision.lesson import teach
from vision.lying import logit
from vision.network import INNER, Fit, Seen, Weights
from vision.network import Network as Shipped
from vision.upright import part_kept

FOLDER = Path("vision/model")
NEAR = 0.8
"""A spot so near the middle of what points, in cells, is the right one."""
CAUTION = 20.0
"""A place is told as hidden when this is one in so many."""
BARES = (1.0, 2.0, 3.0, 5.0, 8.0)
STIFFNESSES = (0.0, -1.0, -2.0, -3.0, -4.0, -5.0)
PATCH_SHAPE = (1, upright.CHANNELS, upright.PATCH, upright.PATCH)
NETWORKS: dict[str, tuple[Callable[[], nn.Module], tuple[int, ...]]] = {
    "cells": (Network, (1, CHANNELS, SIDE, SIDE)),
    "pieces": (PieceNetwork, PATCH_SHAPE),
    "pointers": (PointerNetwork, PATCH_SHAPE),
}
Logits = NDArray[np.float32]
Names = NDArray[np.int64]


class Answers:
    """What was answered to a kind of question, and what would have been right."""

    def __init__(self) -> None:
        self._logits: list[Logits] = []
        self._right: list[Names] = []

    def add(self, logits: Logits, right: Names) -> None:
        self._logits.append(logits)
        self._right.append(right)

    @property
    def right(self) -> Names:
        return np.concatenate([np.zeros(0, np.int64), *self._right])

    def share(self) -> float:
        return float((np.concatenate(self._logits).argmax(1) == self.right).mean())

    def scale(self) -> float:
        """The factor under which the answers are as sure as they ought to be."""
        factors = np.exp(np.linspace(-1.5, 3.5, 201))
        return float(factors[np.argmin([self.surprise(float(factor)) for factor in factors])])

    def scale_and_offset(self) -> tuple[float, float]:
        """The same, for questions of yes or no, with what has to be added before."""
        offsets = np.linspace(0, 8, 81)
        best = min(
            (self.surprise(float(factor), float(offset)), float(factor), float(offset))
            for factor in np.exp(np.linspace(-2, 1, 31))
            for offset in offsets
        )
        return best[1], best[2]

    def surprise(self, factor: float, offset: float = 0.0) -> float:
        """How little likely, in the mean, the right answers were called."""
        logits = np.concatenate(self._logits).astype(np.float64)
        if offset:
            logits = logits + np.array([0.0, offset])
        logits = logits * factor
        top = logits.max(1)
        total = np.log(np.exp(logits - top[:, None]).sum(1)) + top
        return float((total - logits[np.arange(len(logits)), self.right]).mean())


@dataclass(frozen=True)
class Question:
    """Features of a set, whose lesson names some; the later ones are asked about."""

    features: Logits
    names: Names
    lesson: NDArray[np.bool_]
    later: NDArray[np.bool_]
    kinds: int
    sign: Logits
    """For things that stand, what the sign says that anything does; the last name is that nothing does."""

    def asked(self, stiffness: float, bare: float) -> tuple[Logits, Logits, Names]:
        """What the lesson says, what the sign adds, and what is right."""
        names = [f"{name}" for name in self.names[self.lesson]]
        taught = teach(self.features[self.lesson], names, stiffness, 0.0, {f"{NONE}": bare})
        known = [int(name) for name in taught.names]
        ask = self.later & np.isin(self.names, known) & (len(known) > 1)
        told = np.full((int(ask.sum()), self.kinds), -1e9, np.float32)
        if ask.any():
            told[:, known] = taught.logits(self.features[ask])
        sign = np.where(np.arange(self.kinds) == self.kinds - 1, 0, self.sign[ask][:, None])
        return told, sign, self.names[ask]


@dataclass(frozen=True)
class Trust:
    """How answers are best drawn from lessons, and how those on the trials turned out."""

    stiffness: float
    scale: float
    sign_scale: float
    bare: float
    answers: Answers


def trust(
    questions: Sequence[Question], sign_scales: Sequence[float] = (0.0,), bares: Sequence[float] = (1.0,)
) -> Trust:
    """The stiffness, the scales and the weight under which the right answers are called likeliest."""
    best, least = None, np.inf
    for stiffness, bare in itertools.product(STIFFNESSES, bares):
        every = [one.asked(stiffness, bare) for one in questions]
        for scale, sign_scale in itertools.product(np.exp(np.linspace(0, 3.5, 36)), sign_scales):
            answers = Answers()
            for told, sign, right in every:
                answers.add(scale * told + sign_scale * sign, right)
            if (surprise := answers.surprise(1.0)) < least:
                best, least = Trust(stiffness, float(scale), float(sign_scale), bare, answers), surprise
    assert best is not None
    return best


# -- files -----------------------------------------------------------------------------------------------


def exported(network: nn.Module, shape: tuple[int, ...], path: Path) -> bytes:
    """Writes a network with weights of half the usual length, which OpenCV lengthens again."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        torch.onnx.export(network.eval(), (torch.zeros(shape),), str(path), opset_version=13, dynamo=False)
    model = onnx.load(str(path))
    for weight in model.graph.initializer:
        if weight.data_type == onnx.TensorProto.FLOAT:
            weight.CopyFrom(numpy_helper.from_array(numpy_helper.to_array(weight).astype(np.float16), weight.name))
    del model.graph.value_info[:]
    path.write_bytes(model.SerializeToString())
    return path.read_bytes()


def written(learnt: Path, name: str, path: Path) -> bytes:
    """Writes a network of this name as it is shipped."""
    if learnt.suffix == ".onnx":
        path.write_bytes(learnt.read_bytes())
        return path.read_bytes()
    make, shape = NETWORKS[name]
    network, kept = make(), torch.load(learnt)
    network.load_state_dict(kept.get("network", kept))
    return exported(network, shape, path)


# -- trust -----------------------------------------------------------------------------------------------


def held_back(folder: Path) -> Iterator[dict[str, NDArray[np.float32]]]:
    for path in sorted(folder.glob("*.npz")):
        if "part" not in path.name and int(path.stem) < HELD_BACK:
            yield dict(np.load(path))


@dataclass(frozen=True)
class Asked:
    """All questions about the boards of the sets held back that were no lesson."""

    by_lesson: dict[str, list[Question]]
    signs: dict[str, Answers]
    """Those that no lesson answers, with their answers."""
    boards: list[Boards]
    """What was seen of each set, for what is fitted once it is known what counts as covered."""


def questions(shipped: Shipped, trials: Path) -> Asked:
    asked: dict[str, list[Question]] = {"face": [], "owner": [], "piece": []}
    sets: list[Boards] = []
    signs = {name: Answers() for name in ("flat", "covered", "points", "way")}
    inside = readable(CELLS).numpy()
    for raw in held_back(trials):
        seen = []
        for i, (cut, close, eye) in enumerate(zip(raw["cut"], raw["close"], raw["eye"], strict=True)):
            part = part_kept(cut, close, (float(eye[0]), float(eye[1]), float(eye[2])))
            seen.append(shipped.look(part, INNER if i < LESSONS else None))
        visible = raw["hidden"] < HIDDEN_SHARE
        tiles, figures = raw["tiles"].astype(int), raw["figures"].astype(int)
        owners = np.select([np.isin(tiles, (1, 2, 6)), np.isin(tiles, (3, 4, 7))], [0, 1], -1)
        faces = np.where(tiles <= TILES, tiles - 1, -1)
        board = np.broadcast_to(np.arange(len(tiles))[:, None, None], tiles.shape)
        for name, names, kinds in (("face", faces, TILES), ("owner", owners, 2)):
            given = visible & inside & (names >= 0)
            features = np.stack([getattr(one, f"{name}s") for one in seen])[given]
            lesson = board[given] < LESSONS
            none = np.zeros(len(features), np.float32)
            asked[name].append(Question(features, names[given], lesson, ~lesson, kinds, none))
        sets.append(Boards(seen, tiles, visible & inside))
        pieces = np.stack([one.pieces for one in seen])
        # the second network only looks where the first sees that there may be a piece
        given = visible & inside & pieces.any(axis=-1)
        names = np.where(figures > 0, figures - 1, NONE)[given]
        sign = logit(np.stack([one.stands for one in seen])[given]).astype(np.float32)
        for photos in range(1, LESSONS + 1):
            # a short lesson has shown few tiles bare: there the sign is worth more
            masks = (board[given] < photos, board[given] >= LESSONS)
            asked["piece"].append(Question(pieces[given], names, *masks, NONE + 1, sign))
        for i, one in enumerate(seen):
            _signs(signs, one, {"flat": tiles[i] > 0}, visible[i] & inside)
            _signs(signs, one, {"covered": ~visible[i]}, inside)
            _points(signs, one, raw["gem"][i])
    return Asked(asked, signs, sets)


def _yes_or_no(sign: NDArray[np.float64]) -> Logits:
    return np.column_stack([np.zeros_like(sign), sign]).astype(np.float32)


def _signs(
    found: dict[str, Answers], one: Seen, truth: dict[str, NDArray[np.bool_]], where: NDArray[np.bool_]
) -> None:
    for name, told in truth.items():
        sign = logit(getattr(one, name)[where])
        found[name].add(_yes_or_no(sign), told[where].astype(np.int64))


def _points(found: dict[str, Answers], one: Seen, gem: NDArray[np.float32]) -> None:
    """Whether the likeliest spot is where the gem lies, and whether it points as was said."""
    row, column = np.unravel_index(int(one.pointer.argmax()), one.pointer.shape)
    is_there = gem[2] >= 0 and max(abs(gem[0] - column), abs(gem[1] - row)) < NEAR
    sign = logit(one.pointer[row, column][None])
    found["points"].add(_yes_or_no(sign), np.array([is_there], np.int64))
    if is_there:
        found["way"].add(np.log(np.maximum(one.ways[row, column], 1e-9))[None], np.array([int(gem[2])]))


# -- the page beside the files ---------------------------------------------------------------------------


def _toml(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(str, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def page(fit: Fit, answers: dict[str, Answers], made: str) -> str:
    told = {name: _toml(value) for name, value in asdict(fit).items()}
    return "\n".join(
        [
            "# Written by training/export.py; `make train` makes it anew.",
            f'made = "{made}"',
            "",
            "# Share of right answers on made-up sets held back from learning, taught from three boards each.",
            "[right]",
            *(
                f"{name.replace(' ', '_')} = {one.share():.5f} # of {len(one.right)}"
                for name, one in answers.items()
                if len(one.right)
            ),
            "",
            "[fit]",
            *(f"{name} = {value}" for name, value in told.items()),
            "",
        ]
    )


def _weighed(cells: Laid, by: Weights) -> Answers:
    """Whether anything lies there, as it is told in the end."""
    measures, lies = cells
    found = Answers()
    found.add(_yes_or_no(measures @ np.array(by)), lies.astype(np.int64))
    return found


def cautious(scale: float, offset: float) -> tuple[float, float]:
    """Tells a place as hidden long before that is likely: to look again is cheap, to be wrong is dear."""
    return 2 * scale, offset + math.log(CAUTION) / scale


def _log(scale: float) -> float:
    return round(math.log(scale), 5)


def main() -> None:
    cells_learnt, pieces_learnt, pointers_learnt, trials = (Path(argument) for argument in sys.argv[1:5])
    torch.set_num_threads(1)
    FOLDER.mkdir(exist_ok=True)
    cells_onnx = written(cells_learnt, "cells", FOLDER / "cells.onnx")
    pieces_onnx = written(pieces_learnt, "pieces", FOLDER / "pieces.onnx")
    pointers_onnx = written(pointers_learnt, "pointers", FOLDER / "pointers.onnx")
    plain = Fit(
        cells_sha256=hashlib.sha256(cells_onnx).hexdigest(), pieces_sha256=hashlib.sha256(pieces_onnx).hexdigest(),
        pointers_sha256=hashlib.sha256(pointers_onnx).hexdigest(),
        faces=FACE, pieces=PIECE, owners=OWNER, face_stiffness=0.0, face_scale=0.0, piece_stiffness=0.0,
        piece_scale=0.0, owner_stiffness=0.0, owner_scale=0.0,
        flat_scale=1.0, cover_scale=1.0, cover_offset=0.0, way_scale=1.0, points_scale=1.0, stands_scale=1.0,
        bare_weight=1.0, lying_arena=(), lying_ring=(),
    )  # fmt: skip
    asked = questions(Shipped(cells_onnx, pieces_onnx, pointers_onnx, plain), trials)
    signs = asked.signs
    face, owner = trust(asked.by_lesson["face"]), trust(asked.by_lesson["owner"])
    piece = trust(asked.by_lesson["piece"], np.exp(np.linspace(-2.5, 0.5, 13)), BARES)
    flat_scale = round(signs["flat"].scale(), 5)
    cover_scale, cover_offset = cautious(*signs["covered"].scale_and_offset())
    # what counts as covered is no ground to compare with
    measures = laid([one.covered_by(cover_scale, cover_offset) for one in asked.boards])
    lying = {name: weights(cells) for name, cells in measures.items()}
    fit = replace(
        plain, face_stiffness=face.stiffness, face_scale=_log(face.scale), owner_stiffness=owner.stiffness,
        owner_scale=_log(owner.scale), piece_stiffness=piece.stiffness, piece_scale=_log(piece.scale),
        stands_scale=round(piece.sign_scale, 5), bare_weight=piece.bare,
        flat_scale=flat_scale, cover_scale=round(cover_scale, 5),
        cover_offset=round(cover_offset, 5), way_scale=round(signs["way"].scale(), 5),
        points_scale=round(signs["points"].scale(), 5),
        # the sign that is weighed has been scaled by then
        **{f"lying_{name}": (round(first / flat_scale, 5), *rest) for name, (first, *rest) in lying.items()},
    )  # fmt: skip
    told = {f"lying {name}": _weighed(cells, lying[name]) for name, cells in measures.items()}
    answers = {"face": face.answers, "piece": piece.answers, "owner": owner.answers, **signs, **told}
    text = page(fit, answers, " ".join(sys.argv[5:]))
    (FOLDER / "network.toml").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
