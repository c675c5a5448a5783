"""What was seen: for every place how likely each thing is, whether it is hidden, and how sure the geometry is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vision.camera import View

NOTHING = ""
"""The name under which a belief keeps how likely it is that no thing of a kind is there."""


@dataclass(frozen=True, slots=True)
class Belief:
    """What one place may hold: for each kind of thing that can be there, how likely each is. They sum to one."""

    kinds: Mapping[str, Mapping[str, float]]
    hidden: float = 0.0
    """How likely it is that a hand, an arm or a cup covers the place. What is hidden is not known."""

    def best(self, kind: str) -> tuple[str, float]:
        """The likeliest thing of a kind, or NOTHING, and how likely it is.

        First whether something is there at all: five things may share what makes nothing unlikely.
        """
        likely = self.kinds[kind]
        things = {name: share for name, share in likely.items() if name != NOTHING}
        if not things or likely.get(NOTHING, 0.0) > sum(things.values()):
            return NOTHING, likely.get(NOTHING, 0.0)
        return max(things.items(), key=lambda item: item[1])


@dataclass(frozen=True, slots=True)
class Sighting:
    """One frame, or several still ones together, read."""

    places: Mapping[str, Belief]
    certainty: float
    """How sure it is that the board lies where it was taken to lie, 0 to 1."""
    view: View | None = field(default=None, repr=False)
