"""The straight lines in a picture, and how much of each is seen as an edge."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Slopes = NDArray[np.int16]

SEARCHED = 480
"""Cards are looked for in a picture whose longer side has so many pixels."""
LEAST_PIECE = 12.0
"""A shorter piece of a line says nothing."""
MOST_PIECES = 160
BEND = 1.5
LEAST_STEEP, CLEAR = 36.0, 240.0
"""From where a step of lightness or colour may be an edge, and from where on it is no clearer."""
MOST_USUAL = 0.3
"""How steep, as a share of its steepest parts, a picture may be all over."""
MOST_LINES = 56
STEP = 2
"""Lines are looked at so many pixels apart."""
LEAST_ACROSS = 0.2
"""Lines that are more nearly parallel do not meet."""
SAME_TURN = 0.06
SAME_LINE = 2.0
"""Pieces that lie so near to a line, in pixels, are its own."""


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """Straight lines, each by its direction and its distance from the picture's middle, and what is seen of it."""

    turn: Floats
    off: Floats
    seen: Floats
    """Summed along each line, a column for each step, from far to the one side to far to the other."""
    half: int
    size: tuple[int, int]
    """Of the smaller picture in which they lie, its middle at nought."""
    back: Points
    """By so much that is smaller than the picture, each way."""

    def held(self, line: NDArray[np.intp], start: Floats, end: Floats) -> Floats:
        """The share of a stretch of each line that is seen as an edge."""
        low, high = np.minimum(start, end), np.maximum(start, end)
        most = self.seen.shape[1] - 1
        first = np.clip(np.round((low + self.half) / STEP), 0, most).astype(int)
        last = np.clip(np.round((high + self.half) / STEP), 0, most).astype(int)
        return np.asarray(
            (self.seen[line, last] - self.seen[line, first]) / np.maximum(last - first, 1), np.float32
        )

    @property
    def whole(self) -> tuple[int, int]:
        """The size of the picture."""
        return round(self.size[0] * self.back[0]), round(self.size[1] * self.back[1])

    def in_picture(self, points: Points) -> Points:
        """Points between these lines, in the picture's own pixels."""
        return np.asarray((points + np.array(self.size) / 2) * self.back - 0.5)


def lines_in(picture: Picture) -> Lines | None:
    """The lines in a picture, the longest first; None where everything is an edge, or nothing."""
    height, width = picture.shape[:2]
    share = min(1.0, SEARCHED / max(height, width))
    size = (max(8, round(width * share)), max(8, round(height * share)))
    small = picture
    while small.shape[1] >= 2 * size[0]:  # by halves: that is quick
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
    small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    across, down, steep = _slopes(np.asarray(cv2.GaussianBlur(small, (0, 0), 0.8), np.uint8))
    usual, high, steepest = (float(value) for value in np.percentile(steep[::4, ::4], (50, 93, 98)))
    # where everything is an edge, nothing is
    if usual > MOST_USUAL * steepest:
        return None
    pieces = _pieces(across, down, steep, max(high, LEAST_STEEP))
    if len(pieces) < 4:
        return None
    ends = pieces - (np.array(steep.shape[::-1], np.float32) - 1) / 2
    turn, off = _merged(ends, np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1))
    half_long = int(np.hypot(float(size[0]), float(size[1])) / 2) + 1
    seen = _seen(across, down, (turn, off), half_long, max(LEAST_STEEP / 2, 0.1 * steepest))
    return Lines(turn, off, seen, half_long, size, np.array([width / size[0], height / size[1]]))


def _slopes(soft: Picture) -> tuple[Slopes, Slopes, Slopes]:
    """How each pixel's clearest colour rises to the right and downwards, and how steep that is in all."""
    across = down = steep = np.zeros((0, 0), np.int16)
    for channel in cv2.split(soft):
        one, other = cv2.Sobel(channel, cv2.CV_16S, 1, 0), cv2.Sobel(channel, cv2.CV_16S, 0, 1)
        both = np.asarray(np.abs(one) + np.abs(other), np.int16)
        if not steep.size:
            across, down, steep = (np.asarray(layer, np.int16) for layer in (one, other, both))
            continue
        clearer = np.asarray(both > steep, np.uint8)
        for layer, own in ((across, one), (down, other), (steep, both)):
            cv2.copyTo(own, clearer, layer)
    return across, down, steep


def _pieces(across: Slopes, down: Slopes, steep: Slopes, high: float) -> Floats:
    """The straight pieces of edges, by their ends, the clearest first."""
    edges = cv2.Canny(across, down, 0.5 * high, high)
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
    found = [np.zeros((0, 2, 2), np.float32)]
    for contour in contours:
        if len(contour) >= LEAST_PIECE:
            bends = cv2.approxPolyDP(contour, BEND, False).reshape(-1, 2).astype(np.float32)
            found.append(np.stack([bends[:-1], bends[1:]], axis=1))
    pieces = np.concatenate(found)
    long = np.linalg.norm(pieces[:, 1] - pieces[:, 0], axis=1)
    kept = long >= LEAST_PIECE
    pieces, long = pieces[kept], long[kept]
    share = np.linspace(0.1, 0.9, 9, dtype=np.float32)[:, None]
    at = np.round(pieces[:, :1] + (pieces[:, 1:] - pieces[:, :1]) * share).astype(np.intp)
    clear = np.sort(steep[at[..., 1], at[..., 0]], axis=1)[:, 4]
    return np.asarray(pieces[np.argsort(-long * np.minimum(clear, CLEAR))[:MOST_PIECES]], np.float32)


def _merged(ends: Floats, long: Floats) -> tuple[Floats, Floats]:
    """The lines that these pieces lie on, those with the longest pieces first."""
    along = ends[:, 1] - ends[:, 0]
    turn = np.arctan2(along[:, 1], along[:, 0]) % np.pi
    normal = np.stack([-np.sin(turn), np.cos(turn)], axis=1)
    off = (ends.mean(axis=1) * normal).sum(axis=1)
    apart = np.abs((turn - turn[:, None] + np.pi / 2) % np.pi - np.pi / 2)
    away = np.abs(ends @ normal.T - off).max(axis=1).T
    near = (apart < SAME_TURN) & (away < SAME_LINE)
    left = np.ones(len(ends), bool)
    groups: list[NDArray[np.bool_]] = []
    for first in range(len(ends)):
        if left[first] and len(groups) < MOST_LINES:
            group = near[first] & left
            group[first] = True
            groups.append(group)
            left &= ~group
    return _through(ends, np.array(groups) * long)


def _through(ends: Floats, weight: Floats) -> tuple[Floats, Floats]:
    """The lines through several pieces each, by how much each piece counts for each line."""
    x, y = ends[..., 0], ends[..., 1]
    total = np.maximum(2 * weight.sum(axis=1), 1e-6)
    mean_x, mean_y = ((weight @ part.sum(axis=1)) / total for part in (x, y))
    xx, xy, yy = (
        (weight @ part.sum(axis=1)) / total - mean
        for part, mean in ((x * x, mean_x**2), (x * y, mean_x * mean_y), (y * y, mean_y**2))
    )
    turn = np.asarray(0.5 * np.arctan2(2 * xy, xx - yy) % np.pi, np.float32)
    return turn, np.asarray(mean_y * np.cos(turn) - mean_x * np.sin(turn), np.float32)


def _seen(across: Slopes, down: Slopes, lines: tuple[Floats, Floats], half: int, least: float) -> Floats:
    """For each line, pixel by pixel and summed up, whether an edge runs along it."""
    height, width = across.shape
    t = np.arange(-half, half + 1, STEP, dtype=np.float32)
    cos, sin = np.cos(lines[0])[:, None], np.sin(lines[0])[:, None]
    x0 = t * cos - lines[1][:, None] * sin + (width - 1) / 2
    y0 = t * sin + lines[1][:, None] * cos + (height - 1) / 2
    inside = (x0 > 1) & (x0 < width - 2) & (y0 > 1) & (y0 < height - 2)
    row, column = np.nonzero(inside)
    x0, y0, cos, sin = x0[inside], y0[inside], cos[row, 0], sin[row, 0]
    found = np.zeros(len(row), bool)
    for step in (-1.0, 0.0, 1.0):
        at = (y0 + (0.5 + step * cos)).astype(np.intp) * width + (x0 + (0.5 - step * sin)).astype(np.intp)
        found |= np.abs(down.ravel()[at] * cos - across.ravel()[at] * sin) > least
    edge = np.zeros(inside.shape, np.float32)
    edge[row, column] = found
    return np.asarray(np.cumsum(edge, axis=1), np.float32)


def apart(lines: Lines, one: NDArray[np.intp], other: NDArray[np.intp]) -> Floats:
    """How far two lines are from each other, about."""
    flip = np.cos(lines.turn[one] - lines.turn[other]) < 0
    return np.asarray(np.abs(lines.off[one] - np.where(flip, -lines.off[other], lines.off[other])), np.float32)


def meetings(lines: Lines) -> tuple[Floats, NDArray[np.bool_]]:
    """Where each two lines meet, and whether that is in the picture."""
    a, b = lines.turn[:, None], lines.turn[None]
    across = np.sin(b - a)
    steep = np.abs(across) >= LEAST_ACROSS
    across = np.where(steep, across, 1)
    # x·(-sin) + y·cos = off, for both lines
    x = (lines.off[:, None] * np.cos(b) - lines.off * np.cos(a)) / across
    y = (lines.off[:, None] * np.sin(b) - lines.off * np.sin(a)) / across
    is_in = steep & (np.abs(x) < lines.size[0] / 2 + 3) & (np.abs(y) < lines.size[1] / 2 + 3)
    return np.asarray(np.stack([x, y], axis=-1), np.float32), is_in
