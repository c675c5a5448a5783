"""Moving cuts across a face to where edges are seen: a cover ends somewhere, another print need not."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.camera import Points
from vision.cards.comparing import RIM
from vision.cards.cuts import Cut, left
from vision.cards.looks import DARK, FACE, Floats, Picture

TURNS, AWAYS = np.radians(np.arange(-12.0, 12.1, 3.0)), np.arange(-8.0, 25.0, 2.0)
"""A cut is turned and moved by so much: rather inward, for beside a cover things look strange, too."""
MOVES, MOVED = 2, 0.15
"""So often each is moved; and what it costs to go as far as that, by a line that is an edge all along."""
POINTS, SHORT, LONG = 24, 8.0, 20.0
"""A line is looked at in so many points; one that is shorter is no side; from the last on it is one."""
SOFT, NOISY, FAINT = 1.0, 5.0, 0.02
"""An edge is so many times as steep as the usual pixel, and a little more; the picture is blurred by so much."""
SEEN = 0.5
NEARBY = np.arange(-4.0, 5.0, 2.0)
"""A side may be so crooked."""
INNER = 8.0
"""So near to the card's own edge no other is looked for."""
_RIM = tuple(
    Cut(turn * np.pi / 2, away) for turn, away in enumerate((INNER, INNER, INNER - FACE[0], INNER - FACE[1]))
)
LEVEL = 1e-6
LEAST_SEEN, LEAST_SIDE = 0.8, 0.6
"""So much of a cover's outline on the card, and of each of its longer sides, is seen as an edge."""
MOST_LOST, MOST_MORE = 6.0, 0.3
"""What a cut may cut off to be spared: little that is worth keeping, and not too much in all."""


def slopes_of(wide: Picture) -> Floats:
    """How lightness slopes in each colour, across and then down: (rows, columns, 6), without what is noise."""
    light = cv2.GaussianBlur(np.log(wide.astype(np.float32) + DARK), (0, 0), SOFT)
    found = np.dstack([cv2.Sobel(light, cv2.CV_32F, x, y, scale=1 / 8) for x, y in ((1, 0), (0, 1))])
    return np.asarray(found / (float(np.median(np.abs(found[::3, ::3]))) * NOISY + FAINT), np.float32)


def at_edges(cuts: list[Cut], slopes: Floats) -> list[Cut]:
    """The same cuts moved to where edges are seen."""
    for _ in range(MOVES):
        for i in range(len(cuts)):
            cuts[i] = _snapped(cuts[i], [*cuts[:i], *cuts[i + 1 :]], slopes)
    return cuts


def needed(cuts: list[Cut], slopes: Floats, worth: Floats) -> list[Cut]:
    """Without those that are no edges, if what they cut off may as well be covered."""
    for cut in list(cuts):
        others = [one for one in cuts if one is not cut]
        seen, long = _side_seen(cut, others, slopes)
        if others and long > SHORT and seen < LEAST_SIDE:
            more = left(others) & ~left(cuts)
            if float(worth[more].sum()) > -MOST_LOST and more.mean() < MOST_MORE:
                cuts = others
    return cuts


def _snapped(cut: Cut, others: Sequence[Cut], slopes: Floats) -> Cut:
    """The same line moved and turned a little, to where most of it is seen to be an edge."""
    turns, aways = (part.ravel() for part in np.meshgrid(cut.turn + TURNS, AWAYS))
    ways = np.column_stack([np.cos(turns), np.sin(turns)])
    middle = _middle(cut, others)
    if middle is None:
        return cut
    aways = ways @ middle + aways
    seen, long = _seen(ways, aways, others, slopes)
    worth = seen.mean(axis=1) - MOVED * (np.abs(AWAYS).repeat(len(TURNS)) / AWAYS.max())
    worth[long < SHORT] = -1
    best = int(worth.argmax())
    return Cut(float(turns[best]), float(aways[best]))


def _middle(cut: Cut, others: Sequence[Cut]) -> Points | None:
    """The middle of what of a line the others leave on the face."""
    start, end = _stretch(cut.way[None], np.array([cut.away]), others)
    if end[0] - start[0] < SHORT:
        return None
    return np.asarray(cut.way * cut.away + np.array([-cut.way[1], cut.way[0]]) * (start[0] + end[0]) / 2)


def _stretch(ways: Points, aways: Points, others: Sequence[Cut]) -> tuple[Points, Points]:
    """From where to where lines lie on the face and within other cuts."""
    along = np.column_stack([-ways[:, 1], ways[:, 0]])
    every = (*_RIM, *others)
    other = np.array([cut.way for cut in every]).T
    steep = along @ other
    rest = np.array([cut.away for cut in every]) - aways[:, None] * (ways @ other)
    with np.errstate(divide="ignore", invalid="ignore"):
        at = rest / steep
    start = np.where(steep > LEVEL, at, -1e3).max(axis=1)
    end = np.where(steep < -LEVEL, at, 1e3).min(axis=1)
    end[((np.abs(steep) <= LEVEL) & (rest > 0)).any(axis=1)] = -1e3
    return start, end


def _seen(ways: Points, aways: Points, others: Sequence[Cut], slopes: Floats) -> tuple[Floats, Points]:
    """How far lines are seen as edges, in each of some points, and how long they are."""
    start, end = _stretch(ways, aways, others)
    along = np.column_stack([-ways[:, 1], ways[:, 0]])
    share = (np.arange(POINTS) + 0.5) / POINTS
    at = start[:, None] + share * np.maximum(end - start, 0)[:, None]
    points = (ways * aways[:, None])[:, None] + along[:, None] * at[..., None]
    rows, columns, colours = slopes.shape
    x, y = ((points[..., i].round() + RIM).astype(int).clip(0, most - 1) for i, most in enumerate((columns, rows)))
    there = slopes.reshape(-1, colours).take(y * columns + x, axis=0)
    across, down = (way[:, None, None].astype(np.float32) for way in ways.T)
    steep = there[..., :3] * across + there[..., 3:] * down
    return np.minimum(np.abs(steep).max(axis=2), 1), end - start


def is_seen(cuts: Sequence[Cut], slopes: Floats) -> bool:
    """Whether a cover's outline on the card is seen as an edge: most of it, and a good part of each side."""
    parts = [_side_seen(cut, [*cuts[:i], *cuts[i + 1 :]], slopes) for i, cut in enumerate(cuts)]
    seen, long = np.array([part for part in parts if part[1] > SHORT] or [(0.0, 1.0)]).T
    return bool(seen @ long / long.sum() > LEAST_SEEN and seen[long > LONG].min(initial=1) > LEAST_SIDE)


def _side_seen(cut: Cut, others: Sequence[Cut], slopes: Floats) -> tuple[float, float]:
    """How much of a side is seen as an edge, and how long it is."""
    seen, long = _seen(np.full((len(NEARBY), 2), cut.way), cut.away + NEARBY, others, slopes)
    return float((seen.max(axis=0) > SEEN).mean()), float(long[len(NEARBY) // 2])
