"""Teaches the second network to be taught: standing pieces only, each turned upright, as ``vision.upright`` does.

Run: python -m training.pieces CLOSEUPS OUT [--steps N]. The pictures are those of ``training.closeups``.
"""

from __future__ import annotations

import argparse
import math
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

from training.changing import change
from training.closeups import TAKEN
from training.figures import FIGURES, PIECE_TRAITS
from training.lessons import LESSONS, Shelf, shelf, shelf_options
from training.network import PIECE, PieceNetwork, Taught
from training.shipped import SHIPPED, restore
from vision import upright
from vision.cut import Tone
from vision.scene.sensor import noise
from vision.upright import PATCH

SETS = 4
TRAITS_WEIGHT = 2.0
NONE = FIGURES
"""The name of a place on which nothing stands."""
DIM, DIMMEST = 0.3, 0.3
"""How many boards are in dim light, and how dim it may be: what the camera then adds of its own is seen better."""
FEW = 0.5
"""How many lessons show but a few of each piece, as a board does that stands in the middle of a match."""
_ACROSS = np.broadcast_to(np.arange(PATCH, dtype=np.float64) - PATCH / 2 + 0.5, (PATCH, PATCH))


@dataclass
class Pieces:
    """Patches of the boards of a set: which of its pieces stands there (-1 for none), and on which board."""

    patches: NDArray[np.float32]
    names: NDArray[np.int64]
    boards: NDArray[np.int64]
    traits: NDArray[np.float32]


def pieces_of(rng: np.random.Generator, raw: dict[str, NDArray[np.float32]]) -> Pieces:
    """The patches of a set, each taken a little off as they will be, all changed to those of another set."""
    made, boards = change(rng), raw["boards"]
    gains = _lamps(rng, int(boards.max()) + 1)
    patches = np.empty((len(boards), upright.CHANNELS, PATCH, PATCH), np.float32)
    for i, kept in enumerate(raw["patches"]):
        colours = gains[boards[i]][:, None] * made.colours
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        off = _off(rng, made.shape)
        patch = cv2.warpAffine(kept, off, (PATCH, PATCH), flags=flags, borderMode=cv2.BORDER_REFLECT)
        patch = cv2.transform(patch, colours)
        patch = _spoiled(rng, patch[:, ::-1] if made.mirrored else patch)
        mean = colours @ raw["tones"][i, :3]
        tone = Tone((float(mean[0]), float(mean[1]), float(mean[2])), _spread(raw["tones"][i, 3], colours))
        patches[i] = upright.normal(np.ascontiguousarray(patch), tone, float(raw["leans"][i]))
    names = raw["names"].astype(np.int64)
    return Pieces(patches, names, boards.astype(np.int64), made.told(raw["traits"])[names])


def _lamps(rng: np.random.Generator, boards: int) -> NDArray[np.float64]:
    """How much of each colour a board's light leaves: some are tinted, some are dim."""
    tinted, dim = rng.random((boards, 1)) < 0.5, rng.random((boards, 1)) < DIM
    found = np.where(tinted, rng.normal(1, 0.07, (boards, 3)).clip(0.7, 1.4), 1)
    return np.asarray(found * np.where(dim, np.exp(rng.uniform(math.log(DIMMEST), 0, (boards, 1))), 1))


def _spread(before: float, colours: NDArray[np.float64]) -> float:
    return float(before * np.linalg.norm(colours) / math.sqrt(3))


def _spoiled(rng: np.random.Generator, patch: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Sometimes in a shadow from outside, sometimes seen by a worse camera than it was taken with."""
    if rng.random() < 0.15:
        angle, dark, soft = rng.uniform(0, 2 * math.pi), rng.uniform(0.35, 0.85), rng.uniform(2, 12)
        along = _ACROSS * math.cos(angle) + _ACROSS.T * math.sin(angle) - rng.normal(0, PATCH / 4)
        lit = dark + (1 - dark) / (1 + np.exp(-along / soft))
        patch = (patch * lit[..., None]).astype(np.uint8)
    if rng.random() < 0.25:
        patch = cv2.GaussianBlur(patch, (0, 0), rng.uniform(0.4, 1.4))
    if rng.random() < 0.25:
        grain = noise(patch.shape, rng) * rng.uniform(2, 9)
        patch = np.clip(patch + grain, 0, 255).astype(np.uint8)
    return patch


def _off(rng: np.random.Generator, shape: NDArray[np.float64]) -> NDArray[np.float64]:
    """From a patch to what was kept, which shows a little more all round."""
    angle, scale, x, y = rng.normal(0, (0.07, 0.03, 2.5, 2.5))
    cos, sin = math.cos(angle) * math.exp(scale), math.sin(angle) * math.exp(scale)
    turn = shape @ np.array([[cos, -sin], [sin, cos]])
    middle = np.array([TAKEN / 2 - 0.5 + x, TAKEN / 2 - 0.5 + y]) - turn @ np.full(2, PATCH / 2 - 0.5)
    return np.column_stack([turn, middle])


def batches(shelf: Shelf, seed: int) -> queue.Queue[list[Pieces]]:
    """Batches without end, made ready beside the learning."""
    ready: queue.Queue[list[Pieces]] = queue.Queue(6)

    def work(chance: int) -> None:
        rng = np.random.default_rng([seed, chance])
        while True:
            found = [pieces_of(rng, raw) for _ in range(SETS) for raw in shelf.some(rng, 1)[0]]
            ready.put([one for one in found if (one.names >= 0).sum() > 4])

    threading.Thread(target=work, args=(0,), daemon=True).start()
    return ready


def loss_of(head: Taught, features: Tensor, pieces: Pieces, rng: np.random.Generator) -> Tensor | None:
    """How wrong the answers about a set are after a lesson of one to three boards; None if none can be asked.

    A place without a piece has a name too: a lesson shows what this set's tiles look like with nothing on them.
    """
    names = torch.from_numpy(pieces.names)
    names = torch.where(names < 0, NONE, names)
    shown = rng.permutation(LESSONS)[: int(rng.choice([1, 2, 3, 3]))]
    taught = np.isin(pieces.boards, shown)
    lesson = torch.from_numpy(taught & _kept(pieces, rng))
    known = torch.zeros(NONE + 1, dtype=torch.bool).scatter_(0, names[lesson], True)
    ask = torch.from_numpy(~taught) & known[names]
    if known.sum() < 3 or not ask.any():
        return None
    logits = head(features[lesson], names[lesson], features[ask], NONE + 1).masked_fill(~known, -30)
    return functional.cross_entropy(logits, names[ask])


def _kept(pieces: Pieces, rng: np.random.Generator) -> NDArray[np.bool_]:
    """Which places a lesson shows: all, or one to three of each piece of a board."""
    found = np.ones(len(pieces.names), np.bool_)
    if rng.random() < FEW:
        most = rng.integers(1, 4, FIGURES)
        order = rng.permutation(len(found))
        for board in np.unique(pieces.boards):
            for name in range(FIGURES):
                here = order[(pieces.boards[order] == board) & (pieces.names[order] == name)]
                found[here[most[name] :]] = False
    return found


def _chosen() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    shelf_options(parser)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=3200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--start", type=Path, help="what was learnt before, or `shipped` for the files in use")
    return parser.parse_args()


def main() -> None:
    chosen = _chosen()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(chosen.seed)
    network, head = PieceNetwork().to(memory_format=torch.channels_last), Taught()
    traits = nn.Linear(PIECE, PIECE_TRAITS)
    ready = batches(shelf(chosen), chosen.seed)
    if chosen.start == SHIPPED:
        restore(network, "pieces", torch.from_numpy(np.concatenate([one.patches for one in ready.get()])))
    elif chosen.start:
        kept = torch.load(chosen.start)
        network.load_state_dict(kept["network"])
        head.load_state_dict(kept["head"])
        if "traits" in kept:
            traits.load_state_dict(kept["traits"])
    learnt = [*network.parameters(), *head.parameters(), *traits.parameters()]
    optimiser = torch.optim.AdamW(learnt, lr=chosen.rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, chosen.rate, chosen.steps, pct_start=0.12)
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
