"""Pictures of a state for people at a terminal: runs of text that say what they are, not which colour they have.

A game puts its state into panels; whoever shows them lays them out and paints them. Without any colour a
picture must say as much as with it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Tone = Literal["plain", "strong", "faint", "tile", "area", "figure", "mark"]
"""What a run of text is: a tile's name, an area filled in its owner's colour, a figure, something pointed at."""


@dataclass(frozen=True, slots=True)
class Ink:
    """A run of text. ``seat`` is whose it is, if anybody's; a ``word`` is to be said in the reader's language."""

    text: str
    tone: Tone = "plain"
    seat: int | None = None
    word: bool = False
    bare: str = ""
    """What stands here instead where there is no colour; of the same width."""


Line = tuple[Ink, ...]


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of a picture. The caption is a message marked for the catalogue, or empty."""

    lines: tuple[Line, ...]
    caption: str = ""
    is_table: bool = False
    """It draws the table itself: whoever has a better drawing leaves it out."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A line of the legend: what something in the pictures looks like, and what it means."""

    line: Line
    meaning: str


def plain(text: str) -> Panel:
    """A panel of text as it is."""
    return Panel(tuple((Ink(line),) for line in text.split("\n")))
