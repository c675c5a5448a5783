"""Learning names by example: a ridge regression from features to names, solved in a millisecond.

Every name weighs the same however often it was shown, unless it is said to be heavier. Features have unit length,
so one example is a direction.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Features = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """What can answer: the names, and the weights of each feature for each name."""

    names: tuple[str, ...]
    weights: Features
    scale: float

    def logits(self, asked: Features) -> Features:
        return np.asarray(self.scale * (_with_one(asked) @ self.weights), np.float32)

    def likelihoods(self, asked: Features) -> Features:
        """How likely each name is for each row of features; each row sums to one."""
        if not self.names:
            return np.zeros((len(asked), 0), np.float32)
        return softmax(self.logits(asked))


def softmax(logits: Features) -> Features:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def _with_one(features: Features) -> Features:
    length = np.linalg.norm(features, axis=1, keepdims=True)
    normal = features / np.maximum(length, 1e-12)
    return np.hstack([normal, np.ones((len(normal), 1), np.float32)]).astype(np.float32)


def teach(
    shown: Features, names: Sequence[str], stiffness: float, scale: float, weigh: Mapping[str, float] | None = None
) -> Taught:
    """Learns from rows of features and the name of each; ``weigh`` makes names heavier than the others."""
    told = tuple(sorted(set(names)))
    if not told:
        return Taught((), np.zeros((0, 0), np.float32), scale)
    targets = np.array([[name == one for one in told] for name in names], np.float64)
    wide = _with_one(shown).astype(np.float64)
    heavy = np.array([(weigh or {}).get(name, 1.0) for name in told])
    weights = (targets / targets.sum(0) * heavy).sum(1, keepdims=True)
    square = wide.T @ (weights * wide) + np.exp(stiffness) * np.eye(wide.shape[1])
    solved = np.linalg.solve(square, wide.T @ (weights * targets))
    return Taught(told, solved.astype(np.float32), float(np.exp(scale)))
