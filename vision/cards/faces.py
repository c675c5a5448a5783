"""The faces of all cards that were shown, ready to be compared with what a picture shows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import cv2
import numpy as np

from vision.camera import Points
from vision.cards.aligning import Laid, laid, marks_of
from vision.cards.kept import Apart, Looks
from vision.cards.layers import Flags, Layers
from vision.cards.looks import (
    COARSE,
    FACE,
    PLAIN,
    Floats,
    Picture,
    corners_of,
    cut_out,
    in_turns,
    rescaled,
    shrunk,
    turned,
    warp_to,
)
from vision.cards.nestling import Slopes, as_it_lies, drawn_near, nestled, slopes_of
from vision.cards.spots import Spots

LIKE = 0.3
"""From here on it is worth laying a card over what was found."""
SIBLING, NEARLY_ALL, RELATIVES = 0.5, 0.55, 3
"""Cards that look so much alike are laid over each other if so much of one agrees with the other."""
NEARBY = 3.0
"""Cards that are shown are cut out at most so many pixels beside each other; what is laid farther lies wrong."""
AMONG, RELATED = 14, 0.5
"""So many look-alikes are told from a card: those that look so much like it."""
KEPT = 24
WELL, LEAST_LAID = 0.6, 0.45
"""So much of a card agrees where it is laid well; where it is laid at all."""


class Faces:
    """Faces by their numbers; a card may have several of them."""

    def __init__(self, faces: Mapping[str, Picture | Sequence[Picture]]) -> None:
        self.names: list[str] = []
        self.turned: list[int] = []
        """How often each was turned, to lie as those do that it looks like."""
        self.frames: list[int] = []
        """Faces with the same number lie over each other exactly."""
        self.spots = Spots()
        self._looks = Looks()
        self._marks: list[Points] = []
        self._rows = np.zeros((0, in_turns([np.zeros((COARSE[1], COARSE[0], 3), np.uint8)]).shape[2]), np.float32)
        # those in view are looked at again and again
        self.seen = lru_cache(maxsize=KEPT)(self._looks.seen)
        self.alike = lru_cache(maxsize=KEPT)(self._alike)
        self._slopes = lru_cache(maxsize=KEPT)(self._found_slopes)
        for name, own in faces.items():
            for face in [own] if isinstance(own, np.ndarray) else own:
                self._add(name, face)

    def _add(self, name: str, face: Picture) -> None:
        """Keeps a face so that it lies as the one does that it looks most like: nobody shows cards quite alike."""
        alike = in_turns([shrunk(face, COARSE)])[0] @ self._rows.T
        turn = int(alike.max(axis=1, initial=LIKE).argmax())
        face, frame = shrunk(np.ascontiguousarray(np.rot90(face, turn)), FACE), len(self.frames)
        for other in np.argsort(-alike[turn])[:RELATIVES]:
            if alike[turn, other] < SIBLING:
                break
            at = self.laid(Layers([face]), warp_to(corners_of(FACE), PLAIN), int(other))
            if at is not None and at.held > NEARLY_ALL and _is_nearby(rescaled(at.warp, PLAIN, FACE)):
                face = cut_out([face], rescaled(at.warp, PLAIN, FACE), FACE)
                frame = self.frames[other]
                break
        self.names.append(name)
        self.frames.append(frame)
        self.turned.append(turn)
        seen = self._looks.add(face)
        self._marks.append(marks_of(_light(seen.look)))
        self.spots.add(face)
        self._rows = np.vstack([self._rows, in_turns([shrunk(face, COARSE)])[0, :1]])

    def likeness(self, layers: Layers, places: Sequence[Points]) -> Floats:
        """How like each face (last) each place (first) is, in each of four turns, by what of it is in sight."""
        warps = [warp_to(corners, COARSE) for corners in places]
        hidden = [layers.hidden(warp, COARSE) for warp in warps]
        cuts = [layers.cut(warp, COARSE) for warp in warps]
        rows = in_turns([_without(cut, under) for cut, under in zip(cuts, hidden, strict=True)])
        flat = rows.reshape(-1, rows.shape[2]) @ self._rows.T
        found = np.asarray(flat.reshape(len(places), 4, len(self.names)), np.float32)
        partly = [place for place, under in enumerate(hidden) if under is not None]
        if partly:
            free = 1 - np.stack([turned(under) for under in hidden if under is not None])
            found[partly] = self._in_sight(rows[partly], free)
        return found

    def _in_sight(self, rows: Floats, free: Floats) -> Floats:
        """The same of places of which only a part is in sight."""
        own = rows * free
        long = np.sqrt(free @ (self._rows**2).T) * np.linalg.norm(own, axis=2, keepdims=True)
        return np.asarray(own @ self._rows.T / np.maximum(long, 1e-6), np.float32)

    def laid(self, layers: Layers, warp: Points, card: int) -> Laid | None:
        """A card laid over a picture, beginning with ``warp``; None if it does not fit there at all."""
        best = nestled(layers, warp, self._slopes(card))
        if best is None or 0 < best.held < WELL:
            # far off, or covered: single marks may be found all the same
            found = self.laid_by_marks(layers, warp, card)
            if found is not None and (best is None or found.held > best.held):
                best = found
        return best if best is not None and best.held > LEAST_LAID else None

    def laid_from_afar(self, layers: Layers, warp: Points, card: int) -> Laid | None:
        """The same where it is guessed how far the card reaches."""
        near = drawn_near(layers, warp, _light(self.seen(card).look))
        return None if near is None else self.laid(layers, near, card)

    def as_it_lies(self, layers: Layers, warp: Points, card: int) -> Laid:
        """A card that is taken to lie just so."""
        return as_it_lies(layers, warp, self._slopes(card))

    def laid_by_marks(self, layers: Layers, warp: Points, card: int) -> Laid | None:
        found = laid(layers, warp, _light(self.seen(card).look), self._marks[card])
        return nestled(layers, found.warp, self._slopes(card)) if found else None

    def _found_slopes(self, card: int) -> tuple[Slopes, ...]:
        return slopes_of(_light(self.seen(card).look))

    def _alike(self, card: int) -> tuple[list[int], list[Apart]]:
        """The cards that look most like one, and by what it differs from each."""
        alike = self._rows @ self._rows[card]
        alike[card] = -1
        others = [int(other) for other in np.argsort(-alike)[:AMONG] if alike[other] > RELATED]
        return others, [self._looks.apart(card, other) for other in others]


def _light(look: Floats) -> Floats:
    """The lightness of a look in the size in which faces are laid over each other."""
    return np.asarray(cv2.resize(look[0], PLAIN, interpolation=cv2.INTER_AREA), np.float32)


def _is_nearby(warp: Points) -> bool:
    """Whether a face laid over another one of its size lies nearly as that does."""
    corners = corners_of(FACE)
    moved = cv2.perspectiveTransform(corners.reshape(-1, 1, 2), warp).reshape(4, 2)
    return float(np.abs(moved - corners).max()) < NEARBY * FACE[0] / PLAIN[0]


def _without(face: Picture, hidden: Flags | None) -> Picture:
    """A face in which what is hidden has the usual colour of the rest."""
    if hidden is None or hidden.all():
        return face
    face = face.copy()
    face[hidden] = face[~hidden].mean(axis=0)
    return face
