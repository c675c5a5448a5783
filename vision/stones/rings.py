"""Round parts of stones as pixels: kernels that average over them, and where their pixels are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def within(band: tuple[float, float], unit: float) -> NDArray[np.float32]:
    """A kernel that averages over what lies from one radius to another, in units of so many pixels."""
    reach = int(band[1] * unit + 0.5)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    far = np.hypot(x, y)
    inner = np.clip(far - band[0] * unit + 0.5, 0, 1) if band[0] else np.ones_like(far)
    kernel = inner * np.clip(band[1] * unit - far + 0.5, 0, 1)
    return np.asarray(kernel / kernel.sum(), np.float32)


def ring(band: tuple[float, float], unit: float) -> NDArray[np.intp]:
    """Where the pixels are that lie from one radius to another: x and y from the middle, a row each."""
    reach = int(band[1] * unit) + 1
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    far = np.hypot(x, y) / unit
    inside = (far >= band[0]) & (far < band[1])
    return np.column_stack([x[inside], y[inside]]).astype(np.intp)


def all_round(at: NDArray[np.intp]) -> NDArray[np.intp]:
    """Which pixels come one after the other, on the way around the middle."""
    return np.argsort(np.arctan2(at[:, 1], at[:, 0]), kind="stable")
