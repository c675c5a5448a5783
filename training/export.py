"""From what was learnt to what is shipped: two ONNX files, their hashes, and how far to trust their answers.

Run: python -m training.export CELLS PIECES LESSONS CLOSEUPS. The trust is fitted with the shipped reading,
on sets held back from learning: scales under which what is said to be so likely is right so often.
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
from torch import Tensor, nn

from training.figures import FIGURES
from training.lessons import HELD_BACK, LESSONS
from training.network import FACE, OWNER, PIECE, Network, PieceNetwork, Taught
from training.pieces import pieces_of
from training.train import HIDDEN_SHARE, TILES, Heads, load, readable
from vision import upright
from vision.cut import CELLS, CHANNELS, SIDE
from vision.lesson import teach
from vision.network import Fit, Seen
from vision.network import Network as Shipped
from vision.upright import part_kept

FOLDER = Path("vision/model")
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

    def _surprise(self, factor: float) -> float:
        logits = np.concatenate(self._logits).astype(np.float64) * factor
        top = logits.max(1)
        total = np.log(np.exp(logits - top[:, None]).sum(1)) + top
        return float((total - logits[np.arange(len(logits)), self.right]).mean())


# -- files -----------------------------------------------------------------------------------------------


class _Cells(nn.Module):
    """The first network without what it answered only while learning."""

    def __init__(self, learnt: Network) -> None:
        super().__init__()
        self.body = learnt.body
        kept = [i for i in range(learnt.head.out_channels) if not FACE <= i < FACE + PIECE]
        self.head = nn.Conv2d(learnt.head.in_channels, len(kept), 1)
        assert self.head.bias is not None and learnt.head.bias is not None
        self.head.weight.data = learnt.head.weight.data[kept]
        self.head.bias.data = learnt.head.bias.data[kept]

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


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


def answered(shipped: Shipped, lessons: Path, close: Path) -> dict[str, Answers]:
    """All questions about the boards of the sets held back that were no lesson."""
    found = {name: Answers() for name in ("face", "piece", "owner", "flat", "stands", "covered", "pointer", "way")}
    inside = readable(CELLS).numpy()
    fit = shipped.fit
    for raw in held_back(lessons):
        seen = []
        for cut, eye in zip(raw["cut"], raw["eye"], strict=True):
            part = part_kept(cut, cut, (float(eye[0]), float(eye[1]), float(eye[2])))
            seen.append(shipped.look(part, standing=()))
        visible = raw["hidden"] < HIDDEN_SHARE
        tiles = raw["tiles"].astype(int)
        owners = np.select([np.isin(tiles, (1, 2, 6)), np.isin(tiles, (3, 4, 7))], [0, 1], -1)
        faces = np.where(tiles <= TILES, tiles - 1, -1)
        later = np.broadcast_to(np.arange(len(tiles))[:, None, None] >= LESSONS, tiles.shape)
        for name, names, kinds, stiffness in (
            ("face", faces, TILES, fit.face_stiffness), ("owner", owners, 2, fit.owner_stiffness)
        ):  # fmt: skip
            features, given = np.stack([getattr(one, f"{name}s") for one in seen]), visible & (names >= 0)
            _ask(found[name], features[given], names[given], later[given], kinds, stiffness)
        for i, one in enumerate(seen):
            _signs(found, one, {"flat": tiles[i] > 0}, visible[i] & inside)
            clear = (raw["hidden"][i] < 0.2) | (raw["hidden"][i] > 0.5)
            _signs(found, one, {"covered": raw["hidden"][i] > 0.5}, clear)
            _gem(found, one, raw["gem"][i])
    for raw in held_back(close):
        pieces = pieces_of(np.random.default_rng(0), raw, change=False)
        told = [shipped.piece(patch) for patch in pieces.patches]
        features, there = np.stack([one[0] for one in told]), np.array([one[1] for one in told], np.float32)
        given, later = pieces.names >= 0, pieces.boards >= LESSONS
        _ask(found["piece"], features[given], pieces.names[given], later[given], FIGURES, fit.piece_stiffness)
        logit = _logit(there[later])
        found["stands"].add(np.column_stack([np.zeros_like(logit), logit]), given[later].astype(np.int64))
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


def _gem(found: dict[str, Answers], one: Seen, gem: NDArray[np.float32]) -> None:
    truth = np.zeros((CELLS, CELLS), np.bool_)
    if gem[2] >= 0:
        column, row = (int(np.clip(np.round(at), 0, CELLS - 1)) for at in gem[:2])
        truth[row, column] = True
        found["way"].add(np.log(np.maximum(one.ways[row, column], 1e-9))[None], np.array([int(gem[2])]))
    _signs(found, one, {"pointer": truth}, np.ones_like(truth))


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
    cells_learnt, pieces_learnt, lessons, close = (Path(argument) for argument in sys.argv[1:5])
    torch.set_num_threads(1)
    network, heads = Network(), Heads(Taught(), Taught(), Taught())
    load(cells_learnt, network, heads)
    pieces, piece_head = PieceNetwork(), Taught()
    kept = torch.load(pieces_learnt)
    pieces.load_state_dict(kept["network"])
    piece_head.load_state_dict(kept["head"])
    FOLDER.mkdir(exist_ok=True)
    cells_onnx = exported(_Cells(network), (1, CHANNELS, SIDE, SIDE), FOLDER / "cells.onnx")
    pieces_onnx = exported(pieces, (1, upright.CHANNELS, upright.PATCH, upright.PATCH), FOLDER / "pieces.onnx")
    stiffness = [round(head.stiffness.item(), 5) for head in (heads.face, piece_head, heads.owner)]
    plain = Fit(
        cells_sha256=hashlib.sha256(cells_onnx).hexdigest(), pieces_sha256=hashlib.sha256(pieces_onnx).hexdigest(),
        faces=FACE, pieces=PIECE, owners=OWNER, face_stiffness=stiffness[0], face_scale=0.0,
        piece_stiffness=stiffness[1], piece_scale=0.0, owner_stiffness=stiffness[2], owner_scale=0.0,
        sign_scale=1.0, way_scale=1.0, stands_scale=1.0,
    )  # fmt: skip
    answers = answered(Shipped(cells_onnx, pieces_onnx, plain), lessons, close)
    signs = Answers()
    for name in ("flat", "covered"):
        signs.add(np.concatenate(answers[name]._logits), answers[name].right)
    logs = {name: round(float(np.log(answers[name].scale())), 5) for name in ("face", "piece", "owner")}
    fit = replace(
        plain, face_scale=logs["face"], piece_scale=logs["piece"], owner_scale=logs["owner"],
        sign_scale=round(signs.scale(), 5), way_scale=round(answers["way"].scale(), 5),
        stands_scale=round(answers["stands"].scale(), 5),
    )  # fmt: skip
    text = page(fit, answers, " ".join(sys.argv[5:]))
    (FOLDER / "network.toml").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
