"""Four straight sides in a picture: where cards may lie, even if something covers a part of one."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Lens, Points

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
LEAST_ACROSS = 0.2
"""Lines that are more nearly parallel do not meet."""
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
    corners += (np.array(size) - 1) / 2
    aspect, askew = squareness(corners, size)
    fits = (aspect <= MOST_ASPECT) & (askew <= MOST_ASKEW)
    corners, held, aspect = corners[fits], held[fits], aspect[fits]
    back = np.array([width / size[0], height / size[1]])
    return tuple(
        Quad((corners[i] + 0.5) * back - 0.5, float(held[i]), float(aspect[i])) for i in _distinct(corners)
    )


def _distinct(corners: Points) -> list[int]:
    """Each once, the first of those that are nearly the same."""
    middles, reach = corners.mean(axis=1), np.sqrt(np.abs(_area(corners.astype(np.float32))))
    far = np.sort(np.linalg.norm(corners - middles[:, None], axis=2), axis=1)
    left = np.arange(len(corners))
    kept: list[int] = []
    while len(left) and len(kept) < MOST_FOUND:
        first, left = int(left[0]), left[1:]
        kept.append(first)
        apart = np.abs(middles[left] - middles[first]).max(axis=1)
        wider = np.abs(far[left] - far[first]).max(axis=1)
        left = left[np.maximum(apart, wider) > NEAR * reach[first]]
    return kept


def squareness(corners: Points, size: tuple[int, int]) -> tuple[Points, Points]:
    """The longer side by the shorter, and how far the corners are from square, of what the usual lens saw so."""
    lens = Lens.usual(*size)
    x, y = corners[..., 0], corners[..., 1]
    # from the unit square to the picture, solved by hand: there are hundreds
    x1, y1, x2, y2 = x[..., 1] - x[..., 2], y[..., 1] - y[..., 2], x[..., 3] - x[..., 2], y[..., 3] - y[..., 2]
    sum_x, sum_y = (part[..., 0] - part[..., 1] + part[..., 2] - part[..., 3] for part in (x, y))
    across_both: Points = x1 * y2 - y1 * x2
    det: Points = np.where(np.abs(across_both) < 1e-9, 1e-9, across_both)
    g, h = (sum_x * y2 - sum_y * x2) / det, (x1 * sum_y - y1 * sum_x) / det
    back = np.linalg.inv(lens.matrix)
    across, down = (
        np.stack([*(part[..., to] * (1 + slant) - part[..., 0] for part in (x, y)), slant], axis=-1) @ back.T
        for to, slant in ((1, g), (3, h))
    )
    wide, high = np.linalg.norm(across, axis=-1), np.linalg.norm(down, axis=-1)
    aspect = np.maximum(wide, high) / np.maximum(np.minimum(wide, high), 1e-9)
    return aspect, np.abs((across * down).sum(axis=-1)) / np.maximum(wide * high, 1e-9)


# -- lines --------------------------------------------------------------------------------------------------


def _lines(small: Picture) -> _Lines | None:
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
    half = int(np.hypot(float(steep.shape[0]), float(steep.shape[1])) / 2) + 1
    least = max(LEAST_STEEP / 2, 0.1 * steepest)
    return _Lines(turn, off, _seen(across, down, (turn, off), half, least), half)


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
    meet, is_in = _meetings(lines, size)
    sides = sides[np.all([is_in[sides[:, i - 1], sides[:, i]] for i in range(4)], axis=0)]
    corners = np.stack([meet[sides[:, i - 1], sides[:, i]] for i in range(4)], axis=1)
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


def _meetings(lines: _Lines, size: tuple[int, int]) -> tuple[Floats, NDArray[np.bool_]]:
    """Where each two lines meet, and whether that is in the picture."""
    a, b = lines.turn[:, None], lines.turn[None]
    across = np.sin(b - a)
    steep = np.abs(across) >= LEAST_ACROSS
    across = np.where(steep, across, 1)
    # x·(-sin) + y·cos = off, for both lines
    x = (lines.off[:, None] * np.cos(b) - lines.off * np.cos(a)) / across
    y = (lines.off[:, None] * np.sin(b) - lines.off * np.sin(a)) / across
    is_in = steep & (np.abs(x) < size[0] / 2 + 3) & (np.abs(y) < size[1] / 2 + 3)
    return np.asarray(np.stack([x, y], axis=-1), np.float32), is_in


def _area(corners: Floats) -> Floats:
    x, y = corners[..., 0], corners[..., 1]
    return np.asarray(0.5 * (x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1), np.float32)
