"""What is printed on a card's face: an even light over it, and every blob that may be a cell of a lattice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

LEVELS = 9
"""Each plane is cut at so many heights."""
LEAST_RANGE = 14.0
"""A plane that differs by less over the whole face shows nothing."""
LEAST_SIZE, MOST_SIZE = 0.045, 0.4
"""How wide a cell may be, as a share of the face's width."""
MOST_MARKS = 4000


def evened(face: Picture) -> Floats:
    """A face in CIE Lab and in an even light: the slope of brightness that most of it follows is divided out."""
    light = face.astype(np.float32) / 255
    small = cv2.resize(light, (24, 36), interpolation=cv2.INTER_AREA)
    bright = np.log(np.maximum(small.mean(axis=2), 0.02)).reshape(-1).astype(np.float64)
    y, x = (np.mgrid[0:36, 0:24].reshape(2, -1) + 0.5) / np.array([[36.0], [24.0]]) - 0.5
    terms = np.column_stack([np.ones_like(x), x, y])
    slope = _slope(terms, bright)
    height, width = face.shape[:2]
    rows, columns = (np.arange(height) + 0.5) / height - 0.5, (np.arange(width) + 0.5) / width - 0.5
    gain = np.exp(-(slope[1] * columns[None, :] + slope[2] * rows[:, None])).astype(np.float32)
    even = np.clip(light * gain[..., None], 0, 1)
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(even, (0, 0), 0.8), cv2.COLOR_BGR2LAB), np.float64)


def _slope(terms: Floats, bright: Floats) -> Floats:
    """A plane through the greater part of the values, begun at their commonest height."""
    counts, edges = np.histogram(bright, 24)
    commonest = edges[int(np.argmax(np.convolve(counts, np.ones(3), "same")))]
    weight = np.exp(-np.abs(bright - commonest) / 0.25)
    found = np.zeros(3)
    for _ in range(12):
        scaled = terms * weight[:, None]
        found = np.linalg.lstsq(scaled.T @ terms + np.diag([1e-9, 0.05, 0.05]), scaled.T @ bright, rcond=None)[0]
        weight = 1 / (1 + ((bright - terms @ found) / 0.06) ** 2)
    return np.asarray(found)


def shapes(lab: Floats) -> list[NDArray[np.int32]]:
    """The edges of everything that stands out in some plane, light or dark, as points x, y."""
    return list(_shapes(lab))


def _shapes(lab: Floats) -> Iterator[NDArray[np.int32]]:
    for plane in range(3):
        values = lab[..., plane]
        low, high = np.percentile(values, (0.5, 99.5))
        if high - low < LEAST_RANGE:
            continue
        for level in np.linspace(low, high, LEVELS + 2)[1:-1]:
            mask = (values > level).astype(np.uint8)
            for contour in cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)[0]:
                points = np.asarray(contour, np.int32).reshape(-1, 2)
                if len(points) >= 4:
                    yield points


def marks(found: Sequence[NDArray[np.int32]], width: int) -> Floats:
    """The shapes that are about as wide as high: x, y of the middle, width, height; each once."""
    boxes = np.array(list(_boxes(found, width)), np.float64).reshape(-1, 4)
    if len(boxes) == 0:
        return boxes
    _, first = np.unique(np.round(boxes / 3).astype(int), axis=0, return_index=True)
    return np.asarray(boxes[np.sort(first)][:MOST_MARKS])


def _boxes(found: Sequence[NDArray[np.int32]], width: int) -> Iterator[tuple[float, float, float, float]]:
    least, most = LEAST_SIZE * width, MOST_SIZE * width
    for points in found:
        x, y, w, h = cv2.boundingRect(points)
        fits = least <= w <= most and least <= h <= most and 0.65 <= w / h <= 1.55
        if fits and cv2.contourArea(points) >= 0.35 * w * h:
            yield x + (w - 1) / 2, y + (h - 1) / 2, float(w), float(h)
