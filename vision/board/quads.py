"""Candidates: four-cornered outlines of the right shape, from many ways to cut a picture into light and dark."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points

Plane = NDArray[np.uint8]

SMALLEST, LARGEST = 0.03, 0.26
"""A square's side as a share of the picture's longer side."""
FAR = 4.0
"""So many sides away nothing is of the same block."""
ALIKE = 14.0
"""Colours (CIE Lab) nearer than this are one."""
COMMON = 4.0
"""A colour that fills one part in so many of a table is the table's."""


def planes(picture: Plane) -> list[Plane]:
    """The picture as several grey ones: its light, and its two colour directions stretched."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    light, green_red, blue_yellow = cv2.split(lab)
    return [np.asarray(light, np.uint8), _stretched(green_red), _stretched(blue_yellow)]


def _stretched(plane: cv2.typing.MatLike) -> Plane:
    low, high = np.percentile(plane, (2, 98))
    gain = 255.0 / max(float(high - low), 24.0)
    return np.asarray(
        cv2.convertScaleAbs(cv2.subtract(plane, np.full_like(plane, int(low))), alpha=gain), np.uint8
    )


def squares(picture: Plane) -> Points:
    """The corners of what may be flat squares seen at a slant, clockwise: (n, 8). Each is found once."""
    size = max(picture.shape[:2])
    found = [shape for mask in _cuts(picture) for shape in _outlines(mask, SMALLEST * size, LARGEST * size)]
    return _once(np.array(found, np.float64).reshape(-1, 8))


def _cuts(picture: Plane) -> Iterator[Plane]:
    """Black and white pictures whose white patches may be squares."""
    size = max(picture.shape[:2])
    for i, plane in enumerate(planes(picture)):
        smooth = cv2.GaussianBlur(plane, (3, 3), 0)
        for share, offset in ((0.13, 4.0), (0.13, -4.0), (0.05, 3.0), (0.05, -3.0)):
            block = int(size * share) | 1
            mean = cv2.blur(smooth, (block, block))
            # What lies further than an offset above (or below) the mean of its surroundings.
            above = cv2.subtract(smooth, mean) if offset > 0 else cv2.subtract(mean, smooth)
            mask = cv2.threshold(above, abs(offset), 255, cv2.THRESH_BINARY)[1]
            yield np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        edges = cv2.Canny(smooth, 15, 45) if i == 0 else cv2.Canny(smooth, 30, 90)
        yield np.asarray(cv2.bitwise_not(cv2.dilate(edges, np.ones((3, 3), np.uint8))), np.uint8)


def _outlines(mask: Plane, low: float, high: float) -> Iterator[NDArray[np.float64]]:
    contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for contour in contours:
        if len(contour) < 4:
            continue
        _, _, width, height = cv2.boundingRect(contour)
        if min(width, height) < low or max(width, height) > 1.5 * high:
            continue
        hull = cv2.convexHull(contour)
        area, filled = cv2.contourArea(hull), cv2.contourArea(contour)
        if not low * low <= area <= high * high or filled < 0.75 * area:
            continue
        shape = cv2.approxPolyDP(hull, 0.05 * cv2.arcLength(hull, True), True)
        if len(shape) != 4 or cv2.contourArea(shape) < 0.85 * area:
            shape = cv2.boxPoints(cv2.minAreaRect(hull))
            if area < 0.85 * cv2.contourArea(shape):
                continue
        corners = _clockwise(np.asarray(shape, np.float64).reshape(4, 2))
        if squarish(corners):
            yield corners.ravel()


def _clockwise(corners: Points) -> Points:
    a, b, c = corners[0], corners[1], corners[2]
    turn = (b[0] - a[0]) * (c[1] - b[1]) - (b[1] - a[1]) * (c[0] - b[0])
    return corners if turn > 0 else corners[::-1]


def squarish(corners: Points, longest: float = 1.5) -> bool:
    """Whether a square seen from a usual height and slant can look like this."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.linalg.norm(sides, axis=1)
    if lengths.min() < 1 or lengths.max() > longest * lengths.min():
        return False
    units = sides / lengths[:, None]
    return bool(np.abs((units * np.roll(units, -1, axis=0)).sum(axis=1)).max() < 0.42)


def _once(found: Points) -> Points:
    """Without those that say nearly the same as an earlier one; the largest first: tiles have inner borders."""
    if not len(found):
        return found
    shapes = found.reshape(-1, 4, 2)
    middles = shapes.mean(axis=1)
    sides = np.linalg.norm(np.roll(shapes, -1, axis=1) - shapes, axis=2).mean(axis=1)
    kept: list[int] = []
    for i in np.argsort(-sides).tolist():
        near = np.linalg.norm(middles[kept] - middles[i], axis=1) < 0.08 * sides[i] if kept else np.zeros(0, bool)
        close = near & (sides[kept] < 1.06 * sides[i]) if kept else near
        if not close.any():
            kept.append(i)
    return found[kept]


def foreignness(picture: Plane, squares: Points) -> NDArray[np.float64]:
    """For each square how little of what lies far from it has its colour: 1 for a tile, near 0 for a check."""
    lab = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), np.uint8)
    step = max(1, max(picture.shape[:2]) // 40)
    spots = np.stack(np.meshgrid(*(np.arange(step // 2, size, step) for size in picture.shape[1::-1])), axis=-1)
    spots = spots.reshape(-1, 2)
    table = np.asarray(cv2.blur(lab, (5, 5)), np.uint8)[spots[:, 1], spots[:, 0]].astype(np.float32)
    shapes = squares.reshape(-1, 4, 2)
    middles = shapes.mean(axis=1)
    sides = np.linalg.norm(np.roll(shapes, -1, axis=1) - shapes, axis=2).mean(axis=1)
    # Each corner, and points halfway to it from the middle, drawn in a little: the art in the middle is not all.
    inside = np.concatenate(
        [middles[:, None] + share * (shapes - middles[:, None]) for share in (0.4, 0.75)], axis=1
    )
    at = np.clip(np.rint(inside), 0, np.array(picture.shape[1::-1]) - 1).astype(np.intp)
    colours = np.median(lab[at[..., 1], at[..., 0]].astype(np.float32), axis=1)
    far = np.linalg.norm(spots[None] - middles[:, None], axis=2) > FAR * sides[:, None]
    like = np.linalg.norm(table[None] - colours[:, None], axis=2) < ALIKE
    common = (like & far).sum(axis=1) / np.maximum(far.sum(axis=1), 1)
    return np.asarray(np.clip(1 - COMMON * common, 0.0, 1.0), np.float64)
