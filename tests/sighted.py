"""Tables painted in plain colours, and a network of no art that tells those colours apart: for tests of sight."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.contract import Rules
from engine.table import Layout, Thing
from vision import network as networks
from vision.camera import Lens, View
from vision.cut import CELL, CELLS, Cut, Tone
from vision.network import ONE_WAY, Fit, Seen, Turns
from vision.upright import Part, Spot

Picture = NDArray[np.uint8]

SIZE = (1024, 768)
PER_UNIT = 80
"""Pixels of a unit where the table is painted, before a camera sees it."""
REACH = 4.6
"""Units from the board's middle to the edge of what is painted."""
PAPER, TABLE, INK, HAND = (236, 240, 238), (58, 66, 74), (20, 20, 20), (0, 255, 0)
FACES = [
    (30, 30, 200),
    (30, 140, 40),
    (200, 60, 30),
    (180, 40, 160),
    (40, 200, 210),
    (200, 200, 40),
    (40, 120, 230),
]
PIECES = [(0, 0, 0), (255, 255, 255), (255, 255, 0), (0, 255, 255)]
REMEMBERED = 4
_TILE, _FIGURE = 0.47, 0.16
_DICTIONARY = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


def view(tilt: float = 0.12, twist: float = 0.1, up: float = 9.5) -> View:
    """A camera over the middle of the board, a little aslant."""
    turn = np.array([tilt, 0.04, twist])
    rotation = np.asarray(cv2.Rodrigues(turn)[0], np.float64)
    shift = -rotation @ (np.array([1.5, 1.5, 0.0]) - rotation.T @ np.array([0.0, 0.0, up]))
    return View(Lens.usual(*SIZE), (float(turn[0]), float(turn[1]), float(turn[2])),
                (float(shift[0]), float(shift[1]), float(shift[2])))  # fmt: skip


def colour(things: Sequence[Thing], thing: Thing) -> tuple[int, int, int]:
    """Every thing has a colour of its own; of standing ones it is that of the head."""
    alike = [one for one in things if one.tall == thing.tall and one.kind in ("tile", "special", "figure")]
    return (PIECES if thing.tall else FACES)[alike.index(thing)]


def photo(
    rules: Rules[object, object],
    layout: Layout,
    hidden: Iterable[str] = (),
    seen: View | None = None,
    *,
    mat: bool = True,
) -> Picture:
    """A table on which this lies, as a camera sees it; hands are green."""
    plan = rules.plan()
    side = round(2 * REACH * PER_UNIT)
    flat = np.full((side, side, 3), TABLE, np.uint8)
    if mat:
        _box(flat, (1.5, 1.5), (420 / 66 / 2, 297 / 66 / 2), PAPER)
        for marker in plan.markers:
            image = cv2.aruco.generateImageMarker(_DICTIONARY, marker.number, round(marker.side * PER_UNIT))
            left, top = (round((at - marker.side / 2 - 1.5 + REACH) * PER_UNIT) for at in (marker.x, marker.y))
            flat[top : top + len(image), left : left + len(image)] = image[..., None]
    hands = set(hidden)
    for place in plan.places:
        for thing in layout.get(place.name, ()):
            if thing.tall:
                middle = (round((place.x - 1.5 + REACH) * PER_UNIT), round((place.y - 1.5 + REACH) * PER_UNIT))
                cv2.circle(flat, middle, round(_FIGURE * PER_UNIT), colour(plan.things, thing), -1)
            elif thing.kind in ("tile", "special"):
                _box(flat, (place.x, place.y), (_TILE, _TILE), colour(plan.things, thing))
        if place.name in hands:
            _box(flat, (place.x, place.y), (0.6, 0.6), HAND)
    return _taken(flat, seen or view())


def _box(flat: Picture, middle: tuple[float, float], half: tuple[float, float], ink: tuple[int, int, int]) -> None:
    at = (np.array([np.subtract(middle, half), np.add(middle, half)]) - 1.5 + REACH) * PER_UNIT
    (left, top), (right, bottom) = np.round(at).astype(int)
    cv2.rectangle(flat, (int(left), int(top)), (int(right), int(bottom)), ink, -1)


def _taken(flat: Picture, seen: View) -> Picture:
    ends = np.array([[-REACH, -REACH], [REACH, -REACH], [REACH, REACH], [-REACH, REACH]])
    start = ((ends + REACH) * PER_UNIT).astype(np.float32)
    warp = cv2.getPerspectiveTransform(start, seen.project(ends + 1.5).astype(np.float32))
    found = cv2.warpPerspective(flat, warp, SIZE, flags=cv2.INTER_AREA, borderValue=TABLE)
    return np.asarray(cv2.add(found, _grain()), np.uint8)


@cache
def _grain() -> Picture:
    return np.random.default_rng(1).integers(0, 5, (SIZE[1], SIZE[0], 3), np.uint8)


class Plain:
    """In place of the network: the colour of a cell's rim and of its middle are all the features there are."""

    fit = Fit("", "", "", 3, 3, 3, -6.0, 3.2, -6.0, 3.2, -6.0, 3.2, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0,
              (1.0, 0.0, 0.0, 0.0), (1.0, 0.0, 0.0, 0.0))  # fmt: skip

    def __init__(self) -> None:
        self._known: dict[bytes, Seen] = {}

    def look(self, part: Part, standing: Collection[Spot] | None = None, *, points: bool = True,
             tone: Tone | None = None, turns: Turns = ONE_WAY) -> Seen:  # fmt: skip
        seen = self._seen_again(part.cut)
        if standing is None:
            # where nothing seems to stand, nobody looks closer
            seen.pieces[seen.stands < 0.5] = 0
        return seen

    def _seen_again(self, cut: Cut) -> Seen:
        """A table on which nothing happens is looked at several times: the last few cuts are remembered."""
        key = cut.tobytes()
        seen = self._known.pop(key, None) or self._seen(cut)
        self._known[key] = seen
        if len(self._known) > REMEMBERED:
            del self._known[next(iter(self._known))]
        return replace(seen, pieces=seen.pieces.copy())

    def _seen(self, cut: Cut) -> Seen:
        tiled = cut.reshape(CELLS, CELL, CELLS, CELL, 3).transpose(0, 2, 1, 3, 4).astype(np.float32)
        away = np.abs(np.arange(CELL) + 0.5 - CELL / 2) / CELL
        far = np.maximum(away[:, None], away)
        rim = np.median(tiled[:, :, (far > 0.25) & (far < 0.36)], axis=2)
        middle = np.median(tiled[:, :, far < 0.08], axis=2)
        hand = np.abs(rim - np.array(HAND)).max(2) < 60
        flat = (rim.max(2) - rim.min(2) > 60) & ~hand
        stands = (np.abs(rim - middle).max(2) > 60) & ~hand
        none = np.full((CELLS, CELLS), 0.001, np.float32)
        ways = np.full((CELLS, CELLS, 4), 0.25, np.float32)
        faces, pieces = (rim - 128) / 128, (middle - 128) / 128
        return Seen(faces, pieces, faces, _likely(flat), _likely(stands), _likely(hand), none, ways)


def _likely(found: NDArray[np.bool_]) -> NDArray[np.float32]:
    return np.where(found, 0.997, 0.003).astype(np.float32)


def use_plain_network(monkeypatch: pytest.MonkeyPatch) -> Plain:
    """The plain network, wherever the real one would be used."""
    found = Plain()
    monkeypatch.setattr(networks, "network", lambda: found)
    return found
