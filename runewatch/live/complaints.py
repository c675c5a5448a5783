"""What is amiss is said once, when it has lasted, and once more when it is over."""

from __future__ import annotations

from collections.abc import Callable

from engine.errors import RunewatchError


class Complaint:
    """About one thing. ``tell`` gets what is amiss, or None: it is over."""

    def __init__(self, tell: Callable[[RunewatchError | None], object], patience: float) -> None:
        self._tell, self._patience = tell, patience
        self._since: float | None = None
        self._told: set[str] = set()

    @property
    def is_told(self) -> bool:
        """Whether it was said, and is not over."""
        return bool(self._told)

    def hear(self, why: RunewatchError | None, seconds: float) -> None:
        """How it is at this moment. Another reason meanwhile is told too, but none twice."""
        if why is None:
            if self._told:
                self._tell(None)
            self._since, self._told = None, set()
            return
        if self._since is None:
            self._since = seconds
        if why.message not in self._told and seconds - self._since >= self._patience:
            self._told.add(why.message)
            self._tell(why)
