"""Four straight sides in a picture: where cards may lie, even if something covers a part of one."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera import Lens, Points
from vision.cards.lines import Floats, Lines, Picture, apart, lines_in, meetings

MOST_SLANT = 0.35
"""Opposite sides of a card seen askew are parallel but for this, in radians."""
MOST_SKEW = 0.55
"""And its corners are square but for this."""
MOST_LINES = 44
"""Where all four sides must be seen, shorter lines are not."""
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


def quads(picture: Picture) -> tuple[Quad, ...]:
    """What may be a card, the clearest first; its printed frames may be among them."""
    return quads_of(lines_in(picture))


def quads_of(lines: Lines | None) -> tuple[Quad, ...]:
    """The same, of the lines in a picture."""
    if lines is None:
        return ()
    corners, held = _boxes(lines)
    corners = lines.in_picture(corners)
    aspect, askew = squareness(corners, lines.whole)
    fits = (aspect <= MOST_ASPECT) & (askew <= MOST_ASKEW)
    corners, held, aspect = corners[fits], held[fits], aspect[fits]
    return tuple(Quad(corners[i], float(held[i]), float(aspect[i])) for i in distinct(corners))


def distinct(corners: Points, most: int = MOST_FOUND, near: float = NEAR) -> list[int]:
    """Each once, the first of those that are nearly the same."""
    middles, reach = corners.mean(axis=1), np.sqrt(np.abs(_area(corners.astype(np.float32))))
    far = np.sort(np.linalg.norm(corners - middles[:, None], axis=2), axis=1)
    left = np.arange(len(corners))
    kept: list[int] = []
    while len(left) and len(kept) < most:
        first, left = int(left[0]), left[1:]
        kept.append(first)
        away = np.abs(middles[left] - middles[first]).max(axis=1)
        wider = np.abs(far[left] - far[first]).max(axis=1)
        left = left[np.maximum(away, wider) > near * reach[first]]
    return kept


def holds(corners: Points, point: Points) -> bool:
    """Whether a point lies within four corners."""
    return cv2.pointPolygonTest(corners.astype(np.float32), (float(point[0]), float(point[1])), False) >= 0


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


def _boxes(lines: Lines) -> tuple[Points, Floats]:
    """Four lines each that may be a card's sides: their corners, the likeliest first, and how much is seen."""
    one, other = np.triu_indices(min(len(lines.turn), MOST_LINES), 1)
    slant = np.abs((lines.turn[one] - lines.turn[other] + np.pi / 2) % np.pi - np.pi / 2)
    opposite = apart(lines, one, other)
    keep = (slant < MOST_SLANT) & (opposite > LEAST_SIDE)
    one, other = one[keep], other[keep]
    turn = _between(lines.turn[one], lines.turn[other])
    p, q = np.triu_indices(len(one), 1)
    square = np.abs(np.abs((turn[p] - turn[q] + np.pi / 2) % np.pi - np.pi / 2) - np.pi / 2) < MOST_SKEW
    p, q = p[square], q[square]
    if len(p) > 60000:
        p, q = p[:60000], q[:60000]
    sides = np.stack([one[p], one[q], other[p], other[q]], axis=1)
    meet, is_in = meetings(lines)
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


def _between(one: Floats, other: Floats) -> Floats:
    apart = (other - one + np.pi / 2) % np.pi - np.pi / 2
    return np.asarray((one + apart / 2) % np.pi, np.float32)


def _area(corners: Floats) -> Floats:
    x, y = corners[..., 0], corners[..., 1]
    return np.asarray(0.5 * (x * np.roll(y, -1, axis=1) - np.roll(x, -1, axis=1) * y).sum(axis=1), np.float32)
