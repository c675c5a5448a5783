"""Whoever sits at a simulated table does there what was said, so that nobody has to do it twice."""

from __future__ import annotations

from engine.table import Layout, TablePlan, Thing
from runewatch.live.handling import as_laid, piece_of
from runewatch.live.sitting import Sitting
from runewatch.live.sources import Simulated

PACE = 2.0
"""How fast hands are."""
MOST = 12
"""More than this, such as a whole board, is laid at once."""


class Obliging:
    """Hands at a simulated table. They remember what they laid, for the match may think better of it meanwhile."""

    def __init__(self) -> None:
        self._laid: dict[str, tuple[Thing, ...]] = {}

    def carry_out(self, sitting: Sitting, source: Simulated) -> None:
        """Has hands do what the table still owes, unless they are busy."""
        rules, table = sitting.match.rules, source.table
        behind = sitting.referee.behind
        if not (behind or self._laid) or table.free > source.now():
            return
        plan, told, goal = rules.watched(), rules.layout(sitting.match.state), table.goal
        owed = self._overtaken(plan, told, goal) | as_laid(plan, {one.place: one.expected for one in behind})
        places = {*owed, *(one.place for one in behind)}
        if not places:
            return
        taken = _taken(plan, {**goal, **{name: owed.get(name, ()) for name in places}}, told)
        wanted = {name: things for name, things in taken.items() if things}
        self._laid |= {name: wanted.get(name, ()) for name in places}
        if len(places) > MOST:
            table.put(wanted)
        elif wanted != goal:
            seat = rules.clock(sitting.match.state).seat
            table.show(wanted, float(rules.facing(max(seat, 0))), PACE)

    def _overtaken(self, plan: TablePlan, told: Layout, goal: Layout) -> dict[str, tuple[Thing, ...]]:
        """What these hands laid, lies there still, and is not wanted any more; with what should lie there.

        What was taken back before the camera saw it owes nothing, and is on its way all the same.
        """
        self._laid = {name: things for name, things in self._laid.items() if goal.get(name, ()) == things}
        laid = as_laid(plan, {name: told.get(name, ()) for name in self._laid})
        return {name: laid.get(name, ()) for name, things in self._laid.items() if laid.get(name, ()) != things}


def _taken(plan: TablePlan, layout: Layout, told: Layout) -> Layout:
    """Nothing lies there more often than the box has it: what was put down in passing is taken on from there."""
    lying = [face for things in layout.values() for face in things]

    def is_surplus(thing: Thing, place: str) -> bool:
        piece = piece_of(plan, thing)
        return thing not in told.get(place, ()) and sum(face in piece.faces for face in lying) > piece.count

    return {name: tuple(one for one in things if not is_surplus(one, name)) for name, things in layout.items()}
