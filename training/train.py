"""Teaches the network to be taught: every step a few made-up sets, a lesson of each, and questions about the rest.

Run: python -m training.train LESSONS OUT [--steps N].
"""

from __future__ import annotations

import argparse
import queue
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.figures import FIGURES, PIECE_TRAITS
from training.lessons import LESSONS, Shelf, shelf, shelf_options
from training.network import FACE, OWNER, PIECE, Network, Taught
from training.sets import FACE_TRAITS, TILES
from training.shipped import SHIPPED, restore
from vision.cut import CELL, CELLS, arena_of, prepared, tone_of

SETS = 6
HIDDEN_SHARE = 0.35
LAST = CELLS - 1
WEIGHTS = {"way": 2.0}


@dataclass
class Batch:
    """Boards of several sets: (sets, boards, ...)."""

    pictures: Tensor
    tiles: Tensor
    figures: Tensor
    hidden: Tensor
    gems: Tensor
    face_traits: Tensor
    piece_traits: Tensor


# -- pictures --------------------------------------------------------------------------------------------


@dataclass
class _Board:
    """A cut and its truth, as arrays that can be turned."""

    cut: NDArray[np.uint8]
    eye: NDArray[np.float32]
    maps: list[NDArray[np.float32]]
    gem: NDArray[np.float32]

    def mirrored(self) -> _Board:
        way = {1: 3, 3: 1}.get(int(self.gem[2]), self.gem[2])
        gem = np.array([LAST - self.gem[0], self.gem[1], way], np.float32) if self.gem[2] >= 0 else self.gem
        eye = np.array([LAST - self.eye[0], self.eye[1], self.eye[2]], np.float32)
        return _Board(self.cut[:, ::-1], eye, [part[:, ::-1] for part in self.maps], gem)

    def turned(self) -> _Board:
        """A quarter turn to the left."""
        gem, eye = self.gem, self.eye
        if gem[2] >= 0:
            gem = np.array([gem[1], LAST - gem[0], (gem[2] + 3) % 4], np.float32)
        eye = np.array([eye[1], LAST - eye[0], eye[2]], np.float32)
        return _Board(np.rot90(self.cut), eye, [np.rot90(part) for part in self.maps], gem)


def changed(rng: np.random.Generator, raw: dict[str, NDArray[np.float32]]) -> tuple[NDArray[np.float32], ...]:
    """The same boards turned and mirrored, and the same set in other colours."""
    channels = rng.permutation(3) if rng.random() < 0.3 else np.arange(3)
    mirrored = rng.random() < 0.5
    pictures, tiles, figures, hidden, gems = [], [], [], [], []
    for i in range(len(raw["cut"])):
        maps = [raw["tiles"][i], raw["figures"][i], raw["hidden"][i]]
        one = _Board(raw["cut"][i][..., channels], raw["eye"][i], maps, raw["gem"][i])
        one = one.mirrored() if mirrored else one
        for _ in range(int(rng.integers(4))):
            one = one.turned()
        cut = one.cut
        if rng.random() < 0.5:
            gain = (rng.normal(1, 0.06, 3) * rng.normal(1, 0.1)).clip(0.5, 1.6)
            table = np.clip(np.arange(256)[:, None] * gain, 0, 255).astype(np.uint8)
            cut = cv2.LUT(np.ascontiguousarray(cut), table.reshape(1, 256, 3))
        pictures.append(
            prepared(cut, (float(one.eye[0]), float(one.eye[1]), float(one.eye[2])), tone_of(arena_of(cut)))
        )
        tiles.append(one.maps[0])
        figures.append(one.maps[1])
        hidden.append(one.maps[2])
        gems.append(one.gem)
    face_traits = raw["face_traits"].copy()
    piece_traits = raw["piece_traits"].copy()
    face_traits[:, :3] = face_traits[:, channels]
    piece_traits[:, -3:] = piece_traits[:, -3 + channels]
    arrays = (pictures, tiles, figures, hidden, gems)
    return (*(np.stack(array) for array in arrays), face_traits, piece_traits)


def batches(shelf: Shelf, seed: int, rim: int, sets: int = SETS) -> queue.Queue[Batch]:
    """Batches without end, made ready beside the learning."""
    ready: queue.Queue[Batch] = queue.Queue(4)

    def work(chance: int) -> None:
        rng = np.random.default_rng([seed, chance])
        while True:
            some, traced = shelf.some(rng, sets)
            found = [changed(rng, raw) for raw in some]
            stacked = [torch.from_numpy(np.stack(part)) for part in zip(*found, strict=True)]
            batch = Batch(stacked[0], stacked[1].long(), stacked[2].long(), *stacked[3:])
            # the rim is not traced
            ready.put(cropped(batch, 1 if traced else rim))

    for chance in range(2):
        threading.Thread(target=work, args=(chance,), daemon=True).start()
    return ready


# -- what is learnt --------------------------------------------------------------------------------------


@dataclass
class Heads:
    """One way of answering for each kind of question."""

    face: Taught
    piece: Taught
    owner: Taught
    face_traits: nn.Module = field(default_factory=lambda: nn.Linear(FACE, FACE_TRAITS))
    piece_traits: nn.Module = field(default_factory=lambda: nn.Linear(PIECE, PIECE_TRAITS))
    """Only for learning: features that know what a thing is like learn sooner to tell it from others."""

    def parameters(self) -> list[nn.Parameter]:
        parts = (self.face, self.piece, self.owner, self.face_traits, self.piece_traits)
        return [parameter for part in parts for parameter in part.parameters()]


def split(out: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """(…, 8, 8) channels to faces, pieces, owners and signs, channel last."""
    last = out.permute(0, 2, 3, 1)
    return (
        last[..., :FACE],
        last[..., FACE : FACE + PIECE],
        last[..., FACE + PIECE : FACE + PIECE + OWNER],
        last[..., FACE + PIECE + OWNER :],
    )


def _asked(
    head: Taught, features: Tensor, names: Tensor, taught: Tensor, open_: Tensor, kinds: int
) -> Tensor | None:
    """The loss of the questions one lesson answers; None if it answers none."""
    shown, told = features[taught], names[taught]
    known = torch.zeros(kinds, dtype=torch.bool).scatter_(0, told, True)
    ask = open_ & known[names.clamp(0)]
    if known.sum() < 2 or not ask.any():
        return None
    logits = head(shown, told, features[ask], kinds).masked_fill(~known, -30)
    return functional.cross_entropy(logits, names[ask])


def losses(network: Network, heads: Heads, batch: Batch, rng: np.random.Generator) -> dict[str, Tensor]:
    """What is wrong with the answers, by kind of question."""
    sets, boards = batch.tiles.shape[:2]
    with torch.autocast("cpu", torch.bfloat16):
        out = network(batch.pictures.flatten(0, 1).contiguous(memory_format=torch.channels_last))
    faces, pieces, owners, signs = split(out.float())
    tiles, figures = batch.tiles.flatten(0, 1), batch.figures.flatten(0, 1)
    share = batch.hidden.flatten(0, 1)
    seen = share < HIDDEN_SHARE
    inside = readable(tiles.shape[-1])
    found = {
        "flat": functional.binary_cross_entropy_with_logits(
            signs[..., 0][seen & inside], (tiles > 0)[seen & inside].float()
        ),
        "stands": functional.binary_cross_entropy_with_logits(
            signs[..., 1][seen & inside], (figures > 0)[seen & inside].float()
        ),
        "hidden": _hidden_loss(signs[..., 2], share),
        "gem": _gem_loss(signs[..., 3], batch.gems.flatten(0, 1)),
        "way": _way_loss(signs[..., 4:], batch.gems.flatten(0, 1)) * WEIGHTS["way"],
    }
    found["face traits"] = _trait_loss(heads.face_traits, faces, tiles, seen, batch.face_traits)
    found["piece traits"] = _trait_loss(heads.piece_traits, pieces, figures, seen, batch.piece_traits)
    parts: dict[str, list[Tensor]] = {"face": [], "piece": [], "owner": []}
    for i in range(sets):
        part = slice(i * boards, (i + 1) * boards)
        lesson = torch.zeros(boards, *tiles.shape[1:], dtype=torch.bool)
        lesson[torch.from_numpy(rng.permutation(LESSONS)[: int(rng.choice([1, 2, 3, 3]))])] = True
        tile, figure, ok = tiles[part], figures[part], seen[part]
        owner = torch.where(
            (tile == 1) | (tile == 2) | (tile == 6), 0, torch.where((tile == 3) | (tile == 4) | (tile == 7), 1, -1)
        )
        for name, head, features, names, kinds in (
            ("face", heads.face, faces[part], torch.where(tile <= TILES, tile - 1, -1), TILES),
            ("piece", heads.piece, pieces[part], figure - 1, FIGURES),
            ("owner", heads.owner, owners[part], owner, 2),
        ):
            given = ok & (names >= 0)
            loss = _asked(head, features, names, given & lesson, given & ~lesson, kinds)
            if loss is not None:
                parts[name].append(loss)
    for name, several in parts.items():
        if several:
            found[name] = torch.stack(several).mean() * WEIGHTS.get(name, 1.0)
    return found


def _trait_loss(head: nn.Module, features: Tensor, names: Tensor, seen: Tensor, traits: Tensor) -> Tensor:
    """How far what the features say a thing is like is from what it is like."""
    boards = len(names) // len(traits)
    whose = torch.arange(len(traits)).repeat_interleave(boards)[:, None, None].expand_as(names)
    there = seen & (names > 0)
    truth = traits[whose[there], names[there] - 1]
    return functional.smooth_l1_loss(head(features[there]), truth, beta=0.3)


def readable(side: int) -> Tensor:
    """The cells that hold places: the arena and its ring, without the ring's corners."""
    found = torch.zeros(side, side, dtype=torch.bool)
    rim = (side - 6) // 2
    found[rim : side - rim, rim + 1 : side - rim - 1] = found[rim + 1 : side - rim - 1, rim : side - rim] = True
    return found


def cropped(batch: Batch, rim: int) -> Batch:
    """The same boards without so many cells all round: quicker to learn from."""
    if not rim:
        return batch
    part = slice(rim, CELLS - rim)
    wide = slice(rim * CELL, (CELLS - rim) * CELL)
    gems = batch.gems - torch.tensor([rim, rim, 0.0])
    return Batch(
        batch.pictures[..., wide, wide], batch.tiles[..., part, part], batch.figures[..., part, part],
        batch.hidden[..., part, part], gems, batch.face_traits, batch.piece_traits,
    )  # fmt: skip


def _hidden_loss(logits: Tensor, share: Tensor) -> Tensor:
    # near the line between hidden and not nobody needs to be sure
    weight = torch.where((share > 0.2) & (share < 0.5), 0.2, 1.0)
    covered = (share >= HIDDEN_SHARE).float()
    weight = weight * torch.where(covered > 0, 6.0, 1.0)
    return (functional.binary_cross_entropy_with_logits(logits, covered, reduction="none") * weight).mean()


def _gem_loss(logits: Tensor, gems: Tensor) -> Tensor:
    axis = torch.arange(logits.shape[-1]).float()
    away = torch.maximum(
        (gems[:, 0, None, None] - axis[None, None]).abs(), (gems[:, 1, None, None] - axis[None, :, None]).abs()
    )
    there = gems[:, 2, None, None] >= 0
    hit = (there & (away < 0.5)).float()
    # a gem across the line between two cells may be in either
    weight = torch.where(there & (away >= 0.3) & (away < 0.75), 0.0, 1.0) + hit * 12
    return (functional.binary_cross_entropy_with_logits(logits, hit, reduction="none") * weight).mean() * 4


def _way_loss(logits: Tensor, gems: Tensor) -> Tensor:
    there = gems[:, 2] >= 0
    at = gems[:, :2].round().long()
    there &= (at >= 0).all(1) & (at < logits.shape[2]).all(1)
    if not there.any():
        return logits.sum() * 0
    column, row = at[there].T
    return functional.cross_entropy(logits[there][torch.arange(len(row)), row, column], gems[there, 2].long())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    shelf_options(parser)
    parser.add_argument("out", type=Path)
    parser.add_argument("--steps", type=int, default=4000)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--start", type=Path, help="what was learnt before, or `shipped` for the files in use")
    parser.add_argument("--rim", type=int, default=1, help="cells left out all round while learning; 0 at the end")
    parser.add_argument("--threads", type=int, default=1)
    chosen = parser.parse_args()
    torch.manual_seed(chosen.seed)
    torch.set_num_threads(chosen.threads)
    rng = np.random.default_rng(chosen.seed)
    network = Network().to(memory_format=torch.channels_last)
    heads = Heads(Taught(), Taught(), Taught())
    ready = batches(shelf(chosen), chosen.seed, chosen.rim)
    if chosen.start == SHIPPED:
        restore(network, "cells", ready.get().pictures.flatten(0, 1))
    elif chosen.start:
        load(chosen.start, network, heads)
    learnt = [*network.parameters(), *heads.parameters()]
    optimiser = torch.optim.AdamW(learnt, lr=chosen.rate, weight_decay=1e-3)
    plan = torch.optim.lr_scheduler.OneCycleLR(optimiser, chosen.rate, chosen.steps, pct_start=0.08)
    recent: dict[str, float] = {}
    started = time.monotonic()
    for step in range(1, chosen.steps + 1):
        parts = losses(network, heads, ready.get(), rng)
        total = sum(parts.values(), torch.zeros(()))
        optimiser.zero_grad()
        total.backward()
        torch.nn.utils.clip_grad_norm_(learnt, 5.0)
        optimiser.step()
        plan.step()
        for name, value in parts.items():
            recent[name] = 0.97 * recent.get(name, value.item()) + 0.03 * value.item()
        if step % 25 == 0:
            told = " ".join(f"{name} {value:.4f}" for name, value in recent.items())
            print(f"{step} {time.monotonic() - started:.0f}s {told}", flush=True)
        if step % 250 == 0 or step == chosen.steps:
            save(chosen.out, network, heads)


PARTS = ("face", "piece", "owner", "face_traits", "piece_traits")


def save(path: Path, network: Network, heads: Heads) -> None:
    parts = {name: getattr(heads, name).state_dict() for name in PARTS}
    torch.save({"network": network.state_dict(), **parts}, path)


def load(path: Path, network: Network, heads: Heads) -> None:
    kept = torch.load(path)
    network.load_state_dict(kept["network"])
    for name in PARTS:
        if name in kept:
            getattr(heads, name).load_state_dict(kept[name])


if __name__ == "__main__":
    main()
