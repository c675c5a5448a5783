"""Hands at the simulated table, led by a page or a script: what they do is seen by the camera, like all else.

Nothing here tells the referee anything. What hands do belongs to the loop's thread (``host.do``); how things lie
may be looked at from any.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from engine.contract import Rules
from engine.errors import N_
from engine.table import Layout, Place, TablePlan, Thing
from runewatch.listeners import Listeners
from runewatch.live import handling
from runewatch.live.handling import HandlingError, Piece
from runewatch.live.host import Host, HostError
from runewatch.live.sitting import Sitting
from runewatch.live.sources import Frame, Simulated
from runewatch.simulated import in_view
from vision import picture
from vision.scene.table import SimulatedTable

PACE, HURRIED = 2.0, 4.0
"""How fast hands are, and how fast when more than one thing waits for them."""
BEHIND, TOO_FAR = 1.5, 15.0
"""Seconds of work that make them hurry; and with which they take on no more."""
LAID = 2.5
"""Seconds for which a hand lies on a place."""
DARKEST = 0.08
WIDEST = 1024
"""Pixels across a picture for a page."""
_KNOCK, _TWIST = 0.18, 2.5
"""How far a bump moves the camera, in the plan's unit, and turns it, in degrees."""


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on the simulated table when hands are done, and beside it."""

    rules: Rules[object, object]
    places: tuple[Place, ...]
    layout: Layout
    aside: tuple[Piece, ...]
    light: float
    is_right: bool
    """It lies as the match has it."""
    wanted: frozenset[str] = frozenset()
    """The kinds of things that are to be put down next."""


def as_jpeg(frame: Frame) -> bytes:
    """A frame to be sent to a page."""
    return picture.as_jpeg(frame, WIDEST)


def _colours(things: tuple[Thing, ...]) -> list[tuple[str, str]]:
    return sorted((thing.kind, thing.colour) for thing in things)


class Hands:
    """The hands of one host."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self._light = 1.0
        self._lit: SimulatedTable | None = None
        self._chance = random.Random(7)
        self.changed: Listeners[str] = Listeners()
        """Told whenever something was done at the table."""

    def laid(self) -> Laid:
        """What lies there. Raises HostError where there is no simulated table."""
        sitting, table = self._sitting(), self._table()
        plan, overlay = self._plan, sitting.referee.overlay
        layout = handling.settled(plan, overlay=overlay, layout=table.goal)
        places = handling.places_in_use(plan, overlay=overlay, layout=layout)
        is_right = layout == self._wanted(sitting, layout)
        aside = handling.aside(plan, layout)
        match = sitting.match
        wanted = frozenset[str]() if match.over else handling.wanted(match.rules, match.state)
        return Laid(match.rules, places, layout, aside, self._light_of(table), is_right, wanted)

    def frame(self) -> tuple[float, Frame]:
        """What the camera over the table saw last, and when. Raises HostError where it saw nothing yet."""
        self._source()
        if self._host.shot is None:
            raise HostError(N_("there is no match on the table: begin one on the page"))
        return self._host.shot.seconds, self._host.shot.large()

    def move(self, thing: str, source: str, target: str) -> None:
        """Carries a thing from a place to another; ``""`` is beside the table. Raises HandlingError."""
        self._bring(handling.moved(self._plan, self._settle(), thing, source, target))

    def turn(self, thing: str, place: str) -> None:
        """Turns a thing over, or round. Raises HandlingError."""
        self._bring(handling.turned(self._plan, self._settle(), thing, place))

    def roll(self, place: str) -> None:
        """Rolls the dice of a place. Raises HandlingError where there are none."""
        self._bring(handling.rolled(self._plan, self._settle(), place, self._chance))

    def tidy(self) -> None:
        """Lays everything as the match has it."""
        sitting = self._sitting()
        self._bring(self._wanted(sitting, self._settle()))

    def reach(self, place: str) -> None:
        """Lays a hand on a place for a while."""
        table = self._table()
        self._refuse_too_much()
        if all(one.name != place for one in self._plan.places):
            raise HandlingError(N_("there is no place {name}"), name=place[:40])
        table.reach(place, self._side(), LAID)
        self.changed.tell("table")

    def light(self, share: float) -> None:
        """So much of the light that there was at first."""
        table = self._table()
        self._light, self._lit = max(DARKEST, min(1.0, share)), table
        table.light(self._light)
        self.changed.tell("table")

    def bump(self) -> None:
        """Somebody knocks against the camera."""
        knock = self._chance.uniform
        self._table().bump(knock(-_KNOCK, _KNOCK), knock(-_KNOCK, _KNOCK), knock(-_TWIST, _TWIST))
        self.changed.tell("table")

    def straighten(self) -> None:
        """The camera is put back to where it was."""
        self._table().straighten()
        self.changed.tell("table")

    # -- its parts ------------------------------------------------------------------------------------

    @property
    def _plan(self) -> TablePlan:
        return self._sitting().match.rules.watched()

    def _sitting(self) -> Sitting:
        if self._host.sitting is None:
            raise HostError(N_("there is no match on the table: begin one on the page"))
        return self._host.sitting

    def _source(self) -> Simulated:
        source = self._host.source
        if not isinstance(source, Simulated):
            raise HostError(N_("this table is a real one: only hands can move what lies there"))
        return source

    def _table(self) -> SimulatedTable:
        return self._source().table

    def _light_of(self, table: SimulatedTable) -> float:
        return self._light if self._lit is table else 1.0

    def _side(self) -> float:
        """Where whoever acts now sits; people act for a script."""
        rules = self._sitting().match.rules
        seat = rules.clock(self._sitting().match.state).seat
        return float(rules.facing(seat if seat in rules.people else min(rules.people)))

    def _settle(self) -> Layout:
        """What lies there, told in the places that are in use; a table that is told anew shows the same."""
        table, sitting = self._table(), self._sitting()
        layout = handling.settled(self._plan, overlay=sitting.referee.overlay, layout=table.goal)
        if layout != table.goal:
            table.put(layout)
        return layout

    def _wanted(self, sitting: Sitting, layout: Layout) -> Layout:
        """The table as the match has it; what points somewhere, or may show anything, stays as it is."""
        rules, plan = sitting.match.rules, self._plan
        pointers = {name: things for name, things in layout.items() if any(one.turn is not None for one in things)}
        found = in_view(plan, rules.layout(sitting.match.state))
        open_to = {name for name, things in found.items() if any(one.unknown for one in things)}
        # where a card is to be turned up, whatever was laid there stays
        found |= {name: layout.get(name, ()) for name in open_to}
        wanted = {name: things for name, things in found.items() if things}
        laid = handling.as_laid(plan, wanted)
        for name, things in wanted.items():
            if laid.get(name) != things and _colours(layout.get(name, ())) == _colours(things):
                laid[name] = layout[name]
        return {**pointers, **laid}

    def _refuse_too_much(self) -> float:
        late = self._table().free - self._source().now()
        if late > TOO_FAR:
            raise HandlingError(N_("the hands are still busy: wait a moment"))
        return late

    def _bring(self, layout: Layout) -> None:
        pace = HURRIED if self._refuse_too_much() > BEHIND else PACE
        self._table().show(layout, self._side(), pace)
        self.changed.tell("table")
