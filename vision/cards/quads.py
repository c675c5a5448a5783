"""Four straight sides in a picture: where cards may lie, even if something covers a part of one."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Lens, Points

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

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
MOST_LINES = 44
STEP = 2
"""Lines are looked at so many pixels apart."""
SAME_TURN = 0.06
SAME_LINE = 2.0
"""Pieces that lie so near to a line, in pixels, are its own."""
MOST_SLANT = 0.35
"""Opposite sides of a card seen askew are parallel but for this, in radians."""
MOST_SKEW = 0.55
"""And its corners are square but for this."""
LEAST_SIDE = 32.0
LEAST_HELD, LEAST_HELD_IN_ALL = 0.3, 2.5
"""So much of each side, and of the four together, is seen as an edge."""
MOST_ASPECT = 1.75
MOST_ASKEW = 0.13
"""How far from square the corners may be, once it is known from where they are seen: a cosine."""
MOST_FOUND = 28
NEAR = 0.05
"""Two that differ by less, as a share of their size, are one."""


@dataclass(frozen=True, slots=True, eq=False)
class Quad:
    """Corners in the picture, clockwise from any; how much of the sides was seen, 0 to 4; height by width."""

    corners: Points
    held: float
    aspect: float
    """Of the longer side by the shorter."""


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """Straight lines, each by its direction and its distance from the picture's middle, and what is seen of it."""

    turn: Floats
    off: Floats
    seen: Floats
    """Summed along each line, a column for each step, from far to the one side to far to the other."""
    half: int

    def held(self, line: NDArray[np.intp], start: Floats, end: Floats) -> Floats:
        """The share of a stretch of each line that is seen as an edge."""
        low, high = np.minimum(start, end), np.maximum(start, end)
        most = self.seen.shape[1] - 1
        first = np.clip(np.round((low + self.half) / STEP), 0, most).astype(int)
        last = np.clip(np.round((high + self.half) / STEP), 0, most).astype(int)
        return np.asarray(
            (self.seen[line, last] - self.seen[line, first]) / np.maximum(last - first, 1), np.float32
        )


def quads(picture: Picture) -> tuple[Quad, ...]:
    """What may be a card, the clearest first; its printed frames may be among them."""
    height, width = picture.shape[:2]
    share = min(1.0, SEARCHED / max(height, width))
    size = (max(8, round(width * share)), max(8, round(height * share)))
    small = picture
    while small.shape[1] >= 2 * size[0]:  # by halves: that is quick
        half = (small.shape[1] // 2, small.shape[0] // 2)
        small = np.asarray(cv2.resize(small, half, interpolation=cv2.INTER_AREA), np.uint8)
    small = np.asarray(cv2.resize(small, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    lines = _lines(np.asarray(small, np.uint8))
    if lines is None:
        return ()
    corners, held = _boxes(lines, size)
    back = np.array([width / size[0], height / size[1]])
    middle = (np.array(size) - 1) / 2
    kept = _distinct(corners, np.arange(len(corners)))
    found = (_quad(corners[i] + middle, float(held[i]), size) for i in kept)
    return tuple(
        Quad((quad.corners + 0.5) * back - 0.5, quad.held, quad.aspect) for quad in found if quad is not None
    )


def _distinct(corners: Points, left: NDArray[np.intp]) -> list[int]:
    """Each once, the first of those that are nearly the same."""
    middles, reach = corners.mean(axis=1), np.sqrt(np.abs(_area(corners.astype(np.float32))))
    far = np.linalg.norm(corners - middles[:, None], axis=2)
    kept: list[int] = []
    while len(left) and len(kept) < MOST_FOUND:
        first, left = int(left[0]), left[1:]
        kept.append(first)
        apart = np.abs(middles[left] - middles[first]).max(axis=1)
        wider = np.abs(np.sort(far[left], axis=1) - np.sort(far[first])).max(axis=1)
        left = left[np.maximum(apart, wider) > NEAR * reach[first]]
    return kept


def _quad(four: Points, held: float, size: tuple[int, int]) -> Quad | None:
    """What the usual lens must have seen for this; None if that has no square corners, or no card's shape."""
    lens = Lens.usual(*size)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    warp = np.linalg.inv(lens.matrix) @ cv2.getPerspectiveTransform(unit, four.astype(np.float32))
    across, down = float(np.linalg.norm(warp[:, 0])), float(np.linalg.norm(warp[:, 1]))
    aspect = max(across, down) / max(min(across, down), 1e-9)
    askew = abs(float(warp[:, 0] @ warp[:, 1])) / max(across * down, 1e-9)
    return Quad(four, held, aspect) if aspect <= MOST_ASPECT and askew <= MOST_ASKEW else None


# -- lines --------------------------------------------------------------------------------------------------


def _lines(small: Picture) -> _Lines | None:
    soft = cv2.GaussianBlur(small, (0, 0), 0.8)
    across, down = cv2.Sobel(soft, cv2.CV_16S, 1, 0), cv2.Sobel(soft, cv2.CV_16S, 0, 1)
    steeps = np.abs(across) + np.abs(down)
    steep, channel = steeps.max(axis=2), steeps.argmax(axis=2)[..., None]
    slopes = np.stack([np.take_along_axis(slope, channel, axis=2)[..., 0] for slope in (across, down)], axis=2)
    usual, steepest = (float(value) for value in np.percentile(steep[::4, ::4], (50, 98)))
    pieces = _pieces(np.asarray(soft, np.uint8), steep)
    # where everything is an edge, nothing is
    if len(pieces) < 4 or usual > MOST_USUAL * steepest:
        return None
    ends = pieces - (np.array(steep.shape[::-1], np.float32) - 1) / 2
    long = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    turn, off = _merged(ends, long)
    half = int(np.hypot(*steep.shape) / 2) + 1
    return _Lines(turn, off, _seen(slopes, steep, turn, off, half), half)


def _pieces(soft: Picture, steep: NDArray[np.int16]) -> Floats:
    """The straight pieces of edges, by their ends, the clearest first."""
    high = max(float(np.percentile(steep[::4, ::4], 93)), LEAST_STEEP)
    edges = cv2.Canny(soft, 0.5 * high, high)
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
    clear = np.median(steep[at[..., 1], at[..., 0]], axis=1)
    return np.asarray(pieces[np.argsort(-long * np.minimum(clear, CLEAR))[:MOST_PIECES]], np.float32)


def _merged(ends: Floats, long: Floats) -> tuple[Floats, Floats]:
    """The lines that these pieces lie on, those with the longest pieces first."""
    along = ends[:, 1] - ends[:, 0]
    turn = np.arctan2(along[:, 1], along[:, 0]) % np.pi
    left = np.ones(len(ends), bool)
    found: list[tuple[float, float]] = []
    for first in range(len(ends)):
        if not left[first] or len(found) == MOST_LINES:
            continue
        normal = np.array([-np.sin(turn[first]), np.cos(turn[first])])
        off = float(ends[first].mean(axis=0) @ normal)
        apart = np.abs((turn - turn[first] + np.pi / 2) % np.pi - np.pi / 2)
        near = left & (apart < SAME_TURN) & (np.abs(ends @ normal - off).max(axis=1) < SAME_LINE)
        left &= ~near
        left[first] = False
        found.append(_through(ends[near], long[near]) if near.sum() > 1 else (turn[first], off))
    return np.array([t for t, _ in found], np.float32), np.array([o for _, o in found], np.float32)


def _through(ends: Floats, long: Floats) -> tuple[float, float]:
    """The line through several pieces."""
    points, weight = ends.reshape(-1, 2), np.repeat(long, 2)[:, None]
    middle = (points * weight).sum(axis=0) / weight.sum()
    apart = (points - middle) * np.sqrt(weight)
    _, _, axes = np.linalg.svd(apart, full_matrices=False)
    turn = float(np.arctan2(axes[0, 1], axes[0, 0]) % np.pi)
    return turn, float(middle @ np.array([-np.sin(turn), np.cos(turn)]))


def _seen(slopes: NDArray[np.int16], steep: NDArray[np.int16], turn: Floats, off: Floats, half: int) -> Floats:
    """For each line, pixel by pixel and summed up, whether an edge runs along it."""
    least = max(LEAST_STEEP / 2, 0.1 * float(np.percentile(steep[::4, ::4], 98)))
    height, width = steep.shape
    t = np.arange(-half, half + 1, STEP, dtype=np.float32)
    cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x0 = t * cos - off[:, None] * sin + (width - 1) / 2
    y0 = t * sin + off[:, None] * cos + (height - 1) / 2
    inside = (x0 > 1) & (x0 < width - 2) & (y0 > 1) & (y0 < height - 2)
    best = np.zeros_like(x0)
    for step in (-1.0, 0.0, 1.0):
        x = np.clip(np.round(x0 - step * sin), 0, width - 1).astype(np.intp)
        y = np.clip(np.round(y0 + step * cos), 0, height - 1).astype(np.intp)
        slope = slopes[y, x]
        best = np.maximum(best, np.abs(slope[..., 1] * cos - slope[..., 0] * sin))
    edge = (best > least) & inside
    return np.asarray(np.cumsum(edge, axis=1), np.float32)


# -- boxes --------------------------------------------------------------------------------------------------


def _boxes(lines: _Lines, size: tuple[int, int]) -> tuple[Points, Floats]:
    """Four lines each that may be a card's sides: their corners, the likeliest first, and how much is seen."""
    count = len(lines.turn)
    one, other = np.triu_indices(count, 1)
    slant = np.abs((lines.turn[one] - lines.turn[other] + np.pi / 2) % np.pi - np.pi / 2)
    opposite = _apart(lines, one, other)
    keep = (slant < MOST_SLANT) & (opposite > LEAST_SIDE)
    one, other = one[keep], other[keep]
    turn = _between(lines.turn[one], lines.turn[other])
    p, q = np.triu_indices(len(one), 1)
    square = np.abs(np.abs((turn[p] - turn[q] + np.pi / 2) % np.pi - np.pi / 2) - np.pi / 2) < MOST_SKEW
    p, q = p[square], q[square]
    if len(p) > 60000:
        p, q = p[:60000], q[:60000]
    sides = np.stack([one[p], one[q], other[p], other[q]], axis=1)
    corners = np.stack([_meet(lines, sides[:, i - 1], sides[:, i]) for i in range(4)], axis=1)
    half = np.array(size, np.float32) / 2
    ok = np.isfinite(corners).all(axis=(1, 2)) & (np.abs(corners) < half + 3).all(axis=(1, 2))
    sides, corners = sides[ok], corners[ok]
    following = np.roll(corners, -1, axis=1)
    length = np.linalg.norm(following - corners, axis=2)
    area = _area(corners)
    longer, shorter = length.max(axis=1), length.min(axis=1)
    ok = (shorter > LEAST_SIDE) & (longer < 2.3 * shorter) & (np.abs(area) > 0.4 * longer * shorter)
    sides, corners, following, area = sides[ok], corners[ok], following[ok], area[ok]
    held = np.zeros((len(sides), 4), np.float32)
    for i in range(4):
        cos, sin = np.cos(lines.turn[sides[:, i]]), np.sin(lines.turn[sides[:, i]])
        start = corners[:, i, 0] * cos + corners[:, i, 1] * sin
        end = following[:, i, 0] * cos + following[:, i, 1] * sin
        rest = 0.06 * (end - start)
        held[:, i] = lines.held(sides[:, i], start + rest, end - rest)
    total = held.sum(axis=1)
    ok = (held.min(axis=1) > LEAST_HELD) & (total > LEAST_HELD_IN_ALL)
    corners, total, area = corners[ok], total[ok], area[ok]
    corners = np.where(area[:, None, None] < 0, corners[:, ::-1], corners)
    order = np.argsort(-(total**3) * np.abs(area) ** 0.35)[:250]
    return corners[order].astype(np.float64), total[order]


def _apart(lines: _Lines, one: NDArray[np.intp], other: NDArray[np.intp]) -> Floats:
    """How far two lines are from each other, about."""
    flip = np.cos(lines.turn[one] - lines.turn[other]) < 0
    return np.asarray(np.abs(lines.off[one] - np.where(flip, -lines.off[other], lines.off[other])), np.float32)


def _between(one: Floats, other: Floats) -> Floats:
    apart = (other - one + np.pi / 2) % np.pi - np.pi / 2
    return np.asarray((one + apart / 2) % np.pi, np.float32)


def _meet(lines: _Lines, one: NDArray[np.intp], other: NDArray[np.intp]) -> Floats:
    a, b = lines.turn[one], lines.turn[other]
    across = np.sin(b - a)
    across = np.where(np.abs(across) < 0.2, np.nan, across)
    # x·(-sin) + y·cos = off, for both lines
    x = (lines.off[one] * np.cos(b) - lines.off[other] * np.cos(a)) / across
    y = (lines.off[one] * np.sin(b) - lines.off[other] * np.sin(a)) / across
    return np.asarray(np.stack([x, y], axis=1), np.float32)


def _area(corners: Floats) -> Floats:
    x, y = corners[..., 0], corners[..., 1]
    return np.asarray(0.5 * (x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1), np.float32)
