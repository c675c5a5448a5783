"""What a search for the board ends in: a view and how sure it is, or a clear word why there is none."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.errors import N_, RunewatchError
from vision.camera import View

How = Literal["mat", "bare", "corners"]


@dataclass(frozen=True, slots=True)
class Found:
    """Where the board lies, how likely it is to lie there (0 to 1), and by what it was found."""

    view: View
    certainty: float
    how: How


class BoardNotFoundError(RunewatchError, LookupError):
    """No board is in view, or not enough of it."""


class CornersError(RunewatchError, ValueError):
    """Four corners pointed out by hand cannot be those of the board."""


def no_board() -> BoardNotFoundError:
    return BoardNotFoundError(N_("no board is in view"))


def too_plain() -> BoardNotFoundError:
    return BoardNotFoundError(N_("the picture is all but one colour: is the lens covered, or the lamp off?"))
