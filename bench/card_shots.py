"""Cards as a camera sees them: from anywhere, in any turn and light, partly covered, on whatever lies below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from bench.card_faces import CardFace
from vision.scene.tops import SIDE, TOPS

SIZE = (1280, 720)
FOCAL = 1100.0
MOST_TILT = 30.0
SKINS = ((118, 148, 205), (96, 130, 190), (70, 98, 150), (45, 66, 105), (140, 170, 225))

MOST_TRIES = 200

Floats = NDArray[np.float32]
Warp = NDArray[np.float64]
Picture = NDArray[np.uint8]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class CardShot:
    """A picture, where the card's corners are in it, and which pixels of the card's own drawing are in sight."""

    picture: Picture
    corners: NDArray[np.float64]
    in_sight: NDArray[np.bool_]
    covered: float


@dataclass(frozen=True, slots=True)
class How:
    """How a card is shown: how long it is in the picture, how far tilted, whether something covers part of it."""

    long_px: tuple[float, float] = (280.0, 620.0)
    tilt: float = MOST_TILT
    cover: str = ""
    """``thumb``, ``card``, or nothing."""
    share: tuple[float, float] = (0.04, 0.25)
    """How much of the card that covers."""
    is_calm: bool = False
    """As one shows a card that is to be learnt: in good light, held still."""


def shot(face: CardFace, rng: Rng, how: How, others: Sequence[CardFace] = ()) -> CardShot:
    """The card on some table, or before something; ``others`` may lie over it."""
    picture = _ground(rng)
    warp, corners = _pose(face, rng, how)
    _lay(picture, face, warp, rng)
    sight = np.ones(face.ink.shape[:2], np.uint8)
    if how.cover:
        mask = _covering(picture, (warp, corners), rng, how, others)
        back = cv2.warpPerspective(mask, np.linalg.inv(warp), sight.shape[::-1], flags=cv2.INTER_NEAREST)
        sight[back > 0] = 0
    bent, corners = _through_lens(picture, corners, rng)
    return CardShot(_developed(bent, rng, how.is_calm), corners, sight > 0, 1 - float(sight.mean()))


def empty(rng: Rng, others: Sequence[CardFace] = ()) -> Picture:
    """A picture with no card in it."""
    return _developed(_through_lens(_ground(rng), np.zeros((4, 2)), rng)[0], rng, False)


# -- where the card is --------------------------------------------------------------------------------------


def _pose(face: CardFace, rng: Rng, how: How) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """From the drawing's pixels to the picture's, and the corners, all of them in the picture."""
    high, wide = face.ink.shape[:2]
    edge = np.array([(2, 2), (wide - 2, 2), (wide - 2, high - 2), (2, high - 2)], np.float64)
    middle = np.array([wide, high]) / 2
    while True:
        turn, tilt = rng.uniform(0, 2 * np.pi), np.radians(rng.uniform(0, how.tilt))
        toward = rng.uniform(0, 2 * np.pi)
        axis = np.array([np.cos(toward), np.sin(toward), 0.0])
        rotation = cv2.Rodrigues(axis * tilt)[0] @ cv2.Rodrigues(np.array([0.0, 0.0, turn]))[0]
        long = rng.uniform(*how.long_px)
        away = FOCAL * max(wide, high) / long
        at = np.array([rng.uniform(-0.4, 0.4) * SIZE[0], rng.uniform(-0.4, 0.4) * SIZE[1], FOCAL]) * away / FOCAL
        flat = np.column_stack([edge - middle, np.zeros(4)]) @ rotation.T + at
        corners = flat[:, :2] / flat[:, 2:] * FOCAL + np.array(SIZE) / 2
        if (corners > 6).all() and (corners < np.array(SIZE) - 6).all():
            warp = cv2.getPerspectiveTransform(edge.astype(np.float32), corners.astype(np.float32))
            return np.asarray(warp, np.float64), corners


def _lay(picture: Floats, face: CardFace, warp: NDArray[np.float64], rng: Rng) -> NDArray[np.uint8]:
    """Puts a card into the picture, with a shadow below it; says where it is."""
    share = np.sqrt(abs(np.linalg.det(warp[:2, :2])))
    ink = cv2.GaussianBlur(face.ink, (0, 0), 0.4 / share) if share < 0.8 else face.ink
    laid = cv2.warpPerspective(ink, warp, SIZE, flags=cv2.INTER_LINEAR).astype(np.float32)
    cover = laid[..., 3:] / 255
    lift = rng.uniform(2, 14)
    move = np.array([[1, 0, rng.uniform(-lift, lift)], [0, 1, rng.uniform(-lift, lift)]])
    shade = cv2.warpAffine(np.ascontiguousarray(cover[..., 0]), move, SIZE)
    shade = cv2.blur(shade, (int(lift) | 1, int(lift) | 1))[..., None] * np.float32(rng.uniform(0.1, 0.6))
    picture *= 1 - shade
    picture += (laid[..., :3] - picture) * cover
    return np.asarray(cover[..., 0] > 0.5, np.uint8)


# -- what covers it -----------------------------------------------------------------------------------------


def _covering(picture: Floats, pose: tuple[Warp, NDArray[np.float64]], rng: Rng, how: How,
              others: Sequence[CardFace]) -> NDArray[np.uint8]:  # fmt: skip
    """Lays a thumb or another card over a part of the card that lies there; says where."""
    below, corners = pose
    whole = np.zeros(SIZE[::-1], np.uint8)
    cv2.fillConvexPoly(whole, np.round(corners).astype(np.int32), (1,))
    area, (least, most) = float(whole.sum()), how.share
    for _ in range(MOST_TRIES):
        if how.cover == "thumb":
            mask, shade = _thumb(corners, rng)
            if least < float((whole & mask).sum()) / area <= most:
                _hold(picture, mask, shade, rng)
                return mask
        else:
            other = others[rng.integers(len(others))]
            warp = below @ _beside(other, cv2.perspectiveTransform(corners[None], np.linalg.inv(below))[0], rng)
            high, wide = other.ink.shape[:2]
            edge = np.array([[(2, 2), (wide - 2, 2), (wide - 2, high - 2), (2, high - 2)]], np.float64)
            mask = np.zeros(SIZE[::-1], np.uint8)
            cv2.fillConvexPoly(mask, np.round(cv2.perspectiveTransform(edge, warp)[0]).astype(np.int32), (1,))
            if least < float((whole & mask).sum()) / area <= most:
                return _lay(picture, other, warp, rng)
    return np.zeros(SIZE[::-1], np.uint8)


def _hold(picture: Floats, mask: NDArray[np.uint8], shade: Floats, rng: Rng) -> None:
    """Paints a thumb, with a shadow around it."""
    skin = np.array(SKINS[rng.integers(len(SKINS))], np.float32)
    soft = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 1.2)[..., None]
    below = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), 9)[..., None]
    picture *= 1 - 0.25 * below * (1 - soft)
    picture += (skin * shade[..., None] - picture) * soft


def _thumb(corners: NDArray[np.float64], rng: Rng) -> tuple[NDArray[np.uint8], Floats]:
    side = int(rng.integers(4))
    along = rng.uniform(0.1, 0.9)
    rim = corners[side] * (1 - along) + corners[(side + 1) % 4] * along
    inward = corners.mean(axis=0) - rim
    reach = float(np.linalg.norm(inward))
    turn = rng.uniform(-0.7, 0.7)
    inward = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ inward / reach
    short = min(float(np.linalg.norm(corners[i] - corners[i - 1])) for i in range(4))
    radius = short * rng.uniform(0.12, 0.2)
    tip = rim + inward * rng.uniform(0.0, 0.45) * short
    root = rim - inward * 2.5 * short
    mask = np.zeros(SIZE[::-1], np.uint8)
    cv2.line(mask, _at(root), _at(tip), (1,), round(2 * radius), cv2.LINE_8)
    cv2.circle(mask, _at(tip), round(radius), (1,), -1)
    rise = cv2.distanceTransform(mask, cv2.DIST_L2, 3) / radius
    shade = 0.72 + 0.36 * np.sqrt(np.clip(rise, 0, 1))
    if rng.random() < 0.6:  # a nail
        nail = tip - inward * 0.1 * radius
        angle = float(np.degrees(np.arctan2(inward[1], inward[0])))
        cv2.ellipse(shade, _at(nail), (round(0.75 * radius), round(0.55 * radius)), angle, 0, 360, (1.12,), -1)
    return mask, shade.astype(np.float32)


def _at(point: NDArray[np.float64]) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _beside(other: CardFace, corners: NDArray[np.float64], rng: Rng) -> Warp:
    """Where another card lies, in the drawing of the first: over a corner or a side, as large as it is."""
    high, wide = other.ink.shape[:2]
    turn, away = rng.uniform(0, 2 * np.pi, 2)
    cos, sin = np.cos(turn), np.sin(turn)
    long = float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).max())
    reach = rng.uniform(0.2, 1.0) * (long + max(high, wide)) / 2
    x, y = corners.mean(axis=0) + reach * np.array([np.cos(away), np.sin(away)])
    left, top = x - cos * wide / 2 + sin * high / 2, y - sin * wide / 2 - cos * high / 2
    return np.array([[cos, -sin, left], [sin, cos, top], [0, 0, 1]])


# -- all around ---------------------------------------------------------------------------------------------

_TEXTURES: list[Picture] = []


def _ground(rng: Rng) -> Floats:
    """A table top of some kind, or a room out of focus, with things on it."""
    if not _TEXTURES:
        names = [name for name in TOPS for _ in range(3)]
        _TEXTURES.extend(TOPS[name](np.random.default_rng([n, 7])).texture for n, name in enumerate(names))
    texture = _TEXTURES[int(rng.integers(len(_TEXTURES)))]
    x, y = int(rng.integers(SIDE - SIZE[0])), int(rng.integers(SIDE - SIZE[1]))
    picture = texture[y : y + SIZE[1], x : x + SIZE[0]].astype(np.float32)
    if rng.random() < 0.4:
        picture = picture * rng.uniform(0.7, 1.6, 3).astype(np.float32)
    things = int(rng.integers(0, 9)) if rng.random() < 0.6 else 0
    for _ in range(things):
        colour = [float(c) for c in rng.uniform(10, 245, 3)]
        at = (int(rng.integers(SIZE[0])), int(rng.integers(SIZE[1])))
        size = int(rng.integers(15, 130))
        kind = int(rng.integers(3))
        if kind == 0:
            cv2.circle(picture, at, size, colour, -1, cv2.LINE_AA)
        elif kind == 1:
            quad = cv2.boxPoints((at, (2.0 * size, float(rng.integers(20, 160))), float(rng.uniform(0, 180))))
            cv2.fillConvexPoly(picture, np.round(quad).astype(np.int32), colour, cv2.LINE_AA)
        else:
            end = (int(rng.integers(SIZE[0])), int(rng.integers(SIZE[1])))
            cv2.line(picture, at, end, colour, int(rng.integers(2, 30)), cv2.LINE_AA)
    if rng.random() < 0.3:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), rng.uniform(1, 8)), np.float32)
    return np.asarray(np.clip(picture, 0, 255), np.float32)


def _through_lens(picture: Floats, corners: NDArray[np.float64], rng: Rng) -> tuple[Floats, NDArray[np.float64]]:
    """Bent as a cheap lens bends."""
    bend = np.array([rng.uniform(-0.04, 0.02), 0.0, 0.0, 0.0])
    eye = np.array([[FOCAL, 0, SIZE[0] / 2], [0, FOCAL, SIZE[1] / 2], [0, 0, 1]])
    grid = np.stack(np.meshgrid(np.arange(7.5, SIZE[0], 16), np.arange(7.5, SIZE[1], 16)), axis=-1)
    flat = cv2.undistortPoints(grid.reshape(-1, 1, 2).astype(np.float32), eye, bend, P=eye).reshape(grid.shape)
    at = cv2.resize(flat.astype(np.float32), SIZE, interpolation=cv2.INTER_LINEAR)
    seen = cv2.remap(picture, at[..., 0], at[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    away = np.column_stack([(corners - np.array(SIZE) / 2) / FOCAL, np.ones(4)])
    bent = cv2.projectPoints(away, np.zeros(3), np.zeros(3), eye, bend)[0].reshape(4, 2)
    return np.asarray(seen, np.float32), np.asarray(bent, np.float64)


def _developed(picture: Floats, rng: Rng, is_calm: bool) -> Picture:
    """Lamp, shadows, glare, blur, noise and JPEG."""
    wide, high = SIZE
    y, x = np.mgrid[0:high:8, 0:wide:8].astype(np.float32)
    toward, steep = rng.uniform(0, 2 * np.pi), rng.uniform(0, 0.3 if is_calm else 0.6)
    lamp = 1 + ((x / wide - 0.5) * np.cos(toward) + (y / high - 0.5) * np.sin(toward)) * steep
    if not is_calm and rng.random() < 0.4:  # somebody's shadow
        toward, off = rng.uniform(0, 2 * np.pi), rng.uniform(-250, 250)
        depth = (x - wide / 2) * np.cos(toward) + (y - high / 2) * np.sin(toward) - off
        lamp *= 1 - rng.uniform(0.15, 0.45) * (0.5 + 0.5 * np.tanh(depth / rng.uniform(8, 80)))
    warm = rng.uniform(-0.1, 0.15) if is_calm else rng.uniform(-0.25, 0.45)
    gains = np.array([1 - warm, 1.0, 1 + 0.6 * warm]) * (
        rng.uniform(0.7, 1.0) if is_calm else rng.uniform(0.4, 1.2)
    )
    lit = picture * cv2.resize(lamp, SIZE)[..., None] * gains.astype(np.float32)
    if not is_calm and rng.random() < 0.3:  # a lamp mirrored
        at = rng.uniform(0, 1, 2) * SIZE
        spot = np.exp(-(((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * rng.uniform(40, 150) ** 2)))
        lit += cv2.resize(spot, SIZE)[..., None] * rng.uniform(10, 50)
    soft = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.4, 0.8) if is_calm else rng.uniform(0.4, 1.4))
    if not is_calm and rng.random() < 0.35:
        soft = _smeared(soft, rng)
    noise = cv2.resize(rng.standard_normal((high // 2, wide), np.float32), SIZE)[..., None]
    soft += noise * rng.uniform(1, 3 if is_calm else 7)
    grain = rng.standard_normal((high, wide), np.float32)[..., None] * np.array([1.0, 0.5, -0.8], np.float32)
    soft += grain * rng.uniform(0.5, 2 if is_calm else 4)
    quality = int(rng.integers(70, 96))
    packed = cv2.imencode(".jpg", np.clip(soft, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)


def _smeared(picture: Floats, rng: Rng) -> Floats:
    """A hand that does not hold quite still."""
    long = int(rng.integers(2, 6))
    kernel = np.zeros((9, 9), np.float32)
    turn = rng.uniform(0, np.pi)
    off = np.array([np.cos(turn), np.sin(turn)]) * long / 2
    cv2.line(kernel, _at(4 - off), _at(4 + off), (1.0,), 1)
    return np.asarray(cv2.filter2D(picture, -1, kernel / kernel.sum()), np.float32)
