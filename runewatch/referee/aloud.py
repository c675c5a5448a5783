"""What fell on the table, read aloud: what each thing seems to show, for people to confirm or to put right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.contract import TABLE, Rules
from engine.errors import N_, NotationError, shown
from engine.table import TablePlan, Thing
from runewatch.referee.announcements import ReadAloud, Spot
from runewatch.referee.heaping import open_things, seen_heap
from vision.sighting import NOTHING, Heap


def read_aloud(rules: Rules[Any, Any], state: Any, plan: TablePlan, heaps: Mapping[str, Heap]) -> ReadAloud:
    """What there is to confirm in a state, as far as it was seen; nothing unless the table itself has to act."""
    trays = [place for place in plan.places if place.many and not place.blank]
    if not trays or rules.scripted(state) or all(one.by != TABLE for one in rules.requests(state)):
        return ReadAloud()
    known = {thing.name: thing for thing in plan.things}
    layout = rules.layout(state)
    return ReadAloud(
        {
            place.name: _spots(plan, known, layout[place.name], heaps.get(place.name, Heap()))
            for place in trays
            if any(thing.pips == 0 for thing in layout.get(place.name, ()))
        }
    )


def _spots(plan: TablePlan, known: Mapping[str, Thing], things: tuple[Thing, ...], heap: Heap) -> tuple[Spot, ...]:
    open_to = open_things(plan)
    found = []
    for thing, one, _ in seen_heap(heap, open_to).paired(things):
        if thing is None:
            continue
        faces = {name: one.likely.get(name, 0.0) for name in open_to.get(thing.name, ())} if one else {}
        best = max(faces, key=lambda name: faces[name], default=NOTHING)
        is_seen = bool(faces) and faces[best] > 0
        found.append(Spot(thing, known[best] if is_seen else None, one.doubts if one is not None else ()))
    # those that are asked about first, each colour together
    return tuple(
        sorted(found, key=lambda spot: (not spot.is_open, spot.wanted.name, spot.seen.name if spot.seen else ""))
    )


def fallen(rules: Rules[Any, Any], state: Any, plan: TablePlan, place: str, names: tuple[str, ...]) -> Any:
    """The action that these things in a place show. Raises NotationError if they show none."""
    known = {thing.name: thing for thing in plan.things}
    unknown = [name for name in names if name not in known]
    if unknown or all(one.name != place for one in plan.places):
        raise NotationError(N_("there is no {name} on this table"), name=shown((unknown or [place])[0]))
    lying = tuple(sorted((known[name] for name in names), key=lambda thing: thing.name))
    action = rules.called_for(state, {**rules.layout(state), place: lying})
    if action is None:
        raise NotationError(N_("that cannot be what fell there: look again how many of each colour lie there"))
    return action
