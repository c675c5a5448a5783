"""What a game has to say of something players wrote for it: a review, finding by finding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.picture import Panel
from engine.table import Layout, Motion
from engine.verdict import Breach

Weight = Literal["forbidden", "unclear", "remark"]
"""The rules do not allow it; people may quarrel about it; it is only worth knowing."""


@dataclass(frozen=True, slots=True)
class Example:
    """What an entry does on a table made up for it: the table before, and what may come of it."""

    about: str
    """The name of the entry."""
    before: Layout
    ways: tuple[Layout, ...]
    motions: tuple[Motion, ...] = ()
    """How the pieces go in the first of them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found, where it is written, and an example of it."""

    weight: Weight
    about: str
    """The name of the entry it is about."""
    breach: Breach
    line: int = 0
    column: int = 0
    example: str = ""
    """A position in the game's notation in which it shows."""
    drawn: tuple[Panel, ...] = ()
    """The example drawn: before, and what may come of it."""
    shown: Example | None = None
    """The same as tables."""


@dataclass(frozen=True, slots=True)
class Review:
    """What was read, and what there is to say of it."""

    title: str
    language: str
    entries: tuple[str, ...]
    """The names of what it holds, in order."""
    findings: tuple[Finding, ...] = ()
    examples: tuple[Example, ...] = ()
    """What the entries do, as far as they do anything."""

    @property
    def is_allowed(self) -> bool:
        return all(finding.weight != "forbidden" for finding in self.findings)
