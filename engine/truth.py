"""What a picture of a table truly shows, as a file beside it says: what readings of pictures are measured by."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from engine.table import Layout


@dataclass(frozen=True, slots=True)
class Truth:
    """One picture's truth. Pixels are x right, y down, their centres at whole numbers."""

    layout: Layout
    told: Collection[str]
    """The places about which the file says something; what lies elsewhere is not known."""
    ground: str
    """What the board lies on: readings on each are counted apart."""
    turned: float
    """The picture's up turned clockwise by so many degrees is the board's up."""
    corners: tuple[tuple[float, float], ...] = ()
    """Where the board's outer corners are in the picture, clockwise from its own top left."""
    hidden: Collection[str] = ()
    """Places so far covered that nobody can tell what is there."""
    glared: Collection[str] = ()
    """Places in which a lamp is reflected; some of them no eye can read."""
    still: bool = True
    """Whether nothing moved while the picture was taken."""
