"""A photo of a lesson as it was understood, and what keeps one from teaching anything."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.errors import N_, RunewatchError
from runewatch.sight.fitting import Answer
from vision.board import Found
from vision.profile import Photo

SURE = 0.9
"""How sure a photo has to be that it shows otherwise before that is a doubt."""
MOST_MISFITS = 3
"""On so many places something, or nothing, may seem to be against what was said; on more it is another board."""
ASKED = 8
RIGHT = 0.6
"""Of at least so many things that the others can name, this share must be what was said."""
MOST_COVERED = 0.5


class LessonError(RunewatchError, ValueError):
    """Nothing can be learnt from a photo; says why."""


@dataclass(frozen=True, slots=True, eq=False)
class Taken:
    """A photo of a lesson as it was understood."""

    photos: tuple[Photo, ...]
    """A cut of it for each window of the plan."""
    found: Found
    covered: tuple[str, ...]
    signs: tuple[Answer, ...]
    answers: tuple[Answer, ...]
    unseen: tuple[str, ...] = ()
    """What people call the sheets of which something was said and that are not in view."""

    @property
    def fit(self) -> float:
        """How well photo and layout go together: the higher, the better."""
        return sum(float(np.mean([one.weight for one in some])) for some in (self.signs, self.answers) if some)

    @property
    def doubts(self) -> tuple[Answer, ...]:
        """What surely looks otherwise than was said."""
        return tuple(one for one in (*self.signs, *self.answers) if one.likely < 1 - SURE)


def joined(sheets: Sequence[Taken], unseen: tuple[str, ...] = ()) -> Taken:
    """One photo that shows several sheets."""
    return Taken(
        tuple(photo for one in sheets for photo in one.photos),
        sheets[0].found,
        tuple(name for one in sheets for name in one.covered),
        tuple(sign for one in sheets for sign in one.signs),
        tuple(answer for one in sheets for answer in one.answers),
        unseen,
    )


def refuse_covered(one: Taken, names: list[str]) -> None:
    told = {name for photo in one.photos for name in photo.told}
    unseen = [name for name in names if name in one.covered or name not in told]
    if len(unseen) > MOST_COVERED * len(names):
        raise LessonError(
            N_("too much of the board is covered to learn from it: {places}"), places=_listed(unseen)
        )


def refuse_another_board(one: Taken, names: list[str]) -> None:
    misfits = [doubt.place for doubt in one.doubts if doubt.is_sign and doubt.place in names]
    misnamed = [answer.place for answer in one.answers if answer.looks != answer.told]
    if len(misfits) > MOST_MISFITS:
        raise LessonError(N_("the layout does not match the photo: look at {places}"), places=_listed(misfits))
    if len(one.answers) >= ASKED and len(misnamed) > (1 - RIGHT) * len(one.answers):
        raise LessonError(N_("the layout does not match the photo: look at {places}"), places=_listed(misnamed))


def _listed(places: list[str]) -> str:
    return ", ".join(dict.fromkeys(places))
