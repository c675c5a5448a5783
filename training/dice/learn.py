"""Teaches the networks of dice: python -m training.dice.learn OUT MINUTES FOLDER [FOLDER ...].

Two steps of three teach the one that finds, the third the one that looks closely. What is kept is the mean of the
last weights, which is better than any of them. Pictures with numbers below HELD_BACK are never learnt from. What
is in OUT already is gone on from.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from training.dice.network import SPOT, STATES, VALUES, FaceNetwork, SpotNetwork
from vision.dice.patches import CLOSE, DIE, SMALL, STEP, told

HELD_BACK = 20
SIDE = 112
"""Pixels of a small frame that the first network learns from at a time."""
RATE = 3e-3
HIDDEN = 0.12
VIEWS, PICTURES, EACH = 10, 6, 16
"""Small frames to a step of the first network; pictures, and patches of each, to one of the second."""
_SEEN_UNDER = 9
"""Where in a die's truth it says how its underside is seen; older pictures do not."""
Rng = np.random.Generator
Plane = NDArray[np.float32]
Frame = NDArray[np.uint8]
Picture = dict[str, NDArray[np.float32]]


def shelf_of(folders: list[Path]) -> list[list[Picture]]:
    """The pictures of each folder."""
    found = []
    for folder in folders:
        paths = [path for path in sorted(folder.glob("*.npz")) if "part" not in path.name]
        shelf = []
        for path in paths:
            if int(path.stem) >= HELD_BACK:
                with np.load(path) as kept:
                    shelf.append({name: kept[name] for name in kept.files})
        if shelf:
            found.append(shelf)
    return found


def spoiled(rng: Rng, picture: Frame) -> Frame:
    """The same in other colours, under another exposure and balance, with more noise."""
    found = picture
    if rng.random() < 0.35:
        turned = cv2.cvtColor(found, cv2.COLOR_BGR2HSV)
        turned[..., 0] = (turned[..., 0].astype(np.int16) + int(rng.integers(180))) % 180
        found = np.asarray(cv2.cvtColor(turned, cv2.COLOR_HSV2BGR), np.uint8)
    if rng.random() < 0.75:
        gain = np.exp(rng.normal(0, 0.25) + rng.normal(0, 0.06, 3))
        level, gamma = np.arange(256) / 255, math.exp(rng.normal(0, 0.15))
        table = np.stack([np.clip(level**gamma * g, 0, 1) * 255 for g in gain], -1).astype(np.uint8)
        found = np.asarray(cv2.LUT(np.ascontiguousarray(found), table[None]), np.uint8)
    if rng.random() < 0.2:
        found = np.asarray(cv2.GaussianBlur(found, (0, 0), rng.uniform(0.4, 1.0)), np.uint8)
    if rng.random() < 0.25:
        grain = rng.normal(0, rng.uniform(2, 8), found.shape)
        found = np.clip(found + grain, 0, 255).astype(np.uint8)
    return found


def _edge(rng: Rng, one: Picture) -> float:
    dice = one["dice"]
    return float(np.median(dice[:, 2])) if len(dice) else float(rng.uniform(20, 43))


# -- finding ----------------------------------------------------------------------------------------------


def view(rng: Rng, one: Picture) -> tuple[Plane, Plane, Plane]:
    """A part of a small frame, turned and mirrored: what is shown, what is there, where it counts."""
    picture = spoiled(rng, one["picture"].astype(np.uint8))
    share = SMALL / (_edge(rng, one) * math.exp(np.clip(rng.normal(0, 0.2), -0.45, 0.45)))
    wide = round(len(picture) * share)
    share = wide / len(picture)
    shrunk = cv2.resize(picture, (wide, wide), interpolation=cv2.INTER_AREA)
    turn = int(rng.integers(4)) * math.pi / 2 + (rng.uniform(-0.6, 0.6) if rng.random() < 0.3 else 0)
    flip = -1.0 if rng.random() < 0.5 else 1.0
    cos, sin = math.cos(turn), math.sin(turn)
    way = np.array([[cos * flip, -sin], [sin * flip, cos]])
    slack = abs(wide - SIDE) / 2
    shift = (SIDE - 1) / 2 + rng.uniform(-slack, slack, 2) - way @ np.full(2, (wide - 1) / 2)
    shown = cv2.warpAffine(shrunk, np.column_stack([way, shift]), (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    spots = SIDE // STEP
    y, x = np.mgrid[:spots, :spots] * STEP + (STEP - 1) / 2
    back = (np.stack([x, y], -1) - shift) @ way
    inside = ((back > 1) & (back < wide - 2)).all(-1)
    target, weight = np.zeros((SPOT, spots, spots), np.float32), np.stack([inside, inside]).astype(np.float32)
    nearest = np.full((spots, spots), np.inf)
    for kind, middle, size, hidden in _there(one, share):
        at = way @ middle + shift
        far = np.hypot(x - at[0], y - at[1])
        if hidden > HIDDEN:
            weight[kind][far < size * 0.6] = 0
            continue
        spread = max(size * (0.14 if kind == 0 else 0.11), 1.3)
        target[kind] = np.maximum(target[kind], np.exp(-((far / spread) ** 2) / 2))
        # the very spot is sure
        peak = np.unravel_index(int(far.argmin()), far.shape)
        if far[peak] < STEP * 0.75:
            target[kind][peak] = 1.0
        own = (far < nearest) & (far < max(size * 0.35, STEP * 0.75))
        nearest[own] = far[own]
        target[2][own], target[3][own] = (at[0] - x[own]) / SMALL, (at[1] - y[own]) / SMALL
        target[4][own] = math.log(size / SMALL)
    counts = np.concatenate([weight, np.isfinite(nearest)[None]]).astype(np.float32)
    # as a whole frame is told, whose mean and spread are others than its parts'
    level = shown.mean() + rng.normal(0, 8)
    scale = (math.sqrt(shown.reshape(-1, 3).var(0).mean()) + 12) * math.exp(rng.normal(0, 0.2))
    return ((shown - level) / scale).transpose(2, 0, 1).astype(np.float32), target, counts


def _there(one: Picture, share: float) -> Iterator[tuple[int, NDArray[np.float64], float, float]]:
    """What lies in a picture made smaller: 0 for dice, 1 for tokens; its middle, its size, how much is hidden."""
    for row in one["dice"]:
        yield 0, (row[:2] + 0.5) * share - 0.5, float(row[2]) * share, float(row[5])
    for row in one["tokens"]:
        yield 1, (row[:2] + 0.5) * share - 0.5, 2 * float(row[2]) * share, float(row[4])


def missed(answer: Tensor, target: Tensor, counts: Tensor) -> Tensor:
    """How wrong the answers are: whether something is there, and where exactly."""
    likely, goal, weight = torch.sigmoid(answer[:, :2]).clamp(1e-5, 1 - 1e-5), target[:, :2], counts[:, :2]
    sure = (goal > 0.999).float()
    right = sure * (1 - likely) ** 2 * torch.log(likely)
    wrong = (1 - sure) * (1 - goal) ** 4 * likely**2 * torch.log(1 - likely)
    heat = -((right + wrong) * weight).sum() / sure.sum().clamp(min=1)
    own = counts[:, 2:]
    off = functional.smooth_l1_loss(answer[:, 2:] * own, target[:, 2:] * own, reduction="sum", beta=0.1)
    return heat + 2 * off / own.sum().clamp(min=1)


# -- looking closely --------------------------------------------------------------------------------------


Asked = tuple[Frame, Plane]
"""A patch, and what it shows: its state and value, -1 where there is none; how far right and down its middle is,
how much larger it is, and whether that counts; how far right and down of it the underside is seen, and whether
that counts."""


class _Patches:
    """Patches of one picture."""

    def __init__(self, rng: Rng, one: Picture) -> None:
        self._rng = rng
        self._picture = spoiled(rng, one["picture"].astype(np.uint8))
        self._half = cv2.resize(self._picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        self._dice, self._tokens, self._edge = one["dice"], one["tokens"], _edge(rng, one)

    def some(self) -> Asked | None:
        if self._rng.random() < 0.66 and len(self._dice):
            return self._die(self._dice[int(self._rng.integers(len(self._dice)))])
        return self._nothing()

    def _die(self, row: Plane) -> Asked | None:
        if row[5] > HIDDEN:
            return None
        state, value = (0, row[3] - 1) if row[4] > 0.5 else (1, -1)
        at = row[:2] + self._rng.normal(0, 0.06, 2) * row[2]
        return self._patch(at, float(row[2]), (state, value), row)

    def _nothing(self) -> Asked | None:
        """A place without a die: often beside one, or on a token."""
        rng, at = self._rng, self._rng.uniform(5, len(self._picture) - 5, 2)
        which = rng.random()
        if which < 0.6 and len(self._dice):
            row = self._dice[int(rng.integers(len(self._dice)))]
            angle, far = rng.uniform(0, 2 * np.pi), rng.uniform(0.42, 1.0) * row[2]
            at = row[:2] + far * np.array([math.cos(angle), math.sin(angle)])
        elif which < 0.8 and len(self._tokens):
            row = self._tokens[int(rng.integers(len(self._tokens)))]
            at = row[:2] + rng.normal(0, row[2] * 0.55, 2)
        if any(math.dist(row[:2], at) < 0.4 * row[2] for row in self._dice):
            return None
        return self._patch(at, self._edge * math.exp(rng.normal(0, 0.15)), (STATES - 1, -1), None)

    def _patch(
        self, at: NDArray[np.float64], size: float, shows: tuple[float, float], die: Plane | None
    ) -> Asked | None:
        rng = self._rng
        if not ((at > 4) & (at < len(self._picture) - 4)).all():
            return None
        guess = size * math.exp(rng.normal(0, 0.09))
        scale, turn, flip = DIE / guess, rng.uniform(0, 2 * np.pi), rng.choice([-1.0, 1.0])
        cos, sin = math.cos(turn) / scale, math.sin(turn) / scale
        way = np.array([[cos * flip, -sin], [sin * flip, cos]])
        place = [0.0] * 7
        if die is not None:
            back = np.linalg.inv(way)
            right, down = back @ (die[:2] - at) / DIE
            place[:4] = [right, down, math.log(size / guess), 1.0]
            if len(die) > _SEEN_UNDER:
                place[4:] = [*(back @ die[_SEEN_UNDER:] / scale), 1.0]
        source, inner, near = self._picture, way, at
        if scale < 0.55:
            source, inner, near = np.asarray(self._half, np.uint8), way / 2, (at + 0.5) / 2 - 0.5
        move = np.column_stack([inner, near - inner @ np.full(2, (CLOSE - 1) / 2)])
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        patch = cv2.warpAffine(source, move, (CLOSE, CLOSE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(patch, np.uint8), np.array([*shows, *place], np.float32)


def closely(rng: Rng, one: Picture, each: int) -> list[Asked]:
    """At most so many patches of a picture, and what they show."""
    made = _Patches(rng, one)
    return [found for _ in range(each) if (found := made.some()) is not None]


def mistaken(answer: Tensor, asked: Tensor) -> Tensor:
    """How wrong the answers about patches are."""
    state, value, place = torch.tensor_split(answer, [STATES, STATES + VALUES], dim=1)
    total = functional.cross_entropy(state, asked[:, 0].long(), label_smoothing=0.02)
    goal = asked[:, 1].long()
    if (goal >= 0).any():
        total = total + functional.cross_entropy(value, goal, ignore_index=-1, label_smoothing=0.02)
    own = asked[:, 5] > 0
    if own.any():
        total = total + 4 * functional.smooth_l1_loss(place[own], asked[own, 2:5], beta=0.05)
    return total


# -- both -------------------------------------------------------------------------------------------------


class _Mean:
    """The mean of a network's last weights."""

    def __init__(self, network: nn.Module) -> None:
        self._network, self._steps = network, 0
        self.state = {name: value.clone() for name, value in network.state_dict().items()}

    def take(self) -> None:
        self._steps += 1
        keep = min(0.998, 1 - 1 / (1 + self._steps / 3))
        for name, value in self._network.state_dict().items():
            if value.dtype.is_floating_point:
                self.state[name].mul_(keep).add_(value, alpha=1 - keep)
            else:
                self.state[name] = value.clone()


def learn(out: Path, minutes: float, folders: list[Path]) -> None:
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(int(time.time()))
    shelves = shelf_of(folders)
    weights = np.sqrt([len(shelf) for shelf in shelves])
    networks: tuple[nn.Module, nn.Module] = (SpotNetwork(), FaceNetwork())
    if out.exists():
        for network, state in zip(networks, torch.load(out), strict=True):
            network.load_state_dict(state)
    means = [_Mean(network) for network in networks]
    optimizers = [torch.optim.AdamW(network.parameters(), RATE, weight_decay=1e-3) for network in networks]
    begun, step, loss_of = time.monotonic(), 0, [0.0, 0.0]

    def picture() -> Picture:
        shelf = shelves[int(rng.choice(len(shelves), p=weights / weights.sum()))]
        return shelf[int(rng.integers(len(shelf)))]

    while (gone := (time.monotonic() - begun) / 60 / minutes) < 1:
        which = 1 if step % 3 == 2 else 0
        step += 1
        for group in optimizers[which].param_groups:
            group["lr"] = RATE * min(1, step / 300) * (0.5 + 0.5 * math.cos(math.pi * gone)) + 1e-5
        if which == 0:
            views = [view(rng, picture()) for _ in range(VIEWS)]
            shown, target, counts = (torch.from_numpy(np.stack(part)) for part in zip(*views, strict=True))
            loss = missed(networks[0](shown), target, counts)
        else:
            every = [pair for _ in range(PICTURES) for pair in closely(rng, picture(), EACH)]
            patches, asked = zip(*every, strict=True)
            loss = mistaken(networks[1](torch.from_numpy(told(list(patches)))), torch.from_numpy(np.stack(asked)))
        optimizers[which].zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(networks[which].parameters(), 5.0)
        optimizers[which].step()
        means[which].take()
        loss_of[which] += 0.02 * (float(loss.detach()) - loss_of[which])
        if step % 150 == 0:
            print(f"{step} {gone:.2f} {loss_of[0]:.4f} {loss_of[1]:.4f}", flush=True)
            torch.save([mean.state for mean in means], out)
    torch.save([mean.state for mean in means], out)


if __name__ == "__main__":
    learn(Path(sys.argv[1]), float(sys.argv[2]), [Path(folder) for folder in sys.argv[3:]])
