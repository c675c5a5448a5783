"""What a game gives to a printer: pieces to cut out, sheet by sheet, and grounds to play on.

Titles and explanations are messages marked for the catalogue. How pages are filled is not the game's business.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.drawing import Drawing, Points
from engine.options import Value
from engine.verdict import Phrase


@dataclass(frozen=True, slots=True)
class Wording:
    """Words printed on a piece in the reader's language: as large as there is room in a box about (x, y)."""

    told: tuple[Phrase, ...]
    x: float
    y: float
    width: float
    height: float
    size: float
    """How large its letters are at most."""
    colour: str
    is_bold: bool = False
    is_listed: bool = False
    """Whether each phrase begins a line."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to cut out, so many times. With a back it is printed on both sides."""

    name: str
    front: Drawing
    back: Drawing | None = None
    count: int = 1
    folds: tuple[Points, ...] = ()
    """Where to fold it, as lines on its front."""
    words: tuple[Wording, ...] = ()
    """What is printed on its front besides, in words."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces that are printed on the same pages.

    ``apart`` is the distance between neighbours; pieces of one and the same ground need none, and then one cut
    serves two.
    """

    name: str
    title: str
    about: str
    pieces: tuple[Piece, ...]
    apart: float
    stock: str = ""
    """The name of the printed matter it is, if there is a choice between several."""


@dataclass(frozen=True, slots=True)
class Ground:
    """A ground to play on, which lies where (x, y) of the table plan is its middle.

    If it is larger than the paper it is glued together: then only its ``inner`` part need be printed, width and
    height around the middle. A ``marked`` ground carries the markers of the table plan.
    """

    name: str
    title: str
    about: str
    drawing: Drawing
    x: float
    y: float
    inner: tuple[float, float]
    marked: bool = False
    choices: Mapping[str, Value] = field(default_factory=dict, hash=False)
    """It belongs to matches under these choices only."""
