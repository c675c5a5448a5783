"""Teaches the second network to be taught: standing pieces only, each turned upright, as ``vision.upright`` does.

Run: python -m training.pieces LESSONS OUT [--steps N]. The lessons are those of ``training.train``.
"""

from __future__ import annotations

import argparse
import queue
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.lessons import LESSONS
from training.network import PIECE, PieceNetwork, Taught
from training.sets import PIECE_TRAITS
from training.train import FIGURES, HELD_BACK, HIDDEN_SHARE, changed
from vision.cut import CELL, CELLS, RIM
from vision.upright import upright

SETS = 5
TRAITS_WEIGHT = 2.0


@dataclass
class Pieces:
    """Patches of the boards of a set: which of its pieces stands there (-1 for none), and on which board."""

    patches: NDArray[np.float32]
    names: NDArray[np.int64]
    boards: NDArray[np.int64]
    traits: NDArray[np.float32]


def pieces_of(rng: np.random.Generator, raw: dict[str, NDArray[np.float32]]) -> Pieces:
    """The visible pieces of a set's boards, and some cells without, cut out a little off, as they will be."""
    pictures, tiles, figures, hidden, _, _, traits = changed(rng, raw)
    patches, names, boards = [], [], []
    for board, picture in enumerate(pictures):
        # how far things lean at the first cell and at the last says where the eye is
        first, last = picture[4:, CELL // 2, CELL // 2], picture[4:, -CELL // 2, -CELL // 2]
        up = (figures.shape[1] - 1) / np.maximum(last - first, 1e-6)
        eye = (float(-first[0] * up[0]), float(-first[1] * up[1]), float(up[0]))
        seen = hidden[board] < HIDDEN_SHARE
        standing = np.argwhere((figures[board] > 0) & seen)
        bare = np.argwhere((figures[board] == 0) & (tiles[board] > 0) & seen)
        open_ = np.argwhere((figures[board] == 0) & (tiles[board] == 0) & seen)
        some = [rng.permutation(bare)[: len(standing)], rng.permutation(open_)[:2]]
        for row, column in np.concatenate([standing, *some]):
            if not (RIM <= row < CELLS - RIM and RIM <= column < CELLS - RIM):
                continue
            off = rng.normal(0, (0.03, 0.03, 0.08))
            patches.append(upright(picture, eye, row + off[0], column + off[1], float(off[2])))
            names.append(int(figures[board, row, column]) - 1)
            boards.append(board)
    told = np.array(names, np.int64)
    return Pieces(np.array(patches, np.float32), told, np.array(boards, np.int64), traits[told])


def batches(folder: Path, seed: int) -> queue.Queue[list[Pieces]]:
    """Batches without end, made ready beside the learning."""
    ready: queue.Queue[list[Pieces]] = queue.Queue(6)

    def work(chance: int) -> None:
        rng = np.random.default_rng([seed, chance])
        files = [path for path in folder.glob("*.npz") if "part" not in path.name]
        files = sorted(path for path in files if int(path.stem) >= HELD_BACK)
        while True:
            found = [pieces_of(rng, dict(np.load(files[i]))) for i in rng.integers(len(files), size=SETS)]
            ready.put([one for one in found if (one.names >= 0).sum() > 4])

    for chance in range(2):
        threading.Thread(target=work, args=(chance,), daemon=True).start()
    return ready


def loss_of(head: Taught, features: Tensor, pieces: Pieces, rng: np.random.Generator) -> Tensor | None:
    """How wrong the answers about a set are after a lesson of one to three boards; None if none can be asked."""
    names = torch.from_numpy(pieces.names)
    shown = rng.permutation(LESSONS)[: int(rng.choice([1, 2, 3, 3]))]
    there = names >= 0
    lesson = torch.from_numpy(np.isin(pieces.boards, shown)) & there
    known = torch.zeros(FIGURES, dtype=torch.bool).scatter_(0, names[lesson], True)
    ask = ~lesson & there & known[names.clamp(0)]
    if known.sum() < 2 or not ask.any():
        return None
    logits = head(features[lesson], names[lesson], features[ask], FIGURES).masked_fill(~known, -30)
    return functional.cross_entropy(logits, names[ask])


def _chosen() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lessons", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=3200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--start", type=Path)
    return parser.parse_args()


def main() -> None:
    chosen = _chosen()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(chosen.seed)
    network, head = PieceNetwork().to(memory_format=torch.channels_last), Taught()
    traits = nn.Linear(PIECE, PIECE_TRAITS)
    if chosen.start:
        kept = torch.load(chosen.start)
        network.load_state_dict(kept["network"])
        head.load_state_dict(kept["head"])
        if "traits" in kept:
            traits.load_state_dict(kept["traits"])
    learnt = [*network.parameters(), *head.parameters(), *traits.parameters()]
    optimiser = torch.optim.AdamW(learnt, lr=chosen.rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, chosen.rate, chosen.steps, pct_start=0.1)
    ready = batches(chosen.lessons, chosen.seed)
    recent = seen = 0.0
    started = time.monotonic()
    for step in range(1, chosen.steps + 1):
        sets = ready.get()
        pictures = torch.from_numpy(np.concatenate([one.patches for one in sets]))
        with torch.autocast("cpu", torch.bfloat16):
            out = network(pictures.contiguous(memory_format=torch.channels_last))
        out = out.float()
        features = out[:, :PIECE].split([len(one.names) for one in sets])
        there = torch.from_numpy(np.concatenate([one.names for one in sets])) >= 0
        like = torch.from_numpy(np.concatenate([one.traits for one in sets]))[there]
        total = TRAITS_WEIGHT * functional.smooth_l1_loss(traits(out[there, :PIECE]), like, beta=0.3)
        noticed = functional.binary_cross_entropy_with_logits(out[:, PIECE], there.float())
        total = total + noticed
        told = [loss_of(head, part, one, rng) for part, one in zip(features, sets, strict=True)]
        answered = [loss for loss in told if loss is not None]
        if answered:
            mean = torch.stack(answered).mean()
            total = total + mean
            recent = 0.97 * (recent or mean.item()) + 0.03 * mean.item()
        seen = 0.97 * (seen or noticed.item()) + 0.03 * noticed.item()
        optimiser.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(learnt, 5.0)
        optimiser.step()
        plan.step()
        if step % 25 == 0:
            print(f"{step} {time.monotonic() - started:.0f}s names {recent:.4f} there {seen:.4f}", flush=True)
        if step % 250 == 0 or step == chosen.steps:
            parts = {"network": network, "head": head, "traits": traits}
            torch.save({name: part.state_dict() for name, part in parts.items()}, chosen.out)


if __name__ == "__main__":
    main()
