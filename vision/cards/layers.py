"""A picture of cards of which some are known to lie over others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Points
from vision.cards.looks import COARSE, Picture, Size, cut_out, halves, warp_to

Flags = NDArray[np.bool_]

SHADOW = 0.02
"""A card is taken to hide so much more than itself, as a share of a face: it was laid by eye, and has an edge."""


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """A picture, and the corners of the cards that are known to lie on top."""

    pictures: list[Picture]
    over: tuple[Points, ...] = ()
    sheets: tuple[Points, ...] = ()
    """The corners of what has four sides: any of it may be a card on top that nobody knows."""

    @classmethod
    def of(cls, picture: Picture) -> Layers:
        return cls(halves(picture))

    def below(self, over: Sequence[Points]) -> Layers:
        """The same, to look for what lies below these cards."""
        return replace(self, over=tuple(over))

    def cut(self, warp: Points, size: Size, rim: int = 0) -> Picture:
        """What is seen where ``warp`` lays a face of this size, with a rim."""
        return cut_out(self.pictures, warp, size, rim)

    def hidden(self, warp: Points, size: Size) -> Flags | None:
        """Which pixels of a face that is laid there have a card over them; None if none has."""
        if not self.over:
            return None
        hidden = np.zeros((size[1], size[0]), np.uint8)
        back, (wide, high) = np.linalg.inv(warp), size
        middle = cv2.perspectiveTransform(np.array([[[wide / 2, high / 2]]]), warp)[0, 0]
        turned = np.sign(back[2, :2] @ middle + back[2, 2])
        for corners in self.over:
            # what would lie behind whoever looks is not over it
            if ((corners @ back[2, :2] + back[2, 2]) * turned <= 0).any():
                continue
            on_face = cv2.perspectiveTransform(corners.reshape(-1, 1, 2).astype(np.float64), back)
            cv2.fillConvexPoly(hidden, np.round(np.clip(on_face, -20000, 20000)).astype(np.int32), (1,))
        if not hidden.any():
            return None
        near = 2 * round(SHADOW * wide) + 1
        return np.asarray(cv2.dilate(hidden, np.ones((near, near), np.uint8)) > 0)

    def share_hidden(self, corners: Points) -> float:
        """How much of what lies within these corners is below a card."""
        hidden = self.hidden(warp_to(corners, COARSE), COARSE)
        return 0.0 if hidden is None else float(hidden.mean())
