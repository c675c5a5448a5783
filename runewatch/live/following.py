"""Where one sheet lies, from frame to frame: where it lay, unless camera or table moved."""

from __future__ import annotations

from device.cameras.shot import Frame
from engine.table import TablePlan
from runewatch.sight.looking import Hints, board
from vision.board import Anchor, BoardNotFoundError, Found, follow

SELDOM = 5.0
"""Seconds after which what need not be there is looked for again."""


class Follower:
    """Follows a board, or one sheet of several."""

    def __init__(self, plan: TablePlan) -> None:
        self._plan = plan
        self._anchor: Anchor | None = None
        self._missed: tuple[float, BoardNotFoundError] | None = None
        """When it was looked for last and not found, and why."""

    @property
    def found(self) -> Found | None:
        """Where it lies, once it was found."""
        return self._anchor.found if self._anchor else None

    @property
    def why(self) -> BoardNotFoundError | None:
        """Why it was not found."""
        return self._missed[1] if self._missed else None

    def forget(self) -> None:
        """It is to be looked for anew."""
        self._anchor = self._missed = None

    def is_waiting(self, seconds: float) -> bool:
        """Whether it was missed just now."""
        return self._missed is not None and seconds - self._missed[0] < SELDOM

    def where(self, frame: Frame, hints: Hints, seconds: float, *, may_lie_elsewhere: bool) -> Found | None:
        """Where it lies in this frame; None if it is not found."""
        try:
            if self._anchor is None:
                found = board(frame, self._plan, hints)
                self._anchor = Anchor.of(frame, found, self._plan)
            elif may_lie_elsewhere:
                found = follow(frame, self._anchor, self._plan)
                if found is not self._anchor.found:
                    self._anchor = Anchor.of(frame, found, self._plan)
        except BoardNotFoundError as error:
            self._anchor, self._missed = None, (seconds, error)
            return None
        self._missed = None
        return self._anchor.found
