"""The reading spot: one card of a player's own box, shown to the camera, and the pattern on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.errors import N_, RunewatchError
from vision.camera import Points
from vision.cards.level import read_level
from vision.cards.marks import Floats, evened
from vision.cards.outline import LEAST_ASPECT, MOST_ASPECT, Outline, Picture, outline_of, outlines
from vision.cards.ranking import readings
from vision.cards.reading import Reading

LARGEST = 1600
"""A larger picture is made smaller first."""
LEAST_SIDE = 60
"""A card needs so many pixels across."""
SURE = 0.9
"""From here on one need not ask."""
LIKELY = 0.35
"""Below this nothing was read."""
UNFRAMED = 0.85
"""How far a reading is trusted where no edge of a card was seen around it."""
BLURRED = 0.045


class CardNotReadError(RunewatchError, ValueError):
    """No card was read in a picture; says why."""


@dataclass(frozen=True, slots=True)
class CardReading:
    """One way to read a card: its pattern as rows of ``#`` and ``.``, and how likely it is to be right."""

    pattern: tuple[str, ...]
    certainty: float
    cells_px: Points = field(repr=False, compare=False)
    """Where the filled cells are in the picture, row by row."""


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card as it was seen. Its pattern lies as in the picture; which way up it belongs nobody can tell."""

    readings: tuple[CardReading, ...]
    level: int | None
    """The number of pips; None if they were not read."""
    corners: Points = field(repr=False, compare=False)

    @property
    def pattern(self) -> tuple[str, ...]:
        return self.readings[0].pattern

    @property
    def certainty(self) -> float:
        return self.readings[0].certainty

    @property
    def cells_px(self) -> Points:
        return self.readings[0].cells_px

    @property
    def is_sure(self) -> bool:
        return self.certainty >= SURE


@dataclass(frozen=True, slots=True)
class _Look:
    """What came of looking at one outline."""

    outline: Outline
    lab: Floats
    found: tuple[tuple[Reading, float], ...]

    @property
    def certainty(self) -> float:
        return self.found[0][1] if self.found else 0.0


def read_card(picture: Picture, corners: ArrayLike | None = None) -> CardSeen:
    """The one card in a picture; ``corners`` says where it is, if that is known. Raises CardNotReadError."""
    small, share = _manageable(picture)
    height, width = small.shape[:2]
    if min(height, width) < LEAST_SIDE:
        raise _too_small(min(height, width))
    if corners is not None:
        given = (np.asarray(corners, np.float64).reshape(4, 2) + 0.5) * share - 0.5
        places: Sequence[Outline] = (outline_of(given, (width, height)),)
    else:
        places = outlines(small)
    if not places:
        return _seen(_only([_looked(small, _whole(width, height), UNFRAMED)]), share)
    return _seen(_only([_looked(small, outline) for outline in places]), share)


def _manageable(picture: Picture) -> tuple[Picture, float]:
    height, width = picture.shape[:2]
    share = min(1.0, LARGEST / max(height, width, 1))
    if share == 1.0:
        return picture, share
    size = (max(1, round(width * share)), max(1, round(height * share)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8), share


def _whole(width: int, height: int) -> Outline:
    """A picture that is nothing but the card: scanned, or cut out."""
    ratio = max(width, height) / min(width, height)
    if not LEAST_ASPECT <= ratio <= MOST_ASPECT:
        raise _no_card()
    edges = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float64) - 0.5
    return outline_of(edges, (width, height))


def _looked(picture: Picture, outline: Outline, trust: float = 1.0) -> _Look:
    lab = evened(outline.face(picture))
    return _Look(outline, lab, tuple((reading, certainty * trust) for reading, certainty in readings(lab)))


def _only(looks: list[_Look]) -> _Look:
    """The one card among what was looked at."""
    read = sorted((look for look in looks if look.certainty >= LIKELY), key=lambda look: -look.certainty)
    if not read:
        raise _unread(looks)
    best = read[0]
    for other in read[1:]:
        apart = not best.outline.holds(other.outline.middle) and not other.outline.holds(best.outline.middle)
        if apart and other.certainty >= LIKELY:
            raise CardNotReadError(N_("more than one card is in view: show one at a time"))
    return best


def _unread(looks: list[_Look]) -> CardNotReadError:
    """Why nothing was read."""
    if not looks:
        return _no_card()
    clearest = looks[0]
    narrow = float(np.linalg.norm(clearest.outline.corners[1] - clearest.outline.corners[0]))
    if narrow < LEAST_SIDE:
        return _too_small(round(narrow))
    if _sharpness(clearest.lab) < BLURRED:
        return CardNotReadError(N_("the card is blurred: hold it still, and not too near"))
    return CardNotReadError(N_("nothing like a pattern of cells is on the card: show the side with the pattern"))


def _no_card() -> CardNotReadError:
    return CardNotReadError(N_("no card is in view: lay it flat, with a little of the table around it"))


def _too_small(pixels: int) -> CardNotReadError:
    return CardNotReadError(
        N_("the card is too small in the picture: {pixels} pixels across, at least {least} are needed"),
        pixels=pixels,
        least=LEAST_SIDE,
    )


def _sharpness(lab: Floats) -> float:
    """How steep the steepest steps of lightness are, each pixel as a share of the whole range."""
    light = lab[8:-8, 8:-8, 0]
    low, high = np.percentile(light, (1, 99))
    steps = np.abs(np.diff(light, axis=1))
    return float(np.percentile(steps, 99.5) / max(high - low, 1.0))


def _seen(look: _Look, share: float) -> CardSeen:
    back = np.linalg.inv(look.outline.to_face())
    kept = [(reading, certainty) for reading, certainty in look.found if certainty >= 0.02]
    level = read_level(look.lab, kept[0][0])
    return CardSeen(
        tuple(CardReading(r.pattern, certainty, (_cells(r, back) + 0.5) / share - 0.5) for r, certainty in kept),
        level,
        (look.outline.corners + 0.5) / share - 0.5,
    )


def _cells(reading: Reading, back: Points) -> Points:
    on_face = [
        reading.lattice.at(reading.top + row, reading.left + column)
        for row, cells in enumerate(reading.pattern)
        for column, cell in enumerate(cells)
        if cell == "#"
    ]
    points = np.array(on_face, np.float64).reshape(-1, 1, 2)
    found: NDArray[np.float64] = np.asarray(cv2.perspectiveTransform(points, back), np.float64)
    return found.reshape(-1, 2)
