"""Teaches the networks of dice: python -m training.dice.learn spots|close OUT STEPS FOLDER [FOLDER ...].

Pictures may still be made while it learns; those that are new are taken in. Pictures with numbers below HELD_BACK
are never learnt from. Goes on from OUT if it is there.
"""

from __future__ import annotations

import math
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from training.dice.network import NUMBERS, SPOT, STATES, VALUES, CloseNetwork, SpotNetwork
from vision.dice import patches

HELD_BACK = 20
SIDE = 384
"""Pixels of a frame that the first network learns from at a time."""
CELL = 8
"""Pixels of a frame to a spot."""
RATE = 3e-3
HIDDEN = 0.12
Rng = np.random.Generator
Picture = dict[str, NDArray[np.float32]]


class Shelf:
    """The pictures made so far, from several folders, each weighing the same."""

    def __init__(self, folders: list[Path]) -> None:
        self._folders = folders
        self._kept: list[dict[Path, Picture]] = [{} for _ in folders]
        self._looked = 0.0

    def look(self) -> None:
        if time.monotonic() - self._looked < 45:
            return
        self._looked = time.monotonic()
        for folder, kept in zip(self._folders, self._kept, strict=True):
            for path in folder.glob("*.npz"):
                if path not in kept and "part" not in path.name and int(path.stem) >= HELD_BACK:
                    with np.load(path) as found:
                        kept[path] = {name: found[name] for name in found.files}

    def one(self, rng: Rng) -> Picture:
        shares = [math.sqrt(len(kept)) for kept in self._kept]
        which = int(rng.choice(len(shares), p=np.array(shares) / sum(shares)))
        found = list(self._kept[which].values())
        return found[int(rng.integers(len(found)))]

    def __len__(self) -> int:
        return sum(len(kept) for kept in self._kept)


def spoiled(rng: Rng, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The same under another exposure and balance, with more noise."""
    if rng.random() < 0.3:
        return picture
    gain = np.exp(rng.normal(0, 0.25) + rng.normal(0, 0.05, 3)).astype(np.float32)
    level = np.arange(256, dtype=np.float32) / 255
    gamma = float(np.exp(rng.normal(0, 0.15)))
    table = np.stack([np.clip(level**gamma * g, 0, 1) * 255 for g in gain], -1).astype(np.uint8)
    found = np.asarray(cv2.LUT(np.ascontiguousarray(picture), table[None]), np.uint8)
    if rng.random() < 0.25:
        found = cv2.GaussianBlur(found, (0, 0), rng.uniform(0.4, 1.1))
    if rng.random() < 0.25:
        grain = rng.normal(0, rng.uniform(2, 9), found.shape)
        found = np.clip(found + grain, 0, 255).astype(np.uint8)
    return np.asarray(found, np.uint8)


# -- finding ----------------------------------------------------------------------------------------------


def view(rng: Rng, one: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.float32]]:
    """A part of a picture, turned and mirrored: what is shown, what is there, where it counts."""
    picture = spoiled(rng, one["picture"].astype(np.uint8))
    dice, tokens = one["dice"].copy(), one["tokens"].copy()
    size = float(np.exp(rng.normal(0, 0.12)))
    turn = int(rng.integers(4)) * np.pi / 2 + (rng.uniform(-0.5, 0.5) if rng.random() < 0.3 else 0)
    flip = -1.0 if rng.random() < 0.5 else 1.0
    cos, sin = math.cos(turn) * size, math.sin(turn) * size
    way = np.array([[cos * flip, -sin], [sin * flip, cos]])
    middle, side = (len(picture) - 1) / 2, SIDE / 2 - 0.5
    shift = np.array([side, side]) - way @ (np.array([middle, middle]) + rng.uniform(-30, 30, 2))
    shown = cv2.warpAffine(picture, np.column_stack([way, shift]), (SIDE, SIDE), borderMode=cv2.BORDER_REFLECT)
    spots = SIDE // CELL
    target, weight = np.zeros((SPOT, spots, spots), np.float32), np.ones((2, spots, spots), np.float32)
    y, x = np.mgrid[0:spots, 0:spots].astype(np.float32) * CELL + (CELL - 1) / 2
    nearest = np.full((spots, spots), np.inf, np.float32)
    for kind, rows in enumerate((dice, tokens)):
        for row in rows:
            at = way @ row[:2] + shift
            reach = row[2] * size * (1 if kind == 0 else 2)
            far = np.hypot(x - at[0], y - at[1])
            hidden = row[5] if kind == 0 else row[4]
            if hidden > HIDDEN and hidden < 0.9:
                weight[kind][far < reach * 0.6] = 0
            if hidden > HIDDEN:
                continue
            spread = max(reach * (0.13 if kind == 0 else 0.1), 3.0)
            target[kind] = np.maximum(target[kind], np.exp(-((far / spread) ** 2) / 2))
            # the very spot is sure
            peak = np.unravel_index(int(far.argmin()), far.shape)
            if far[peak] < CELL:
                target[kind][peak] = 1.0
            own = (far < nearest) & (far < max(reach * 0.3, CELL))
            nearest[own] = far[own]
            target[2][own], target[3][own] = (at[0] - x[own]) / 16, (at[1] - y[own]) / 16
            target[4][own] = math.log(reach / 32)
    counts = np.concatenate([weight, np.isfinite(nearest)[None].astype(np.float32)])
    shrunk = cv2.resize(shown, (SIDE // 2, SIDE // 2), interpolation=cv2.INTER_AREA)
    return patches.prepared(np.asarray(shrunk, np.uint8))[0], target, counts


def spread_out(answer: Tensor) -> Tensor:
    """(n, 4 * SPOT, h, w) -> (n, SPOT, 2h, 2w)."""
    n, _, h, w = answer.shape
    return answer.view(n, 2, 2, SPOT, h, w).permute(0, 3, 4, 1, 5, 2).reshape(n, SPOT, 2 * h, 2 * w)


def missed(answer: Tensor, target: Tensor, counts: Tensor) -> Tensor:
    """How wrong the answers are: whether something is there, and where exactly."""
    found = spread_out(answer)
    likely, goal, weight = torch.sigmoid(found[:, :2]).clamp(1e-5, 1 - 1e-5), target[:, :2], counts[:, :2]
    sure = (goal > 0.999).float()
    right = sure * (1 - likely) ** 2 * torch.log(likely)
    wrong = (1 - sure) * (1 - goal) ** 4 * likely**2 * torch.log(1 - likely)
    heat = -((right + wrong) * weight).sum() / sure.sum().clamp(min=1)
    own = counts[:, 2:]
    where = functional.smooth_l1_loss(found[:, 2:] * own, target[:, 2:] * own, reduction="sum") / own.sum().clamp(
        min=1
    )
    return heat + 2 * where


# -- looking closely --------------------------------------------------------------------------------------


Asked = tuple[NDArray[np.float32], NDArray[np.float32]]
"""A patch, and what it shows: whether a die is asked about, its state, its value; whether a token is asked about,
whether there is one, its number; the colour. What is not known is -1."""


class _Patches:
    """Patches of one picture."""

    def __init__(self, rng: Rng, one: Picture) -> None:
        self._rng = rng
        self._picture = spoiled(rng, one["picture"].astype(np.uint8))
        self._mean = patches.shown_mean(cv2.mean(self._picture))
        self._dice, self._tokens = one["dice"], one["tokens"]
        self._edge = float(np.median(self._dice[:, 2])) if len(self._dice) else float(rng.uniform(20, 43))

    def some(self) -> Asked | None:
        kind = self._rng.random()
        if kind < 0.5 and len(self._dice):
            return self._die(self._dice[int(self._rng.integers(len(self._dice)))])
        if kind < 0.78 and len(self._tokens):
            return self._token(self._tokens[int(self._rng.integers(len(self._tokens)))])
        return self._nothing()

    def _die(self, row: NDArray[np.float32]) -> Asked | None:
        if row[5] > HIDDEN or not self._within(row[0], row[1]):
            return None
        state = 0 if row[4] > 0.5 else 1
        told = [1, state, row[3] - 1 if state == 0 else -1, 0, -1, -1, *(row[6:9] / 255)]
        return self._patch(row[0], row[1], patches.DIE / row[2]), np.array(told, np.float32)

    def _token(self, row: NDArray[np.float32]) -> Asked | None:
        if row[4] > HIDDEN or not self._within(row[0], row[1]):
            return None
        told = [0, -1, -1, 1, 1, row[3] - 1, *(row[5:8] / 255)]
        return self._patch(row[0], row[1], patches.TOKEN / (2 * row[2])), np.array(told, np.float32)

    def _nothing(self) -> Asked | None:
        """A place without a die, or without a token: often beside one."""
        rng, (x, y) = self._rng, self._rng.uniform(10, len(self._picture) - 10, 2)
        if len(self._dice) and rng.random() < 0.65:
            row = self._dice[int(rng.integers(len(self._dice)))]
            angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.42, 1.0) * row[2]
            x, y = row[0] + far * math.cos(angle), row[1] + far * math.sin(angle)
        elif len(self._tokens) and rng.random() < 0.4:
            row = self._tokens[int(rng.integers(len(self._tokens)))]
            x, y = row[:2] + rng.normal(0, row[2] * 0.5, 2)
        if not self._within(x, y):
            return None
        if rng.random() < 0.7:
            if any(math.dist(row[:2], (x, y)) < 0.4 * row[2] for row in self._dice):
                return None
            told = [1, STATES - 1, -1, 0, -1, -1, -1, -1, -1]
            return self._patch(x, y, patches.DIE / self._edge), np.array(told, np.float32)
        if any(math.dist(row[:2], (x, y)) < 0.5 * row[2] for row in self._tokens):
            return None
        size = float(rng.uniform(1.2, 2.0)) * self._edge
        return self._patch(x, y, patches.TOKEN / size), np.array([0, -1, -1, 1, 0, -1, -1, -1, -1], np.float32)

    def _within(self, x: float, y: float) -> bool:
        return 5 < x < len(self._picture) - 5 and 5 < y < len(self._picture) - 5

    def _patch(self, x: float, y: float, scale: float) -> NDArray[np.float32]:
        off = self._rng.normal(0, 1.1, 2)
        size = scale * float(np.exp(self._rng.normal(0, 0.07)))
        turn = self._rng.uniform(0, 2 * np.pi)
        return patches.told(patches.cut(self._picture, x + off[0], y + off[1], size, turn), self._mean)


def closely(rng: Rng, one: Picture, each: int) -> list[Asked]:
    """At most so many patches of a picture, and what they show."""
    made = _Patches(rng, one)
    return [found for _ in range(each) if (found := made.some()) is not None]


def mistaken(answer: Tensor, told: Tensor) -> Tensor:
    """How wrong the answers about patches are."""
    ends = np.cumsum([STATES, 2, VALUES, NUMBERS])
    state, is_token, value, number, colour = torch.tensor_split(answer, [int(end) for end in ends], dim=1)
    total = answer.new_zeros(())
    for logits, column, weight in ((state, 1, 1.0), (value, 2, 1.0), (is_token, 4, 0.7), (number, 5, 1.0)):
        goal = told[:, column].long()
        if (goal >= 0).any():
            total = total + weight * functional.cross_entropy(logits, goal, ignore_index=-1, label_smoothing=0.02)
    own = told[:, 6:7] >= 0
    off = functional.smooth_l1_loss(colour, told[:, 6:9], reduction="none", beta=0.05) * own
    return total + 4 * off.sum() / own.sum().clamp(min=1)


# -- both -------------------------------------------------------------------------------------------------


def learn(what: str, out: Path, steps: int, folders: list[Path]) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(int(time.time()))
    network: torch.nn.Module = SpotNetwork() if what == "spots" else CloseNetwork()
    if out.exists():
        network.load_state_dict(torch.load(out))
    shelf = Shelf(folders)
    optimizer = torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-3)
    mean = 0.0
    for step in range(1, steps + 1):
        shelf.look()
        gone = step / steps
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, step / 100) * (0.5 + 0.5 * math.cos(math.pi * gone)) + 1e-5
        if what == "spots":
            views = [view(rng, shelf.one(rng)) for _ in range(12)]
            shown, target, counts = (torch.from_numpy(np.stack(part)) for part in zip(*views, strict=True))
            loss = missed(network(shown), target, counts)
        else:
            every = [pair for _ in range(8) for pair in closely(rng, shelf.one(rng), 16)]
            shown, told = (torch.from_numpy(np.stack(part)) for part in zip(*every, strict=True))
            loss = mistaken(network(shown), told)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        mean = 0.98 * mean + 0.02 * float(loss.detach())
        if step % 50 == 0:
            print(f"{step} {gone:.2f} {mean / (1 - 0.98**step):.4f} of {len(shelf)}", flush=True)
            torch.save(network.state_dict(), out)
    torch.save(network.state_dict(), out)


if __name__ == "__main__":
    learn(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]), [Path(folder) for folder in sys.argv[4:]])
