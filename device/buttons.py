"""Presses, short and long, told from the edges of a button."""

from __future__ import annotations

from dataclasses import dataclass

HOLD = 1.0
"""Seconds from which a press is a long one, unless settings say otherwise."""
BRIEF = 0.015
"""No finger presses for less than so many seconds: it is a contact that bounces."""


@dataclass(frozen=True, slots=True)
class Press:
    """A button was pressed: told when it is released, or as soon as it was held long enough."""

    name: str
    long: bool = False


class Finger:
    """What goes on at one button. Edges that tell nothing new are bounces, and pass."""

    def __init__(self, name: str, hold: float = HOLD) -> None:
        self.name, self._hold = name, hold
        self._since: float | None = None
        self._is_told = False

    @property
    def due(self) -> float | None:
        """When the press that goes on becomes a long one."""
        return None if self._since is None or self._is_told else self._since + self._hold

    def edge(self, is_down: bool, now: float) -> Press | None:
        """It went down, or up, at this moment."""
        if is_down:
            if self._since is None:
                self._since, self._is_told = now, False
            return None
        since, was_told = self._since, self._is_told
        self._since = None
        if since is None or was_told or now - since < BRIEF:
            return None
        return Press(self.name, now - since >= self._hold)

    def lost(self) -> Press | None:
        """It is up, though nobody saw it go up: a short press, as far as anybody knows."""
        was_down, self._since = self._since is not None, None
        return Press(self.name) if was_down else None

    def held(self, now: float) -> Press | None:
        """The long press, if it has just become one."""
        if self.due is None or now < self.due:
            return None
        self._is_told = True
        return Press(self.name, True)
