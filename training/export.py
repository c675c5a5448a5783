"""From what was learnt to what is shipped: three ONNX files, their hashes, and how far to trust their answers.

Run: python -m training.export CELLS PIECES POINTERS TRIALS. The trust is fitted with the shipped reading, on sets
held back from learning: scales under which what is said to be so likely is right so often.
"""

from __future__ import annotations

import hashlib
import sys
import warnings
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from torch import nn

from training.figures import FIGURES
from training.lessons import HELD_BACK, LESSONS
from training.network import FACE, OWNER, PIECE, Network, PieceNetwork, PointerNetwork, Taught
from training.train import HIDDEN_SHARE, TILES, Heads, load, readable
from vision import upright
from vision.cut import CELLS, CHANNELS, SIDE
from vision.lesson import teach
from vision.network import INNER, Fit, Seen
from vision.network import Network as Shipped
from vision.upright import part_kept

FOLDER = Path("vision/model")
NEAR = 0.8
"""A spot so near the middle of what points, in cells, is the right one."""
PATCH_SHAPE = (1, upright.CHANNELS, upright.PATCH, upright.PATCH)
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
        return float(factors[np.argmin([self._surprise(float(factor)) for factor in factors])])

    def scale_and_offset(self) -> tuple[float, float]:
        """The same, for questions of yes or no, with what has to be added before."""
        offsets = np.linspace(0, 8, 81)
        best = min(
            (self._surprise(float(factor), float(offset)), float(factor), float(offset))
            for factor in np.exp(np.linspace(-2, 1, 31))
            for offset in offsets
        )
        return best[1], best[2]

    def _surprise(self, factor: float, offset: float = 0.0) -> float:
        logits = np.concatenate(self._logits).astype(np.float64)
        if offset:
            logits = logits + np.array([0.0, offset])
        logits = logits * factor
        top = logits.max(1)
        total = np.log(np.exp(logits - top[:, None]).sum(1)) + top
        return float((total - logits[np.arange(len(logits)), self.right]).mean())


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


# -- trust -----------------------------------------------------------------------------------------------


def held_back(folder: Path) -> Iterator[dict[str, NDArray[np.float32]]]:
    for path in sorted(folder.glob("*.npz")):
        if "part" not in path.name and int(path.stem) < HELD_BACK:
            yield dict(np.load(path))


def answered(shipped: Shipped, trials: Path) -> dict[str, Answers]:
    """All questions about the boards of the sets held back that were no lesson."""
    found = {name: Answers() for name in ("face", "piece", "owner", "flat", "stands", "covered", "points", "way")}
    inside = readable(CELLS).numpy()
    fit = shipped.fit
    for raw in held_back(trials):
        seen = []
        for cut, close, eye in zip(raw["cut"], raw["close"], raw["eye"], strict=True):
            part = part_kept(cut, close, (float(eye[0]), float(eye[1]), float(eye[2])))
            seen.append(shipped.look(part, INNER))
        visible = raw["hidden"] < HIDDEN_SHARE
        tiles, figures = raw["tiles"].astype(int), raw["figures"].astype(int)
        owners = np.select([np.isin(tiles, (1, 2, 6)), np.isin(tiles, (3, 4, 7))], [0, 1], -1)
        faces = np.where(tiles <= TILES, tiles - 1, -1)
        later = np.broadcast_to(np.arange(len(tiles))[:, None, None] >= LESSONS, tiles.shape)
        for name, names, kinds, stiffness in (
            ("face", faces, TILES, fit.face_stiffness), ("owner", owners, 2, fit.owner_stiffness),
            ("piece", figures - 1, FIGURES, fit.piece_stiffness),
        ):  # fmt: skip
            features = np.stack([getattr(one, f"{name}s") for one in seen])
            given = visible & inside & (names >= 0)
            _ask(found[name], features[given], names[given], later[given], kinds, stiffness)
        for i, one in enumerate(seen):
            _signs(found, one, {"flat": tiles[i] > 0, "stands": figures[i] > 0}, visible[i] & inside)
            _signs(found, one, {"covered": ~visible[i]}, inside)
            _points(found, one, raw["gem"][i])
    return found


def _ask(answers: Answers, features: Logits, names: Names, later: NDArray[np.bool_], kinds: int,
         stiffness: float) -> None:  # fmt: skip
    """What the boards of a lesson teach, asked about the later ones."""
    taught = teach(features[~later], [f"{name}" for name in names[~later]], stiffness, 0.0)
    known = [int(name) for name in taught.names]
    ask = later & np.isin(names, known)
    if len(known) < 2 or not ask.any():
        return
    logits = np.full((int(ask.sum()), kinds), -1e9, np.float32)
    logits[:, known] = taught.logits(features[ask])
    answers.add(logits, names[ask])


def _logit(likely: NDArray[np.float32]) -> NDArray[np.float32]:
    safe = np.clip(likely, 1e-6, 1 - 1e-6)
    return np.asarray(np.log(safe / (1 - safe)), np.float32)


def _signs(
    found: dict[str, Answers], one: Seen, truth: dict[str, NDArray[np.bool_]], where: NDArray[np.bool_]
) -> None:
    for name, told in truth.items():
        logit = _logit(getattr(one, name)[where])
        found[name].add(np.column_stack([np.zeros_like(logit), logit]), told[where].astype(np.int64))


def _points(found: dict[str, Answers], one: Seen, gem: NDArray[np.float32]) -> None:
    """Whether the likeliest spot is where the gem lies, and whether it points as was said."""
    row, column = np.unravel_index(int(one.pointer.argmax()), one.pointer.shape)
    is_there = gem[2] >= 0 and max(abs(gem[0] - column), abs(gem[1] - row)) < NEAR
    logit = _logit(one.pointer[row, column][None])
    found["points"].add(np.column_stack([np.zeros_like(logit), logit]), np.array([is_there], np.int64))
    if is_there:
        found["way"].add(np.log(np.maximum(one.ways[row, column], 1e-9))[None], np.array([int(gem[2])]))


# -- the page beside the files ---------------------------------------------------------------------------


def page(fit: Fit, answers: dict[str, Answers], made: str) -> str:
    told = {name: f'"{value}"' if isinstance(value, str) else str(value) for name, value in asdict(fit).items()}
    return "\n".join(
        [
            "# Written by training/export.py; `make train` makes it anew.",
            f'made = "{made}"',
            "",
            "# Share of right answers on made-up sets held back from learning, taught from three boards each.",
            "[right]",
            *(
                f"{name} = {one.share():.5f} # of {len(one.right)}"
                for name, one in answers.items()
                if len(one.right)
            ),
            "",
            "[fit]",
            *(f"{name} = {value}" for name, value in told.items()),
            "",
        ]
    )


def main() -> None:
    cells_learnt, pieces_learnt, pointers_learnt, trials = (Path(argument) for argument in sys.argv[1:5])
    torch.set_num_threads(1)
    network, heads = Network(), Heads(Taught(), Taught(), Taught())
    load(cells_learnt, network, heads)
    pieces, piece_head = PieceNetwork(), Taught()
    kept = torch.load(pieces_learnt)
    pieces.load_state_dict(kept["network"])
    piece_head.load_state_dict(kept["head"])
    pointers = PointerNetwork()
    pointers.load_state_dict(torch.load(pointers_learnt))
    FOLDER.mkdir(exist_ok=True)
    cells_onnx = exported(network, (1, CHANNELS, SIDE, SIDE), FOLDER / "cells.onnx")
    pieces_onnx = exported(pieces, PATCH_SHAPE, FOLDER / "pieces.onnx")
    pointers_onnx = exported(pointers, PATCH_SHAPE, FOLDER / "pointers.onnx")
    stiffness = [round(head.stiffness.item(), 5) for head in (heads.face, piece_head, heads.owner)]
    plain = Fit(
        cells_sha256=hashlib.sha256(cells_onnx).hexdigest(), pieces_sha256=hashlib.sha256(pieces_onnx).hexdigest(),
        pointers_sha256=hashlib.sha256(pointers_onnx).hexdigest(),
        faces=FACE, pieces=PIECE, owners=OWNER, face_stiffness=stiffness[0], face_scale=0.0,
        piece_stiffness=stiffness[1], piece_scale=0.0, owner_stiffness=stiffness[2], owner_scale=0.0,
        flat_scale=1.0, cover_scale=1.0, cover_offset=0.0, way_scale=1.0, points_scale=1.0, stands_scale=1.0,
    )  # fmt: skip
    answers = answered(Shipped(cells_onnx, pieces_onnx, pointers_onnx, plain), trials)
    cover_scale, cover_offset = answers["covered"].scale_and_offset()
    logs = {name: round(float(np.log(answers[name].scale())), 5) for name in ("face", "piece", "owner")}
    fit = replace(
        plain, face_scale=logs["face"], piece_scale=logs["piece"], owner_scale=logs["owner"],
        flat_scale=round(answers["flat"].scale(), 5), cover_scale=round(cover_scale, 5),
        cover_offset=round(cover_offset, 5), way_scale=round(answers["way"].scale(), 5),
        points_scale=round(answers["points"].scale(), 5), stands_scale=round(answers["stands"].scale(), 5),
    )  # fmt: skip
    text = page(fit, answers, " ".join(sys.argv[5:]))
    (FOLDER / "network.toml").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
