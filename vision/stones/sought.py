"""What stones are looked for by: the colours of bodies and rims, and what lies between the two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from engine.table import Thing
from vision.stones.lesson import Colours
from vision.stones.measuring import RIM_PARTS, Doubles, Floats

ALIKE = 0.4
"""Bodies whose colours differ less than this, as logarithms, are looked for as one: rims tell whose they are."""
NOISE = 0.15
"""How far pixels differ beyond what is known of bodies and rims as a whole."""
CLEAR = 0.7
"""A step from body to rim is as it should be if it is so large a share of what it should be."""
STRANGE = 16.0
"""What is so far from a colour, squared, is as far as can be: another thing, a reflection, a shade."""
_SUM = np.ones((1, 3), np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Bodies or rims: their colours, and a stretch after which all of them vary alike in every way."""

    colours: Doubles
    stretch: Doubles

    def unlike(self, shown: Floats, light: Doubles) -> list[Floats]:
        """For each colour how unlike it every pixel is in this light, from 0 to 1."""
        # the square of a difference, so that what all have in common is worked out once
        even = cv2.transform(shown, self.stretch.astype(np.float32))
        own = cv2.transform(cv2.multiply(even, even), _SUM)
        found = []
        for colour in (self.colours + light) @ self.stretch.T:
            pull = np.array([[*(-2 * colour @ self.stretch), colour @ colour]], np.float32)
            far = cv2.transform(shown, pull)
            found.append(
                np.asarray(cv2.threshold(cv2.add(far, own, far), 1.0, 1.0, cv2.THRESH_TRUNC, far)[1], np.float32)
            )
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Sought:
    """The stones of a lesson. ``body``, ``rim``: by name, which of the bodies and rims it has."""

    bodies: Part
    rims: Part
    body: NDArray[np.intp]
    rim: NDArray[np.intp]
    between: Doubles
    """From a body's colour to its rim's: in whatever light the same; a row for each name."""

    @property
    def shares(self) -> Doubles:
        """By name, what tells of a step how large a share of the right one it is."""
        return np.asarray(self.between / (self.between**2).sum(axis=1)[:, None], np.float64)

    def short(self, steps: Doubles) -> Doubles:
        """By how large a share steps from body to rim fall short of what each name's should be."""
        return np.asarray(np.clip(CLEAR - steps @ self.shares.T, 0.0, 1.0), np.float64)


def sought(taught: Colours, owners: Mapping[str, int | None]) -> Sought:
    """What a lesson says to look for, and whose each thing is."""
    own, rims_of = taught.means[:, :3], _middle(taught.means[:, 3:])
    bodies, body = _distinct(own)
    of_whom = [owners[name] for name in taught.names]
    each = list(dict.fromkeys(of_whom))
    rim = np.array([each.index(owner) for owner in of_whom], np.intp)
    rims = np.array([rims_of[rim == number].mean(axis=0) for number in range(len(each))]).reshape(-1, 3)
    even = np.tile(np.eye(3) / len(RIM_PARTS), len(RIM_PARTS))
    vary = np.linalg.inv(taught.exact)
    return Sought(
        Part(bodies, _stretch(vary[:3, :3])),
        Part(rims, _stretch(even @ vary[3:, 3:] @ even.T)),
        body,
        rim,
        rims_of - own,
    )


def _stretch(varying: Doubles) -> Doubles:
    """After it, pixels of what varies so as a whole vary alike in every way, and what is strange is 1 away."""
    exact = np.linalg.inv(varying + NOISE**2 * np.eye(3))
    return np.asarray(np.linalg.cholesky(exact / STRANGE).T, np.float64)


def owners_of(things: Sequence[Thing]) -> dict[str, int | None]:
    return {thing.name: thing.owner for thing in things}


def _middle(rims: Doubles) -> Doubles:
    """What lies between the parts of a rim that are told of."""
    return np.asarray(rims.reshape(len(rims), len(RIM_PARTS), 3).mean(axis=1), np.float64)


def _distinct(colours: Doubles) -> tuple[Doubles, NDArray[np.intp]]:
    """The colours that differ, each the mean of some, and for each of all which of them it is."""
    groups: list[list[int]] = []
    for number, colour in enumerate(colours):
        near = [group for group in groups if float(np.abs(colour - colours[group].mean(axis=0)).max()) <= ALIKE]
        if near:
            near[0].append(number)
        else:
            groups.append([number])
    which = np.array(
        [[number in group for group in groups].index(True) for number in range(len(colours))], np.intp
    )
    return np.array([colours[group].mean(axis=0) for group in groups]).reshape(-1, 3), which
