"""What fell on the table, read aloud: what each thing seems to show, for people to confirm or to put right."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.contract import TABLE, Rules
from engine.errors import N_, NotationError, shown
from engine.table import TablePlan, Thing
from engine.verdict import Refusal
from runewatch.referee.announcements import ReadAloud, Spot
from runewatch.referee.evidence import likeliest
from runewatch.referee.heaping import open_things, seen_heap
from vision.sighting import NOTHING, Belief, Heap, Sighting


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


def turned_up(rules: Rules[Any, Any], state: Any, plan: TablePlan, seen: Mapping[str, Belief]) -> ReadAloud:
    """The cards that the table turned up, in the order in which they are to be told, as far as they may be."""
    if rules.scripted(state):
        return ReadAloud()
    shown = likeliest(plan, Sighting(seen, 1.0))
    found: dict[str, tuple[Spot, ...]] = {}
    while (place := _next_card(rules, state, plan, found)) is not None:
        looks = next(iter(shown.get(place, ())), None)
        if looks is None:
            break
        layout = rules.layout(state)
        spot = _card(rules, state, place, looks)
        found[place] = (spot,)
        action = rules.called_for(state, {**layout, place: (looks,)})
        if action is None or not spot.is_sure:
            break
        state = rules.play(state, action)
    return ReadAloud(found)


def _next_card(rules: Rules[Any, Any], state: Any, plan: TablePlan, told: Collection[str]) -> str | None:
    """The place on which the table turns up the next card, if it is one that is not told yet."""
    layout = rules.layout(state)
    awaited = [place for place in plan.places if any(thing.unknown for thing in layout.get(place.name, ()))]
    if not awaited or all(one.by != TABLE for one in rules.requests(state)):
        return None
    first = next(rules.legal(state), None)
    if first is None:
        return None
    after = rules.layout(rules.play(state, first))
    names = [place.name for place in awaited if any(not thing.unknown for thing in after.get(place.name, ()))]
    return names[0] if names and names[0] not in told else None


def _card(rules: Rules[Any, Any], state: Any, place: str, looks: Thing) -> Spot:
    """A card as it looks, with all that it may be."""
    layout = rules.layout(state)
    (wanted,) = layout[place]
    after = (rules.layout(rules.play(state, action)).get(place, ()) for action in rules.legal(state))
    faces = tuple(dict.fromkeys(thing for things in after for thing in things if not thing.unknown))
    if looks.unknown:
        return Spot(wanted, None, ("unknown",), faces)
    action = rules.called_for(state, {**layout, place: (looks,)})
    if action is None:
        return Spot(wanted, looks, (), faces, rules.inspect({place: (looks,)}))
    verdict = rules.judge(state, action)
    return Spot(wanted, looks, (), faces, verdict.breaches if isinstance(verdict, Refusal) else ())


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
