"""What fell on the table, read aloud: what each thing seems to show, for people to confirm or to put right."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from engine.contract import TABLE, Rules
from engine.errors import N_, NotationError, shown
from engine.table import Layout, TablePlan, Thing
from engine.verdict import Refusal
from runewatch.referee.announcements import ReadAloud, Spot
from runewatch.referee.evidence import HIDDEN, likeliest
from runewatch.referee.heaping import open_things, seen_heap
from runewatch.referee.unrolled import is_unrolled
from vision.sighting import NOTHING, Belief, Heap, Sighting

MOST_TOLD = 12
"""So many things are told at once; the others once these are confirmed."""
SURE = 0.9
"""What is surer than this needs nobody to confirm it, where the game lets it be."""


def awaits_a_fall(rules: Rules[Any, Any], state: Any) -> bool:
    """Whether the table itself has to act, and what comes of it is read there."""
    return not rules.scripted(state) and any(one.by == TABLE for one in rules.requests(state))


def read_aloud(
    rules: Rules[Any, Any], state: Any, plan: TablePlan, heaps: Mapping[str, Heap], lain: Mapping[str, Heap]
) -> ReadAloud:
    """What there is to confirm in a state, as far as it was seen; ``lain`` is how it lay before it was to fall."""
    trays = [place.name for place in plan.places if place.many and not place.blank]
    if not trays or not awaits_a_fall(rules, state):
        return ReadAloud()
    known = {thing.name: thing for thing in plan.things}
    layout, seen = rules.layout(state), {name: heaps.get(name, Heap()) for name in trays}
    places = {
        name: _spots(plan, known, layout[name], heap)
        for name, heap in seen.items()
        if any(thing.pips == 0 for thing in layout.get(name, ()))
    }
    unrolled = (name for name in places if is_unrolled(plan, lain.get(name, Heap()), seen[name]))
    return ReadAloud(places, frozenset(unrolled))


def turned_up(rules: Rules[Any, Any], state: Any, plan: TablePlan, seen: Mapping[str, Belief]) -> ReadAloud:
    """The cards that the table turned up, in the order in which they are to be told, as far as they may be."""
    if rules.scripted(state):
        return ReadAloud()
    shown = likeliest(plan, Sighting(seen, 1.0))
    found: dict[str, tuple[Spot, ...]] = {}
    while len(found) < MOST_TOLD and (card := _next_card(rules, state, plan, shown, found)) is not None:
        place, looks, faces = card
        layout = rules.layout(state)
        spot = _card(rules, state, place, looks, faces)
        found[place] = (spot,)
        action = rules.called_for(state, {**layout, place: (looks,)})
        if action is not None and spot.is_sure:
            state = rules.play(state, action)
    return ReadAloud(found or _misplaced(rules, state, plan, shown))


def _misplaced(rules: Rules[Any, Any], state: Any, plan: TablePlan, shown: Layout) -> dict[str, tuple[Spot, ...]]:
    """A card that may not lie yet where one is to be turned up later; nothing lies where the next is due."""
    if all(one.by != TABLE for one in rules.requests(state)):
        return {}
    layout = rules.layout(state)
    for place in plan.places:
        wanted = next((thing for thing in layout.get(place.name, ()) if thing.unknown), None)
        looks = next((one for one in shown.get(place.name, ()) if wanted and one.kind == wanted.kind), None)
        if wanted is None or looks is None or looks.unknown:
            continue
        action = rules.called_for(state, {**layout, place.name: (looks,)})
        verdict = None if action is None else rules.judge(state, action)
        if isinstance(verdict, Refusal):
            return {place.name: (Spot(wanted, looks, (), (looks,), verdict.breaches),)}
    return {}


def surely_laid(rules: Rules[Any, Any], state: Any, plan: TablePlan, seen: Mapping[str, Belief]) -> Any:
    """The action shown by something that lies where something is to be laid, if sight alone is believed there.

    None where nothing does, or not surely, or not lawfully.
    """
    if all(one.by != TABLE for one in rules.requests(state)):
        return None
    layout, known = rules.layout(state), {thing.name: thing for thing in plan.things}
    for place in plan.places:
        belief = seen.get(place.name)
        for wanted in layout.get(place.name, ()) if belief is not None and belief.hidden <= HIDDEN else ():
            if not wanted.unknown or belief is None:
                continue
            name, share = belief.best(wanted.kind)
            if name == NOTHING or known[name].unknown or share < SURE:
                continue
            action = rules.called_for(state, {**layout, place.name: (known[name],)})
            if action is None or not rules.is_plain(action):
                continue
            if not isinstance(rules.judge(state, action), Refusal):
                return action
    return None


def _next_card(
    rules: Rules[Any, Any], state: Any, plan: TablePlan, shown: Layout, told: Collection[str]
) -> tuple[str, Thing, tuple[Thing, ...]] | None:
    """A place where the table turns up something next and something lies that is not told yet; what it may be."""
    if all(one.by != TABLE for one in rules.requests(state)):
        return None
    layout = rules.layout(state)
    for place in plan.places:
        wanted = next((thing for thing in layout.get(place.name, ()) if thing.unknown), None)
        looks = next((one for one in shown.get(place.name, ()) if wanted and one.kind == wanted.kind), None)
        if looks is not None and place.name not in told and (faces := rules.awaited(state, place.name)):
            return place.name, looks, faces
    return None


def _card(rules: Rules[Any, Any], state: Any, place: str, looks: Thing, faces: tuple[Thing, ...]) -> Spot:
    """A card as it looks, with all that it may be."""
    layout = rules.layout(state)
    wanted = next(thing for thing in layout[place] if thing.unknown)
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
