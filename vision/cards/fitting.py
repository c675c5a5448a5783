"""How a card fits where it was laid, and how much speaks against it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.cards.aligning import Laid
from vision.cards.comparing import Flags, Held, free_of
from vision.cards.telling import Told

LEAST_FREE = 0.3
TOLD = 0.1
"""Of what tells two cards apart so much must be seen."""
OFF, NEITHER, LEANING, AGREES, COVERED = 0.5, 0.15, 0.35, 0.35, 0.45
"""Each of these is a reason to doubt: so much off in two cells; so much that is like neither of two look-alikes;
so much nearer to another; so much less that agrees where it was laid; so much covered. What is covered by more is
another card: a quarter is at most, and what lies beside a cover looks strange, too."""
AGREES_FROM = 0.85
STRIPS, WIDE = 0.1, 0.3
"""Where more than such a share of a card is covered, so much of it is three cells wide and high, at least."""
MOST_DOUBT, MOST_DOUBTS = 1.7, 2.7
"""Beyond so much of one reason, or of all together, it is another card."""
MOST_NAMES = 4
"""Nobody is asked which of more it is."""


@dataclass(frozen=True, eq=False)
class Fit:
    """How the likeliest card fits in one place, and how it stands out among those that look like it."""

    at: Laid
    card: int
    others: list[int]
    held: Held
    told: Told

    @cached_property
    def doubts(self) -> float:
        """How much speaks against the card: up to 1 it is the one, or one of those from which it is not told."""
        covered = self.held.covered
        from_all_sides = all(line.any() for line in (covered[1], covered[-2], covered[:, 1], covered[:, -2]))
        free = free_of(covered)
        # what covers a card casts a shadow around itself
        worst = self.held.worst[free & free_of(covered, 2)]
        if from_all_sides or covered.mean() > COVERED or free.mean() < LEAST_FREE or len(worst) < 2:
            return math.inf
        if covered.mean() > STRIPS and not _is_wide(covered):
            return math.inf
        seen = ~self.hidden
        reasons = (
            float(np.sort(worst)[-2]) / OFF,
            float(self.told.strange[seen].max(initial=0)) / NEITHER,
            max(1 - float(self.told.leaning[seen].min(initial=1)), 0) / LEANING,
            max(AGREES_FROM - self.at.held, 0) / AGREES,
            float(covered.mean()) / COVERED,
        )
        return max(max(reasons) / MOST_DOUBT, sum(reasons) / MOST_DOUBTS)

    @cached_property
    def hidden(self) -> Flags:
        """From which of the others nobody can tell it: what differs is out of sight."""
        return self.told.in_sight < TOLD

    def named(self, most: float) -> list[int]:
        """What it may be, the likeliest first; nothing if more than ``most`` speaks against it."""
        found = [self.card, *(other for other, is_so in zip(self.others, self.hidden, strict=True) if is_so)]
        return found if self.doubts <= most and len(found) <= MOST_NAMES else []


def _is_wide(covered: Flags) -> bool:
    """Whether a thing lies over a card: a thumb and another card are wide, a ring and a rim are prints."""
    wide = cv2.morphologyEx(np.pad(covered.astype(np.uint8), 1), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    return int(wide.sum()) >= WIDE * int(covered.sum())
