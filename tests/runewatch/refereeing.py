"""A referee at work without a camera: sightings are made up from layouts, with misreadings and hands if asked."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.contract import Rules
from engine.table import Layout, TablePlan
from runewatch.events import Began, Event
from runewatch.match import Match, begun
from runewatch.referee.announcements import Announcement
from runewatch.referee.referee import Referee
from vision.cells import is_cell
from vision.combining import combine
from vision.sighting import NOTHING, Belief, Sighting

SURE = 0.97
FRAME = 0.1
"""Seconds between two frames."""


@dataclass
class Camera:
    """What a camera would tell of a layout."""

    plan: TablePlan
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    misread: float = 0.0
    hands: float = 0.0
    hidden: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        self.names: dict[str, list[str]] = {}
        for thing in self.plan.things:
            self.names.setdefault(thing.kind, [NOTHING]).append(thing.name)

    def sighting(self, layout: Layout, *, overlay: bool = False) -> Sighting:
        hidden = set(self.hidden)
        if self.rng.random() < self.hands:
            places = [place.name for place in self.plan.places]
            start = self.rng.randrange(len(places))
            hidden |= set(places[start : start + 6])
        told = {}
        for place in self.plan.places:
            if place.overlay == overlay or not is_cell(place):
                there = {thing.kind: thing.name for thing in layout.get(place.name, ())}
                kinds = {kind: self._likely(kind, there.get(kind, NOTHING)) for kind in place.kinds}
                told[place.name] = Belief(kinds, 1.0 if place.name in hidden else 0.0)
        return Sighting(told, 1.0)

    def _likely(self, kind: str, true: str) -> Mapping[str, float]:
        names = self.names.get(kind, [NOTHING])
        name = self.rng.choice(names) if self.rng.random() < self.misread else true
        rest = (1 - SURE) / max(1, len(names) - 1)
        return {other: SURE if other == name else rest for other in names}


class Sitting:
    """A match being refereed, and all that was kept and said."""

    def __init__(self, match: Match, camera: Camera | None = None) -> None:
        self.kept: list[Event] = [match.began]
        self.said: list[Announcement] = []
        self.referee = Referee(match, lambda event, _: self.kept.append(event), self.said.append)
        self.camera = camera or Camera(self.referee.plan)
        self.now = 0.0
        self.table: Layout = self.rules.layout(match.state)

    @property
    def rules(self) -> Rules[Any, Any]:
        return self.referee.match.rules

    @property
    def state(self) -> Any:
        return self.referee.match.state

    def look(self, layout: Layout | None = None, frames: int = 5) -> None:
        """The table at rest for so many frames."""
        self.table = self.table if layout is None else layout
        self.referee.stir()
        seen: list[Sighting] = []
        for _ in range(frames):
            self.now += FRAME
            seen = [*seen[-4:], self.camera.sighting(self.table, overlay=self.referee.overlay)]
            if len(seen) > 1:
                self.referee.rest(combine(seen), self.now)

    def wait(self, seconds: float) -> None:
        """Nothing moves for a while."""
        self.look(frames=round(seconds / FRAME))

    def of(self, kind: type[Announcement]) -> list[Any]:
        return [one for one in self.said if isinstance(one, kind)]


def sitting(game: str, position: str = "", setup: Mapping[str, Any] | None = None, **camera: Any) -> Sitting:
    match = begun(Began(game, setup or {}, (), position))
    return Sitting(match, Camera(match.rules.plan(), **camera))


def played(rules: Rules[Any, Any], state: Any, texts: Sequence[str]) -> list[Any]:
    """The states after each of these actions."""
    found = []
    for text in texts:
        state = rules.played(state, rules.read_action(state, text))
        found.append(state)
    return found
