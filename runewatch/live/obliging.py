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


def carry_out(sitting: Sitting, source: Simulated) -> None:
    """Has hands do what the table still owes, unless they are busy."""
    rules, table = sitting.match.rules, source.table
    owed = sitting.referee.behind
    if not owed or table.free > source.now():
        return
    laid = as_laid(rules.watched(), {one.place: one.expected for one in owed})
    changed = {**table.goal, **{one.place: laid.get(one.place, ()) for one in owed}}
    taken = _taken(rules.watched(), changed, rules.layout(sitting.match.state))
    wanted = {name: things for name, things in taken.items() if things}
    if len(owed) > MOST:
        table.put(wanted)
    elif wanted != table.goal:
        seat = rules.clock(sitting.match.state).seat
        table.show(wanted, float(rules.facing(max(seat, 0))), PACE)


def _taken(plan: TablePlan, layout: Layout, told: Layout) -> Layout:
    """Nothing lies there more often than the box has it: what was put down in passing is taken on from there."""
    lying = [face for things in layout.values() for face in things]

    def is_surplus(thing: Thing, place: str) -> bool:
        piece = piece_of(plan, thing)
        return thing not in told.get(place, ()) and sum(face in piece.faces for face in lying) > piece.count

    return {name: tuple(one for one in things if not is_surplus(one, name)) for name, things in layout.items()}
