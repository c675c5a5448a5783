"""What happens in play, told while it happens."""

from __future__ import annotations

from engine.verdict import Event, Fact


class Log:
    """Events in their order."""

    def __init__(self) -> None:
        self.events: list[Event] = []

    def tell(self, name: str, **facts: Fact) -> None:
        self.events.append(Event(name, facts))
