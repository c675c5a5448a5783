"""Where a card is in a picture: four straight sides with rounded corners; and its face seen from above."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Lens, Points

Picture = NDArray[np.uint8]

SEARCHED = 480
"""Cards are looked for in a picture whose longer side has so many pixels."""
SHORT = 320
"""A face seen from above is so many pixels wide."""
LEAST_SHARE = 0.025
"""A card that fills less of the picture is too small to be read."""
LEAST_ASPECT, MOST_ASPECT = 1.08, 1.9
LEAST_SUPPORT = 3.0
MOST_TAPER = 1.45
"""Of two sides across from each other the nearer may look so much longer."""
MOST_FOUND = 8


@dataclass(frozen=True, slots=True)
class Outline:
    """A card's corners in the picture, clockwise, from the one that is top left when the card stands upright."""

    corners: Points
    aspect: float
    """Height by width of the card, standing upright."""
    support: float
    """How clearly its sides stand out, in grey levels at the weakest side."""

    @property
    def area(self) -> float:
        return float(cv2.contourArea(self.corners.astype(np.float32)))

    @property
    def middle(self) -> Points:
        return np.asarray(self.corners.mean(axis=0))

    def holds(self, point: Points) -> bool:
        at = (float(point[0]), float(point[1]))
        return cv2.pointPolygonTest(self.corners.astype(np.float32), at, False) >= 0

    def to_face(self) -> Points:
        """From pixels of the picture to pixels of the face."""
        tall = round(SHORT * self.aspect)
        flat = np.array([(0, 0), (SHORT, 0), (SHORT, tall), (0, tall)], np.float32)
        found = cv2.getPerspectiveTransform(self.corners.astype(np.float32), flat)
        return np.asarray(found, np.float64)

    def face(self, picture: Picture) -> Picture:
        """The card as it would lie before one, upright."""
        size = (SHORT, round(SHORT * self.aspect))
        shrunk = _shrunk(picture, self)
        seen = cv2.warpPerspective(shrunk[0], self.to_face() @ shrunk[1], size, flags=cv2.INTER_LINEAR)
        return np.asarray(seen, np.uint8)


def _shrunk(picture: Picture, outline: Outline) -> tuple[Picture, Points]:
    """The picture made smaller if the card is much larger than its face will be, so that no detail flickers."""
    shorter = float(np.linalg.norm(outline.corners[1] - outline.corners[0]))
    share = SHORT / max(shorter, 1.0)
    if share > 0.6:
        return picture, np.eye(3)
    height, width = picture.shape[:2]
    small = cv2.resize(
        picture, (max(1, round(width * share)), max(1, round(height * share))), interpolation=cv2.INTER_AREA
    )
    return np.asarray(small, np.uint8), np.diag([width / small.shape[1], height / small.shape[0], 1.0])


def outline_of(corners: Points, size: tuple[int, int], support: float = 0.0) -> Outline:
    """The outline with these corners, in whatever order, in a picture of this size."""
    ordered = _clockwise(np.asarray(corners, np.float64).reshape(4, 2))
    ratio = _height_by_width(ordered, size)
    if ratio < 1:
        ordered, ratio = _upright(ordered), 1 / ratio
    return Outline(ordered, ratio, support)


def outlines(picture: Picture) -> tuple[Outline, ...]:
    """What may be a card, the clearest first. The same card's inner frames may be among them."""
    height, width = picture.shape[:2]
    share = min(1.0, SEARCHED / max(height, width))
    size = (max(1, round(width * share)), max(1, round(height * share)))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA) if share < 1 else picture
    planes = _planes(np.asarray(small, np.uint8))
    found: list[Outline] = []
    for quad in _quads(planes, size[0] * size[1]):
        outline = outline_of(quad, size, _support(planes, quad))
        if LEAST_ASPECT <= outline.aspect <= MOST_ASPECT and outline.support >= LEAST_SUPPORT and _is_even(quad):
            found.append(outline)
    found.sort(key=lambda outline: -outline.support * outline.area)
    back = np.array([width / size[0], height / size[1]])
    kept = _distinct(found)[:MOST_FOUND]
    return tuple(Outline((o.corners + 0.5) * back - 0.5, o.aspect, o.support) for o in kept)


def _distinct(found: Iterable[Outline]) -> list[Outline]:
    """Each card once, by its edge and not by a frame printed inside it."""
    kept: list[Outline] = []
    for outline in found:
        reach = np.sqrt(outline.area)
        for i, other in enumerate(kept):
            apart = float(np.abs(outline.corners - other.corners).max())
            if apart > 0.14 * reach:
                continue
            if apart > 0.02 * reach and outline.area > other.area and outline.support > 0.4 * other.support:
                kept[i] = outline
            break
        else:
            kept.append(outline)
    return kept


def _planes(picture: Picture) -> list[Picture]:
    """Lightness, the two colour differences, and the distance from what lies along the picture's edge."""
    lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.2), cv2.COLOR_BGR2LAB)
    rim = np.concatenate(
        [lab[:4].reshape(-1, 3), lab[-4:].reshape(-1, 3), lab[:, :4].reshape(-1, 3), lab[:, -4:].reshape(-1, 3)]
    )
    off = np.linalg.norm(lab.astype(np.float32) - np.median(rim, axis=0).astype(np.float32), axis=2)
    return [*(np.ascontiguousarray(lab[..., i]) for i in range(3)), np.clip(off, 0, 255).astype(np.uint8)]


def _quads(planes: list[Picture], size: int) -> Iterator[Points]:
    for shape in _shapes(planes):
        contours, _ = cv2.findContours(shape, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        for contour in contours:
            points = np.asarray(contour).reshape(-1, 2)
            if len(points) < 60:
                continue
            hull = np.asarray(cv2.convexHull(points), np.int32).reshape(-1, 2)
            area = cv2.contourArea(hull)
            if area < LEAST_SHARE * size or area > 0.97 * size:
                continue
            quad = _quad(hull, area)
            if quad is not None:
                yield quad


def _shapes(planes: list[Picture]) -> Iterator[Picture]:
    """Pictures in black and white whose contours may be a card's outline."""
    box = np.ones((3, 3), np.uint8)
    for plane in planes:
        _, mask = cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        opened = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
        yield np.asarray(opened, np.uint8)
        yield np.asarray(cv2.morphologyEx(255 - mask, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8)), np.uint8)
        slope = np.hypot(cv2.Sobel(plane, cv2.CV_32F, 1, 0), cv2.Sobel(plane, cv2.CV_32F, 0, 1))
        for share in (80, 90, 95):
            high = max(float(np.percentile(slope, share)), 12.0)
            edges = cv2.Canny(plane, high * 0.4, high)
            yield np.asarray(cv2.morphologyEx(cv2.dilate(edges, box), cv2.MORPH_CLOSE, box), np.uint8)


def _quad(hull: NDArray[np.int32], area: float) -> Points | None:
    around = cv2.arcLength(hull, True)
    for bend in (0.01, 0.02, 0.03, 0.045, 0.06):
        found = np.asarray(cv2.approxPolyDP(hull, bend * around, True)).reshape(-1, 2)
        if len(found) == 4:
            quad = _straightened(hull, _clockwise(found.astype(np.float64)))
            if quad is None or not 0.9 <= area / max(cv2.contourArea(quad.astype(np.float32)), 1.0) <= 1.04:
                return None
            return quad
        if len(found) < 4:
            return None
    return None


def _straightened(hull: NDArray[np.int32], quad: Points) -> Points | None:
    """The corners in which the sides would meet, were the card's corners not rounded."""
    dense = _densely(hull)
    lines = []
    for i in range(4):
        a, b = quad[i], quad[(i + 1) % 4]
        along = b - a
        length = float(np.linalg.norm(along))
        if length < 12:
            return None
        along /= length
        across = np.array([-along[1], along[0]])
        offset = dense - a
        t, off = offset @ along / length, offset @ across
        near = dense[(t > 0.15) & (t < 0.85) & (np.abs(off) < 0.05 * length)]
        if len(near) < 8:
            return None
        vx, vy, x, y = np.asarray(cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01)).ravel()
        lines.append(np.array([vy, -vx, vx * y - vy * x]))
    corners = []
    for i in range(4):
        meet = np.cross(lines[i - 1], lines[i])
        if abs(meet[2]) < 1e-6:
            return None
        corners.append(meet[:2] / meet[2])
    return np.array(corners)


def _densely(hull: NDArray[np.int32]) -> Points:
    points = hull.astype(np.float64)
    steps = [
        np.linspace(a, b, max(2, int(np.linalg.norm(b - a) / 2)), endpoint=False)
        for a, b in zip(points, np.roll(points, -1, axis=0), strict=True)
    ]
    return np.concatenate(steps)


def _is_even(quad: Points) -> bool:
    sides = np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1)
    taper = np.maximum(sides[:2], sides[2:]) / np.minimum(sides[:2], sides[2:])
    return bool(taper.max() <= MOST_TAPER)


def _support(planes: list[Picture], quad: Points) -> float:
    """How much the inside differs from the outside along the weakest side, in the plane that shows it best."""
    sides = []
    for i in range(4):
        a, b = quad[i], quad[(i + 1) % 4]
        along = (b - a) / max(float(np.linalg.norm(b - a)), 1.0)
        outward = np.array([along[1], -along[0]])
        at = a + np.linspace(0.1, 0.9, 40)[:, None] * (b - a)
        inside, outside = (_sampled(planes, at + outward * step) for step in (-3.0, 3.0))
        sides.append(float(np.abs(np.median(inside - outside, axis=0)).max()))
    return min(sides)


def _sampled(planes: list[Picture], points: Points) -> NDArray[np.float64]:
    height, width = planes[0].shape
    x = np.clip(np.round(points[:, 0]), 0, width - 1).astype(int)
    y = np.clip(np.round(points[:, 1]), 0, height - 1).astype(int)
    return np.column_stack([plane[y, x].astype(np.float64) for plane in planes[:3]])


def _clockwise(corners: Points) -> Points:
    """Clockwise, beginning with the corner nearest to the picture's top left."""
    middle = corners.mean(axis=0)
    turns = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    around = corners[np.argsort(turns)]
    return np.asarray(np.roll(around, -int(np.argmin(around.sum(axis=1))), axis=0))


def _upright(corners: Points) -> Points:
    """A card lying on its side, stood up the shorter way."""
    left, right = np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0)
    return np.asarray(max((left, right), key=lambda c: float(c[3, 1] + c[2, 1] - c[0, 1] - c[1, 1])))


def _height_by_width(corners: Points, size: tuple[int, int]) -> float:
    """The card's true proportions: its sides as the usual lens would have to see them."""
    lens = Lens.usual(*size)
    unit = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], np.float32)
    warp = np.linalg.inv(lens.matrix) @ cv2.getPerspectiveTransform(unit, corners.astype(np.float32))
    across, down = float(np.linalg.norm(warp[:, 0])), float(np.linalg.norm(warp[:, 1]))
    return down / max(across, 1e-9)
