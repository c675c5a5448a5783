"""Three sides in a picture, of which two go out from the corners of the third: a card whose other end is covered.

How far it reaches is not seen. So each of some lengths is a guess of its own, and the face that fits must tell.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.cards.lines import Floats, Lines, apart, meetings
from vision.cards.quads import LEAST_SIDE, MOST_SKEW, MOST_SLANT, distinct, holds, squareness

Places = NDArray[np.intp]

LENGTHS = tuple(0.62 * 1.14**step for step in range(8))
"""How far a card may reach, by its end that is seen: of any proportions, seen askew."""
NEAR_END = 0.45
"""So much of both sides, by the end that is seen, is looked at."""
LEAST_END, LEAST_BESIDE, LEAST_IN_ALL = 0.75, 0.5, 2.3
"""So much of the end, of each side beside it, and of the three is seen as an edge."""
BEYOND, MOST_BEYOND = 0.25, 0.7
"""So far beyond an end its sides are not seen to go on: a line across a card is not where it ends."""
MOST_ENDS, APART = 8, 0.12
MOST_ASKEW = 0.2
"""How far from square its corners may be, the far side taken to be parallel: a cosine."""
WITHIN = 0.5
"""A card that is known reaches so far from its own ends."""
REST = 0.06
"""So much of a side, by its corner, is round."""


def open_ended(lines: Lines, known: Sequence[Points] = ()) -> list[Points]:
    """What may be a card of which one end is out of sight: corners, clockwise, in the picture's pixels.

    ``known`` are the corners of cards, of which no end is looked for.
    """
    ends, beside = _ends(lines)
    if not len(ends):
        return []
    within = lines.in_picture(_reaching(ends, beside, WITHIN).mean(axis=1))
    free = [not any(holds(card, point) for card in known) for point in within]
    ends, beside = ends[free], beside[free]
    _, askew = squareness(lines.in_picture(_reaching(ends, beside, 1.0)), lines.whole)
    ends, beside = ends[askew < MOST_ASKEW], beside[askew < MOST_ASKEW]
    if not len(ends):
        return []
    kept = distinct(_reaching(ends, beside, 1.0), MOST_ENDS, APART)
    found = [lines.in_picture(_reaching(ends[kept], beside[kept], length)) for length in LENGTHS]
    return [corners for guesses in found for corners in guesses]


def _reaching(ends: Points, beside: Points, length: float) -> Points:
    """Corners of cards that reach so far from their ends, by the length of these."""
    along = ends[:, 1] - ends[:, 0]
    inward = np.stack([-along[:, 1], along[:, 0]], axis=1)
    # the far side is taken to be parallel to the near one
    steep = (beside * inward[:, None]).sum(axis=2, keepdims=True)
    far = ends + beside * (length * (inward**2).sum(axis=1)[:, None, None] / steep)
    return np.stack([ends[:, 0], ends[:, 1], far[:, 1], far[:, 0]], axis=1)


def _ends(lines: Lines) -> tuple[Points, Points]:
    """Both corners of each end, the clearest first, and the ways in which the sides go out from them."""
    end, one, other = _crossed(lines)
    meet, _ = meetings(lines)
    first, second = meet[one, end].astype(np.float64), meet[other, end].astype(np.float64)
    held = _held(lines, end, first, second)
    keep = (held > LEAST_END) & (np.linalg.norm(second - first, axis=1) > LEAST_SIDE)
    one, other, first, second, held = (part[keep] for part in (one, other, first, second, held))
    both = [
        _going_out(lines, (one, other), (first, second), held),
        _going_out(lines, (other, one), (second, first), held),
    ]
    ends, beside, worth = (np.concatenate(parts) for parts in zip(*both, strict=True))
    order = np.argsort(-worth)
    return ends[order], beside[order]


def _crossed(lines: Lines) -> tuple[Places, Places, Places]:
    """Lines that each cross two others which may be opposite sides, and these."""
    one, other = np.triu_indices(len(lines.turn), 1)
    slant = np.abs((lines.turn[one] - lines.turn[other] + np.pi / 2) % np.pi - np.pi / 2)
    keep = (slant < MOST_SLANT) & (apart(lines, one, other) > LEAST_SIDE)
    one, other = one[keep], other[keep]
    pair, end = (part.ravel() for part in np.indices((len(one), len(lines.turn))))
    one, other = one[pair], other[pair]
    _, is_in = meetings(lines)
    keep = is_in[one, end] & is_in[other, end]
    for side in (one, other):
        keep &= np.abs((lines.turn[side] - lines.turn[end]) % np.pi - np.pi / 2) < MOST_SKEW
    return end[keep], one[keep], other[keep]


def _going_out(
    lines: Lines, sides: tuple[Places, Places], corners: tuple[Points, Points], held: Floats
) -> tuple[Points, Points, Points]:
    """Of those ends from which both sides go out to the right of the way from corner to corner: worth, last."""
    along = corners[1] - corners[0]
    inward = np.stack([-along[:, 1], along[:, 0]], axis=1)
    long = np.linalg.norm(along, axis=1)
    ways, near, beyond = [], [], []
    for side, corner in zip(sides, corners, strict=True):
        way = np.stack([np.cos(lines.turn[side]), np.sin(lines.turn[side])], axis=1)
        way = way * np.sign((way * inward).sum(axis=1, keepdims=True)) * long[:, None]
        ways.append(way)
        near.append(_held(lines, side, corner, corner + NEAR_END * way))
        beyond.append(_held(lines, side, corner - BEYOND * way, corner))
    total = held + near[0] + near[1]
    ok = (np.minimum(*near) > LEAST_BESIDE) & (total > LEAST_IN_ALL) & (np.maximum(*beyond) < MOST_BEYOND)
    worth = total**3 * long**0.7
    return np.stack(corners, axis=1)[ok], np.stack(ways, axis=1)[ok], worth[ok]


def _held(lines: Lines, line: Places, start: Points, end: Points) -> Floats:
    """How much of stretches of lines is seen, but for what is next to their corners, which are round."""
    way = np.stack([np.cos(lines.turn[line]), np.sin(lines.turn[line])], axis=1)
    at, to = (start * way).sum(axis=1), (end * way).sum(axis=1)
    rest = REST * (to - at)
    return lines.held(line, np.asarray(at + rest, np.float32), np.asarray(to - rest, np.float32))
