"""What one line plays: a pattern that lasts, and now and then one that passes over it."""

from __future__ import annotations

from device.patterns import DARK, Pattern, Shown


class Player:
    """Told patterns, it says how bright a line is to be at any moment. ``level`` is what was written last."""

    def __init__(self) -> None:
        self.level: float | None = None
        self._lasting, self._began = DARK, 0.0
        self._passing: Pattern | None = None
        self._passing_began = 0.0

    def show(self, pattern: Pattern, now: float) -> bool:
        """This from now on, or once if it ends by itself. Whether that is news."""
        if pattern.times:
            self._passing, self._passing_began = pattern, now
            return True
        if pattern == self._lasting:
            return False
        self._lasting, self._began = pattern, now
        return True

    def at(self, now: float) -> tuple[float, float | None]:
        """How bright it is to be, and the moment at which that may change; None: never by itself."""
        passing = self._passing_at(now)
        pattern, began = (self._lasting, self._began) if passing is None else (passing, self._passing_began)
        level, wait = pattern.at(now - began)
        return level, None if wait is None else now + wait

    def shown(self, name: str, colour: str, now: float) -> Shown:
        """What it plays, for a page to draw."""
        passing = self._passing_at(now)
        if passing is not None:
            return Shown(name, colour, passing, self._passing_began)
        return Shown(name, colour, self._lasting, self._began)

    def _passing_at(self, now: float) -> Pattern | None:
        passing = self._passing
        if passing is None or passing.lasts is None or now - self._passing_began >= passing.lasts:
            return None
        return passing
