"""The two networks of dice: one finds them and tokens in a small frame, one looks closely at each.

Neither knows a name. The second tells of what colour a body is in plain light, as three numbers; which name goes
with which colour is taught (``vision.dice.lesson``).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from vision.dice.patches import CHANNELS

SPOT = 5
"""What is said of each spot: a die is there, a token is there, how far its middle is right and down, its size."""
STATES, VALUES, NUMBERS, COLOUR = 3, 6, 8, 3
"""A die lies flat, leans, is none; what it shows; a token's number; a body's colour."""


def _convolved(before: int, after: int, stride: int = 1, wide: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride, wide, wide, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


class _Block(nn.Module):
    """Each channel looked at by itself, then all together, beside which the input passes unchanged."""

    def __init__(self, width: int, wide: int = 1) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(width, width, 3, 1, wide, wide, groups=width, bias=False),
            nn.BatchNorm2d(width),
            nn.ReLU(inplace=True),
            nn.Conv2d(width, width, 1, bias=False),
            nn.BatchNorm2d(width),
        )

    def forward(self, x: Tensor) -> Tensor:
        return functional.relu(x + self.body(x))


class SpotNetwork(nn.Module):
    """(n, 3, h, w) -> (n, 4 * SPOT, h / 8, w / 8): four spots to a cell, row by row."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _convolved(3, 10, 2),
            _convolved(10, 20, 2),
            _convolved(20, 48, 2),
            _Block(48),
            _Block(48, 2),
            _Block(48),
            _Block(48, 2),
            _Block(48),
        )
        self.head = nn.Conv2d(48, 4 * SPOT, 1)
        with torch.no_grad():
            self.head.bias.zero_()
            self.head.bias.view(4, SPOT)[:, :2] = -4

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


class CloseNetwork(nn.Module):
    """(n, 6, 40, 40) -> (n, 22): states, whether it is a token, values, numbers, the colour."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _convolved(CHANNELS, 16, 2),
            _convolved(16, 24),
            _convolved(24, 40, 2),
            _convolved(40, 40),
            _convolved(40, 64, 2),
            nn.Flatten(),
            nn.Dropout(0.2),
            nn.Linear(64 * 25, 96),
            nn.ReLU(inplace=True),
        )
        self.head = nn.Linear(96, STATES + 2 + VALUES + NUMBERS + COLOUR)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))
