"""The networks of dice: one finds them and tokens in a small frame, one looks closely at each, one at how it lies.

None knows a name or a colour: what is taught decides about those (``vision.dice.lesson``).
"""

from __future__ import annotations

import torch
from torch import Tensor, nn

SPOT = 5
"""What is said of each spot: a die is there, a token is there, how far its middle is right and down, its size."""
STATES, VALUES, PLACE = 3, 6, 3
"""A die lies flat, leans, is none; what it shows; how far its middle is right and down, its size."""
UNDER = 2
"""How far right and down of the middle of its upper face that of its underside is seen, in edges."""
_SEEN = 48 * 25


def _convolved(before: int, after: int, stride: int = 1, side: int = 3) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, side, stride, side // 2, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


class SpotNetwork(nn.Module):
    """(n, 3, h, w) -> (n, SPOT, h / 4, w / 4)."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _convolved(3, 8, 2), _convolved(8, 24, 2), _convolved(24, 24), _convolved(24, 24), _convolved(24, 24)
        )
        self.head = nn.Conv2d(24, SPOT, 1)
        with torch.no_grad():
            self.head.bias.zero_()
            self.head.bias[:2] = -4

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


def _looking() -> list[nn.Module]:
    return [
        _convolved(3, 12, 2, 5),
        _convolved(12, 20),
        _convolved(20, 32, 2),
        _convolved(32, 40),
        _convolved(40, 48, 2),
    ]


class FaceNetwork(nn.Module):
    """(n, 3, 36, 36) -> (n, 12): states, values, its place."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *_looking(), nn.Flatten(), nn.Dropout(0.1), nn.Linear(_SEEN, 64), nn.ReLU(inplace=True)
        )
        self.head = nn.Linear(64, STATES + VALUES + PLACE)

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


class UnderNetwork(nn.Module):
    """(n, 3, 36, 36) -> (n, 2): where the underside of a die is seen."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            *_looking(),
            nn.Flatten(),
            nn.Dropout(0.1),
            nn.Linear(_SEEN, 48),
            nn.ReLU(inplace=True),
            nn.Linear(48, UNDER),
        )

    def starting_from(self, faces: FaceNetwork) -> UnderNetwork:
        """The same, seeing at first as the one that looks closely does."""
        for own, other in zip(self.body[:5], faces.body[:5], strict=True):
            own.load_state_dict(other.state_dict())
        return self

    def forward(self, x: Tensor) -> Tensor:
        return self.body(x)
