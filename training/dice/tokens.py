"""Made-up number tokens: round, with a number, perhaps a ring, a stroke under a six."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from training.faces import Colour, Face, Rng, bgr, drawn, motif
from training.ground import Flat, Lie

ART = 128
NUMBERS = (1, 2, 3, 4, 5, 6, 7, 8)
FONTS = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf", "DejaVuSansMono.ttf",
         "DejaVuSansMono-Bold.ttf", "DejaVuSansCondensed-Bold.ttf", "DejaVuSerif-Italic.ttf",
         "DejaVuSans-BoldOblique.ttf")  # fmt: skip
"""Where the system has them; otherwise what Pillow brings."""
_HERSHEY = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX, cv2.FONT_HERSHEY_COMPLEX)


def token(rng: Rng, colour: Colour, number: int) -> tuple[Face, NDArray[np.uint8]]:
    """A token's face, and what of the square it covers."""
    art = np.full((ART, ART, 3), bgr(colour), np.uint8)
    bright = float(np.mean(bgr(colour))) / 255
    light = bright < 0.55 if rng.random() < 0.9 else bool(rng.random() < 0.5)
    ink = bgr((rng.random(), rng.uniform(0, 0.15), rng.uniform(0.85, 1) if light else rng.uniform(0, 0.3)))
    middle = (ART // 2, ART // 2)
    if rng.random() < 0.15:
        drawn(art, motif(rng), (colour[0], colour[1], colour[2] * rng.uniform(0.85, 1.1)))
    if rng.random() < 0.7:
        ring = round(ART * rng.uniform(0.34, 0.47))
        cv2.circle(art, middle, ring, ink, int(rng.integers(2, 8)), cv2.LINE_AA)
    if rng.random() < 0.12:
        # a disc of another colour below the number
        cv2.circle(art, middle, round(ART * rng.uniform(0.28, 0.36)), ink, -1, cv2.LINE_AA)
        ink = bgr(colour)
    mask = _number(rng, number)
    art[:] = (art + (np.array(ink, np.float32) - art) * (mask[..., None].astype(np.float32) / 255)).astype(
        np.uint8
    )
    cover = np.zeros((ART, ART), np.uint8)
    if rng.random() < 0.92:
        cv2.circle(cover, middle, ART // 2 - 1, 255, -1, cv2.LINE_AA)
    else:
        angle = np.arange(6) * np.pi / 3
        outline = np.column_stack([np.cos(angle), np.sin(angle)]) * (ART // 2 - 1) + ART // 2
        cv2.fillPoly(cover, [np.round(outline).astype(np.int32)], 255, cv2.LINE_AA)
    return art, cover


def _number(rng: Rng, number: int) -> NDArray[np.uint8]:
    """The number's ink."""
    high = ART * rng.uniform(0.36, 0.58)
    page = Image.new("L", (ART, ART), 0)
    pen = ImageDraw.Draw(page)
    if rng.random() < 0.75:
        # its capitals are some seven tenths of a font's size
        pen.text((ART / 2, ART / 2), str(number), 255, _font(rng, high / 0.72), "mm")
        found = np.array(page)
    else:
        found = np.zeros((ART, ART), np.uint8)
        font = _HERSHEY[int(rng.integers(len(_HERSHEY)))]
        (wide, tall), _ = cv2.getTextSize(str(number), font, high / 22, 4)
        at = (ART // 2 - wide // 2, ART // 2 + tall // 2)
        cv2.putText(found, str(number), at, font, high / 22, 255, int(rng.integers(3, 11)), cv2.LINE_AA)
    below = round(ART / 2 + high / 2 + rng.uniform(3, 8))
    if number == 6 and rng.random() < 0.7:
        half = round(high * rng.uniform(0.2, 0.36))
        cv2.line(
            found, (ART // 2 - half, below), (ART // 2 + half, below), 255, int(rng.integers(3, 7)), cv2.LINE_AA
        )
    elif number == 6 and rng.random() < 0.3:
        cv2.circle(found, (ART // 2 + round(high * 0.35), below - 6), 4, 255, -1, cv2.LINE_AA)
    return np.asarray(found, np.uint8)


def _font(rng: Rng, size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    if rng.random() < 0.2:
        return ImageFont.load_default(size)
    try:
        return ImageFont.truetype(FONTS[int(rng.integers(len(FONTS)))], round(size))
    except OSError:
        return ImageFont.load_default(size)


def lay(flat: Flat, art: Face, cover: NDArray[np.uint8], how: Lie) -> None:
    """Lays something that is not square on the ground."""
    before, raised = flat.canvas.copy(), flat.raised.copy()
    flat.lay(art, how)
    laid = Flat(flat.field, np.zeros_like(flat.canvas), np.zeros_like(flat.raised))
    laid.lay(cv2.cvtColor(cover, cv2.COLOR_GRAY2BGR), how)
    share = laid.canvas.astype(np.float32) / 255
    flat.canvas[:] = (before + (flat.canvas.astype(np.float32) - before) * share).astype(np.uint8)
    flat.raised[:] = np.maximum(raised, laid.canvas[..., 0])
