"""Which nodes of a lattice are filled: its cells compared with what lies around them and with each other."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.lattice import MOST_LONG, Lattice
from vision.cards.marks import Flags, Floats

CELL = 20
"""A cell is looked at in so many pixels each way."""
INNER = slice(4, 16)
LIGHTNESS = 0.8
"""How much a step of lightness counts beside one of colour."""
LEAST_CONTRAST = 10.0
LEAST_FILLED = 3
LEAST_MARGIN = 0.025
"""No card is printed with cells to its very edge; tiles that lie together are."""
SCATTERED = 0.35
"""What a reading is worth whose cells do not hang together."""
DOUBT = 0.5
"""What a reading is worth if something may hide one of its cells."""
BLOCK = 0.88
"""What a reading is worth of which only the outline was seen, and no single cell."""
FURTHEST = 2
"""A cell further from all others does not belong to their pattern."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a face: its pattern, and how good it is, 0 to 1."""

    pattern: tuple[str, ...]
    quality: float
    lattice: Lattice
    top: int
    left: int
    """Which node of the lattice is the pattern's first."""
    ink: Floats = field(repr=False, compare=False)
    """The colour of a filled cell."""
    ambient: Floats = field(repr=False, compare=False)
    """The colour around."""


@dataclass(frozen=True, slots=True)
class _Cells:
    """The nodes of a lattice and one more all around, cut out: rows, columns, pixels down, pixels across, Lab."""

    pixels: Floats
    inside: Flags
    """Of each node, whether it is on the card."""

    @property
    def values(self) -> Floats:
        """The mean of the middle of each."""
        return np.asarray(self.pixels[:, :, INNER, INNER].mean(axis=(2, 3)))


def read_lattice(lab: Floats, lattice: Lattice) -> list[Reading]:
    """The readings of one lattice, the better first; none if it is no pattern."""
    cells = _cut(lab, lattice)
    ambient = _ambient(cells)
    off = _off(cells.values, ambient)[1:-1, 1:-1]
    if off.max() < LEAST_CONTRAST:
        return []
    filled = _parted(off)
    grown = _grown(lattice, cells, filled, ambient)
    if grown is None:
        return []
    if grown is not lattice:
        return read_lattice(lab, grown)
    room = _ramp(_margin(lattice, lab), 0.0, LEAST_MARGIN)
    found = [_reading(lattice, cells, filled, ambient, room)]
    if not filled.all() and np.median(off[~filled]) > 0.45 * np.median(off[filled]):
        found.append(_reading(lattice, cells, ~filled, ambient, room))
    return [reading for reading in found if reading is not None]


def _margin(lattice: Lattice, lab: Floats) -> float:
    """How far the lattice's cells stay away from the edge of the card, as a share of its width."""
    half = lattice.size / 2
    first, last = lattice.at(-half, -half), lattice.at(lattice.rows - 1 + half, lattice.columns - 1 + half)
    height, width = lab.shape[:2]
    return float(min(*first, width - 1 - last[0], height - 1 - last[1]) / width)


def _cut(lab: Floats, lattice: Lattice) -> _Cells:
    rows, columns = lattice.rows + 2, lattice.columns + 2
    warp = np.column_stack([lattice.across / CELL, lattice.down / CELL, lattice.at(-1.5, -1.5)])
    size, how = (columns * CELL, rows * CELL), cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(lab.astype(np.float32), warp, size, flags=how, borderMode=cv2.BORDER_REPLICATE)
    pixels = np.asarray(cut, np.float64).reshape(rows, CELL, columns, CELL, 3).transpose(0, 2, 1, 3, 4)
    height, width = lab.shape[:2]
    inside = [[_is_inside(lattice.at(r - 1, c - 1), width, height) for c in range(columns)] for r in range(rows)]
    return _Cells(pixels, np.array(inside))


def _is_inside(at: Floats, width: int, height: int) -> bool:
    rim = 0.03 * width
    return bool(rim < at[0] < width - rim and rim < at[1] < height - rim)


def _ambient(cells: _Cells) -> Floats:
    """The colour of what lies around the lattice."""
    ring = cells.inside.copy()
    ring[1:-1, 1:-1] = False
    around = cells.pixels[ring] if ring.any() else cells.pixels[:, :, :2, :2].reshape(-1, 2, 2, 3)
    return np.asarray(np.median(around.reshape(-1, 3), axis=0))


def _off(values: Floats, ambient: Floats) -> Floats:
    return np.asarray(np.linalg.norm((values - ambient) * (LIGHTNESS, 1, 1), axis=-1))


def _parted(off: Floats) -> Flags:
    """The cells that differ from what is around them, parted from those that do not, at the widest step."""
    ordered = np.sort(np.append(off.ravel(), 0.0))
    best, cut = -1.0, 0.0
    for i in range(1, len(ordered)):
        low, high = ordered[:i], ordered[i:]
        between = len(low) * len(high) * (high.mean() - low.mean()) ** 2
        if between > best:
            best, cut = between, (ordered[i - 1] + ordered[i]) / 2
    return off > cut


def _grown(lattice: Lattice, cells: _Cells, filled: Flags, ambient: Floats) -> Lattice | None:
    """The lattice with the rows and columns beyond it that hold filled cells too; None if it grows too large."""
    values = cells.values
    colour = np.median(values[1:-1, 1:-1][filled], axis=0)
    reach = 0.3 * float(_off(colour, ambient))
    alike = (_off(values, colour) < reach) & cells.inside
    alike[1:-1, 1:-1] = False
    top, bottom = int(alike[0].any()), int(alike[-1].any())
    left, right = int(alike[:, 0].any()), int(alike[:, -1].any())
    if not top + bottom + left + right:
        return lattice
    grown = lattice.widened(top, bottom, left, right)
    return grown if max(grown.rows, grown.columns) <= MOST_LONG else None


def _reading(lattice: Lattice, cells: _Cells, filled: Flags, ambient: Floats, room: float) -> Reading | None:
    if filled.sum() < LEAST_FILLED or _is_sparse(filled):
        return None
    if lattice.is_block and (filled.all() or min(map(len, _lines(filled))) == 1):
        return None  # a bar or a panel; into how many cells it should be cut nobody knows
    values = cells.values[1:-1, 1:-1]
    colour = np.median(values[filled], axis=0)
    contrast = float(_off(colour, ambient))
    if contrast < LEAST_CONTRAST:
        return None
    ink = _inked(cells.pixels, colour, ambient)
    share = ink[:, :, INNER, INNER].mean(axis=(2, 3))[1:-1, 1:-1]
    lowest = float(np.partition(share[filled], 0)[0])
    highest = float(share[~filled].max()) if (~filled).any() else 0.0
    spread = float(_off(values[filled], colour).max()) / contrast
    likeness = _likeness(ink[1:-1, 1:-1][filled])
    rows, columns = _lines(filled)
    top, left = int(rows[0]), int(columns[0])
    part = filled[top : rows[-1] + 1, left : columns[-1] + 1]
    terms = (
        _ramp(lowest - highest, 0.1, 0.55),
        _ramp(spread, 0.75, 0.3),
        _ramp(likeness, 0.45, 0.75),
        _ramp(lattice.residual, 0.14, 0.06),
        _ramp(contrast, LEAST_CONTRAST, 22.0),
        _ramp(_share_marked(lattice, filled), 0.4, 0.8),
        room,
        1.0 if _hang_together(filled) else SCATTERED,
        DOUBT if _is_hidden(cells, filled, colour, ambient) else 1.0,
        BLOCK if lattice.is_block else 1.0,
    )
    pattern = tuple("".join("#" if cell else "." for cell in row) for row in part)
    return Reading(pattern, float(np.prod(terms)), lattice, top, left, colour, ambient)


def ink_of(lab: Floats, reading: Reading) -> Floats:
    """How far each pixel of a face is from its ground to its ink, 0 to 1 and a little beyond."""
    return _inked(lab, reading.ink, reading.ambient)


def _inked(pixels: Floats, colour: Floats, ambient: Floats) -> Floats:
    toward = (colour - ambient) * (LIGHTNESS**2, 1, 1)
    return np.asarray(((pixels - ambient) @ toward) / ((colour - ambient) @ toward))


def _is_hidden(cells: _Cells, filled: Flags, colour: Floats, ambient: Floats) -> bool:
    """Whether a cell, or a place where one might be, shows neither ink nor ground: a thumb, a reflection."""
    ink = np.clip(_inked(cells.pixels, colour, ambient), 0, 1)
    apart = _off(cells.pixels, ambient + ink[..., None] * (colour - ambient))
    strange = (apart > max(0.18 * float(_off(colour, ambient)), 11.0)) | ((ink > 0.3) & (ink < 0.7))
    covered = strange[:, :, INNER, INNER].mean(axis=(2, 3)) > 0.45
    empties = covered[1:-1, 1:-1][~filled]
    if len(empties) > 3 and empties.mean() > 0.7:
        covered[1:-1, 1:-1] = False  # that is how empty cells look on this card
    taken = np.pad(filled, 1)
    near = cv2.dilate(taken.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    return bool((covered & near & ~taken & cells.inside).any())


def _is_sparse(filled: Flags) -> bool:
    """Whether every other row and column is bare between the filled ones: the lattice is too fine by half."""
    return all(len(lines) > 1 and not (np.diff(lines) % 2).any() for lines in _lines(filled))


def _hang_together(filled: Flags) -> bool:
    """Whether from every filled cell there is a way to all others by steps over one empty cell at most."""
    left = {(int(row), int(column)) for row, column in np.argwhere(filled)}
    reached = [left.pop()]
    while reached:
        row, column = reached.pop()
        near = {cell for cell in left if max(abs(cell[0] - row), abs(cell[1] - column)) <= FURTHEST}
        left -= near
        reached += near
    return not left


def _lines(filled: Flags) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The rows and the columns that hold a filled cell."""
    return np.flatnonzero(filled.any(axis=1)), np.flatnonzero(filled.any(axis=0))


def _share_marked(lattice: Lattice, filled: Flags) -> float:
    """Of the cells that were taken for filled, how many stood out as marks."""
    return min(1.0, lattice.marks / int(filled.sum()))


def _likeness(ink: Floats) -> float:
    """How alike the filled cells look, at the least alike: letters in a row are not."""
    shapes = np.clip(ink, 0, 1)
    soft = shapes.reshape(len(shapes), -1)
    usual = np.median(soft, axis=0)
    overlap = np.minimum(soft, usual).sum(axis=1) / np.maximum(np.maximum(soft, usual).sum(axis=1), 1e-9)
    return float(np.sort(overlap)[0])


def _ramp(value: float, bad: float, good: float) -> float:
    return float(np.clip((value - bad) / (good - bad), 0.0, 1.0))
