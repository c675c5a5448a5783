"""How a card fits where it was laid, and how much speaks against it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.cards.aligning import Laid
from vision.cards.comparing import Flags, Held, free_of
from vision.cards.telling import Told

LEAST_FREE = 0.3
TOLD = 0.1
"""Of what tells two cards apart so much must be seen."""
OFF, NEITHER, LEANING, AGREES, COVERED, HUED = 0.5, 0.15, 0.35, 0.35, 0.45, 0.05
"""Each of these is a reason to doubt: so much off in two cells; so much that is like neither of two look-alikes;
so much nearer to another; so much less that agrees where it was laid; so much that looks covered, and is not known
to be; so much of what is in sight of other colours."""
OTHER_HUE = 0.5
AGREES_FROM = 0.85
MOST_LEFT, TOO_MUCH, UNCLEAR = 0.1, 0.3, 2.0
"""So much may look covered beside what is known to cover it; of more, up to what is too much, nobody saw what
it is, and whatever else speaks against the card counts so many times."""
MOST_DOUBT, MOST_DOUBTS = 1.7, 2.7
"""Beyond so much of one reason, or of all together, it is another card."""
PARTLY = 0.7
"""Of a card of which a part is out of sight so much less may speak against it: there might be more below."""
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
        own = self.held.covered & ~self.held.over
        covered = self.held.covered
        free = free_of(covered)
        # what covers a card casts a shadow around itself
        worst = self.held.worst[free & free_of(covered, 2)]
        if own.mean() > TOO_MUCH or free.mean() < LEAST_FREE or len(worst) < 2:
            return math.inf
        seen = ~self.hidden
        reasons = (
            float(np.sort(worst)[-2]) / OFF,
            float(self.told.strange[seen].max(initial=0)) / NEITHER,
            max(1 - float(self.told.leaning[seen].min(initial=1)), 0) / LEANING,
            max(AGREES_FROM - self.at.held, 0) / AGREES,
            float(own.mean()) / COVERED,
            self._hued(free) / HUED,
        )
        doubts = max(max(reasons) / MOST_DOUBT, sum(reasons) / MOST_DOUBTS)
        doubts = doubts / PARTLY if covered.any() else doubts
        return doubts * UNCLEAR if own.mean() > MOST_LEFT else doubts

    def _hued(self, free: Flags) -> float:
        """How much of these cells has other colours: the lamp's have been taken off."""
        other = (self.held.tint > OTHER_HUE) & ~self.held.glare
        return float(other[free].mean())

    @cached_property
    def hidden(self) -> Flags:
        """From which of the others nobody can tell it: what differs is out of sight."""
        return self.told.in_sight < TOLD

    def named(self, most: float) -> list[int]:
        """What it may be, the likeliest first; nothing if more than ``most`` speaks against it."""
        found = [self.card, *(other for other, is_so in zip(self.others, self.hidden, strict=True) if is_so)]
        return found if self.doubts <= most and len(found) <= MOST_NAMES else []
