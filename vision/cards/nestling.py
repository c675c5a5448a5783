"""Laying a card's known face over a picture to the fraction of a pixel, by all of its slopes at once.

Few marks lie on a plain card, and those of a look-alike lie elsewhere. What two cards of a family share is most of
them: so it is asked how the whole would have to be moved for the most of it to fit, and what does not is let be.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.cards.aligning import Laid
from vision.cards.layers import Layers
from vision.cards.looks import PLAIN, Floats, corners_of, light_of

STEPS = ((2.5, 1500, 8, 0.7), (0.0, 2500, 5, 0.4))
"""First blurred by so much, in so many of its steepest pixels, so many times; then as it is. What is off by more
than the last, as a share of what is to be seen, counts little."""
AFAR, MOST_MOVED_AFAR = (6.0, 1500, 12, 1.0), 30.0
"""The same before these, where the place was guessed, and how far a corner may move then."""
LEAST_SLOPES = 300
"""A card of which less is in sight is not laid."""
AROUND, LEAST_STEEP = (25, 25), 1e-5
EDGE = 2
LEAST_SCALE, MOST_SCALE = 0.4, 1.3
"""By so much the contrast of a picture may differ."""
ROUGHLY = 0.56
"""So much of a face agrees with a picture of it once it lies there roughly; with other pictures half does."""
STILL = 0.06
"""Corners that would move by less, in pixels, are where they belong."""
MOST_MOVED = 12.0


@dataclass(frozen=True, slots=True, eq=False)
class Slopes:
    """Where a face is steepest, how bright it is there, and how it would change if it were moved in eight ways."""

    at: NDArray[np.intp]
    light: Floats
    ways: Floats

    def of(self, some: NDArray[np.bool_]) -> Slopes:
        """Some of them."""
        return Slopes(self.at[some], self.light[some], self.ways[some])


def slopes_of(light: Floats) -> tuple[Slopes, ...]:
    """Of the lightness of a face in the plain size: for each of ``STEPS``."""
    return tuple(_slopes(light, soft, most) for soft, most, _, _ in STEPS)


def nestled(layers: Layers, warp: Points, slopes: tuple[Slopes, ...]) -> Laid | None:
    """The face laid where it fits best, beginning nearby, by what of it is in sight; None if it runs away.

    Of what is not even roughly there nothing is held, and nobody need look for it more closely.
    """
    whole, share = np.eye(3), 0.0
    hidden = layers.hidden(warp, PLAIN)
    for (soft, _, times, off), slope in zip(STEPS, _in_sight(slopes, hidden), strict=True):
        if len(slope.at) < LEAST_SLOPES:
            return None
        # cut anew, for what lies around a card must not be taken for its lamp
        seen = light_of(layers.cut(warp @ whole, PLAIN))
        layer = np.asarray(cv2.GaussianBlur(seen, (0, 0), soft) if soft else seen, np.float32)
        own, share = _drawn(layer, slope, (times, off), MOST_MOVED)
        if own is None:
            return None if share > ROUGHLY else Laid(warp, 0.0)
        if soft and share < ROUGHLY:
            return Laid(warp, 0.0)
        whole = whole @ own
    return Laid(np.asarray(warp @ whole), share)


def drawn_near(layers: Layers, warp: Points, light: Floats) -> Points | None:
    """Where a face of this lightness lies roughly, beginning a fifth of its height away; None if it runs away."""
    soft, most, times, off = AFAR
    slope = _in_sight((_slopes(light, soft, most),), layers.hidden(warp, PLAIN))[0]
    layer = np.asarray(cv2.GaussianBlur(light_of(layers.cut(warp, PLAIN)), (0, 0), soft), np.float32)
    own = _drawn(layer, slope, (times, off), MOST_MOVED_AFAR)[0] if len(slope.at) >= LEAST_SLOPES else None
    return None if own is None else np.asarray(warp @ own)


def as_it_lies(layers: Layers, warp: Points, slopes: tuple[Slopes, ...]) -> Laid:
    """The face laid just so."""
    slope = _in_sight(slopes, layers.hidden(warp, PLAIN))[-1]
    _, share = _step(light_of(layers.cut(warp, PLAIN)), np.eye(3), slope, STEPS[-1][-1])
    return Laid(warp, share)


def _in_sight(slopes: tuple[Slopes, ...], hidden: NDArray[np.bool_] | None) -> tuple[Slopes, ...]:
    if hidden is None:
        return slopes
    return tuple(slope.of(~hidden.ravel()[slope.at]) for slope in slopes)


def _slopes(light: Floats, soft: float, most: int) -> Slopes:
    layer = np.asarray(cv2.GaussianBlur(light, (0, 0), soft) if soft else light, np.float32)
    across, down = (cv2.Sobel(layer, cv2.CV_32F, x, y, scale=1 / 8) for x, y in ((1, 0), (0, 1)))
    steep = across**2 + down**2
    steep[:EDGE], steep[-EDGE:], steep[:, :EDGE], steep[:, -EDGE:] = 0, 0, 0, 0
    # some from everywhere: a card is not held straight by its title alone
    spread = steep / np.sqrt(cv2.blur(steep, AROUND) + LEAST_STEEP)
    at = np.argpartition(-spread.ravel(), most)[:most]
    gx, gy = across.ravel()[at], down.ravel()[at]
    wide, high = PLAIN
    x, y = _unit(at % wide, wide), _unit(at // wide, wide, high)
    along = gx * x + gy * y
    ways = np.stack([gx * x, gx * y, gx, gy * x, gy * y, gy, -x * along, -y * along], axis=1)
    return Slopes(at, layer.ravel()[at], np.asarray(ways * (wide / 2), np.float32))


def _unit(at: NDArray[np.intp], wide: int, high: int | None = None) -> Floats:
    """Pixels from the middle, the half width as one."""
    return np.asarray((at - ((high or wide) - 1) / 2) / (wide / 2), np.float32)


def _drawn(seen: Floats, slopes: Slopes, how: tuple[int, float], most: float) -> tuple[Points | None, float]:
    """How the face has to be moved in so many steps, and the share that agrees; None if a corner goes too far."""
    (times, off), own, share = how, np.eye(3), 0.0
    for _ in range(times):
        step, share = _step(seen, own, slopes, off)
        own = own @ step
        own /= own[2, 2]
        if not _corners_moved(own) < most:
            return None, share
        if _corners_moved(step) < STILL:
            break
    return own, share


def _step(seen: Floats, warp: Points, slopes: Slopes, off: float) -> tuple[Points, float]:
    """How the face has to be moved yet, and the share of it that agrees."""
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    now = cv2.warpPerspective(seen, warp, PLAIN, flags=flags, borderMode=cv2.BORDER_REPLICATE).ravel()[slopes.at]
    known = slopes.light
    rest = now - known
    usual = off * float(np.sqrt((known * known).mean())) + 1e-6
    counts = 1 / (1 + (rest / usual) ** 2)
    scale = float((counts * known * now).sum() / max(float((counts * known * known).sum()), 1e-6))
    scale = min(max(scale, LEAST_SCALE), MOST_SCALE)
    rest = now - scale * known
    ways = scale * slopes.ways
    weighed = ways * counts[:, None]
    p = np.linalg.solve(weighed.T @ ways + 1e-3 * np.eye(8), weighed.T @ rest).astype(np.float64)
    moved = np.array([[1 + p[0], p[1], p[2]], [p[3], 1 + p[4], p[5]], [p[6], p[7], 1]])
    half, middle = PLAIN[0] / 2, ((PLAIN[0] - 1) / 2, (PLAIN[1] - 1) / 2)
    unit = np.array([[half, 0, middle[0]], [0, half, middle[1]], [0, 0, 1]])
    return np.asarray(unit @ np.linalg.inv(moved) @ np.linalg.inv(unit)), float(counts.mean())


def _corners_moved(own: Points) -> float:
    corners = corners_of(PLAIN).reshape(-1, 1, 2)
    return float(np.abs(cv2.perspectiveTransform(corners, own) - corners).max())
