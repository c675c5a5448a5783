"""What a card looks like, whatever light falls on it: its face stretched to one size, with the lamp taken off."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Size = tuple[int, int]

FACE: Size = (156, 216)
"""A face has so many pixels, whatever the card's proportions."""
PLAIN: Size = (104, 144)
"""What is enough to lay one over the other."""
COARSE: Size = (48, 48)
"""What is enough to choose among hundreds, and is as easily turned as looked at."""
BRIGHT, DARK = 100.0, 14.0
"""Faces are made so bright on the whole; levels far below the second are not told apart."""
GLARING = 246
"""What is as bright as this has lost its colour."""
REACH = 0.067
"""Light that changes more slowly than this, as a share of the width, is the lamp's."""
LEAST_FREE = 0.02
COARSE_REACH = 3.6
SOFT = 0.006
"""Noise finer than this, as a share of the width, is no look."""
TINT = 0.8
"""How much colours count among hundreds."""


def corners_of(size: Size) -> Points:
    """The corners of a picture of this size, clockwise from its top left."""
    right, down = size[0] - 0.5, size[1] - 0.5
    return np.array([(-0.5, -0.5), (right, -0.5), (right, down), (-0.5, down)])


def warp_to(corners: Points, size: Size) -> Points:
    """From the pixels of a face of this size to a picture in which its corners lie there."""
    found = cv2.getPerspectiveTransform(corners_of(size).astype(np.float32), corners.astype(np.float32))
    return np.asarray(found, np.float64)


def laid_corners(warp: Points) -> Points:
    """Where the corners of a face of the plain size are in a picture."""
    seen = cv2.perspectiveTransform(corners_of(PLAIN).reshape(-1, 1, 2), warp)
    return np.asarray(seen.reshape(4, 2), np.float64)


def rescaled(warp: Points, size: Size, wanted: Size) -> Points:
    """The same for a face of another size."""
    x, y = size[0] / wanted[0], size[1] / wanted[1]
    return np.asarray(warp @ np.array([[x, 0, x / 2 - 0.5], [0, y, y / 2 - 0.5], [0, 0, 1]]))


def halves(picture: Picture) -> list[Picture]:
    """The picture, and smaller and smaller ones: a card is cut out of one in which it is little larger."""
    found = [picture]
    while min(found[-1].shape[:2]) > PLAIN[1]:
        high, wide = found[-1].shape[:2]
        smaller = cv2.resize(found[-1], (wide // 2, high // 2), interpolation=cv2.INTER_AREA)
        found.append(np.asarray(smaller, np.uint8))
    return found


def cut_out(pictures: list[Picture], warp: Points, size: Size, rim: int = 0) -> Picture:
    """What a picture shows where ``warp`` lays a face of this size, with a rim; ``pictures`` are its halves."""
    corners = cv2.perspectiveTransform(corners_of(size).reshape(-1, 1, 2), warp).reshape(4, 2)
    long = max(float(np.linalg.norm(corners[i] - corners[i - 1])) for i in range(4))
    level = min(max(int(np.log2(max(long / (1.3 * max(size)), 1.0))), 0), len(pictures) - 1)
    share = 0.5**level
    scaled = np.array([[share, 0, share / 2 - 0.5], [0, share, share / 2 - 0.5], [0, 0, 1]]) @ warp
    scaled = scaled @ np.array([[1, 0, -rim], [0, 1, -rim], [0, 0, 1]])
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    whole = (size[0] + 2 * rim, size[1] + 2 * rim)
    found = cv2.warpPerspective(pictures[level], scaled, whole, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(found, np.uint8)


def shrunk(face: Picture, size: Size) -> Picture:
    return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)


def look_of(face: Picture) -> Floats:
    """A layer each: lightness without what the lamp makes of it, two colour differences, what was taken off."""
    wide = face.shape[1]
    blue, green, red = cv2.split(cv2.GaussianBlur(_logs(face), (0, 0), SOFT * wide))
    light = 0.2 * blue + 0.5 * green + 0.3 * red
    lamp = _smooth(light, REACH * wide)
    about = (round(0.048 * wide) | 1,) * 2
    return np.stack([light - lamp, cv2.blur(blue - green, about), cv2.blur(red - green, about), lamp])


def relit(look: Floats, hidden: NDArray[np.bool_]) -> Floats:
    """The same with the lamp judged by what is not hidden: what lies over a card is no part of it."""
    wide, free = look.shape[2], 1 - hidden.astype(np.float32)
    whole = look[0] + look[3]
    lamp = _smooth(whole * free, REACH * wide) / np.maximum(_smooth(free, REACH * wide), LEAST_FREE)
    # far below a cover nothing is known of the lamp
    return np.stack([(whole - lamp) * free, look[1], look[2], lamp])


def light_of(face: Picture, rim: int = 0) -> Floats:
    """The first of these layers alone, of a face with a rim around it."""
    wide = face.shape[1] - 2 * rim
    light = cv2.transform(_logs(face), np.array([[0.2, 0.5, 0.3]], np.float32))
    soft = np.asarray(cv2.GaussianBlur(light, (0, 0), SOFT * wide), np.float32)
    return soft - _smooth(soft, REACH * wide)


def _smooth(layer: Floats, reach: float) -> Floats:
    """Blurred so far that a quarter of the pixels each way is enough."""
    high, wide = layer.shape
    small = cv2.resize(layer, (wide // 4, high // 4), interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(small, (0, 0), reach / 4)
    return np.asarray(cv2.resize(soft, (wide, high), interpolation=cv2.INTER_LINEAR), np.float32)


def _logs(face: Picture) -> Floats:
    """Each colour as a logarithm, so that a lamp adds the same to all of it."""
    gain = BRIGHT / (np.array(cv2.mean(face)[:3], np.float32) + 2)
    levels = np.log(np.arange(256, dtype=np.float32)[:, None, None] * gain + np.float32(DARK))
    return np.asarray(cv2.LUT(face, levels), np.float32)


def in_turns(faces: Sequence[Picture]) -> Floats:
    """Each face of the coarse size in a row of length one, and the same with each next corner at its top left."""
    if not faces:
        return np.zeros((0, *_turns().shape), np.float32)
    # faces are looked at together, each as a channel: one by one takes three times as long
    whole = np.stack([_logs(face) for face in faces], axis=-1)
    blue, green, red = (np.ascontiguousarray(whole[:, :, colour]) for colour in range(3))
    light = cv2.GaussianBlur(0.2 * blue + 0.5 * green + 0.3 * red, (0, 0), 0.8)
    light = _halved(_all(light) - _all(cv2.GaussianBlur(light, (0, 0), COARSE_REACH)))
    # a cover must not outweigh all the rest
    parts = [np.clip(light - light.mean(axis=(0, 1)), -0.8, 0.8)]
    for tint in (blue - green, red - green):
        small = _halved(_halved(_all(cv2.blur(tint, (3, 3)))))
        parts.append(TINT * np.clip(small - np.median(small, axis=(0, 1)), -0.6, 0.6))
    rows = np.concatenate([part.reshape(-1, len(faces)) for part in parts]).T
    rows /= np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    return np.asarray(rows[:, _turns()], np.float32)


def turned(hidden: NDArray[np.bool_]) -> Floats:
    """How much is hidden of what each number of such rows tells of, of a face of the coarse size."""
    light = _halved(_all(hidden))
    tint = _halved(light)
    whole = np.concatenate([light.ravel(), tint.ravel(), tint.ravel()])
    return np.asarray(whole[_turns()], np.float32)


def _all(layer: Any) -> Floats:
    """With an axis for the faces, even if there is but one."""
    found = np.asarray(layer, np.float32)
    return found if found.ndim == 3 else found[..., None]


def _halved(layer: Floats) -> Floats:
    high, wide, count = layer.shape
    return np.asarray(layer.reshape(high // 2, 2, wide // 2, 2, count).mean(axis=(1, 3)), np.float32)


@lru_cache(maxsize=1)
def _turns() -> NDArray[np.intp]:
    """Where each number of such a row comes from when the face is turned, a row for each turn."""
    light, tint = COARSE[0] // 2, COARSE[0] // 4
    rows = []
    for turn in range(4):
        parts, start = [], 0
        for side in (light, tint, tint):
            parts.append(np.rot90(np.arange(start, start + side * side).reshape(side, side), turn).ravel())
            start += side * side
        rows.append(np.concatenate(parts))
    return np.array(rows)
