"""The networks: from a cut of the table to what tells the things on each cell apart.

They name nothing. For every cell the first gives features in which things of one face lie close together whatever
the lamp; the second does so for standing pieces. What they are called comes from the lesson (``vision.lesson``).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision import upright
from vision.cut import CHANNELS

FACE, PIECE, OWNER = 64, 48, 16
"""How many features tell tiles, figures and owners apart."""
SIGNS = 8
"""Something flat is there; something stands there; something covers the place; the gem's middle is there, and
which of the four ways its tip points."""


class _Block(nn.Module):
    """Two convolutions beside which the input passes unchanged."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _convolved(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.second(self.first(x)))


class _Light(nn.Module):
    """Lets the look of the whole cut, its light above all, weigh the features."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.squeeze = nn.Conv2d(width, width // 4, 1)
        self.excite = nn.Conv2d(width // 4, width, 1)

    def forward(self, x: Tensor) -> Tensor:
        whole = functional.adaptive_avg_pool2d(x, 1)
        return x * torch.sigmoid(self.excite(functional.relu(self.squeeze(whole))))


def _convolved(before: int, after: int, stride: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, 1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


class Network(nn.Module):
    """(n, 6, 384, 384) -> (n, FACE + PIECE + OWNER + SIGNS, 8, 8)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _convolved(CHANNELS, 24, 2),
            _convolved(24, 40, 2),
            _convolved(40, 40),
            _Light(40),
            _convolved(40, 64, 2),
            _Block(64),
            _Light(64),
            _convolved(64, 96, 2),
            _Block(96),
            nn.Conv2d(96, 112, 3, 3),
            nn.ReLU(inplace=True),
        )
        self.head = nn.Conv2d(112, FACE + PIECE + OWNER + SIGNS, 1)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


class PieceNetwork(nn.Module):
    """(n, 5, 80, 80) -> (n, PIECE + 1): a piece that stands upright in its patch, and whether there is one."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _convolved(upright.CHANNELS, 24, 2),
            _convolved(24, 32),
            _convolved(32, 64, 2),
            _convolved(64, 64),
            _convolved(64, 96, 2),
            _convolved(96, 96),
        )
        self.head = nn.Linear(4 * 96, PIECE + 1)
        self.places = nn.Sequential(_convolved(96, 48, 2), nn.Flatten())
        self.placed = nn.Linear(48 * 5 * 5, PIECE + 1)

    def forward(self, x: Tensor) -> Tensor:
        found = self.body(x)
        # the piece is about the middle; what its tile shows is all round
        middle = found[:, :, 2:8, 2:8]
        pooled = [part for where in (found, middle) for part in (where.mean((2, 3)), where.amax((2, 3)))]
        # what is there, wherever it is, and what is where: a hat is above
        return self.head(torch.cat(pooled, dim=1)) + self.placed(self.places(found))


class PointerNetwork(nn.Module):
    """(n, 5, 80, 80) -> (n, 5): which of four ways something points, and whether anything there points."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _convolved(upright.CHANNELS, 16, 2),
            _convolved(16, 24, 2),
            _convolved(24, 40),
            _convolved(40, 56, 2),
            _convolved(56, 56),
            _convolved(56, 64, 2),
        )
        self.head = nn.Sequential(nn.Flatten(), nn.Linear(64 * 5 * 5, 48), nn.ReLU(), nn.Linear(48, 5))

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


class Taught(nn.Module):
    """Answers about new features from a few with names: a ridge regression, solved anew for every lesson."""

    def __init__(self) -> None:
        super().__init__()
        self.stiffness = nn.Parameter(torch.tensor(-1.0))
        self.scale = nn.Parameter(torch.tensor(1.5))

    def forward(self, shown: Tensor, names: Tensor, asked: Tensor, kinds: int) -> Tensor:
        """Logits of each kind for the features asked about; every kind weighs the same in the lesson."""
        wide = _with_one(shown)
        targets = functional.one_hot(names, kinds).to(wide.dtype)
        counts = targets.sum(0).clamp(min=1)
        weights = (targets / counts).sum(1, keepdim=True)
        square = wide.T @ (weights * wide) + torch.exp(self.stiffness) * torch.eye(wide.shape[1])
        solved = torch.linalg.solve(square, wide.T @ (weights * targets))
        return torch.exp(self.scale) * (_with_one(asked) @ solved)


def _with_one(features: Tensor) -> Tensor:
    normal = functional.normalize(features, dim=1)
    return torch.cat([normal, torch.ones(len(normal), 1)], dim=1)
