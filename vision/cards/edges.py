"""Where a card ends: its own edge, not a line printed within it, its shadow, or what lies beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.camera import Points
from vision.cards.looks import Floats, Picture
from vision.cards.quads import Quad, squareness

SIDE, MARGIN = 240, 36
"""What may be a card is stretched to a square, with so much around it."""
WHOLE = SIDE + 2 * MARGIN
INWARD, OUTWARD = 22, 33
"""A side is looked for so far within and without."""
AGAIN = (8, 12)
"""And once more where it was found."""
SKEWS = np.arange(-4, 5)
"""Its ends may lie so far off each other."""
CORNER = 10
"""So much of a side at its ends is left out: corners are cut round."""
DARK = 14.0
ALONG, AWAY = 0.35, 0.5
"""A side is there where the step is at least such a share of its mean: of the edge itself, of both its sides."""
LEAST_STEP, LEAST_SHARE, LEAST_OF_MOST = 0.04, 0.6, 0.08
NEAR = 14
"""A shadow reaches so far beyond what casts it."""
WEIGHTS = np.array([1.52, 4.75, 3.64, -5.3, -0.86, 2.19, 1.17, -2.9])
"""How an edge speaks for being the card's: fitted to drawn cards on tables, one part for each row below."""
MOST_TRIED = 14
LEAST_HELD, LEAST_SURE = 2.9, 0.02
ASKEW = 0.03
"""The corners of a card are so nearly square, as a cosine, if nobody holds it far aslant."""
LARGER, CLEARER = 3.0, 8.0
"""How much a larger one, and one of clearer sides, is preferred: of nested lines the outermost is the edge."""
SAME, HARDLY = 0.02, 0.04


@dataclass(frozen=True, slots=True, eq=False)
class Edged:
    """Where a card may end, how surely that is the edge of anything, and how well it compares with others."""

    corners: Points
    sure: float
    worth: float


@dataclass(frozen=True, slots=True, eq=False)
class _Edges:
    """What is seen at each offset from a side, outward."""

    off: Floats
    skew: Floats
    step: Floats
    """How steep it is there, in logarithms."""
    share: Floats
    """Along how much of the side."""
    beyond: Floats
    """How steep it goes on beyond the corners, where a card has ended."""
    apart: Floats
    """How different it is on both sides."""
    parts: Floats
    """Along how much of the side."""
    shade: Floats
    """1 for what only grows darker towards the card, in all colours alike."""


def edged(picture: Picture, found: Sequence[Quad]) -> list[Edged]:
    """Where a card in a picture may end, the likeliest first."""
    size = (picture.shape[1], picture.shape[0])
    tried: list[Edged] = []
    for quad in [quad for quad in found if quad.held >= LEAST_HELD][:MOST_TRIED]:
        corners, sure = _moved(picture, quad.corners, (INWARD, OUTWARD))
        if corners is None or sure < LEAST_SURE:
            continue
        corners, sure = _moved(picture, corners, AGAIN)
        if corners is None or any(_nearly(corners, one.corners, SAME) for one in tried):
            continue
        sure *= float(np.exp(-((squareness(corners, size)[1] / ASKEW) ** 2)))
        area = abs(cv2.contourArea(corners.astype(np.float32)))
        worth = np.log(sure + 1e-3) + LARGER * np.log(area) + CLEARER * quad.held
        tried.append(Edged(corners, sure, float(worth)))
    return _told(sorted(tried, key=lambda one: -one.worth))


def _told(tried: Sequence[Edged]) -> list[Edged]:
    """Each once: between two that hardly differ there is no doubt."""
    kept: list[Edged] = []
    for one in tried:
        for number, other in enumerate(kept):
            if _nearly(one.corners, other.corners, HARDLY):
                kept[number] = Edged(other.corners, min(other.sure + one.sure, 1.0), other.worth)
                break
        else:
            kept.append(one)
    return kept


def _nearly(one: Points, other: Points, share: float) -> bool:
    short = min(float(np.linalg.norm(one[i] - one[i - 1])) for i in range(4))
    return min(float(np.abs(np.roll(one, turn, axis=0) - other).max()) for turn in range(4)) < share * short


def _moved(picture: Picture, corners: Points, reach: tuple[int, int]) -> tuple[Points | None, float]:
    """The corners with each side moved to where the card ends, and how sure that is."""
    square = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32) + np.float32(MARGIN - 0.5)
    warp = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    stretched = cv2.warpPerspective(picture, warp, (WHOLE, WHOLE), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    logs = cv2.GaussianBlur(np.log(stretched.astype(np.float32) + DARK), (0, 0), 0.8)
    lines, sure = [], 1.0
    for side in range(4):
        line, likely = _outermost(_edges(np.asarray(np.rot90(logs, side)), reach))
        if line is None:
            return None, 0.0
        lines.append(_turned_back(line, side))
        sure *= likely
    meet = np.array([np.cross(lines[side - 1], lines[side]) for side in range(4)])
    if np.abs(meet[:, 2]).min() < 1e-6:
        return None, 0.0
    points = (meet[:, :2] / meet[:, 2:]).astype(np.float32)
    return np.asarray(cv2.perspectiveTransform(points[None], warp)[0], np.float64), sure


def _turned_back(line: tuple[float, float], side: int) -> Points:
    """A line, by its offset and skew above a side that was turned to the top, in the square itself."""
    middle = (WHOLE - 1) / 2
    ends = []
    for x in (float(MARGIN), float(MARGIN + SIDE)):
        at = (x, MARGIN - 0.5 - line[0] + line[1] * (x - middle) / (SIDE / 2))
        for _ in range(side):
            at = (WHOLE - 1 - at[1], at[0])
        ends.append((*at, 1.0))
    return np.cross(ends[0], ends[1])


def _edges(logs: Floats, reach: tuple[int, int]) -> _Edges:
    """What is seen about the upper side."""
    off = np.arange(-reach[0], reach[1] + 1).astype(np.float32)
    along = np.arange(MARGIN + CORNER, MARGIN + SIDE - CORNER, 2)
    before = np.arange(2, MARGIN // 2 + 4, 2)
    x = np.concatenate([along, before, WHOLE - 1 - before])
    aslant = SKEWS[:, None] * (x - (WHOLE - 1) / 2) / (SIDE / 2)
    rows = np.round(MARGIN - 0.5 - off[:, None, None] + aslant).astype(int)
    slope = logs[2:] - logs[:-2]
    seen = slope[np.clip(rows - 1, 0, len(slope) - 1), x]
    mean = seen[:, :, : len(along)].mean(axis=2)
    channel = np.abs(mean).argmax(axis=2)
    most = np.take_along_axis(mean, channel[..., None], axis=2)[..., 0]
    step, sign = np.abs(most), np.sign(most)
    seen = np.take_along_axis(seen, channel[..., None, None], axis=3)[..., 0] * sign[..., None]
    share = (seen[..., : len(along)] > ALONG * step[..., None]).mean(axis=2)
    ends = [part.mean(axis=2) for part in np.split(seen[..., len(along) :], [len(before)], axis=2)]
    grey = np.clip((mean * sign[..., None]).min(axis=2) / np.maximum(step, 1e-6), 0, 1)
    best = (step * share**2).argmax(axis=1)
    at = np.arange(len(off)), best
    skew = SKEWS[best].astype(np.float32)
    apart, parts = _apart(logs, off, skew)
    return _Edges(
        off, skew, step[at], share[at],
        np.clip(np.maximum(*ends)[at] / np.maximum(step[at], 1e-6), 0, 1), apart, parts,
        np.where(most[at] > 0, 0, grey[at]),
    )  # fmt: skip


def _apart(logs: Floats, off: Floats, skew: Floats) -> tuple[Floats, Floats]:
    """How different the strips on both sides of each line are, and along how much of it."""
    x = np.arange(MARGIN + NEAR, MARGIN + SIDE - NEAR, 3)
    row = MARGIN - 0.5 - off[:, None] + skew[:, None] * (x - (WHOLE - 1) / 2) / (SIDE / 2)

    def strip(first: int, end: int) -> Floats:
        rows = np.clip(np.round(row + np.arange(first, end)[:, None, None]).astype(int), 0, WHOLE - 1)
        return np.asarray(logs[rows, x].mean(axis=0), np.float32)

    differs = strip(2, 7) - strip(-7, -2)
    usual = np.median(differs, axis=1)
    channel = np.abs(usual).argmax(axis=1)
    least = AWAY * np.abs(usual).max(axis=1)
    sign = np.sign(np.take_along_axis(usual, channel[:, None], axis=1))
    one = np.take_along_axis(differs, channel[:, None, None], axis=2)[..., 0] * sign
    return np.abs(usual).max(axis=1), (one > least[:, None]).mean(axis=1)


def _outermost(edges: _Edges) -> tuple[tuple[float, float] | None, float]:
    """The line that is likeliest to be the card's outermost, and how likely that is."""
    there = edges.step * (edges.share >= LEAST_SHARE)
    least = max(LEAST_STEP, LEAST_OF_MOST * float(there.max()))
    tops = (there[1:-1] >= there[:-2]) & (there[1:-1] > there[2:]) & (there[1:-1] >= least)
    order = (np.flatnonzero(tops) + 1)[::-1]  # from without
    best: tuple[tuple[float, float] | None, float] = (None, 0.0)
    left = 1.0
    for i, at in enumerate(order):
        within = order[i + 1] if i + 1 < len(order) else None
        likely = _likely(edges, int(at), None if within is None else int(within))
        if left * likely > best[1]:
            best = ((float(edges.off[at]), float(edges.skew[at])), left * likely)
        left *= 1 - likely
    return best


def _likely(edges: _Edges, at: int, within: int | None) -> float:
    """How likely a line is the card's edge, given the next one within."""
    is_near = within is not None and edges.off[at] - edges.off[within] < NEAR
    next_apart = 0.0 if within is None else float(edges.apart[within])
    parts = (
        1.0,
        np.log(edges.step[at] + 0.02),
        edges.share[at],
        edges.beyond[at],
        np.log(edges.apart[at] + 0.03),
        edges.parts[at],
        np.log((edges.apart[at] + 0.05) / (next_apart + 0.05)),
        edges.shade[at] * is_near,
    )
    return float(1 / (1 + np.exp(-WEIGHTS @ np.array(parts, np.float64))))
