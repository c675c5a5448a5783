"""What the open table tells: what was turned up, what hands did there, and which rule it breaks as it lies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.bigbook import mat
from engine.bigbook.calling import BACK, asked_for
from engine.bigbook.cards import MULTI
from engine.bigbook.costs import curse_cost
from engine.bigbook.layouts import UNKNOWN, layout, space_place, spells_at_most
from engine.bigbook.listing import legal
from engine.bigbook.state import SLOTS, Action, Curse, State
from engine.contract import TABLE
from engine.errors import NotationError
from engine.table import Layout, Thing
from engine.verdict import Breach

if TYPE_CHECKING:
    from engine.bigbook.game import BigbookRules

HANDS = ("book", "hat", "concentrate", "tire", "straighten", "destroy-spell", "exhaust-spell", "refresh-spell")
"""What is asked for here is seen to be done: no card is shown, and nothing is paid."""
OF_KIND = {
    "curse": "bigbook.components.curses",
    "spell": "bigbook.components.spells",
    "page": "bigbook.components.grimoire",
}
"""Which rule says what cards of a kind there are."""


def called_for(rules: BigbookRules, state: State, lying: Layout) -> Action | None:
    """What the table turned up, if a card lies where the next one is to lie."""
    task = state.agenda[0] if state.agenda else None
    if state.over or task is None or task.seat != TABLE:
        return None
    if task.kind == "lay":
        return next(_laid(rules, state, lying), None)
    if task.kind not in ("reveal", "page", "cover"):
        return None
    place = f"library-{task.arg}" if task.kind == "reveal" else "panel"
    code = next((thing.name for thing in lying.get(place, ())), "")
    return None if rules.box.card(code) is None else Action(task.kind, code)


def _laid(rules: BigbookRules, state: State, lying: Layout) -> Iterator[Action]:
    """The curses that lie in the slots which are to be filled, one after the other."""
    for task in state.agenda:
        if task.kind == "lay":
            code = next((thing.name for thing in lying.get(f"slot-{SLOTS[task.n]}", ())), "")
            if rules.box.card(code) is not None:
                yield Action("lay", code, slot=task.n)


def toward(rules: BigbookRules, state: State) -> Iterator[Action]:
    """What may have been done that the table shows, all of it; a payment never shows, and chance is confirmed."""
    if state.agenda and state.agenda[0].kind in HANDS:
        yield from legal(rules, state)


def traces(rules: BigbookRules, before: State, action: Action, after: State) -> Layout:
    """Just after the book has moved on, nobody has turned the page or cleared the track yet."""
    if action.kind != "book":
        return layout(rules, after)
    found = dict(layout(rules, before))
    found[space_place(after.space)] = found.pop(space_place(before.space))
    return found


# -- what is wrong ----------------------------------------------------------------------------------------


def inspect(rules: BigbookRules, seen: Layout) -> tuple[Breach, ...]:
    """What one look at the table tells to be wrong."""
    backs = (thing for things in seen.values() for thing in things if thing.name.startswith(f"{BACK}-"))
    found = [Breach("bigbook.round.curse-faceup") for _ in backs]
    for spot, rule in (("space", "bigbook.invocation.advance"), ("round", "bigbook.round.marker-down")):
        if sum(bool(things) for name, things in seen.items() if name.startswith(f"{spot}-")) > 1:
            found.append(Breach(rule))
    most = spells_at_most(rules)
    for name in rules.seats:
        if sum(bool(things) for place, things in seen.items() if place.startswith(f"{name}-spell-")) > most:
            found.append(Breach("bigbook.learn.limit", {"number": most}))
    return tuple(found)


def diagnose(rules: BigbookRules, state: State, seen: Layout) -> tuple[Breach, ...]:
    """Which rule is broken where the table is not as the match has it: the first that says why."""
    wanted = layout(rules, state)
    settled = {name: things for name, things in seen.items() if not _is_awaited(wanted, name)}
    strangers = (thing for things in settled.values() for thing in things if thing.unknown)
    if found := (*(Breach(OF_KIND[thing.kind]) for thing in strangers), *inspect(rules, settled)):
        return found
    for part in (_slots, _tracks, _pages, _library, _spells):
        if broken := next(part(rules, state, wanted, seen), None):
            return (broken,)
    return ()


def _is_awaited(wanted: Layout, name: str) -> bool:
    return any(thing.unknown for thing in wanted.get(name, ()))


def _differs(wanted: Layout, seen: Layout, kind: str) -> Iterator[tuple[str, Thing | None, Thing | None]]:
    """Places of a kind that are not as they should be: their name, what should lie there and what does."""
    for name in sorted({*wanted, *seen}):
        (one,), (other,) = ((*layout.get(name, ()), None)[:1] for layout in (wanted, seen))
        if name.startswith(f"{kind}-") and one != other and not (one and one.unknown):
            yield name.partition("-")[2], one, other


def _slots(rules: BigbookRules, state: State, wanted: Layout, seen: Layout) -> Iterator[Breach]:
    next_slot = next((task.n for task in state.agenda if task.kind == "lay"), None)
    differs = tuple(_differs(wanted, seen, "slot"))
    if any(one is None for _, one, _ in differs):
        # one that lies elsewhere is in a wrong slot, not destroyed
        yield Breach("bigbook.round.multi-place", {} if next_slot is None else {"slot": SLOTS[next_slot]})
    for slot, _, other in differs:
        curse = state.slots[SLOTS.index(slot)]
        if other is None and curse and _acts(state):
            multi = "-multi" if rules.box.curses[curse.code].type == MULTI else ""
            yield Breach(f"bigbook.curse.destroy-cost{multi}", {"asked": asked_for(curse_cost(rules, curse))})
        else:
            yield Breach("bigbook.curse.stays")


def _tracks(rules: BigbookRules, state: State, wanted: Layout, seen: Layout) -> Iterator[Breach]:
    task = state.agenda[0] if state.agenda else None
    for kind, action, rule in (
        ("space", "book", "bigbook.invocation.advance"),
        ("round", "hat", "bigbook.round.marker-down"),
    ):
        if any(True for _ in _differs(wanted, seen, kind)):
            if task is not None and task.kind == "concentrate" and kind == "space":
                yield Breach("bigbook.concentration.refresh")
            yield Breach(rule, {"number": task.n} if task is not None and task.kind == action else {})


def _pages(rules: BigbookRules, state: State, wanted: Layout, seen: Layout) -> Iterator[Breach]:
    pages = (name for name in ("monster", "panel") if not _is_awaited(wanted, name))
    if any(wanted.get(name) != seen.get(name) for name in pages):
        yield Breach("bigbook.round.turn-page")


def _library(rules: BigbookRules, state: State, wanted: Layout, seen: Layout) -> Iterator[Breach]:
    for _, one, other in _differs(wanted, seen, "library"):
        if one and other is None and _acts(state):
            yield _unpaid(rules, state, one.name)
        else:
            yield Breach("bigbook.learn.visible", {"card": other.name} if other else {})


def _unpaid(rules: BigbookRules, state: State, code: str) -> Breach:
    """A spell was taken from its pile, and nobody said that it was learned."""
    found = rules.breaches(state, Action("learn", code), state.agenda[0].seat)
    cost = Breach("bigbook.learn.cost")
    return next((one for one in found if one.rule == "bigbook.learn.limit"), next(iter(found), cost))


def _spells(rules: BigbookRules, state: State, wanted: Layout, seen: Layout) -> Iterator[Breach]:
    """Spells lie on whichever place their player likes, so they are compared player by player."""
    for seat, name in enumerate(rules.seats):
        should, does = (_of_player(one, name) for one in (wanted, seen))
        for one in sorted(does - should):
            upright = one.removesuffix("-exhausted")
            if upright != one and upright in should - does:
                yield _turned(rules, state, seat, upright)
            elif f"{one}-exhausted" in should - does:
                yield Breach("bigbook.spell.exhausted-until")
            else:
                yield Breach("bigbook.learn.visible", {"card": upright})
        if should - does:
            yield Breach("bigbook.learn.destroy-first")


def _of_player(table: Layout, name: str) -> Counter[str]:
    places = (f"{name}-spell-{number + 1}" for number in range(mat.ON_MAT))
    return Counter(thing.name for place in places for thing in table.get(place, ()))


def _turned(rules: BigbookRules, state: State, seat: int, code: str) -> Breach:
    """A spell lies on its side that nobody said was activated."""
    if not _acts(state):
        return Breach("bigbook.turn.phases")
    if state.agenda[0].seat != seat:
        return Breach("bigbook.spell.own-only", {"card": code})
    cost = rules.box.spells[code].cost
    return Breach("bigbook.spell.activate-cost", {"asked": asked_for(cost)} if cost else {})


def _acts(state: State) -> bool:
    """Whether somebody may activate spells and destroy curses now."""
    return bool(state.agenda) and state.agenda[0].kind == "act"


# -- taken as it lies -------------------------------------------------------------------------------------


def amended(rules: BigbookRules, state: State, lying: Layout) -> State | None:
    """The state with the spells as they lie there, and the curses; None where that is no match."""
    slots = []
    for name, curse in zip(SLOTS, state.slots, strict=True):
        code = next((thing.name for thing in lying.get(f"slot-{name}", ())), "")
        if code == f"{UNKNOWN}-curse":
            slots.append(curse)
        elif code and code not in rules.box.curses:
            return None
        else:
            slots.append(curse if curse and curse.code == code else Curse(code) if code else None)
    players = []
    for name, player in zip(rules.seats, state.players, strict=True):
        there = [thing for number in range(mat.ON_MAT) for thing in lying.get(f"{name}-spell-{number + 1}", ())]
        if any(thing.unknown for thing in there):
            return None
        spells = tuple((thing.sideways or thing.name, not thing.sideways) for thing in there)
        players.append(player._replace(spells=(*spells, *player.spells[mat.ON_MAT :])))
    after = state._replace(slots=tuple(slots), players=tuple(players))
    found = layout(rules, after)
    if any(found.get(place) != things for place, things in lying.items() if place.startswith(("space", "round"))):
        return None
    try:
        return rules.read_position(rules.write_position(after))
    except NotationError:
        return None
