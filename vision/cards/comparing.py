"""Holding a known card against what a picture shows: what agrees, what is covered, what is printed otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.cards.layers import Layers
from vision.cards.looks import DARK, FACE, GLARING, Floats, Picture, look_of, relit

CELL = 12
ROWS, COLUMNS = FACE[1] // CELL, FACE[0] // CELL
WINDOW, TINT_WINDOW = (7, 7), (13, 13)
SHIFTS = tuple((x, y) for y in (-1, 0, 1) for x in (-1, 0, 1))
"""A picture may lie off by so much here and there, however well it was laid."""
SOFTER = (0.0, 0.9, 1.5, 2.1, 2.8, 3.7)
"""A picture may be so much less sharp than the one that was shown, in pixels."""
NOISE, SLACK = 0.02, 0.2
"""What two pictures of the same thing differ by: anywhere, and as a share of what is to be seen."""
TINT = 0.12
DIM = 0.45
"""Lightness that differs by more than this is not the lamp's doing."""
OTHER = 0.5
"""From here on a cell shows something else."""
MOST = 3.0
PALEST = 0.6
"""By so much contrast may be less here and there."""
RIM, BESIDE, GOES_ON = 8, (2, 6), 0.25
"""So much around a face is looked at; what is of one brightness and colour, in logarithms, so near to both sides
of its edge, lies over it."""
MOSTLY = 0.6
"""A cell of which more is hidden tells nothing."""
PRINTED, AGREES = 0.01, 0.15
"""A cell bears a print if its lightness varies by more, squared; and shows it if it differs by less."""
EDGE, CROSSING = 6, 0.3
"""Whatever covers a card comes in over its edge, and looks so strange within so many pixels of it."""

Cells = NDArray[np.float32]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """A face as a picture shows it."""

    look: Floats
    glaring: Flags
    """Where it is too bright for its colours to be told."""
    blown: Flags | None = None
    """Where it is so bright that it may be brighter still."""
    wide: Picture | None = None
    """The same with ``RIM`` pixels of what lies around it."""
    hidden: Flags | None = None
    """Pixels over which something is known to lie."""

    @classmethod
    def at(cls, layers: Layers, warp: Points) -> Seen:
        """What is seen where ``warp`` lays a face."""
        wide, hidden = layers.cut(warp, FACE, RIM), layers.hidden(warp, FACE)
        seen = replace(cls.of(np.ascontiguousarray(wide[RIM:-RIM, RIM:-RIM])), wide=wide)
        return seen if hidden is None else seen.below(hidden)

    def below(self, hidden: Flags) -> Seen:
        """The same with something over these pixels."""
        return replace(self, look=relit(self.look, hidden), hidden=hidden)

    @classmethod
    def of(cls, face: Picture) -> Seen:
        bright = face >= GLARING
        near = cv2.blur(bright.any(axis=2).astype(np.float32), WINDOW) > 0.05
        return cls(look_of(face), np.asarray(near), np.asarray(bright.sum(axis=2) >= 2))


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """A known card as it should look in a picture: as blurred, in its light."""

    light: Floats
    tints: Floats
    soft: float
    """How much less sharp the picture is."""
    vivid: float
    """How strong its colours are."""


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """How a card agrees with a picture, cell by cell."""

    light: Cells
    tint: Cells
    """Lightness and colour on the whole: 0 for the same, 1 for something else."""
    glare: Flags
    """Cells in which colours say nothing."""
    worst: Cells
    """At its worst spot: 0 for the same, 1 for something else, up to ``MOST``."""
    covered: Flags
    """Cells that something lies over."""
    over: Flags
    """Those of them over which something is known to lie."""
    strange: Flags
    """Pixels that look otherwise."""
    agreeing: Flags
    """Pixels that bear a print, and show it."""
    matched: Matched
    wide: Picture | None = None
    """The picture, with what lies around the card."""


def free_of(covered: Flags, near: int = 1) -> Flags:
    """Cells that tell something: not covered, nor near such ones, nor at the corners, which are cut round."""
    about = np.ones((2 * near + 1, 2 * near + 1), np.uint8)
    near_by = cv2.dilate(covered.astype(np.uint8), about)
    near_by[:: ROWS - 1, :: COLUMNS - 1] = 1
    return np.asarray(near_by == 0)


def _near(cells: Flags) -> Flags:
    """Those cells and the ones next to them."""
    return np.asarray(cv2.dilate(cells.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def held(seen: Seen, known: Seen, expected: Matched) -> Held:
    """A picture's face against the known one, laid over each other."""
    look, face, light = seen.look, known.look, expected.light
    own, other_own = cv2.blur(look[0] ** 2, WINDOW), cv2.blur(light**2, WINDOW)
    apart = np.full_like(light, np.inf)
    for move in SHIFTS:
        both = cv2.blur(look[0] * np.roll(light, move, (1, 0)), WINDOW)
        # in a shadow a dark print pales: there is less of the same
        scale = np.clip(both / (other_own + 1e-6), PALEST, 1.0)
        np.minimum(apart, own + scale * (scale * other_own - 2 * both), out=apart)
    other = np.minimum(np.maximum(apart, 0) / (NOISE + SLACK * (own + other_own)), MOST)
    other[seen.glaring | known.glaring] *= 0.5
    tints = look[1:3] - expected.tints
    tint = np.minimum(cv2.blur((tints**2).sum(axis=0), TINT_WINDOW) / TINT, 1.0)
    over = np.zeros((ROWS, COLUMNS), bool)
    if seen.hidden is not None:
        over = _mean(seen.hidden) > MOSTLY
        other[cv2.dilate(seen.hidden.astype(np.uint8), np.ones(WINDOW, np.uint8)) > 0] = 0
        tint[cv2.dilate(seen.hidden.astype(np.uint8), np.ones(TINT_WINDOW, np.uint8)) > 0] = 0
    glaring = seen.glaring | known.glaring
    worst = _inner(other).reshape(ROWS, CELL, COLUMNS, CELL).max(axis=1).max(axis=2)
    # what was too bright when it was shown may have any colour, but hardly that of what lies over its edge
    coloured = np.where(glaring, 0, tint), np.where(seen.glaring, 0, tint)
    strange = _strange(other, coloured, look[3] - face[3], worst)
    covered = _covered(strange, over, seen.wide)
    return Held(
        _mean(np.minimum(other, 1.0)),
        _mean(tint),
        _mean(glaring) > 0.1,
        worst,
        covered,
        over,
        strange.pixels,
        (other_own > PRINTED) & (other < AGREES),
        expected,
        seen.wide,
    )


def matched(known: Seen, seen: Seen) -> Matched:
    """How a known card should look in a picture."""
    free = np.ones(known.look.shape[1:], bool) if seen.hidden is None else ~seen.hidden
    best, soft, light = np.inf, 0.0, known.look[0]
    for tried in SOFTER:
        blurred = cv2.GaussianBlur(known.look[0], (0, 0), tried) if tried else known.look[0]
        gain = float(np.clip((blurred * seen.look[0]).sum() / max(float((blurred**2).sum()), 1e-6), 0.6, 1.3))
        # what is covered says nothing about sharpness
        off = float((free * np.minimum((seen.look[0] - gain * blurred) ** 2, 0.05))[::2, ::2].sum())
        if off > best:
            break
        best, soft, light = off, tried, np.asarray(gain * blurred, np.float32)
    some = free[::3, ::3]
    tints, seen_tints = known.look[1:3], seen.look[1:3, ::3, ::3][:, some]
    shown = tints[:, ::3, ::3][:, some]
    cast = np.median(seen_tints - shown, axis=1, keepdims=True)
    # coloured light leaves less of other colours
    usual = np.median(shown, axis=1, keepdims=True)
    around, found = shown - usual, seen_tints - usual - cast
    vivid = float(np.clip((around * found).sum() / max(float((around**2).sum()), 1e-3), PALEST, 1.0))
    tints = usual[..., None] + vivid * (tints - usual[..., None]) + cast[..., None]
    return Matched(light, np.asarray(tints, np.float32), soft, vivid)


def _inner(layer: Floats) -> Floats:
    """Without the outermost pixels, where a crooked cut shows what lies below."""
    inner = np.zeros_like(layer)
    inner[EDGE:-EDGE, EDGE:-EDGE] = layer[EDGE:-EDGE, EDGE:-EDGE]
    return inner


def _mean(layer: NDArray[np.generic]) -> Cells:
    """The mean of each cell."""
    found = cv2.resize(np.asarray(layer, np.float32), (COLUMNS, ROWS), interpolation=cv2.INTER_AREA)
    return np.asarray(found, np.float32)


def open_at(wide: Picture) -> Flags:
    """Cells at the edge across which there is no step."""
    found = np.zeros((ROWS, COLUMNS), bool)
    for turn, (inner, outer) in enumerate(_along(wide)):
        np.rot90(found, turn)[0] |= np.abs(inner - outer).max(axis=1) < GOES_ON
    return found


def elsewise(wide: Picture, some: Flags) -> Flags:
    """Cells at the edge beside which it looks as beside none but ``some`` and those next to them."""
    found = np.zeros((ROWS, COLUMNS), bool)
    sides = [outer for _, outer in _along(wide)]
    near = _near(some)
    usual = np.concatenate([outer[~np.rot90(near, turn)[0]] for turn, outer in enumerate(sides)])
    for turn, outer in enumerate(sides if len(usual) else []):
        away = np.abs(outer[:, None] - usual).max(axis=2).min(axis=1)
        np.rot90(found, turn)[0] |= away > GOES_ON
    return found


def _along(wide: Picture) -> Iterator[tuple[Floats, Floats]]:
    """How bright and of which colour it is along each side of a card, next to its edge within and beyond."""
    for turn in range(4):
        # the side that is turned to the top
        lying = np.rot90(wide, turn)[:, RIM:-RIM]
        inner, outer = (
            np.log(lying[strip].astype(np.float32).mean(axis=0).reshape(-1, CELL, 3).mean(axis=1) + DARK)
            for strip in (slice(RIM + BESIDE[0], RIM + BESIDE[1]), slice(RIM - BESIDE[1], RIM - BESIDE[0]))
        )
        yield inner, outer


@dataclass(frozen=True, slots=True, eq=False)
class _Strange:
    """Cells that look otherwise, and those among them at the edge over which something comes in."""

    pixels: Flags
    cells: NDArray[np.uint8]
    crossed: Flags


def _strange(other: Floats, tints: tuple[Floats, Floats], dimmer: Floats, worst: Cells) -> _Strange:
    off = np.maximum(np.minimum(other, 1.0), tints[0])
    dim = np.abs(dimmer - np.median(dimmer[::3, ::3])) > DIM
    cells = ((_mean(off) > OTHER) | (_mean(dim) > OTHER) | (worst > OTHER)).astype(np.uint8)
    # corners are cut round, and show what lies below
    cells[:: ROWS - 1, :: COLUMNS - 1] = 0
    soft = np.maximum(np.minimum(other, 1.0), tints[1])
    crossed = _crossed(np.maximum(soft, dim))
    # colours and what the lamp does are told by what is around: beside a cover both are strange, too
    sharp = cv2.erode(np.asarray((tints[0] > OTHER) | dim, np.uint8), np.ones(TINT_WINDOW, np.uint8)) > 0
    return _Strange(np.asarray((other > OTHER) | sharp), cells, crossed)


def _covered(strange: _Strange, over: Flags, wide: Picture | None) -> Flags:
    """Cells below known cards, and those that look otherwise and hang together with the edge something crosses."""
    beside = _near(over)
    found = over | (beside & (strange.cells > 0))
    cells, crossed = strange.cells * ~found, strange.crossed & ~found
    if crossed.any():
        goes_on = np.ones_like(crossed) if wide is None else open_at(wide)
        count, labels = cv2.connectedComponents(cells, connectivity=8)
        for label in range(1, count):
            part = labels == label
            if (part & crossed).any() and (part & goes_on).any():
                found |= part
    return found


def _crossed(strange: Floats) -> Flags:
    """The cells at the edge over which something may come in."""
    found = np.zeros((ROWS, COLUMNS), bool)
    found[0], found[-1] = (
        rows.mean(axis=0).reshape(COLUMNS, CELL).mean(axis=1) > CROSSING
        for rows in (strange[:EDGE], strange[-EDGE:])
    )
    for side, columns in ((0, strange[:, :EDGE]), (-1, strange[:, -EDGE:])):
        found[:, side] |= columns.mean(axis=1).reshape(ROWS, CELL).mean(axis=1) > CROSSING
    return found
