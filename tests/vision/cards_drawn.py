"""Rune cards drawn in many styles and photographed: what the card reader is tried on.

None of it looks like a published card, and no two pictures look alike.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Pattern = tuple[str, ...]

PER_MM = 7.0
SIZE = (760, 570)
"""Photographs are so wide and high."""
SIZES_MM = ((44.0, 63.0), (44.0, 68.0), (56.0, 87.0), (63.0, 88.0), (59.0, 92.0))
SHAPES = ("square", "rounded", "disc", "diamond", "glyph", "star")
EMPTIES = ("nothing", "outline", "dot", "pale", "lines", "panel")
INKS = (
    ((40, 30, 160), (235, 240, 245)),
    ((140, 60, 20), (225, 235, 240)),
    ((60, 110, 30), (200, 225, 235)),
    ((30, 30, 30), (215, 225, 230)),
    ((110, 30, 110), (235, 225, 240)),
    ((40, 120, 230), (245, 245, 245)),
    ((80, 200, 250), (60, 40, 35)),
    ((235, 235, 235), (95, 45, 30)),
    ((200, 220, 120), (40, 40, 60)),
    ((90, 170, 250), (120, 40, 70)),
    ((230, 240, 240), (40, 40, 140)),
)
"""Ink and ground, blue first."""


@dataclass(frozen=True, slots=True)
class Look:
    """How a card is drawn."""

    size_mm: tuple[float, float]
    ink: tuple[int, int, int]
    ground: tuple[int, int, int]
    shape: str
    empty: str
    fill: float
    lattice: int
    pitch_mm: float
    text: bool
    frame: bool
    pips: int


def random_look(rng: np.random.Generator, pattern: Pattern) -> Look:
    """A look in which the pattern fits."""
    size = SIZES_MM[rng.integers(len(SIZES_MM))]
    ink, ground = INKS[rng.integers(len(INKS))]
    shape = str(rng.choice(SHAPES))
    empty = str(rng.choice(EMPTIES))
    longest = max(len(pattern), len(pattern[0]))
    lattice = int(rng.integers(longest, 6)) if empty != "nothing" else longest
    fill = float(rng.uniform(0.72, 0.94))
    pitch = float(rng.uniform(0.6, 0.8)) * size[0] / max(lattice, 3)
    return Look(
        size, ink, ground, shape, empty, fill, lattice, pitch,
        bool(rng.integers(2)), bool(rng.integers(2)), int(rng.integers(0, 5)),
    )  # fmt: skip


def random_pattern(rng: np.random.Generator) -> Pattern:
    """Some cells that hang together, at least by their corners."""
    cells = {(0, 0)}
    for _ in range(int(rng.integers(3, 8))):
        row, column = sorted(cells)[rng.integers(len(cells))]
        step = rng.integers(-1, 2, size=2)
        cells.add((row + int(step[0]), column + int(step[1])))
    top, left = min(r for r, _ in cells), min(c for _, c in cells)
    height, width = max(r for r, _ in cells) - top + 1, max(c for _, c in cells) - left + 1
    if len(cells) < 4 or max(height, width) > 5:
        return random_pattern(rng)
    return tuple(
        "".join("#" if (r + top, c + left) in cells else "." for c in range(width)) for r in range(height)
    )


# -- the card -------------------------------------------------------------------------------------------


def draw_card(pattern: Pattern, look: Look, rng: np.random.Generator) -> Picture:
    """The face of a card, upright and flat."""
    width, height = (round(side * PER_MM) for side in look.size_mm)
    card = np.full((height, width, 3), look.ground, np.uint8)
    mixed = _mix(look.ground, look.ink, 0.5)
    if look.frame:
        inset = round(2.2 * PER_MM)
        cv2.rectangle(card, (inset, inset), (width - inset, height - inset), mixed, 3, cv2.LINE_AA)
    pitch = look.pitch_mm * PER_MM
    rows, columns = (look.lattice, look.lattice) if look.empty != "nothing" else (len(pattern), len(pattern[0]))
    left, top = (width - columns * pitch) / 2, (height - rows * pitch) / 2 + rng.uniform(-0.06, 0.06) * height
    row0 = int(rng.integers(0, rows - len(pattern) + 1))
    column0 = int(rng.integers(0, columns - len(pattern[0]) + 1))
    if look.empty == "panel":
        _panel(card, look, left, top, pitch)
    for row in range(rows):
        for column in range(columns):
            middle = (left + (column + 0.5) * pitch, top + (row + 0.5) * pitch)
            inside = 0 <= row - row0 < len(pattern) and 0 <= column - column0 < len(pattern[0])
            if inside and pattern[row - row0][column - column0] == "#":
                _filled(card, look, middle, pitch)
            else:
                _empty(card, look, middle, pitch)
    _beside(card, look, mixed, top, top + rows * pitch)
    return card


def _mix(a: tuple[int, int, int], b: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    blue, green, red = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return blue, green, red


def _panel(card: Picture, look: Look, left: float, top: float, pitch: float) -> None:
    edge = 0.15 * pitch
    size = look.lattice * pitch
    corner, other = (left - edge, top - edge), (left + size + edge, top + size + edge)
    colour = _mix(look.ground, look.ink, 0.12)
    cv2.rectangle(card, _point(corner), _point(other), colour, -1, cv2.LINE_AA)


def _point(at: tuple[float, float]) -> tuple[int, int]:
    return round(at[0]), round(at[1])


def _filled(card: Picture, look: Look, middle: tuple[float, float], pitch: float) -> None:
    half = look.fill * pitch / 2
    light = _mix(look.ink, look.ground, 0.75)
    x, y = middle
    if look.shape in ("square", "glyph"):
        cv2.rectangle(card, _point((x - half, y - half)), _point((x + half, y + half)), look.ink, -1)
    elif look.shape == "rounded":
        round_box(card, middle, half, look.ink)
    elif look.shape == "disc":
        cv2.circle(card, _point(middle), round(half), look.ink, -1, cv2.LINE_AA)
    else:
        points = _star(middle, half * 1.05) if look.shape == "star" else _diamond(middle, half * 1.05)
        cv2.fillPoly(card, [points], look.ink, cv2.LINE_AA)
    if look.shape == "glyph":
        wide = max(2, round(pitch * 0.06))
        cv2.circle(card, _point(middle), round(half * 0.5), light, wide, cv2.LINE_AA)
        cv2.line(card, _point((x, y - half * 0.7)), _point((x, y + half * 0.7)), light, wide, cv2.LINE_AA)


def round_box(card: Picture, middle: tuple[float, float], half: float, colour: tuple[int, int, int]) -> None:
    """A filled square with rounded corners."""
    x, y = middle
    bend = half * 0.4
    inner = half - bend
    cv2.rectangle(card, _point((x - half, y - inner)), _point((x + half, y + inner)), colour, -1)
    cv2.rectangle(card, _point((x - inner, y - half)), _point((x + inner, y + half)), colour, -1)
    for dx in (-inner, inner):
        for dy in (-inner, inner):
            cv2.circle(card, _point((x + dx, y + dy)), round(bend), colour, -1, cv2.LINE_AA)


def _star(middle: tuple[float, float], radius: float) -> NDArray[np.int32]:
    turns = np.arange(16) * np.pi / 8
    reach = np.where(np.arange(16) % 2, 0.68, 1.0) * radius
    points = np.column_stack([middle[0] + reach * np.cos(turns), middle[1] + reach * np.sin(turns)])
    return np.asarray(np.round(points), np.int32)


def _diamond(middle: tuple[float, float], radius: float) -> NDArray[np.int32]:
    x, y = middle
    points = [(x - radius, y), (x, y - radius), (x + radius, y), (x, y + radius)]
    return np.asarray(np.round(points), np.int32)


def _empty(card: Picture, look: Look, middle: tuple[float, float], pitch: float) -> None:
    half = look.fill * pitch / 2
    x, y = middle
    faint = _mix(look.ground, look.ink, 0.6)
    pale = _mix(look.ground, look.ink, 0.2)
    box = _point((x - half, y - half)), _point((x + half, y + half))
    if look.empty == "outline":
        if look.shape == "disc":
            cv2.circle(card, _point(middle), round(half), faint, 2, cv2.LINE_AA)
        else:
            cv2.rectangle(card, *box, faint, 2)
    elif look.empty == "dot":
        cv2.circle(card, _point(middle), max(2, round(pitch * 0.09)), faint, -1, cv2.LINE_AA)
    elif look.empty in ("pale", "panel"):
        cv2.rectangle(card, *box, pale if look.empty == "pale" else look.ground, -1)
    elif look.empty == "lines":
        wide = pitch / 2
        cv2.rectangle(card, _point((x - wide, y - wide)), _point((x + wide, y + wide)), faint, 2)


def _beside(card: Picture, look: Look, colour: tuple[int, int, int], top: float, bottom: float) -> None:
    height, width = card.shape[:2]
    if look.text:
        cv2.putText(card, "Rune of Dusk", (round(width * 0.2), round(max(30, top * 0.6))), 3, 0.9, colour, 2)
        line = round((bottom + height) / 2)
        cv2.putText(card, "where two roads met", (round(width * 0.2), line), 4, 0.5, colour, 1, cv2.LINE_AA)
    for pip in range(look.pips):
        at = (width - 5 * PER_MM - pip * 4 * PER_MM, height - 5 * PER_MM)
        cv2.circle(card, _point(at), round(1.2 * PER_MM), look.ink, -1, cv2.LINE_AA)


# -- the photograph -------------------------------------------------------------------------------------


def table(rng: np.random.Generator, width: int, height: int) -> Picture:
    """A table top: wood or cloth of some colour."""
    colour = rng.uniform(40, 200, 3)
    coarse = rng.normal(0, 1, (height // 8, width // 40 if rng.integers(2) else width // 8)).astype(np.float32)
    grain = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    fine = rng.normal(0, 1, (height, width)).astype(np.float32)
    texture = grain * rng.uniform(4, 12) + fine * rng.uniform(1, 5)
    return np.asarray(np.clip(colour + texture[..., None], 0, 255), np.uint8)


@dataclass(frozen=True, slots=True)
class Shot:
    """How a card is photographed."""

    blur: float | None = None
    share: tuple[float, float] = (0.45, 0.8)
    """How high the card is in the picture, as a share of the picture's height."""
    at: tuple[float, float] = (0.5, 0.5)
    under: Picture | None = None
    """What it lies on, if not on some table."""


def photograph(
    card: Picture, rng: np.random.Generator, shot: Shot | None = None
) -> tuple[Picture, NDArray[np.float64]]:
    """The card on a table as a camera sees it, and where its corners are (its own top left first, clockwise)."""
    shot = shot or Shot()
    size = SIZE
    picture = (table(rng, *size) if shot.under is None else shot.under).astype(np.float32)
    corners = _corners(card, rng, shot)
    tall, wide = card.shape[:2]
    flat = np.array([(0, 0), (wide, 0), (wide, tall), (0, tall)], np.float32)
    warp = cv2.getPerspectiveTransform(flat, corners.astype(np.float32))
    shape = np.zeros((tall, wide), np.uint8)
    _rounded(shape, round(3 * PER_MM))
    mask = cv2.warpPerspective(shape, warp, size, flags=cv2.INTER_AREA).astype(np.float32)[..., None] / 255
    face = cv2.warpPerspective(card, warp, size, flags=cv2.INTER_AREA).astype(np.float32)
    shadow = cv2.GaussianBlur(np.roll(mask[..., 0], (5, 4), (0, 1)), (0, 0), 4)[..., None]
    dimmed = picture * (1 - 0.4 * shadow)
    laid = np.asarray(dimmed * (1 - mask) + face * mask, np.float32)
    return _developed(laid, rng, shot.blur), corners


def _rounded(mask: Picture, bend: int) -> None:
    tall, wide = mask.shape
    cv2.rectangle(mask, (0, bend), (wide, tall - bend), (255,), -1)
    cv2.rectangle(mask, (bend, 0), (wide - bend, tall), (255,), -1)
    for x in (bend, wide - 1 - bend):
        for y in (bend, tall - 1 - bend):
            cv2.circle(mask, (x, y), bend, (255,), -1)


def _corners(card: Picture, rng: np.random.Generator, shot: Shot) -> NDArray[np.float64]:
    tall, wide = card.shape[:2]
    flat = np.array([(-wide, -tall), (wide, -tall), (wide, tall), (-wide, tall)], np.float64) / (2 * tall)
    turn = np.radians(rng.uniform(-25, 25) + 90 * rng.integers(4))
    tilt, toward = np.radians(rng.uniform(0, 25)), rng.uniform(0, 2 * np.pi)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    lying = flat @ spin.T
    along = np.array([np.cos(toward), np.sin(toward)])
    depth = 1 + (lying @ along) * np.sin(tilt) / 2.2
    squeezed = lying - np.outer(lying @ along, along) * (1 - np.cos(tilt))
    seen = squeezed / depth[:, None] * rng.uniform(*shot.share) * min(SIZE)
    middle = np.array(SIZE) * shot.at
    return np.asarray(seen + middle + rng.uniform(-20, 20, 2), np.float64)


def _developed(picture: NDArray[np.float32], rng: np.random.Generator, blur: float | None) -> Picture:
    """Lamp, blur, noise and JPEG."""
    height, width = picture.shape[:2]
    toward = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[0:height, 0:width]
    slope = ((x / width - 0.5) * np.cos(toward) + (y / height - 0.5) * np.sin(toward)) * rng.uniform(0, 0.7)
    lamp = rng.uniform(0.55, 1.1) * np.array([rng.uniform(0.75, 1.0), 0.95, rng.uniform(0.95, 1.1)])
    lit = picture * (1 + slope)[..., None].astype(np.float32) * lamp.astype(np.float32)
    soft = cv2.GaussianBlur(lit, (0, 0), rng.uniform(0.4, 1.5) if blur is None else blur)
    noisy = soft + rng.normal(0, rng.uniform(1, 6), lit.shape)
    packed = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 85])[1]
    return np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
